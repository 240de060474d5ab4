"""What is agreed before a game: seats, books, test tubes, cards, house rulings."""

from dataclasses import dataclass, field
from typing import Self

from quacks_math.material.books import Books
from quacks_math.material.rulings import Rulings
from quacks_math.material.validation import is_whole_number, of_type, shown, text_of, tuple_of
from quacks_math.rules.buying import MOST_SEATS

LONGEST_NAME = 40
NO_NAME_SIGNS = ":;#,()"
"""Signs that the written form of a game uses."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table.

    Attributes:
        name: 1 to 40 printable characters, none of ``: ; # , ( )``; different for every seat.
        tracked: True: bag, pot and everything else are followed. False: only what everybody sees is entered (points,
            rubies, scoring space, explosion, black chips), as one does with opponents.
    """

    name: str
    tracked: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """The setting of a game.

    Attributes:
        seats: 1 to 5 seats, clockwise; at least one is tracked.
        books: The books in play.
        tubes: Whether the test-tube side of the pots is used.
        cards: Whether fortune cards are used.
        rulings: House rulings.
        start_player: Seat number of the start player of round 1.

    Raises:
        ValueError: If a field is not possible.
    """

    seats: tuple[Seat, ...]
    books: Books = field(default=Books())
    tubes: bool = False
    cards: bool = True
    rulings: Rulings = field(default=Rulings())
    start_player: int = 0

    def __post_init__(self) -> None:
        """Check the fields; a list of seats becomes a tuple."""
        object.__setattr__(
            self, "seats", tuple_of(self.seats, Seat, "seats", "a tuple of Seat, such as (Seat('Ann'),)")
        )
        Books(*of_type(self.books, Books, "books", "Books, such as Books(red=3)"))
        Rulings(*of_type(self.rulings, Rulings, "rulings", "Rulings, such as rulings_from({'limits': 'added'})"))
        of_type(self.tubes, bool, "tubes", "True or False")
        of_type(self.cards, bool, "cards", "True or False")
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(f"{len(self.seats)} seats are not possible; use 1 to {MOST_SEATS}.")
        names = [seat.name for seat in self.seats]
        for name in names:
            text_of(name, "The name of a seat", "a text such as 'Ann'")
            readable = name.isprintable() and name == name.strip() and not set(name) & set(NO_NAME_SIGNS)
            if not 1 <= len(name) <= LONGEST_NAME or not readable:
                raise ValueError(
                    f"{shown(name)} is no name for a seat; use 1 to {LONGEST_NAME} printable characters, none of "
                    f"{' '.join(NO_NAME_SIGNS)}."
                )
        if len(set(names)) < len(names):
            raise ValueError(f"The names {', '.join(names)} are not all different.")
        if not any(seat.tracked for seat in self.seats):
            raise ValueError("No seat is tracked; track at least one bag.")
        if not is_whole_number(self.start_player, 0, len(self.seats) - 1):
            raise ValueError(f"Start player {self.start_player} is no seat; use 0 to {len(self.seats) - 1}.")

    @classmethod
    def of(cls, *names: str, books: Books | None = None, tubes: bool = False, cards: bool = True) -> Self:
        """Return a setup with these tracked seats.

        Raises:
            ValueError: If the names are not possible.
        """
        return cls(tuple(Seat(name) for name in names), books or Books(), tubes, cards)
