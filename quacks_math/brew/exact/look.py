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

from quacks_math.kernels.compile import share

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


def weigh_looks(
    values: NDArray[np.float64], start: int, size: int, looks: NDArray[np.int64], seen: NDArray[np.int64],
    worth: NDArray[np.float64], counts: NDArray[np.int64], kinds: int, chips: int, order: NDArray[np.int64],
    tail: NDArray[np.float64], best: NDArray[np.float64], outside: NDArray[np.int64],
) -> None:  # fmt: skip
    r"""Write the expected values of placing the best of the chips seen, or nothing, from states side by side.

    The sum above, with its parts put together by place in the ranking, is
    :math:`L = v_1 - \sum_j \tbinom{M_j}{k}/\tbinom{N}{k} \, (v_j - v_{j+1})`, where placing nothing is the last place.

    Args:
        values: Values of states. That of placing nothing is read at ``start`` and the places behind it, those of the looks
            are written.
        start: See ``values``.
        size: How many states.
        looks: Where the values of each look begin, less than 0 for a look that does not occur.
        seen: How many chips each look shows.
        worth: Shape (kinds, size): value of placing each kind.
        counts: Chips of each kind in the bag.
        kinds: How many entries of the above are in use.
        chips: Chips in the bag.
        order: Room for the kinds that are better than nothing, best first; like the following with one place to spare.
        tail: See ``Terms``.
        best: As above, for their values.
        outside: As above, for the chips outside of them and of all better ones.
    """
    for step in range(size):
        nothing = values[start + step]
        places = 0
        for kind in range(kinds):
            value = worth[kind, step]
            if value <= nothing:
                continue
            spot = places
            while spot > 0 and best[spot - 1] < value:
                best[spot] = best[spot - 1]
                order[spot] = order[spot - 1]
                spot -= 1
            best[spot] = value
            order[spot] = kind
            places += 1
        others = chips
        for place in range(places):
            others -= counts[order[place]]
            outside[place] = others
        best[places] = nothing
        for look in range(len(looks)):
            if looks[look] < 0:
                continue
            most = min(seen[look], chips)
            expected = best[0]
            for place in range(places):
                expected -= tail[most, chips, outside[place]] * (best[place] - best[place + 1])
            values[looks[look] + step] = expected


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


share(rank, weigh_looks, shares)
