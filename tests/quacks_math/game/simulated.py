"""Plays a game of the simulator over again in the engine: the same stream of chance, the decisions from its log."""

import random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.model import events as brew_events
from quacks_math.brew.payoff.rates import Rates
from quacks_math.game.engine.actions import Who, turn
from quacks_math.game.engine.events import Bought, Brewed, Chose, GameEvent, Reached
from quacks_math.game.engine.fold import apply, chance, start_game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import Ask, GameState
from quacks_math.game.simulation.desk import memory
from quacks_math.game.simulation.results import Totals
from quacks_math.game.simulation.simulate import Table, run_kernel, set_table
from quacks_math.game.simulation.strategies import named_strategies
from quacks_math.kernels.random_streams import below, seed_stream
from quacks_math.material.books import Books
from quacks_math.material.chips import KIND_COUNT, KINDS
from quacks_math.material.rulings import RULINGS, Rulings

WORDS = {
    memory.DROPLET_ANSWER: "droplet",
    memory.TUBE_ANSWER: "tube",
    memory.FLASK_ANSWER: "flask",
    memory.RUBIES_ANSWER: "rubies",
    memory.POINTS_ANSWER: "points",
    memory.WHITE_ANSWER: "white",
    memory.COINS_ANSWER: "coins",
    memory.PAY_ANSWER: "pay",
    memory.NONE_ANSWER: "none",
}
BREW = {
    memory.SAID_DRAW, memory.SAID_STOP, memory.SAID_FLASK, memory.SAID_STIR, memory.SAID_RETURN, memory.SAID_PLACE,
    memory.SAID_RESTART, memory.SAID_GO_ON, memory.SAID_RED,
}  # fmt: skip
QUESTIONS = {
    Ask.CARD: memory.SAID_CARD,
    Ask.EXCHANGE: memory.SAID_EXCHANGE,
    Ask.STEP: memory.SAID_STEP,
    Ask.MOVE: memory.SAID_MOVE,
    Ask.PURPLE: memory.SAID_PURPLE,
    Ask.GREEN: memory.SAID_GREEN,
    Ask.EXPLODED: memory.SAID_EXPLODED,
    Ask.RUBIES: memory.SAID_RUBIES,
    Ask.BUY: memory.SAID_BUY,
}


class Played(NamedTuple):
    """A game of the simulator: log, points and last scoring spaces."""

    log: NDArray[np.int64]
    records: NDArray[np.int64]
    sums: NDArray[np.int64]


def play_logged(table: Table, key: NDArray[np.int64], number: int) -> Played:
    totals = Totals.zero(1, len(table.seats), keep=True)
    log = np.zeros((5000, 4), dtype=np.int64)
    run_kernel(table, key, number, totals, log)
    assert log[0, 0] < len(log) - 1
    return Played(log[1 : log[0, 0] + 1], totals.records[0], totals.rounds)


class SameChance:
    """The stream of the simulator as the engine's source of chance."""

    def __init__(self, key: NDArray[np.int64], number: int) -> None:
        self.stream = np.zeros(4, dtype=np.int64)
        seed_stream(self.stream, int(key[0]), int(key[1]), number)

    def integers(self, high: int, /) -> int:
        return below(self.stream, int(high))


def _in_brew(said: int, answer: int, second: int) -> brew_events.BrewEvent | None:
    """Return the event of a brew, None for the decision to draw."""
    if said == memory.SAID_PLACE:
        return brew_events.Placed(KINDS[answer] if answer >= 0 else None)
    if said == memory.SAID_RED:
        kinds = {
            memory.PLACE_RED: brew_events.PlacedRed,
            memory.KEEP_RED: brew_events.KeptRed,
            memory.RETURN_RED: brew_events.ReturnedRed,
        }
        return kinds[answer](KINDS[second])
    return {
        memory.SAID_DRAW: None,
        memory.SAID_STOP: brew_events.Stopped(),
        memory.SAID_FLASK: brew_events.UsedFlask(),
        memory.SAID_STIR: brew_events.Stirred(),
        memory.SAID_RETURN: brew_events.ReturnedWhite(),
        memory.SAID_RESTART: brew_events.Restarted(),
        memory.SAID_GO_ON: brew_events.WentOn(),
    }[said]


def _answer(ask: Ask, answer: int) -> str:
    """Return how the engine writes an answer."""
    if ask == Ask.MOVE:
        return "move" if answer else "stay"
    if ask == Ask.RUBIES and answer == memory.NONE_ANSWER:
        return "done"
    if answer >= memory.SWAP:
        old, new = divmod(answer - memory.SWAP, KIND_COUNT)
        return f"{KINDS[old]}>{KINDS[new]}"
    return WORDS.get(answer, str(answer))


def replay_in_engine(setup: Setup, played: Played, key: NDArray[np.int64], number: int) -> list[GameState]:
    """Return the states of the engine before the first and after every event."""
    state = start_game(setup)
    states = [state]
    source = SameChance(key, number)
    said = iter(played.log.tolist())
    while (due := turn(state)) is not None:
        event: GameEvent
        if due.who == Who.CHANCE:
            event = chance(state, source)
        else:
            wanted = BREW if due.ask == Ask.BREW else {QUESTIONS[due.ask]}
            what, seat, answer, second = next(said)
            assert what in wanted, f"{what} was said, but {due} in round {state.round}"
            assert seat == due.seat, f"seat {seat} spoke, but {due} in round {state.round}"
            if due.ask == Ask.BREW:
                happened = _in_brew(what, answer, second)
                event = Reached(seat) if happened is None else Brewed(seat, happened)
            elif due.ask == Ask.BUY:
                event = Bought(seat, tuple(KINDS[kind] for kind in (answer, second) if kind >= 0))
            elif (due.ask == Ask.CARD and answer >= 0 and state.card.name != "GOOD_START") or (
                due.ask == Ask.GREEN and answer >= 0
            ):
                event = Chose(seat, due.ask.value, KINDS[answer])
            else:
                event = Chose(seat, due.ask.value, _answer(due.ask, answer))
        state = apply(state, event)
        states.append(state)
    assert next(said, None) is None
    return states


def random_table(rng: random.Random, rates: list[Rates]) -> tuple[Table, dict[str, Any]]:
    """Return a table with any seats, books, switches and rulings, and the setting that the engine needs for it."""
    books = Books(*(rng.randint(1, 4) for _ in Books._fields))
    switches = [name for name, ruling in RULINGS.items() if len(ruling.choices) == 2]
    rulings = Rulings(**{name: rng.randint(0, 1) for name in switches}) if rng.random() < 0.5 else Rulings()
    cards, tubes = rng.random() < 0.8, rng.random() < 0.4
    named = named_strategies()
    seats = [named["random" if rng.random() < 0.5 else rng.choice(list(named))] for _ in range(rng.randint(1, 5))]
    table = set_table(seats, books, cards, tubes, rulings, rates)
    return table, {"books": books, "cards": cards, "tubes": tubes, "rulings": rulings}


def setup_of(table_number: int, seats: int, **setting: object) -> Setup:
    """Return the setup of a game with this number: the start player moves on from game to game."""
    names = tuple(Seat(f"seat {seat}") for seat in range(seats))
    return Setup(names, start_player=table_number % seats, **setting)  # type: ignore[arg-type]
