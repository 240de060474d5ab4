"""Short ways to write down an example: a bag as text, draws as text, what a pot prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .brew_oracle import Event, pot_after, values
from .brew_setup import OracleBrew, OracleRates

START_BAG = "W1x4 W2x2 W3 O1 G1"
ONE_PER_COIN = tuple(Fraction(coins) for coins in range(36))
FIVE_COINS_A_POINT = tuple(Fraction(coins // 5) for coins in range(36))


def bag(text: str) -> tuple[tuple[str, int], ...]:
    """Read ``"W1x4 O1"``."""
    parts = [part.partition("x") for part in text.split()]
    return tuple((kind, int(number or 1)) for kind, _, number in parts)


def brew(chips: str, books: str = "", rulings: str = "", **options: Any) -> OracleBrew:
    """Make a brew from a bag as text, ``books="B2 R3"`` and ``rulings="limits=added"``."""
    return OracleBrew(
        bag=bag(chips),
        books=tuple((book[0], int(book[1])) for book in books.split()),
        rulings=tuple((name, choice) for name, _, choice in (ruling.partition("=") for ruling in rulings.split())),
        **options,
    )


def rates(**numbers: Any) -> OracleRates:
    """Make rates from plain numbers."""

    def exact(number: Any) -> Any:
        if isinstance(number, dict):
            return {name: Fraction(inner) for name, inner in number.items()}
        return tuple(Fraction(inner) for inner in number) if isinstance(number, tuple) else Fraction(number)

    return OracleRates(**{name: exact(number) for name, number in numbers.items()})


def drawn(text: str) -> tuple[Event, ...]:
    """Read draws and marks in order.

    ``W3`` a draw, ``!`` the flask, ``~`` Well Stirred, ``<`` yellow 1 returns, ``[W1,R1]`` seen, ``>R1`` placed,
    ``>-`` nothing placed, ``/`` a restart, ``go`` declines it, ``.`` stopped, ``+R1`` a red placed, ``=R1`` kept,
    ``-R1`` put back.
    """
    alone: dict[str, Event] = {
        "!": ("flask",),
        "~": ("stir",),
        "<": ("return",),
        "/": ("restart",),
        "go": ("go_on",),
        ".": ("stop",),
        ">-": ("place", None),
    }
    names = {">": "place", "+": "red", "=": "keep", "-": "back"}
    events: list[Event] = []
    for mark in text.split():
        if mark in alone:
            events.append(alone[mark])
        elif mark[0] == "[":
            events.append(("look", tuple(mark[1:-1].split(","))))
        elif mark[0] in names:
            events.append((names[mark[0]], mark[1:]))
        else:
            events.append(("draw", mark))
    return tuple(events)


def lying(setup: OracleBrew, text: str) -> list[tuple[str, int]]:
    """Return what lies in the pot, with the spaces."""
    return list(pot_after(setup, drawn(text)).chips)


def moves(setup: OracleBrew, text: str = "") -> set[str]:
    """Return the names of the legal moves."""
    return set(values(setup, drawn(text)))


ENDS = ("stop", "bag_empty", "exploded", "take_points", "take_coins")
"""The moves that end a brew without a further chip."""


def stop_value(setup: OracleBrew, text: str = "") -> Fraction:
    """Return the value of stopping now, or of the pot as it has ended."""
    found = values(setup, drawn(text))
    return max(found[action] for action in ENDS if action in found)
