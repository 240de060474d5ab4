"""A visitor's table: its state, its share token, what a tap does to it, where it is kept."""
