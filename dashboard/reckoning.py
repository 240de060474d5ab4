"""The solver behind the page: it works in threads, remembers answers, and never keeps a tap waiting.

One `Reckoner` serves all visitors. It holds no visitor's state: a question is a value (brew, objective, rule, rates)
and so is its answer, which is the same for everybody who asks.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.state import first_table, rates_of
from quacks_math.brew.brew import Bag, Brew
from quacks_math.brew.rates import Objective, Rates, StopRule, rates_for_round
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from dashboard.state import Table
    from quacks_math.brew.advice import Advice

WORKERS: Final = 2
"""So that one large bag does not keep everybody else waiting."""
MOST_ANSWERS: Final = 1_000
PATIENCE: Final = 0.16
"""Seconds a page waits for an answer before it shows the rest without it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the solver.

    Attributes:
        brew: The brew with what came out so far.
        objective: What best play maximises.
        rule: Who stops when.
        rates: What things are worth later.
    """

    brew: Brew
    objective: Objective
    rule: StopRule
    rates: Rates


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page has of an answer so far.

    Attributes:
        advice: The answer, none while it is being found.
        problem: Why there is none and will be none, empty otherwise.
        preparing: Whether the solver is still being compiled, which happens once on a machine.
    """

    advice: Advice | None = None
    problem: str = ""
    preparing: bool = False


def question_of(table: Table, rule: StopRule | None = None) -> Question:
    """Return what to ask for a table.

    Args:
        table: The table.
        rule: Another rule than the table's own, for a comparison.
    """
    return Question(table.brew, table.objective, table.rule if rule is None else rule, rates_of(table))


def _solve(question: Question) -> Advice:
    """Answer one question; runs in a worker."""
    from quacks_math.brew.advice import advise  # noqa: PLC0415 (loads the compiler; the first page need not wait for it)

    return advise(question.brew, objective=question.objective, rule=question.rule, rates=question.rates)


class Reckoner:
    """Answers questions in the background and keeps the answers, the least used ones forgotten first."""

    def __init__(self) -> None:
        """Start the workers and let them compile what they need."""
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="reckoner")
        self._answers: OrderedDict[Question, Future[Advice]] = OrderedDict()
        self._lock = threading.Lock()
        self._prepared = self._workers.submit(_prepare)

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

    def _future(self, question: Question) -> Future[Advice]:
        """Return the answer to come; the same question is worked on once."""
        with self._lock:
            future = self._answers.get(question)
            if future is None or future.cancelled():
                future = self._workers.submit(_solve, question)
                self._answers[question] = future
            self._answers.move_to_end(question)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
            return future


def _prepare() -> None:
    """Compile the solver by answering small questions that use all of it; kept on disk afterwards."""
    start = first_table().brew
    for brew in (start, Brew(Bag.parse("W1x2 W2 B1 Y1 R1 P1 K1 O1"), books=Books(2, 1, 2, 1, 3), card="second_chance")):
        _solve(Question(brew, Objective(), StopRule(), rates_for_round(brew.round)))


@st.cache_resource(show_spinner=False)
def reckoner() -> Reckoner:
    """Return the one solver of this server."""
    return Reckoner()
