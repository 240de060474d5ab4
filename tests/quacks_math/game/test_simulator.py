"""The simulator plays the engine's game to the last ruby, and what it adds up is sound."""

import math
import os
import random
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest

from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.game.engine.state import GameState
from quacks_math.game.simulation.desk import memory
from quacks_math.game.simulation.kernel import DROPLET_AFTER, POINTS_AFTER, RUBIES_AFTER
from quacks_math.game.simulation.results import Simulation
from quacks_math.game.simulation.simulate import CHUNK, Progress, simulate
from quacks_math.game.simulation.strategies import Strategy
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.extras import ROUNDS
from tests.quacks_math.game.simulated import play_logged, random_table, replay_in_engine, setup_of

pytestmark = pytest.mark.proof

GAMES = int(os.environ.get("QUACKS_PARITY_GAMES", "150"))
"""Random games that both play; thousands with ``QUACKS_PARITY_GAMES=3000``."""
FIRST_GAME = int(os.environ.get("QUACKS_PARITY_FIRST", "0"))
"""Number of the first of them."""
PLAIN_BREWS = 1_000_000
RATES = [rates_for_round(number) for number in range(1, 10)]


class Twins(NamedTuple):
    """What a game came to, played by the simulator and by the engine.

    Attributes:
        ends: Final points and last scoring space by seat, of both.
        rounds: Points, rubies and droplet by round and seat, of both.
        asked: What was decided in the log of the simulator.
        cards: The cards that were read.
    """

    ends: tuple[list[list[int]], list[list[int]]]
    rounds: tuple[list[list[list[int]]], list[list[list[int]]]]
    asked: set[int]
    cards: set[Card]


def play_twins(number: int) -> Twins:
    table, setting = random_table(random.Random(number), RATES)  # noqa: S311 (a game, no secret)
    key = np.array([number, 2, 3, 4], dtype=np.int64)
    played = play_logged(table, key, number)
    seats = range(len(table.seats))
    states = replay_in_engine(setup_of(number, len(seats), **setting), played, key, number)
    last = [seat.pot for seat in states[-1].seats if seat.pot is not None]
    after = [state.seats for state in after_rounds(states)]
    return Twins(
        ends=(
            played.records.tolist(),
            [[states[-1].seats[seat].victory_points, last[seat].scoring_space] for seat in seats],
        ),
        rounds=(
            [played.sums[:, each, [POINTS_AFTER, RUBIES_AFTER, DROPLET_AFTER]].tolist() for each in range(ROUNDS)],
            [[[seat.victory_points, seat.rubies, seat.droplet] for seat in seats_then] for seats_then in after],
        ),
        asked={int(row[0]) for row in played.log},
        cards={state.card for state in states},
    )


def after_rounds(states: list[GameState]) -> Iterator[GameState]:
    """Yield the state after each round, before the card of the next one."""
    for before, after in pairwise(states):
        if after.over or after.round != before.round:
            yield after


@pytest.fixture(scope="module")
def twins() -> list[Twins]:
    return [play_twins(number) for number in range(FIRST_GAME, FIRST_GAME + GAMES)]


@pytest.fixture(scope="module")
def evening() -> Simulation:
    return simulate(["risk25", "white7", "orange_red", "random"], 2 * CHUNK + 7, seed=3)


@pytest.fixture(scope="module")
def plain_brews() -> Simulation:
    """A million brews of one seat that stops at white 7, buys nothing and never uses its flask."""
    never = Strategy(name="plain", rule="white>=7", flask_from=4, flask_when=99, chips={})
    return simulate([never], PLAIN_BREWS // ROUNDS, cards=False)


def test_fed_the_same_chance_both_play_the_same_game_to_the_last_ruby(twins: list[Twins]) -> None:
    for number, game in enumerate(twins, start=FIRST_GAME):
        simulated, by_engine = game.ends
        assert simulated == by_engine, f"game {number}"


def test_points_rubies_and_droplet_agree_after_every_round(twins: list[Twins]) -> None:
    for number, game in enumerate(twins, start=FIRST_GAME):
        simulated, by_engine = game.rounds
        assert simulated == by_engine, f"game {number}"


def test_the_games_compared_ask_every_question(twins: list[Twins]) -> None:
    # Only a seat that plays by whim lets an explosion stand that A Second Chance could undo.
    assert set().union(*(game.asked for game in twins)) >= set(range(memory.SAID_RUBIES + 1)) - {memory.SAID_GO_ON}
    assert set().union(*(game.cards for game in twins)) == set(Card)


def test_threads_change_nothing(evening: Simulation) -> None:
    for workers in (1, 2, 3):
        with ThreadPoolExecutor(workers) as executor:
            again = simulate(evening.strategies, evening.games, seed=3, executor=executor)
        assert (again.totals.rounds == evening.totals.rounds).all()
        assert (again.totals.finals == evening.totals.finals).all()
        assert (again.totals.wins == evening.totals.wins).all()


def test_another_seed_plays_other_games(evening: Simulation) -> None:
    other = simulate(evening.strategies, evening.games, seed=4)
    assert (other.totals.finals != evening.totals.finals).any()


def test_more_games_begin_with_the_same_games() -> None:
    few = simulate(["risk25", "risk33"], 20, keep_games=True)
    many = simulate(["risk25", "risk33"], CHUNK + 20, keep_games=True)
    assert many.games_frame.filter(pl.col("game") < 20).equals(few.games_frame)


def test_the_tables_add_up(evening: Simulation) -> None:
    assert evening.complete
    assert (evening.totals.finals.sum(axis=1) == evening.games).all()
    assert evening.seats["win_share"].sum() == pytest.approx(1)
    rounds = evening.rounds
    assert rounds.height == 4 * 9
    for name in ("explosion_share", "coins_share_after_explosion"):
        assert rounds[name].drop_nulls().is_between(0, 1).all()
    after = rounds.pivot(on="round", index="seat", values="points_after").drop("seat").to_numpy()
    assert (np.diff(after, axis=1) >= 0).all()
    assert after[:, -1] == pytest.approx(evening.seats["mean_victory_points"].to_numpy())
    bought = evening.bought.group_by("seat").agg(pl.col("mean").sum()).sort("seat")["mean"].to_list()
    per_seat = rounds.group_by("seat").agg(pl.col("chips_bought").sum()).sort("seat")["chips_bought"].to_list()
    assert bought == pytest.approx(per_seat)


def test_kept_games_have_the_means_of_the_table() -> None:
    found = simulate(["risk25", "never_risk"], 50, keep_games=True)
    means = found.games_frame.group_by("seat").agg(pl.col("victory_points").mean()).sort("seat")
    assert means["victory_points"].to_list() == pytest.approx(found.seats["mean_victory_points"].to_list())
    deviations = found.games_frame.group_by("seat").agg(pl.col("victory_points").std()).sort("seat")
    assert deviations["victory_points"].to_list() == pytest.approx(found.seats["sd"].to_list())


def test_nobody_in_the_lead_has_rats_and_a_single_seat_never_does() -> None:
    alone = simulate(["white7"], 100)
    assert alone.rounds["rat_tails"].sum() == 0
    together = simulate(["white7", "random"], 100).rounds
    assert together.filter(pl.col("round") == 1)["rat_tails"].sum() == 0
    assert together["rat_tails"].sum() > 0


def test_whims_are_the_floor() -> None:
    found = simulate(["random", "never_risk", "cheap_wide"], 200)
    assert found.seats["mean_victory_points"][0] < 0.7 * found.seats["mean_victory_points"][1:].min()


def test_reckless_always_explodes_and_never_risk_never_does_by_itself() -> None:
    found = simulate(["reckless", "never_risk"], 200, cards=False, books=Books(blue=4)).rounds
    assert found.filter(pl.col("seat") == 0)["explosion_share"].min() > 0.9
    assert found.filter(pl.col("seat") == 1)["explosion_share"].max() == 0


@pytest.mark.parametrize(("rounds", "chance"), [(range(1, 6), Fraction(41, 105)), (range(6, 10), Fraction(5, 14))])
def test_stopping_at_white_7_explodes_as_often_as_counting_says(
    plain_brews: Simulation, rounds: range, chance: Fraction
) -> None:
    found = plain_brews.rounds.filter(pl.col("round").is_in(list(rounds)))["explosion_share"]
    brews = plain_brews.games * len(found)
    assert abs(found.mean() - chance) < 4 * math.sqrt(chance * (1 - chance) / brews)


def test_progress_is_told_and_cancelling_returns_what_is_there() -> None:
    told: list[Progress] = []
    found = simulate(["risk25", "white7"], 10 * CHUNK, progress=told.append, cancelled=lambda: len(told) >= 2)
    assert not found.complete
    assert found.games == 2 * CHUNK
    assert [progress.done for progress in told] == [CHUNK, 2 * CHUNK]
    assert told[-1].rate > 0
    assert told[-1].seconds_left > 0
    with ThreadPoolExecutor(2) as executor:
        shared = simulate(["risk25", "white7"], 300 * CHUNK, executor=executor, cancelled=lambda: True)
    assert not shared.complete
    assert 0 < shared.games < 300 * CHUNK
    assert (shared.totals.finals.sum(axis=1) == shared.games).all()


def test_more_games_need_no_more_memory_unless_every_game_is_kept() -> None:
    def peak(chunks: int, *, keep: bool = False) -> int:
        tracemalloc.start()
        simulate(["white7"], chunks * CHUNK, cards=False, keep_games=keep)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(1)
    few, many = peak(4), peak(40)
    assert many < few + 50_000
    assert peak(40, keep=True) > many + 36 * CHUNK * 2 * 8


def test_a_dask_cluster_carries_the_chunks() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        there = simulate(["risk25", "white7"], 2 * CHUNK, executor=client.get_executor())
    here = simulate(["risk25", "white7"], 2 * CHUNK)
    assert (there.totals.rounds == here.totals.rounds).all()


def test_what_is_out_of_range_is_refused_with_the_value() -> None:
    with pytest.raises(ValueError, match="6 seats"):
        simulate(["white7"] * 6)
    with pytest.raises(ValueError, match="games 0"):
        simulate(["white7"], 0)
    with pytest.raises(ValueError, match="seed -1"):
        simulate(["white7"], 1, seed=-1)
    with pytest.raises(ValueError, match="'nobody' is no strategy"):
        simulate(["nobody"])
    with pytest.raises(ValueError, match="2 tables of rates"):
        simulate(["white7"], rates=RATES[:2])
