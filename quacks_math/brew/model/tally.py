"""What whoever forgot the order of the pot still knows of it."""

from dataclasses import dataclass

from quacks_math.brew.model.bag import Bag


@dataclass(frozen=True, slots=True)
class Tally:
    """What whoever forgot the order of the pot still knows of it.

    Attributes:
        pot: The chips in the pot that are remembered; all of them matter only as far as a book counts them.
        white_sum: Sum of all white chips in the pot.
        space: Space of the last chip, or the start.
        last: The last chip, which came out last, or None when it is unknown; then it counts as neither green nor white.
        before: The chip in the pot directly before the last one; unknown, it counts as neither green nor white.
        space_before: Space of the chip before the last one, or the start if there is none; needed only where it does not
            follow from the rest (``model.forgotten.ways_to_last``).
    """

    pot: Bag
    white_sum: int
    space: int
    last: str | None = None
    before: str | None = None
    space_before: int | None = None
