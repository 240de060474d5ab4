"""The solver as the screen sees it: questions, and processes that answer them."""
