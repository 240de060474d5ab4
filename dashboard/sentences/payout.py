"""What a finished pot pays, item by item, as the evaluation of the rules says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from dashboard.table.state import rates_of
from dashboard.text.words import word
from quacks_math.brew.model.transitions import Phase
from quacks_math.brew.payoff.finished import scored_index, worth_taking
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.table import payoff_table, purple_points
from quacks_math.material.chips import KINDS, NO_KIND, PURPLE
from quacks_math.material.extras import ROUNDS
from quacks_math.material.track import TRACK
from quacks_math.rules import evaluation
from quacks_math.rules.traits import traits_of
from quacks_math.written import percent

if TYPE_CHECKING:
    from dashboard.solver.question import Reckoned
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState
    from quacks_math.material.track import Space


SMALLEST: Final = 1e-9
"""A smaller difference is rounding."""


class Explosion(NamedTuple):
    """The two sides of an exploded pot.

    Attributes:
        points: Victory points of the scoring space.
        coins: Its coins.
        coins_worth: What those coins are worth, in victory points.
        with_points: Value of the whole pot if it takes the points.
        with_coins: Likewise with the coins.
    """

    points: int
    coins: int
    coins_worth: float
    with_points: float
    with_coins: float

    @property
    def better(self) -> str:
        """`points` or `coins`, whichever is worth more; empty when equal."""
        if abs(self.with_coins - self.with_points) < SMALLEST:
            return ""
        return "coins" if self.with_coins > self.with_points else "points"


def explosion_of(table: Table, moment: BrewState) -> Explosion:
    """Return the choice that an exploded pot leaves.

    Args:
        table: The table, for its rates; an aim that counts an exploded pot as nothing says nothing about this choice.
        moment: The exploded pot.
    """
    objective = table.objective if table.objective.kind == "beat" else Objective()
    paid = payoff_table(table.brew, objective, rates_of(table))
    space = scored(table, moment)
    if table.brew.round == ROUNDS:
        worth = float(evaluation.points_from_coins(space.coins))
    else:
        worth = rates_of(table).coins[space.coins]
    both = (worth_taking(moment, move, paid) for move in ("take_points", "take_coins"))
    return Explosion(space.victory_points, space.coins, worth, *both)


def scored(table: Table, moment: BrewState) -> Space:
    """Return the scoring space of a pot; of a finished one the space that its best evaluation scores.

    Args:
        table: The table, for what the pot is to bring.
        moment: The pot.
    """
    return TRACK[scored_index(moment, payoff_table(table.brew, table.objective, rates_of(table)))]


def coins_text(count: int) -> str:
    """Write a number of coins."""
    return word("verdict.coins_one") if count == 1 else word("verdict.coins", count=count)


def rewards_text(points: int = 0, rubies: int = 0, steps: int = 0) -> str:
    """Write points, rubies and droplet steps, leaving out what there is none of."""
    parts = [word("verdict.points", count=points)] if points else []
    for name, count in (("rubies", rubies), ("steps", steps)):
        if count:
            parts.append(word(f"pays.{name}_one") if count == 1 else word(f"pays.{name}", count=count))
    return ", ".join(parts)


def pays_sentence(table: Table, moment: BrewState, advice: Reckoned | None) -> str:
    """Say in one sentence what a finished pot pays.

    Args:
        table: The table.
        moment: The finished pot.
        advice: The solver's answer, for the worth of the whole; none while it is missing.
    """
    space = scored(table, moment)
    points = word("verdict.points", count=space.victory_points)
    coins = coins_text(space.coins)
    if moment.exploded and not moment.protected_explosion:
        either = explosion_of(table, moment)
        if not space.victory_points:
            return word("sentence.exploded_coins_only", coins=coins)
        worth = _worth_text(table, either.coins_worth)
        return word(f"sentence.exploded_{either.better or 'either'}", points=points, coins=coins, worth=worth)
    key = "sentence.protected" if moment.exploded else "sentence.pays"
    rewards = [coins, points, *([word("sentence.a_ruby")] if space.ruby else [])]
    sentence = word(key, rewards=", ".join(rewards))
    if advice is None or not advice.values or table.objective.kind != "worth":
        return sentence
    return sentence + " " + word("sentence.worth", worth=_worth_text(table, max(advice.values.values())))


def _worth_text(table: Table, worth: float) -> str:
    """Write a worth and what it rests on: in round 9 on the rules alone."""
    text = word("unit.worth", value=f"{worth:.1f}")
    return text if table.brew.round == ROUNDS else word("sentence.by_rates", worth=text)


def payout_lines(table: Table, moment: BrewState) -> list[str]:
    """Return what the chips, the card and the brew itself add to the scoring space, one line each.

    Args:
        table: The table.
        moment: The pot; where a reward leaves a choice, the line names the highest one.
    """
    brew, space = table.brew, scored(table, moment)
    lines = []
    if moment.rubies or moment.points:
        lines.append(word("pays.blue", rewards=rewards_text(moment.points, moment.rubies)))
    lines += _green_lines(moment, moved=moment.phase is Phase.DONE and space.index != moment.die_index)
    lines += _purple_lines(moment)
    if moment.blacks:
        lines.append(word("pays.black", count=moment.blacks))
    rubies = int(evaluation.rubies_of_space(space.index, brew.card_number)) - int(space.ruby)
    points = int(evaluation.card_points(space.index, brew.card_number))
    steps = int(evaluation.card_steps(moment.white_sum, brew.card_number))
    if points or rubies or steps:
        lines.append(word("pays.card", rewards=rewards_text(points, rubies, steps)))
    if moment.phase is Phase.DONE and not moment.exploded:
        chance = rates_of(table).die_chance[moment.die_index]
        lines.append(word("pays.die", rolls=int(evaluation.die_rolls(brew.card_number)), chance=percent(chance)))
    return lines


def _green_lines(moment: BrewState, *, moved: bool) -> list[str]:
    """Return what green chips that are last or next to last, or that move the last chip on, bring.

    Args:
        moment: The pot.
        moved: Whether they have moved it on.
    """
    books, further = moment.brew.books, moment.green_3_spaces
    if further:
        return [word("pays.moved_on" if moved else "pays.may_move_on", count=further)]
    ends = (moment.last, moment.before_last)
    if rubies := evaluation.rubies_of_last_two(*ends, books):
        return [word("pays.last_two_rubies", rewards=rewards_text(rubies=rubies))]
    if steps := evaluation.steps_for_sale(*ends, books):
        return [word("pays.last_two_steps", count=steps)]
    gifts = sum(evaluation.gifts_for_last(kind, books)[0] != NO_KIND for kind in ends)
    return [word("pays.last_two_gifts", count=gifts)] if gifts else []


def _purple_lines(moment: BrewState) -> list[str]:
    """Return what the purple chips bring."""
    traits = traits_of(PURPLE, moment.brew.books)
    if points := purple_points(moment):
        return [word("pays.by_space", rewards=rewards_text(points))]
    tier = evaluation.tier_reached(moment.purples, moment.brew.books)
    if not tier:
        return []
    if traits.swaps:
        small, large = traits.swaps[tier - 1]
        return [word("pays.swap", tier=tier, small=small, large=large)]
    reward = traits.rewards[tier - 1]
    rewards = rewards_text(reward.points, reward.rubies, reward.steps)
    if not reward.given:
        return [word("pays.reward", rewards=rewards)]
    gifts = " ".join(KINDS[kind] for kind in reward.gifts)
    return [word("pays.reward_for_chips", given=reward.given, rewards=f"{gifts}, {rewards}")]
