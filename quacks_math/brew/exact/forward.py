r"""The forward sweep: reach probabilities under best play, or under a fixed stop rule.

The values of the backward sweep tell which move is best in every state. Let :math:`\mu(s)` be the probability that play
comes to state s. Sending it along the best moves,

.. math::
    \mu(s') = \sum_s \mu(s)\,[\text{s goes on}] \sum_i \tfrac{n_i}{n}\,[\text{placing } i \text{ in } s \text{ leads to } s'],

from the root to the ends gives the exact distribution of scoring spaces, explosions and rubies. It is the backward sweep
transposed: rows of states send along the lines that values were read from (``state_space.lines``), and rows that play never
comes to are skipped. Where two moves are equally good, stopping comes before drawing, keeping a chip before putting it
back, and placing nothing before placing something.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import row_stopped
from quacks_math.brew.exact.look import TIE, shares
from quacks_math.brew.exact.routes import (
    Ended,
    Line,
    Passes,
    Span,
    Sweep,
    Way,
    choose_lines,
    first_line,
    has_choice,
    list_lines,
    read_worth,
    send,
    send_chosen,
    unowned_way,
)
from quacks_math.brew.exact.state_space.flags import Flags, flags_of
from quacks_math.brew.exact.state_space.index import LOOK_CLASS, LOOK_VALUES, OTHER, Layout, unowned_layout
from quacks_math.brew.exact.state_space.points import FIFTH_LOOK, Point, point_at, unowned_terms
from quacks_math.brew.exact.state_space.stop_payoffs import Terms
from quacks_math.brew.exact.state_space.transitions import (
    ASKING,
    MOVE,
    Edges,
    list_edges,
    list_moves,
    turn_edges,
    unowned_edges,
)
from quacks_math.brew.payoff.payoff import STOPPED
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import flexible_kernel, share_inline


@flexible_kernel
def spread(
    numbers: NDArray[np.int64], passes: Passes, layout: Layout, terms: Terms, ended: Ended, edges: Edges, way: Way
) -> None:
    """Send the probability of all states at some coloured numbers of one layer on.

    Args:
        numbers: Coloured numbers; all numbers with fewer coloured chips out are done.
        passes: Probability and values.
        layout: The layout.
        terms: How brews end.
        ended: Where it ends, added to.
        edges: Room.
        way: Room.
    """
    layout, terms, edges = unowned_layout(layout), unowned_terms(terms), unowned_edges(edges)
    passes = Passes(
        unowned(passes.mass), unowned(passes.mass_after), unowned(passes.mass_plain), unowned(passes.values),
        unowned(passes.after), unowned(passes.plain), unowned(passes.stop_worth), passes.phase,
    )  # fmt: skip
    ended = Ended(unowned(ended.pots), unowned(ended.restart))
    sweep = Sweep(layout, terms, passes, ended, edges, unowned_way(way))
    for coloured in numbers:
        listed = False
        for white in range(len(layout.white_sum) - 1, -1, -1):
            point = point_at(layout, terms, coloured, white, passes.phase)
            if not any_above_zero(passes.mass, point.offset, point.flag_sets * point.pairs * point.size):
                continue
            if not listed:
                list_moves(layout, coloured, edges.moves, edges.spaces)
                listed = True
            list_edges(layout, point, edges)
            for number in range(point.flag_sets - 1, -1, -1):
                flags = flags_of(point.radix, number)
                turn_edges(point, flags, edges)
                for pair in range(point.pairs - 1, -1, -1):
                    row = point.offset + (number * point.pairs + pair) * point.size
                    if not any_above_zero(passes.mass, row, point.size):
                        continue
                    last, before = layout.pair_last[point.variant, pair], layout.pair_before[point.variant, pair]
                    if last >= LOOK_CLASS:
                        seen = LOOK_VALUES[last - LOOK_CLASS]
                        nothing = row + (layout.pair_index[point.variant, OTHER, before] - pair) * point.size
                        span = take_up(passes.mass, row, point, sweep.way.held)
                        look(sweep, point, span, flags, seen, before, nothing)
                    else:
                        span = stop(sweep, row, point, flags, last, before)
                        if span.size > 0:
                            draw(sweep, point, span, flags, last, before, pair)


def any_above_zero(mass: NDArray[np.float64], first: int, states: int) -> bool:
    """Say whether any of so many states from the first one on has probability."""
    for hits in range(len(mass)):
        held = mass[hits, first : first + states]
        for state in range(states):
            if held[state] > 0.0:
                return True
    return False


def narrowed(point: Point, held: NDArray[np.float64]) -> Span:
    """Return the steps from the first to the last one that hold something, and move what they hold to the front."""
    first, end = point.size, 0
    for hits in range(len(held)):
        for step in range(point.size):
            if held[hits, step] > 0.0:
                first, end = min(first, step), max(end, step + 1)
    for hits in range(len(held)):
        for step in range(first, end):
            held[hits, step - first] = held[hits, step]
    return Span(first, point.low + first, max(0, end - first))


def take_up(mass: NDArray[np.float64], row: int, point: Point, held: NDArray[np.float64]) -> Span:
    """Move the probability of a row to ``held``."""
    for hits in range(len(held)):
        for step in range(point.size):
            held[hits, step] = mass[hits, row + step]
            mass[hits, row + step] = 0.0
    return narrowed(point, held)


def stop(sweep: Sweep, row: int, point: Point, flags: Flags, last: int, before: int) -> Span:
    """End the probability of a row where it is best to stop, and take up the rest."""
    terms, passes, held = sweep.terms, sweep.passes, sweep.way.held
    stopped = row_stopped(terms, point, flags, last, before)
    worth = terms.rows[STOPPED, stopped]
    for step in range(point.size):
        ends = point.must_stop
        if not ends and point.may_stop:
            stopping = passes.stop_worth[row + step] if terms.is_strong else worth[point.low + step]
            ends = stopping >= passes.values[row + step] - TIE
        for hits in range(len(held)):
            here = passes.mass[hits, row + step]
            held[hits, step] = 0.0 if ends else here
            if ends and terms.is_strong:
                continue  # the look behind the stop is still to come, see ``strong_ingredient``
            passes.mass[hits, row + step] = 0.0
            if ends:
                sweep.ended.pots[STOPPED, stopped, hits, point.low + step] += here
    return narrowed(point, held)


def draw(sweep: Sweep, point: Point, span: Span, flags: Flags, last: int, before: int, pair: int) -> None:
    """Draw from the states of a row: each chip in the bag comes out with its chance."""
    edges, held = sweep.edges, sweep.way.held
    for edge in range(edges.ends[ASKING]):
        chance = edges.chance[edge]
        if has_choice(sweep, flags, edge, last, pair):
            list_lines(sweep, point, span, flags, edge, last, before, pair)
            choose_lines(sweep, point, span, flags, edge)
            for hits in range(len(held)):
                send_chosen(sweep, point, span, flags, edge, hits, chance, held[hits])
        else:
            line = first_line(sweep, point, span, flags, edge, last, before)
            for hits in range(len(held)):
                send(sweep, point, span, flags, edge, line, hits, chance, held[hits])


def look(sweep: Sweep, point: Point, span: Span, flags: Flags, seen: int, before: int, nothing: int) -> None:
    """Look from the states of a row: the best chip seen is placed, or none, which leads to the row ``nothing``."""
    passes, edges, way = sweep.passes, sweep.edges, sweep.way
    asking, placed = edges.ends[ASKING], way.spare
    for edge in range(asking):
        way.order[edge] = edge
        if has_choice(sweep, flags, edge, OTHER, -1):
            list_lines(sweep, point, span, flags, edge, OTHER, before, -1)
            choose_lines(sweep, point, span, flags, edge)
        else:
            line = first_line(sweep, point, span, flags, edge, OTHER, before)
            read_worth(sweep, point, span, flags, edge, line, way.worth[edge])
    for step in range(span.size):
        for edge in range(asking):
            way.ranked[edge] = way.worth[edge, step]
        none = passes.values[nothing + span.first + step]
        shares(way.ranked, edges.chips, asking, none, seen, point.chips, way.order, sweep.terms.tail)
        for edge in range(asking + 1):
            way.weight[edge, step] = way.ranked[edge]
    edges.table[asking, MOVE] = len(sweep.layout.kind)  # placing nothing gains nothing, like a white
    line_of_nothing = Line(nothing - point.low, span.low, 0, 1 if passes.phase != FIFTH_LOOK else 0)
    for edge in range(asking + 1):
        choice = edge < asking and has_choice(sweep, flags, edge, OTHER, -1)
        line = first_line(sweep, point, span, flags, edge, OTHER, before) if edge < asking else line_of_nothing
        for hits in range(len(way.held)):
            for step in range(span.size):
                placed[step] = way.held[hits, step] * way.weight[edge, step]
            if choice:
                send_chosen(sweep, point, span, flags, edge, hits, 1.0, placed)
            else:
                send(sweep, point, span, flags, edge, line, hits, 1.0, placed)


share_inline(any_above_zero, narrowed, take_up, stop, draw, look)
