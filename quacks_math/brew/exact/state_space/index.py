r"""Where every state of a brew lives: a dense, layered numbering of all that can still happen.

A *point* is a pair (coloured chips out, white chips out):

* coloured chips that have left the bag are a mixed-radix number :math:`c=\sum_j \text{out}_j\,\text{stride}_j`, one digit
  for each kind that is still in the bag; kinds that act alike under the objective share a digit;
* white chips that lie in the pot are an entry of a table of all combinations within the largest possible white limit.

At a point a state is told apart by its *memory* (kind of the last chip and of the one before as far as a book asks for
them, doubling, protected draws, flask, Well Stirred, counters of rubies and points where they are not simply added up)
and by the space of the last chip. A *pair* is such a combination of last chip and chip before; a pair may also say that
a look of blue 1 is pending. Only the pairs and the range of spaces that can be reached from where the brew stands exist:
a forward sweep of sets and intervals finds them (module ``reach``). Points with the same pairs share a *variant*.

The states of a point stand together in one flat array, spaces innermost:

    offset[point] + memory * size[point] + (space - low[point])

    memory = flags * pairs + pair        (``flags``: see the module of that name)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.flags import Radix, flags_number
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import share, share_inline
from quacks_math.material.books import Books
from quacks_math.material.rulings import Rulings

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
    has_growth: NDArray[np.bool_]  # (J,) whether they ever do
    hit: NDArray[np.int64]  # (J, 53) rubies of blue 3 that neither counters nor evaluation know
    has_hit: NDArray[np.bool_]  # (J,) whether there are any


def unowned_layout(layout: Layout) -> Layout:
    """Return the same layout with arrays without an owner; the original must be kept alive."""
    return Layout(
        layout.books, layout.rulings, layout.card, unowned(layout.kind), unowned(layout.left), unowned(layout.stride),
        unowned(layout.out), unowned(layout.oranges), unowned(layout.reds), unowned(layout.yellows), unowned(layout.in_pot),
        unowned(layout.bag_left), unowned(layout.limit), unowned(layout.key), unowned(layout.key_empty),
        unowned(layout.key_with), unowned(layout.asks), unowned(layout.protections), unowned(layout.doublings), layout.flasks,
        layout.counters, layout.rubies_radix, layout.points_radix, unowned(layout.white_left), unowned(layout.white_in_pot),
        unowned(layout.white_in_bag), unowned(layout.white_sum), unowned(layout.white_next), unowned(layout.white_previous),
        layout.fresh_white, unowned(layout.pair_count), unowned(layout.pair_last), unowned(layout.pair_before),
        unowned(layout.pair_index), unowned(layout.class_of_kind), unowned(layout.before_of_class), unowned(layout.low),
        unowned(layout.size), unowned(layout.offset), unowned(layout.variant), unowned(layout.gain), unowned(layout.has_gain),
        unowned(layout.growth), unowned(layout.has_growth), unowned(layout.hit), unowned(layout.has_hit),
    )  # fmt: skip


def ways_of(layout: Layout) -> int:
    """Return in how many ways a chip is moved: extra spaces and doubling may be left out under one of the rulings."""
    return 4 if layout.rulings.extra_spaces else 1


def radix_at(layout: Layout, coloured: int) -> Radix:
    """Return how many values the flags have at a coloured number."""
    return Radix(layout.flasks, layout.protections[coloured], layout.doublings[coloured], layout.counters)


def flag_count(layout: Layout, coloured: int, white: int) -> int:
    """Return the number of memories at a point for each pair."""
    return flags_number(radix_at(layout, coloured), 2 if white == layout.fresh_white else 1, 0, 0, 0, 0)


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


share_inline(unowned_layout, ways_of, radix_at, flag_count)
share(pair_bit, befores_with, befores_next, pairs_told)
