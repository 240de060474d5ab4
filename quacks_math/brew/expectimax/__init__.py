"""Expectimax of limited depth on a pot that changes in place, and rollouts by it."""
