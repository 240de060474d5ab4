"""One brew, a finite Markov decision process: its setting, its event log, its odds, and what to do next.

Every object of this package that is not a kernel's array is immutable: settings, states, events and results are frozen
dataclasses, and a move returns a new state.
"""
