"""Compiling the solver ahead of its first question, on two processors: once on a machine, kept on disk afterwards.

The compiler works on one thread of a process at a time, and holds up whoever shares that process. So two processes of
their own compile the two large parts, evaluation and sweep; ``prepare`` waits for both.
"""

import subprocess
import sys
from collections.abc import Callable

import numpy as np

from quacks_math.brew.exact.backward import rows_for, sweep
from quacks_math.brew.exact.state_space.build import Endings, Problem, lay_out
from quacks_math.brew.exact.state_space.evaluate_pots import fill_rows
from quacks_math.brew.exact.state_space.points import PLAIN
from quacks_math.brew.exact.state_space.transitions import edges_for
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import start_state
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.kernels.compile import is_kept, use_compiler, why_not_kept


def _smallest() -> tuple[Problem, Endings]:
    """Return the numbering of a brew of two chips; its endings are not evaluated."""
    brew = Brew(Bag.parse("W1 O1"))
    payoffs = payoff_table(brew, Objective("coins"), rates_for_round(1))
    return lay_out(
        [start_state(brew)], payoffs, StopRule(), budget=10_000, counted=(0, 0), offered=False, oranges_apart=True, extra=None,
        most_points=10_000,
    )  # fmt: skip


def _compile_evaluation() -> None:
    """Compile what numbers states and evaluates endings."""
    use_compiler()
    problem, endings = _smallest()
    fill_rows(
        np.zeros(0, dtype=np.int64), *endings, problem.payoffs, problem.terms.rows, problem.indices, problem.rubies
    )


def _compile_sweep() -> None:
    """Compile the backward sweep alone: its brew is numbered before the compiler is wanted."""
    problem, _ = _smallest()
    use_compiler()
    values = np.zeros(problem.room)
    sweep(np.zeros(0, dtype=np.int64), values, values, problem.layout, problem.terms, PLAIN, edges_for(1), rows_for(1))


PARTS: dict[str, Callable[[], None]] = {"evaluation": _compile_evaluation, "sweep": _compile_sweep}


def prepare() -> None:
    """Compile both parts at the same time unless they are kept on disk already, or cannot be.

    A part that fails to compile here is compiled, and complains, when it is first used.
    """
    if (is_kept(sweep) and is_kept(fill_rows)) or why_not_kept() is not None:
        return
    command = [sys.executable, "-m", "quacks_math.brew.exact.warm_up"]
    running = [subprocess.Popen([*command, part]) for part in PARTS]  # noqa: S603 (our own module)
    for process in running:
        process.wait()


if __name__ == "__main__":
    PARTS[sys.argv[1]]()
