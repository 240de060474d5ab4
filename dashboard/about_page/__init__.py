"""The page that says how the numbers come about."""
