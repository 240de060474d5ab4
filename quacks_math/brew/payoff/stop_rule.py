r"""The fixed stop rules, said once: for the exact solver, the estimator, the simulator's strategies and the screen.

A stop rule is a policy restriction: it fixes where drawing ends, while every other choice stays free. In the Bellman
equation the outer maximum is replaced,

.. math::  V(s) = S(s) \text{ where the rule stops, else } \sum_i \tfrac{n_i}{n}\, V(s + i).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Self, cast, get_args

from quacks_math.kernels.compile import share
from quacks_math.material.validation import of_type, shown, text_of

StopRuleKind = Literal["best", "risk", "white", "chips", "never"]
_COMPARISONS = {"risk": "<=", "white": ">=", "chips": ">="}


@dataclass(frozen=True, slots=True)
class StopRule:
    """Who stops when. A rule governs stopping only; every other choice is best play under it.

    * ``best``: stop when stopping is worth more than drawing.
    * ``risk<=x``: draw as long as the next draw explodes with a chance of at most x.
    * ``white>=k``: stop as soon as the white sum is at least k.
    * ``chips>=n``: stop as soon as at least n chips lie in the pot.
    * ``never``: draw until the pot explodes or the bag is empty.

    Attributes:
        kind: One of the five above.
        threshold: The number after the sign: 0 to 1 for a risk, a whole number 0 to 999 otherwise; 0 where the kind
            takes none.
    """

    kind: StopRuleKind = "best"
    threshold: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Check both attributes.

        Raises:
            ValueError: If the kind is unknown or the threshold is out of range.
        """
        if self.kind not in get_args(StopRuleKind):
            raise ValueError(
                f"{shown(self.kind)} is not a stop rule; use best, risk<=1/4, white>=7, chips>=5 or never."
            )
        of_type(self.threshold, (int, Fraction), f"The number of {self.kind}", "a whole number or a Fraction")
        if self.kind == "risk" and not 0 <= self.threshold <= 1:
            raise ValueError(f"risk<={self.threshold} is no chance; use a number from 0 to 1, such as risk<=1/4.")
        if self.kind in ("white", "chips") and (self.threshold.denominator != 1 or not 0 <= self.threshold <= 999):
            raise ValueError(f"{self.kind}>={self.threshold} cannot be counted; use a whole number from 0 to 999.")
        if self.kind in ("best", "never") and self.threshold:
            raise ValueError(f"{self.kind} takes no number, but {self.threshold} was given.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the rule written as ``best``, ``risk<=1/4`` (or 0.25, 25%), ``white>=7``, ``chips>=5``, ``never``.

        Raises:
            ValueError: If it is none of these.
        """
        written = "".join(text_of(text, "A stop rule", "a text such as 'white>=7'").split()).lower()
        if written in ("best", "never"):
            return cls(cast("StopRuleKind", written))
        match = re.fullmatch(
            r"(risk<=|white>=|chips>=)(?:(\d{1,9})/(0*[1-9]\d{0,8})|(\d{1,9}(?:\.\d{1,9})?)(%?))", written, re.ASCII
        )
        if match is None:
            raise ValueError(f"{shown(text)} is not a stop rule; use best, risk<=1/4, white>=7, chips>=5 or never.")
        kind = cast("StopRuleKind", match[1][:-2])
        if match[2]:
            return cls(kind, Fraction(int(match[2]), int(match[3])))
        return cls(kind, Fraction(match[4]) / (100 if match[5] else 1))

    def stops(self, white_sum: int, chips_in_pot: int, explode_next: Fraction) -> bool:
        """Say whether a fixed rule stops; ``best`` and ``never`` do not by themselves.

        Args:
            white_sum: White sum in the pot.
            chips_in_pot: Chips lying in the pot.
            explode_next: Chance that the next chip makes the pot explode.
        """
        return rule_stops_at(
            RULE_NUMBERS[self.kind],
            self.threshold.numerator,
            self.threshold.denominator,
            white_sum,
            chips_in_pot,
            explode_next.numerator,
            explode_next.denominator,
        )

    def __str__(self) -> str:
        """Return the form that ``parse`` reads."""
        return f"{self.kind}{_COMPARISONS[self.kind]}{self.threshold}" if self.kind in _COMPARISONS else self.kind


BEST, RISK, WHITE_SUM, CHIPS, NEVER = range(5)
"""Numbers of the stop rules; under ``BEST`` whoever plays compares what stopping and drawing are worth."""
RULE_NUMBERS = {"best": BEST, "risk": RISK, "white": WHITE_SUM, "chips": CHIPS, "never": NEVER}
"""The numbers by ``StopRule.kind``."""


def rule_stops_at(
    rule: int, numerator: int, denominator: int, white_sum: int, chips_in_pot: int, exploding: int, in_bag: int
) -> bool:
    """Say whether a fixed rule stops; ``BEST`` and ``NEVER`` do not by themselves.

    ``risk<=x`` draws while the chance that the next chip explodes the pot is at most x; ``white>=k`` stops at a white
    sum of k or more; ``chips>=n`` with n or more chips in the pot.

    Args:
        rule: Number of the rule.
        numerator: Of the number after the sign, as a fraction.
        denominator: Likewise.
        white_sum: White sum in the pot.
        chips_in_pot: Chips lying in the pot.
        exploding: Chips in the bag that would make the pot explode.
        in_bag: Chips in the bag.
    """
    if rule == RISK:
        return bool(exploding * denominator > numerator * in_bag)
    if rule == WHITE_SUM:
        return bool(white_sum * denominator >= numerator)
    if rule == CHIPS:
        return bool(chips_in_pot * denominator >= numerator)
    return False


share(rule_stops_at)
