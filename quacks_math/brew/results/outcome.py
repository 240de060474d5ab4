"""Where a brew ends, as one frozen result: reach probabilities of scoring spaces and explosions; coins, points, rubies."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.payoff.payoff import STOPPED
from quacks_math.material.track import COINS, VICTORY_POINTS

SMALLEST = 1e-15
"""Probabilities below this are rounding."""


@dataclass(frozen=True, slots=True)
class SpaceChance:
    """How likely a brew ends with one scoring space.

    Attributes:
        index: The scoring space, 0 to 53.
        probability: 0 to 1.
        exploded: Whether the pot exploded (protected or not).
    """

    index: int
    probability: float
    exploded: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where play ends.

    Attributes:
        explode: Chance that the pot explodes before play ends, protected explosions included.
        scoring_space: One entry per scoring space and whether exploded, in order; the probabilities sum to 1.
        mean_coins: Mean of the coins printed on the scoring space, exploded pots included.
        mean_victory_points: Likewise of its points.
        mean_scoring_index: Likewise of its index.
        mean_rubies: Mean of the rubies gained in the round, payments of green 4 taken off. None under the objectives
            that count what a space prints: nobody says then which reward of step B is taken.
        chance_coins_at_least: By number of coins 1 to 35: chance that the scoring space prints at least so many.
        rubies: By number of rubies gained: probability; empty where the mean is None.
    """

    explode: float
    scoring_space: tuple[SpaceChance, ...]
    mean_coins: float
    mean_victory_points: float
    mean_scoring_index: float
    mean_rubies: float | None
    chance_coins_at_least: dict[int, float]
    rubies: dict[int, float]

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as plain values with the keys of the written interface."""
        return {
            "explode": self.explode,
            "scoring_space": [
                {"index": space.index, "probability": space.probability, "exploded": space.exploded}
                for space in self.scoring_space
            ],
            "mean_coins": self.mean_coins,
            "mean_victory_points": self.mean_victory_points,
            "mean_scoring_index": self.mean_scoring_index,
            "mean_rubies": self.mean_rubies,
            "chance_coins_at_least": {str(coins): chance for coins, chance in self.chance_coins_at_least.items()},
            "rubies": {str(rubies): chance for rubies, chance in self.rubies.items()},
        }


def outcome_from(scoring: NDArray[np.float64], rubies: dict[int, float]) -> Outcome:
    """Return the outcome with these distributions.

    Args:
        scoring: Shape (3, 54): probability by ending (stopped, exploded, protected explosion) and scoring space.
        rubies: Probability by rubies gained; empty where they are not counted.
    """
    stopped, exploded = scoring[STOPPED], scoring[1:].sum(axis=0)
    together = stopped + exploded
    coins = {number: float(together[number <= COINS].sum()) for number in range(1, int(COINS.max()) + 1)}
    return Outcome(
        explode=float(exploded.sum()),
        scoring_space=tuple(
            SpaceChance(index, float(chances[index]), bool(with_explosion))
            for index in range(len(together))
            for with_explosion, chances in enumerate((stopped, exploded))
            if chances[index] > SMALLEST
        ),
        mean_coins=float(together @ COINS),
        mean_victory_points=float(together @ VICTORY_POINTS),
        mean_scoring_index=float(together @ np.arange(len(together))),
        mean_rubies=sum(number * chance for number, chance in rubies.items()) if rubies else None,
        chance_coins_at_least=coins,
        rubies={number: chance for number, chance in rubies.items() if chance > SMALLEST},
    )
