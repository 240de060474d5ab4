"""Bags too large to solve: state aggregation, and rollouts of the real brew by the aggregated values."""
