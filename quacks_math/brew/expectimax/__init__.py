"""Depth-limited search on a pot that changes in place, and rollouts by it."""
