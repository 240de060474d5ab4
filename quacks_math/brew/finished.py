"""From a state in which nothing is drawn any more to the pot that evaluation reads."""

from quacks_math.brew.endings import swap_gains
from quacks_math.brew.features import swap_bit
from quacks_math.brew.moment import BrewState
from quacks_math.brew.valuation import purple_points
from quacks_math.brew.worth import EXPLODED, PROTECTED, STOPPED, FinishedPot, WorthTable
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE


def finished_pot(state: BrewState, table: WorthTable) -> FinishedPot:
    """Return the summary of a pot in which nothing is drawn any more."""
    ending = STOPPED
    if state.exploded:
        ending = PROTECTED if state.protected_explosion else EXPLODED
    bits = 0
    for chip in state.pot:
        bits |= swap_bit(chip.kind)
    gains = swap_gains(bits, table.chip)
    greens = (int(KIND_VALUE[chip.kind]) for chip in state.pot if KIND_COLOUR[chip.kind] == GREEN and not chip.inert)
    return FinishedPot(
        position=state.position,
        white_sum=state.white_sum,
        chips_in_pot=state.chips_in_pot,
        last=state.last,
        before_last=state.before_last,
        green_sum=sum(greens),
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
