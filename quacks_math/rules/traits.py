"""What the book of each colour does: one immutable record a colour and set, made of traits.

A trait is what somebody else has to know of a book: a rule that carries it out, the numbering of states that has to tell
chips apart because of it, a screen that asks a question. All of them read the traits here; nobody asks for the number of
a set. A new book is a record below with its rule, its case and its playthrough. If it does something new, that is a new
trait: a field of ``Traits`` with the colours that its rule serves, an array, and what it asks the state of a brew to
remember (``state_space.aggregation.ASKS``), without which no brew is solved.

Screens and solvers read the records (``traits_of``). Compiled rules read the same records as arrays, one a trait, indexed
by colour and number of the book, ``LOOKS[BLUE, books.blue]``. The compiler freezes them, and with the colour written out
a rule costs what a comparison with the number of a set would.

White, orange and black chips have the same book in all sets, number 0. For the other colours number 0 stands for a book
that does nothing; a coarse problem forgets a book by that number (``brew.approximate.aggregate``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.material.books import BOOKS, SETS, Books
from quacks_math.material.chips import (
    B2,
    BLACK,
    BLUE,
    G1,
    GREEN,
    K1,
    NO_KIND,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    Y4,
    YELLOW,
    Colour,
)
from quacks_math.material.tables import TableError

FORGOTTEN = 0
"""Number of a book that does nothing."""
MOST_TIERS = 3
"""Chips of one colour that a book counts at most; more of them earn no more."""
MOST_GIFTS = 2
"""Chips that one reward brings at most."""


class Reward(NamedTuple):
    """What some chips of one colour earn in step B.

    Attributes:
        points: Victory points.
        rubies: Rubies.
        steps: Droplet steps; they may be left.
        gifts: Kinds of chips from the supply.
        given: How many of the chips are given up for it.
    """

    points: int = 0
    rubies: int = 0
    steps: int = 0
    gifts: tuple[int, ...] = ()
    given: int = 0


class Swap(NamedTuple):
    """A swap in step B: a chip of the pot with the first value for a chip of its colour with the second."""

    value: int
    larger: int


def _trait(*colours: int) -> Any:  # noqa: ANN401 (a field of any type)
    """Return a field for a trait that books of these colours can have, because its rule serves them."""
    return field(default=False, metadata={"colours": colours})


def _by_count(*colours: int) -> Any:  # noqa: ANN401 (a field of any type)
    """Return a field for what one, two, three chips of such a colour bring; without entries there is no such trait."""
    return field(default=(), metadata={"colours": colours})


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a book does.

    Attributes:
        counts_oranges: The chip moves further by the number of oranges in the pot.
        reads_last_white: The chip moves further by the value of the white directly before it.
        moves_white_ones: With such a chip in the pot each later white 1-chip moves one more.
        moves_ever_further: The first, second and third chip move further and further.
        doubles_next: The chip placed next moves twice its value.
        raises_limit: Chips in the pot raise the white limit.
        is_set_aside: The chip is not placed but laid beside the pot until drawing has ended.
        looks: The chip looks at as many chips as its value, of which one may be placed.
        protects: Explosions on the next draws, as many as its value, are paid in full.
        returns_white: The white directly before the chip may go back to the bag.
        ruby_on_ruby_space: On a space that shows a ruby the chip pays a ruby at once.
        points_on_ruby_space: On such a space it pays points equal to its value at once.
        rubies_for_last_two: Each of the last two chips that is one pays a ruby.
        gifts_for_last_two: Each of the last two chips that is one brings a chip that depends on its value.
        sells_steps_for_last_two: Each of the last two chips that is one sells a droplet step for a ruby.
        moves_last_on: At a white sum of exactly 7 the chips move the last chip on by their values.
        scores_by_space: Each chip scores by the number of its space.
        compares_with_neighbours: The chips are counted against those of the neighbours.
        rewards: What one, two, three chips earn; one of the rewards that are reached is taken.
        swaps: What one, two, three chips let the player swap; one of the swaps that are reached is taken.
        names: The names of the traits that the book has.
    """

    counts_oranges: bool = _trait(RED)
    reads_last_white: bool = _trait(RED)
    moves_white_ones: bool = _trait(RED)
    moves_ever_further: bool = _trait(YELLOW)
    doubles_next: bool = _trait(YELLOW)
    raises_limit: bool = _trait(YELLOW)
    is_set_aside: bool = _trait(RED)
    looks: bool = _trait(BLUE)
    protects: bool = _trait(BLUE)
    returns_white: bool = _trait(YELLOW)
    ruby_on_ruby_space: bool = _trait(BLUE)
    points_on_ruby_space: bool = _trait(BLUE)
    rubies_for_last_two: bool = _trait(GREEN)
    gifts_for_last_two: bool = _trait(GREEN)
    sells_steps_for_last_two: bool = _trait(GREEN)
    moves_last_on: bool = _trait(GREEN)
    scores_by_space: bool = _trait(PURPLE)
    compares_with_neighbours: bool = _trait(BLACK)
    rewards: tuple[Reward, ...] = _by_count(PURPLE)
    swaps: tuple[Swap, ...] = _by_count(PURPLE)
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """List the names."""
        names = (each.name for each in fields(self) if "colours" in each.metadata)
        object.__setattr__(self, "names", tuple(name for name in names if getattr(self, name)))

    @property
    def pays_last_two(self) -> bool:
        """Whether the chips are paid for as one of the last two."""
        return self.rubies_for_last_two or self.gifts_for_last_two or self.sells_steps_for_last_two


COLOURS_SERVED: Mapping[str, tuple[int, ...]] = {
    trait.name: trait.metadata["colours"] for trait in fields(Traits) if "colours" in trait.metadata
}
"""All traits there are, by name, each with the colours that its rule serves."""
NOTHING = Traits()

TRAITS: Mapping[tuple[int, int], Traits] = {
    (WHITE, 0): NOTHING,
    (ORANGE, 0): NOTHING,
    (BLACK, 0): Traits(compares_with_neighbours=True),
    (GREEN, 1): Traits(rubies_for_last_two=True),
    (GREEN, 2): Traits(gifts_for_last_two=True),
    (GREEN, 3): Traits(moves_last_on=True),
    (GREEN, 4): Traits(sells_steps_for_last_two=True),
    (BLUE, 1): Traits(looks=True),
    (BLUE, 2): Traits(protects=True),
    (BLUE, 3): Traits(ruby_on_ruby_space=True),
    (BLUE, 4): Traits(points_on_ruby_space=True),
    (RED, 1): Traits(counts_oranges=True),
    (RED, 2): Traits(is_set_aside=True),
    (RED, 3): Traits(reads_last_white=True),
    (RED, 4): Traits(moves_white_ones=True),
    (YELLOW, 1): Traits(returns_white=True),
    (YELLOW, 2): Traits(doubles_next=True),
    (YELLOW, 3): Traits(raises_limit=True),
    (YELLOW, 4): Traits(moves_ever_further=True),
    (PURPLE, 1): Traits(rewards=(Reward(points=1), Reward(points=1, rubies=1), Reward(points=2, steps=1))),
    (PURPLE, 2): Traits(
        rewards=(
            Reward(points=1, rubies=1, gifts=(K1,), given=1),
            Reward(points=3, steps=1, gifts=(G1, B2), given=2),
            Reward(points=6, rubies=1, steps=2, gifts=(Y4,), given=3),
        )
    ),
    (PURPLE, 3): Traits(scores_by_space=True),
    (PURPLE, 4): Traits(swaps=(Swap(1, 2), Swap(2, 4), Swap(1, 4))),
}
"""The traits of every book by colour and set."""


def check_traits() -> None:
    """Check that every book has its record, and every trait a rule that serves the colour.

    Raises:
        TableError: If not.
    """
    books = {(int(Colour[name.upper()]), number) for name, number in BOOKS}
    if [int(Colour[name.upper()]) for name in Books._fields] != list(range(GREEN, PURPLE + 1)):
        raise TableError("Books must name the colours from green to purple in canonical order.")
    for colour, number in sorted(books ^ set(TRAITS)):
        missing = "record in rules.traits" if (colour, number) in books else "entry in books.json"
        raise TableError(f"{Colour(colour).name.lower()} of set {number} has no {missing}.")
    for (colour, number), traits in TRAITS.items():
        for name in traits.names:
            if colour not in COLOURS_SERVED[name]:
                raise TableError(f"{name} has no rule for {Colour(colour).name.lower()}, as set {number} wants it.")


check_traits()


def traits_of(colour: int, books: Books) -> Traits:
    """Return what the book of a colour does.

    Args:
        colour: 0 to 7.
        books: The books in play; ``FORGOTTEN`` stands for one that does nothing.
    """
    if not GREEN <= colour <= PURPLE:
        return TRAITS[colour, 0]
    number = books[colour - GREEN]
    return NOTHING if number == FORGOTTEN else TRAITS[colour, number]


def colours_with(trait: str, books: Books) -> tuple[int, ...]:
    """Return the colours whose book has a trait.

    Args:
        trait: Its name.
        books: The books in play.
    """
    return tuple(colour for colour in COLOURS_SERVED[trait] if getattr(traits_of(colour, books), trait))


def sets_with(trait: str, colour: int) -> tuple[int, ...]:
    """Return the sets whose book of a colour has a trait.

    Args:
        trait: Its name.
        colour: 0 to 7.
    """
    return tuple(number for (of, number), traits in TRAITS.items() if of == colour and getattr(traits, trait))


_COLOUR_AND_BOOK = (len(Colour), 1 + max(SETS))


def _read_only(table: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return an array that nobody can write to."""
    table.setflags(write=False)
    return table


def _by_book(name: str) -> NDArray[np.int64]:
    """Return which books have a trait, 1 or 0: by colour and number."""
    table = np.zeros(_COLOUR_AND_BOOK, dtype=np.int64)
    for book, traits in TRAITS.items():
        table[book] = bool(getattr(traits, name))
    return _read_only(table)


def _by_tier(name: str) -> NDArray[np.int64]:
    """Return a number of the rewards or swaps of all books: by colour, number and chips counted."""
    table = np.zeros((*_COLOUR_AND_BOOK, 1 + MOST_TIERS), dtype=np.int64)
    for book, traits in TRAITS.items():
        for tier, paid in enumerate((*traits.rewards, *traits.swaps), start=1):
            table[(*book, tier)] = getattr(paid, name, 0)
    return _read_only(table)


def _gifts() -> NDArray[np.int64]:
    """Return the chips that rewards bring."""
    table = np.full((*_COLOUR_AND_BOOK, 1 + MOST_TIERS, MOST_GIFTS), NO_KIND, dtype=np.int64)
    for book, traits in TRAITS.items():
        for tier, reward in enumerate(traits.rewards, start=1):
            table[(*book, tier)][: len(reward.gifts)] = reward.gifts
    return _read_only(table)


def _tiers() -> NDArray[np.int64]:
    """Return how many rewards or swaps the books have."""
    table = np.zeros(_COLOUR_AND_BOOK, dtype=np.int64)
    for book, traits in TRAITS.items():
        table[book] = len(traits.rewards) + len(traits.swaps)
    return _read_only(table)


COUNTS_ORANGES = _by_book("counts_oranges")
"""Shape (8, 5), like all that follow: 1 where the book of a colour and number has the trait."""
READS_LAST_WHITE = _by_book("reads_last_white")
MOVES_WHITE_ONES = _by_book("moves_white_ones")
MOVES_EVER_FURTHER = _by_book("moves_ever_further")
DOUBLES_NEXT = _by_book("doubles_next")
RAISES_LIMIT = _by_book("raises_limit")
IS_SET_ASIDE = _by_book("is_set_aside")
LOOKS = _by_book("looks")
PROTECTS = _by_book("protects")
RETURNS_WHITE = _by_book("returns_white")
RUBY_ON_RUBY_SPACE = _by_book("ruby_on_ruby_space")
POINTS_ON_RUBY_SPACE = _by_book("points_on_ruby_space")
RUBIES_FOR_LAST_TWO = _by_book("rubies_for_last_two")
GIFTS_FOR_LAST_TWO = _by_book("gifts_for_last_two")
SELLS_STEPS_FOR_LAST_TWO = _by_book("sells_steps_for_last_two")
MOVES_LAST_ON = _by_book("moves_last_on")
SCORES_BY_SPACE = _by_book("scores_by_space")
SWAPS = _by_book("swaps")
TIERS = _tiers()
"""Shape (8, 5): how many rewards or swaps a book has, 0 to 3; so many chips it counts at most."""
REWARD_POINTS = _by_tier("points")
"""Shape (8, 5, 4), like the next five: by colour, number of the book, and chips counted."""
REWARD_RUBIES = _by_tier("rubies")
REWARD_STEPS = _by_tier("steps")
REWARD_GIVEN = _by_tier("given")
SWAP_VALUE = _by_tier("value")
SWAP_LARGER = _by_tier("larger")
REWARD_GIFTS = _gifts()
"""Shape (8, 5, 4, 2): the chips that a reward brings, ``NO_KIND`` where there is none."""
