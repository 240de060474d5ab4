"""What a finished pot is worth: the payoff of a terminal state, rates, objectives, stop rules."""
