"""What is wanted of a brew: rates (what things are worth later), objectives, stop rules.

``Rates`` turn what a brew brings besides its points (coins, rubies, droplet steps, a full flask, chips, a roll of the
die) into victory points. One table per round is shipped in ``data/rates.json``; each says where it comes from
(``source``), and every number of it can be replaced. ``Objective`` says what best play maximises, ``StopRule`` who
stops when.
Instances are immutable.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, ValidationError

from quacks_math.material.chips import BOX, K1, KIND_COUNT, KINDS, R1, R2, R4, kind_index
from quacks_math.material.extras import ROUNDS
from quacks_math.material.files import parse_json, read_file
from quacks_math.material.tables import DATA_FOLDER, Record, TableError, read_json
from quacks_math.material.validation import MOST_SHOWN, is_whole_number, of_type, once_each, shown, text_of, tuple_of

COIN_STEPS = 36
"""Coins to spend range from 0 to 35."""
SPACES = 54
"""Scoring spaces have the index 0 to 53."""
KEPT_KINDS = (R1, R2, R4)
"""The red chips that book 2 may keep beside the pot."""
BLACK_STEPS = BOX[K1] + 1
"""A pot holds 0 to 18 black chips."""
LARGEST_VALUE = 1000.0
"""No rate is larger: far more points than a whole game has."""
NUMBER = (int, float)
LARGEST_FILE = 100_000
"""Bytes of a rates file; a full table has about three thousand."""

Value = Annotated[float, Field(ge=-LARGEST_VALUE, le=LARGEST_VALUE, allow_inf_nan=False, strict=True)]
Chance = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False, strict=True)]


class _RatesFile(Record):
    """A table of rates as written down; what is left out is taken from the base table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Annotated[str, Field(max_length=200)] | None = None
    coins: Annotated[tuple[Value, ...], Field(min_length=COIN_STEPS, max_length=COIN_STEPS)] | None = None
    ruby: Value | None = None
    droplet: Value | None = None
    flask: Value | None = None
    die: Value | None = None
    die_chance: Annotated[tuple[Chance, ...], Field(min_length=SPACES, max_length=SPACES)] | None = None
    chip: Annotated[dict[str, Value], Field(max_length=KIND_COUNT)] = Field(default_factory=dict)
    kept_red: Annotated[dict[str, Value], Field(max_length=len(KEPT_KINDS))] = Field(default_factory=dict)
    black: Annotated[tuple[Value, ...], Field(min_length=1, max_length=BLACK_STEPS)] | None = None


@dataclass(frozen=True, slots=True)
class Rates:
    """What the fruits of a brew are worth later, in victory points.

    Attributes:
        coins: Length 36: value of having c coins to spend.
        ruby: Value of one ruby.
        droplet: Value of one droplet step.
        flask: Value of a flask that is full at the end of the round.
        die: Value of one roll of the bonus die.
        die_chance: Length 54: chance of rolling the die with this scoring index, 0 to 1.
        chip: Length 18: value of a chip gained (or given away), by kind in canonical order.
        kept_red: Length 3: value of an R1, R2, R4 kept beside the pot for a later round.
        black: Length 19: value of the reward for n black chips in the pot. A shorter one goes on with its last entry.
        source: How the numbers were found, for whoever reads a result.
    """

    coins: tuple[float, ...] = (0.0,) * COIN_STEPS
    ruby: float = 0.0
    droplet: float = 0.0
    flask: float = 0.0
    die: float = 0.0
    die_chance: tuple[float, ...] = (0.0,) * SPACES
    chip: tuple[float, ...] = (0.0,) * KIND_COUNT
    kept_red: tuple[float, ...] = (0.0,) * len(KEPT_KINDS)
    black: tuple[float, ...] = (0.0,) * BLACK_STEPS
    source: str = "given"

    def __post_init__(self) -> None:
        """Check sizes and numbers.

        Raises:
            ValueError: If a table has the wrong length, or a number is not finite or not sensible.
        """
        for name in ("coins", "die_chance", "chip", "kept_red", "black"):
            object.__setattr__(self, name, tuple_of(getattr(self, name), NUMBER, name, "a tuple of numbers"))
        for name in ("ruby", "droplet", "flask", "die"):
            of_type(getattr(self, name), NUMBER, name, "a number from -1000 to 1000")
        text_of(self.source, "source", "a text")
        for name, length in (("coins", COIN_STEPS), ("die_chance", SPACES), ("chip", KIND_COUNT), ("kept_red", 3)):
            if len(getattr(self, name)) != length:
                raise ValueError(f"{name} has {len(getattr(self, name))} numbers; it needs {length}.")
        if not 1 <= len(self.black) <= BLACK_STEPS:
            raise ValueError(f"black has {len(self.black)} numbers; it needs 1 to {BLACK_STEPS}.")
        numbers = (*self.coins, self.ruby, self.droplet, self.flask, self.die, *self.chip, *self.kept_red, *self.black)
        for number in numbers:
            if not abs(number) <= LARGEST_VALUE:
                raise ValueError(f"{shown(number)} is no rate; use finite numbers from -1000 to 1000.")
        for number in self.die_chance:
            if not 0 <= number <= 1:
                raise ValueError(f"{shown(number)} is no chance of rolling the die; use numbers from 0 to 1.")
        missing = BLACK_STEPS - len(self.black)
        object.__setattr__(self, "black", self.black + self.black[-1:] * missing)

    @classmethod
    def from_json(cls, given: str | Path | dict[str, Any], base: Self | None = None) -> Self:
        """Return rates read from a JSON file or from the same content as a dictionary.

        Args:
            given: Path of a file, or the content. Keys are the attributes, all optional; ``chip`` and ``kept_red`` map
                kinds to values.
            base: Where the numbers that are not given come from; without it they are 0.

        Raises:
            ValueError: If the file cannot be read or is too large, a key is unknown, or a number is wrong.
        """
        right = 'the path of a JSON file, or its content such as {"ruby": 1.5}'
        of_type(given, (str, Path, dict), "The rates", right)
        if base is not None:
            of_type(base, cls, "base", "Rates, such as rates_for_round(1)")
        content = given if isinstance(given, dict) else _read_file(Path(given))
        try:
            table = _RatesFile.model_validate(content)
        except ValidationError as error:
            raise ValueError(f"The rates cannot be used: {_reason(error)}") from error
        base = cls() if base is None else base
        plain = table.model_dump(exclude={"chip", "kept_red"}, exclude_none=True)
        chip, kept_red = list(base.chip), list(base.kept_red)
        for kind, value in once_each(table.chip, kind_index, "chip", "values by kind").items():
            chip[kind] = value
        for kind, value in once_each(table.kept_red, kind_index, "kept_red", "values by kind").items():
            if kind not in KEPT_KINDS:
                raise ValueError(f"{KINDS[kind]} cannot be kept beside the pot; kept_red knows R1, R2 and R4.")
            kept_red[KEPT_KINDS.index(kind)] = value
        return replace(
            base, **{"source": "given, the rest " + base.source} | plain, chip=tuple(chip), kept_red=tuple(kept_red)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the content that ``from_json`` reads back."""
        return {
            "source": self.source,
            "coins": list(self.coins),
            "ruby": self.ruby,
            "droplet": self.droplet,
            "flask": self.flask,
            "die": self.die,
            "die_chance": list(self.die_chance),
            "chip": dict(zip(KINDS, self.chip, strict=True)),
            "kept_red": {KINDS[kind]: value for kind, value in zip(KEPT_KINDS, self.kept_red, strict=True)},
            "black": list(self.black),
        }


def _reason(error: ValidationError) -> str:
    """Return the first thing wrong with a table as one sentence: the place, what stands there, what would be right."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    if problem["type"] in ("extra_forbidden", "invalid_key"):
        return f"{shown(place)} is no rate; use {', '.join(_RatesFile.model_fields)}."
    right = {
        "source": "a text of at most 200 characters",
        "coins": "36 numbers from -1000 to 1000",
        "die_chance": "54 numbers from 0 to 1",
        "black": "1 to 19 numbers from -1000 to 1000",
        "chip": "kinds of chips with numbers from -1000 to 1000",
        "kept_red": "R1, R2, R4 with numbers from -1000 to 1000",
    }.get(str(problem["loc"][0]) if problem["loc"] else "", "a number from -1000 to 1000")
    given = problem["input"]
    found = f"has {len(given)} entries" if problem["type"] in ("too_short", "too_long") else f"is {shown(given)}"
    return f"{place[: 2 * MOST_SHOWN]} {found}; use {right}."


def _read_file(path: Path) -> dict[str, Any]:
    """Return the JSON object in a rates file.

    Raises:
        ValueError: If it cannot be read, is too large or is not a JSON object.
    """
    content = parse_json(read_file(path, "The rates file", LARGEST_FILE), f"The rates file {str(path)!r}")
    if not isinstance(content, dict):
        raise ValueError(f"The rates file {str(path)!r} must hold one JSON object with keys such as coins or ruby.")  # noqa: TRY004  (all bad input is a ValueError)
    return content


@cache
def _shipped() -> tuple[Rates, ...]:
    """Return the shipped tables of the rounds 1 to 9."""
    content = read_json(DATA_FOLDER / "rates.json")
    if not isinstance(content, dict) or not isinstance(content.get("rounds"), dict):
        raise TableError("rates.json: must hold an object rounds with the rounds 1 to 9.")
    tables = []
    for number in range(1, ROUNDS + 1):
        table = content["rounds"].get(str(number))
        if not isinstance(table, dict):
            raise TableError(f"rates.json: round {number} is missing.")
        try:
            tables.append(Rates.from_json(table))
        except ValueError as error:
            raise TableError(f"rates.json, round {number}: {error}") from error
    return tuple(tables)


def rates_for_round(round_number: int) -> Rates:
    """Return the shipped rates of a round.

    In round 9 only points count and everything that turns into points is counted exactly; of its table only
    ``die_chance`` is used, all other rates are 0.

    Args:
        round_number: 1 to 9.

    Raises:
        ValueError: If there is no such round.
        TableError: If ``data/rates.json`` is broken.
    """
    if not is_whole_number(round_number, 1, ROUNDS):
        raise ValueError(f"{shown(round_number)} is not a round; use 1 to {ROUNDS}.")
    return _shipped()[round_number - 1]
