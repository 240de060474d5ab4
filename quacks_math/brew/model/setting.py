"""The setting of one brew: bag, books, start, card and rulings, and what has come out of the bag so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self, TypedDict, Unpack, get_args

from quacks_math.brew.model.bag import LARGEST_COUNT, Bag
from quacks_math.brew.model.events import BrewEvent
from quacks_math.brew.model.forgotten import ways_to_last
from quacks_math.brew.model.tally import Tally
from quacks_math.material.books import Books
from quacks_math.material.cards import Card, card_from
from quacks_math.material.chips import KIND_VALUE, KINDS, R1, R4, RED, W1, W3, kind_index
from quacks_math.material.extras import ROUNDS
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import LAST_CHIP_SPACE, LAST_SCORING_SPACE
from quacks_math.material.validation import is_whole_number, of_type, shown, tuple_of
from quacks_math.rules.placing import is_set_aside, is_white, white_limit
from quacks_math.rules.traits import sets_with

LARGEST_LIMIT = 50
LIMIT_OF_LUXURY = 9
LARGEST_RUBIES = 99
MOST_RIVALS = 4
MOST_NEIGHBOURS = 2
ENOUGH_YELLOWS = 3
"""With so many yellow chips in the pot the white limit is as high as yellow of set 3 makes it."""
DEFAULT_BOOKS = Books()
DEFAULT_RULINGS = Rulings()
NOTHING_BESIDE = Bag()


class Rival(NamedTuple):
    """What is known of another seat's pot: its scoring index (0 to 53) and whether it exploded."""

    scoring_index: int
    exploded: bool = False


class BrewSetting(TypedDict, total=False):
    """The fields of ``Brew`` besides bag and pot, for ``Brew.from_counts``."""

    books: Books
    start: int
    rats: int
    limit: int
    card: str | None
    flask: bool
    round: int
    rubies: int
    beside: Bag
    rivals: tuple[Rival, ...]
    rival_black: tuple[int, ...]
    rulings: Rulings


@dataclass(frozen=True, slots=True)
class Brew:
    """The setting of one brew before its first chip, and what came out so far.

    Attributes:
        bag: The bag before the round, without what lies beside the pot.
        books: The books in play.
        start: Space of the droplet, 0 to 52.
        rats: Rat tails added to it; the first chip counts from the sum, at most 52.
        limit: White limit before yellow of set 3 and the card, 1 to 50. With Living in Luxury 9 is understood as the
            card's own limit and kept as 7; no other house limit goes with that card.
        card: Id of the fortune card, or None.
        flask: Whether the flask is full at the start.
        round: Round, 1 to 9; it selects rates and open books and never alters the bag.
        rubies: Rubies held before the brew, 0 to 99.
        beside: Red chips beside the pot from earlier rounds (red of set 2).
        rivals: Other seats' pots as far as known.
        rival_black: Black chips in the pots of the neighbours as far as known.
        rulings: House rulings.
        pot: What came out so far; ``model.transitions.replay`` checks it.
        tally: Where the pot stood before those events, for whoever forgot the order; see ``from_counts``.

    Raises:
        ValueError: If a field is out of its range or two of them contradict each other.
    """

    bag: Bag
    books: Books = DEFAULT_BOOKS
    start: int = 0
    rats: int = 0
    limit: int = 7
    card: str | None = None
    flask: bool = True
    round: int = 1
    rubies: int = 0
    beside: Bag = NOTHING_BESIDE
    rivals: tuple[Rival, ...] = ()
    rival_black: tuple[int, ...] = ()
    rulings: Rulings = DEFAULT_RULINGS
    pot: tuple[BrewEvent, ...] = ()
    tally: Tally | None = None

    def __post_init__(self) -> None:
        """Check every field; write the card's id in lower case and the limit of Living in Luxury as 7."""
        of_type(self.bag, Bag, "bag", "a Bag, such as Bag.parse('W1x4 O1')")
        of_type(self.beside, Bag, "beside", "a Bag, such as Bag.parse('R1')")
        Books(*of_type(self.books, Books, "books", "Books, such as Books(red=3)"))
        Rulings(*of_type(self.rulings, Rulings, "rulings", "Rulings, such as rulings_from({'limits': 'added'})"))
        for name, kind, right in (
            ("rivals", Rival, "a tuple of Rival, such as (Rival(23), Rival(17, exploded=True))"),
            ("rival_black", object, "a tuple of numbers, such as (1, 0)"),
            ("pot", get_args(BrewEvent), "a tuple of events of a brew, such as parse_pot('W3 W2')"),
        ):
            object.__setattr__(self, name, tuple_of(getattr(self, name), kind, name, right))
        self._check_numbers()
        card = card_from(self.card)
        object.__setattr__(self, "card", card.name.lower() if card else None)
        if card == Card.LIVING_IN_LUXURY:
            printed = type(self).__dataclass_fields__["limit"].default
            if self.limit not in (printed, LIMIT_OF_LUXURY):
                raise ValueError(f"limit {self.limit} contradicts Living in Luxury; it is {LIMIT_OF_LUXURY} then.")
            object.__setattr__(self, "limit", printed)
        self._check_chips()
        if self.tally is not None:
            self._check_tally(self.tally)

    def _check_numbers(self) -> None:
        """Check the fields that are single numbers."""
        for name, lowest, highest in (
            ("start", 0, LAST_CHIP_SPACE),
            ("rats", 0, LAST_CHIP_SPACE),
            ("limit", 1, LARGEST_LIMIT),
            ("round", 1, ROUNDS),
            ("rubies", 0, LARGEST_RUBIES),
        ):
            if not is_whole_number(getattr(self, name), lowest, highest):
                raise ValueError(f"{name} {shown(getattr(self, name))} is not possible; use {lowest} to {highest}.")
        of_type(self.flask, bool, "flask", "True (full) or False (empty)")
        if self.first_space > LAST_CHIP_SPACE:
            raise ValueError(
                f"start {self.start} and rats {self.rats} make {self.first_space}; the last space is {LAST_CHIP_SPACE}."
            )

    def _check_chips(self) -> None:
        """Check what lies beside the pot and the other seats."""
        if any(count and not R1 <= kind <= R4 for kind, count in enumerate(self.beside.counts)):
            raise ValueError(f"{self.beside} cannot lie beside the pot; only red chips do.")
        if len(self.beside) and not is_set_aside(R1, self.books):
            others = " or ".join(f"red={number}" for number in sets_with("is_set_aside", RED))
            raise ValueError(f"{self.beside} cannot lie beside the pot with red of set {self.books.red}; use {others}.")
        if len(self.rivals) > MOST_RIVALS:
            raise ValueError(f"{len(self.rivals)} other seats are not possible; name at most {MOST_RIVALS}, five play.")
        if len(self.rival_black) > MOST_NEIGHBOURS:
            raise ValueError(
                f"rival_black names {len(self.rival_black)} seats; use the black chips of the neighbours, two at most."
            )
        for index, exploded in self.rivals:
            if not is_whole_number(index, 0, LAST_SCORING_SPACE) or not isinstance(exploded, bool):
                raise ValueError(f"{shown(index)} is no scoring index of another seat; use 0 to {LAST_SCORING_SPACE}.")
        for count in self.rival_black:
            if not is_whole_number(count, 0, LARGEST_COUNT):
                raise ValueError(
                    f"{shown(count)} is no number of black chips of another seat; use 0 to {LARGEST_COUNT}."
                )

    def _check_tally(self, tally: Tally) -> None:
        """Check what is told of a pot whose order was forgotten: refused is only what no pot can be."""
        of_type(tally, Tally, "tally", "a Tally, or Brew.from_counts")
        of_type(tally.pot, Bag, "pot", "a Bag, such as Bag.parse('W1x2')")
        if not is_whole_number(tally.space, self.first_space, LAST_CHIP_SPACE):
            raise ValueError(
                f"space {shown(tally.space)} is not possible; the last chip lies between the start {self.first_space} "
                f"and {LAST_CHIP_SPACE}."
            )
        values = [count * int(value) for count, value in zip(tally.pot.counts, KIND_VALUE, strict=True)]
        told, highest = sum(values[W1 : W3 + 1]), self._highest_white_sum(tally)
        if not is_whole_number(tally.white_sum, told, highest):
            right = f"use {told} to {highest}" if told <= highest else "leave chips out or raise the limit"
            raise ValueError(
                f"white sum {shown(tally.white_sum)} is not possible: the white chips named make {told}, and no pot "
                f"with this limit and last chip has more than {highest}; {right}."
            )
        others = sum(value for kind, value in enumerate(values) if kind > W3 and not is_set_aside(kind, self.books))
        # Every chip moves on by its value at least; on the last space any number of chips may lie.
        if tally.space < min(self.first_space + tally.white_sum + others, LAST_CHIP_SPACE):
            raise ValueError(
                f"space {tally.space} is not possible: white sum {tally.white_sum} and the other chips named move "
                f"{tally.white_sum + others} spaces from the start {self.first_space} at least; use "
                f"{min(self.first_space + tally.white_sum + others, LAST_CHIP_SPACE)} or more."
            )
        named = [kind for kind in (tally.last, tally.before) if kind is not None]
        tally.pot - Bag.of({kind: named.count(kind) for kind in named})
        self.bag - tally.pot
        self._check_before(tally)

    def _check_before(self, tally: Tally) -> None:
        """Check what is told of the chip before the last one."""
        told = "chip before" if tally.before is not None else "space before"
        if tally.last is None:
            if tally.before is not None or tally.space_before is not None:
                raise ValueError(f"A {told} needs the last chip; tell that too.")
            return
        if tally.before is not None and is_set_aside(kind_index(tally.before), self.books):
            raise ValueError(f"{tally.before} is set aside with red of set 2; name the chip that lies before the last.")
        if tally.space_before is not None and not is_whole_number(tally.space_before, self.first_space, tally.space):
            raise ValueError(
                f"space before {shown(tally.space_before)} is not possible; use {self.first_space} (the start) to "
                f"{tally.space}."
            )
        if is_set_aside(kind_index(tally.last), self.books):
            return  # only behind the chip that ended the brew; nothing can be put back there
        if (tally.before is not None or tally.space_before is not None) and not ways_to_last(self, tally):
            spaces = {way.space_before for way in ways_to_last(self, replace(tally, space_before=None))}
            spaces = spaces or {way.space_before for way in ways_to_last(self, replace(tally, before=None))}
            right = f"it came from {' or '.join(map(str, sorted(spaces)))}" if spaces else "correct the counts"
            raise ValueError(
                f"{told} {tally.space_before if tally.before is None else tally.before} is not possible: {tally.last} "
                f"lies on space {tally.space}; {right}."
            )

    def _highest_white_sum(self, tally: Tally) -> int:
        """Return the highest white sum that a pot can have: the limit, and over it only by the chip that explodes."""
        limit = int(white_limit(self.limit, ENOUGH_YELLOWS, self.books, self.card_number, self.rulings))
        last = W3 if tally.last is None else kind_index(tally.last)
        if is_set_aside(last, self.books):  # it may lie behind the chip that exploded
            last = W3
        return limit + (int(KIND_VALUE[last]) if is_white(last) else 0)

    @property
    def first_space(self) -> int:
        """The space that the first chip counts from: droplet plus rat tails."""
        return self.start + self.rats

    @property
    def card_number(self) -> Card:
        """The fortune card as compiled rules read it."""
        return card_from(self.card)

    @classmethod
    def from_counts(
        cls,
        *,
        left: Bag,
        white_sum: int,
        space: int,
        last: str | None = None,
        pot: Mapping[str, int] | None = None,
        before: str | None = None,
        space_before: int | None = None,
        **setting: Unpack[BrewSetting],
    ) -> Self:
        """Return the brew of whoever forgot in what order the chips came out.

        The last chip, if named, counts as the one just drawn: a white can be put back where the way back is known, and
        yellow of set 1 returns the white told as ``before``. Otherwise nothing before this moment is known: a look is
        over, A Second Chance counts as declined, Well Stirred as unused where no other white lies in the pot, and where
        the earlier chips lie is unknown, so that they pay nothing for their space. What the last chip does to the next
        one holds (doubling, protection, white before red or yellow). ``model.forgotten.not_known`` says in words what is
        missing.
        ``flask`` is the flask as it is now; red chips of set 2 set aside this round go into ``beside``.

        Args:
            left: What is in the bag now.
            white_sum: Sum of the white chips in the pot.
            space: Space of the last chip, or the start.
            last: The last chip, if known.
            pot: Numbers of the chips in the pot that are remembered; kinds only named by ``last`` and ``before`` are added.
            before: The chip directly before the last one, if known.
            space_before: Its space, or the start if there is none; needed only where it does not follow from the rest.
            **setting: Other fields of ``Brew``.

        Raises:
            ValueError: If something is out of range or contradictory.
        """
        of_type(left, Bag, "left", "a Bag, such as Bag.parse('W1x4 O1')")
        known = Bag.of({} if pot is None else pot)
        last, before = (None if kind is None else KINDS[kind_index(kind)] for kind in (last, before))
        counted = {KINDS[kind_index(kind)] for kind in pot or {}}
        for kind in (last, before):
            if kind is not None and kind not in counted:
                known += Bag.of({kind: 1})
        fields: dict[str, Any] = dict(setting)
        return cls(bag=left + known, tally=Tally(known, white_sum, space, last, before, space_before), **fields)
