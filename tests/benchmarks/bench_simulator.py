"""How many whole games a second: seats, cards, threads, memory, and the ratio to the event-log engine."""

import random
import resource
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from rich.console import Console
from rich.table import Table

from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.game.simulation.simulate import set_table, simulate
from quacks_math.game.simulation.strategies import named_strategies
from quacks_math.material.books import Books
from quacks_math.material.rulings import Rulings
from tests.quacks_math.game.simulated import play_logged, replay_in_engine, setup_of

SEATS = ("risk25", "white7", "risk33", "never_risk")
GAMES = 5_000
ENGINE_GAMES = 40


def engine_rate(seats: tuple[str, ...], cards: bool) -> float:
    """Return games per second of the engine, told what chance brought and what was decided."""
    rates = [rates_for_round(number) for number in range(1, 10)]
    named = named_strategies()
    table = set_table([named[seat] for seat in seats], Books(), cards, False, Rulings(), rates)
    key = np.arange(4, dtype=np.int64)
    games = [(number, play_logged(table, key, number)) for number in range(ENGINE_GAMES)]
    began = time.perf_counter()
    for number, played in games:
        replay_in_engine(setup_of(number, len(seats), cards=cards), played, key, number)
    return ENGINE_GAMES / (time.perf_counter() - began)


def main() -> None:
    console = Console()
    table = Table(
        "seats",
        "cards",
        "games/s",
        "per core second",
        "on 2 threads",
        "ratio",
        "ratio of core time",
        "engine",
        "times the engine",
    )
    for count in (1, 2, 4):
        for cards in (True, False):
            seats = SEATS[:count]
            simulate(seats, 10, cards=cards)
            before = time.process_time()
            one = simulate(seats, GAMES, cards=cards)
            core = GAMES / (time.process_time() - before)
            before = time.process_time()
            with ThreadPoolExecutor(2) as threads:
                two = simulate(seats, 2 * GAMES, cards=cards, executor=threads)
            core_of_two = 2 * GAMES / (time.process_time() - before)
            engine = engine_rate(seats, cards)
            table.add_row(
                str(count),
                "yes" if cards else "no",
                f"{one.games_per_second:,.0f}",
                f"{core:,.0f}",
                f"{two.games_per_second:,.0f}",
                f"{two.games_per_second / one.games_per_second:.2f}",
                # What two threads would reach if nobody else used the cores.
                f"{2 * core_of_two / core:.2f}",
                f"{engine:,.1f}",
                f"{one.games_per_second / engine:,.0f}",
            )
    console.print(table)
    for name in ("look_ahead", "random", "reckless", "cheap_wide"):
        found = simulate([name] * 4, 200 if name == "look_ahead" else GAMES)
        console.print(f"four seats of {name}: {found.games_per_second:,.0f} games/s")
    memory = {}
    for games in (10_000, 1_000_000):
        with ThreadPoolExecutor(2) as threads:
            simulate(SEATS[:1], games, executor=threads, seed=random.Random(1).randrange(10))  # noqa: S311 (a game)
        memory[games] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(", ".join(f"peak memory after {games:,} games: {peak:.0f} MB" for games, peak in memory.items()))


if __name__ == "__main__":
    main()
