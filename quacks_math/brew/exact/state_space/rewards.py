"""What a brew pays while it goes on: rubies and points of blue, points of purple of set 3.

Where they simply add up they are the reward r of a transition, and the Bellman equation holds the sum of r and V of the
next state. Where they do not (rubies of round 9 are paid in pairs, green 4 needs a ruby in hand, points are compared with a
threshold, A Second Chance forgets what purple scored) they are counted in the state, so that the payoff at the end can
depend on their sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.aggregation import matters
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.payoff import BEAT, MOST_PAID, WORTH, PayoffTable, in_last_round
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE
from quacks_math.material.track import CHIP_SPACES
from quacks_math.rules.evaluation import MOST_POINTS_BY_SPACE, points_by_space
from quacks_math.rules.placing import blue_gain
from quacks_math.rules.traits import colours_with


@dataclass(frozen=True, slots=True)
class Rewards:
    """Rewards and counters by group and space; see ``state_space.index.Layout`` for the first three.

    Attributes:
        gain: Shape (J, 53).
        growth: Shape (J, 53).
        hit: Shape (J, 53).
        counters: Shape (Q, 2): rubies and points by counter.
        rubies_radix: Number of different amounts of rubies counted.
        points_radix: Number of different amounts of points of blue counted.
        hits: Number of different amounts of rubies that the forward sweep keeps apart.
        counts_rubies: Whether rubies are counted rather than added up.
        counts_points: Likewise points of blue of set 4.
        counts_purple: Likewise points of purple of set 3.
    """

    gain: NDArray[np.float64]
    growth: NDArray[np.int64]
    hit: NDArray[np.int64]
    counters: NDArray[np.int64]
    rubies_radix: int
    points_radix: int
    hits: int
    counts_rubies: bool
    counts_points: bool
    counts_purple: bool


def rewards_of(
    root: BrewState,
    groups: Sequence[Sequence[int]],
    left: NDArray[np.int64],
    payoffs: PayoffTable,
    counted: tuple[int, int],
    *,
    offered: bool,
    extra: NDArray[np.float64] | None,
) -> Rewards:
    """Return rewards and counters of the groups; the other arguments are those of ``state_space.build.build``.

    Args:
        root: The root.
        groups: Kinds by group.
        left: Shape (J,): chips of each group in the bag.
        payoffs: What pots are worth.
        counted: See there.
        offered: See there.
        extra: See there.
    """
    books, kinds = payoffs.books, [members[0] for members in groups]

    def chips_with(trait: str) -> list[tuple[int, int]]:
        """Return (value, number in the bag) of the kinds whose book has a trait."""
        colours = colours_with(trait, books)
        chips = zip(KIND_COLOUR, KIND_VALUE, root.left, strict=True)
        return [(int(value), left) for colour, value, left in chips if colour in colours]

    # Only where pots pay are rubies told at all; elsewhere kinds that land alike may share a group with blue.
    gains_rubies = matters("ruby_on_ruby_space", payoffs)
    sells_steps = bool(colours_with("sells_steps_for_last_two", books))
    short_of_rubies = sells_steps and payoffs.held_rubies + root.rubies < MOST_PAID
    counts_rubies = gains_rubies and (in_last_round(payoffs) or short_of_rubies)
    tracks_rubies = gains_rubies and not counts_rubies
    counts_points = matters("points_on_ruby_space", payoffs) and payoffs.objective == BEAT
    scores_by_space = matters("scores_by_space", payoffs)
    counts_purple = scores_by_space and (payoffs.objective == BEAT or offered)
    most_rubies = counted[0] + sum(left for _, left in chips_with("ruby_on_ruby_space"))
    most_points = counted[1] + sum(value * left for value, left in chips_with("points_on_ruby_space"))
    rubies_radix = 1 + most_rubies if counts_rubies else 1
    points_radix = 1 + most_points if counts_points else 1
    purple_radix = (
        1 + MOST_POINTS_BY_SPACE * sum(left for _, left in chips_with("scores_by_space")) if counts_purple else 1
    )
    gain = np.zeros((len(groups), CHIP_SPACES))
    growth = np.zeros((len(groups), CHIP_SPACES), dtype=np.int64)
    hit = np.zeros((len(groups), CHIP_SPACES), dtype=np.int64)
    for group, kind in enumerate(kinds):
        for space in range(CHIP_SPACES):
            gained_rubies, gained_points = blue_gain(kind, space, books)
            purple = points_by_space(kind, space, books, root.brew.rulings) if scores_by_space else 0
            if counts_rubies:
                growth[group, space] += gained_rubies
            elif tracks_rubies:
                hit[group, space] = gained_rubies
                gain[group, space] += payoffs.ruby * gained_rubies
            if counts_points:
                growth[group, space] += rubies_radix * gained_points
            elif payoffs.objective == WORTH:
                gain[group, space] += gained_points
            if counts_purple:
                growth[group, space] += rubies_radix * points_radix * purple
            else:
                gain[group, space] += purple
        if extra is not None:
            gain[group] += sum(root.left[kind] / left[group] * extra[kind] for kind in groups[group])
    counters = np.array(
        [
            (ruby, point + purple)
            for purple, point, ruby in product(range(purple_radix), range(points_radix), range(rubies_radix))
        ],
        dtype=np.int64,
    )
    return Rewards(
        gain=gain,
        growth=growth,
        hit=hit,
        counters=counters,
        rubies_radix=rubies_radix,
        points_radix=points_radix,
        hits=1 + most_rubies if tracks_rubies else 1,
        counts_rubies=counts_rubies,
        counts_points=counts_points,
        counts_purple=counts_purple,
    )
