"""The numbers of the payoff function for whoever asks: the table that evaluation reads, made from brew, objective and rates."""

from types import NoneType

import numpy as np

from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.payoff import BEAT, COINS_ONLY, POINTS_ONLY, SPACE_ONLY, WORTH, PayoffTable
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.cards import Card
from quacks_math.material.extras import ROUNDS
from quacks_math.material.track import TRACK
from quacks_math.material.validation import of_type
from quacks_math.rules.evaluation import NOBODY, points_by_space

OBJECTIVES = {"worth": WORTH, "coins": COINS_ONLY, "vp": POINTS_ONLY, "space": SPACE_ONLY, "beat": BEAT}


def check_question(brew: Brew, objective: Objective, rule: StopRule | None, rates: Rates | None) -> None:
    """Check that this can be asked about a brew: the types, the round of the objective, chips that a rule must count.

    Raises:
        ValueError: If not.
    """
    of_type(objective, Objective, "objective", "an Objective, such as Objective.parse('coins')")
    of_type(rule, (StopRule, NoneType), "rule", "a StopRule, such as StopRule.parse('white>=7')")
    of_type(rates, (Rates, NoneType), "rates", "Rates, such as Rates.from_json({'ruby': 1.5}), or None")
    if objective.kind == "beat" and brew.round != ROUNDS:
        raise ValueError(f"{objective} compares points of the last round; use round {ROUNDS}, not {brew.round}.")
    if brew.tally is not None and rule is not None and rule.kind == "chips":
        raise ValueError(f"{rule} counts the chips in the pot, which nobody told; use another rule, such as white>=7.")


def payoff_table(brew: Brew, objective: Objective, rates: Rates) -> PayoffTable:
    """Return everything besides the pot that decides what a pot is worth.

    The die goes to the furthest of the pots that are known; without any it is rolled with the chance in the rates.
    """
    die_chance = np.array(rates.die_chance)
    if brew.rivals:
        furthest = max((index for index, exploded in brew.rivals if not exploded), default=0)
        die_chance = np.array([float(index >= furthest) for index in range(len(TRACK))])
    black = tuple(brew.rival_black)
    return PayoffTable(
        objective=OBJECTIVES[objective.kind],
        threshold=objective.threshold,
        round_number=brew.round,
        held_rubies=brew.rubies,
        card=int(brew.card_number),
        books=brew.books,
        rulings=brew.rulings,
        flask_refilled=brew.card_number == Card.MAGIC_POTION,
        coins=np.array(rates.coins),
        ruby=float(rates.ruby),
        droplet=float(rates.droplet),
        flask=float(rates.flask),
        die=float(rates.die),
        die_chance=die_chance,
        chip=np.array(rates.chip),
        kept_red=np.array(rates.kept_red),
        black=np.array(rates.black),
        rival_black_left=black[0] if black else NOBODY,
        rival_black_right=black[1] if len(black) > 1 else NOBODY,
    )


def pays(payoffs: PayoffTable) -> bool:
    """Say whether the objective counts more than what the scoring space prints."""
    return payoffs.objective in (WORTH, BEAT)


def purple_points(state: BrewState) -> int:
    """Return what the purple chips in the pot score by their spaces (set 3)."""
    books, rulings = state.brew.books, state.brew.rulings
    return sum(points_by_space(chip.kind, chip.space, books, rulings) for chip in state.pot if not chip.inert)
