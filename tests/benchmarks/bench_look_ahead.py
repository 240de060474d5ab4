"""How much look-ahead loses against best play: one and two steps, on positions from simulated games."""

import random
import time
from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table

from quacks_math.brew.exact.solve import solve
from quacks_math.brew.expectimax.loading import kernel_arrays, load_pot
from quacks_math.brew.expectimax.pot import POT_SIZE
from quacks_math.brew.expectimax.search import MEMO_SIZE, MEMO_VALUES, ROWS, VALUES, outlook, prefers_drawing
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.model.transitions import legal_actions
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.game.simulation.simulate import set_table
from quacks_math.game.simulation.strategies import named_strategies
from quacks_math.material.books import Books
from quacks_math.material.rulings import Rulings
from tests.quacks_math.game.simulated import play_logged, replay_in_engine, setup_of

GAMES = 24
SHARE = 0.03
"""Of all decisions between drawing and stopping so many are looked at."""
LONGEST = 20
"""Larger bags are left out: they take seconds each."""
EQUAL = 1e-9


def positions(books: Books) -> Iterator[BrewState]:
    """Yield states of brews in which drawing and stopping are the only choices."""
    chance = random.Random(1)  # noqa: S311 (a sample, no secret)
    rates = [rates_for_round(number) for number in range(1, 10)]
    named = named_strategies()
    seats = [named[name] for name in ("risk25", "orange_red", "white7", "risk33")]
    table = set_table(seats, books, True, False, Rulings(), rates)
    key = np.arange(4, dtype=np.int64)
    for number in range(GAMES):
        played = play_logged(table, key, number)
        for state in replay_in_engine(setup_of(number, len(seats), books=books), played, key, number):
            for seat in state.seats:
                brew = seat.brew
                if brew is None or brew.drawing_ended or brew.pending or chance.random() > SHARE / len(seats):
                    continue
                if set(legal_actions(brew)) == {"draw", "stop"} and brew.chips_in_pot and sum(brew.left) <= LONGEST:
                    yield brew


def looks_ahead(state: BrewState, steps: int) -> bool:
    """Say whether look-ahead draws."""
    brew = state.brew
    worth = payoff_table(brew, Objective(), rates_for_round(brew.round))
    table, rates = kernel_arrays(worth, brew.limit, StopRule(), steps)
    pots = np.zeros((ROWS, POT_SIZE), dtype=np.int64)
    pots[0] = load_pot(state)
    values = np.zeros((ROWS, VALUES))
    here, far = np.int64(0), np.int64(steps)
    memo, memo_values = np.full(MEMO_SIZE, -1, dtype=np.int64), np.zeros(MEMO_VALUES)
    outlook(pots, values, here, far, table, rates, memo, memo_values)  # type: ignore[arg-type]  # numpy's whole numbers
    return prefers_drawing(pots[0], values[0], table)


def main() -> None:
    console = Console()
    table = Table("set", "steps", "positions", "mean loss in VP", "equal decisions", "largest loss", "seconds")
    for number in (1, 2, 3, 4):
        found = list(positions(Books(*[number] * 5)))
        exact = []
        for state in found:
            worth = payoff_table(state.brew, Objective(), rates_for_round(state.brew.round))
            solution = solve(state, worth, StopRule())
            exact.append((solution.move_value(state, "draw"), solution.move_value(state, "stop")))
        for steps in (1, 2):
            began = time.perf_counter()
            losses = np.array(
                [
                    max(draw, stop) - (draw if looks_ahead(state, steps) else stop)
                    for state, (draw, stop) in zip(found, exact, strict=True)
                ]
            )
            table.add_row(
                str(number),
                str(steps),
                str(len(found)),
                f"{losses.mean():.3f}",
                f"{100 * (losses < EQUAL).mean():.0f} %",
                f"{losses.max():.2f}",
                f"{time.perf_counter() - began:.1f}",
            )
    console.print(table)


if __name__ == "__main__":
    main()
