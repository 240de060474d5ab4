"""A game as the fold of its events: setup, state, events, legal actions, steps of a round."""
