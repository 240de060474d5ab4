"""The ingredient books: what each colour costs and which of its four printed effects is in play.

Books of different sets may be mixed freely, so ``Books`` holds one set number per colour.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import Field, ValidationError

from quacks_math.material.chips import KIND_COUNT, KINDS
from quacks_math.material.rulings import Rulings
from quacks_math.material.tables import DATA_FOLDER, Record, TableError, first_reason, read_json
from quacks_math.material.validation import checked, is_whole_number, once_each, shown, text_of

BOOK_COLOURS = ("green", "blue", "red", "yellow", "purple")
SETS = (1, 2, 3, 4)


class PriceAlternative(Record):
    """A price on which sources disagree."""

    value: int
    note: str


class Book(Record):
    """One page of one book."""

    name_en: str
    name_de: str
    timing: str
    prices: dict[str, int]
    effect: str
    subtleties: tuple[str, ...]
    confidence: str
    price_alternatives: dict[str, PriceAlternative] = Field(default_factory=dict)
    side_2_players: str = ""
    side_3_4_players: str = ""


def _check_set(colour: str, number: object) -> None:
    """Check the number of a set."""
    if not is_whole_number(number, min(SETS), max(SETS)):
        raise ValueError(f"{shown(number)} is no set for {colour}; use 1, 2, 3 or 4.")


@checked(_check_set)
class Books(NamedTuple):
    """The set number (1 to 4) in play for each colour that has one.

    Raises:
        ValueError: If there is no such set.
    """

    green: int = 1
    blue: int = 1
    red: int = 1
    yellow: int = 1
    purple: int = 1


def _load() -> dict[tuple[str, int], Book]:
    """Return every book by colour and set; orange, black and white have the same book in all sets (set 0)."""
    raw = read_json(DATA_FOLDER / "books.json")
    books = {}
    for set_name, pages in raw.items():
        for colour, page in pages.items():
            try:
                books[colour, 0 if set_name == "all" else int(set_name)] = Book.model_validate(page)
            except ValidationError as error:
                raise TableError(f"books.json, set {set_name}, {colour}: {first_reason(error)}.") from error
    missing = [(colour, number) for colour in BOOK_COLOURS for number in SETS if (colour, number) not in books]
    if missing:
        raise TableError(f"books.json: no entry for {missing[0][0]} of set {missing[0][1]}.")
    return books


BOOKS: dict[tuple[str, int], Book] = _load()
"""Every book page by (colour, set); the set is 0 for orange, black and white."""


def _book_colour(name: str) -> str:
    """Return the colour with this name or letter.

    Raises:
        ValueError: If it has no book to choose.
    """
    written = text_of(name, "A colour of the books", "a name or letter, such as 'blue' or 'B'").strip().lower()
    colour = {colour[0]: colour for colour in BOOK_COLOURS}.get(written, written)
    if colour not in BOOK_COLOURS:
        raise ValueError(f"{shown(name)} has no book to choose; use {', '.join(BOOK_COLOURS)} or G, B, R, Y, P.")
    return colour


def books_from(sets: Mapping[str, int]) -> Books:
    """Return books from a mapping of colours or letters to set numbers; colours not named use set 1.

    Raises:
        ValueError: If a colour has no book to choose or is named twice, or a set does not exist.
    """
    return Books(**once_each(sets, _book_colour, "The choice of books", 'sets by colour, such as {"red": 3}'))


def price(kind: int, books: Books, rulings: Rulings) -> int | None:
    """Return the price of a kind in coins, or None where it cannot be bought (white)."""
    letter, value = KINDS[kind][0], KINDS[kind][1]
    if letter in "OKW":
        colour, number = {"O": "orange", "K": "black", "W": "white"}[letter], 0
    else:
        colour = next(name for name in BOOK_COLOURS if name[0].upper() == letter)
        number = getattr(books, colour)
    if (colour, number, value) == ("green", 3, "4"):
        return int(rulings.choice("green3_price"))
    if (colour, number, value) == ("blue", 4, "4"):
        return int(rulings.choice("blue4_price"))
    return BOOKS[colour, number].prices.get(value)


def prices(books: Books, rulings: Rulings) -> tuple[int | None, ...]:
    """Return the price of every kind in canonical order; None where it cannot be bought."""
    return tuple(price(kind, books, rulings) for kind in range(KIND_COUNT))
