"""Giving the answer: a table for people, JSON for programs, one line of JSON for each line of questions."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from rich.console import Console

from quacks_math.command.request import Question, Request
from quacks_math.command.tables import wide_console
from quacks_math.material.files import parse_json
from quacks_math.material.validation import of_type, shown

LONGEST_LINE = 100_000
"""Bytes of one line of ``--lines``."""


class Answer(Protocol):
    """An answer that can be written in both forms."""

    def as_json(self) -> dict[str, Any]:
        """Return the answer with the keys of the written interface."""

    def show(self, console: Console) -> None:
        """Print the answer as a table."""


def _encoded(content: dict[str, Any]) -> str:
    """Return JSON on one line, in ASCII so that it fits every terminal; NaN has no place in it."""
    return json.dumps(content, allow_nan=False)


def _lines() -> Iterator[bytes]:
    """Yield the lines of standard input; of one that is too long only its beginning, which is longer than allowed."""
    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST_LINE + 1)
        yield line


def _read(line: bytes) -> dict[str, Any]:
    """Return the options on one line.

    Raises:
        ValueError: If the line is too long or is no JSON object.
    """
    if len(line) > LONGEST_LINE:
        raise ValueError("The line is too long; it may have 100 kB.")
    options: dict[str, Any] = of_type(
        parse_json(line, "The line"),
        dict,
        "A question",
        'an object with option names as keys, such as {"bag": "W1 O1"}',
    )
    return options


def reply(answer: Callable[[Question], Answer], options: dict[str, Any], *, as_json: bool, lines: bool) -> None:
    """Answer the question that the options ask, or each line of standard input.

    Args:
        answer: Finds the answer.
        options: The options that were given.
        as_json: Write JSON instead of a table.
        lines: Read questions from standard input; a bad one is answered with ``{"error": …}``.

    Raises:
        ValueError: If the question is bad.
    """
    if not lines:
        found = answer(Request.from_options(options).question())
        if as_json:
            sys.stdout.write(_encoded(found.as_json()) + "\n")
        else:
            found.show(wide_console())
        return
    if options:
        name = next(iter(options)).replace("_", "-")
        raise ValueError(
            f"{name} {shown(options[next(iter(options))])} contradicts --lines; write {name} into the lines."
        )
    for line in _lines():
        try:
            content = answer(Request.from_options(_read(line)).question()).as_json()
        except ValueError as error:
            content = {"error": " ".join(str(error).split())}
        sys.stdout.write(_encoded(content) + "\n")
        sys.stdout.flush()
