r"""What a simulation found: whole-number sums, and the tables made of them.

A mean over n games is given with its standard error, from the sums :math:`T = \sum x` and :math:`Q = \sum x^2`,

.. math::  \bar x = \frac Tn, \qquad \text{standard error} = \sqrt{\frac{Q - T^2 / n}{n (n - 1)}}.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from quacks_math.game.simulation.kernel import (
    BOUGHT,
    COINS_CHOSEN,
    COINS_OF_POT,
    DIE_ROLLS,
    DROPLET_AFTER,
    EXPLODED_UNPAID,
    EXPLOSIONS,
    MOST_POINTS,
    POINTS_AFTER,
    POINTS_OF_POT,
    ROUND_SUMS,
    RUBIES_AFTER,
    SPACES,
    TAIL_COUNT,
    WIN_SQUARES,
    WIN_SUM,
    WIN_UNIT,
)
from quacks_math.material.chips import KIND_COUNT, KINDS
from quacks_math.material.extras import ROUNDS

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over games; those of several chunks add up.

    Attributes:
        games: Games.
        rounds: Shape (n, 9, ROUND_SUMS): see ``simulation.kernel``.
        finals: Shape (n, MOST_POINTS): games by seat and final points.
        wins: Shape (n, 2): sums and sums of squares of wins.
        records: Shape (games, n, 2) or (0, n, 2): final points and last scoring space of every game.
    """

    games: int
    rounds: NDArray[np.int64]
    finals: NDArray[np.int64]
    wins: NDArray[np.int64]
    records: NDArray[np.int64]

    @classmethod
    def zero(cls, games: int, seats: int, keep: bool) -> Self:
        """Return sums of nothing yet.

        Args:
            games: How many games are going to be added.
            seats: How many seats.
            keep: Whether every game is recorded.
        """
        return cls(
            games=games,
            rounds=np.zeros((seats, ROUNDS, ROUND_SUMS), dtype=np.int64),
            finals=np.zeros((seats, MOST_POINTS), dtype=np.int64),
            wins=np.zeros((seats, 2), dtype=np.int64),
            records=np.zeros((games if keep else 0, seats, 2), dtype=np.int64),
        )

    def plus(self, other: Self) -> Self:
        """Return the sums over the games of both; records are left out, because they have an order."""
        return replace(
            self,
            games=self.games + other.games,
            rounds=self.rounds + other.rounds,
            finals=self.finals + other.finals,
            wins=self.wins + other.wins,
            records=self.records[:0],
        )


def _error(total: float, squares: float, number: int) -> float:
    """Return the standard error of a mean (0 for a single game)."""
    variance = max(0.0, squares - total * total / number) / max(1, number - 1)
    return math.sqrt(variance / number)


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation; immutable.

    Attributes:
        strategies: Names of the strategies, seat by seat.
        games_wanted: Games asked for.
        seed: The seed.
        totals: The sums that all tables are made of.
        seconds: How long it took.
    """

    strategies: tuple[str, ...]
    games_wanted: int
    seed: int
    totals: Totals
    seconds: float

    @property
    def games(self) -> int:
        """Games played."""
        return self.totals.games

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.games == self.games_wanted

    @property
    def games_per_second(self) -> float:
        """Speed."""
        return self.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def seats(self) -> pl.DataFrame:
        """One row for each seat: points, wins and quantiles of the points.

        Columns: seat, strategy, mean_victory_points, standard_error, sd, win_share (a shared win counts its part),
        win_error, and quantile_05 to quantile_95.
        """
        rows = []
        for seat, strategy in enumerate(self.strategies):
            counts = self.totals.finals[seat]
            points = np.arange(len(counts))
            total, squares = float(counts @ points), float(counts @ points**2)
            error = _error(total, squares, self.games)
            won, won_squares = self.totals.wins[seat, [WIN_SUM, WIN_SQUARES]] / [WIN_UNIT, WIN_UNIT**2]
            below = np.cumsum(counts)
            rows.append(
                {
                    "seat": seat,
                    "strategy": strategy,
                    "mean_victory_points": total / self.games,
                    "standard_error": error,
                    "sd": error * math.sqrt(self.games),
                    "win_share": float(won) / self.games,
                    "win_error": _error(float(won), float(won_squares), self.games),
                }
                | {f"quantile_{100 * q:02.0f}": int(np.searchsorted(below, q * self.games)) for q in QUANTILES}
            )
        return pl.DataFrame(rows)

    @property
    def rounds(self) -> pl.DataFrame:
        """One row for each seat and round: means per game.

        Columns: seat, strategy, round, explosion_share, coins_share_after_explosion (None where no pot had to choose),
        victory_points (of the pot), coins, scoring_space, rat_tails, die_rolls, chips_bought, and after the round
        points_after, rubies_after, droplet_after.
        """
        rows = []
        for seat, strategy in enumerate(self.strategies):
            for number in range(ROUNDS):
                sums = self.totals.rounds[seat, number]
                unpaid = int(sums[EXPLODED_UNPAID])
                means = {
                    "explosion_share": EXPLOSIONS,
                    "victory_points": POINTS_OF_POT,
                    "coins": COINS_OF_POT,
                    "scoring_space": SPACES,
                    "rat_tails": TAIL_COUNT,
                    "die_rolls": DIE_ROLLS,
                    "points_after": POINTS_AFTER,
                    "rubies_after": RUBIES_AFTER,
                    "droplet_after": DROPLET_AFTER,
                }
                bought = int(sums[BOUGHT : BOUGHT + KIND_COUNT].sum())
                rows.append(
                    {"seat": seat, "strategy": strategy, "round": number + 1}
                    | {name: int(sums[place]) / self.games for name, place in means.items()}
                    | {
                        "coins_share_after_explosion": int(sums[COINS_CHOSEN]) / unpaid if unpaid else None,
                        "chips_bought": bought / self.games,
                    }
                )
        return pl.DataFrame(rows, schema_overrides={"coins_share_after_explosion": pl.Float64})

    @property
    def bought(self) -> pl.DataFrame:
        """Mean number of chips bought in a game, where any were: columns seat, strategy, round, kind, mean."""
        rows = [
            {
                "seat": seat,
                "strategy": strategy,
                "round": number + 1,
                "kind": KINDS[kind],
                "mean": int(self.totals.rounds[seat, number, BOUGHT + kind]) / self.games,
            }
            for seat, strategy in enumerate(self.strategies)
            for number in range(ROUNDS)
            for kind in range(KIND_COUNT)
            if self.totals.rounds[seat, number, BOUGHT + kind]
        ]
        schema = {"seat": pl.Int64, "strategy": pl.String, "round": pl.Int64, "kind": pl.String, "mean": pl.Float64}
        return pl.DataFrame(rows, schema=schema)

    @property
    def games_frame(self) -> pl.DataFrame:
        """One row for each game and seat, if games were kept: game, seat, strategy, victory_points, scoring_space."""
        games, seats, _ = self.totals.records.shape
        return pl.DataFrame(
            {
                "game": np.repeat(np.arange(games), seats),
                "seat": np.tile(np.arange(seats), games),
                "strategy": list(self.strategies) * games,
                "victory_points": self.totals.records[:, :, 0].ravel(),
                "scoring_space": self.totals.records[:, :, 1].ravel(),
            },
            schema_overrides={"strategy": pl.String},
        )

    def as_json(self) -> dict[str, Any]:
        """Return the result as ``quacks simulate --json`` prints it."""
        seats = []
        for seat, row in enumerate(self.seats.iter_rows(named=True)):
            rounds = self.rounds.filter(pl.col("seat") == seat)
            totals = self.totals.rounds[seat, :, BOUGHT : BOUGHT + KIND_COUNT].sum(axis=0)
            seats.append(
                {name: value for name, value in row.items() if name != "seat"}
                | {
                    "explosion_share": rounds["explosion_share"].to_list(),
                    "coins_share_after_explosion": rounds["coins_share_after_explosion"].to_list(),
                    "bought": {KINDS[kind]: int(count) / self.games for kind, count in enumerate(totals) if count},
                }
            )
        return {
            "games": self.games,
            "seats": seats,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "seed": self.seed,
            "complete": self.complete,
        }
