r"""The payoff of a terminal state: a small algebra of what a finished pot is worth, so that one solver serves every objective.

For the objective ``worth`` in rounds 1 to 8, with the rates of the round,

.. math::
    \text{worth} = \text{points} + \text{coins}[c] + \text{ruby}\,(\text{gained} - \text{paid})
        + \text{droplet}\cdot\text{steps} + \text{flask} + \text{die chance}[i]\cdot\text{die}
        + \text{chips gained} - \text{chips given} + \text{black}[n],

where an exploded pot has the larger of the space's points and ``coins[c]`` instead of both and no die, and an explosion
on a protected draw has both and no die. In round 9 only points count: coins and rubies are converted, rounded down,
and the die may show points or a ruby. ``beat`` is the chance that those points exceed a threshold, a tie counting one
half. ``coins``, ``vp`` and ``space`` are what the scoring space prints, 0 for an exploded pot.

Whatever the player may choose at the end (set-aside red chips of red 2, moving the last chip on with green 3, the tier
of purple, the payments of green 4) is chosen best here, by trying every combination. The rules themselves stand in
``rules.evaluation``.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.kernels.compile import share
from quacks_math.material.books import Books
from quacks_math.material.chips import NO_KIND, P1, PURPLE, R1, R2, R4
from quacks_math.material.extras import DIE_POINTS, DIE_RUBIES, ROUNDS
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import COINS, VICTORY_POINTS
from quacks_math.rules.evaluation import (
    NOBODY,
    black_reward,
    card_points,
    card_steps,
    die_rolls,
    gift_is_given,
    gifts_for_last,
    green_3_spaces,
    points_by_space,
    points_from_coins,
    points_from_rubies,
    rubies_of_last_two,
    rubies_of_space,
    scoring_space,
    steps_for_sale,
    tier_reached,
)
from quacks_math.rules.placing import space_after, spaces_moved
from quacks_math.rules.traits import (
    REWARD_GIFTS,
    REWARD_GIVEN,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_STEPS,
    SWAP_LARGER,
    SWAP_VALUE,
    SWAPS,
)

MOST_PAID = 2
"""Most rubies that a pot can cost: one for each of two green chips of set 4."""

WORTH, COINS_ONLY, POINTS_ONLY, SPACE_ONLY, BEAT = range(5)
"""Numbers of the objectives."""
DIE_FACES = len(DIE_POINTS)
STOPPED, EXPLODED, PROTECTED = range(3)
"""Ways a brew ends; ``PROTECTED`` is an explosion on a protected draw."""
TAKES_POINTS, TAKES_COINS = range(3, 5)
"""``EXPLODED`` once it is chosen which of the two the pot takes."""


class PayoffTable(NamedTuple):
    """Everything the worth of a finished pot depends on besides the pot itself."""

    objective: int
    threshold: int
    round_number: int
    held_rubies: int
    card: int
    books: Books
    rulings: Rulings
    flask_refilled: bool
    coins: NDArray[np.float64]  # shape (36,)
    ruby: float
    droplet: float
    flask: float
    die: float
    die_chance: NDArray[np.float64]  # shape (54,)
    chip: NDArray[np.float64]  # shape (18,)
    kept_red: NDArray[np.float64]  # shape (3,)
    black: NDArray[np.float64]  # value by number of black chips; the last entry holds for more
    rival_black_left: int  # NOBODY where unknown: then ``black`` is used
    rival_black_right: int


class FinishedPot(NamedTuple):
    """The summary of a pot that its worth depends on."""

    position: int  # space of the last chip, or the start
    white_sum: int
    chips_in_pot: int
    last: int  # kind of the last chip that has an effect in step B, else NO_CHIP
    before_last: int
    green_sum: int
    purples: int
    blacks: int
    swap_12: float  # best gain in chip value when a 1-chip of the pot becomes a 2-chip (0 if none)
    swap_24: float
    swap_14: float
    aside_1: int  # set-aside red chips by value
    aside_2: int
    aside_4: int
    doubled: bool
    flask: bool
    rubies: int  # gained during the brew
    points: int  # gained during the brew, purple of set 3 included
    ending: int


class Payoff(NamedTuple):
    """The best evaluation of a finished pot."""

    value: float
    scoring_index: int
    rubies: int  # gained in this round, payments of green 4 taken off


def in_last_round(payoffs: PayoffTable) -> bool:
    """Say whether only points count: in round 9, and whenever a number of points is to be beaten."""
    return payoffs.round_number == ROUNDS or payoffs.objective == BEAT


def _of_space(points: float, coins: float, ending: int) -> float:
    """Return what a pot takes of its scoring space's points and coins: both, or after an explosion one of them.

    Args:
        points: Its victory points.
        coins: What its coins are worth.
        ending: How the brew ended.
    """
    if ending == EXPLODED:
        return max(points, coins)
    if ending == TAKES_POINTS:
        return points
    if ending == TAKES_COINS:
        return coins
    return points + coins


def _score(points: float, payoffs: PayoffTable) -> float:
    """Return what a number of points of round 9 counts under the objective."""
    if payoffs.objective != BEAT:
        return points
    if points > payoffs.threshold:
        return 1.0
    return 0.5 if points == payoffs.threshold else 0.0


def _swap_gain(pot: FinishedPot, tier: int, books: Books) -> float:
    """Return what the swap of a tier of purple of set 4 gains, 0 for a book or a tier without one."""
    value, larger = SWAP_VALUE[PURPLE, books.purple, tier], SWAP_LARGER[PURPLE, books.purple, tier]
    if value == 1:
        return pot.swap_12 if larger == 2 else pot.swap_14
    return pot.swap_24 if value == 2 else 0.0


def _step_b_chips(pot: FinishedPot, tier: int, payoffs: PayoffTable) -> float:
    """Return the value of chips gained less given by green of set 2 and by the chosen tier of purple 2 and 4."""
    value = 0.0
    for kind in (pot.last, pot.before_last):
        best = 0.0
        for gift in gifts_for_last(kind, payoffs.books):
            if gift != NO_KIND and gift_is_given(gift, payoffs.round_number, payoffs.rulings):
                best = max(best, payoffs.chip[gift])
        value += best
    value -= REWARD_GIVEN[PURPLE, payoffs.books.purple, tier] * payoffs.chip[P1]
    for gift in REWARD_GIFTS[PURPLE, payoffs.books.purple, tier]:
        if gift != NO_KIND and gift_is_given(gift, payoffs.round_number, payoffs.rulings):
            value += payoffs.chip[gift]
    return float(value + _swap_gain(pot, tier, payoffs.books))


def _chosen_payoff(
    pot: FinishedPot,
    index: int,
    die_index: int,
    moved_points: int,
    die_points: int,
    die_rubies: int,
    payoffs: PayoffTable,
) -> Payoff:
    """Return the best verdict once it is known where the last chip lies.

    Args:
        pot: The pot with its set-aside chips placed.
        index: Scoring space for the ruby, points and coins.
        die_index: Scoring space for the die (before green 3 moved the last chip).
        moved_points: What a purple chip of set 3 gains by being moved.
        die_points: Points that the die showed (round 9).
        die_rubies: Rubies that the die showed (round 9).
        payoffs: The objective.
    """
    points = pot.points + moved_points + card_points(index, payoffs.card) + die_points
    rubies = pot.rubies + rubies_of_last_two(pot.last, pot.before_last, payoffs.books)
    steps = card_steps(pot.white_sum, payoffs.card)
    black = 0.0
    if payoffs.rival_black_left != NOBODY:
        black_steps, black_rubies = black_reward(
            pot.blacks, payoffs.rival_black_left, payoffs.rival_black_right, payoffs.rulings
        )
        steps += black_steps
        rubies += black_rubies
    else:
        black = payoffs.black[min(pot.blacks, len(payoffs.black) - 1)]
    flask = payoffs.flask if pot.flask or payoffs.flask_refilled else 0.0
    payments = steps_for_sale(pot.last, pot.before_last, payoffs.books)
    purple = payoffs.books.purple
    best = Payoff(-np.inf, index, 0)
    for tier in range(tier_reached(pot.purples, payoffs.books) + 1):
        chips = _step_b_chips(pot, tier, payoffs)
        hand = payoffs.held_rubies + rubies + REWARD_RUBIES[PURPLE, purple, tier]
        for paid in range(min(payments, hand) + 1):
            gained = rubies + REWARD_RUBIES[PURPLE, purple, tier] - paid + rubies_of_space(index, payoffs.card)
            own = points + REWARD_POINTS[PURPLE, purple, tier]
            if in_last_round(payoffs):
                own += _of_space(VICTORY_POINTS[index], points_from_coins(COINS[index]), pot.ending)
                value = _score(own + points_from_rubies(payoffs.held_rubies + gained + die_rubies), payoffs)
            else:
                value = _of_space(VICTORY_POINTS[index], payoffs.coins[COINS[index]], pot.ending)
                if pot.ending == STOPPED:
                    value += payoffs.die_chance[die_index] * payoffs.die * die_rolls(payoffs.card)
                all_steps = steps + REWARD_STEPS[PURPLE, purple, tier] + paid
                value += own + payoffs.ruby * gained + payoffs.droplet * all_steps
                value += flask + chips + black
            if value > best.value:
                best = Payoff(value, index, gained)
    return best


def _printed(pot: FinishedPot, index: int, payoffs: PayoffTable) -> Payoff:
    """Return the verdict of the objectives that count what the scoring space prints."""
    value = 0.0
    if pot.ending in (STOPPED, PROTECTED):
        if payoffs.objective == COINS_ONLY:
            value = float(COINS[index])
        elif payoffs.objective == POINTS_ONLY:
            value = float(VICTORY_POINTS[index])
        else:
            value = float(index)
    rubies = pot.rubies + rubies_of_space(index, payoffs.card)
    return Payoff(value, index, rubies + rubies_of_last_two(pot.last, pot.before_last, payoffs.books))


def _after_die(pot: FinishedPot, die_points: int, die_rubies: int, payoffs: PayoffTable) -> Payoff:
    """Return the best verdict of steps B to E once the die has shown these points and rubies (round 9)."""
    die_index = scoring_space(pot.position, pot.chips_in_pot, payoffs.rulings)
    further = green_3_spaces(pot.green_sum, pot.white_sum, payoffs.books) if pot.chips_in_pot else 0
    best = Payoff(-np.inf, die_index, 0)
    for moves_on in range(2 if further else 1):
        moved = space_after(pot.position, further) if moves_on else pot.position
        index = scoring_space(moved, pot.chips_in_pot, payoffs.rulings)
        if payoffs.objective in (COINS_ONLY, POINTS_ONLY, SPACE_ONLY):
            verdict = _printed(pot, index, payoffs)
        else:
            moved_points = 0
            if moves_on:
                moved_points = points_by_space(pot.last, moved, payoffs.books, payoffs.rulings)
                moved_points -= points_by_space(pot.last, pot.position, payoffs.books, payoffs.rulings)
            verdict = _chosen_payoff(pot, index, die_index, moved_points, die_points, die_rubies, payoffs)
        if verdict.value > best.value:
            best = verdict
    return best


def _with_die(pot: FinishedPot, payoffs: PayoffTable) -> Payoff:
    """Return the best verdict of a pot with its set-aside chips placed.

    In round 9 the die (step A) is known before anything is chosen in step B, so each of its faces is followed by its
    own best choice; scoring space and rubies are those without a roll. In earlier rounds a roll has a fixed value.
    """
    chance = 0.0
    if in_last_round(payoffs) and pot.ending == STOPPED:
        chance = payoffs.die_chance[scoring_space(pot.position, pot.chips_in_pot, payoffs.rulings)]
    results = 1
    if chance > 0.0:
        results += DIE_FACES if die_rolls(payoffs.card) == 1 else DIE_FACES**2
    value, index, rubies = 0.0, 0, 0
    for result in range(results):
        points, gained, weight = 0, 0, 1.0 - chance
        if result > 0:
            first, second = (result - 1) % DIE_FACES, (result - 1) // DIE_FACES
            points, gained, weight = DIE_POINTS[first], DIE_RUBIES[first], chance / (results - 1)
            if results - 1 > DIE_FACES:
                points, gained = points + DIE_POINTS[second], gained + DIE_RUBIES[second]
        verdict = _after_die(pot, points, gained, payoffs)
        value += weight * verdict.value
        if result == 0:
            index, rubies = verdict.scoring_index, verdict.rubies
    return Payoff(value, index, rubies)


def _with_reds(
    pot: FinishedPot, placed_1: int, placed_2: int, placed_4: int, first: int, payoffs: PayoffTable
) -> Payoff:
    """Return the best verdict once it is chosen which set-aside red chips are placed behind the last chip.

    Args:
        pot: The pot as it was when drawing ended.
        placed_1: Red 1-chips placed; likewise the next two.
        placed_2: As above.
        placed_4: As above.
        first: Value of the red placed first, which a pending doubling doubles; 0 where nothing is doubled.
        payoffs: The objective.
    """
    placed = placed_1 + placed_2 + placed_4
    spaces = placed_1 + 2 * placed_2 + 4 * placed_4
    if first:
        spaces += spaces_moved(first, 0, True, payoffs.rulings) - first
    position = space_after(pot.position, spaces)
    chips_in_pot = pot.chips_in_pot + placed
    last, before_last = pot.last, pot.before_last
    if placed >= 2:
        last, before_last = R1, R1
    elif placed == 1:
        last, before_last = R1, pot.last
    swap_12, swap_24, swap_14 = pot.swap_12, pot.swap_24, pot.swap_14
    if SWAPS[PURPLE, payoffs.books.purple]:
        if placed_1:
            swap_12 = max(swap_12, payoffs.chip[R2] - payoffs.chip[R1])
            swap_14 = max(swap_14, payoffs.chip[R4] - payoffs.chip[R1])
        if placed_2:
            swap_24 = max(swap_24, payoffs.chip[R4] - payoffs.chip[R2])
    laid = FinishedPot(
        position, pot.white_sum, chips_in_pot, last, before_last, pot.green_sum, pot.purples, pot.blacks, swap_12, swap_24,
        swap_14, 0, 0, 0, False, pot.flask, pot.rubies, pot.points, pot.ending,
    )  # fmt: skip
    return _with_die(laid, payoffs)


def payoff_of(pot: FinishedPot, payoffs: PayoffTable) -> Payoff:
    """Return the best evaluation of a finished pot: its value, scoring space and rubies.

    Args:
        pot: The pot when drawing has ended.
        payoffs: The objective with its rates.
    """
    best = Payoff(-np.inf, 0, 0)
    for placed_1 in range(pot.aside_1 + 1):
        for placed_2 in range(pot.aside_2 + 1):
            for placed_4 in range(pot.aside_4 + 1):
                kept = 0.0
                if payoffs.objective == WORTH and payoffs.round_number < ROUNDS:
                    kept += (pot.aside_1 - placed_1) * max(0.0, payoffs.kept_red[0])
                    kept += (pot.aside_2 - placed_2) * max(0.0, payoffs.kept_red[1])
                    kept += (pot.aside_4 - placed_4) * max(0.0, payoffs.kept_red[2])
                for first in (0, 1, 2, 4):
                    present = (first == 1 and placed_1) or (first == 2 and placed_2) or (first == 4 and placed_4)
                    nothing_placed = placed_1 + placed_2 + placed_4 == 0
                    if first and not (pot.doubled and present):
                        continue
                    if not first and pot.doubled and not nothing_placed and not payoffs.rulings.extra_spaces:
                        continue
                    verdict = _with_reds(pot, placed_1, placed_2, placed_4, first, payoffs)
                    if verdict.value + kept > best.value:
                        best = Payoff(verdict.value + kept, verdict.scoring_index, verdict.rubies)
    return best


share(
    in_last_round,
    _of_space,
    _score,
    _swap_gain,
    _step_b_chips,
    _chosen_payoff,
    _printed,
    _after_die,
    _with_die,
    _with_reds,
    payoff_of,
)
