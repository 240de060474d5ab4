"""Rows and lines. A *row* is the states of one memory at one point, one for each space the last chip may lie on.

A chip that is placed from a row moves the same number of spaces from each of them, and lands on the last space of the
track at the furthest: the states it leads to lie side by side too, except for those at the end. This is a *line*: from
step s of the row to state ``base + min(last space, first + s)``, ``base`` being the state of the target on space 0.

The backward sweep reads along lines, the forward sweep sends along them: the same numbers, one way and the other.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.kernels.compile import share_inline
from quacks_math.material.track import LAST_CHIP_SPACE


def before_the_end(first: int, size: int) -> int:
    """Return how many steps of a row lead to a space before the last one."""
    return max(0, min(size, LAST_CHIP_SPACE - first))


def read_line(values: NDArray[np.float64], base: int, first: int, size: int, read: NDArray[np.float64]) -> None:
    """Write the values along a line.

    Args:
        values: Values of states.
        base: State on space 0.
        first: Space that the first step leads to, as if the track had no end.
        size: Number of steps.
        read: Written here by step.
    """
    short = before_the_end(first, size)
    # A memory that no play reaches may have its line before the first state; what is read there is never used.
    start = max(0, base + first)
    line = values[start : start + short]
    for step in range(short):
        read[step] = line[step]
    for step in range(short, size):
        read[step] = values[base + LAST_CHIP_SPACE]


def add_line(values: NDArray[np.float64], first: int, size: int, total: NDArray[np.float64]) -> None:
    """Add the values of spaces along a line to a row of numbers."""
    for step in range(size):
        total[step] += values[min(LAST_CHIP_SPACE, first + step)]


def add_scaled(total: NDArray[np.float64], scale: float, added: NDArray[np.float64], size: int) -> None:
    """Add a multiple of one row of numbers to another."""
    for step in range(size):
        total[step] += scale * added[step]


def raise_to(values: NDArray[np.float64], others: NDArray[np.float64], size: int) -> None:
    """Replace each value by the other one where that is larger."""
    for step in range(size):
        values[step] = max(values[step], others[step])


def send_line(
    mass: NDArray[np.float64], base: int, first: int, size: int, scale: float, held: NDArray[np.float64]
) -> None:  # fmt: skip
    """Add a multiple of the probability of each step to the state it leads to.

    Args:
        mass: Probability of states, added to.
        base: State on space 0.
        first: Space that the first step leads to, as if the track had no end.
        size: Number of steps.
        scale: The multiple.
        held: Probability by step.
    """
    short = before_the_end(first, size)
    line = mass[base + first : base + first + short]
    for step in range(short):
        line[step] += scale * held[step]
    for step in range(short, size):
        mass[base + LAST_CHIP_SPACE] += scale * held[step]


share_inline(before_the_end, read_line, add_line, add_scaled, raise_to, send_line)
