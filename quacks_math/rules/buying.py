"""Step E and the supply: which chips may be bought, and for how much.

One or two chips of different colours, together for at most the coins of the scoring space; what is left is lost. White
chips are not for sale, yellow ones from round 2, purple ones from round 3, and none that the supply has run out of.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from quacks_math.kernels.compile import share
from quacks_math.material.books import Books, prices
from quacks_math.material.chips import BOX, KIND_COLOUR, KIND_COUNT, NO_KIND, STARTING_BAG, W1, W2, W3
from quacks_math.material.rulings import Rulings
from quacks_math.rules.evaluation import book_is_open

Numbers = Sequence[int] | npt.NDArray[np.int64]
NOT_FOR_SALE = -1
"""Stands for a price where there is none."""
FIFTH_SEAT_WHITES = {W1: 5, W2: 2, W3: 1}
"""White chips of the fifth player's set of the Herb Witches: a starting bag of 4, 2 and 1, and the one of round 6."""
MOST_SEATS = 5


def price_table(books: Books, rulings: Rulings) -> npt.NDArray[np.int64]:
    """Return the price of every kind in coins, shape (18,); ``NOT_FOR_SALE`` for white chips."""
    table = [NOT_FOR_SALE if price is None else price for price in prices(books, rulings)]
    return np.array(table, dtype=np.int64)


def starting_supply(seats: int) -> tuple[int, ...]:
    """Return the chips left in the box once every seat has its starting bag, shape (18,).

    Args:
        seats: 1 to 5. The fifth seat brings its own white chips; its coloured ones come from the box.
    """
    box = [count + (FIFTH_SEAT_WHITES.get(kind, 0) if seats == MOST_SEATS else 0) for kind, count in enumerate(BOX)]
    return tuple(count - seats * mine for count, mine in zip(box, STARTING_BAG, strict=True))


def is_for_sale(kind: int, round_number: int, price: int, stock: int) -> bool:
    """Say whether a kind can be bought at all: it has a price, its book is open and the supply holds one.

    Args:
        kind: 0 to 17.
        round_number: 1 to 9.
        price: In coins, or ``NOT_FOR_SALE``.
        stock: Chips of the kind in the supply.
    """
    return price != NOT_FOR_SALE and stock > 0 and book_is_open(kind, round_number)


def may_buy(first: int, second: int, coins: int, round_number: int, price: Numbers, supply: Numbers) -> bool:
    """Say whether a seat may buy these one or two chips.

    Args:
        first: A kind.
        second: Another kind, or ``NO_KIND``.
        coins: Coins of the scoring space.
        round_number: 1 to 9.
        price: Price by kind, shape (18,).
        supply: Chips in the supply by kind, shape (18,).
    """
    if not is_for_sale(first, round_number, price[first], supply[first]):
        return False
    if second == NO_KIND:
        return bool(price[first] <= coins)
    if not is_for_sale(second, round_number, price[second], supply[second]):
        return False
    return bool(KIND_COLOUR[first] != KIND_COLOUR[second] and price[first] + price[second] <= coins)


share(is_for_sale, may_buy)


def purchases(coins: int, round_number: int, price: Sequence[int], supply: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every legal purchase of one or two chips, as kinds in ascending order.

    Args:
        coins: Coins of the scoring space.
        round_number: 1 to 9.
        price: Price by kind, shape (18,).
        supply: Chips in the supply by kind, shape (18,).
    """
    singles = [kind for kind in range(KIND_COUNT) if may_buy(kind, NO_KIND, coins, round_number, price, supply)]
    for place, first in enumerate(singles):
        yield (first,)
        for second in singles[place + 1 :]:
            if may_buy(first, second, coins, round_number, price, supply):
                yield first, second
