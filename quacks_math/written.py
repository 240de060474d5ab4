"""How chances and errors are written for people: the same in the terminal and on the screen.

No rounding may claim a certainty. "0%" and "100%" stand only where an exact answer says so; what was merely played some
number of times is never shown as certain, however often it came out the same. An error is never shown as 0.
"""

from fractions import Fraction
from math import ceil

STANDARD_ERRORS = 2
"""How far from its share a chance may lie that was played: what never happened is shown below this bound."""
SMALLEST = Fraction(1, 1000)
"""A chance this close to an end is not told apart from it by one decimal of a percentage."""
ROUNDING = 1e-12
"""A float this close to 1 is 1: certain chances add up to that, and no brew leaves a real one so small. No chance at all
is a sum of nothing, exactly 0.
"""


def percent(chance: Fraction | float, *, played: int | None = None) -> str:
    """Return a chance as a percentage that never claims certainty by rounding.

    Args:
        chance: Between 0 and 1, of whatever type. A mean of what was played, with luck taken off, may lie beyond the ends.
        played: How many brews or games the chance is a share of; None for an exact answer.

    Returns:
        One decimal, none where the percentage is exact and whole; "<0.1%" and ">99.9%" next to the ends. What never or
        always happened in play is bounded by the interval of Wilson instead: "<28.6%" after 10 games.

    Raises:
        ValueError: If the number is no chance.
    """
    if played is not None:
        return _played(min(1, max(0, chance)), played)
    if isinstance(chance, float) and abs(1 - chance) < ROUNDING:
        chance = 1
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance!r} is no chance; use a number from 0 to 1.")
    whole = round(100 * chance)
    # A float stands for the fraction that it is nearest to: 0.2 for 1/5.
    exact = chance in (Fraction(whole, 100), whole / 100)
    return f"{whole}%" if exact else _near_an_end(Fraction(chance), SMALLEST)


def _played(share: Fraction | float, played: int) -> str:
    """Return a share of what was played."""
    nearest = SMALLEST
    if share in (0, 1):
        bound = Fraction(STANDARD_ERRORS**2, played + STANDARD_ERRORS**2)
        nearest = max(nearest, ceil(bound / SMALLEST) * SMALLEST)
    return _near_an_end(Fraction(share), nearest)


def _near_an_end(share: Fraction, nearest: Fraction) -> str:
    """Return a chance with one decimal, or that it is less than so near to an end."""
    if share < SMALLEST:
        return f"<{_tenths(nearest)}%"
    if share > 1 - SMALLEST:
        return f">{_tenths(1 - nearest)}%"
    return f"{_tenths(share)}%"


def _tenths(share: Fraction) -> str:
    """Return a share in percent with one decimal; a half is rounded up."""
    tenths = int(1000 * share + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


def error(size: float, decimals: int) -> str:
    """Return an error of what was simulated; one that would read 0 is said to be smaller than what is shown.

    Args:
        size: The error, 0 or more.
        decimals: Digits after the point.
    """
    smallest = 10.0**-decimals
    return f"{size:.{decimals}f}" if size >= smallest else f"<{smallest:.{decimals}f}"
