"""Where probability goes from a row of states: the lines along which each chip may be placed, and the best of them.

A line leads from each step of a row to a state, see ``state_space.lines``. A chip has several where it may be moved in
several ways, where yellow of set 1 may send the white before it back, or where a white may be put back itself: then the
values of the backward sweep say which one is best, step by step.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import may_be_put_back, read_landing, row_exploded
from quacks_math.brew.exact.look import TIE
from quacks_math.brew.exact.state_space.flags import Flags
from quacks_math.brew.exact.state_space.index import GREEN_CLASS, LOOK_CLASS, Layout, ways_of
from quacks_math.brew.exact.state_space.lines import read_line, send_line
from quacks_math.brew.exact.state_space.points import FIFTH_LOOK, PLAIN, Point
from quacks_math.brew.exact.state_space.stop_payoffs import Terms
from quacks_math.brew.exact.state_space.transitions import (
    ASIDE,
    CLASS,
    MOVE,
    RETURNS,
    SAFE,
    TOO_MUCH,
    Base,
    Edges,
    base_with,
    returned_base,
    row_put_back,
)
from quacks_math.brew.payoff.payoff import EXPLODED, PROTECTED
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import share_inline
from quacks_math.material.track import CHIP_SPACES, LAST_CHIP_SPACE

AT_ZERO, FIRST_SPACE, STRIDE, STAYS, LINE_FIELDS = range(5)
"""Columns of a table of lines, see ``Line``."""
MOST_LINES = 10
"""A chip is moved in up to four ways, with the white before it or without; a white may be put back in two ways."""
RESTARTS = -1
"""Stands in place of a line where the brew begins again."""


class Line(NamedTuple):
    """See ``state_space.lines``."""

    at_zero: int  # state on space 0
    first: int  # space that the first step leads to
    stride: int  # distance between counters, 0 where they stay as they are
    stays: int  # 1 where the state belongs to the pass itself although the chip at hand brings A Second Chance's offer


class Passes(NamedTuple):
    """Probability and values of the pass at hand, and of those that A Second Chance leads to."""

    mass: NDArray[np.float64]  # (H, states) probability by rubies gained while brewing and state
    mass_after: NDArray[np.float64]  # likewise for looks of the chip with which the offer comes
    mass_plain: NDArray[np.float64]  # likewise for states without the card
    values: NDArray[np.float64]  # (states,) of ``mass``
    after: NDArray[np.float64]  # with the offer: the better of going on and beginning again
    plain: NDArray[np.float64]  # of ``mass_plain``
    stop_worth: NDArray[np.float64]  # with Strong Ingredient: worth of stopping; what stops then stays in ``mass``
    phase: int  # one of ``state_space.points.PASSES``


class Ended(NamedTuple):
    """Where probability has ended."""

    pots: NDArray[np.float64]  # (3 endings, rows, H, 53) finished pots by their row in ``Terms.rows``
    restart: NDArray[np.float64]  # (F, Q, H) beginning again


class Way(NamedTuple):
    """Room for what the chips lead to that may come out next, for the row of states at hand; edges as in ``Edges``."""

    held: NDArray[np.float64]  # (H, 53) probability by step that goes on
    part: NDArray[np.float64]  # (53,)
    lines: NDArray[np.int64]  # (edges, MOST_LINES, LINE_FIELDS)
    how_many: NDArray[np.int64]  # (edges,) lines
    row: NDArray[np.int64]  # (edges,) of the pot that a white explodes
    chosen: NDArray[np.int64]  # (edges, 53) the best line by step
    worth: NDArray[np.float64]  # (edges, 53) its worth
    weight: NDArray[np.float64]  # (edges, 53) chance that it is placed, out of a look
    ranked: NDArray[np.float64]  # (edges,)
    order: NDArray[np.int64]  # (edges,)
    spare: NDArray[np.float64]  # (53,)


class Span(NamedTuple):
    """The part of a row that goes on: play comes to a few spaces of each row only."""

    first: int  # step of the row at which it begins
    low: int  # its space
    size: int  # steps, 0 for nothing


def way_for(groups: int, hits: int) -> Way:
    """Return room for this many coloured groups and amounts of rubies."""
    room = groups + 4
    return Way(
        np.zeros((hits, CHIP_SPACES)), np.zeros(CHIP_SPACES), np.zeros((room, MOST_LINES, LINE_FIELDS), dtype=np.int64),
        np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64), np.zeros((room, CHIP_SPACES), dtype=np.int64),
        np.zeros((room, CHIP_SPACES)), np.zeros((room, CHIP_SPACES)), np.zeros(room), np.zeros(room, dtype=np.int64),
        np.zeros(CHIP_SPACES),
    )  # fmt: skip


def unowned_way(way: Way) -> Way:
    """Return the same room without owners; the original must be kept alive."""
    return Way(
        unowned(way.held), unowned(way.part), unowned(way.lines), unowned(way.how_many), unowned(way.row),
        unowned(way.chosen), unowned(way.worth), unowned(way.weight), unowned(way.ranked), unowned(way.order),
        unowned(way.spare),
    )  # fmt: skip


class Sweep(NamedTuple):
    """Everything the forward sweep works with."""

    layout: Layout
    terms: Terms
    passes: Passes
    ended: Ended
    edges: Edges
    way: Way


def is_exploding(edges: Edges, edge: int) -> bool:
    """Say whether an edge is a white that explodes the pot."""
    return bool(edges.ends[SAFE] <= edge < edges.ends[TOO_MUCH])


def has_choice(sweep: Sweep, flags: Flags, edge: int, last: int, pair: int) -> bool:
    """Say whether a chip leads to the best of several states; arguments as in ``list_lines``."""
    edges = sweep.edges
    if is_exploding(edges, edge) and sweep.passes.phase != PLAIN:
        return True
    move = edges.table[edge, MOVE]
    if edges.moves[move, ASIDE]:
        return False
    returns = 0 < last < GREEN_CLASS and edge >= edges.ends[TOO_MUCH] and edges.moves[move, RETURNS] == 1
    return bool(returns or ways_of(sweep.layout) > 1 or (pair >= 0 and may_be_put_back(edges, edge, flags)))


def add_line_to(way: Way, edge: int, line: Line) -> None:
    """Add a line to those of an edge."""
    columns = way.lines[edge, way.how_many[edge]]
    columns[AT_ZERO], columns[FIRST_SPACE], columns[STRIDE], columns[STAYS] = line
    way.how_many[edge] += 1


def line_of(way: Way, edge: int, number: int) -> Line:
    """Return one of the lines of an edge."""
    columns = way.lines[edge, number]
    return Line(columns[AT_ZERO], columns[FIRST_SPACE], columns[STRIDE], columns[STAYS])


def last_white_of(edges: Edges, edge: int, last: int) -> int:
    """Return the value of a last white as far as a chip asks for it, else 0."""
    return last if edge >= edges.ends[TOO_MUCH] and last < GREEN_CLASS else 0


def first_line(sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int, last: int, before: int) -> Line:
    """Return the line of a chip that stays where it is placed, moved as far as it may; arguments as in ``list_lines``."""
    layout, edges = sweep.layout, sweep.edges
    move, green = edges.table[edge, MOVE], layout.before_of_class[last]
    if edges.moves[move, ASIDE]:
        base = base_with(layout, edges, edge, last, before)
        return Line(base.at_zero, span.low, 0, 1 if sweep.passes.phase != FIFTH_LOOK else 0)
    first = span.low + edges.spaces[move, last_white_of(edges, edge, last), flags.doubled, 0]
    if is_exploding(edges, edge):
        sweep.way.row[edge] = row_exploded(layout, sweep.terms, point, flags, move, green)
        return Line(0, first, 0, 0)
    base = base_with(layout, edges, edge, edges.moves[move, CLASS], green)
    return Line(base.at_zero, first, base.stride, 0)


def list_lines(
    sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int, last: int, before: int, pair: int
) -> None:  # fmt: skip
    """List the lines along which a chip may be placed from a row, in the order of preference where they are worth the same.

    Args:
        sweep: The sweep; its edges are turned to these flags, its lines are written here.
        point: The point.
        span: The part of the row.
        flags: Flags of the row.
        edge: The chip's edge.
        last: Class of the last chip.
        before: Class of the chip before.
        pair: The row's pair, less than 0 for a look: a white seen there is never better put back than not placed.
    """
    edges, way = sweep.edges, sweep.way
    move, last_white = edges.table[edge, MOVE], last_white_of(edges, edge, last)
    way.how_many[edge] = 0
    line = first_line(sweep, point, span, flags, edge, last, before)
    add_ways(sweep, span, edge, line, flags.doubled, last_white)
    if last_white > 0 and edges.moves[move, RETURNS]:
        base = returned_base(sweep.layout, point, edges, edge, flags, last_white, before)
        add_ways(sweep, span, edge, Line(base.at_zero, 0, base.stride, 0), flags.doubled, last_white)
    if pair >= 0 and may_be_put_back(edges, edge, flags):
        if flags.flask == 1:
            add_line_to(way, edge, Line(row_put_back(point, flags, 0, pair) - point.low, span.low, 0, 1))
        if flags.stirred == 1:
            add_line_to(way, edge, Line(row_put_back(point, flags, flags.flask, pair) - point.low, span.low, 0, 1))


def add_ways(sweep: Sweep, span: Span, edge: int, line: Line, doubled: int, last_white: int) -> None:
    """Add a line like this one for each way to move a chip."""
    for number in range(ways_of(sweep.layout)):
        first = span.low + sweep.edges.spaces[sweep.edges.table[edge, MOVE], last_white, doubled, number]
        add_line_to(sweep.way, edge, Line(line.at_zero, first, line.stride, line.stays))


def read_worth(
    sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int, line: Line, read: NDArray[np.float64]
) -> None:  # fmt: skip
    """Write what a chip is worth that is placed along a line, by step."""
    layout, passes = sweep.layout, sweep.passes
    if is_exploding(sweep.edges, edge):
        rows = sweep.terms.rows[PROTECTED if flags.protected else EXPLODED, sweep.way.row[edge]]
        read_line(rows, 0, line.first, span.size, read)
    else:
        source = passes.after if point.uses_offer and line.stays == 0 else passes.values
        move = sweep.edges.table[edge, MOVE] if line.stride > 0 else len(layout.kind)
        read_landing(source, layout, Base(line.at_zero, line.stride), move, line.first, span.size, read)


def choose_lines(sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int) -> None:
    """Write which line of an edge is best, step by step, and what it is worth."""
    way = sweep.way
    worth, chosen = way.worth[edge], way.chosen[edge]
    for number in range(way.how_many[edge]):
        read_worth(sweep, point, span, flags, edge, line_of(way, edge, number), way.spare)
        for step in range(span.size):
            if number == 0 or way.spare[step] > worth[step] + TIE:
                chosen[step] = number
                worth[step] = way.spare[step]
    if is_exploding(sweep.edges, edge) and sweep.passes.phase != PLAIN:
        restart = sweep.terms.restart[flags.flask, flags.counters]
        for step in range(span.size):
            if restart > worth[step] + TIE:
                chosen[step] = RESTARTS
                worth[step] = restart


def send_chosen(
    sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int, hits: int, scale: float, held: NDArray[np.float64]
) -> None:  # fmt: skip
    """Send a multiple of what each step holds along the chosen line of an edge; arguments as in ``send``."""
    way = sweep.way
    sent = way.part
    for step in range(span.size):
        if way.chosen[edge, step] == RESTARTS:
            sweep.ended.restart[flags.flask, flags.counters, hits] += scale * held[step]
    for number in range(way.how_many[edge]):
        for step in range(span.size):
            sent[step] = held[step] if way.chosen[edge, step] == number else 0.0
        send(sweep, point, span, flags, edge, line_of(way, edge, number), hits, scale, sent)


def send(
    sweep: Sweep, point: Point, span: Span, flags: Flags, edge: int, line: Line, hits: int, scale: float,
    sent: NDArray[np.float64],
) -> None:  # fmt: skip
    """Send a multiple of what each step holds along a line.

    Args:
        sweep: The sweep.
        point: The point.
        span: The part of the row.
        flags: Flags of the row.
        edge: The edge.
        line: The line.
        hits: Rubies gained while brewing, as far as they are kept apart.
        scale: The multiple.
        sent: Probability by step.
    """
    layout, passes = sweep.layout, sweep.passes
    move = sweep.edges.table[edge, MOVE]
    if is_exploding(sweep.edges, edge):
        pots = sweep.ended.pots[PROTECTED if flags.protected else EXPLODED, sweep.way.row[edge], hits]
        send_line(pots, 0, line.first, span.size, scale, sent)
        return
    goes_on = not point.uses_offer or line.stays == 1
    if not goes_on and sweep.edges.moves[move, CLASS] < LOOK_CLASS:
        send_offered(sweep, span, flags, move, line, hits, scale, sent)
        return
    mass = passes.mass if goes_on else passes.mass_after
    if line.stride > 0 and move < len(layout.kind) and (layout.has_growth[move] or layout.has_hit[move]):
        for step in range(span.size):
            if sent[step] > 0.0:
                landed = min(LAST_CHIP_SPACE, line.first + step)
                state = line.at_zero + landed + layout.growth[move, landed] * line.stride
                mass[hits + layout.hit[move, landed], state] += scale * sent[step]
    else:
        send_line(mass[hits], line.at_zero, line.first, span.size, scale, sent)


def send_offered(
    sweep: Sweep, span: Span, flags: Flags, move: int, line: Line, hits: int, scale: float, sent: NDArray[np.float64]
) -> None:  # fmt: skip
    """Send what leads to five chips in the pot: to beginning again where that is worth more, else on without the card."""
    layout, passes, restart = sweep.layout, sweep.passes, sweep.terms.restart
    for step in range(span.size):
        if sent[step] == 0.0:
            continue
        landed = min(LAST_CHIP_SPACE, line.first + step)
        grown, more = 0, 0
        if line.stride > 0 and move < len(layout.kind):
            grown, more = layout.growth[move, landed], layout.hit[move, landed]
        state = line.at_zero + landed + grown * line.stride
        if restart[flags.flask, flags.counters + grown] > passes.plain[state] + TIE:
            sweep.ended.restart[flags.flask, flags.counters + grown, hits + more] += scale * sent[step]
        else:
            passes.mass_plain[hits + more, state] += scale * sent[step]


share_inline(
    unowned_way, is_exploding, has_choice, add_line_to, line_of, last_white_of, first_line, list_lines, add_ways, read_worth,
    choose_lines, send_chosen, send, send_offered,
)  # fmt: skip
