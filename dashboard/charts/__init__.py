"""Figures; plotly is imported only inside the functions that draw."""
