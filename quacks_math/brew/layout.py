r"""Where every state of a brew lives: a dense, layered numbering of all that can still happen.

A *point* is a pair (coloured chips out, white chips out):

* coloured chips that have left the bag are a mixed-radix number :math:`c=\sum_j \text{out}_j\,\text{stride}_j`, one digit
  for each kind that is still in the bag; kinds that act alike under the objective share a digit;
* white chips that lie in the pot are an entry of a table of all combinations within the largest possible white limit.

At a point a state is told apart by its *memory* (kind of the last chip and of the one before as far as a book asks for
them, doubling, protected draws, flask, Well Stirred, counters of rubies and points where they are not simply added up)
and by the space of the last chip. A *pair* is such a combination of last chip and chip before; a pair may also say that
a look of blue 1 is pending. Only memories that the books, the chips out and the chips left make possible exist, and only
the range of spaces that can be reached: a forward sweep of intervals finds it (``reach``).

The states of a point stand together in one flat array, spaces innermost:

    offset[point] + memory * size[point] + (space - low[point])

    memory = ((((stirred * F + flask) * R + protected) * D + doubled) * Q + counters) * pairs + pair
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.compiled import kernel, share
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
    variant: NDArray[np.int64]  # (C,) which pairs exist
    protections: NDArray[np.int64]  # (C,) R
    doublings: NDArray[np.int64]  # (C,) D
    flasks: int  # F: 1 where the flask is empty anyway
    counters: int  # Q
    rubies_radix: int  # counters = (purple points * brew radix + brew points) * rubies radix + rubies
    points_radix: int
    white_out: NDArray[np.int64]  # (W, 3) lying in the pot
    white_left: NDArray[np.int64]  # (W, 3)
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
    gain: NDArray[np.float64]  # (J, 53) reward for placing the group's chip on a space
    has_gain: NDArray[np.bool_]  # (J,) whether there is any such reward
    growth: NDArray[np.int64]  # (J, 53) what the counters grow by
    hit: NDArray[np.int64]  # (J, 53) rubies of blue 3 that neither counters nor evaluation know


def memories(layout: Layout, coloured: int, white: int) -> int:
    """Return the number of memories at a point."""
    stirred = 2 if white == layout.fresh_white else 1
    pairs = layout.pair_count[layout.variant[coloured]]
    flags = layout.flasks * layout.protections[coloured] * layout.doublings[coloured] * layout.counters
    return int(stirred * flags * pairs)


def memory_index(
    layout: Layout, coloured: int, stirred: int, flask: int, protected: int, doubled: int, counters: int
) -> int:
    """Return the number of the first pair's memory with these flags at a point."""
    flags = stirred * layout.flasks + flask
    flags = flags * layout.protections[coloured] + protected
    flags = flags * layout.doublings[coloured] + doubled
    return int((flags * layout.counters + counters) * layout.pair_count[layout.variant[coloured]])


@kernel
def reach(layout: Layout, low: NDArray[np.int16], high: NDArray[np.int16]) -> None:
    """Spread the reachable spaces from the seeds over all points.

    Coloured numbers and white sums only grow along a draw, except for a white returned by yellow of set 1, which comes
    with a larger coloured number: so one sweep in ascending order is enough.

    Args:
        layout: The layout; its ``low``, ``size`` and ``offset`` are not read.
        low: Shape (C * W, 2): lowest space, without and with a pending doubling; the seeds are set, the rest is 99.
        high: Likewise the highest space; -1 where not reached.
    """
    books, rulings, card = layout.books, layout.rulings, layout.card
    whites = len(layout.white_sum)
    for coloured in range(len(layout.in_pot)):
        for white in range(whites - 1, -1, -1):
            point = coloured * whites + white
            for doubled in range(2):
                if high[point, doubled] < 0:
                    continue
                first, last = low[point, doubled], high[point, doubled]
                most_white = 0
                for value in range(1, 4):
                    if layout.white_out[white, value - 1] > 0:
                        most_white = value
                for group in range(len(layout.kind)):
                    if layout.out[coloured, group] == layout.left[group]:
                        continue
                    kind = layout.kind[group]
                    target = (coloured + layout.stride[group]) * whites + white
                    if is_set_aside(kind, books):
                        low[target, doubled] = min(low[target, doubled], first)
                        high[target, doubled] = max(high[target, doubled], last)
                        continue
                    oranges, reds, yellows = layout.oranges[coloured], layout.reds[coloured], layout.yellows[coloured]
                    value = KIND_VALUE[kind]
                    least = bonus_spaces(kind, oranges, reds, yellows, 0, books, card)
                    most = bonus_spaces(kind, oranges, reds, yellows, most_white, books, card)
                    near = value if rulings.extra_spaces else spaces_moved(value, least, doubled == 1, rulings)
                    far = spaces_moved(value, most, doubled == 1, rulings)
                    then = 1 if doubling_after(kind, books) else 0
                    nearest = min(LAST_CHIP_SPACE, first + near)
                    furthest = min(LAST_CHIP_SPACE, last + far)
                    low[target, then] = min(low[target, then], nearest)
                    high[target, then] = max(high[target, then], furthest)
                    if may_return_white(kind, most_white, books):
                        for index in range(3):
                            previous = layout.white_previous[white, index]
                            if previous >= 0:
                                back = (coloured + layout.stride[group]) * whites + previous
                                low[back, then] = min(low[back, then], nearest)
                                high[back, then] = max(high[back, then], furthest)
                for index in range(3):
                    following = layout.white_next[white, index]
                    if following < 0 or layout.white_sum[following] > layout.limit[coloured]:
                        continue
                    bonus = bonus_spaces(index, 0, layout.reds[coloured], 0, 0, books, card)
                    near = index + 1 if rulings.extra_spaces else spaces_moved(index + 1, bonus, doubled == 1, rulings)
                    far = spaces_moved(index + 1, bonus, doubled == 1, rulings)
                    target = coloured * whites + following
                    low[target, 0] = min(low[target, 0], LAST_CHIP_SPACE, first + near)
                    high[target, 0] = max(high[target, 0], min(LAST_CHIP_SPACE, last + far))


@kernel
def place_states(layout: Layout, low: NDArray[np.int16], high: NDArray[np.int16]) -> int:
    """Fill ``low``, ``size`` and ``offset`` of a layout from the reached intervals; return the number of states."""
    whites = len(layout.white_sum)
    states = 0
    for coloured in range(len(layout.in_pot)):
        for white in range(whites):
            point = coloured * whites + white
            first = min(low[point, 0], low[point, 1])
            last = max(high[point, 0], high[point, 1])
            layout.offset[point] = states
            if last < 0:
                continue
            layout.low[point] = first
            layout.size[point] = last - first + 1
            states += memories(layout, coloured, white) * (last - first + 1)
    return states


share(memories, memory_index)
