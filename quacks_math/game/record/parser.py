"""Reading a game back from its text; the form stands in ``record.printer``.

The lines of a round say what happened to each seat in order, not how the seats' moves mixed. The engine knows whose
turn it is, so the moves are taken from the lines as they fall due. What is told without being asked for is taken as
soon as its step has begun and everything before it in its line has happened.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from quacks_math.brew.model.bag import text_within_limit
from quacks_math.brew.model.notation import parse_pot
from quacks_math.game.engine.actions import turn, why_illegal
from quacks_math.game.engine.events import (
    Bought,
    Brewed,
    CardDrawn,
    ChipsDrawn,
    Chose,
    Counted,
    DieRolled,
    GameEvent,
    PotTold,
)
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import Ask, GameState, Step
from quacks_math.game.record.printer import COUNTED_WORDS, TITLE
from quacks_math.game.record.saved import LONGEST_FILE, read_game
from quacks_math.material.books import books_from
from quacks_math.material.extras import ROUNDS
from quacks_math.material.rulings import Rulings, rulings_from
from quacks_math.material.validation import shown, text_of

_PUBLIC = " (public)"
_WORDS = {"yes": True, "no": False}
_FLASK = {"full": True, "empty": False}
_ROUND = re.compile(r"Round ([1-9])(?:: ([a-z_]+))?")
_SCORES = re.compile(r"([0-9]{1,2})(!?)(?: black ([0-9]{1,3}))?")


class _Lines:
    """The lines of a text that say something, with their numbers."""

    def __init__(self, text: str) -> None:
        self._lines = deque(
            (number, told)
            for number, line in enumerate(text.splitlines(), start=1)
            if (told := line.split("#", 1)[0].strip())
        )
        self.number = 0

    def __bool__(self) -> bool:
        return bool(self._lines)

    def take(self) -> str:
        """Return the next line."""
        if not self._lines:
            raise ValueError("The text ends too early; another line must follow.")
        self.number, line = self._lines.popleft()
        return line

    def value(self, name: str) -> str:
        """Return what the next line, ``name: value``, says."""
        line = self.take()
        if not line.startswith(f"{name}:"):
            raise ValueError(f"{shown(line)} stands where '{name}: …' is expected.")
        return line[len(name) + 1 :].strip()


def _pairs(text: str) -> dict[str, str]:
    """Return the pairs of ``a=b c=d``."""
    pairs = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"{shown(word)} is not of the form name=value.")
        if name in pairs:
            raise ValueError(f"{shown(name)} stands twice; name it once.")
        pairs[name] = value
    return pairs


def _number(text: str, highest: int = 999) -> int:
    """Return a number written in digits."""
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) > highest:
        raise ValueError(f"{shown(text)} is no number from 0 to {highest}.")
    return int(text)


def _chosen(text: str, choices: dict[str, bool]) -> bool:
    """Return what one of the words means."""
    if text not in choices:
        raise ValueError(f"{shown(text)} is not possible; use {' or '.join(choices)}.")
    return choices[text]


def _read_setup(lines: _Lines) -> Setup:
    """Return what was agreed."""
    if not lines or lines.take() != TITLE:
        raise ValueError(f"This is not a game of a known version; the first line must be {TITLE!r}.")
    names = [name.strip() for name in lines.value("seats").split(",")]
    seats = tuple(Seat(name.removesuffix(_PUBLIC), not name.endswith(_PUBLIC)) for name in names)
    books = books_from({name: _number(number) for name, number in _pairs(lines.value("books")).items()})
    tubes = _chosen(lines.value("tubes"), _WORDS)
    cards = _chosen(lines.value("cards"), _WORDS)
    rulings_text = lines.value("rulings")
    rulings = Rulings() if rulings_text == "printed" else rulings_from(_pairs(rulings_text))
    start = lines.value("start")
    if start not in [seat.name for seat in seats]:
        raise ValueError(
            f"{shown(start)} is no seat; the start player is one of {', '.join(seat.name for seat in seats)}."
        )
    return Setup(seats, books, tubes, cards, rulings, [seat.name for seat in seats].index(start))


class _Told:
    """An event that waits for its turn: where it stands, and from which step on it is taken unasked."""

    def __init__(self, event: GameEvent, line: int, step: Step | None = None) -> None:
        self.event = event
        self.line = line
        self.step = step


def _step(text: str) -> Step:
    """Return the step with this name."""
    if text.upper() not in Step.__members__:
        raise ValueError(
            f"{shown(text)} is no step of a round; use one of {', '.join(step.name.lower() for step in Step)}."
        )
    return Step[text.upper()]


def _counted(seat: int, words: list[str]) -> Counted:
    """Return what was counted."""
    fields: dict[str, Any] = {}
    names = {word: name for name, word in COUNTED_WORDS.items()}
    while words:
        word = words.pop(0)
        if word == "bag":
            fields["bag"] = " ".join(words)
            break
        if word not in names or not words:
            raise ValueError(
                f"{shown(word)} cannot be counted; use {', '.join(names)} with a value, or bag with chips."
            )
        value = words.pop(0)
        fields[names[word]] = _chosen(value, _FLASK) if word == "flask" else _number(value)
    return Counted(seat, **fields)


def _scored(seat: int, words: list[str]) -> PotTold:
    """Return the pot told of a seat."""
    match = _SCORES.fullmatch(" ".join(words))
    if match is None:
        raise ValueError(
            f"{shown(' '.join(words))} is no finished pot; write a scoring space, such as 13 or 13! black 1."
        )
    return PotTold(seat, int(match[1]), exploded=bool(match[2]), blacks=int(match[3] or 0))


def _bought(seat: int, words: list[str]) -> Bought:
    """Return what was bought."""
    return Bought(seat, () if words == ["nothing"] else tuple(words))


def _rolled(seat: int, words: list[str]) -> DieRolled:
    """Return what the die showed."""
    return DieRolled(seat, _number(" ".join(words)))


def _drew(seat: int, words: list[str]) -> ChipsDrawn:
    """Return what was drawn for the card."""
    return ChipsDrawn(seat, tuple(words))


_ITEMS: dict[str, Callable[[int, list[str]], GameEvent]] = {
    "draws": _drew,
    "die": _rolled,
    "buys": _bought,
    "scores": _scored,
    "counts": _counted,
}


def _events(seat: int, item: str) -> Iterator[tuple[GameEvent, Step | None]]:
    """Yield the events of one item, each with the step from which on it is taken unasked."""
    item, _, at = (part.strip() for part in item.partition("@"))
    name, *words = item.split()
    if name == "pot":
        for event in parse_pot(text_within_limit(" ".join(words))):
            yield Brewed(seat, event), None
    elif name in _ITEMS:
        yield _ITEMS[name](seat, words), _step(at) if at else None
    elif len(words) == 1:
        yield Chose(seat, name, words[0]), None
    else:
        raise ValueError(f"{shown(item)} is no item of a game.")


def _read_rounds(lines: _Lines, setup: Setup) -> Iterator[tuple[int, str | None, list[deque[_Told]]]]:
    """Yield number of the line, card, and events by seat of each round."""
    number = 1
    while lines:
        match = _ROUND.fullmatch(lines.take())
        if match is None or int(match[1]) != number:
            expected = f"'Round {number}' or 'Round {number}: card'" if number <= ROUNDS else "the end of the text"
            raise ValueError(f"Here {expected} is expected.")
        line = lines.number
        told = [deque(_read_seat(lines, setup, seat)) for seat in range(len(setup.seats))]
        yield line, match[2], told
        number += 1


def _read_seat(lines: _Lines, setup: Setup, seat: int) -> Iterator[_Told]:
    """Yield what the next line tells of a seat."""
    for item in lines.value(setup.seats[seat].name).split(";"):
        if item.strip():
            for event, step in _events(seat, item.strip()):
                yield _Told(event, lines.number, step)


def _due_event(state: GameState, told: list[deque[_Told]]) -> _Told | None:
    """Return the event that happens next, None if nothing that is told can happen."""
    for waiting in told:
        if waiting and waiting[0].step is not None and state.step >= waiting[0].step:
            return waiting[0]
    due = turn(state)
    if due is None or due.seat < 0:
        return None
    if told[due.seat]:
        return told[due.seat][0]
    if due.ask == Ask.BREW:
        for seat in state.turn_order:
            if told[seat] and why_illegal(state, told[seat][0].event) is None:
                return told[seat][0]
    return None


def _play_round(game: Game, card: str | None, told: list[deque[_Told]], line: int) -> Game:
    """Return the game after a round, or after as much of it as is told."""
    number = game.state.round
    if card is not None:
        game = _add(game, _Told(CardDrawn(card), line))
    while any(told) and game.state.round == number and not game.state.over:
        event = _due_event(game.state, told)
        if event is None:
            break
        game = _add(game, event)
        told[_seat_of(event.event)].popleft()
    for waiting in told:
        if waiting:
            reason = why_illegal(game.state, waiting[0].event) or "Something that comes before it is missing."
            raise ValueError(f"Line {waiting[0].line}: {type(waiting[0].event).__name__}: {reason}")
    return game


def _seat_of(event: GameEvent) -> int:
    """Return the seat of an event that has one."""
    if isinstance(event, CardDrawn):
        raise TypeError("the card of a round belongs to no seat")
    return event.seat


def _add(game: Game, told: _Told) -> Game:
    """Return the game after an event.

    Raises:
        ValueError: If it cannot happen; names the line.
    """
    try:
        return game.add(told.event)
    except ValueError as error:
        number = len(game.events) + 1
        raise ValueError(f"Line {told.line}, event {number}, {type(told.event).__name__}: {error}") from error


def parse_game(text: str) -> Game:
    """Return the game written in a text.

    Raises:
        ValueError: If the text cannot be read or something in it cannot happen; names the line and the reason.
    """
    if len(text_of(text, "A written game", "the text of one")) > LONGEST_FILE:
        raise ValueError(f"The text has {len(text)} characters; at most {LONGEST_FILE} are read.")
    lines = _Lines(text)
    try:
        game = Game.new(_read_setup(lines))
        rounds = list(_read_rounds(lines, game.setup))
    except ValueError as error:
        raise ValueError(f"Line {max(1, lines.number)}: {error}") from error
    for number, (line, card, told) in enumerate(rounds, start=1):
        if game.state.round != number:
            raise ValueError(f"Line {line}: round {game.state.round} is not finished before the next begins.")
        game = _play_round(game, card, told, line)
    return game


def game_from(text: str) -> Game:
    """Return the game in a text of either form: saved (JSON) or written.

    Raises:
        ValueError: If it cannot be read or something in it cannot happen; names the event or the line, and the reason.
    """
    return read_game(text) if text.lstrip()[:1] == "{" else parse_game(text)
