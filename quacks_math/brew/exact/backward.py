r"""The backward sweep: the exact value of every state of a brew.

A brew is a finite Markov decision process. With :math:`n` chips in the bag, :math:`n_i` of kind :math:`i`,

.. math::
    V(s) = \max\Bigl(\text{stop}(s),\; \sum_i \tfrac{n_i}{n}\,\text{placed}(s, i)\Bigr),

where ``placed`` is the worth of an exploded pot when the white sum passes the limit, and else the value of the next state
with its own choices inside: flask and Well Stirred ``max(V(s'), V(s without it))``, yellow of set 1
``max(keep, return)``, red of set 2 set aside, and a look of blue of set 1. Under a fixed stop rule the outer maximum is
replaced by the rule; the inner ones stay.

A look (``look``) needs no enumeration of hands; Strong Ingredient (``strong``) is the same at the stop.

The recursion ends because every transition leads to a point with more coloured chips out, or as many and a larger white
sum, or to the same state without flask, without Well Stirred, or after a look. Points are swept in that order; all loops
innermost run over contiguous spaces. Second Chance is solved in three passes over the same layout: without the card, the
looks of the chip that makes five, and the first four chips with the offer still open (``state_space.points.PASSES``).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.look import weigh_looks
from quacks_math.brew.exact.state_space.flags import Flags, flags_of
from quacks_math.brew.exact.state_space.index import (
    BEFORE_CLASSES,
    GREEN_CLASS,
    LOOK_CLASS,
    LOOK_VALUES,
    OTHER,
    Layout,
    radix_at,
    unowned_layout,
    ways_of,
)
from quacks_math.brew.exact.state_space.lines import add_line, add_scaled, raise_to, read_line
from quacks_math.brew.exact.state_space.points import FIFTH_LOOK, PLAIN, Point, point_at, unowned_terms
from quacks_math.brew.exact.state_space.stop_payoffs import Terms, row_number
from quacks_math.brew.exact.state_space.transitions import (
    ASIDE,
    ASKING,
    CALM,
    CLASS,
    MOVE,
    RETURNS,
    SAFE,
    TOO_MUCH,
    Base,
    Edges,
    base_with,
    list_edges,
    list_moves,
    returned_base,
    row_put_back,
    turn_edges,
    unowned_edges,
)
from quacks_math.brew.payoff.payoff import EXPLODED, PROTECTED, STOPPED
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import flexible_kernel, share_inline
from quacks_math.material.track import CHIP_SPACES, LAST_CHIP_SPACE


class Rows(NamedTuple):
    """Room for the row of states at hand; everything by step."""

    placed: NDArray[np.float64]  # (BEFORE_CLASSES, edges, 53) worth of placing each chip, by the green it lies on
    calm: NDArray[np.float64]  # (BEFORE_CLASSES, 53) expected worth over the chips that ask for no more than that green
    total: NDArray[np.float64]  # (53,) expected worth of drawing
    spare: NDArray[np.float64]  # (53,)
    weighed: NDArray[np.bool_]  # (BEFORE_CLASSES,) whether ``calm`` is written
    looks: NDArray[np.int64]  # (looks,) state at which each look's row begins
    best: NDArray[np.float64]  # (edges,), like the following, see ``look.weigh_looks``
    outside: NDArray[np.int64]
    order: NDArray[np.int64]


def rows_for(groups: int) -> Rows:
    """Return room for this many coloured groups and the three whites."""
    room = groups + 4
    return Rows(
        placed=np.zeros((BEFORE_CLASSES, room, CHIP_SPACES)),
        calm=np.zeros((BEFORE_CLASSES, CHIP_SPACES)),
        total=np.zeros(CHIP_SPACES),
        spare=np.zeros(CHIP_SPACES),
        weighed=np.zeros(BEFORE_CLASSES, dtype=np.bool_),
        looks=np.zeros(len(LOOK_VALUES), dtype=np.int64),
        best=np.zeros(room),
        outside=np.zeros(room, dtype=np.int64),
        order=np.zeros(room, dtype=np.int64),
    )


def unowned_rows(rows: Rows) -> Rows:
    """Return the same room without owners; the original must be kept alive."""
    return Rows(
        unowned(rows.placed), unowned(rows.calm), unowned(rows.total), unowned(rows.spare), unowned(rows.weighed),
        unowned(rows.looks), unowned(rows.best), unowned(rows.outside), unowned(rows.order),
    )  # fmt: skip


@flexible_kernel
def offer(values: NDArray[np.float64], layout: Layout, terms: Terms) -> None:
    """Raise values to what beginning again is worth wherever that is more: the offer of Second Chance."""
    for coloured in range(len(layout.in_pot)):
        radix = radix_at(layout, coloured)
        for white in range(len(layout.white_sum)):
            point = point_at(layout, terms, coloured, white, PLAIN)
            for number in range(point.flag_sets if point.size else 0):
                flags = flags_of(radix, number)
                start = point.offset + number * point.pairs * point.size
                for state in range(start, start + point.pairs * point.size):
                    values[state] = max(values[state], terms.restart[flags.flask, flags.counters])


@flexible_kernel
def sweep(
    numbers: NDArray[np.int64], values: NDArray[np.float64], after: NDArray[np.float64], layout: Layout, terms: Terms,
    phase: int, edges: Edges, rows: Rows,
) -> None:  # fmt: skip
    """Write the values of all states at some coloured numbers of one layer (as many coloured chips out).

    Args:
        numbers: Coloured numbers; all numbers with more coloured chips out are done.
        values: Values of all states, written here; with Strong Ingredient the worth of stopping on entry.
        after: Values of states in which the offer of Second Chance has been used; ``values`` in the plain pass.
        layout: The layout.
        terms: How brews end.
        phase: One of ``state_space.points.PASSES``.
        edges: Room.
        rows: Room.
    """
    # Arrays are handed on without owners: counting references, for which threads wait for each other, would cost more
    # than the arithmetic.
    layout, terms, edges, rows = unowned_layout(layout), unowned_terms(terms), unowned_edges(edges), unowned_rows(rows)
    values, after = unowned(values), unowned(after)
    for coloured in numbers:
        list_moves(layout, coloured, edges.moves, edges.spaces)
        for white in range(len(layout.white_sum)):
            point = point_at(layout, terms, coloured, white, phase)
            if point.size == 0:
                continue
            source = after if point.uses_offer else values
            list_edges(layout, point, edges)
            for number in range(point.flag_sets):
                flags = flags_of(point.radix, number)
                turn_edges(point, flags, edges)
                for green in range(BEFORE_CLASSES):
                    rows.weighed[green] = False
                for pair in range(point.pairs):
                    last, before = layout.pair_last[point.variant, pair], layout.pair_before[point.variant, pair]
                    if last >= LOOK_CLASS:
                        break  # looks come last, and are weighed with the row that places nothing
                    if phase == FIFTH_LOOK and last != OTHER:
                        continue
                    green = layout.before_of_class[last]
                    if not rows.weighed[green]:
                        rows.weighed[green] = True
                        weigh_calm(source, layout, terms, point, flags, edges, green, phase, rows)
                    weigh_asking(source, values, layout, point, flags, edges, last, before, rows)
                    row = point.offset + (number * point.pairs + pair) * point.size
                    if phase != FIFTH_LOOK:
                        add_up(values, point, flags, edges, green, pair, rows)
                        back_up(values, row, terms, point, flags, last, before, rows.total)
                    if last == OTHER and layout.pair_last[point.variant, point.pairs - 1] >= LOOK_CLASS:
                        for look in range(len(LOOK_VALUES)):
                            looking = layout.pair_index[point.variant, LOOK_CLASS + look, before]
                            rows.looks[look] = row + (looking - pair) * point.size if looking >= 0 else -1
                        weigh_looks(
                            values, row, point.size, rows.looks, LOOK_VALUES, rows.placed[green], edges.chips,
                            edges.ends[ASKING], point.chips, rows.order, terms.tail, rows.best, rows.outside,
                        )  # fmt: skip


def read_landing(
    source: NDArray[np.float64], layout: Layout, base: Base, move: int, first: int, size: int, read: NDArray[np.float64]
) -> None:  # fmt: skip
    """Write what a chip is worth that lands along a line: the state it leads to, and what it gains on its space.

    Args:
        source: Values of states.
        layout: The layout.
        base: Where the chip leads to.
        move: The move.
        first: Space that the first step leads to, as if the track had no end.
        size: Number of steps.
        read: Written here by step.
    """
    if move < len(layout.kind) and layout.has_growth[move]:
        for step in range(size):
            landed = min(LAST_CHIP_SPACE, first + step)
            state = base.at_zero + landed + layout.growth[move, landed] * base.stride
            read[step] = source[state] + layout.gain[move, landed]
        return
    read_line(source, base.at_zero, first, size, read)
    if move < len(layout.kind) and layout.has_gain[move]:
        add_line(layout.gain[move], first, size, read)


def read_placed(
    source: NDArray[np.float64], layout: Layout, point: Point, edges: Edges, base: Base, move: int, last_white: int,
    doubled: int, spare: NDArray[np.float64], read: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what placing a chip is worth by the best way to move it: the state it leads to, and what it gains there.

    Args:
        source: Values of states.
        layout: The layout.
        point: The point.
        edges: Its edges.
        base: Where the chip leads to.
        move: The move.
        last_white: Value of the white chip directly before, or 0.
        doubled: 1 with a pending doubling.
        spare: Room.
        read: Written here by step.
    """
    for way in range(ways_of(layout)):
        first = point.low + edges.spaces[move, last_white, doubled, way]
        read_landing(source, layout, base, move, first, point.size, read if way == 0 else spare)
        if way > 0:
            raise_to(read, spare, point.size)


def read_exploded(
    layout: Layout, terms: Terms, point: Point, flags: Flags, edges: Edges, edge: int, green: int, phase: int,
    spare: NDArray[np.float64], read: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write what a pot is worth that a white chip explodes; ``edge`` is its edge, ``green`` the green it lies on."""
    move = edges.table[edge, MOVE]
    ending = PROTECTED if flags.protected else EXPLODED
    row = row_exploded(layout, terms, point, flags, move, green)
    for way in range(ways_of(layout)):
        first = point.low + edges.spaces[move, 0, flags.doubled, way]
        read_line(terms.rows[ending, row], 0, first, point.size, read if way == 0 else spare)
        if way > 0:
            raise_to(read, spare, point.size)
    if phase != PLAIN:
        for step in range(point.size):
            read[step] = max(read[step], terms.restart[flags.flask, flags.counters])


def row_exploded(layout: Layout, terms: Terms, point: Point, flags: Flags, move: int, green: int) -> int:
    """Return the row of ``Terms.rows`` for the pot that a white chip explodes."""
    white_sum = point.white_sum + move - len(layout.kind) + 1
    pair_row = terms.pair_row[OTHER, green]
    return row_number(terms.radix, point.key_next, white_sum, pair_row, flags.flask, 0, flags.counters)


def row_stopped(terms: Terms, point: Point, flags: Flags, last: int, before: int) -> int:
    """Return the row of ``Terms.rows`` for the pot as it is."""
    pair_row = terms.pair_row[last, before]
    return row_number(terms.radix, point.key, point.white_sum, pair_row, flags.flask, flags.doubled, flags.counters)


def weigh_calm(
    source: NDArray[np.float64], layout: Layout, terms: Terms, point: Point, flags: Flags, edges: Edges, green: int,
    phase: int, rows: Rows,
) -> None:  # fmt: skip
    """Weigh the chips that ask for no more than a last green: once for all rows with the same one.

    A white that may be put back is placed, but not counted: whether it is put back depends on the row.
    """
    placed, total = rows.placed[green], rows.calm[green]
    for step in range(point.size):
        total[step] = 0.0
    for edge in range(edges.ends[TOO_MUCH]):
        move = edges.table[edge, MOVE]
        if edge < edges.ends[SAFE]:
            base = base_with(layout, edges, edge, edges.moves[move, CLASS], green)
            read_placed(source, layout, point, edges, base, move, 0, flags.doubled, rows.spare, placed[edge])
        else:
            read_exploded(layout, terms, point, flags, edges, edge, green, phase, rows.spare, placed[edge])
        if not may_be_put_back(edges, edge, flags):
            add_scaled(total, edges.chance[edge], placed[edge], point.size)


def may_be_put_back(edges: Edges, edge: int, flags: Flags) -> bool:
    """Say whether an edge is a white that the flask or Well Stirred can put back."""
    return edges.ends[CALM] <= edge < edges.ends[SAFE] and (flags.flask == 1 or flags.stirred == 1)


def weigh_asking(
    source: NDArray[np.float64], values: NDArray[np.float64], layout: Layout, point: Point, flags: Flags, edges: Edges,
    last: int, before: int, rows: Rows,
) -> None:  # fmt: skip
    """Write what placing each chip is worth that asks for the last chips: red chips, and yellow of set 1."""
    green = layout.before_of_class[last]
    last_white = last if last < GREEN_CLASS else 0
    placed = rows.placed[green]
    for edge in range(edges.ends[TOO_MUCH], edges.ends[ASKING]):
        move = edges.table[edge, MOVE]
        if edges.moves[move, ASIDE]:
            base = base_with(layout, edges, edge, last, before)
            read_line(values, base.at_zero, point.low, point.size, placed[edge])
            continue
        base = base_with(layout, edges, edge, edges.moves[move, CLASS], green)
        read_placed(source, layout, point, edges, base, move, last_white, flags.doubled, rows.spare, placed[edge])
        if last_white > 0 and edges.moves[move, RETURNS]:
            base = returned_base(layout, point, edges, edge, flags, last_white, before)
            returned = rows.total
            read_placed(source, layout, point, edges, base, move, last_white, flags.doubled, rows.spare, returned)
            raise_to(placed[edge], returned, point.size)


def add_up(
    values: NDArray[np.float64], point: Point, flags: Flags, edges: Edges, green: int, pair: int, rows: Rows
) -> None:  # fmt: skip
    """Write what drawing is worth: the sum over all chips in the bag of their chance times what they lead to."""
    placed, total = rows.placed[green], rows.total
    for step in range(point.size):
        total[step] = rows.calm[green, step]
    for edge in range(edges.ends[CALM], edges.ends[ASKING]):
        if edges.ends[SAFE] <= edge < edges.ends[TOO_MUCH]:
            continue
        if edge >= edges.ends[TOO_MUCH]:
            add_scaled(total, edges.chance[edge], placed[edge], point.size)
        elif may_be_put_back(edges, edge, flags):
            kept_or_not = rows.spare
            for step in range(point.size):
                kept_or_not[step] = placed[edge, step]
            if flags.flask == 1:
                read = row_put_back(point, flags, 0, pair)
                raise_to(kept_or_not, values[read : read + point.size], point.size)
            if flags.stirred == 1:
                read = row_put_back(point, flags, flags.flask, pair)
                raise_to(kept_or_not, values[read : read + point.size], point.size)
            add_scaled(total, edges.chance[edge], kept_or_not, point.size)


def back_up(
    values: NDArray[np.float64], row: int, terms: Terms, point: Point, flags: Flags, last: int, before: int,
    drawing: NDArray[np.float64],
) -> None:  # fmt: skip
    """Write V(s) = max(stop(s), drawing(s)) for a row, or what a fixed rule makes of it."""
    stopped = terms.rows[STOPPED, row_stopped(terms, point, flags, last, before)]
    for step in range(point.size):
        stop = values[row + step] if terms.is_strong else stopped[point.low + step]
        if point.must_stop:
            values[row + step] = stop
        else:
            values[row + step] = max(stop, drawing[step]) if point.may_stop else drawing[step]


share_inline(
    unowned_rows,
    read_landing,
    read_placed,
    read_exploded,
    row_exploded,
    row_stopped,
    weigh_calm,
    may_be_put_back,
    weigh_asking,
    add_up,
    back_up,
)
