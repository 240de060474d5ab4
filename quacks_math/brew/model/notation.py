"""The written form of bags and pots: one parser, one printer.

A bag is a list of chips with counts, ``W1x4 W2x2 W3 O1 G1``. A pot is what came out of it, in order:

=======================  ==============================================================================================
``W3``                   drawn (``W1x2``: drawn twice in a row)
``R1=1``                 moved only so many spaces (ruling ``extra_spaces`` = ``may_decline``)
``W3!``                  put back by the flask
``W1~``                  put back by Well Stirred
``W3=``                  kept although it could be put back; also ``Y1=`` (a next chip says the same)
``Y1<``                  the white chip before it went back
``B2[W3 R1>R1]``         seen, and after ``>`` what was placed; ``>-`` nothing; looks nest: ``B2[B1 W1>B1[O1>-]]``
``B2[W3 R1``             seen, nothing chosen yet (at the end), or nothing placed (before another chip)
``B2[`` or ``B2``        a look is pending (at the end), or was not taken (before another chip)
``/``                    A Second Chance was taken: begun again
``|``                    A Second Chance or a look was declined (a next chip says the same)
``.``                    stopped; ``.[W3 R1>R1]`` with the chips of Strong Ingredient
``+R1`` ``_R1`` ``-R1``  a red chip beside the pot was placed, stays there, went back into the bag
=======================  ==============================================================================================

Commas count as spaces and lower case as upper case. Whether the rules allow what is written is not asked here but by
``model.transitions.replay``.
"""

import re
from collections.abc import Iterator
from typing import get_args

from quacks_math.brew.model.bag import LARGEST_COUNT, Bag, text_within_limit
from quacks_math.brew.model.events import (
    BrewEvent,
    Drew,
    Kept,
    KeptRed,
    Looked,
    Placed,
    PlacedRed,
    Restarted,
    ReturnedRed,
    ReturnedWhite,
    Stirred,
    Stopped,
    UsedFlask,
    WentOn,
)
from quacks_math.material.chips import KINDS, kind_index
from quacks_math.material.validation import of_type, shown, tuple_of

_TOKEN = re.compile(r"[\s,]+|(?P<chip>[a-z][a-z0-9*]*)|(?P<spaces>=[0-9]+)|(?P<sign>[]!~=<[>/|.+_-])", re.IGNORECASE)
_CHIP = re.compile(r"(?P<kind>[a-z][0-9]?)(?:[x*](?P<count>[0-9]+))?", re.IGNORECASE)
_MARKS: dict[str, BrewEvent] = {
    "!": UsedFlask(),
    "~": Stirred(),
    "=": Kept(),
    "<": ReturnedWhite(),
    "/": Restarted(),
    "|": WentOn(),
}
_MARK_SIGNS = {type(event): sign for sign, event in _MARKS.items()}
_CHIP_MARKS = "!~=<"
"""Marks that are written directly behind their chip, also inside of a look."""
_UNTOLD = Looked(())
"""A look of which nothing is told: it is written only at the end, where it stays open."""
_RED_EVENTS = {"+": PlacedRed, "_": KeptRed, "-": ReturnedRed}


def parse_bag(text: str) -> Bag:
    """Return the bag written in a text; see ``Bag.parse``.

    Raises:
        ValueError: If an entry is no chip with a count, or there are too many chips.
    """
    return Bag.parse(text)


def print_bag(bag: Bag) -> str:
    """Return the text form of a bag, in canonical order.

    Raises:
        ValueError: If this is no bag.
    """
    return str(of_type(bag, Bag, "bag", "a Bag, such as Bag.parse('W1x4 O1')"))


class _PotReader:
    """Reads a pot token by token."""

    def __init__(self, text: str) -> None:
        self._tokens = list(self._split(text))
        self._next = 0
        self.events: list[BrewEvent] = []

    @staticmethod
    def _split(text: str) -> Iterator[str]:
        """Yield chips, signs and numbers of spaces."""
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"{text[at]!r} has no meaning in a pot; use chips (W1) and the marks !~=<[>]/|.+_-.")
            if match.lastgroup:
                yield match.group()
            at = match.end()

    @property
    def _peek(self) -> str:
        """The token that comes next, empty at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self, signs: str) -> str:
        """Return and pass the next token if it is one of these signs, else an empty text."""
        token = self._peek
        if token and token in signs:
            self._next += 1
            return token
        return ""

    def _take_chip(self, *, after: str = "") -> tuple[str, int]:
        """Return kind and count of the chip that comes next and pass it."""
        token = self._peek
        if not token[:1].isalpha():
            found = f"not {shown(token)}" if token else "but the text ends"
            raise ValueError(f"A chip must follow {after!r}, {found}; write one such as W1.")
        self._next += 1
        match = _CHIP.fullmatch(token)
        if match is None:
            kind_index(token)
        kind = KINDS[kind_index(match["kind"] if match else token)]
        digits = (match["count"] if match else None) or "1"
        if len(digits) > len(str(LARGEST_COUNT)) or int(digits) == 0:
            raise ValueError(f"{shown(token)} cannot have come out; write a count from 1 to {LARGEST_COUNT}.")
        return kind, int(digits)

    def _take_one_chip(self, *, after: str) -> str:
        """Return the kind of a chip that may not have a count."""
        kind, count = self._take_chip(after=after)
        if count != 1:
            raise ValueError(f"{kind}x{count} after {after!r} must be one chip; write {after}{kind}.")
        return kind

    def _take_spaces(self) -> int | None:
        """Return the number of spaces written behind a chip, None without one."""
        token = self._peek
        if len(token) < 2 or token[0] != "=":
            return None
        self._next += 1
        if len(token) > 3:
            raise ValueError(f"{shown(token)} is too far for a chip; write the spaces it moved, such as =1.")
        return int(token[1:])

    def read(self) -> tuple[BrewEvent, ...]:
        """Return all events of the text."""
        while self._peek:
            if self._peek[0].isalpha():
                self._read_draws()
            elif self._take("."):
                self.events.append(Stopped())
                self._read_look()
            elif sign := self._take("/|"):
                self.events.append(_MARKS[sign])
            elif sign := self._take("+_-"):
                kind = self._take_one_chip(after=sign)
                spaces = self._take_spaces() if sign == "+" else None
                self.events.append(PlacedRed(kind, spaces) if sign == "+" else _RED_EVENTS[sign](kind))
            else:
                raise ValueError(f"{shown(self._peek)} stands where a chip is expected; marks follow their chip.")
        return tuple(self.events)

    def _read_draws(self) -> None:
        """Read a drawn chip with its marks and its look."""
        kind, count = self._take_chip()
        self.events.extend(Drew(kind) for _ in range(count - 1))
        self.events.append(Drew(kind, self._take_spaces()))
        self._read_marks()
        self._read_look()

    def _read_marks(self) -> None:
        """Read the marks directly behind a chip."""
        while sign := self._take(_CHIP_MARKS):
            self.events.append(_MARKS[sign])

    def _read_look(self) -> None:
        """Read one look in brackets, if there is one, and the looks inside it; they may lack their end."""
        depth = 0
        while self._take("["):
            self._read_seen()
            depth += 1
            if not self._take(">"):
                break
            if self._take("-"):
                self.events.append(Placed(None))
                break
            kind = self._take_one_chip(after=">")
            self.events.append(Placed(kind, self._take_spaces()))
            self._read_marks()
        while depth and self._peek:
            if not self._take("]"):
                raise ValueError(f"{shown(self._peek)} stands inside of a look; close it with ] first.")
            depth -= 1

    def _read_seen(self) -> None:
        """Read the chips seen in a look."""
        seen: list[str] = []
        while self._peek[:1].isalpha():
            kind, count = self._take_chip()
            seen += [kind] * count
        if not seen and self._peek:
            raise ValueError("A look shows at least one chip; write them between [ and >, such as B1[W1>-].")
        self.events.append(Looked(tuple(seen)))


def parse_pot(text: str) -> tuple[BrewEvent, ...]:
    """Return the events written in the text of a pot.

    Args:
        text: The text, at most 10,000 characters; empty for an empty pot.

    Raises:
        ValueError: If the text cannot be read; names what is wrong in it.
    """
    return _PotReader(text_within_limit(text)).read()


def _spaces(spaces: int | None) -> str:
    """Return the mark of a chip that declined extra spaces."""
    return "" if spaces is None else f"={spaces}"


def print_pot(events: tuple[BrewEvent, ...]) -> str:
    """Return the text form of events; ``parse_pot`` returns the same events for it.

    Raises:
        ValueError: If these are no events of a brew.
    """
    events = tuple_of(events, get_args(BrewEvent), "A pot", "a tuple of events of a brew, such as parse_pot('W3 W2')")
    items: list[str] = []
    open_looks = 0
    for event in (*(event for event in events[:-1] if event != _UNTOLD), *events[-1:]):
        if isinstance(event, Looked):
            _append(items, f"[{' '.join(event.seen)}")
            open_looks += 1
        elif isinstance(event, Placed):
            _append(items, f">{event.kind or '-'}{_spaces(event.spaces)}")
        elif _MARK_SIGNS.get(type(event), "none") in _CHIP_MARKS:
            _append(items, _MARK_SIGNS[type(event)])
        else:
            _append(items, "]" * open_looks)
            open_looks = 0
            items.append(_item(event))
    if events[-1:] != (_UNTOLD,):
        _append(items, "]" * open_looks)
    return " ".join(items)


def _append(items: list[str], text: str) -> None:
    """Write a text directly behind the last item."""
    if text:
        items[-1:] = [(items[-1] if items else "") + text]


def _item(event: BrewEvent) -> str:
    """Return the text of an event that begins a new item."""
    match event:
        case Drew(kind, spaces):
            return kind + _spaces(spaces)
        case PlacedRed(kind, spaces):
            return f"+{kind}{_spaces(spaces)}"
        case KeptRed(kind):
            return f"_{kind}"
        case ReturnedRed(kind):
            return f"-{kind}"
        case Stopped():
            return "."
        case _:
            return _MARK_SIGNS[type(event)]
