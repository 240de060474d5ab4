"""Where a brew stands and what the next draws may bring, as one frozen result."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quacks_math.brew.model.chances import NextChip, explode_next, explode_within, next_chips
from quacks_math.brew.model.transitions import BrewState
from quacks_math.material.track import TRACK, Space


@dataclass(frozen=True, slots=True)
class Odds:
    """Where a brew stands and what the next draws may bring.

    Attributes:
        chips_left: Chips in the bag.
        white_sum: Sum of the white chips in the pot.
        white_limit: The pot explodes when the white sum is over it.
        exploded: Whether the pot has exploded.
        protected: Whether it did so on a protected draw, so that points and coins are both paid, but no die.
        position: Space of the last chip, or the start.
        scoring_space: The scoring space of this pot; once nothing is drawn any more, green of set 3 has moved it on.
        explode_next: Chance that the next chip makes the pot explode; 0 when none can be drawn.
        explode_within: Entry k - 1: chance of an explosion within k blind draws; see ``explode_within``.
        next: One entry per kind in the bag, in canonical order; empty when nothing can be drawn.
    """

    chips_left: int
    white_sum: int
    white_limit: int
    exploded: bool
    protected: bool
    position: int
    scoring_space: Space
    explode_next: Fraction
    explode_within: tuple[Fraction, ...]
    next: tuple[NextChip, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the odds as plain values with the keys of the written interface."""
        return {
            "chips_left": self.chips_left,
            "white_sum": self.white_sum,
            "white_limit": self.white_limit,
            "exploded": self.exploded,
            "protected": self.protected,
            "position": self.position,
            "scoring_space": self.scoring_space.model_dump(),
            "explode_next": fraction_as_json(self.explode_next),
            "explode_within": [
                {"draws": draws, **fraction_as_json(chance)}
                for draws, chance in enumerate(self.explode_within, start=1)
            ],
            "next": [
                {
                    "kind": chip.kind,
                    "left": chip.left,
                    "fraction": str(chip.fraction),
                    "lands_on": chip.lands_on,
                    "white_sum": chip.white_sum,
                    "explodes": chip.explodes,
                }
                for chip in self.next
            ],
        }


def fraction_as_json(fraction: Fraction) -> dict[str, str | float]:
    """Return a chance as ``{"fraction": "1/6", "value": 0.1666…}``."""
    return {"fraction": str(fraction), "value": float(fraction)}


def odds_of(state: BrewState) -> Odds:
    """Return where a brew stands in a state, and the chances of the next draws."""
    return Odds(
        chips_left=state.chips_left,
        white_sum=state.white_sum,
        white_limit=state.white_limit,
        exploded=state.exploded,
        protected=state.protected_explosion,
        position=state.position,
        scoring_space=TRACK[state.scoring_index],
        explode_next=explode_next(state),
        explode_within=explode_within(state),
        next=next_chips(state),
    )
