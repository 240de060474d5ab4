"""Visual pieces of the screen; they take plain values and know no mathematics."""
