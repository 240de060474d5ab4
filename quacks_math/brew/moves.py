"""The moves at one coloured number: for each kind that may come out, where it leads and how far it moves.

Both sweeps read these numbers in their inner loops; they are made once per coloured number by asking the rules.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import Layout
from quacks_math.compiled import share
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, RED, YELLOW
from quacks_math.rules.placing import bonus_spaces, doubling_after, is_set_aside, protection_after, spaces_moved

HERE, NEXT, ASIDE, ASKS, THEN, SHIELD, VARIANT, PAIRS, PROTECTIONS, DOUBLINGS, CLASS, RETURNS, FIELDS = range(13)
"""Columns of a table of moves: chips left, coloured number after, whether it is set aside, whether it depends on the last
chips beyond their green, pending doubling after, protected draws that it brings, then the pairs, protections and
doublings of the coloured number after, class as last chip, whether a white before it may be returned."""


def move_table(groups: int) -> NDArray[np.int64]:
    """Return room for the moves of this many coloured groups and the three whites."""
    return np.zeros((groups + 3, FIELDS), dtype=np.int64)


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
            colour = KIND_COLOUR[kind]
            moves[move, NEXT] = after
            moves[move, ASIDE] = is_set_aside(kind, books)
            moves[move, RETURNS] = colour == YELLOW and books.yellow == 1
            moves[move, ASKS] = moves[move, RETURNS] or (colour == RED and books.red in (2, 3))
            moves[move, THEN] = doubling_after(kind, books)
            moves[move, SHIELD] = protection_after(kind, 0, books)
            moves[move, VARIANT] = layout.variant[after]
            moves[move, PAIRS] = layout.pair_count[layout.variant[after]]
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


share(move_table, spaces_table, list_moves)
