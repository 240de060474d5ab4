"""The solver as the page sees it: it works in processes of its own, remembers answers, and never keeps a tap waiting.

One `Reckoner` serves all visitors. It holds no visitor's state: a question is a value (brew, objective, rule, rates)
and so is its answer, which is the same for everybody who asks.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.solver.process import solver_processes
from dashboard.solver.question import Question, Reckoned, Refusal, Reply
from dashboard.table.state import first_table
from dashboard.text.words import word
from quacks_math.brew.exact.solve import is_small
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from collections.abc import Callable

    from dashboard.solver.process import SolverProcess

    Answered = Callable[[Reckoned | Refusal | Exception], None]

MOST_ANSWERS: Final = 1_000
REMEMBERED: Final = 40
"""Questions after which a process may have forgotten a solution."""
COMPILED_FOR: Final = Brew(Bag.parse("W1x4 W2x2 W3 B1 Y1 R1 P1 K1 O1"))
"""A brew large enough to be worth compiling for."""
RARE_PARTS: Final = replace(COMPILED_FOR, books=Books(2, 1, 2, 1, 3), card="second_chance")
"""A brew whose solution uses every part of the solver."""
ATTEMPTS: Final = 2
"""Processes that may die over a question before that is its answer: one may have been killed by chance."""
GIVEN_UP_AFTER: Final = 20.0
"""Seconds; a page that is open asks again every second."""
PATIENCE: Final = 0.12
"""Seconds a page waits for an answer before it shows the rest without it."""


def _always() -> bool:
    """Say yes."""
    return True


class Desk:
    """One solver process with the questions that wait for it."""

    def __init__(self, process: SolverProcess) -> None:
        """Wait for questions.

        Args:
            process: The process.
        """
        self._process = process
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reckoner")
        self._waiting: list[Future[None]] = []
        self._large: list[Future[None]] = []
        self._asked: deque[Question] = deque(maxlen=REMEMBERED)

    @property
    def busy(self) -> int:
        """How many questions wait or are being worked on."""
        self._waiting = [work for work in self._waiting if not work.done()]
        return len(self._waiting)

    @property
    def is_held_up(self) -> bool:
        """Whether a brew that needs all memory waits or is being worked on: whoever comes behind it waits for seconds."""
        self._large = [work for work in self._large if not work.done()]
        return bool(self._large)

    def submit(
        self, question: Question, answered: Answered, *, wanted: Callable[[], bool] = _always, alone: bool = False
    ) -> None:
        """Have a question answered.

        Args:
            question: The question.
            answered: Called with the answer, or with the reason why there is none, on the thread of this desk.
            wanted: Says, when its turn comes, whether anybody still waits for the answer.
            alone: Whether all memory may be used.
        """
        work = self._thread.submit(self._work, question, answered, wanted, alone=alone)
        self._waiting.append(work)
        if alone:
            self._large.append(work)
        self._asked.append(_root(question))

    def knows(self, question: Question) -> bool:
        """Say whether the process was lately asked about the same brew, so that it has its solution."""
        return _root(question) in self._asked

    def _work(self, question: Question, answered: Answered, wanted: Callable[[], bool], *, alone: bool) -> None:
        """Wait for the answer and pass it on; ask the next process if this one dies over it."""
        reply: Reckoned | Refusal | Exception = CancelledError()
        for _ in range(ATTEMPTS):
            if not wanted():
                break
            try:
                reply = self._process.answer(question, alone=alone)
                break
            except ChildProcessError as error:
                reply = error
        answered(reply)


class Reckoner:
    """Answers questions in the background and keeps the answers, the least used ones forgotten first.

    The last of its desks alone works on brews that need all memory, one at a time, so that only they wait for each other.
    """

    def __init__(self) -> None:
        """Let the last process compile what it needs, while the first one answers about small bags."""
        self._desks = tuple(Desk(process) for process in solver_processes())
        self._answers: OrderedDict[Question, Future[Reckoned]] = OrderedDict()
        self._last_asked: dict[Question, float] = {}
        self._large: deque[Question] = deque(maxlen=REMEMBERED)
        self._lock = threading.Lock()
        self._compiled = threading.Event()
        self._desks[0].submit(_asked(first_table().brew), _ignore)
        self._desks[-1].submit(_asked(COMPILED_FOR), self._has_compiled)

    @property
    def ready(self) -> bool:
        """Whether the solver has been compiled."""
        return self._compiled.is_set()

    def ask(self, question: Question, patience: float = PATIENCE) -> Reply:
        """Return the answer, or what is known after waiting a little.

        Args:
            question: The question; asked again later it goes on where it was.
            patience: Seconds to wait at most.
        """
        future = self._future(question)
        try:
            return Reply(advice=future.result(timeout=patience))
        except (NotYetError, CancelledError):
            return Reply(preparing=not self.ready)
        except ValueError as error:
            return Reply(problem=str(error))
        except ChildProcessError:
            with self._lock:
                # Whoever asks next starts it again, unless somebody did so already.
                if self._answers.get(question) is future:
                    del self._answers[question]
            return Reply(problem=word("sentence.solver_ended"))

    def give_up(self, question: Question) -> None:
        """Note that nobody waits for an answer any more; the question is dropped when its turn comes."""
        with self._lock:
            self._last_asked.pop(question, None)

    def _future(self, question: Question) -> Future[Reckoned]:
        """Return the answer to come; the same question is worked on once."""
        with self._lock:
            future = self._answers.get(question)
            if future is None or future.cancelled():
                future = Future()
                self._answers[question] = future
                self._begin(question, future)
            self._answers.move_to_end(question)
            self._last_asked[question] = time.monotonic()
            while len(self._answers) > MOST_ANSWERS:
                forgotten, _ = self._answers.popitem(last=False)
                self._last_asked.pop(forgotten, None)
            return future

    def _begin(self, question: Question, future: Future[Reckoned]) -> None:
        """Give a question to a desk."""
        large = _root(question) in self._large
        desk = self._desks[-1] if large else self._desk(question)
        desk.submit(
            question,
            lambda reply: self._answered(question, future, reply),
            wanted=lambda: time.monotonic() - self._last_asked.get(question, 0.0) < GIVEN_UP_AFTER,
            alone=large,
        )

    def _desk(self, question: Question) -> Desk:
        """Return who is to answer: not behind a large brew, who has least to do, and of those who knows the brew already."""
        if not self.ready:
            return self._desks[0 if is_small(question.brew.bag.counts) else -1]
        return min(self._desks, key=lambda desk: (desk.is_held_up, desk.busy, not desk.knows(question)))

    def _answered(self, question: Question, future: Future[Reckoned], reply: Reckoned | Refusal | Exception) -> None:
        """Pass an answer on to whoever waits for it."""
        match reply:
            case Reckoned():
                # Where loading failed, the first question that is worth compiling for makes up for it.
                if not is_small(question.brew.bag.counts):
                    self._has_compiled(reply)
                future.set_result(reply)
            case Refusal(too_large=True):
                with self._lock:
                    self._large.append(_root(question))
                    self._begin(question, future)
            case CancelledError():
                future.cancel()
            case Refusal(reason):
                future.set_exception(ValueError(reason))
            case _:
                future.set_exception(reply)

    def _has_compiled(self, reply: Reckoned | Refusal | Exception) -> None:
        """Let the first process load what is compiled now, and the last one compile what shows where play ends."""
        if self.ready or not isinstance(reply, Reckoned):
            return
        self._compiled.set()
        self._desks[0].submit(_asked(COMPILED_FOR), _ignore)
        for brew in (COMPILED_FOR, RARE_PARTS):
            self._desks[-1].submit(replace(_asked(brew), ends=True), _ignore)


def _ignore(_: Reckoned | Refusal | Exception) -> None:
    """Do nothing with an answer that was only asked for to have the solver loaded."""


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
