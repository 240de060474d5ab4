"""The ingredient chips: kinds, colours, values, and how many of each lie in the box.

A kind is written as letter and value (``W1`` is a white 1-chip). Compiled code numbers the kinds 0 to 17 in the
canonical order of this module.
"""

from enum import IntEnum
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from quacks_math.material.tables import DATA_FOLDER, Record, TableError, read_rows
from quacks_math.material.validation import shown, text_of


class Colour(IntEnum):
    """The colours of the base game, in canonical order."""

    WHITE = 0
    ORANGE = 1
    GREEN = 2
    BLUE = 3
    RED = 4
    YELLOW = 5
    PURPLE = 6
    BLACK = 7

    @property
    def letter(self) -> str:
        """The letter used in the notation."""
        return "WOGBRYPK"[self]


class ChipRow(Record):
    """One kind of chip in the box."""

    colour: Literal["white", "orange", "green", "blue", "red", "yellow", "purple", "black"]
    value: Annotated[int, Field(ge=1, le=4)]
    count: Annotated[int, Field(ge=1, le=99)]


WHITE, ORANGE, GREEN, BLUE, RED, YELLOW, PURPLE, BLACK = (int(colour) for colour in Colour)

KINDS: tuple[str, ...] = (
    *("W1", "W2", "W3", "O1"),
    *("G1", "G2", "G4", "B1", "B2", "B4", "R1", "R2", "R4", "Y1", "Y2", "Y4"),
    *("P1", "K1"),
)
"""All kinds of the base game in canonical order."""
KIND_COUNT = len(KINDS)
RESERVED_KINDS = ("L1", "O6")
"""Kinds of an expansion: known by name, not playable yet."""
W1, W2, W3, O1, G1, G2, G4, B1, B2, B4, R1, R2, R4, Y1, Y2, Y4, P1, K1 = range(KIND_COUNT)
NO_KIND = -1
"""Stands for a kind where no chip is meant."""

KIND_COLOUR = np.array(["WOGBRYPK".index(kind[0]) for kind in KINDS], dtype=np.int64)
"""Shape (18,): colour of each kind."""
KIND_VALUE = np.array([int(kind[1]) for kind in KINDS], dtype=np.int64)
"""Shape (18,): printed value of each kind, in spaces."""


def _counts(rows: tuple[ChipRow, ...], file_name: str) -> tuple[int, ...]:
    """Return one count per kind, 0 where the table names none."""
    counts = [0] * KIND_COUNT
    for number, row in enumerate(rows, start=2):
        kind = f"{Colour[row.colour.upper()].letter}{row.value}"
        if kind not in KINDS or counts[KINDS.index(kind)]:
            raise TableError(f"{file_name}, line {number}: {kind} is not a chip of the base game or is named twice.")
        counts[KINDS.index(kind)] = row.count
    return tuple(counts)


BOX: tuple[int, ...] = _counts(read_rows(ChipRow, DATA_FOLDER / "chips.csv"), "chips.csv")
"""How many chips of each kind are in the box, in canonical order."""
STARTING_BAG: tuple[int, ...] = _counts(read_rows(ChipRow, DATA_FOLDER / "starting_bag.csv"), "starting_bag.csv")
"""The bag everybody starts with, in canonical order."""


def kind_index(kind: str) -> int:
    """Return the canonical number of a kind.

    Raises:
        ValueError: If there is no such chip.
    """
    name = text_of(kind, "A chip", "the name of one, such as 'W1'").strip().upper()
    if name in KINDS:
        return KINDS.index(name)
    if name in RESERVED_KINDS or name == "L":
        raise ValueError(
            f"{shown(kind)} belongs to an expansion that is not supported yet; use one of {' '.join(KINDS)}."
        )
    raise ValueError(f"{shown(kind)} is not a chip; use one of {' '.join(KINDS)}.")
