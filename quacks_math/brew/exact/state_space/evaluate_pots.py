"""The payoff of every terminal state, evaluated once: the rows that both sweeps read.

Row by row this is S(s) of the Bellman equation and, for the two ways to explode, the payoff of an explosion: functions of
the class of evaluation (``exact.state_space.features``), the last chips, the flags, the counters, and the space.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.payoff.payoff import FinishedPot, PayoffTable, payoff_of
from quacks_math.brew.payoff.swaps import swap_gains
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import flexible_kernel
from quacks_math.material.track import CHIP_SPACES


class Features(NamedTuple):
    """What evaluation asks about the coloured chips in the pot; one entry per class of evaluation."""

    empty: NDArray[np.int64]
    greens: NDArray[np.int64]  # sum of green values
    purples: NDArray[np.int64]
    blacks: NDArray[np.int64]
    swaps: NDArray[np.int64]  # bits: which 1- and 2-chips of green, blue, red, yellow lie in the pot
    aside: NDArray[np.int64]  # (keys, 3)


@flexible_kernel
def fill_rows(
    keys: NDArray[np.int64], features: Features, lasts: NDArray[np.int64], befores: NDArray[np.int64], sevens: int,
    flasks: int, doublings: int, counters: NDArray[np.int64], ways: int, base_rubies: int, base_points: int,
    payoffs: PayoffTable, rows: NDArray[np.float64], indices: NDArray[np.int16], rubies: NDArray[np.int16],
) -> None:  # fmt: skip
    """Evaluate every finished pot of some classes that can be told apart, on every space.

    Args:
        keys: Numbers of these classes of evaluation.
        features: Classes of evaluation.
        lasts: Kind of the last chip by pair row.
        befores: Kind of the chip before by pair row.
        sevens: 2 where a white sum of exactly 7 matters.
        flasks: 2 where the flask may be full.
        doublings: 2 where a pending doubling matters.
        counters: Shape (Q, 2): rubies and points gained while brewing.
        ways: 3 where a draw may be protected, else 2: ways to end, the protected explosion last.
        base_rubies: Rubies gained before the root.
        base_points: Points gained before the root.
        payoffs: The objective.
        rows: Values, written here: (3, rows, 53).
        indices: Scoring spaces, likewise.
        rubies: Rubies gained, likewise.
    """
    payoffs = PayoffTable(
        payoffs.objective, payoffs.threshold, payoffs.round_number, payoffs.held_rubies, payoffs.card, payoffs.books,
        payoffs.rulings, payoffs.flask_refilled, unowned(payoffs.coins), payoffs.ruby, payoffs.droplet, payoffs.flask,
        payoffs.die, unowned(payoffs.die_chance), unowned(payoffs.chip), unowned(payoffs.kept_red), unowned(payoffs.black),
        payoffs.rival_black_left, payoffs.rival_black_right,
    )  # fmt: skip
    for key in keys:
        row = key * sevens * len(lasts) * flasks * doublings * len(counters)
        gains = swap_gains(features.swaps[key], payoffs.chip)
        for seven in range(sevens):
            for pair in range(len(lasts)):
                for flask in range(flasks):
                    for doubled in range(doublings):
                        for counter in range(len(counters)):
                            for ending in range(ways):
                                for space in range(CHIP_SPACES):
                                    pot = FinishedPot(
                                        space,
                                        7 if seven else 0,
                                        0 if features.empty[key] else 2,
                                        lasts[pair],
                                        befores[pair],
                                        features.greens[key],
                                        features.purples[key],
                                        features.blacks[key],
                                        gains[0],
                                        gains[1],
                                        gains[2],
                                        features.aside[key, 0],
                                        features.aside[key, 1],
                                        features.aside[key, 2],
                                        doubled == 1,
                                        flask == 1,
                                        base_rubies + counters[counter, 0],
                                        base_points + counters[counter, 1],
                                        ending,
                                    )
                                    verdict = payoff_of(pot, payoffs)
                                    rows[ending, row, space] = verdict.value
                                    indices[ending, row, space] = verdict.scoring_index
                                    rubies[ending, row, space] = verdict.rubies
                            row += 1
