"""Purple of set 4: which coloured chips of a pot may be swapped, and the largest total gain of one, two or three swaps."""

import numpy as np
from numpy.typing import NDArray

from quacks_math.kernels.compile import share
from quacks_math.material.chips import B1, G1, R1, Y1

SWAP_COLOURS = (G1, B1, R1, Y1)
"""The 1-chip of each colour that has bigger chips; its 2-chip and 4-chip follow it."""


def swap_gains(bits: int, chip: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the best gains in chip value when a 1-chip becomes a 2-chip, a 2-chip a 4-chip, a 1-chip a 4-chip.

    Args:
        bits: Bit 2i says that a 1-chip of ``SWAP_COLOURS[i]`` lies in the pot, bit 2i + 1 that a 2-chip does.
        chip: Value by kind.
    """
    gain_12 = gain_24 = gain_14 = 0.0
    for place in range(len(SWAP_COLOURS)):
        one = SWAP_COLOURS[place]
        if bits >> (2 * place) & 1:
            gain_12 = max(gain_12, chip[one + 1] - chip[one])
            gain_14 = max(gain_14, chip[one + 2] - chip[one])
        if bits >> (2 * place + 1) & 1:
            gain_24 = max(gain_24, chip[one + 2] - chip[one + 1])
    return gain_12, gain_24, gain_14


def swap_bit(kind: int) -> int:
    """Return the bit of a 1- or 2-chip that purple of set 4 can swap, 0 for other chips."""
    for place, one in enumerate(SWAP_COLOURS):
        if kind in (one, one + 1):
            return 1 << (2 * place + kind - one)
    return 0


share(swap_gains)
