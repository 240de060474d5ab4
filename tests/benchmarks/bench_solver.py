"""How long the exact solver takes, how many states it holds, and how much memory: a ladder of bags, sets 1 to 4.

Every bag is measured in a process of its own, so that its peak memory is its own too. Times are medians of warm calls.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from quacks_math.brew.advise import advice_from, advise, solve_brew
from quacks_math.brew.exact.reach_probabilities import where_play_ends
from quacks_math.brew.exact.state_space.build import TooLargeError
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import replay
from quacks_math.brew.payoff.objective import Objective
from quacks_math.kernels.compile import use_compiler
from quacks_math.material.books import Books
from tests.benchmarks.plain_recursion import solve_plainly

LATE = "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4"
LADDER = (
    "W1x4 W2x2 W3 O1 G1",
    "W1x4 W2x2 W3 O1x2 G1 B1 R1 P1",
    "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1",
    "W1x5 W2x2 W3 B2x2 G1 O1x4 P1x2 R2x2 Y1 Y2",
    "W1x5 W2x2 W3 B2x2 B4 G1 K1 O1x4 P1x2 R2x2 Y1 Y2",
    LATE,
    f"{LATE} O1x2 G2 R1 B1",
)
SIX_OUT = "W1 O1 W2 G1 P1 W1"
SIX_OUT_OF_THE_STARTING_BAG = "W1 O1 W2 G1 W1 W1"
SETS = (1, 2, 3, 4)
RUNS = 15
LONG_ENOUGH = 4.0
"""Seconds after which a measurement is not repeated any more."""
MOST_STATES_FOLLOWED = 30_000_000
"""Where play ends is not measured above: the whole would take too long."""
PATIENCE = 30.0
"""Seconds that the plain recursion is waited for."""


def times(work: Callable[[], object]) -> float:
    """Return the median time of several runs in seconds, of fewer where they take long; the first warms up."""
    measured: list[float] = []
    started = time.perf_counter()
    while len(measured) <= RUNS and (not measured or time.perf_counter() - started < LONG_ENOUGH):
        before = time.perf_counter()
        work()
        measured.append(time.perf_counter() - before)
    return median(measured[1:] or measured)


def measure(bag: str, number: int) -> dict[str, Any]:
    """Return the numbers of one bag under one set, untouched and after six chips, in this process."""
    brew = Brew(Bag.parse(bag), books=Books(*[number] * 5), round=4)
    out = SIX_OUT if "P1" in bag else SIX_OUT_OF_THE_STARTING_BAG
    use_compiler()
    advise(Brew(Bag.parse(LADDER[0]), books=brew.books, round=4))  # loads what was compiled
    six_out = measure_moment(replace(brew, pot=parse_pot(out)))
    untouched = measure_moment(brew)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)
    return {"untouched": untouched, "six out": six_out, "memory": memory}


def measure_moment(brew: Brew) -> dict[str, Any]:
    """Return how long it takes to solve a brew and to see where play ends, and the number of states."""
    try:
        found = measure_outcome(brew)
    except TooLargeError as error:
        return {"over budget": error.states}
    return found | {"solve": times(lambda: solve_brew(brew))}


def measure_outcome(brew: Brew) -> dict[str, Any]:
    """Return how long it takes to see where play ends once a brew is solved, and the number of states."""
    solution, state = solve_brew(brew), replay(brew)
    found: dict[str, Any] = {"states": solution.states}
    if solution.states <= MOST_STATES_FOLLOWED:
        found["outcome"] = times(lambda: where_play_ends(solution, state))
    return found


def first_answer(bag: str) -> dict[str, float]:
    """Return the time from here to the first answer, and that of later ones, in this process."""
    started = time.perf_counter()
    brew = Brew(Bag.parse(bag))
    advise(brew)
    first = time.perf_counter() - started
    return {"first": first, "second": times(lambda: advise(brew))}


def plainly(bag: str) -> dict[str, float]:
    """Return the time of the plain recursion and of the solver for the coins of set 1, and both values."""
    use_compiler()
    chips = Bag.parse(bag)
    solution = advise(Brew(chips), Objective("coins"))
    seconds = times(lambda: advice_from(solve_brew(Brew(chips), Objective("coins")), Brew(chips)))
    started = time.perf_counter()
    value, states = solve_plainly(chips)
    spent = time.perf_counter() - started
    return {
        "plain": spent, "states": states, "solver": seconds, "value": value, "exact": max(solution.values.values())
    }  # fmt: skip


def in_its_own_process(*words: str, patience: float | None = None, **environment: str) -> dict[str, Any] | None:
    """Return what ``main`` prints for these words in a fresh process; None if it takes longer than is waited for."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_solver", *words]
    try:
        ended = subprocess.run(  # noqa: S603 (this file, with words of this file)
            command, capture_output=True, text=True, check=True, timeout=patience, env=os.environ | environment
        )
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def print_ladder(console: Console) -> None:
    """Print the numbers of every bag under the four sets, one table for each bag."""
    for bag in LADDER:
        title = f"{len(Bag.parse(bag))} chips: {bag}"
        table = Table("set", "", "solve s", "outcome s", "states", "states/s", "peak MB", title=title)
        for number in SETS:
            found = in_its_own_process("measure", bag, str(number)) or {}
            for moment in ("untouched", "six out"):
                memory = f"{found['memory']:,.0f}" if moment == "untouched" else ""
                numbers = found[moment]
                if "over budget" in numbers:
                    over = f"over budget: {numbers['over budget']:,}"
                    table.add_row(str(number), moment, "-", "-", over, "-", memory)
                    continue
                speed = f"{numbers['states'] / numbers['solve']:,.0f}"
                seconds = [
                    f"{numbers[name]:.3f}" if name in numbers else "not measured" for name in ("solve", "outcome")
                ]
                table.add_row(str(number), moment, *seconds, f"{numbers['states']:,}", speed, memory)
        console.print(table)


def print_first_call(console: Console) -> None:
    """Print how long the very first answer takes, compiling, and the first one of a later process."""
    table = Table("chips, set 1", "", "first answer s", "next answers s", title="First call")
    for bag in (LADDER[0], LADDER[2]):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("nothing compiled yet", "compiled earlier"):
                found = in_its_own_process("first", bag, NUMBA_CACHE_DIR=folder) or {}
                table.add_row(str(len(Bag.parse(bag))), name, f"{found['first']:.2f}", f"{found['second']:.3f}")
    console.print(table)


def print_ratio(console: Console) -> None:
    """Print how much faster the solver is than the plain recursion, as far as that comes to an end."""
    table = Table(
        "chips", "plain s", "solver s", "ratio", "plain value", "solver value", title="Against plain Python, coins"
    )
    for bag in LADDER:
        size = str(len(Bag.parse(bag)))
        found = in_its_own_process("plainly", bag, patience=PATIENCE)
        if found is None:
            table.add_row(size, f"over {PATIENCE:.0f}", "", "", "", "")
            break
        ratio = f"{found['plain'] / found['solver']:.0f}"
        values = [f"{found[name]:.9f}" for name in ("value", "exact")]
        table.add_row(size, f"{found['plain']:.3f}", f"{found['solver']:.4f}", ratio, *values)
    console.print(table)


def main() -> None:
    """Print everything."""
    console = Console(width=110)
    print_first_call(console)
    print_ratio(console)
    print_ladder(console)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", bag, number]:
            answer: dict[str, Any] = measure(bag, int(number))
        case ["first", bag]:
            answer = first_answer(bag)
        case ["plainly", bag]:
            answer = plainly(bag)
        case _:
            raise SystemExit("Run python -m tests.benchmarks solver.")
    sys.stdout.write(json.dumps(answer))
