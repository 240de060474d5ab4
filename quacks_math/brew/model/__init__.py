"""The decision process of one brew that one can read: bag, setting, events, state, transitions, legality, notation."""
