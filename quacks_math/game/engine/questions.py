"""Questions put to a seat: which answers there are, and why some of them are not possible."""

from collections.abc import Callable
from typing import NamedTuple

from quacks_math.game.engine.state import GameState, Task


class Option(NamedTuple):
    """An answer to a question.

    Attributes:
        answer: Its name in the log: a chip, a number, or a word.
        why_not: Why it cannot be chosen now, as a clause without a full stop; None if it can.
    """

    answer: str
    why_not: str | None = None


class Decision(NamedTuple):
    """How a question works.

    Attributes:
        options: The answers, possible or not, in a fixed order. Without a possible one the question is dropped; a
            single possible one is taken without asking.
        resolve: The state after an answer; the task itself has been taken away already.
    """

    options: Callable[[GameState, Task], tuple[Option, ...]]
    resolve: Callable[[GameState, Task, str], GameState]
