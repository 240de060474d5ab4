"""Monte Carlo of whole games: seats with strategies in, tables of what happened out.

The work is cut into chunks of games that any ``concurrent.futures.Executor`` can carry; the kernel releases the
interpreter, so threads are the natural choice. Every game has its own stream of chance and all sums are whole numbers:
the same seed gives the same result on one thread, on ten, or on a cluster. Game g of a seed has the same stream whoever
sits at the table; so two simulations with one seed are not independent, and a difference between them has not the standard
error of two independent means. Who compares them so takes two seeds.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from types import NoneType

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.expectimax.loading import kernel_arrays
from quacks_math.brew.expectimax.pot import POT_SIZE
from quacks_math.brew.expectimax.search import MEMO_SIZE, MEMO_VALUES, ROWS, VALUES
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.game.engine.state import SeatState
from quacks_math.game.simulation.desk.ahead import Ahead
from quacks_math.game.simulation.desk.memory import (
    BAG,
    BY_LOOK_AHEAD,
    CARDS,
    FLASK_FULL,
    GAME_SIZE,
    PRICE,
    RUBIES_HELD,
    RULE_KIND,
    SEAT_COUNT,
    SEAT_SIZE,
    STRATEGY,
    STRATEGY_END,
    SUPPLY,
    TABLE,
    TABLE_LENGTH,
    TUBES,
    UNSEEN,
)
from quacks_math.game.simulation.kernel import play_games
from quacks_math.game.simulation.results import Simulation, Totals
from quacks_math.game.simulation.strategies import Strategy, strategy_from, strategy_numbers
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COUNT, STARTING_BAG
from quacks_math.material.extras import ROUNDS
from quacks_math.material.rulings import Rulings
from quacks_math.material.validation import is_whole_number, of_type, shown, tuple_of
from quacks_math.rules.buying import MOST_SEATS, price_table, starting_supply
from quacks_math.rules.cards import STRONG_LOOK

MOST_GAMES = 10**8
LARGEST_SEED = 2**63
CHUNK = 500
"""Games of one task."""
TASKS_AHEAD = 64
"""Tasks that wait in an executor at most, so that cancelling is quick and memory does not grow."""
WHITE_LIMIT = 7


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a simulation is.

    Attributes:
        done: Games played.
        games: Games to play.
        seconds: Seconds so far.
    """

    done: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games per second so far."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float:
        """Seconds left at that rate; infinite before the first games are done."""
        return (self.games - self.done) / self.rate if self.rate > 0 else float("inf")


@dataclass(frozen=True, slots=True)
class Table:
    """The table before round 1, as the kernel reads it.

    Attributes:
        game: Shape (GAME_SIZE,).
        seats: Shape (n, SEAT_SIZE).
        rates: Shape (10, R): rates of look-ahead by round.
    """

    game: NDArray[np.int64]
    seats: NDArray[np.int64]
    rates: NDArray[np.float64]


def set_table(
    strategies: Sequence[Strategy],
    books: Books,
    cards: bool,
    tubes: bool,
    rulings: Rulings,
    rates: Sequence[Rates],
) -> Table:
    """Return the table before round 1.

    Args:
        strategies: One for each seat.
        books: The books in play.
        cards: Whether fortune cards are used.
        tubes: Whether the test-tube side is used.
        rulings: House rulings.
        rates: What things are worth to look-ahead, for rounds 1 to 9.
    """
    game = np.zeros(GAME_SIZE, dtype=np.int64)
    game[[SEAT_COUNT, CARDS, TUBES]] = len(strategies), int(cards), int(tubes)
    game[UNSEEN] = sum(1 << int(card) for card in Card if card)
    game[SUPPLY : SUPPLY + KIND_COUNT] = starting_supply(len(strategies))
    game[PRICE : PRICE + KIND_COUNT] = price_table(books, rulings)
    rows = []
    for round_number in range(1, ROUNDS + 1):
        brew = Brew(Bag(STARTING_BAG), books=books, rulings=rulings, round=round_number)
        worth = payoff_table(brew, Objective(), rates[round_number - 1])
        table, row = kernel_arrays(worth, WHITE_LIMIT, StopRule(), 1)
        rows.append(row)
        game[TABLE : TABLE + TABLE_LENGTH] = table
    seats = np.zeros((len(strategies), SEAT_SIZE), dtype=np.int64)
    first = SeatState()
    seats[:, RUBIES_HELD] = first.rubies
    seats[:, FLASK_FULL] = int(first.flask)
    seats[:, BAG : BAG + KIND_COUNT] = first.bag
    for seat, strategy in zip(seats, strategies, strict=True):
        seat[STRATEGY:STRATEGY_END] = strategy_numbers(strategy)
    return Table(game, seats, np.array([rows[0], *rows]))


def scratch(seats: NDArray[np.int64], rates: NDArray[np.float64]) -> Ahead | None:
    """Return the scratch memory of look-ahead for one thread, None if no seat looks ahead."""
    if not (seats[:, RULE_KIND] == BY_LOOK_AHEAD).any():
        return None
    return Ahead(
        pots=np.zeros((ROWS, POT_SIZE), dtype=np.int64),
        values=np.zeros((ROWS, VALUES)),
        rates=rates,
        memo=np.full(MEMO_SIZE, -1, dtype=np.int64),
        memo_values=np.zeros(MEMO_VALUES),
        options=np.zeros(STRONG_LOOK, dtype=np.int64),
        here=np.zeros(1, dtype=np.int64),
    )


def run_kernel(table: Table, key: NDArray[np.int64], first: int, totals: Totals, log: NDArray[np.int64]) -> None:
    """Play games with scratch memory of their own and add them to the totals.

    Args:
        table: The table before round 1.
        key: Shape (4,): words of the seed.
        first: Number of the first game.
        totals: Sums of no games yet; its ``games`` says how many to play.
        log: Shape (m, 4): takes down the decisions if m is more than 1.
    """
    bought = np.zeros((len(table.seats), KIND_COUNT), dtype=np.int64)
    play_games(
        first, totals.games, key, table.game, table.seats, table.game.copy(), table.seats.copy(), bought,
        scratch(table.seats, table.rates), totals.rounds, totals.finals, totals.wins, totals.records, log,
    )  # fmt: skip


def play_chunk(table: Table, key: NDArray[np.int64], first: int, games: int, keep: bool) -> Totals:
    """Play some games and return their sums; what an executor runs."""
    totals = Totals.zero(games, len(table.seats), keep)
    run_kernel(table, key, first, totals, np.zeros((1, 4), dtype=np.int64))
    return totals


def simulate(
    seats: Sequence[str | Strategy],
    games: int = 10_000,
    *,
    seed: int = 1,
    books: Books | None = None,
    cards: bool = True,
    tubes: bool = False,
    rulings: Rulings | None = None,
    rates: Sequence[Rates] | None = None,
    keep_games: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Simulation:
    """Play many games and return what happened, as data frames.

    The start player moves on by one seat from game to game.

    Args:
        seats: 1 to 5 strategies: names, paths of strategy files, or strategies.
        games: How many games, 1 to 10**8.
        seed: Where chance starts, 0 to 2**63.
        books: The books in play; set 1 if left out.
        cards: Whether fortune cards are used.
        tubes: Whether the test-tube side of the pots is used.
        rulings: House rulings; the defaults if left out. Where extra spaces may be declined, every strategy still takes
            all of them.
        rates: What things are worth to seats that look ahead, for rounds 1 to 9; the shipped ones if left out.
        keep_games: Keep points and last scoring space of every game, see ``Simulation.games_frame``.
        executor: Who carries the chunks; without one they are played here, on one thread.
        progress: Called after every chunk.
        cancelled: Asked after every chunk; once it answers True no more games are begun and the result, of the games
            that are done, is marked as not complete.

    Raises:
        ValueError: If a number is out of range or a strategy does not exist.
    """
    seats = tuple_of(seats, (str, Strategy), "seats", "a tuple of strategies or their names, such as ('white7',)")
    of_type(books, (Books, NoneType), "books", "Books, such as Books(red=3), or None")
    of_type(rulings, (Rulings, NoneType), "rulings", "Rulings, such as rulings_from({'limits': 'added'}), or None")
    if not 1 <= len(seats) <= MOST_SEATS:
        raise ValueError(f"{len(seats)} seats are not possible; use 1 to {MOST_SEATS}.")
    for name, value, lowest, highest in (("games", games, 1, MOST_GAMES), ("seed", seed, 0, LARGEST_SEED)):
        if not is_whole_number(value, lowest, highest):
            raise ValueError(f"{name} {shown(value)} is not possible; use {lowest} to {highest}.")
    if rates is not None:
        rates = tuple_of(rates, Rates, "rates", "Rates for each round, such as rates_for_round(1)")
    if rates is not None and len(rates) != ROUNDS:
        raise ValueError(f"{len(rates)} tables of rates are given; use one for each of the {ROUNDS} rounds.")
    strategies = tuple(strategy_from(seat) for seat in seats)
    by_round = rates or [rates_for_round(number) for number in range(1, ROUNDS + 1)]
    table = set_table(strategies, books or Books(), cards, tubes, rulings or Rulings(), by_round)
    key = np.random.SeedSequence(seed).generate_state(4, np.uint32).astype(np.int64)
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        play_chunk(table, key, 0, 0, False)  # compiles or loads the kernel, so that only games are timed
    began = time.perf_counter()
    totals = Totals.zero(0, len(strategies), keep_games)
    records: dict[int, NDArray[np.int64]] = {}

    def done(first: int, part: Totals) -> bool:
        """Add a chunk, which is not kept, tell the progress, and say whether to stop."""
        nonlocal totals
        totals = totals.plus(part)
        if keep_games:
            records[first] = part.records
        if progress is not None:
            progress(Progress(totals.games, games, time.perf_counter() - began))
        return cancelled is not None and cancelled()

    chunks = ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    if executor is None:
        for first, number in chunks:
            if done(first, play_chunk(table, key, first, number, keep_games)):
                break
    else:
        _carry(executor, table, key, chunks, keep_games, done)
    if keep_games:
        totals = replace(totals, records=np.concatenate([records[first] for first in sorted(records)]))
    return Simulation(
        strategies=tuple(strategy.name for strategy in strategies),
        games_wanted=games,
        seed=seed,
        totals=totals,
        seconds=time.perf_counter() - began,
    )


def _carry(
    executor: Executor,
    table: Table,
    key: NDArray[np.int64],
    chunks: Iterator[tuple[int, int]],
    keep: bool,
    done: Callable[[int, Totals], bool],
) -> None:
    """Hand the chunks to an executor, a limited number at a time, until all are done or ``done`` says to stop."""
    waiting: dict[Future[Totals], int] = {}
    stopped = False
    while True:
        while not stopped and len(waiting) < TASKS_AHEAD and (chunk := next(chunks, None)) is not None:
            first, number = chunk
            waiting[executor.submit(play_chunk, table, key, first, number, keep)] = first
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            first = waiting.pop(future)
            if not future.cancelled():
                stopped = done(first, future.result()) or stopped
        if stopped:
            for future in waiting:
                future.cancel()
