"""A whole game: setup, event log, engine, saved games.

Every setup, event and state of this package is immutable: a move returns a new state.
"""
