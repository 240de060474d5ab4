"""The solver in a process of its own: it answers questions from its standard input, one after the other.

So loading and running it never holds up the pages, which share a process and its interpreter lock. `python -m
dashboard.solver.worker` is started by `dashboard.solver.process`; both ends are ours, so pickles may travel between them.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from dashboard.solver.question import Reckoned, Refusal
from quacks_math.brew.advise import advice_from, advise, solve_brew, weigh
from quacks_math.brew.exact.solve import is_small
from quacks_math.brew.exact.state_space.build import TooLargeError
from quacks_math.brew.exact.warm_up import prepare
from quacks_math.brew.model.events import Restarted
from quacks_math.brew.model.transitions import replay
from quacks_math.brew.results.advice import Method
from quacks_math.brew.results.relevant_rulings import rulings_that_matter

if TYPE_CHECKING:
    from dashboard.solver.question import Question
    from quacks_math.brew.exact.solution import Solution

MOST_SOLUTIONS: Final = 40
SMALL_BUDGET: Final = 40_000_000
"""Numbers of eight bytes that a solution may hold beside others; larger brews are solved one at a time."""
MOST_STATES: Final = 25_000_000
"""Of all solutions kept together; about a quarter of a gigabyte."""


class Solutions:
    """Solved brews. A solution knows the values of everything that can follow, so the next chip needs no new one."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[Question, Solution] = OrderedDict()

    def answer(self, question: Question, *, alone: bool = False) -> Reckoned | Refusal:
        """Answer a question, from a solution of an earlier moment of the same brew if there is one.

        Args:
            question: The question.
            alone: Whether no other large brew is being solved, so that all memory may be used.
        """
        started = time.perf_counter()
        asked = (question.brew, question.objective, question.rule, question.rates)
        try:
            solution = self._earlier(question)
            if solution is None:
                solution = solve_brew(*asked, budget=SMALL_BUDGET)
                self._keep(question, solution)
        except TooLargeError as error:
            return Reckoned.of(advise(*asked)) if alone else Refusal(str(error), too_large=True)
        except ValueError as error:
            return Refusal(str(error))
        return _answer_from(solution, question, started)

    def _earlier(self, question: Question) -> Solution | None:
        """Return the solution of a moment that this one can follow."""
        pot = question.brew.pot
        for known, solution in reversed(self._kept.items()):
            begun = known.brew.pot
            if pot[: len(begun)] != begun or (begun and Restarted() in pot[len(begun) :]):
                continue
            if replace(known, brew=replace(known.brew, pot=pot), ends=question.ends) == question:
                self._kept.move_to_end(known)
                return solution
        return None

    def _keep(self, question: Question, solution: Solution) -> None:
        """Remember a solution if it is not too large; forget those not used for longest."""
        if solution.states > MOST_STATES:
            return
        self._kept[question] = solution
        while len(self._kept) > MOST_SOLUTIONS or sum(each.states for each in self._kept.values()) > MOST_STATES:
            self._kept.popitem(last=False)


def _answer_from(solution: Solution, question: Question, started: float) -> Reckoned:
    """Answer a question from the solution of this or an earlier moment of its brew.

    Args:
        solution: The solution.
        question: The question.
        started: When the work on it began, by the performance counter.
    """
    if question.ends:
        return Reckoned.of(advice_from(solution, question.brew, time.perf_counter() - started))
    state = replay(question.brew)
    action, values, next_values = weigh(solution, state)
    return Reckoned(
        action=action,
        values=values,
        next_values=next_values,
        method=Method("exact", solution.states, time.perf_counter() - started),
        rulings=rulings_that_matter(state),
    )


def _end_with_parent(parent: int) -> None:
    """End, also in the middle of a question, when the process that asks is gone."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def main() -> None:
    """Answer until the other end is gone; compile, if need be, when a question comes that is worth it."""
    # Ctrl-C at a terminal reaches every process of it; this one ends with the one that asks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a library might print must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    solutions, prepared = Solutions(), False
    # The other end may be gone before a question or before its answer.
    while True:
        try:
            question, alone = pickle.load(questions)  # noqa: S301 (from the process that started this one)
        except EOFError:
            return
        if not prepared and not is_small(question.brew.bag.counts):
            prepare()
            prepared = True
        answer = solutions.answer(question, alone=alone)
        try:
            pickle.dump(answer, answers)
            answers.flush()
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
