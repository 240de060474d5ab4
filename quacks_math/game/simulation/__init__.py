"""Whole games by the thousand: strategies in, tables of what happened out."""
