"""Which states of a layout there are: a forward sweep of sets and intervals from where the brew stands.

Coloured numbers and white sums only grow along a draw, except for a white returned by yellow of set 1, which comes with a
larger coloured number: so one sweep in ascending order is enough.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import (
    BEFORE_CLASSES,
    LAST_CLASSES,
    LOOK_CLASS,
    OTHER,
    Layout,
    befores_next,
    befores_with,
    flag_count,
    pairs_told,
)
from quacks_math.brew.exact.state_space.transitions import (
    ASIDE,
    CLASS,
    HERE,
    NEXT,
    RETURNS,
    THEN,
    list_moves,
    move_table,
    spaces_table,
)
from quacks_math.kernels.compile import flexible_kernel
from quacks_math.material.track import LAST_CHIP_SPACE

UNREACHED_LOW = 99


@flexible_kernel
def reach(layout: Layout, low: NDArray[np.int16], high: NDArray[np.int16], pairs: NDArray[np.int64]) -> None:
    """Spread the reachable spaces and pairs from the seeds over all points.

    Args:
        layout: The layout; its ``low``, ``size``, ``offset`` and ``variant`` are not read.
        low: Shape (C * W, 2): lowest space, without and with a pending doubling; the seeds are set, the rest is
            ``UNREACHED_LOW``.
        high: Likewise the highest space; -1 where not reached.
        pairs: Shape (C * W,): set of pairs; the seeds are set, the rest is 0.
    """
    groups, whites = len(layout.kind), len(layout.white_sum)
    moves, spaces = move_table(groups), spaces_table(groups)
    declined = 3 if layout.rulings.extra_spaces else 0
    for coloured in range(len(layout.in_pot)):
        listed = False
        for white in range(whites - 1, -1, -1):
            point = coloured * whites + white
            here = pairs[point]
            if here == 0:
                continue
            if not listed:
                list_moves(layout, coloured, moves, spaces)
                listed = True
            befores = befores_next(here, layout.before_of_class)
            most_white = 0
            for value in range(1, 4):
                if befores_with(here, value):
                    most_white = value
            for move in range(groups + 3):
                if move < groups:
                    if moves[move, HERE] == 0:
                        continue
                    after = moves[move, NEXT]
                    target, then = after * whites + white, moves[move, THEN]
                    if moves[move, ASIDE]:
                        pairs[target] |= pairs_told(here, layout.asks[after])
                        for doubled in range(2):
                            low[target, doubled] = min(low[target, doubled], low[point, doubled])
                            high[target, doubled] = max(high[target, doubled], high[point, doubled])
                        continue
                    last = moves[move, CLASS]
                    if last >= LOOK_CLASS:
                        pairs[target] |= befores << (BEFORE_CLASSES * OTHER)
                else:
                    following = layout.white_next[white, move - groups]
                    if following < 0 or layout.white_sum[following] > layout.limit[coloured]:
                        continue
                    target, then = coloured * whites + following, 0
                    last = move - groups + 1 if layout.asks[coloured] else OTHER
                pairs[target] |= befores << (BEFORE_CLASSES * last)
                for doubled in range(2):
                    if high[point, doubled] < 0:
                        continue
                    first = min(LAST_CHIP_SPACE, low[point, doubled] + spaces[move, 0, doubled, declined])
                    furthest = min(LAST_CHIP_SPACE, high[point, doubled] + spaces[move, most_white, doubled, 0])
                    low[target, then] = min(low[target, then], first)
                    high[target, then] = max(high[target, then], furthest)
                    for index in range(3 if move < groups and moves[move, RETURNS] else 0):
                        returned = befores_with(here, index + 1)
                        if returned:
                            back = moves[move, NEXT] * whites + layout.white_previous[white, index]
                            low[back, then] = min(low[back, then], first)
                            high[back, then] = max(high[back, then], furthest)
                            pairs[back] |= returned << (BEFORE_CLASSES * last)


@flexible_kernel
def place_states(
    layout: Layout, low: NDArray[np.int16], high: NDArray[np.int16], pairs: NDArray[np.int64],
    variants: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Fill ``low``, ``size``, ``offset`` and ``variant`` of a layout; return the numbers of states and of variants.

    Args:
        layout: The layout.
        low: See ``reach``.
        high: See ``reach``.
        pairs: See ``reach``.
        variants: The sets of pairs that occur are written here as far as there is room.
    """
    whites = len(layout.white_sum)
    states = found = variant = size = 0
    for point in range(len(pairs)):
        layout.offset[point] = states
        if pairs[point] == 0:
            continue
        # The points around one point have mostly the same pairs.
        if variant >= found or variants[variant] != pairs[point]:
            variant = 0
            while variant < found and variants[variant] != pairs[point]:
                variant += 1
            if variant == len(variants):
                return states, found + 1
            if variant == found:
                variants[found] = pairs[point]
                found += 1
            size = 0
            for code in range(LAST_CLASSES * BEFORE_CLASSES):
                size += pairs[point] >> code & 1
        first = min(low[point, 0], low[point, 1])
        spaces = max(high[point, 0], high[point, 1]) - first + 1
        layout.low[point] = first
        layout.size[point] = spaces
        layout.variant[point] = variant
        states += flag_count(layout, point // whites, point % whites) * size * spaces
    return states, found
