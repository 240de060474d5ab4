"""The moves at one coloured number and the edges at one point: which chips may come out, and where they lead.

Moves are made once per coloured number by asking the rules; edges follow from them by arithmetic. Both sweeps read
edges in their inner loops.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.kernels.compile import share
from quacks_math.material.chips import KIND_VALUE
from quacks_math.material.track import LAST_CHIP_SPACE
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
MOVE, CHIPS, FIRST, SIZE, PAIRS, VARIANT, BASE, EDGE_FIELDS = range(8)
"""Columns of a table of edges: the move, chips left, state of the target on space 0 in its first memory, its number of
spaces, of pairs, its variant, state on space 0 in the first pair's memory with the flags at hand."""
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


def list_edges(
    moves: NDArray[np.int64], coloured: int, white: int, room: int, white_left: NDArray[np.int64],
    white_next: NDArray[np.int64], offset_of: NDArray[np.int64], low_of: NDArray[np.int16], size_of: NDArray[np.int16],
    variant_of: NDArray[np.int64], pair_count: NDArray[np.int64], edges: NDArray[np.int64], ends: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the edges at a point.

    Args:
        moves: The moves at its coloured number.
        coloured: The coloured number.
        white: The white combination.
        room: How much the white sum may still grow.
        white_left: See ``Layout``, like the following.
        white_next: As above.
        offset_of: As above.
        low_of: As above.
        size_of: As above.
        variant_of: As above.
        pair_count: As above.
        edges: Shape (moves, EDGE_FIELDS), written here but for ``BASE``.
        ends: Shape (4,): where each part ends, written here.
    """
    groups, whites = len(moves) - 3, len(white_left)
    edge = 0
    for part in range(4):
        is_white = part in (SAFE, TOO_MUCH)
        for move in range(groups if is_white else 0, groups + 3 if is_white else groups):
            if is_white:
                value = move - groups + 1
                here = white_left[white, value - 1]
                belongs = (value > room) == (part == TOO_MUCH)
            else:
                here = moves[move, HERE]
                belongs = (moves[move, ASKS] == 1) == (part == ASKING)
            if here == 0 or not belongs:
                continue
            edges[edge, MOVE] = move
            edges[edge, CHIPS] = here
            if part != TOO_MUCH:
                target = moves[move, NEXT] * whites + white
                if is_white:
                    target = coloured * whites + white_next[white, move - groups]
                edges[edge, FIRST] = offset_of[target] - low_of[target]
                edges[edge, SIZE] = size_of[target]
                edges[edge, VARIANT] = variant_of[target]
                edges[edge, PAIRS] = pair_count[variant_of[target]]
            edge += 1
        ends[part] = edge


def turn_edges(
    edges: NDArray[np.int64], ends: NDArray[np.int64], moves: NDArray[np.int64], protections: int, doublings: int,
    flasks: int, all_counters: int, stirred: int, flask: int, shield: int, doubled: int, counters: int,
) -> None:  # fmt: skip
    """Write ``BASE`` of all edges for the flags of a state.

    Args:
        edges: The edges.
        ends: Where each part ends.
        moves: The moves.
        protections: See ``Layout``, at the coloured number; like the following.
        doublings: As above.
        flasks: As above.
        all_counters: As above.
        stirred: 1 while Well Stirred is unused.
        flask: 1 with a full flask.
        shield: Protected draws left after this one.
        doubled: 1 with a pending doubling.
        counters: Counters.
    """
    for edge in range(ends[ASKING]):
        move = edges[edge, MOVE]
        if edge < ends[CALM] or edge >= ends[TOO_MUCH]:
            flags = (stirred * flasks + flask) * moves[move, PROTECTIONS] + max(shield, moves[move, SHIELD])
            flags = flags * moves[move, DOUBLINGS] + (doubled if moves[move, ASIDE] else moves[move, THEN])
        elif edge < ends[SAFE]:
            flags = (flask * protections + shield) * doublings
        else:
            continue
        flags = flags * all_counters + counters
        edges[edge, BASE] = edges[edge, FIRST] + flags * edges[edge, PAIRS] * edges[edge, SIZE]


def returning(
    moves: NDArray[np.int64], move: int, back: int, before: int, flask: int, shield: int, counters: int, all_counters: int,
    offset_of: NDArray[np.int64], low_of: NDArray[np.int16], size_of: NDArray[np.int16], variant_of: NDArray[np.int64],
    pair_count: NDArray[np.int64], pair_index: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Return (state on space 0, distance between counters) when yellow of set 1 sends the white before it back.

    Args:
        moves: The moves.
        move: That of the yellow chip.
        back: The point that is reached.
        before: Class of the chip before the white.
        flask: 1 with a full flask.
        shield: Protected draws left after this one.
        counters: Counters.
        all_counters: See ``Layout``, like the following.
        offset_of: As above.
        low_of: As above.
        size_of: As above.
        variant_of: As above.
        pair_count: As above.
        pair_index: As above.
    """
    flags = flask * moves[move, PROTECTIONS] + max(shield, moves[move, SHIELD])
    flags = (flags * moves[move, DOUBLINGS] + moves[move, THEN]) * all_counters + counters
    pairs = pair_count[variant_of[back]]
    memory = flags * pairs + pair_index[variant_of[back], moves[move, CLASS], before]
    return offset_of[back] + memory * size_of[back] - low_of[back], pairs * size_of[back]


def landing(
    source: NDArray[np.float64], base: int, stride: int, space: int, spaces: NDArray[np.int64], move: int,
    last_white: int, doubled: int, ways: int, gain: NDArray[np.float64], count: NDArray[np.int64],
) -> tuple[int, float, int]:  # fmt: skip
    """Return (state, value, space) that a placed chip leads to, by the best way to move it.

    Args:
        source: Values of states.
        base: State of the target on space 0, counters as they were.
        stride: Distance between states that differ by one in their counters.
        space: Space the chip is placed from.
        spaces: See ``spaces_table``.
        move: The move.
        last_white: Value of the white chip directly before, or 0.
        doubled: 1 with a pending doubling.
        ways: How many ways there are.
        gain: See ``Layout``.
        count: ``Layout.growth``.
    """
    best_state, best_value, best_space = -1, -np.inf, 0
    is_white = move >= len(gain)
    for way in range(ways):
        landed = min(LAST_CHIP_SPACE, space + spaces[move, last_white, doubled, way])
        state = base + landed
        reward = 0.0
        if not is_white:
            state += count[move, landed] * stride
            reward = gain[move, landed]
        value = source[state] + reward
        if way == 0 or value > best_value:
            best_state, best_value, best_space = state, value, landed
    return best_state, best_value, best_space


def bursting(
    rows: NDArray[np.float64], ending: int, row: int, space: int, spaces: NDArray[np.int64], move: int, doubled: int,
    ways: int,
) -> tuple[float, int]:  # fmt: skip
    """Return (worth, space) of a pot that a white explodes, by the best way to move it.

    Args:
        rows: See ``state_space.stop_payoffs.Terms``.
        ending: ``EXPLODED`` or ``PROTECTED``.
        row: Row of the pot.
        space: Space the chip is placed from.
        spaces: See ``spaces_table``.
        move: The move.
        doubled: 1 with a pending doubling.
        ways: How many ways there are.
    """
    best, best_space = -np.inf, 0
    for way in range(ways):
        landed = min(LAST_CHIP_SPACE, space + spaces[move, 0, doubled, way])
        if rows[ending, row, landed] > best:
            best, best_space = rows[ending, row, landed], landed
    return best, best_space


share(move_table, spaces_table, list_moves, list_edges, turn_edges, returning, landing, bursting)
