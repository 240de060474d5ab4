"""Strategies as data: policies for a whole game (how a seat brews, what it buys, how it answers), as numbers for kernels.

The named ones stand in ``data/strategies.json``; a file of one's own has the same form. All worths are points over the
whole game. ``random`` answers every question by whim and is the floor of any comparison.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field, ValidationError, field_validator

from quacks_math.brew.expectimax.search import MOST_STEPS
from quacks_math.brew.payoff.stop_rule import RULE_NUMBERS, StopRule
from quacks_math.game.simulation.desk.memory import (
    BY_LOOK_AHEAD,
    BY_WHIM,
    CAP,
    COINS_UNTIL,
    FIRST_ROUND,
    FLASK_FROM,
    FLASK_WHEN,
    FLASK_WORTH,
    LAST_ROUND_WANTED,
    LOOK_RANK,
    LOOK_STEPS,
    POINT,
    RESTART_FROM,
    RETURN_FROM,
    RUBY_WORTH,
    RULE_DENOMINATOR,
    RULE_KIND,
    RULE_NUMERATOR,
    STEP_WORTH,
    STIR_FROM,
    STRATEGY,
    STRATEGY_SIZE,
    SYNERGY,
    TAIL_WORTH,
    TUBE_BONUS,
    WEIGHT,
    WHITE_WORTH,
)
from quacks_math.material.chips import KIND_COUNT, KINDS, Colour, kind_index
from quacks_math.material.extras import ROUNDS
from quacks_math.material.files import parse_json, read_file
from quacks_math.material.tables import DATA_FOLDER, Record, TableError, read_json
from quacks_math.material.validation import MOST_SHOWN, shown, text_of

LARGEST_FILE = 100_000
"""Bytes of a strategy file."""
EXAMPLE = '{"name": "mine", "rule": "risk<=1/4", "look": "eager", "chips": {"O1": {"worth": 1.2, "most": 6}}}'
"""The least that a strategy file may hold, and what it is for."""
RIGHT = {
    "name": 'a short name of small letters, digits and _, such as "mine"',
    "about": "a sentence of at most 300 characters",
    "rule": 'a text such as "risk<=1/4", "white>=7", "chips>=5", "never", "look_ahead" or "random"',
    "look": 'a list of chips, the most welcome first, such as ["K1", "O1"], or a shared part such as "eager"',
    "chips": 'wishes by chip such as {"O1": {"worth": 1.2, "most": 6}}, or a shared part such as "sensible"',
}
"""What would be right, by field of a strategy; all others are numbers."""
NUMBERS = {
    **dict.fromkeys(("flask_from", "return_from", "stir_from"), "1 to 4"),
    **dict.fromkeys(("flask_when", "restart_from"), "0 to 99"),
    "coins_until": "0 to 9",
}
LETTERS = "".join(colour.letter for colour in Colour)
Worth = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]
Value = Annotated[int, Field(ge=1, le=4)]
RoundNumber = Annotated[int, Field(ge=1, le=ROUNDS)]


class Wish(Record):
    """How much a kind of chip is wanted.

    Attributes:
        worth: What one is worth.
        most: No more are bought once so many are owned.
        rounds: First and last round in which it is wanted.
        per: What each chip of a colour that is owned adds, by colour letter; the first four count.
    """

    worth: Worth
    most: Annotated[int, Field(ge=0, le=99)] = 99
    rounds: tuple[RoundNumber, RoundNumber] = (1, ROUNDS)
    per: dict[str, Worth] = Field(default_factory=dict)

    @field_validator("per")
    @classmethod
    def _colours(cls, per: dict[str, float]) -> dict[str, float]:
        """Refuse what is no colour."""
        for letter in per:
            if len(letter) != 1 or letter not in LETTERS:
                raise ValueError(f"{shown(letter)} is no colour; use one of {' '.join(LETTERS)}")
        return per


class Strategy(Record):
    """How a seat plays.

    A strategy takes all extra spaces, also where a house ruling lets them be declined: further is hardly ever worse.

    Attributes:
        name: Short name, as used by commands.
        about: One sentence for people.
        rule: When it stops: a stop rule such as ``risk<=1/4``, ``white>=7``, ``chips>=5`` or ``never``; ``look_ahead``
            or ``look_ahead=2`` (steps); ``random``.
        flask_from: Smallest white chip that the flask puts back; 4 for never.
        flask_when: White sum from which it does so at once; below it only if the seat would stop otherwise.
        return_from: Smallest white chip that yellow of set 1 sends back; 4 for never.
        stir_from: Smallest white chip that Well Stirred puts back; 4 for never.
        restart_from: White sum from which A Second Chance is taken at five chips; after an explosion always.
        coins_until: Last round in which an exploded pot takes coins; later it takes points.
        ruby: Worth of a ruby.
        step: Worth of a droplet step.
        flask: Worth of filling the flask.
        tail: Worth of a rat tail.
        white: Worth of taking a white 1-chip out of the bag in round 1.
        tube: What a step in the test tubes is worth besides its glass.
        look: Kinds placed through a look, the most welcome first; others are never placed.
        chips: What is bought and taken as a reward.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,29}$")]
    about: Annotated[str, Field(max_length=300)] = ""
    rule: str
    flask_from: Value = 2
    flask_when: Annotated[int, Field(ge=0, le=99)] = 99
    return_from: Value = 1
    stir_from: Value = 1
    restart_from: Annotated[int, Field(ge=0, le=99)] = 7
    coins_until: Annotated[int, Field(ge=0, le=ROUNDS)] = 5
    ruby: Worth = 0.9
    step: Worth = 2.0
    flask: Worth = 2.2
    tail: Worth = 0.8
    white: Worth = 4.0
    tube: Worth = 0.0
    look: tuple[str, ...] = ()
    chips: dict[str, Wish] = Field(default_factory=dict)

    @field_validator("rule")
    @classmethod
    def _known_rule(cls, rule: str) -> str:
        """Refuse a rule that is none."""
        _rule_numbers(rule)
        return rule

    @field_validator("look")
    @classmethod
    def _kinds(cls, look: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse kinds that do not exist or stand twice."""
        kinds = [kind_index(kind) for kind in look]
        if len(set(kinds)) < len(kinds):
            raise ValueError("a kind stands twice in look; name each once")
        return look

    @field_validator("chips")
    @classmethod
    def _coloured(cls, chips: dict[str, Wish]) -> dict[str, Wish]:
        """Refuse chips that do not exist or are white."""
        for kind in chips:
            if KINDS[kind_index(kind)].startswith("W"):
                raise ValueError(f"{kind} is white, and white chips are not for sale")
        return chips


def _rule_numbers(rule: str) -> tuple[int, Fraction, int]:
    """Return kind, threshold and look-ahead steps of a brew rule.

    Raises:
        ValueError: If it is none.
    """
    name, _, steps = rule.partition("=")
    if rule == "random":
        return BY_WHIM, Fraction(0), 1
    if name == "look_ahead":
        if steps and steps not in [str(number) for number in range(1, MOST_STEPS + 1)]:
            raise ValueError(
                f"{shown(rule)} looks too far ahead or not at all; use look_ahead=1 to look_ahead={MOST_STEPS}"
            )
        return BY_LOOK_AHEAD, Fraction(0), int(steps or 1)
    stop = StopRule.parse(rule)
    if stop.kind == "best":
        raise ValueError("'best' is no rule for a whole game; use look_ahead, a stop rule or random")
    return RULE_NUMBERS[stop.kind], stop.threshold, 1


def strategy_numbers(strategy: Strategy) -> NDArray[np.int64]:
    """Return a strategy as the simulator reads it, shape (STRATEGY_SIZE,); see ``desk.memory``."""
    numbers = np.zeros(STRATEGY + STRATEGY_SIZE, dtype=np.int64)
    kind, threshold, steps = _rule_numbers(strategy.rule)
    for place, number in {
        RULE_KIND: kind,
        RULE_NUMERATOR: threshold.numerator,
        RULE_DENOMINATOR: threshold.denominator,
        LOOK_STEPS: steps,
        FLASK_FROM: strategy.flask_from,
        FLASK_WHEN: strategy.flask_when,
        RETURN_FROM: strategy.return_from,
        STIR_FROM: strategy.stir_from,
        RESTART_FROM: strategy.restart_from,
        COINS_UNTIL: strategy.coins_until,
        RUBY_WORTH: round(POINT * strategy.ruby),
        STEP_WORTH: round(POINT * strategy.step),
        FLASK_WORTH: round(POINT * strategy.flask),
        TAIL_WORTH: round(POINT * strategy.tail),
        WHITE_WORTH: round(POINT * strategy.white),
        TUBE_BONUS: round(POINT * strategy.tube),
    }.items():
        numbers[place] = number
    numbers[LOOK_RANK : LOOK_RANK + KIND_COUNT] = -1
    for rank, name in enumerate(strategy.look):
        numbers[LOOK_RANK + kind_index(name)] = len(strategy.look) - rank
    for name, wish in strategy.chips.items():
        chip = kind_index(name)
        numbers[WEIGHT + chip] = round(POINT * wish.worth)
        numbers[CAP + chip] = wish.most
        numbers[FIRST_ROUND + chip], numbers[LAST_ROUND_WANTED + chip] = wish.rounds
        for letter, worth in wish.per.items():
            numbers[SYNERGY + 8 * chip + LETTERS.index(letter)] = round(POINT * worth)
    return numbers[STRATEGY:]


class _SharedParts(NamedTuple):
    """What several strategies use, by name: orders of welcome chips in a look, and wishes in the shop."""

    looks: dict[str, list[str]]
    shops: dict[str, dict[str, object]]


@cache
def _shipped() -> tuple[list[object], _SharedParts]:
    """Return the entries of ``data/strategies.json`` and its shared parts.

    Raises:
        TableError: If the file has another form.
    """
    content = read_json(DATA_FOLDER / "strategies.json")
    if not isinstance(content, dict) or not isinstance(content.get("strategies"), list):
        raise TableError("strategies.json: must hold an object with a list named strategies.")
    return content["strategies"], _SharedParts(content.get("looks", {}), content.get("shops", {}))


@cache
def named_strategies() -> dict[str, Strategy]:
    """Return the shipped strategies by name, in the order of the file.

    Raises:
        TableError: If ``data/strategies.json`` is broken.
    """
    entries, shared = _shipped()
    strategies: dict[str, Strategy] = {}
    for number, entry in enumerate(entries, start=1):
        try:
            strategy = _with_shared_parts(entry, shared)
        except ValueError as error:
            raise TableError(f"strategies.json, strategy {number}: {error}.") from error
        strategies[strategy.name] = strategy
    return strategies


def _with_shared_parts(entry: object, shared: _SharedParts) -> Strategy:
    """Return a strategy whose ``look`` and ``chips`` may name parts that several share.

    Raises:
        ValueError: If the entry is no strategy: the field, what stands there, what would be right.
    """
    if not isinstance(entry, dict):
        raise ValueError(f"{shown(entry)} is no strategy; use an object such as {EXAMPLE}")  # noqa: TRY004 (bad values raise ValueError throughout)
    parts = dict(entry)
    for field, named_parts in (("look", shared.looks), ("chips", shared.shops)):
        named = parts.get(field)
        if isinstance(named, str):
            if named not in named_parts:
                raise ValueError(f"{field} {shown(named)} is no shared part; use one of {', '.join(named_parts)}")
            parts[field] = named_parts[named]
    try:
        return Strategy.model_validate(parts)
    except ValidationError as error:
        raise ValueError(_reason(error)) from error


def _reason(error: ValidationError) -> str:
    """Return the first thing wrong with a strategy: the field, what stands there, what would be right."""
    problem = error.errors()[0]
    field, place = str(problem["loc"][0]), ".".join(str(part) for part in problem["loc"])[: 2 * MOST_SHOWN]
    if problem["type"] == "extra_forbidden":
        known = Wish if field == "chips" else Strategy
        return f"{shown(place)} is not known here; use {', '.join(known.model_fields)}"
    right = RIGHT.get(field, f"a number, {NUMBERS.get(field, 'from -100 to 100')}")
    if problem["type"] == "missing":
        return f"{place} is missing; give it {'a number from -100 to 100' if field == 'chips' else right}"
    said = problem["msg"].removeprefix("Value error, ").rstrip(".") if problem["type"] == "value_error" else ""
    return said or f"{place} is {shown(problem['input'])}; use {right}"


def read_strategy(path: Path) -> Strategy:
    """Return the strategy written in a JSON file of one's own; ``look`` and ``chips`` may name a shared part.

    Raises:
        ValueError: If the file cannot be read, is too large, or holds no strategy; names the field and what would be right.
    """
    name = f"The strategy file {str(path)!r}"
    content = parse_json(read_file(path, "The strategy file", LARGEST_FILE), name)
    try:
        return _with_shared_parts(content, _shipped()[1])
    except ValueError as error:
        raise ValueError(f"{name} cannot be used: {error}.") from error


def strategy_from(given: str | Strategy) -> Strategy:
    """Return a named strategy, or one read from a file whose name ends with ``.json``.

    Raises:
        ValueError: If there is no such strategy or the file cannot be used.
    """
    if isinstance(given, Strategy):
        return given
    text_of(given, "A strategy", "its name, such as 'white7', or a .json file")
    if given.lower().endswith(".json"):
        return read_strategy(Path(given))
    name = given.strip().lower().replace("-", "_")
    if name not in named_strategies():
        raise ValueError(f"{shown(given)} is no strategy; use one of {', '.join(named_strategies())}, or a .json file.")
    return named_strategies()[name]
