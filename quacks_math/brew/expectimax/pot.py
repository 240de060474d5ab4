"""A pot that changes in place: one brew on a scratch array, for estimator and simulator.

Where the exact solver counts and the screen shows frozen states, kernels that play millions of brews need a pot they
can draw into without allocating. A pot is one int64 array of shape (POT_SIZE,)::

    0 .. 31            numbers (POSITION, WHITE_SUM, ...)
    LEFT  .. LEFT+17   chips of each kind still in the bag
    ASIDE .. ASIDE+2   red 1, 2, 4 set aside in this brew (red of set 2)
    KEPT  .. KEPT+2    red 1, 2, 4 beside the pot from earlier rounds
    STACK ..           kinds of the chips in the pot, in order

What a chip does is said in ``rules.placing``; here stands only where its consequences are written down.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import Stream, below
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import (
    BLACK,
    BOX,
    GREEN,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_VALUE,
    ORANGE,
    PURPLE,
    R1,
    RED,
    YELLOW,
)
from quacks_math.material.rulings import Rulings
from quacks_math.rules.cards import SECOND_CHANCE_CHIPS
from quacks_math.rules.evaluation import points_by_space
from quacks_math.rules.placing import (
    NO_CHIP,
    blue_gain,
    bonus_spaces,
    bonus_without_effect,
    doubling_after,
    is_set_aside,
    is_white,
    looks_at,
    protection_after,
    space_after,
    spaces_moved,
    white_limit,
)

Pot = npt.NDArray[np.int64]
Table = npt.NDArray[np.int64]

POSITION = 0
"""Space of the last chip, or the start."""
START = 1
"""Droplet plus rat tails."""
WHITE_SUM = 2
CHIPS = 3
"""Chips lying in the pot."""
IN_BAG = 4
"""Chips left in the bag."""
ORANGES = 5
REDS = 6
YELLOWS = 7
PURPLES = 8
BLACKS = 9
GREEN_SUM = 10
"""Sum of the values of the green chips in the pot."""
PURPLE_POINTS = 11
"""Points of purple of set 3: what the purple chips score on their spaces."""
FLASK = 12
"""1 while the flask is full."""
DOUBLED = 13
"""1 if the next chip placed moves twice its value (yellow of set 2)."""
PROTECTED = 14
"""Protected draws left (blue of set 2)."""
FIRST_WHITE = 15
"""1 while Well Stirred waits for the first white chip."""
SECOND_CHANCE = 16
"""1 while A Second Chance may still be taken."""
RUBIES = 17
"""Rubies gained in the brew (blue of set 3)."""
POINTS = 18
"""Points gained in the brew (blue of set 4)."""
EXPLODED = 19
PAID_BOTH = 20
"""1 if the explosion was protected: victory points and coins are both paid."""
BEFORE_POSITION = 21
"""Space of the last chip before the last placing."""
BEFORE_DOUBLED = 22
"""DOUBLED before the last placing."""
INERT_AT = 23
"""Place in the stack of the chip that works nothing (Strong Ingredient), -1 if there is none."""
LOOK = 24
"""Chips that may be looked at now (blue of set 1)."""
OVER = 26
"""1 once drawing has ended."""
SWAPPABLE = 25
"""Which 1- and 2-chips of green, blue, red, yellow lie in the pot, in the bits of ``payoff.swaps.swap_gains``."""
FIVE_LAY = 27
"""1 once five chips have lain in the pot: A Second Chance is offered after the effects of the last one."""
NUMBERS = 32
LEFT = NUMBERS
ASIDE = LEFT + KIND_COUNT
KEPT = ASIDE + 3
STACK = KEPT + 3
BLOCK = STACK
"""Everything below the stack."""
MOST_CHIPS = sum(BOX)
"""No bag holds more chips than the box."""
POT_SIZE = STACK + MOST_CHIPS

WELL_STIRRED = int(Card.WELL_STIRRED)
SECOND_CHANCE_CARD = int(Card.SECOND_CHANCE)
STRONG_INGREDIENT = int(Card.STRONG_INGREDIENT)


TABLE_CARD = len(Books._fields)
TABLE_LIMIT = TABLE_CARD + 1
TABLE_RULINGS = TABLE_LIMIT + 1
TABLE_SIZE = TABLE_RULINGS + len(Rulings._fields)
"""A table is an int64 array: the books, the card, the white limit, the rulings. Kernels pass one array faster, and
compile much faster, than many numbers."""


def books_of(table: Table) -> Books:
    """Return the books on the table."""
    return Books(table[0], table[1], table[2], table[3], table[4])


def rulings_of(table: Table) -> Rulings:
    """Return the rulings on the table."""
    first = TABLE_RULINGS
    return Rulings(
        table[first], table[first + 1], table[first + 2], table[first + 3], table[first + 4], table[first + 5],
        table[first + 6], table[first + 7], table[first + 8], table[first + 9], table[first + 10], table[first + 11],
        table[first + 12], table[first + 13],
    )  # fmt: skip


def clear_pot(pot: Pot, start: int, flask: int, card: int) -> None:
    """Make a pot ready for a brew; the bag is empty until chips are put in.

    Args:
        pot: The pot; overwritten.
        start: Space the first chip counts from: droplet plus rat tails.
        flask: 1 if the flask is full.
        card: Number of the fortune card.
    """
    for index in range(BLOCK):
        pot[index] = 0
    pot[POSITION] = start
    pot[START] = start
    pot[FLASK] = flask
    pot[BEFORE_POSITION] = start
    pot[INERT_AT] = -1
    pot[FIRST_WHITE] = int(card == WELL_STIRRED)
    pot[SECOND_CHANCE] = int(card == SECOND_CHANCE_CARD)


def put_in_bag(pot: Pot, kind: int, count: int) -> None:
    """Put chips of one kind into the bag."""
    pot[LEFT + kind] += count
    pot[IN_BAG] += count


def take_from_bag(pot: Pot, kind: int) -> None:
    """Take one chip of a kind out of the bag; the caller knows that there is one."""
    pot[LEFT + kind] -= 1
    pot[IN_BAG] -= 1


def draw(pot: Pot, stream: Stream) -> int:
    """Take one chip out of the bag blindly, every chip with the same chance, and return its kind.

    The chips are thought of as lying in canonical order; the stream names one of them.
    """
    chip = below(stream, pot[IN_BAG])
    kind = 0
    while chip >= pot[LEFT + kind]:
        chip -= pot[LEFT + kind]
        kind += 1
    take_from_bag(pot, kind)
    return kind


def last_chip(pot: Pot) -> int:
    """Return the kind of the last chip in the pot, ``NO_CHIP`` if there is none."""
    return int(pot[STACK + pot[CHIPS] - 1]) if pot[CHIPS] > 0 else NO_CHIP


def last_working(pot: Pot) -> int:
    """Return the kind of the last chip for step B: ``NO_CHIP`` for an empty pot or a chip that works nothing."""
    return last_chip(pot) if pot[INERT_AT] != pot[CHIPS] - 1 else NO_CHIP


def before_last_working(pot: Pot) -> int:
    """Return the kind of the next-to-last chip for step B, ``NO_CHIP`` likewise."""
    if pot[CHIPS] < 2 or pot[INERT_AT] == pot[CHIPS] - 2:
        return NO_CHIP
    return int(pot[STACK + pot[CHIPS] - 2])


def last_white(pot: Pot) -> int:
    """Return the value of the last chip in the pot if it is white, else 0."""
    last = last_chip(pot)
    return int(KIND_VALUE[last]) if is_white(last) else 0


def limit_now(pot: Pot, table: Table) -> int:
    """Return the white limit with the yellow chips that lie in the pot."""
    return white_limit(table[TABLE_LIMIT], pot[YELLOWS], books_of(table), table[TABLE_CARD], rulings_of(table))


def place(pot: Pot, kind: int, table: Table, protected: int) -> None:
    """Lay a chip, already out of the bag, behind the last one; whites may make the pot explode.

    Args:
        pot: The pot.
        kind: The chip.
        table: What lies on the table.
        protected: Protected draws before the draw of this chip.
    """
    bonus = bonus_spaces(
        kind, pot[ORANGES], pot[REDS], pot[YELLOWS], last_white(pot), books_of(table), table[TABLE_CARD]
    )
    _lay(pot, kind, spaces_moved(KIND_VALUE[kind], bonus, pot[DOUBLED] == 1, rulings_of(table)))
    pot[DOUBLED] = int(doubling_after(kind, books_of(table)))
    _count(pot, kind, table)
    rubies, points = blue_gain(kind, pot[POSITION], books_of(table))
    pot[RUBIES] += rubies
    pot[POINTS] += points
    pot[LOOK] = looks_at(kind, books_of(table))
    if is_white(kind) and pot[WHITE_SUM] > limit_now(pot, table):
        pot[EXPLODED] = 1
        pot[PAID_BOTH] = int(protected > 0)


def receive(pot: Pot, kind: int, table: Table) -> None:
    """Do what a chip drawn from the bag does: set it aside (red of set 2) or place it; protected draws go by."""
    protected = pot[PROTECTED]
    pot[LOOK] = 0
    if is_set_aside(kind, books_of(table)):
        pot[ASIDE + kind - R1] += 1
    else:
        place(pot, kind, table, protected)
    pot[PROTECTED] = protection_after(kind, protected, books_of(table))


def place_strong(pot: Pot, kind: int, table: Table) -> None:
    """Place the chip of Strong Ingredient, already out of the bag: it moves, but works nothing and cannot explode.

    Under ruling ``strong_step_b`` it counts in step B like any chip in the pot.
    """
    bonus = bonus_without_effect(kind, pot[REDS], books_of(table))
    pot[INERT_AT] = -1 if rulings_of(table).strong_step_b else pot[CHIPS]
    _lay(pot, kind, spaces_moved(KIND_VALUE[kind], bonus, pot[DOUBLED] == 1, rulings_of(table)))
    pot[DOUBLED] = 0
    if rulings_of(table).strong_step_b or is_white(kind):
        _count(pot, kind, table)


def place_red(pot: Pot, kind: int, table: Table) -> None:
    """Place a red chip that was set aside behind the last chip."""
    place(pot, kind, table, 0)


def _lay(pot: Pot, kind: int, spaces: int) -> None:
    """Move a chip so many spaces on from the last one and lay it down."""
    pot[BEFORE_POSITION] = pot[POSITION]
    pot[BEFORE_DOUBLED] = pot[DOUBLED]
    pot[POSITION] = space_after(pot[POSITION], spaces)
    pot[STACK + pot[CHIPS]] = kind
    pot[CHIPS] += 1
    if pot[CHIPS] == SECOND_CHANCE_CHIPS:
        pot[FIVE_LAY] = 1
    colour = KIND_COLOUR[kind]
    if GREEN <= colour <= YELLOW and KIND_VALUE[kind] <= 2:
        pot[SWAPPABLE] |= 1 << (2 * (colour - GREEN) + KIND_VALUE[kind] - 1)


def _count(pot: Pot, kind: int, table: Table) -> None:
    """Count a chip that was laid down."""
    colour = KIND_COLOUR[kind]
    if is_white(kind):
        pot[WHITE_SUM] += KIND_VALUE[kind]
        return
    if colour == ORANGE:
        pot[ORANGES] += 1
    elif colour == GREEN:
        pot[GREEN_SUM] += KIND_VALUE[kind]
    elif colour == RED:
        pot[REDS] += 1
    elif colour == YELLOW:
        pot[YELLOWS] += 1
    elif colour == PURPLE:
        pot[PURPLES] += 1
        pot[PURPLE_POINTS] += points_by_space(kind, pot[POSITION], books_of(table), rulings_of(table))
    elif colour == BLACK:
        pot[BLACKS] += 1


def put_back_last_white(pot: Pot) -> None:
    """Put the white chip just placed back into the bag: the pot is as before the draw, a protected draw stays spent.

    The flask or Well Stirred does this; which of them is used up is the caller's business.
    """
    kind = last_chip(pot)
    pot[CHIPS] -= 1
    pot[WHITE_SUM] -= KIND_VALUE[kind]
    pot[POSITION] = pot[BEFORE_POSITION]
    pot[DOUBLED] = pot[BEFORE_DOUBLED]
    if pot[CHIPS] == SECOND_CHANCE_CHIPS - 1:
        pot[FIVE_LAY] = 0
    put_in_bag(pot, kind, 1)


def return_white(pot: Pot) -> None:
    """Put the white chip directly before the last one back into the bag (yellow of set 1); its space stays empty."""
    place_of_white = STACK + pot[CHIPS] - 2
    kind = pot[place_of_white]
    pot[place_of_white] = pot[place_of_white + 1]
    pot[CHIPS] -= 1
    pot[WHITE_SUM] -= KIND_VALUE[kind]
    put_in_bag(pot, kind, 1)


def start_again(pot: Pot) -> None:
    """Take A Second Chance: every chip drawn this round goes back; flask, rubies and points stay as they are."""
    for place_in_pot in range(pot[CHIPS]):
        put_in_bag(pot, pot[STACK + place_in_pot], 1)
    for red in range(3):
        put_in_bag(pot, R1 + red, pot[ASIDE + red])
        pot[ASIDE + red] = 0
    for number in (WHITE_SUM, CHIPS, ORANGES, REDS, YELLOWS, PURPLES, BLACKS, GREEN_SUM, PURPLE_POINTS):
        pot[number] = 0
    for number in (DOUBLED, PROTECTED, EXPLODED, PAID_BOTH, BEFORE_DOUBLED, SECOND_CHANCE, SWAPPABLE, LOOK):
        pot[number] = 0
    pot[POSITION] = pot[START]
    pot[BEFORE_POSITION] = pot[START]


def exploding_chips(pot: Pot, table: Table) -> int:
    """Return how many chips in the bag would make the pot explode if drawn now."""
    room = limit_now(pot, table) - pot[WHITE_SUM]
    exploding = 0
    for kind in range(3):
        if kind + 1 > room:
            exploding += pot[LEFT + kind]
    return int(exploding)


def copy_top(source: Pot, target: Pot) -> None:
    """Copy everything but of the stack only the last three chips: enough to try out what comes next."""
    for index in range(BLOCK):
        target[index] = source[index]
    for index in range(max(STACK, STACK + source[CHIPS] - 3), STACK + source[CHIPS]):
        target[index] = source[index]


def copy_pot(source: Pot, target: Pot) -> None:
    """Copy a pot, stack included."""
    for index in range(STACK + source[CHIPS]):
        target[index] = source[index]


share(
    books_of,
    rulings_of,
    clear_pot,
    put_in_bag,
    take_from_bag,
    draw,
    last_chip,
    last_working,
    before_last_working,
    last_white,
    limit_now,
    place,
    receive,
    place_strong,
    place_red,
    _lay,
    _count,
    put_back_last_white,
    return_white,
    start_again,
    exploding_chips,
    copy_top,
    copy_pot,
)
