"""Compiling the solver ahead of its first question, on two processors: once on a machine, kept on disk afterwards.

The compiler works on one thread of a process at a time, and holds up whoever shares that process. So two processes of
their own compile the two large parts, evaluation and sweep; ``prepare`` waits for both.
"""

import subprocess
import sys
from collections.abc import Callable

from quacks_math.brew import problem
from quacks_math.brew.brew import Bag, Brew
from quacks_math.brew.endings import fill_rows
from quacks_math.brew.rates import Objective, StopRule, rates_for_round
from quacks_math.brew.state import start_state
from quacks_math.brew.sweep import PLAIN, sweep
from quacks_math.brew.valuation import worth_table
from quacks_math.compiled import is_kept, use_compiler


def _smallest() -> problem.Problem:
    """Return the numbering of a brew of two chips."""
    brew = Brew(Bag.parse("W1 O1"))
    table = worth_table(brew, Objective("coins"), rates_for_round(1))
    return problem.build([start_state(brew)], table, StopRule(), budget=10_000, counted=(0, 0), offered=False)


def _compile_evaluation() -> None:
    """Compile what numbers states and evaluates endings."""
    _smallest()


def _compile_sweep() -> None:
    """Compile the backward sweep; in this process endings are left out, another one compiles them."""
    vars(problem)["fill_rows"] = lambda *_: None  # only the types of the arrays matter here
    smallest = _smallest()
    values = smallest.terms.rows[0, 0].repeat(smallest.states)
    for layer in (1, 0):
        numbers = smallest.layout.stride.cumsum()[:0] + layer
        sweep(numbers, values, values, smallest.layout, smallest.terms, PLAIN)


PARTS: dict[str, Callable[[], None]] = {"evaluation": _compile_evaluation, "sweep": _compile_sweep}


def prepare() -> None:
    """Compile both parts at the same time unless they are kept on disk already.

    A part that fails to compile here is compiled, and complains, when it is first used.
    """
    if is_kept(sweep) and is_kept(fill_rows):
        return
    command = [sys.executable, "-m", "quacks_math.brew.prepare"]
    running = [subprocess.Popen([*command, part]) for part in PARTS]  # noqa: S603 (our own module)
    for process in running:
        process.wait()


if __name__ == "__main__":
    use_compiler()
    PARTS[sys.argv[1]]()
