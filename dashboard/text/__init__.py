"""What stands on the screen as text: the catalogue of words."""
