"""Backward induction over a numbered state space, and the reach probabilities of the best policy."""
