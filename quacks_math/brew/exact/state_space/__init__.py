"""The state space of a brew: which states it has, how they are numbered, what their moves and ends pay."""
