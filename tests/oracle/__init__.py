"""The independent ground truth of one brew: slow, obvious, exact, for tests only."""
