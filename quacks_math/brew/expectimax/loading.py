"""A state of a brew and what is wanted of it, as the kernels that play brews read them."""

import math

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.expectimax.pot import (
    ASIDE,
    BEFORE_DOUBLED,
    BEFORE_POSITION,
    BLACKS,
    CHIPS,
    DOUBLED,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    GREEN_SUM,
    KEPT,
    LOOK,
    ORANGES,
    PAID_BOTH,
    POINTS,
    POSITION,
    POT_SIZE,
    PROTECTED,
    PURPLE_POINTS,
    PURPLES,
    REDS,
    RUBIES,
    SECOND_CHANCE,
    STACK,
    SWAPPABLE,
    WHITE_SUM,
    YELLOWS,
    clear_pot,
    put_in_bag,
)
from quacks_math.brew.expectimax.rollout import CHIP_ARRIVED, DECIDE, DRAWING_OVER, LOOKING, MUST_DRAW
from quacks_math.brew.model.state import UNKNOWN_SPACE, BrewState, Phase
from quacks_math.brew.payoff.payoff import PayoffTable
from quacks_math.brew.payoff.stop_rule import RULE_NUMBERS, StopRule
from quacks_math.brew.payoff.swaps import swap_bit
from quacks_math.brew.payoff.table import purple_points
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE, R1
from quacks_math.rules.placing import NO_CHIP


def load_pot(state: BrewState) -> NDArray[np.int64]:
    """Return a state of a brew as a pot of the kernels, shape (POT_SIZE,)."""
    brew = state.brew
    pot = np.zeros(POT_SIZE, dtype=np.int64)
    clear_pot(pot, brew.first_space, int(state.flask), int(brew.card_number))
    for kind, count in enumerate(state.left):
        put_in_bag(pot, kind, count)
    chips = [chip.kind if chip.space != UNKNOWN_SPACE else NO_CHIP for chip in state.pot]
    # Of a pot told by counts at least one chip lies where its last one counted from, though nobody named it.
    unnamed = state.chips_in_pot - len(chips)
    if state.before_draw is not None:
        unnamed = max(unnamed, state.before_draw.chips_in_pot + 1 - len(chips))
    chips = [NO_CHIP] * unnamed + chips
    pot[STACK : STACK + len(chips)] = chips
    pot[CHIPS] = len(chips)
    working = [chip.kind for chip in state.pot if not chip.inert]
    for chip in state.pot:
        pot[SWAPPABLE] |= swap_bit(chip.kind)
    before = state.before_draw or state
    for number, value in {
        POSITION: state.position,
        WHITE_SUM: state.white_sum,
        ORANGES: state.oranges,
        REDS: state.reds,
        YELLOWS: state.yellows,
        PURPLES: state.purples,
        BLACKS: state.blacks,
        GREEN_SUM: sum(int(KIND_VALUE[kind]) for kind in working if KIND_COLOUR[kind] == GREEN),
        PURPLE_POINTS: purple_points(state),
        DOUBLED: state.doubled,
        PROTECTED: state.protected,
        FIRST_WHITE: state.first_white,
        SECOND_CHANCE: state.second_chance,
        FIVE_LAY: state.five_lay,
        RUBIES: state.rubies,
        POINTS: state.points,
        EXPLODED: state.exploded,
        PAID_BOTH: state.protected_explosion,
        BEFORE_POSITION: before.position,
        BEFORE_DOUBLED: before.doubled,
        LOOK: state.look if state.phase is Phase.LOOKING else 0,
    }.items():
        pot[number] = int(value)
    for red in range(3):
        earlier = min(state.aside[red], brew.beside.counts[R1 + red])
        pot[KEPT + red] = earlier
        pot[ASIDE + red] = state.aside[red] - earlier
    return pot


def entry_of(state: BrewState, *, must_draw: bool = False) -> int:
    """Return where the kernels take up a state in which something is left to chance.

    Args:
        state: The state.
        must_draw: Whether the next chip is drawn in any case.
    """
    if must_draw:
        return MUST_DRAW
    if state.phase is Phase.STRONG_LOOK:
        return DRAWING_OVER
    if state.phase is Phase.LOOKING:
        return LOOKING
    return CHIP_ARRIVED if set(state.pending) - {"restart"} else DECIDE


def kernel_arrays(
    worth: PayoffTable, limit: int, rule: StopRule, steps: int, again: tuple[float, float] = (-math.inf, -math.inf)
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the table and the rates of the kernels as flat arrays.

    Args:
        worth: What is wanted, with books, card and rulings.
        limit: The white limit before yellow 3 and the card.
        rule: Who stops when.
        steps: How far is looked ahead, 1 to 3.
        again: Worth of starting again under A Second Chance with a full flask and with an empty one.
    """
    wanted = (worth.objective, worth.threshold, worth.round_number, worth.held_rubies, int(worth.flask_refilled))
    stop = (RULE_NUMBERS[rule.kind], rule.threshold.numerator, rule.threshold.denominator, steps)
    whole = (*worth.books, worth.card, limit, *worth.rulings, *wanted)
    table = np.array([*whole, worth.rival_black_left, worth.rival_black_right, *stop], dtype=np.int64)
    single = np.array([worth.ruby, worth.droplet, worth.flask, worth.die, *again])
    return table, np.concatenate([single, worth.coins, worth.die_chance, worth.chip, worth.kept_red, worth.black])
