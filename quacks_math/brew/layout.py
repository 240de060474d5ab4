r"""Where every state of a brew lives: a dense, layered numbering of all that can still happen.

A *point* is a pair (coloured chips out, white chips out):

* coloured chips that have left the bag are a mixed-radix number :math:`c=\sum_j \text{out}_j\,\text{stride}_j`, one digit
  for each kind that is still in the bag; kinds that act alike under the objective share a digit;
* white chips that lie in the pot are an entry of a table of all combinations within the largest possible white limit.

At a point a state is told apart by its *memory* (kind of the last chip and of the one before as far as a book asks for
them, doubling, protected draws, flask, Well Stirred, counters of rubies and points where they are not simply added up)
and by the space of the last chip. A *pair* is such a combination of last chip and chip before; a pair may also say that
a look of blue 1 is pending. Only the pairs and the range of spaces that can be reached from where the brew stands exist:
a forward sweep of sets and intervals finds them (``reach``). Points with the same pairs share a *variant*.

The states of a point stand together in one flat array, spaces innermost:

    offset[point] + memory * size[point] + (space - low[point])

    memory = ((((stirred * F + flask) * R + protected) * D + doubled) * Q + counters) * pairs + pair
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.compiled import flexible_kernel, share
from quacks_math.material.books import Books
from quacks_math.material.chips import KIND_VALUE
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.placing import bonus_spaces, doubling_after, is_set_aside, may_return_white, spaces_moved

OTHER = 0
"""Class of a last chip that nothing asks for; white 1 to 3 are classes 1 to 3."""
GREEN_CLASS = 4
"""Class of a green 1 as last chip; green 2 and 4 follow where they are told apart."""
PURPLE_CLASS = 7
LOOK_CLASS = 8
"""Class of "a look of blue 1 is pending"; blue 2 and 4 follow."""
LAST_CLASSES = 11
BEFORE_CLASSES = 4
BEFORES = (1 << BEFORE_CLASSES) - 1
"""A set of pairs is a number with bit ``BEFORE_CLASSES * last + before`` for each; these are the bits of one last chip."""
LOOK_VALUES = np.array([1, 2, 4], dtype=np.int64)


class Layout(NamedTuple):
    """The numbering of the states of one brew. C coloured numbers, W white combinations, J coloured groups."""

    books: Books
    rulings: Rulings
    card: int
    kind: NDArray[np.int64]  # (J,) a kind that stands for the group
    left: NDArray[np.int64]  # (J,) chips of the group in the bag at the root
    stride: NDArray[np.int64]  # (J,)
    out: NDArray[np.int8]  # (C, J) digits
    oranges: NDArray[np.int64]  # (C,) in the pot
    reds: NDArray[np.int64]  # (C,) in the pot
    yellows: NDArray[np.int64]  # (C,) in the pot
    in_pot: NDArray[np.int64]  # (C,) coloured chips lying in the pot
    bag_left: NDArray[np.int64]  # (C,) coloured chips in the bag
    limit: NDArray[np.int64]  # (C,) white limit
    key: NDArray[np.int64]  # (C,) class of evaluation
    key_empty: NDArray[np.int64]  # (C,) the same when the pot is empty
    key_with: NDArray[np.int64]  # (C, J) class after Strong Ingredient placed one more chip, else (0, J)
    asks: NDArray[np.bool_]  # (C,) whether a chip in the bag asks for a last white
    protections: NDArray[np.int64]  # (C,) R
    doublings: NDArray[np.int64]  # (C,) D
    flasks: int  # F: 1 where the flask is empty anyway
    counters: int  # Q
    rubies_radix: int  # counters = (purple points * brew radix + brew points) * rubies radix + rubies
    points_radix: int
    white_out: NDArray[np.int64]  # (W, 3) lying in the pot
    white_left: NDArray[np.int64]  # (W, 3)
    white_in_pot: NDArray[np.int64]  # (W,) chips
    white_in_bag: NDArray[np.int64]  # (W,) chips
    white_sum: NDArray[np.int64]  # (W,)
    white_next: NDArray[np.int64]  # (W, 3) one more, -1 where none is left or no limit allows it
    white_previous: NDArray[np.int64]  # (W, 3) one less, -1 where none is out
    fresh_white: int  # the combination at which Well Stirred is still unused, -1 for none
    pair_count: NDArray[np.int64]  # (variants,)
    pair_last: NDArray[np.int64]  # (variants, most pairs)
    pair_before: NDArray[np.int64]  # (variants, most pairs)
    pair_index: NDArray[np.int64]  # (variants, LAST_CLASSES, BEFORE_CLASSES)
    class_of_kind: NDArray[np.int64]  # (18,) class as last chip
    before_of_class: NDArray[np.int64]  # (LAST_CLASSES,) class as chip before
    low: NDArray[np.int16]  # (C * W,) first space
    size: NDArray[np.int16]  # (C * W,) number of spaces, 0 where the point cannot be reached
    offset: NDArray[np.int64]  # (C * W,)
    variant: NDArray[np.int64]  # (C * W,) which pairs exist
    gain: NDArray[np.float64]  # (J, 53) reward for placing the group's chip on a space
    has_gain: NDArray[np.bool_]  # (J,) whether there is any such reward
    growth: NDArray[np.int64]  # (J, 53) what the counters grow by
    hit: NDArray[np.int64]  # (J, 53) rubies of blue 3 that neither counters nor evaluation know


def flag_count(layout: Layout, coloured: int, white: int) -> int:
    """Return the number of memories at a point for each pair."""
    stirred = 2 if white == layout.fresh_white else 1
    return int(stirred * layout.flasks * layout.protections[coloured] * layout.doublings[coloured] * layout.counters)


def memory_index(
    layout: Layout, point: int, stirred: int, flask: int, protected: int, doubled: int, counters: int
) -> int:  # fmt: skip
    """Return the number of the first pair's memory with these flags at a point."""
    coloured = point // len(layout.white_sum)
    flags = stirred * layout.flasks + flask
    flags = flags * layout.protections[coloured] + protected
    flags = flags * layout.doublings[coloured] + doubled
    return int((flags * layout.counters + counters) * layout.pair_count[layout.variant[point]])


def pair_bit(last: int, before: int) -> int:
    """Return the set that holds one pair."""
    return 1 << (BEFORE_CLASSES * last + before)


def befores_with(pairs: int, last: int) -> int:
    """Return the set of chips before that occur with a last chip."""
    return pairs >> (BEFORE_CLASSES * last) & BEFORES


def befores_next(pairs: int, before_of_class: NDArray[np.int64]) -> int:
    """Return the set of chips before once another chip has been placed on any of these pairs."""
    befores = 0
    for last in range(LAST_CLASSES):
        if befores_with(pairs, last):
            befores |= 1 << before_of_class[last]
    return befores


def pairs_told(pairs: int, asks: bool) -> int:
    """Return the pairs when no look is pending and last whites are told apart only if something asks for them."""
    told = 0
    for last in range(LAST_CLASSES):
        kept = last if last < LOOK_CLASS and (asks or not 1 <= last <= 3) else OTHER
        told |= befores_with(pairs, last) << (BEFORE_CLASSES * kept)
    return told


@flexible_kernel
def reach(layout: Layout, low: NDArray[np.int16], high: NDArray[np.int16], pairs: NDArray[np.int64]) -> None:
    """Spread the reachable spaces and pairs from the seeds over all points.

    Coloured numbers and white sums only grow along a draw, except for a white returned by yellow of set 1, which comes
    with a larger coloured number: so one sweep in ascending order is enough.

    Args:
        layout: The layout; its ``low``, ``size``, ``offset`` and ``variant`` are not read.
        low: Shape (C * W, 2): lowest space, without and with a pending doubling; the seeds are set, the rest is 99.
        high: Likewise the highest space; -1 where not reached.
        pairs: Shape (C * W,): set of pairs; the seeds are set, the rest is 0.
    """
    books, rulings, card = layout.books, layout.rulings, layout.card
    whites = len(layout.white_sum)
    for coloured in range(len(layout.in_pot)):
        oranges, reds, yellows = layout.oranges[coloured], layout.reds[coloured], layout.yellows[coloured]
        for white in range(whites - 1, -1, -1):
            point = coloured * whites + white
            here = pairs[point]
            if here == 0:
                continue
            befores = befores_next(here, layout.before_of_class)
            most_white = 0
            for value in range(1, 4):
                if befores_with(here, value):
                    most_white = value
            for group in range(len(layout.kind)):
                if layout.out[coloured, group] == layout.left[group]:
                    continue
                kind = layout.kind[group]
                after = coloured + layout.stride[group]
                target = after * whites + white
                aside = is_set_aside(kind, books)
                if aside:
                    pairs[target] |= pairs_told(here, layout.asks[after])
                else:
                    last = layout.class_of_kind[kind]
                    pairs[target] |= befores << (BEFORE_CLASSES * last)
                    if last >= LOOK_CLASS:
                        pairs[target] |= befores << (BEFORE_CLASSES * OTHER)
                for doubled in range(2):
                    if high[point, doubled] < 0:
                        continue
                    first, furthest = low[point, doubled], high[point, doubled]
                    if aside:
                        low[target, doubled] = min(low[target, doubled], first)
                        high[target, doubled] = max(high[target, doubled], furthest)
                        continue
                    value = KIND_VALUE[kind]
                    least = bonus_spaces(kind, oranges, reds, yellows, 0, books, card)
                    most = bonus_spaces(kind, oranges, reds, yellows, most_white, books, card)
                    near = value if rulings.extra_spaces else spaces_moved(value, least, doubled == 1, rulings)
                    far = spaces_moved(value, most, doubled == 1, rulings)
                    then = 1 if doubling_after(kind, books) else 0
                    first = min(LAST_CHIP_SPACE, first + near)
                    furthest = min(LAST_CHIP_SPACE, furthest + far)
                    low[target, then] = min(low[target, then], first)
                    high[target, then] = max(high[target, then], furthest)
                    for index in range(3):
                        returned = befores_with(here, index + 1)
                        if returned and may_return_white(kind, index + 1, books):
                            back = after * whites + layout.white_previous[white, index]
                            low[back, then] = min(low[back, then], first)
                            high[back, then] = max(high[back, then], furthest)
                            pairs[back] |= returned << (BEFORE_CLASSES * last)
            for index in range(3):
                following = layout.white_next[white, index]
                if following < 0 or layout.white_sum[following] > layout.limit[coloured]:
                    continue
                target = coloured * whites + following
                last = index + 1 if layout.asks[coloured] else OTHER
                pairs[target] |= befores << (BEFORE_CLASSES * last)
                bonus = bonus_spaces(index, 0, reds, 0, 0, books, card)
                for doubled in range(2):
                    if high[point, doubled] < 0:
                        continue
                    near = index + 1 if rulings.extra_spaces else spaces_moved(index + 1, bonus, doubled == 1, rulings)
                    far = spaces_moved(index + 1, bonus, doubled == 1, rulings)
                    low[target, 0] = min(low[target, 0], LAST_CHIP_SPACE, low[point, doubled] + near)
                    high[target, 0] = max(high[target, 0], min(LAST_CHIP_SPACE, high[point, doubled] + far))


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


share(flag_count, memory_index, pair_bit, befores_with, befores_next, pairs_told)
