"""What the oracle is told about one brew, and the printed tables it reads.

Nothing here knows a rule: only the questions that may be asked and the numbers printed on the cauldron and on the bonus
die. The tables come from ``data/`` of the repository, nothing comes from the package under test.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

DATA_DIRECTORY = Path(__file__).resolve().parents[2] / "data"

COLOURS = "WOGBRYPK"
LAST_CHIP_SPACE = 52
END_SPACE = 53

DEFAULT_RULINGS: Mapping[str, str] = {
    "black_zero": "nothing",
    "purple3_space": "printed",
    "empty_pot": "space_after_start",
    "flask_after_look": "allowed",
    "yellow2_doubles": "printed_value",
    "limits": "higher",
    "extra_spaces": "always",
    "early_gift": "not_given",
    "strong_step_b": "no",
}

OTHER_RULINGS: Mapping[str, str] = {
    "black_zero": "both_step",
    "purple3_space": "index",
    "empty_pot": "start_space",
    "flask_after_look": "not_allowed",
    "yellow2_doubles": "bonus_too",
    "limits": "added",
    "extra_spaces": "may_decline",
    "early_gift": "given",
    "strong_step_b": "counts",
}


class Space(NamedTuple):
    """One space of the cauldron: what it prints."""

    coins: int
    victory_points: int
    ruby: int


class DieFace(NamedTuple):
    """One face of the bonus die, as far as it pays points or rubies."""

    victory_points: int
    rubies: int


def read_track() -> tuple[Space, ...]:
    """Read the 54 spaces of the cauldron from ``pot_track.csv``."""
    with (DATA_DIRECTORY / "pot_track.csv").open(newline="", encoding="utf-8") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["index"]))
    if [int(row["index"]) for row in rows] != list(range(END_SPACE + 1)):
        raise ValueError("pot_track.csv must hold the spaces 0 to 53, each once")
    return tuple(Space(int(row["coins"]), int(row["victory_points"]), int(row["ruby"])) for row in rows)


def read_die() -> tuple[DieFace, ...]:
    """Read the six equally likely faces of the bonus die from ``bonus_die.csv``."""
    with (DATA_DIRECTORY / "bonus_die.csv").open(newline="", encoding="utf-8") as file:
        return tuple(DieFace(int(row["victory_points"]), int(row["rubies"])) for row in csv.DictReader(file))


def read_card_ids() -> frozenset[str]:
    """Read the ids of all fortune cards from ``fortune_cards.json``."""
    with (DATA_DIRECTORY / "fortune_cards.json").open(encoding="utf-8") as file:
        return frozenset(card["id"] for card in json.load(file)["cards"])


TRACK = read_track()
DIE_FACES = read_die()
CARD_IDS = read_card_ids()


def colour_of(kind: str) -> str:
    """Return the colour letter of a kind, ``"W"`` of ``"W3"``."""
    return kind[0]


def value_of(kind: str) -> int:
    """Return the printed value of a kind, 3 of ``"W3"``."""
    return int(kind[1:])


@dataclass(frozen=True)
class OracleRates:
    """What things are worth after the brew, in victory points.

    Attributes:
        coins: Value of having ``c`` coins to spend, for ``c`` in 0..35.
        ruby: Value of a ruby.
        droplet: Value of one droplet step.
        flask: Value of a flask that is full at the end.
        die: Value of one roll of the bonus die.
        die_chance: Chance of rolling the die, by scoring index 0..53.
        chip: Value of one more chip of a kind; kinds not named are worth 0.
        kept_red: Value of a red chip kept beside the pot; kinds not named are worth 0.
        black: Value of the reward for ``n`` black chips in the pot; numbers beyond its end are worth 0.
    """

    coins: tuple[Fraction, ...] = (Fraction(0),) * 36
    ruby: Fraction = Fraction(0)
    droplet: Fraction = Fraction(0)
    flask: Fraction = Fraction(0)
    die: Fraction = Fraction(0)
    die_chance: tuple[Fraction, ...] = (Fraction(0),) * 54
    chip: Mapping[str, Fraction] = field(default_factory=dict)
    kept_red: Mapping[str, Fraction] = field(default_factory=dict)
    black: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        """Check the lengths of the two tables.

        Raises:
            ValueError: A table has another length than the track needs.
        """
        if len(self.coins) != 36:
            raise ValueError(f"coins has {len(self.coins)} entries, it needs 36 (0 to 35 coins)")
        if len(self.die_chance) != END_SPACE + 1:
            raise ValueError(f"die_chance has {len(self.die_chance)} entries, it needs 54 (spaces 0 to 53)")


@dataclass(frozen=True)
class OracleBrew:
    """One brew and the question asked about it.

    Attributes:
        bag: Bag before the round as ``(kind, count)`` pairs.
        books: ``(letter, set)`` pairs of the colours G B R Y P; colours not named use set 1.
        start: Space the first chip counts from (droplet and rats).
        limit: White limit before yellow 3 and Living in Luxury.
        card: Fortune card of the round or None.
        flask: Whether the flask is full at the start.
        round: Round 1 to 9.
        rubies: Rubies held before the brew.
        beside: Red chips kept beside the pot from earlier rounds (red book 2 only).
        rulings: ``(id, choice)`` pairs, only those that differ from the default.
        objective: ``worth``, ``coins``, ``vp``, ``space`` or ``beat=N``.
        rates: What things are worth later.
        rule: ``best``, ``risk<=1/4``, ``white>=7``, ``chips>=5`` or ``never``.
    """

    bag: tuple[tuple[str, int], ...]
    books: tuple[tuple[str, int], ...] = ()
    start: int = 0
    limit: int = 7
    card: str | None = None
    flask: bool = True
    round: int = 1
    rubies: int = 0
    beside: tuple[tuple[str, int], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    objective: str = "worth"
    rates: OracleRates = field(default_factory=OracleRates)
    rule: str = "best"

    def __post_init__(self) -> None:
        """Check what was told.

        Raises:
            ValueError: Something is no chip, book, card, space, ruling, objective or rule.
        """
        for kind, count in self.bag + self.beside:
            if colour_of(kind) not in COLOURS or not kind[1:].isdigit() or count < 0:
                raise ValueError(f"{kind!r} x {count} is no chip: a letter of {COLOURS}, a value, a count from 0")
        for letter, book in self.books:
            if letter not in tuple("GBRYP") or book not in (1, 2, 3, 4):
                raise ValueError(f"book {letter}={book}: a letter of GBRYP and a set 1 to 4 are needed")
        if not 0 <= self.start <= LAST_CHIP_SPACE:
            raise ValueError(f"start {self.start} is not a space 0 to {LAST_CHIP_SPACE}")
        if self.card is not None and self.card not in CARD_IDS:
            raise ValueError(f"card {self.card!r} is none of {sorted(CARD_IDS)}")
        for name, choice in self.rulings:
            if name not in DEFAULT_RULINGS or choice not in (DEFAULT_RULINGS[name], OTHER_RULINGS[name]):
                raise ValueError(f"ruling {name}={choice} is not known")
        if any(count and colour_of(kind) != "R" for kind, count in self.beside):
            raise ValueError(f"beside {self.beside}: only red chips can lie beside the pot")
        if any(count for _, count in self.beside) and self.book("R") != 2:
            raise ValueError("only red book 2 keeps chips beside the pot")
        if self.objective not in ("worth", "coins", "vp", "space") and not self.objective.startswith("beat="):
            raise ValueError(f"objective {self.objective!r} is not known")
        if self.rule not in ("best", "never") and not self.rule.startswith(("risk<=", "white>=", "chips>=")):
            raise ValueError(f"rule {self.rule!r} is not known")

    def book(self, colour: str) -> int:
        """Return the set of a colour's book, 1 if none was named."""
        return dict(self.books).get(colour, 1)

    def ruled_otherwise(self, name: str) -> bool:
        """Say whether the ruling ``name`` is the one that is not the default."""
        return dict(self.rulings).get(name, DEFAULT_RULINGS[name]) == OTHER_RULINGS[name]
