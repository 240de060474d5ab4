"""Quacks: exact odds, decisions and whole-game simulation for The Quacks of Quedlinburg.

Instances of all public classes are immutable.

    >>> from quacks_math import Bag, Brew, advise, odds, parse_pot
    >>> brew = Brew(Bag.parse("W1x4 W2x2 W3 O1 G1"), pot=parse_pot("W3 W2 W1"))
    >>> odds(brew).explode_next
    Fraction(1, 6)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quacks_math.brew.advice import advice_from, advise, solve_brew
    from quacks_math.brew.answer import Advice, Method
    from quacks_math.brew.brew import Bag, Brew
    from quacks_math.brew.chances import NextChip, Odds, odds
    from quacks_math.brew.estimator import Estimate, estimate
    from quacks_math.brew.outcome import Outcome
    from quacks_math.brew.rates import Objective, Rates, StopRule, rates_for_round
    from quacks_math.brew.state import BrewState, replay
    from quacks_math.material.books import Books, books_from
    from quacks_math.material.rulings import Rulings, rulings_from
    from quacks_math.notation import parse_bag, parse_pot, print_bag, print_pot

_HOMES = {
    "quacks_math.brew.advice": ("advice_from", "advise", "solve_brew"),
    "quacks_math.brew.answer": ("Advice", "Method"),
    "quacks_math.brew.brew": ("Bag", "Brew"),
    "quacks_math.brew.chances": ("NextChip", "Odds", "odds"),
    "quacks_math.brew.estimator": ("Estimate", "estimate"),
    "quacks_math.brew.outcome": ("Outcome",),
    "quacks_math.brew.rates": ("Objective", "Rates", "StopRule", "rates_for_round"),
    "quacks_math.brew.state": ("BrewState", "replay"),
    "quacks_math.material.books": ("Books", "books_from"),
    "quacks_math.material.rulings": ("Rulings", "rulings_from"),
    "quacks_math.notation": ("parse_bag", "parse_pot", "print_bag", "print_pot"),
}

__all__ = [
    "Advice",
    "Bag",
    "Books",
    "Brew",
    "BrewState",
    "Estimate",
    "Method",
    "NextChip",
    "Objective",
    "Odds",
    "Outcome",
    "Rates",
    "Rulings",
    "StopRule",
    "advice_from",
    "advise",
    "books_from",
    "estimate",
    "odds",
    "parse_bag",
    "parse_pot",
    "print_bag",
    "print_pot",
    "rates_for_round",
    "replay",
    "rulings_from",
    "solve_brew",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 (whatever the name stands for)
    """Import a public name when it is first used: the compiler is slow to import, and odds need none of it."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'quacks_math' has no attribute {name!r}")
