"""What the payoff asks about the coloured chips in the pot, as one class for each coloured number."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.aggregation import matters
from quacks_math.brew.exact.state_space.evaluate_pots import Features
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.payoff import PayoffTable
from quacks_math.brew.payoff.swaps import SWAP_COLOURS, swap_bit, swap_gains
from quacks_math.material.cards import Card
from quacks_math.material.chips import BLACK, GREEN, KIND_COLOUR, KIND_VALUE, PURPLE, R1
from quacks_math.rules.placing import is_set_aside


def features_of(
    root: BrewState,
    out: NDArray[np.int8],
    groups: Sequence[Sequence[int]],
    in_pot: NDArray[np.int64],
    payoffs: PayoffTable,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Features]:
    """Return the class of evaluation by coloured number (plain, empty pot, one more chip) and the classes."""
    books, brew = payoffs.books, root.brew
    kinds = [members[0] for members in groups]
    strong = brew.card_number == Card.STRONG_INGREDIENT
    counts_greens = matters("moves_last_on", payoffs)
    swaps = matters("swaps", payoffs)
    counts_purples = swaps or matters("rewards", payoffs)
    counts_blacks = matters("compares_with_neighbours", payoffs)
    radices = np.array([2, 1000, 4, 200, 256, 200, 200, 200], dtype=np.int64)

    alike = _alike(payoffs.chip) if swaps else np.zeros(0, dtype=np.int64)

    def rows(digits: NDArray[np.int64], works: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the features of pots with these chips out; those not in ``works`` have no effect in step B."""
        table_rows = np.zeros((len(digits), 8), dtype=np.int64)
        if counts_greens:
            table_rows[:, 1] = sum(int(KIND_VALUE[c.kind]) for c in root.pot if KIND_COLOUR[c.kind] == GREEN)
        if counts_purples:
            table_rows[:, 2] = root.purples
        table_rows[:, 3] = root.blacks
        bits = np.zeros(len(digits), dtype=np.int64)
        for chip in root.pot:
            bits |= swap_bit(chip.kind)
        table_rows[:, 5:8] = root.aside
        for group, kind in enumerate(kinds):
            colour = KIND_COLOUR[kind]
            if colour == GREEN and counts_greens:
                table_rows[:, 1] += works[:, group] * int(KIND_VALUE[kind])
            if colour == PURPLE and counts_purples:
                table_rows[:, 2] += works[:, group]
            if colour == BLACK and counts_blacks:
                table_rows[:, 3] += works[:, group]
            if is_set_aside(kind, books):
                table_rows[:, 5 + kind - R1] += digits[:, group]
            else:
                bits |= np.where(digits[:, group] > 0, swap_bit(kind), 0)
        table_rows[:, 2] = np.minimum(3, table_rows[:, 2])
        if swaps:
            table_rows[:, 4] = alike[bits]
        return table_rows

    digits = out.astype(np.int64)
    tables = [rows(digits, digits)]
    if strong:
        for group in range(len(groups)):
            more = digits.copy()
            more[:, group] += 1
            more_rows = rows(more, more if brew.rulings.strong_step_b else digits)
            more_rows[:, 5:8] = tables[0][:, 5:8]
            if swaps:
                more_rows[:, 4] = alike[more_rows[:, 4] | swap_bit(kinds[group])]
            tables.append(more_rows)
    empty = tables[0].copy()
    empty[:, 0] = (in_pot == 0).astype(np.int64)
    codes = np.concatenate([rows_ @ _weights(radices) for rows_ in (*tables, empty)])
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    every = np.concatenate([*tables, empty])[first]
    keys = inverse.astype(np.int64).reshape(len(tables) + 1, len(digits))
    empty_pot, greens, purples, blacks, swaps_in_pot = (np.ascontiguousarray(every[:, column]) for column in range(5))
    features = Features(empty_pot, greens, purples, blacks, swaps_in_pot, np.ascontiguousarray(every[:, 5:8]))
    key_with = np.ascontiguousarray(keys[1:-1].T) if strong else np.zeros((0, len(groups)), dtype=np.int64)
    return keys[0].copy(), keys[-1].copy(), key_with, features


def _alike(chip: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return by bits of swaps (see ``Features``) the first bits whose best swaps gain the same."""
    gains = [swap_gains(bits, chip) for bits in range(1 << (2 * len(SWAP_COLOURS)))]
    return np.array([gains.index(each) for each in gains], dtype=np.int64)


def _weights(radices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the weight of each digit of a mixed-radix number."""
    return np.concatenate([[1], np.cumprod(radices[:-1])]).astype(np.int64)
