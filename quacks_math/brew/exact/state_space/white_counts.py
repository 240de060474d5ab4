"""All combinations of white chips that can lie in a pot within the largest possible white limit: a + 2b + 3c <= limit."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.model.state import BrewState
from quacks_math.material.chips import W3


@dataclass(frozen=True, slots=True)
class Whites:
    """The combinations, largest white sum first.

    Attributes:
        number_of: Number of a combination (W1, W2, W3 in the pot).
        out: Shape (W, 3): chips in the pot.
        left: Shape (W, 3): chips in the bag.
        sum: Shape (W,): white sum, chips of a forgotten pot included.
        next: Shape (W, 3): number with one more, -1 where none is left or no limit allows it.
        previous: Shape (W, 3): number with one less, -1 where none is out.
        at_root: Number of the root's combination, -1 where it is beyond the limit.
        in_pot_at_root: White chips in the root's pot.
    """

    number_of: dict[tuple[int, int, int], int]
    out: NDArray[np.int64]
    left: NDArray[np.int64]
    sum: NDArray[np.int64]
    next: NDArray[np.int64]
    previous: NDArray[np.int64]
    at_root: int
    in_pot_at_root: int


def whites_of(root: BrewState, limit: int) -> Whites:
    """Return the combinations that can lie in a pot after a root.

    Args:
        root: The root; its pot may hold white chips that were forgotten and only count in its white sum.
        limit: The largest white limit that can come to hold.
    """
    at_root = tuple(sum(1 for chip in root.pot if chip.kind == white) for white in range(W3 + 1))
    total = [root.left[white] + at_root[white] for white in range(W3 + 1)]
    forgotten = root.white_sum - sum((white + 1) * at_root[white] for white in range(W3 + 1))
    combinations = sorted(
        (
            (ones, twos, threes)
            for ones, twos, threes in product(*(range(number + 1) for number in total))
            if forgotten + ones + 2 * twos + 3 * threes <= limit
        ),
        key=lambda out: (-(out[0] + 2 * out[1] + 3 * out[2]), out),
    )
    number_of = {out: number for number, out in enumerate(combinations)}
    out = np.array(combinations, dtype=np.int64).reshape(-1, 3)

    def neighbours(change: int) -> NDArray[np.int64]:
        """Return the numbers of the combinations with one more or less of each white chip."""
        moved = out[:, None, :] + change * np.eye(3, dtype=np.int64)[None]
        rows = [[number_of.get((int(a), int(b), int(c)), -1) for a, b, c in row] for row in moved]
        return np.array(rows, dtype=np.int64).reshape(-1, 3)

    return Whites(
        number_of=number_of,
        out=out,
        left=np.array(total, dtype=np.int64) - out,
        sum=forgotten + out @ np.array([1, 2, 3], dtype=np.int64),
        next=neighbours(1),
        previous=neighbours(-1),
        at_root=number_of.get((at_root[0], at_root[1], at_root[2]), -1),
        in_pot_at_root=sum(at_root),
    )
