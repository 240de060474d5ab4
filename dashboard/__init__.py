"""The dashboard: thin pages over the mathematics."""
