r"""A look at k of N chips of which the best may be placed: no enumeration of hands.

Rank the kinds by the value of placing them, best first, and let :math:`M_j` be the chips outside the best :math:`j`
kinds; none of those is seen with probability :math:`\binom{M_j}{k}/\binom{N}{k}`, so

.. math::
    L = \sum_j \Bigl[\tbinom{M_{j-1}}{k} - \tbinom{M_j}{k}\Bigr] / \tbinom{N}{k} \cdot v_j
        \;+\; \tbinom{M_*}{k}/\tbinom{N}{k} \cdot V(\text{place nothing}),

the sum running over the kinds that are better than placing nothing. Blue of set 1 looks so while brewing, Strong
Ingredient after the stop.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.compiled import share

TIE = 1e-12
"""Values closer than this are equal: the rounding of sums of a few dozen terms."""


def rank(values: NDArray[np.float64], kinds: int, order: NDArray[np.int64]) -> None:
    """Sort the first ``kinds`` entries of ``order`` by value, best first; a nearly right order costs little.

    Args:
        values: Value by kind; of equal ones the first comes first, whatever the order was before.
        kinds: How many.
        order: The numbers 0 to kinds - 1 in any order.
    """
    for place in range(1, kinds):
        moving = order[place]
        value = values[moving]
        spot = place
        while spot > 0:
            other = order[spot - 1]
            if values[other] > value or (values[other] == value and other < moving):
                break
            order[spot] = other
            spot -= 1
        order[spot] = moving


def best_seen(
    values: NDArray[np.float64], counts: NDArray[np.int64], kinds: int, nothing: float, seen: int, chips: int,
    order: NDArray[np.int64], tail: NDArray[np.float64],
) -> float:  # fmt: skip
    """Return the expected value of placing the best of the chips seen, or nothing.

    Args:
        values: Value of placing each kind.
        counts: Chips of each kind in the bag.
        kinds: How many entries of the above are in use.
        nothing: Value of placing nothing.
        seen: Chips looked at.
        chips: Chips in the bag.
        order: The kinds as ``rank`` sorts them.
        tail: See ``Terms``.
    """
    seen = min(seen, chips)
    outside = chips
    none_better = 1.0
    expected = 0.0
    for place in range(kinds):
        value = values[order[place]]
        if value <= nothing:
            break
        outside -= counts[order[place]]
        none_now = tail[seen, chips, outside]
        expected += (none_better - none_now) * value
        none_better = none_now
    return expected + none_better * nothing


def shares(
    worth: NDArray[np.float64], counts: NDArray[np.int64], kinds: int, nothing: float, seen: int, chips: int,
    order: NDArray[np.int64], tail: NDArray[np.float64],
) -> float:  # fmt: skip
    """Turn the worth of placing each kind seen in a look into the chance that it is placed.

    Args:
        worth: Worth by kind on entry; chances on return, with that of placing nothing behind the last kind.
        counts: Chips of each kind in the bag.
        kinds: Number of kinds.
        nothing: Worth of placing nothing.
        seen: Chips looked at.
        chips: Chips in the bag.
        order: As in ``rank``.
        tail: See ``Terms``.

    Returns:
        The expected worth of the look.
    """
    rank(worth, kinds, order)
    seen = min(seen, chips)
    outside = chips
    none_better = 1.0
    expected = 0.0
    for place in range(kinds):
        entry = order[place]
        value = worth[entry]
        if value <= nothing + TIE:
            worth[entry] = 0.0
            continue
        outside -= counts[entry]
        none_now = tail[seen, chips, outside]
        worth[entry] = none_better - none_now
        expected += worth[entry] * value
        none_better = none_now
    worth[kinds] = none_better
    return expected + none_better * nothing


share(rank, best_seen, shares)
