"""Saved games: a versioned JSON object of setup and events.

Format, version 1::

    {"format": "quacks game", "version": 1,
     "setup": {"seats": [{"name": "Ann", "tracked": true}, ...], "books": {"red": 3}, "tubes": false, "cards": true,
               "rulings": {"black_zero": "both_step"}, "start_player": 0},
     "events": [{"type": "card_drawn", "card": "charity"},
                {"type": "brewed", "seat": 0, "event": {"type": "drew", "kind": "W1"}}, ...]}

``books`` and ``rulings`` may leave out what is at its default; so may events. The type of an event is the name of its
class in ``engine.events`` or ``brew.model.events`` in small letters, its keys are the fields described there.
"""

import json
import re
from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from quacks_math.brew.model.events import BrewEvent
from quacks_math.game.engine.events import GameEvent
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.material.books import books_from
from quacks_math.material.files import parse_json
from quacks_math.material.rulings import Rulings, rulings_from
from quacks_math.material.tables import said_of
from quacks_math.material.validation import MOST_SHOWN, of_type, shown, text_of

FORMAT: Final = "quacks game"
VERSION: Final = 1
MOST_EVENTS = 20_000
LONGEST_FILE = 10_000_000
"""Longer files are refused, in characters."""


class _Saved(BaseModel):
    """Something in a saved game: nothing unknown, nothing converted."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _SavedSeat(_Saved):
    name: str
    tracked: bool = True


class _SavedSetup(_Saved):
    seats: tuple[_SavedSeat, ...]
    books: dict[str, int] = Field(default_factory=dict)
    tubes: bool = False
    cards: bool = True
    rulings: dict[str, str] = Field(default_factory=dict)
    start_player: int = 0


def _type_name(cls: type) -> str:
    """Return the name of an event's class in small letters: ``card_drawn``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _model(cls: type, nested: Any) -> type[_Saved]:  # noqa: ANN401 (a union of models made at run time)
    """Return the model of one class of events; a field that is itself an event has the nested type."""
    hints = get_type_hints(cls)
    columns: dict[str, Any] = {"type": (Literal[_type_name(cls)], ...)}
    for column in fields(cls):
        hint = nested if hints[column.name] == BrewEvent else hints[column.name]
        columns[column.name] = (hint, ... if column.default is MISSING else column.default)
    return create_model(cls.__name__, __base__=_Saved, **columns)


def _union(models: dict[str, type[_Saved]]) -> Any:  # noqa: ANN401 (a union of models made at run time)
    """Return the type that is any of the models, told apart by their ``type``."""
    return Annotated[reduce(or_, models.values()), Field(discriminator="type")]


_CLASSES = {_type_name(cls): cls for cls in (*get_args(BrewEvent), *get_args(GameEvent))}
_BREW_MODELS = {_type_name(cls): _model(cls, None) for cls in get_args(BrewEvent)}
_GAME_MODELS = {_type_name(cls): _model(cls, _union(_BREW_MODELS)) for cls in get_args(GameEvent)}
_EVENT: Any = _union(_GAME_MODELS)
_COLUMNS: dict[str, Any] = {
    "format": (Literal[FORMAT], ...),
    "version": (Literal[VERSION], ...),
    "setup": (_SavedSetup, ...),
    "events": (Annotated[tuple[_EVENT, ...], Field(max_length=MOST_EVENTS)], ...),
}
_SavedGame = create_model("_SavedGame", __base__=_Saved, **_COLUMNS)


def _to_json(event: Any) -> dict[str, Any]:  # noqa: ANN401 (an event of a game or of a brew)
    """Return an event as a JSON object without what is at its default."""
    saved: dict[str, Any] = {"type": _type_name(type(event))}
    for column in fields(event):
        value = getattr(event, column.name)
        if value != column.default:
            saved[column.name] = _to_json(value) if type(value) in get_args(BrewEvent) else value
    return saved


def _from_model(model: Any) -> Any:  # noqa: ANN401 (an event of a game or of a brew)
    """Return the event of a validated model."""
    values = {name: getattr(model, name) for name in type(model).model_fields if name != "type"}
    return _CLASSES[model.type](
        **{name: _from_model(value) if isinstance(value, _Saved) else value for name, value in values.items()}
    )


def save_game(game: Game) -> str:
    """Return a game as JSON text, one event a line.

    Raises:
        ValueError: If this is no game.
    """
    setup = of_type(game, Game, "game", "a Game, such as Game.new(Setup.of('Ann'))").setup
    rulings = {name: setup.rulings.choice(name) for name, number in setup.rulings._asdict().items() if number}
    head = {
        "format": FORMAT,
        "version": VERSION,
        "setup": {
            "seats": [{"name": seat.name, "tracked": seat.tracked} for seat in setup.seats],
            "books": setup.books._asdict(),
            "tubes": setup.tubes,
            "cards": setup.cards,
            "rulings": rulings,
            "start_player": setup.start_player,
        },
    }
    lines = ",\n".join(json.dumps(_to_json(event), ensure_ascii=False) for event in game.events)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "events": [\n{lines}\n]}}\n'


def read_game(text: str) -> Game:
    """Return the game in a JSON text.

    Raises:
        ValueError: If the text is no saved game of a known version, or an event is malformed or cannot happen; names
            the number of the event and the reason. Nothing is half-read.
    """
    if len(text_of(text, "A saved game", "the text of one")) > LONGEST_FILE:
        raise ValueError(f"The text has {len(text)} characters; at most {LONGEST_FILE} are read.")
    raw = parse_json(text, "The saved game")
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise ValueError(f'This is not a saved game; it must be an object with "format": "{FORMAT}".')
    if raw.get("version") != VERSION or isinstance(raw["version"], bool):
        raise ValueError(
            f"Version {shown(raw.get('version'))} of saved games is not known; this program reads {VERSION}."
        )
    try:
        saved: Any = _SavedGame.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(_reason(error)) from error
    return Game.of(_setup(saved.setup), tuple(_from_model(event) for event in saved.events))


def _setup(saved: _SavedSetup) -> Setup:
    """Return the setup of a saved game."""
    return Setup(
        seats=tuple(Seat(seat.name, seat.tracked) for seat in saved.seats),
        books=books_from(saved.books),
        tubes=saved.tubes,
        cards=saved.cards,
        rulings=rulings_from(saved.rulings) if saved.rulings else Rulings(),
        start_player=saved.start_player,
    )


def _reason(error: ValidationError) -> str:
    """Return one sentence for the first thing that is wrong, with the number of the event."""
    problem = error.errors()[0]
    place = list(problem["loc"])
    start = ""
    if len(place) > 1 and place[0] == "events" and isinstance(place[1], int):
        start = f"Event {place[1] + 1}: "
        place = place[2:]
    column = ".".join(str(part) for part in place if part not in _CLASSES)
    given = problem["input"]
    told = (
        f" (got {shown(given)})" if isinstance(given, str | int | float | bool) and problem["type"] != "missing" else ""
    )
    return f"{start}{column[: 2 * MOST_SHOWN] + ': ' if column else ''}{said_of(problem)}{told}."
