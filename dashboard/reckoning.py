"""The solver as the page sees it: it works in processes of its own, remembers answers, and never keeps a tap waiting.

One `Reckoner` serves all visitors. It holds no visitor's state: a question is a value (brew, objective, rule, rates)
and so is its answer, which is the same for everybody who asks.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.question import Question, Reckoned, Refusal, Reply
from dashboard.solver_process import solver_processes
from dashboard.state import first_table
from dashboard.words import word
from quacks_math.brew.brew import Bag, Brew
from quacks_math.brew.rates import Objective, StopRule, rates_for_round
from quacks_math.brew.solver import is_small
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from dashboard.solver_process import SolverProcess

MOST_ANSWERS: Final = 1_000
REMEMBERED: Final = 40
"""Questions after which a process may have forgotten a solution."""
COMPILED_FOR: Final = Brew(Bag.parse("W1x4 W2x2 W3 B1 Y1 R1 P1 K1 O1"))
"""A brew large enough to be worth compiling for."""
RARE_PARTS: Final = replace(COMPILED_FOR, books=Books(2, 1, 2, 1, 3), card="second_chance")
"""A brew whose solution uses every part of the solver."""
PATIENCE: Final = 0.12
"""Seconds a page waits for an answer before it shows the rest without it."""


class Desk:
    """One solver process with the questions that wait for it."""

    def __init__(self, process: SolverProcess) -> None:
        """Wait for questions.

        Args:
            process: The process.
        """
        self._process = process
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reckoner")
        self._waiting: list[Future[Reckoned]] = []
        self._asked: deque[Question] = deque(maxlen=REMEMBERED)

    @property
    def busy(self) -> int:
        """How many questions wait or are being worked on."""
        self._waiting = [future for future in self._waiting if not future.done()]
        return len(self._waiting)

    def submit(self, question: Question, large: threading.Lock) -> Future[Reckoned]:
        """Have a question answered.

        Args:
            question: The question.
            large: Held while a brew is solved that may need all memory.
        """
        future = self._thread.submit(self._answer, question, large)
        self._waiting.append(future)
        self._asked.append(_root(question))
        return future

    def knows(self, question: Question) -> bool:
        """Say whether the process was lately asked about the same brew, so that it has its solution."""
        return _root(question) in self._asked

    def _answer(self, question: Question, large: threading.Lock) -> Reckoned:
        """Wait for the answer.

        Raises:
            ValueError: If the question makes no sense.
            ChildProcessError: If the process ended.
        """
        reply = self._process.answer(question, alone=False)
        if isinstance(reply, Refusal) and reply.too_large:
            with large:
                reply = self._process.answer(question, alone=True)
        if isinstance(reply, Refusal):
            raise ValueError(reply.reason)  # noqa: TRY004 (the values of the question are wrong, not a type)
        return reply


class Reckoner:
    """Answers questions in the background and keeps the answers, the least used ones forgotten first."""

    def __init__(self) -> None:
        """Let the last process compile what it needs, while the first one answers about small bags."""
        self._desks = tuple(Desk(process) for process in solver_processes())
        self._answers: OrderedDict[Question, Future[Reckoned]] = OrderedDict()
        self._lock = threading.Lock()
        self._large = threading.Lock()
        self._desks[0].submit(_asked(first_table().brew), self._large)
        self._compiled = self._desks[-1].submit(_asked(COMPILED_FOR), self._large)
        self._compiled.add_done_callback(self._load_the_rest)

    @property
    def ready(self) -> bool:
        """Whether the solver has been compiled."""
        return self._compiled.done()

    def ask(self, question: Question, patience: float = PATIENCE) -> Reply:
        """Return the answer, or what is known after waiting a little.

        Args:
            question: The question; asked again later it goes on where it was.
            patience: Seconds to wait at most.
        """
        try:
            return Reply(advice=self._future(question).result(timeout=patience))
        except (NotYetError, CancelledError):
            return Reply(preparing=not self.ready)
        except ValueError as error:
            return Reply(problem=str(error))
        except ChildProcessError:
            with self._lock:
                self._answers.pop(question, None)
            return Reply(problem=word("sentence.solver_ended"))

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
                future = self._desk(question).submit(question, self._large)
                self._answers[question] = future
            self._answers.move_to_end(question)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
            return future

    def _desk(self, question: Question) -> Desk:
        """Return who is to answer: whoever has least to do, and among those the one that knows the brew already."""
        if not self.ready:
            return self._desks[0 if is_small(question.brew.bag.counts) else -1]
        return min(self._desks, key=lambda desk: (desk.busy, not desk.knows(question)))

    def _load_the_rest(self, _: Future[Reckoned]) -> None:
        """Let the first process load what is compiled now, and the last one compile what shows where play ends."""
        self._desks[0].submit(_asked(COMPILED_FOR), self._large)
        for brew in (COMPILED_FOR, RARE_PARTS):
            self._desks[-1].submit(replace(_asked(brew), ends=True), self._large)


def _asked(brew: Brew) -> Question:
    """Return the plain question about a brew."""
    return Question(brew, Objective(), StopRule(), rates_for_round(brew.round))


def _root(question: Question) -> Question:
    """Return what a question has in common with those about other moments of the same brew."""
    return replace(question, brew=replace(question.brew, pot=()), ends=False)


@st.cache_resource(show_spinner=False)
def reckoner() -> Reckoner:
    """Return the one solver of this server."""
    return Reckoner()
