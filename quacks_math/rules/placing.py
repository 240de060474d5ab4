"""Placing a chip: how far it moves, where it lies, what the white limit is.

Rule: draw one chip and place it value plus bonus spaces after the last chip; the first chip counts from the start
(droplet plus rat tails). White chips whose values add up to more than the white limit make the pot explode.
"""

from quacks_math.kernels.compile import share
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import BLUE, KIND_COLOUR, KIND_VALUE, ORANGE, RED, W1, W3, YELLOW
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import LAST_CHIP_SPACE, RUBY
from quacks_math.rules.traits import (
    COUNTS_ORANGES,
    DOUBLES_NEXT,
    IS_SET_ASIDE,
    LOOKS,
    MOVES_EVER_FURTHER,
    MOVES_WHITE_ONES,
    POINTS_ON_RUBY_SPACE,
    PROTECTS,
    RAISES_LIMIT,
    READS_LAST_WHITE,
    RETURNS_WHITE,
    RUBY_ON_RUBY_SPACE,
)

LIVING_IN_LUXURY = int(Card.LIVING_IN_LUXURY)
PUMPKIN_PATCH_PARTY = int(Card.PUMPKIN_PATCH_PARTY)
NO_CHIP = -1
"""Stands for "no chip lies in the pot" where a kind is asked for."""


def is_white(kind: int) -> bool:
    """Say whether a kind is white; ``NO_CHIP`` is not."""
    return 0 <= kind <= W3


def reads_last_white(kind: int, books: Books) -> bool:
    """Say whether a chip moves further by the white chip that lies directly before it (red of set 3)."""
    return bool(KIND_COLOUR[kind] == RED and READS_LAST_WHITE[RED, books.red])


def bonus_spaces(kind: int, oranges: int, reds: int, yellows: int, last_white: int, books: Books, card: int) -> int:
    """Return the bonus spaces of a chip that is being placed.

    * Red of set 1: 1 with one or two oranges in the pot, 2 with three or more.
    * Red of set 3: the value of the white chip that lies directly before it.
    * Red of set 4: with a red in the pot, each later white 1-chip moves one more.
    * Yellow of set 4: the first, second and third yellow move 1, 2 and 3 further.
    * Pumpkin Patch Party: every orange moves one more.

    Args:
        kind: The chip, 0 to 17.
        oranges: Orange chips in the pot before it.
        reds: Red chips in the pot before it.
        yellows: Yellow chips in the pot before it.
        last_white: Value of the last chip in the pot if that is white, else 0.
        books: The books in play.
        card: Number of the fortune card.
    """
    colour = KIND_COLOUR[kind]
    if colour == RED and COUNTS_ORANGES[RED, books.red]:
        return min(2, (oranges + 1) // 2)
    if reads_last_white(kind, books):
        return last_white
    if kind == W1 and MOVES_WHITE_ONES[RED, books.red] and reds > 0:
        return 1
    if colour == YELLOW and MOVES_EVER_FURTHER[YELLOW, books.yellow] and yellows < 3:
        return yellows + 1
    if colour == ORANGE and card == PUMPKIN_PATCH_PARTY:
        return 1
    return 0


def spaces_moved(value: int, bonus: int, doubled: bool, rulings: Rulings) -> int:
    """Return how far a chip moves: printed value, bonus, and the doubling of yellow of set 2.

    Only the printed value is doubled (ruling ``yellow2_doubles``: its bonus too).
    """
    if not doubled:
        return value + bonus
    return 2 * (value + bonus) if rulings.yellow2_doubles else 2 * value + bonus


def ways_to_move(value: int, bonus: int, doubled: bool, rulings: Rulings) -> tuple[int, ...]:
    """Return how far a chip may move, all extra spaces first; for screens and logs, kernels try the ways themselves.

    There is one way; under the ruling that extra spaces may be declined, bonus and doubling can each be left out.
    """
    ways = [(bonus, doubled)]
    if rulings.extra_spaces:
        ways += [(0, doubled), (bonus, False), (0, False)]
    return tuple(dict.fromkeys(int(spaces_moved(value, extra, twice, rulings)) for extra, twice in ways))


def doubling_after(kind: int, books: Books) -> bool:
    """Say whether the chip placed after this one moves twice its value (yellow of set 2)."""
    return bool(KIND_COLOUR[kind] == YELLOW and DOUBLES_NEXT[YELLOW, books.yellow])


def space_after(position: int, spaces: int) -> int:
    """Return the space a chip lies on: chips that reach or pass the end of the track all lie on index 52."""
    return min(LAST_CHIP_SPACE, position + spaces)


def white_limit(base: int, yellows: int, books: Books, card: int, rulings: Rulings) -> int:
    """Return the white limit: the pot explodes when the white sum is over it.

    * Yellow of set 3: limit 8 with the first yellow in the pot, 9 with the third.
    * Living in Luxury: limit 9.
    * Of several limits the highest holds (ruling ``limits``: the raises are added).

    Args:
        base: The printed limit, 7 unless a house rule changes it.
        yellows: Yellow chips in the pot.
        books: The books in play.
        card: Number of the fortune card.
        rulings: House rulings.
    """
    by_yellow = 0
    if RAISES_LIMIT[YELLOW, books.yellow] and yellows > 0:
        by_yellow = 2 if yellows >= 3 else 1
    by_card = 2 if card == LIVING_IN_LUXURY else 0
    if rulings.limits:
        return base + by_yellow + by_card
    limit = base
    if by_card:
        limit = max(limit, 9)
    if by_yellow:
        limit = max(limit, 7 + by_yellow)
    return limit


def is_set_aside(kind: int, books: Books) -> bool:
    """Say whether a drawn chip is not placed but laid beside the pot (red of set 2)."""
    return bool(KIND_COLOUR[kind] == RED and IS_SET_ASIDE[RED, books.red])


def looks_at(kind: int, books: Books) -> int:
    """Return at how many chips the player looks after placing this one (blue of set 1: its value)."""
    return KIND_VALUE[kind] if KIND_COLOUR[kind] == BLUE and LOOKS[BLUE, books.blue] else 0


def protection_after(kind: int, protected: int, books: Books) -> int:
    """Return how many coming draws are protected once this chip was drawn and, unless set aside, placed.

    Blue of set 2 protects the next (value) draws; windows do not add, the longer remains. The draw itself has used one
    protected draw first.

    Args:
        kind: The chip drawn.
        protected: Protected draws before the draw.
        books: The books in play.
    """
    left = max(0, protected - 1)
    if KIND_COLOUR[kind] == BLUE and PROTECTS[BLUE, books.blue]:
        return max(left, int(KIND_VALUE[kind]))
    return left


def may_return_white(kind: int, last_white: int, books: Books) -> bool:
    """Say whether this yellow chip of set 1 lets the white chip directly before it go back to the bag."""
    return bool(KIND_COLOUR[kind] == YELLOW and RETURNS_WHITE[YELLOW, books.yellow] and last_white > 0)


def blue_gain(kind: int, space: int, books: Books) -> tuple[int, int]:
    """Return (rubies, points) of a blue chip lying on this space: at once, and only where the space shows a ruby.

    Blue of set 3 pays a ruby, blue of set 4 points equal to its value.

    Args:
        kind: The chip placed.
        space: The space it lies on.
        books: The books in play.
    """
    if KIND_COLOUR[kind] != BLUE or not RUBY[space]:
        return 0, 0
    points = int(KIND_VALUE[kind]) if POINTS_ON_RUBY_SPACE[BLUE, books.blue] else 0
    return int(RUBY_ON_RUBY_SPACE[BLUE, books.blue]), points


def bonus_without_effect(kind: int, reds: int, books: Books) -> int:
    """Return the bonus spaces of Strong Ingredient's chip: its own bonus does not work, red of set 4 does.

    Args:
        kind: The chip placed after the stop.
        reds: Red chips in the pot before it.
        books: The books in play.
    """
    return int(kind == W1 and MOVES_WHITE_ONES[RED, books.red] and reds > 0)


share(
    blue_gain,
    bonus_without_effect,
    is_white,
    reads_last_white,
    bonus_spaces,
    spaces_moved,
    doubling_after,
    space_after,
    white_limit,
    is_set_aside,
    looks_at,
    protection_after,
    may_return_white,
)
