"""How a brew ends: the worth of every ending as rows of numbers, and the fixed rules that stop."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.payoff.stop_rule import rule_stops_at
from quacks_math.kernels.compile import share


class Terms(NamedTuple):
    """What a brew ends in, and when a fixed rule ends it."""

    rows: NDArray[np.float64]  # (3 endings, rows, 53) worth of a finished pot by the space of its last chip
    pair_row: NDArray[np.int64]  # (LAST_CLASSES, BEFORE_CLASSES) pair as far as evaluation asks
    pair_rows: int
    sevens: int  # 2 where a white sum of exactly 7 matters, else 1
    doublings: int  # 2 where a pending doubling matters to set-aside red chips, else 1
    is_strong: bool  # Strong Ingredient: the values hold the worth of stopping when the sweep begins, see ``strong``
    rule: int
    rule_numerator: int
    rule_denominator: int
    tail: NDArray[np.float64]  # (6, N + 1, N + 1): [k, n, m] chance that k of n chips are all among m of them
    restart: NDArray[np.float64]  # (F, Q) value of beginning again (Second Chance)


def row_number(
    key: int, white_sum: int, sevens: int, pair_row: int, pair_rows: int, flask: int, flasks: int, doubled: int,
    doublings: int, counters: int, all_counters: int,
) -> int:  # fmt: skip
    """Return the row of ``Terms.rows`` that holds the worth of such a pot; see there for the parts."""
    seven = 1 if sevens == 2 and white_sum == 7 else 0
    row = ((key * sevens + seven) * pair_rows + pair_row) * flasks + flask
    row = row * doublings + (doubled if doublings == 2 else 0)
    return int(row * all_counters + counters)


def row_of(
    layout: Layout, terms: Terms, key: int, white_sum: int, last: int, before: int, flask: int, doubled: int, counters: int
) -> int:  # fmt: skip
    """Return ``row_number`` for a layout."""
    return row_number(
        key, white_sum, terms.sevens, terms.pair_row[last, before], terms.pair_rows, flask, layout.flasks, doubled,
        terms.doublings, counters, layout.counters,
    )  # fmt: skip


def rule_stops(layout: Layout, terms: Terms, coloured: int, white: int, in_pot: int, chips: int) -> bool:
    """Say whether a fixed rule stops at this point.

    Args:
        layout: The layout.
        terms: How brews end.
        coloured: Coloured number.
        white: White combination.
        in_pot: Chips in the pot.
        chips: Chips in the bag.
    """
    exploding = 0
    for index in range(3):
        if layout.white_sum[white] + index + 1 > layout.limit[coloured]:
            exploding += layout.white_left[white, index]
    return rule_stops_at(
        terms.rule, terms.rule_numerator, terms.rule_denominator, layout.white_sum[white], in_pot, exploding, chips
    )


share(row_number, row_of, rule_stops)
