"""What a finished pot is worth: steps A to E of the evaluation under one objective.

Every choice of step B (moving the last chip by green 3, a purple tier, a swap, a gift, a ruby for a droplet step) is
listed as a :class:`StepB`, and the one that suits the objective best is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from .brew_pot import Pot, white_sum
from .brew_setup import DIE_FACES, END_SPACE, LAST_CHIP_SPACE, TRACK, OracleBrew, colour_of, value_of

NOTHING = Fraction(0)


class Reward(NamedTuple):
    """One way to use an effect of step B.

    Attributes:
        points: Victory points.
        rubies: Rubies gained, negative if paid.
        steps: Droplet steps.
        gained: Chips that go into the bag.
        given: Chips that leave the bag for good.
    """

    points: int = 0
    rubies: int = 0
    steps: int = 0
    gained: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class StepB(NamedTuple):
    """Where the pot scores and what step B paid: one complete way to evaluate a pot.

    Attributes:
        scoring: Index of the scoring space of steps C to E.
        points: Victory points beside the printed ones.
        rubies: Rubies gained minus paid, the scoring space's included, the die's not.
        steps: Droplet steps.
        gained: Chips that go into the bag.
        given: Chips that leave the bag for good.
    """

    scoring: int
    points: int
    rubies: int
    steps: int
    gained: tuple[str, ...]
    given: tuple[str, ...]


class Evaluation(NamedTuple):
    """The evaluated pot.

    Attributes:
        value: What it is worth under the objective.
        results: Chance of each ``(scoring index, rubies gained)``; more than one only if a die decides.
        index_ties: Whether another choice of equal value scores another space.
        ruby_ties: Whether another choice of equal value gains another number of rubies.
    """

    value: Fraction
    results: dict[tuple[int, int], Fraction]
    index_ties: bool
    ruby_ties: bool


def scoring_index(brew: OracleBrew, chips: tuple[tuple[str, int], ...]) -> int:
    """Return the scoring space: the one after the last chip, 53 at most."""
    if chips:
        return min(END_SPACE, chips[-1][1] + 1)
    return brew.start if brew.ruled_otherwise("empty_pot") else brew.start + 1


def counts_in_step_b(brew: OracleBrew, pot: Pot, position: int) -> bool:
    """Say whether the chip at this place acts in step B: the one of Strong Ingredient does not, unless so ruled."""
    return position != pot.inert or brew.ruled_otherwise("strong_step_b")


def acting(brew: OracleBrew, pot: Pot, chips: tuple[tuple[str, int], ...], colour: str) -> list[tuple[str, int]]:
    """List the chips of a colour that act in step B."""
    return [
        chip
        for position, chip in enumerate(chips)
        if colour_of(chip[0]) == colour and counts_in_step_b(brew, pot, position)
    ]


def green_at_the_end(brew: OracleBrew, pot: Pot) -> list[str]:
    """List the green chips that lie last or next to last and act in step B."""
    return [
        kind
        for position, (kind, _) in enumerate(pot.chips)
        if position >= len(pot.chips) - 2 and colour_of(kind) == "G" and counts_in_step_b(brew, pot, position)
    ]


def green_3_moves(brew: OracleBrew, pot: Pot) -> list[tuple[tuple[str, int], ...]]:
    """List the pots green 3 allows: unmoved, and with the last chip moved if the white sum is exactly 7."""
    greens = sum(value_of(kind) for kind, _ in acting(brew, pot, pot.chips, "G"))
    if brew.book("G") != 3 or white_sum(pot) != 7 or greens == 0:
        return [pot.chips]
    kind, space = pot.chips[-1]
    return [pot.chips, (*pot.chips[:-1], (kind, min(LAST_CHIP_SPACE, space + greens)))]


def may_be_given(brew: OracleBrew, kind: str) -> bool:
    """Say whether a chip may be taken as a gift in this round: yellow from round 2, purple from round 3."""
    first_round = {"Y": 2, "P": 3}.get(colour_of(kind), 1)
    return brew.round >= first_round or brew.ruled_otherwise("early_gift")


def purple_rewards(brew: OracleBrew, pot: Pot, chips: tuple[tuple[str, int], ...]) -> list[Reward]:
    """List the ways to use the purple chips, the highest tier first, nothing last."""
    purples = acting(brew, pot, chips, "P")
    book = brew.book("P")
    rewards: list[Reward] = []
    if book == 1:
        if len(purples) >= 3:
            rewards += [Reward(points=2, steps=1), Reward(points=2)]
        if len(purples) >= 2:
            rewards += [Reward(points=1, rubies=1)]
        if len(purples) >= 1:
            rewards += [Reward(points=1)]
    if book == 2:
        # the purples worth least are given away
        cheapest = sorted((kind for kind, _ in purples), key=lambda kind: brew.rates.chip.get(kind, NOTHING))
        yellow_4 = ("Y4",) if may_be_given(brew, "Y4") else ()
        if len(purples) >= 3:
            given = tuple(cheapest[:3])
            rewards += [Reward(6, 1, steps, yellow_4, given) for steps in (2, 1, 0)]
        if len(purples) >= 2:
            given = tuple(cheapest[:2])
            rewards += [Reward(3, 0, steps, ("G1", "B2"), given) for steps in (1, 0)]
        if len(purples) >= 1:
            rewards += [Reward(1, 1, 0, ("K1",), tuple(cheapest[:1]))]
    if book == 3:
        by_index = brew.ruled_otherwise("purple3_space")
        numbers = [space if by_index else TRACK[space].coins for _, space in purples]
        return [Reward(points=sum(min(3, number // 10) for number in numbers))]
    if book == 4:
        lying = sorted({kind for kind, _ in chips if colour_of(kind) in "GBRY"})
        tiers = [(1, 2), (2, 4), (1, 4)][: len(purples)]
        for kind in lying:
            rewards += [
                Reward(gained=(colour_of(kind) + str(bigger),), given=(kind,))
                for smaller, bigger in tiers
                if value_of(kind) == smaller
            ]
    return [*rewards, Reward()]


def green_rewards(brew: OracleBrew, pot: Pot, held: int) -> list[Reward]:
    """List the ways to use the green chips that lie last or next to last (books 1, 2 and 4).

    Args:
        brew: The brew.
        pot: The finished pot.
        held: Rubies that can be paid with.
    """
    greens = green_at_the_end(brew, pot)
    book = brew.book("G")
    if book == 1:
        return [Reward(rubies=len(greens))]
    if book == 2:
        gifts = {1: ("O1",), 2: ("B1", "R1"), 4: ("Y1", "P1")}
        offered = [
            [(gift,) for gift in gifts.get(value_of(kind), ()) if may_be_given(brew, gift)] + [()] for kind in greens
        ]
        return [Reward(gained=tuple(gift for taken in choice for gift in taken)) for choice in product(*offered)]
    if book == 4:
        return [Reward(rubies=-paid, steps=paid) for paid in range(min(len(greens), held), -1, -1)]
    return [Reward()]


def step_b_choices(brew: OracleBrew, pot: Pot) -> Iterable[StepB]:
    """List every way to evaluate a finished pot."""
    for chips in green_3_moves(brew, pot):
        scoring = scoring_index(brew, chips)
        shows_ruby = TRACK[scoring].ruby
        card_points = 2 if brew.card == "lucky_devil" and shows_ruby else 0
        card_rubies = 1 if brew.card == "shining_extra_bright" and shows_ruby else 0
        card_steps = 1 if brew.card == "seasoned_perfectly" and white_sum(pot) == 7 else 0
        for purple in purple_rewards(brew, pot, chips):
            held = brew.rubies + pot.rubies + purple.rubies
            for green in green_rewards(brew, pot, held):
                yield StepB(
                    scoring=scoring,
                    points=pot.points + card_points + purple.points + green.points,
                    rubies=pot.rubies + shows_ruby + card_rubies + purple.rubies + green.rubies,
                    steps=card_steps + purple.steps + green.steps,
                    gained=purple.gained + green.gained,
                    given=purple.given + green.given,
                )


def die_results(brew: OracleBrew, pot: Pot) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each ``(points, rubies)`` of the die, not rolling it included. No die after an explosion."""
    chance = NOTHING if pot.exploded else brew.rates.die_chance[scoring_index(brew, pot.chips)]
    results = {(0, 0): 1 - chance}
    rolls = 2 if brew.card == "pot_is_full" else 1
    for faces in product(DIE_FACES, repeat=rolls):
        paid = (sum(face.victory_points for face in faces), sum(face.rubies for face in faces))
        results[paid] = results.get(paid, NOTHING) + chance / len(DIE_FACES) ** rolls
    return {paid: probability for paid, probability in results.items() if probability}


def printed_part(pot: Pot, points: Fraction, coins: Fraction) -> Fraction:
    """Return what steps D and E pay: one of them after an unprotected explosion, else both."""
    if pot.takes:
        return points if pot.takes == "points" else coins
    return max(points, coins) if pot.exploded and not pot.protected else points + coins


def worth(brew: OracleBrew, pot: Pot, step_b: StepB) -> Fraction:
    """Return what an evaluated pot is worth in rounds 1 to 8."""
    rates = brew.rates
    space = TRACK[step_b.scoring]
    value = printed_part(pot, Fraction(space.victory_points), rates.coins[space.coins])
    if step_b.points:
        value += step_b.points
    if step_b.rubies:
        value += rates.ruby * step_b.rubies
    if step_b.steps:
        value += rates.droplet * step_b.steps
    if pot.flask or brew.card == "magic_potion":
        value += rates.flask
    if rates.die and not pot.exploded:
        rolls = 2 if brew.card == "pot_is_full" else 1
        value += rates.die_chance[scoring_index(brew, pot.chips)] * rates.die * rolls
    for kind in step_b.gained:
        value += rates.chip.get(kind, NOTHING)
    for kind in step_b.given:
        value -= rates.chip.get(kind, NOTHING)
    for kind in pot.kept:
        value += max(NOTHING, rates.kept_red.get(kind, NOTHING))
    blacks = len(acting(brew, pot, pot.chips, "K"))
    if blacks < len(rates.black):
        value += rates.black[blacks]
    return value


def last_round_points(brew: OracleBrew, pot: Pot, step_b: StepB, die: tuple[int, int]) -> int:
    """Return the victory points of round 9 with a known result of the die."""
    die_points, die_rubies = die
    space = TRACK[step_b.scoring]
    points = int(printed_part(pot, Fraction(space.victory_points), Fraction(space.coins // 5)))
    return points + step_b.points + die_points + (brew.rubies + step_b.rubies + die_rubies) // 2


def printed(brew: OracleBrew, pot: Pot, step_b: StepB) -> Fraction:
    """Return what the scoring space prints under the objectives ``coins``, ``vp`` and ``space``; 0 if exploded."""
    if pot.exploded and not pot.protected:
        return NOTHING
    space = TRACK[step_b.scoring]
    return Fraction({"coins": space.coins, "vp": space.victory_points, "space": step_b.scoring}[brew.objective])


def score(brew: OracleBrew, pot: Pot, step_b: StepB, rolled: tuple[int, int]) -> Fraction:
    """Return what one way to evaluate a pot is worth under the objective, the die's result known."""
    if brew.objective in ("coins", "vp", "space"):
        return printed(brew, pot, step_b)
    if brew.objective.startswith("beat="):
        points, to_beat = last_round_points(brew, pot, step_b, rolled), int(brew.objective.removeprefix("beat="))
        return Fraction(1) if points > to_beat else Fraction(1, 2) if points == to_beat else NOTHING
    if brew.round == 9:
        return Fraction(last_round_points(brew, pot, step_b, rolled))
    return worth(brew, pot, step_b)


def evaluate(brew: OracleBrew, pot: Pot) -> Evaluation:
    """Evaluate a finished pot: the die is rolled first, then step B is chosen to suit the objective best.

    In rounds 1 to 8 the die is one number of the rates and decides nothing; where points of the last round are counted
    its points and its ruby matter, so each of its results is taken by itself.
    """
    die = {(0, 0): Fraction(1)}
    if brew.objective.startswith("beat=") or (brew.objective == "worth" and brew.round == 9):
        die = die_results(brew, pot)
    value, index_ties, ruby_ties = NOTHING, False, False
    results: dict[tuple[int, int], Fraction] = {}
    for rolled, probability in die.items():
        scored = [(score(brew, pot, step_b, rolled), step_b) for step_b in step_b_choices(brew, pot)]
        highest = max(points for points, _ in scored) if len(scored) > 1 else scored[0][0]
        best = [step_b for points, step_b in scored if points == highest]
        value += probability * highest
        key = (best[0].scoring, best[0].rubies)
        results[key] = results.get(key, NOTHING) + probability
        index_ties |= any(step_b.scoring != best[0].scoring for step_b in best)
        ruby_ties |= any(step_b.scoring == best[0].scoring and step_b.rubies != best[0].rubies for step_b in best)
    return Evaluation(value, results, index_ties, ruby_ties)
