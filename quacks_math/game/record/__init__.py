"""Games kept: saved as JSON, printed and read as text."""
