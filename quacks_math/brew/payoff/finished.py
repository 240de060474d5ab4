"""From a terminal state of the brew to the pot that the payoff function reads."""

from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.payoff.payoff import (
    EXPLODED,
    PROTECTED,
    STOPPED,
    TAKES_COINS,
    TAKES_POINTS,
    WORTH,
    FinishedPot,
    PayoffTable,
    payoff_of,
)
from quacks_math.brew.payoff.swaps import swap_bit, swap_gains
from quacks_math.brew.payoff.table import purple_points
from quacks_math.material.extras import ROUNDS


def finished_pot(state: BrewState, payoffs: PayoffTable) -> FinishedPot:
    """Return the summary of a pot in which nothing is drawn any more."""
    ending = STOPPED
    if state.exploded:
        ending = PROTECTED if state.protected_explosion else EXPLODED
    bits = 0
    for chip in state.pot:
        bits |= swap_bit(chip.kind)
    gains = swap_gains(bits, payoffs.chip)
    return FinishedPot(
        position=state.position,
        white_sum=state.white_sum,
        chips_in_pot=state.chips_in_pot,
        last=state.last,
        before_last=state.before_last,
        green_sum=state.green_sum,
        purples=state.purples,
        blacks=state.blacks,
        swap_12=gains[0],
        swap_24=gains[1],
        swap_14=gains[2],
        aside_1=state.aside[0],
        aside_2=state.aside[1],
        aside_4=state.aside[2],
        doubled=state.doubled,
        flask=state.flask,
        rubies=state.rubies,
        points=state.points + purple_points(state),
        ending=ending,
    )


TAKEN = {"take_points": TAKES_POINTS, "take_coins": TAKES_COINS}
"""What an exploded pot may take, by the name of the move."""


def kept_worth(state: BrewState, payoffs: PayoffTable) -> float:
    """Return what the red chips are worth that were kept beside the pot for a later round."""
    if payoffs.objective != WORTH or payoffs.round_number == ROUNDS:
        return 0.0
    return sum(number * float(rate) for number, rate in zip(state.kept, payoffs.kept_red, strict=True))


def worth_taking(state: BrewState, move: str, payoffs: PayoffTable) -> float:
    """Return what an exploded pot is worth, evaluated best, once it is chosen what it takes.

    Args:
        state: The exploded pot, nothing left to settle.
        move: ``take_points`` or ``take_coins``.
        payoffs: What pots are worth.
    """
    verdict = payoff_of(finished_pot(state, payoffs)._replace(ending=TAKEN[move]), payoffs)
    return float(verdict.value) + kept_worth(state, payoffs)


def scored_index(state: BrewState, payoffs: PayoffTable) -> int:
    """Return the index of the scoring space: of a finished pot the one its best evaluation scores.

    Args:
        state: The brew at any moment.
        payoffs: What pots are worth; it decides whether green of set 3, which is optional, moves the last chip on.
    """
    if state.phase is not Phase.DONE:
        return state.scoring_index
    return int(payoff_of(finished_pot(state, payoffs), payoffs).scoring_index)
