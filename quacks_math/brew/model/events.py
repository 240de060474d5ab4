"""What can happen in a brew: frozen events, the log of which is the pot.

Kinds are written as in the notation (``"W1"``). An event says what came out or what was chosen, never what follows from
it: that is the business of ``model.transitions``. The text form stands in ``notation``.
"""

from dataclasses import dataclass

from quacks_math.material.validation import of_type, text_of, tuple_of

CHIP = "the name of a chip, such as 'W1'"


def _check_move(kind: str, spaces: int | None) -> None:
    """Check the types of what was moved and how far; whether that can happen is asked by ``model.transitions``."""
    text_of(kind, "kind", CHIP)
    if spaces is not None:
        of_type(spaces, int, "spaces", "a whole number, or None for all the way")


@dataclass(frozen=True, slots=True)
class Drew:
    """A chip came out of the bag; it is placed, or set aside if it is a red chip of set 2.

    Attributes:
        kind: The chip.
        spaces: How far it was moved when extra spaces were declined (ruling ``extra_spaces``); None: all of them taken.
    """

    kind: str
    spaces: int | None = None

    def __post_init__(self) -> None:
        """Check the types."""
        _check_move(self.kind, self.spaces)


@dataclass(frozen=True, slots=True)
class UsedFlask:
    """The flask put the white chip just drawn back into the bag."""


@dataclass(frozen=True, slots=True)
class Stirred:
    """Well Stirred put the first white chip, just drawn, back into the bag."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The last chip stays: flask, Well Stirred or the return of yellow of set 1 were declined.

    A next draw or a stop says the same; the event closes the choice before that. A Second Chance stays open.
    """


@dataclass(frozen=True, slots=True)
class ReturnedWhite:
    """The yellow chip of set 1 just placed sent the white chip directly before it back into the bag."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The chips seen through a blue chip of set 1, or through Strong Ingredient after the stop.

    Attributes:
        seen: The kinds seen, in any order; empty as long as they are not told.
    """

    seen: tuple[str, ...]

    def __post_init__(self) -> None:
        """Check the types; a list becomes a tuple."""
        object.__setattr__(self, "seen", tuple_of(self.seen, str, "seen", "a tuple of chips, such as ('W3', 'R1')"))


@dataclass(frozen=True, slots=True)
class Placed:
    """One of the chips seen was placed (a red chip of set 2 seen through blue: set aside).

    Attributes:
        kind: The chip, or None when all went back.
        spaces: How far it was moved when extra spaces were declined; None: all of them taken.
    """

    kind: str | None
    spaces: int | None = None

    def __post_init__(self) -> None:
        """Check the types."""
        _check_move("" if self.kind is None else self.kind, self.spaces)


@dataclass(frozen=True, slots=True)
class Restarted:
    """A Second Chance: everything went back into the bag and the round began again."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """A Second Chance was declined, or a look not taken; whatever else was open for the last chip is declined with it.

    A next draw or a stop says the same; the event closes the choice before that.
    """


@dataclass(frozen=True, slots=True)
class Stopped:
    """No more drawing, by choice or because the bag is empty."""


@dataclass(frozen=True, slots=True)
class PlacedRed:
    """A set-aside red chip of set 2 was placed behind the last chip.

    Attributes:
        kind: The chip.
        spaces: How far it was moved when extra spaces were declined; None: all of them taken.
    """

    kind: str
    spaces: int | None = None

    def __post_init__(self) -> None:
        """Check the types."""
        _check_move(self.kind, self.spaces)


@dataclass(frozen=True, slots=True)
class KeptRed:
    """A set-aside red chip of set 2 stays beside the pot for a later round."""

    kind: str

    def __post_init__(self) -> None:
        """Check the type."""
        text_of(self.kind, "kind", CHIP)


@dataclass(frozen=True, slots=True)
class ReturnedRed:
    """A set-aside red chip of set 2 went back into the bag."""

    kind: str

    def __post_init__(self) -> None:
        """Check the type."""
        text_of(self.kind, "kind", CHIP)


BrewEvent = (
    Drew
    | UsedFlask
    | Stirred
    | Kept
    | ReturnedWhite
    | Looked
    | Placed
    | Restarted
    | WentOn
    | Stopped
    | PlacedRed
    | KeptRed
    | ReturnedRed
)
