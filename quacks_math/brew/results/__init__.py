"""What an answer says: advice, outcome, the rulings that matter."""
