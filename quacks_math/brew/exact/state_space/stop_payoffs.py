"""How a brew ends: the worth of every ending as rows of numbers, and the fixed rules that stop."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.payoff.stop_rule import rule_stops_at
from quacks_math.kernels.compile import share


class RowRadix(NamedTuple):
    """How many values each part of a row number has, the class of evaluation before them excepted."""

    sevens: int  # 2 where a white sum of exactly 7 matters, else 1
    pairs: int  # pairs of last chip and chip before as far as evaluation asks
    flasks: int
    doublings: int  # 2 where a pending doubling matters to set-aside red chips, else 1
    counters: int


class Terms(NamedTuple):
    """What a brew ends in, and when a fixed rule ends it."""

    rows: NDArray[np.float64]  # (3 endings, rows, 53) worth of a finished pot by the space of its last chip
    pair_row: NDArray[np.int64]  # (LAST_CLASSES, BEFORE_CLASSES) pair as far as evaluation asks
    radix: RowRadix
    is_strong: bool  # Strong Ingredient: the values hold the worth of stopping when the sweep begins, see ``strong``
    rule: int
    rule_numerator: int
    rule_denominator: int
    tail: NDArray[np.float64]  # (6, N + 1, N + 1): [k, n, m] chance that k of n chips are all among m of them
    restart: NDArray[np.float64]  # (F, Q) value of beginning again (Second Chance)


def row_number(
    radix: RowRadix, key: int, white_sum: int, pair_row: int, flask: int, doubled: int, counters: int
) -> int:  # fmt: skip
    """Return the row of ``Terms.rows`` that holds the worth of such a pot.

    Args:
        radix: Of the terms.
        key: Class of evaluation.
        white_sum: White sum.
        pair_row: Of last chip and chip before, see ``Terms``.
        flask: 1 with a full flask.
        doubled: 1 with a pending doubling.
        counters: Counters.
    """
    seven = 1 if radix.sevens == 2 and white_sum == 7 else 0
    row = ((key * radix.sevens + seven) * radix.pairs + pair_row) * radix.flasks + flask
    row = row * radix.doublings + (doubled if radix.doublings == 2 else 0)
    return int(row * radix.counters + counters)


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


share(row_number, rule_stops)
