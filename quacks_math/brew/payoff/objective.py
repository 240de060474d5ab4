"""What best play maximises. Instances are immutable."""

import re
from dataclasses import dataclass
from typing import Literal, Self, cast, get_args

from quacks_math.material.validation import is_whole_number, shown, text_of

ObjectiveKind = Literal["worth", "coins", "vp", "space", "beat"]


@dataclass(frozen=True, slots=True)
class Objective:
    """What best play maximises.

    * ``worth``: expected victory points now and, by the rates, later. In round 9 points only.
    * ``coins``, ``vp``, ``space``: what the scoring space of a stopped pot prints (the space: its index); an exploded
      pot counts 0, a protected explosion fully.
    * ``beat``: round 9, the chance that the points of this round exceed the threshold; a tie counts one half.

    Attributes:
        kind: One of the five above.
        threshold: The points to exceed, 0 to 999; only for ``beat``.
    """

    kind: ObjectiveKind = "worth"
    threshold: int = 0

    def __post_init__(self) -> None:
        """Check both attributes.

        Raises:
            ValueError: If the kind is unknown or the threshold is out of range.
        """
        if self.kind not in get_args(ObjectiveKind):
            raise ValueError(f"{shown(self.kind)} is not an objective; use worth, coins, vp, space or beat=N.")
        if not is_whole_number(self.threshold, 0, 999):
            raise ValueError(f"{self.kind}={shown(self.threshold)} is no number of points; use beat=0 to beat=999.")
        if self.kind != "beat" and self.threshold:
            raise ValueError(f"{self.kind} takes no number, but {self.threshold} was given; only beat=N does.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the objective written as ``worth``, ``coins``, ``vp``, ``space`` or ``beat=N``.

        Raises:
            ValueError: If it is none of these.
        """
        written = text_of(text, "An objective", "a text such as 'worth' or 'beat=12'").strip().lower()
        if written in get_args(ObjectiveKind) and written != "beat":
            return cls(cast("ObjectiveKind", written))
        match = re.fullmatch(r"beat\s*=\s*(\d{1,9})", written, re.ASCII)
        if match is None:
            raise ValueError(f"{shown(text)} is not an objective; use worth, coins, vp, space or beat=N.")
        return cls("beat", int(match[1]))

    def __str__(self) -> str:
        """Return the form that ``parse`` reads."""
        return f"beat={self.threshold}" if self.kind == "beat" else self.kind
