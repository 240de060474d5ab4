"""Measured times, printed and never asserted: ``python -m tests.benchmarks`` (``make bench``) runs all of them."""
