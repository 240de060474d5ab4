"""Bags too large to solve: state aggregation, rollouts of the real brew by the aggregated values, and what these lose."""
