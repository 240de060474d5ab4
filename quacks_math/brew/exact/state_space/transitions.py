"""The moves at one coloured number and the edges at one point: which chips may come out, and where they lead.

Moves are made once per coloured number by asking the rules; edges follow from them by arithmetic. Both sweeps read
edges in their inner loops.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.flags import Flags, Radix, flags_number
from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.exact.state_space.points import Point
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import share, share_inline
from quacks_math.material.chips import KIND_VALUE
from quacks_math.rules.placing import (
    bonus_spaces,
    doubling_after,
    is_set_aside,
    may_return_white,
    protection_after,
    reads_last_white,
    spaces_moved,
)

HERE, NEXT, ASIDE, ASKS, THEN, SHIELD, PROTECTIONS, DOUBLINGS, CLASS, RETURNS, MOVE_FIELDS = range(11)
"""Columns of a table of moves: chips left, coloured number after, whether it is set aside, whether it depends on the last
chips beyond their green, pending doubling after, protected draws that it brings, then the protections and doublings of
the coloured number after, class as last chip, whether a white before it may be returned."""
MOVE, FIRST, SIZE, PAIRS, VARIANT, BASE, EDGE_FIELDS = range(7)
"""Columns of a table of edges: the move, state of the target on space 0 in its first memory, its number of spaces, of
pairs, its variant, state on space 0 in the first pair's memory with the flags at hand."""
CALM, SAFE, TOO_MUCH, ASKING = range(4)
"""Parts of a table of edges, in order: coloured chips that only ask for a last green; whites; whites that explode the
pot (they lead nowhere); coloured chips that ask for more. ``ends`` says where each part ends."""


def move_table(groups: int) -> NDArray[np.int64]:
    """Return room for the moves of this many coloured groups and the three whites."""
    return np.zeros((groups + 3, MOVE_FIELDS), dtype=np.int64)


def spaces_table(groups: int) -> NDArray[np.int64]:
    """Return room for spaces moved: [move, value of the last white, doubled, way]."""
    return np.zeros((groups + 3, 4, 2, 4), dtype=np.int64)


def list_moves(layout: Layout, coloured: int, moves: NDArray[np.int64], spaces: NDArray[np.int64]) -> None:
    """Write the moves at a coloured number.

    Args:
        layout: The layout.
        coloured: The coloured number.
        moves: See ``move_table``; white 1 to 3 come after the groups, their chips left depend on the white combination.
        spaces: See ``spaces_table``. There is one way; under the ruling that extra spaces may be declined four, as bonus
            and doubling can each be left out.
    """
    books, rulings = layout.books, layout.rulings
    groups = len(layout.kind)
    for move in range(groups + 3):
        kind = layout.kind[move] if move < groups else move - groups
        if move < groups:
            moves[move, HERE] = layout.left[move] - layout.out[coloured, move]
            if moves[move, HERE] == 0:
                continue
            after = coloured + layout.stride[move]
            moves[move, NEXT] = after
            moves[move, ASIDE] = is_set_aside(kind, books)
            moves[move, RETURNS] = may_return_white(kind, 1, books)
            moves[move, ASKS] = moves[move, RETURNS] or moves[move, ASIDE] or reads_last_white(kind, books)
            moves[move, THEN] = doubling_after(kind, books)
            moves[move, SHIELD] = protection_after(kind, 0, books)
            moves[move, PROTECTIONS] = layout.protections[after]
            moves[move, DOUBLINGS] = layout.doublings[after]
        moves[move, CLASS] = layout.class_of_kind[kind]
        for last_white in range(4):
            bonus = bonus_spaces(
                kind, layout.oranges[coloured], layout.reds[coloured], layout.yellows[coloured], last_white, books,
                layout.card,
            )  # fmt: skip
            for doubled in range(2):
                for way in range(4):
                    extra = bonus if way in (0, 2) else 0
                    twice = doubled == 1 and way < 2
                    spaces[move, last_white, doubled, way] = spaces_moved(KIND_VALUE[kind], extra, twice, rulings)


class Base(NamedTuple):
    """Where a chip leads to but for the space it lands on."""

    at_zero: int  # state on space 0 with the counters as they were
    stride: int  # distance between states that differ by one in their counters


class Edges(NamedTuple):
    """The moves at a coloured number and the edges at one of its points; room that is written over and over."""

    moves: NDArray[np.int64]  # see ``move_table``
    spaces: NDArray[np.int64]  # see ``spaces_table``
    table: NDArray[np.int64]  # (moves + 1, EDGE_FIELDS)
    ends: NDArray[np.int64]  # (4,) where each part ends
    chips: NDArray[np.int64]  # (moves + 1,) chips left of each
    chance: NDArray[np.float64]  # (moves + 1,) that it comes out next


def edges_for(groups: int) -> Edges:
    """Return room for the edges of this many coloured groups and the three whites."""
    room = groups + 4
    return Edges(
        move_table(groups), spaces_table(groups), np.zeros((room, EDGE_FIELDS), dtype=np.int64),
        np.zeros(4, dtype=np.int64), np.zeros(room, dtype=np.int64), np.zeros(room),
    )  # fmt: skip


def unowned_edges(edges: Edges) -> Edges:
    """Return the same room without owners; the original must be kept alive."""
    return Edges(
        unowned(edges.moves), unowned(edges.spaces), unowned(edges.table), unowned(edges.ends), unowned(edges.chips),
        unowned(edges.chance),
    )  # fmt: skip


def list_edges(layout: Layout, point: Point, edges: Edges) -> None:
    """Write the edges at a point, all but ``BASE``; the moves at its coloured number are listed."""
    moves, table = edges.moves, edges.table
    room = point.limit - point.white_sum
    edge = 0
    for part in range(4):
        is_white = part in (SAFE, TOO_MUCH)
        for move in range(len(layout.kind) if is_white else 0, len(layout.kind) + 3 if is_white else len(layout.kind)):
            if is_white:
                value = move - len(layout.kind) + 1
                here = layout.white_left[point.white, value - 1]
                belongs = (value > room) == (part == TOO_MUCH)
            else:
                here = moves[move, HERE]
                belongs = (moves[move, ASKS] == 1) == (part == ASKING)
            if here == 0 or not belongs:
                continue
            table[edge, MOVE] = move
            edges.chips[edge] = here
            edges.chance[edge] = here / point.chips
            if part != TOO_MUCH:
                target = moves[move, NEXT] * len(layout.white_sum) + point.white
                if is_white:
                    target = (
                        point.coloured * len(layout.white_sum) + layout.white_next[point.white, move - len(layout.kind)]
                    )
                table[edge, FIRST] = layout.offset[target] - layout.low[target]
                table[edge, SIZE] = layout.size[target]
                table[edge, VARIANT] = layout.variant[target]
                table[edge, PAIRS] = layout.pair_count[layout.variant[target]]
            edge += 1
        edges.ends[part] = edge


def turn_edges(point: Point, flags: Flags, edges: Edges) -> None:
    """Write ``BASE`` of all edges for the flags of a state; a protected draw, if any, has been used by then."""
    moves, table, ends = edges.moves, edges.table, edges.ends
    shield = max(0, flags.protected - 1)
    for edge in range(ends[ASKING]):
        move = table[edge, MOVE]
        radix = point.radix
        if edge < ends[CALM] or edge >= ends[TOO_MUCH]:
            radix = Radix(radix.flasks, moves[move, PROTECTIONS], moves[move, DOUBLINGS], radix.counters)
            doubled = flags.doubled if moves[move, ASIDE] else moves[move, THEN]
            left = max(shield, moves[move, SHIELD])
            number = flags_number(radix, flags.stirred, flags.flask, left, doubled, flags.counters)
        elif edge < ends[SAFE]:
            number = flags_number(radix, 0, flags.flask, shield, 0, flags.counters)
        else:
            continue
        table[edge, BASE] = table[edge, FIRST] + number * table[edge, PAIRS] * table[edge, SIZE]


def base_with(layout: Layout, edges: Edges, edge: int, last: int, before: int) -> Base:
    """Return what an edge leads to when these are the classes of the last chips then."""
    table = edges.table
    entry = layout.pair_index[table[edge, VARIANT], last, before]
    return Base(table[edge, BASE] + entry * table[edge, SIZE], table[edge, PAIRS] * table[edge, SIZE])


def returned_base(
    layout: Layout, point: Point, edges: Edges, edge: int, flags: Flags, last_white: int, before: int
) -> Base:
    """Return what an edge leads to when yellow of set 1 sends the white before it back.

    Args:
        layout: The layout.
        point: The point.
        edges: Its edges.
        edge: That of the yellow chip.
        flags: Flags before it is placed.
        last_white: Value of the white chip that is sent back.
        before: Class of the chip before the white.
    """
    moves = edges.moves
    move = edges.table[edge, MOVE]
    back = moves[move, NEXT] * len(layout.white_sum) + layout.white_previous[point.white, last_white - 1]
    left = max(0, flags.protected - 1, moves[move, SHIELD])
    radix = Radix(layout.flasks, moves[move, PROTECTIONS], moves[move, DOUBLINGS], layout.counters)
    number = flags_number(radix, 0, flags.flask, left, moves[move, THEN], flags.counters)
    pairs = layout.pair_count[layout.variant[back]]
    memory = number * pairs + layout.pair_index[layout.variant[back], moves[move, CLASS], before]
    return Base(layout.offset[back] + memory * layout.size[back] - layout.low[back], pairs * layout.size[back])


def row_put_back(point: Point, flags: Flags, flask: int, pair: int) -> int:
    """Return the first state of the row that putting the drawn white back leads to, the flask being so afterwards."""
    number = flags_number(point.radix, 0, flask, max(0, flags.protected - 1), flags.doubled, flags.counters)
    return int(point.offset + (number * point.pairs + pair) * point.size)


share(move_table, spaces_table, list_moves)
share_inline(unowned_edges, list_edges, turn_edges, base_with, returned_base, row_put_back)
