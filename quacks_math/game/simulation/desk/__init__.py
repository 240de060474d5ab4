"""The same game as ``game.engine``, for kernels: played on arrays that change in place, by strategies in numbers.

The rules are those of ``quacks_math.rules``, in the order that ``rules.rounds`` lays down; here stands only where their
consequences are written down. ``simulation.kernel`` is the kernel that plays many games.
"""
