"""The rules of the game, each in one place: plain functions of the few numbers a rule depends on.

Screens and the event log call them as ordinary Python; compiled kernels call the same text (see ``kernels.compile``).
"""
