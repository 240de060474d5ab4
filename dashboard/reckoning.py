"""The solver behind the page: it works in threads, remembers answers, and never keeps a tap waiting.

One `Reckoner` serves all visitors. It holds no visitor's state: a question is a value (brew, objective, rule, rates)
and so is its answer, which is the same for everybody who asks.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

import streamlit as st

from dashboard.state import first_table, rates_of
from quacks_math.brew.brew import Bag, Brew
from quacks_math.brew.events import Restarted
from quacks_math.brew.rates import Objective, Rates, StopRule, rates_for_round
from quacks_math.brew.state import replay
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from dashboard.state import Table
    from quacks_math.brew.answer import Advice, Method
    from quacks_math.brew.outcome import Outcome
    from quacks_math.brew.solver import Solution

WORKERS: Final = 2
"""So that one large bag does not keep everybody else waiting."""
MOST_ANSWERS: Final = 1_000
MOST_SOLUTIONS: Final = 40
SMALL_BUDGET: Final = 40_000_000
"""Numbers of eight bytes that a solution may hold beside others; larger brews are solved one at a time."""
MOST_STATES: Final = 25_000_000
"""Of all solutions kept together; about a quarter of a gigabyte."""
PATIENCE: Final = 0.12
"""Seconds a page waits for an answer before it shows the rest without it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the solver.

    Attributes:
        brew: The brew with what came out so far.
        objective: What best play maximises.
        rule: Who stops when.
        rates: What things are worth later.
        ends: Whether it is also asked where play ends, which takes longer than all the rest.
    """

    brew: Brew
    objective: Objective
    rule: StopRule
    rates: Rates
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the solver found: the advice, and where play ends only if that was asked.

    Attributes:
        action: The best move; between drawing and stopping a fixed rule decides.
        values: The value of every legal move.
        next_values: By kind: value once that chip came out next.
        method: How this was obtained.
        rulings: House rulings that matter here, as `id=choice`.
        outcome: Where play ends, none where it was not asked.
    """

    action: str
    values: dict[str, float]
    next_values: dict[str, float]
    method: Method
    rulings: tuple[str, ...]
    outcome: Outcome | None = None

    @classmethod
    def of(cls, advice: Advice) -> Self:
        """Return what a full advice says."""
        return cls(advice.action, advice.values, advice.next_values, advice.method, advice.rulings, advice.outcome)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page has of an answer so far.

    Attributes:
        advice: The answer, none while it is being found.
        problem: Why there is none and will be none, empty otherwise.
        preparing: Whether the solver is still being compiled, which happens once on a machine.
    """

    advice: Reckoned | None = None
    problem: str = ""
    preparing: bool = False


def question_of(table: Table, rule: StopRule | None = None, *, ends: bool = False) -> Question:
    """Return what to ask for a table.

    Args:
        table: The table.
        rule: Another rule than the table's own, for a comparison.
        ends: Whether it is also asked where play ends.
    """
    return Question(table.brew, table.objective, table.rule if rule is None else rule, rates_of(table), ends=ends)


class Solutions:
    """Solved brews. A solution knows the values of everything that can follow, so the next chip needs no new one."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[Question, tuple[int, Solution]] = OrderedDict()
        self._lock = threading.Lock()
        self._large = threading.Lock()

    def answer(self, question: Question) -> Reckoned:
        """Answer a question, from a solution of an earlier moment of the same brew if there is one.

        Args:
            question: The question.

        Raises:
            ValueError: If it makes no sense.
        """
        # These load the compiler; the first page need not wait for it.
        from quacks_math.brew.advice import advise, solve_brew  # noqa: PLC0415
        from quacks_math.brew.problem import TooLargeError  # noqa: PLC0415

        started = time.perf_counter()
        found = self._earlier(question)
        if found is not None:
            return _answer_from(found, question, started)
        asked = (question.brew, question.objective, question.rule, question.rates)
        try:
            solution = solve_brew(*asked, budget=SMALL_BUDGET)
        except TooLargeError:
            # One at a time: each may hold as much memory as the solver allows.
            with self._large:
                return Reckoned.of(advise(*asked))
        self._keep(question, solution)
        return _answer_from(solution, question, started)

    def _earlier(self, question: Question) -> Solution | None:
        """Return the solution of a moment that this one can follow."""
        pot = question.brew.pot
        with self._lock:
            for known, (_, solution) in reversed(self._kept.items()):
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
        with self._lock:
            self._kept[question] = (solution.states, solution)
            while len(self._kept) > MOST_SOLUTIONS or sum(states for states, _ in self._kept.values()) > MOST_STATES:
                self._kept.popitem(last=False)


def _answer_from(solution: Solution, question: Question, started: float) -> Reckoned:
    """Answer a question from the solution of this or an earlier moment of its brew.

    Args:
        solution: The solution.
        question: The question.
        started: When the work on it began, by the performance counter.
    """
    # As in `Solutions.answer`.
    from quacks_math.brew.advice import advice_from, weigh  # noqa: PLC0415
    from quacks_math.brew.answer import Method  # noqa: PLC0415
    from quacks_math.brew.relevance import rulings_that_matter  # noqa: PLC0415

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


class Reckoner:
    """Answers questions in the background and keeps the answers, the least used ones forgotten first."""

    def __init__(self) -> None:
        """Start the workers and let them compile what they need."""
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="reckoner")
        self._answers: OrderedDict[Question, Future[Reckoned]] = OrderedDict()
        self._lock = threading.Lock()
        self._solutions = Solutions()
        self._prepared = self._workers.submit(self._prepare)

    @property
    def ready(self) -> bool:
        """Whether the solver has been compiled."""
        return self._prepared.done()

    def ask(self, question: Question, patience: float = PATIENCE) -> Reply:
        """Return the answer, or what is known after waiting a little.

        Args:
            question: The question; asked again later it goes on where it was.
            patience: Seconds to wait at most.
        """
        if not self.ready:
            return Reply(preparing=True)
        try:
            return Reply(advice=self._future(question).result(timeout=patience))
        except NotYetError:
            return Reply()
        except CancelledError:
            return Reply()
        except ValueError as error:
            return Reply(problem=str(error))

    def give_up(self, question: Question) -> None:
        """Forget a question whose answer nobody waits for any more, unless it is being worked on."""
        with self._lock:
            future = self._answers.get(question)
            if future is not None and future.cancel():
                del self._answers[question]

    def _future(self, question: Question) -> Future[Reckoned]:
        """Return the answer to come; the same question is worked on once."""
        with self._lock:
            future = self._answers.get(question)
            if future is None or future.cancelled():
                future = self._workers.submit(self._solutions.answer, question)
                self._answers[question] = future
            self._answers.move_to_end(question)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
            return future

    def _prepare(self) -> None:
        """Compile what the first answer needs, then leave the rest to a worker; all of it is kept on disk afterwards."""
        # These load the compiler; the first page need not wait for it.
        from quacks_math.brew.prepare import prepare  # noqa: PLC0415

        prepare()
        brew = first_table().brew
        self._solutions.answer(Question(brew, Objective(), StopRule(), rates_for_round(brew.round)))
        self._workers.submit(self._prepare_rest)

    def _prepare_rest(self) -> None:
        """Compile the rest by answering small questions that use it."""
        for brew in (
            first_table().brew,
            Brew(Bag.parse("W1x2 W2 B1 Y1 R1 P1 K1 O1"), books=Books(2, 1, 2, 1, 3), card="second_chance"),
        ):
            rates = rates_for_round(brew.round)
            self._solutions.answer(Question(brew, Objective(), StopRule(), rates, ends=True))


@st.cache_resource(show_spinner=False)
def reckoner() -> Reckoner:
    """Return the one solver of this server."""
    return Reckoner()
