"""A bag of chips and its written form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from quacks_math.material.chips import KIND_COUNT, KINDS, kind_index
from quacks_math.material.validation import is_whole_number, of_type, once_each, shown, text_of, tuple_of

LONGEST_TEXT = 10_000
"""A longer text of a bag or pot is refused, in characters."""
LARGEST_BAG = 200
"""A bag with more chips is refused."""
LARGEST_COUNT = 99
"""More chips of one kind are refused; more than the box holds are allowed, for house games."""

_BAG_ENTRY = re.compile(r"(?:(?P<before>[0-9]+)[x*]?)?(?P<kind>[a-z][0-9]?)(?:[x*](?P<after>[0-9]+))?", re.IGNORECASE)


def text_within_limit(text: str) -> str:
    """Return the text of a bag or a pot.

    Raises:
        ValueError: If it is no text, or longer than ``LONGEST_TEXT``.
    """
    if len(text_of(text, "A bag or pot", "its text, such as 'W1x4 O1'")) > LONGEST_TEXT:
        raise ValueError(f"The text has {len(text)} characters; at most {LONGEST_TEXT} are read.")
    return text


def _entry(text: str) -> tuple[int, int]:
    """Return kind and count of one entry of a bag, such as ``W1x4``, ``4W1`` or ``W1``."""
    match = _BAG_ENTRY.fullmatch(text)
    if match is None:
        kind_index(text)
    if match is None or (match["before"] and match["after"]):
        raise ValueError(f"{shown(text)} is no entry of a bag; write a chip and its count, such as W1x4.")
    digits = match["before"] or match["after"] or "1"
    kind = kind_index(match["kind"])
    if len(digits.lstrip("0")) > len(str(LARGEST_COUNT)):
        raise ValueError(f"{shown(text)} is too many chips of one kind; at most {LARGEST_COUNT} are possible.")
    return kind, int(digits.lstrip("0") or "0")


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag of chips: how many of each kind.

    Attributes:
        counts: Shape (18,): chips of each kind in canonical order, 0 to 99 each and 200 together. More than the box
            holds are allowed, for house games.

    Raises:
        ValueError: If a count is not a number in that range.
    """

    counts: tuple[int, ...] = (0,) * KIND_COUNT

    def __post_init__(self) -> None:
        """Check the counts; a list of them becomes a tuple."""
        counts = tuple_of(self.counts, object, "The counts of a bag", f"a tuple of {KIND_COUNT} numbers, or Bag.parse")
        object.__setattr__(self, "counts", counts)
        if len(self.counts) != KIND_COUNT:
            raise ValueError(f"A bag has {KIND_COUNT} counts, one per kind in canonical order, not {len(self.counts)}.")
        for kind, count in zip(KINDS, self.counts, strict=True):
            if not is_whole_number(count, 0, LARGEST_COUNT):
                raise ValueError(f"{shown(count)} is no number of {kind} chips; use 0 to {LARGEST_COUNT}.")
        if sum(self.counts) > LARGEST_BAG:
            raise ValueError(f"The bag has {sum(self.counts)} chips; at most {LARGEST_BAG} are possible.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the bag written in a text such as ``W1x4 W2x2 W3 O1 G1``.

        Repeated kinds add up; ``4W1``, commas and lower case are accepted; an empty text is an empty bag.

        Raises:
            ValueError: If an entry is no chip with a count, or there are too many chips.
        """
        counts = [0] * KIND_COUNT
        for entry in re.split(r"[\s,;]+", text_within_limit(text)):
            if entry:
                kind, count = _entry(entry)
                counts[kind] += count
        return cls(tuple(counts))

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Self:
        """Return the bag with these chips: numbers by kind, such as ``{"W1": 4, "O1": 2}``.

        Raises:
            ValueError: If a kind is no chip or is named twice (``W1`` and ``w1``), or a number is out of range.
        """
        numbers: list[int] = [0] * KIND_COUNT
        for kind, count in once_each(counts, kind_index, "A bag", 'numbers by kind, such as {"W1": 4}').items():
            if not is_whole_number(count, 0, LARGEST_COUNT):
                raise ValueError(f"{shown(count)} is no number of {KINDS[kind]} chips; use 0 to {LARGEST_COUNT}.")
            numbers[kind] = count
        return cls(tuple(numbers))

    def __str__(self) -> str:
        """Return the text form in canonical order."""
        named = [(kind, count) for kind, count in zip(KINDS, self.counts, strict=True) if count]
        return " ".join(kind if count == 1 else f"{kind}x{count}" for kind, count in named)

    def __len__(self) -> int:
        """Return the number of chips."""
        return sum(self.counts)

    def __add__(self, other: Self) -> Self:
        """Return both bags poured together.

        Raises:
            ValueError: If the other is no bag, or there are too many chips.
        """
        of_type(other, Bag, "A bag poured in", "a Bag, such as Bag.parse('W1x4 O1')")
        return type(self)(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def __sub__(self, other: Self) -> Self:
        """Return this bag without the chips of the other.

        Raises:
            ValueError: If the other is no bag, or has a chip that this bag does not have.
        """
        of_type(other, Bag, "A bag taken out", "a Bag, such as Bag.parse('W1x4 O1')")
        for kind, mine, less in zip(KINDS, self.counts, other.counts, strict=True):
            if less > mine:
                raise ValueError(f"{less} {kind} cannot be taken from a bag that has {mine}.")
        return type(self)(tuple(a - b for a, b in zip(self.counts, other.counts, strict=True)))

    def count(self, kind: str) -> int:
        """Return the number of chips of a kind.

        Raises:
            ValueError: If there is no such chip.
        """
        return self.counts[kind_index(kind)]
