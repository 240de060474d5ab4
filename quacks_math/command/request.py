"""One question to ``quacks odds`` or ``quacks advise``: its options, read and checked.

The same model reads the options of the command line and the lines of ``--lines``, so that both know the same names and
refuse the same things.
"""

import re
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from quacks_math.brew.model.events import Looked
from quacks_math.brew.model.notation import parse_bag, parse_pot
from quacks_math.brew.model.setting import LIMIT_OF_LUXURY, Brew, BrewSetting, Rival
from quacks_math.brew.model.transitions import replay, why_illegal
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import check_question
from quacks_math.material.books import BOOK_COLOURS, Books, books_from
from quacks_math.material.cards import Card, card_from
from quacks_math.material.chips import KINDS
from quacks_math.material.rulings import rulings_from
from quacks_math.material.validation import shown

COUNT_OPTIONS = ("left", "white_sum", "space", "last", "before", "space_before", "pot")
"""The options for whoever forgot the order of the pot."""

RIGHT = {
    "flask": "true or false",
    "books": 'a text such as "set3", or sets by colour such as {"red": 3}',
    "rivals": 'a list of at most four such as [23, "17!"], or a text such as "23,17!"',
    "rival-black": 'a list of at most two whole numbers such as [1, 0], or a text such as "1,0"',
    "house": 'answers by id such as {"limits": "added"}, or a text such as "limits=added"',
    "pot": 'numbers by kind such as {"W1": 2}, or a text such as "W1=2"',
    "rates": 'the path of a file, or rates such as {"ruby": 1.5}',
}
"""What would be right where JSON has a form of its own."""

Text = Annotated[str, Field(max_length=10_000)]
Texts = Annotated[tuple[Text, ...], Field(max_length=100, strict=False)]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, ready for ``odds`` and ``advise``.

    Attributes:
        brew: The setting and what came out so far.
        objective: What best play maximises.
        rule: Who stops when.
        rates: What things are worth later.
    """

    brew: Brew
    objective: Objective
    rule: StopRule
    rates: Rates


class Request(BaseModel):
    """The options of one question as they were given; None where an option was not given.

    Attributes are named and meant as the options of the command line (``white_sum`` is ``--white-sum``).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    bag: Text | None = None
    drawn: Text | None = None
    books: Text | Annotated[dict[str, int], Field(max_length=10)] | None = None
    start: int | None = None
    rats: int | None = None
    limit: int | None = None
    card: Text | None = None
    flask: bool | None = None
    round: int | None = None
    rubies: int | None = None
    rivals: Text | Annotated[tuple[int | Text, ...], Field(max_length=10, strict=False)] | None = None
    rival_black: Text | Annotated[tuple[int, ...], Field(max_length=10, strict=False)] | None = None
    beat: int | None = None
    objective: Text | None = None
    rule: Text | None = None
    rates: Text | dict[str, Any] | None = None
    house: Text | Texts | Annotated[dict[str, str], Field(max_length=100)] | None = None
    seen: Text | None = None
    left: Text | None = None
    white_sum: int | None = None
    space: int | None = None
    last: Text | None = None
    before: Text | None = None
    space_before: int | None = None
    pot: Text | Texts | Annotated[dict[str, int], Field(max_length=100)] | None = None
    beside: Text | None = None

    @classmethod
    def from_options(cls, options: dict[str, Any]) -> "Request":
        """Return the request with these options; names may be written with hyphens.

        Raises:
            ValueError: If an option is unknown, named twice or of the wrong type.
        """
        named: dict[str, Any] = {}
        for written, value in options.items():
            name = written.replace("-", "_")
            if name in named:
                raise ValueError(f"{shown(written)} is named twice; name each option once.")
            named[name] = value
        try:
            return cls.model_validate(named)
        except ValidationError as error:
            raise ValueError(_reason(error)) from error

    def question(self) -> Question:
        """Return what is asked.

        Raises:
            ValueError: If an option cannot be understood or contradicts another.
        """
        brew = self._brew()
        rates = rates_for_round(brew.round)
        if self.rates is not None:
            rates = Rates.from_json(self.rates, rates)
        rule = StopRule() if self.rule is None else StopRule.parse(self.rule)
        objective = self._objective()
        check_question(brew, objective, rule, rates)
        return Question(brew, objective, rule, rates)

    def _objective(self) -> Objective:
        """Return the objective; ``beat`` is short for the objective of that name."""
        if self.beat is None:
            return Objective() if self.objective is None else Objective.parse(self.objective)
        by_number = Objective("beat", self.beat)
        named = "beat" if self.objective is None else self.objective.strip().lower()
        if named != "beat" and Objective.parse(named) != by_number:
            raise ValueError(f"beat {self.beat} contradicts the objective {shown(self.objective)}; use one of the two.")
        return by_number

    def _brew(self) -> Brew:
        """Return the brew: from the bag and what was drawn, or from counts; with what a pending look shows."""
        setting = self._setting()
        if any(getattr(self, name) is not None for name in COUNT_OPTIONS):
            brew = self._from_counts(setting)
        elif self.bag is None:
            raise ValueError("No bag was given; name the chips before the round, such as 'W1x4 W2x2 W3 O1 G1'.")
        else:
            pot = () if self.drawn is None else parse_pot(self.drawn)
            brew = Brew(bag=parse_bag(self.bag), pot=pot, **setting)
        if self.seen is not None:
            seen = parse_bag(self.seen)
            look = Looked(tuple(kind for kind, count in zip(KINDS, seen.counts, strict=True) for _ in range(count)))
            reason = why_illegal(replay(brew), look)
            if reason is not None:
                raise ValueError(f"seen {shown(self.seen)} does not fit: {reason}")
            brew = replace(brew, pot=(*brew.pot, look))
        return brew

    def _from_counts(self, setting: BrewSetting) -> Brew:
        """Return the brew of whoever forgot the order."""
        for name in ("bag", "drawn"):
            if getattr(self, name) is not None:
                raise ValueError(f"{name} {shown(getattr(self, name))} contradicts the counts; give one or the other.")
        if self.left is None or self.white_sum is None or self.space is None:
            missing = next(name for name in COUNT_OPTIONS if getattr(self, name) is None)
            raise ValueError(f"{_option(missing)} is missing; counts need left, white-sum and space.")
        return Brew.from_counts(
            left=parse_bag(self.left),
            white_sum=self.white_sum,
            space=self.space,
            last=self.last,
            before=self.before,
            space_before=self.space_before,
            pot=_numbers(self.pot),
            **setting,
        )

    def _setting(self) -> BrewSetting:
        """Return what is the same however the pot is told."""
        # The Brew itself cannot tell a limit of 7 that was given from one that was not.
        luxury = self.card is not None and card_from(self.card) == Card.LIVING_IN_LUXURY
        if luxury and self.limit not in (None, LIMIT_OF_LUXURY):
            raise ValueError(
                f"limit {self.limit} contradicts Living in Luxury; with that card it is {LIMIT_OF_LUXURY}."
            )
        setting = BrewSetting(books=read_books(self.books), rulings=rulings_from(_choices(self.house)))
        if self.rivals is not None:
            setting["rivals"] = _rivals(self.rivals)
        if self.rival_black is not None:
            setting["rival_black"] = _counts(self.rival_black)
        if self.beside is not None:
            setting["beside"] = parse_bag(self.beside)
        plain = {name: getattr(self, name) for name in ("start", "rats", "limit", "card", "flask", "round", "rubies")}
        setting.update({name: value for name, value in plain.items() if value is not None})  # type: ignore[typeddict-item]
        return setting


def _option(name: str) -> str:
    """Return how an option is written."""
    return name.replace("_", "-")


def _reason(error: ValidationError) -> str:
    """Return the first thing wrong with the types of the options as one sentence."""
    problem = error.errors()[0]
    if not problem["loc"]:
        return f"{shown(problem['input'])} is no question; use an object with option names as keys."
    name, given = _option(str(problem["loc"][0])), shown(problem["input"])
    if problem["type"] == "extra_forbidden":
        return f"{shown(name)} is not an option; use one of {', '.join(map(_option, Request.model_fields))}."
    if problem["type"] == "string_unicode":
        return f"{name} {given} is no text in UTF-8; write it in that encoding."
    if problem["type"] == "string_too_long":
        return f"{name} is {len(problem['input'])} characters long; use at most 10000."
    kind = Request.model_fields[str(problem["loc"][0])].annotation
    right = "a whole number" if kind == (int | None) else "the form that the command line takes, as a text"
    return f"{name} cannot be {given}; use {RIGHT.get(name, right)}."


def _pairs(given: str | tuple[str, ...], option: str, form: str) -> dict[str, str]:
    """Return ``NAME=VALUE`` entries, separated by spaces or commas, as a mapping.

    Raises:
        ValueError: If an entry has another form or a name stands twice.
    """
    entries = [entry for text in ([given] if isinstance(given, str) else given) for entry in re.split(r"[\s,]+", text)]
    named: dict[str, str] = {}
    for entry in filter(None, entries):
        name, sign, value = entry.partition("=")
        if not (name and sign and value):
            raise ValueError(f"{shown(entry)} is not understood in {option}; use {form}.")
        if name in named:
            raise ValueError(f"{shown(name)} stands twice in {option}; name it once.")
        named[name] = value
    return named


def _whole(text: str, option: str) -> int:
    """Return a number written in digits.

    Raises:
        ValueError: If it is something else.
    """
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"{shown(text)} is no whole number in {option}; use one to six digits, such as 3.")
    return int(text)


def read_books(given: str | dict[str, int] | None) -> Books:
    """Return the books: ``set1`` to ``set4``, or colours (or letters) with their set."""
    if given is None:
        return Books()
    if isinstance(given, dict):
        return books_from(given)
    whole = re.fullmatch(r"set([1-4])", given.strip().lower())
    if whole:
        return Books(*[int(whole[1])] * len(BOOK_COLOURS))
    pairs = _pairs(given, "books", "set1 to set4, or colours such as blue=1,red=3")
    return books_from({name: _whole(number, "books") for name, number in pairs.items()})


def _choices(given: str | tuple[str, ...] | dict[str, str] | None) -> dict[str, str]:
    """Return the chosen answer for each ruling named."""
    if given is None or isinstance(given, dict):
        return given or {}
    return _pairs(given, "house", "ID=CHOICE, such as empty_pot=start_space")


def _numbers(given: str | tuple[str, ...] | dict[str, int] | None) -> dict[str, int]:
    """Return how many chips of each kind named."""
    if given is None or isinstance(given, dict):
        return given or {}
    return {kind: _whole(count, "pot") for kind, count in _pairs(given, "pot", "KIND=N, such as W1=2").items()}


def _rivals(given: str | tuple[int | str, ...]) -> tuple[Rival, ...]:
    """Return the scoring indices of the other seats, ``!`` for an exploded pot."""
    entries = _listed(given) if isinstance(given, str) else [str(entry) for entry in given]
    return tuple(Rival(_whole(entry.removesuffix("!"), "rivals"), entry.endswith("!")) for entry in entries)


def _listed(text: str) -> list[str]:
    """Return the entries of a list with commas; an empty text is an empty list, an empty entry stays and is refused."""
    return [entry.strip() for entry in text.split(",")] if text.strip() else []


def _counts(given: str | tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of black chips of the neighbours."""
    if not isinstance(given, str):
        return given
    return tuple(_whole(entry, "rival-black") for entry in _listed(given))
