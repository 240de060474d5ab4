"""The steps of a round, each as the rules say it."""
