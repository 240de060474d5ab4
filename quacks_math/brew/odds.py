"""The odds of one brew: where it stands and what may come out next, as exact fractions."""

from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import replay
from quacks_math.brew.results.odds import Odds, odds_of


def odds(brew: Brew) -> Odds:
    """Return where a brew stands after what came out so far, and the chances of the next draws.

    Raises:
        ValueError: If the rules forbid what is said to have come out.
    """
    return odds_of(replay(brew))
