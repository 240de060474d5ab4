"""The pot on the table: what lies in it, and what each thing done with a chip changes.

A :class:`Pot` holds everything that can be seen on the table during a brew: the bag, the chips in the pot one by one
with their spaces, and a flag for each promise still open. Every function takes a pot and returns the pot afterwards (or
a list of pots, when a ruling lets the player decline extra spaces: the first always takes all of them).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

from .brew_setup import LAST_CHIP_SPACE, TRACK, OracleBrew, colour_of, value_of

BREWING = "brewing"  # drawing is going on
LOOK = "look"  # a blue chip (book 1) lets the player look, the chips are not told yet
SEEN = "seen"  # they are told, one may be placed
STRONG_LOOK = "strong look"  # stopped under Strong Ingredient, the chips are not told yet
STRONG_SEEN = "strong seen"  # they are told, one may be placed
ENDED = "ended"  # stopped or exploded: set-aside reds, then the evaluation

NO_OFFER = "none"  # the round has no Second Chance
OFFER_OPEN = "open"  # not offered yet
OFFER_PENDING = "pending"  # restart or go on?
OFFER_CLOSED = "closed"  # restarted or declined


class Pot(NamedTuple):
    """Everything on the table during one brew.

    Attributes:
        bag: ``(kind, count)`` pairs in the bag, sorted, no zeros. Chips merely looked at count as in the bag.
        chips: ``(kind, space)`` of the chips that lie in the pot, in order.
        aside: Red chips (book 2) set aside in this brew, sorted.
        beside: Red chips kept beside the pot from earlier rounds that still await a decision, sorted.
        kept: Red chips decided to stay beside the pot, sorted.
        flask: Whether the flask is full.
        doubled: Whether the next chip placed moves twice its value (yellow 2).
        window: Protected draws left (blue 2).
        first_white: Whether Well Stirred still waits for the first white.
        offer: State of the Second Chance.
        rubies: Rubies gained by blue 3.
        points: Victory points gained by blue 4.
        phase: One of the six phases above.
        exploded: Whether the pot exploded.
        protected: Whether it exploded on a protected draw.
        takes: What an exploded pot takes, ``points`` or ``coins``, once that is chosen; else empty.
        look: How many chips the pending look shows.
        seen: The chips it shows, sorted.
        inert: Place in ``chips`` of the chip that Strong Ingredient placed.
        before_white: The pot if the white chip just drawn goes back into the bag; None if it may not.
        flask_reaches: Whether the flask (not only Well Stirred) may put that white back.
        may_return: Whether the yellow chip just placed (book 1) may send the white before it back.
    """

    bag: tuple[tuple[str, int], ...]
    chips: tuple[tuple[str, int], ...] = ()
    aside: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    flask: bool = True
    doubled: bool = False
    window: int = 0
    first_white: bool = False
    offer: str = NO_OFFER
    rubies: int = 0
    points: int = 0
    phase: str = BREWING
    exploded: bool = False
    protected: bool = False
    takes: str = ""
    look: int = 0
    seen: tuple[str, ...] = ()
    inert: int | None = None
    before_white: Pot | None = None
    flask_reaches: bool = False
    may_return: bool = False


def plus(counts: tuple[tuple[str, int], ...], kind: str, change: int) -> tuple[tuple[str, int], ...]:
    """Return sorted counts with ``change`` more chips of a kind."""
    numbers = dict(counts)
    numbers[kind] = numbers.get(kind, 0) + change
    if numbers[kind] < 0:
        raise ValueError(f"there is no {kind} left in the bag")
    if numbers[kind] == 0:
        del numbers[kind]
    return tuple(sorted(numbers.items()))


def full_bag(brew: OracleBrew) -> tuple[tuple[str, int], ...]:
    """Return the bag before the round, repeated kinds added up."""
    counter: Counter[str] = Counter()
    for kind, count in brew.bag:
        counter[kind] += count
    return tuple(sorted((kind, count) for kind, count in counter.items() if count))


def first_pot(brew: OracleBrew) -> Pot:
    """Return the table before the first draw."""
    return Pot(
        bag=full_bag(brew),
        beside=tuple(sorted(kind for kind, count in brew.beside for _ in range(count))),
        flask=brew.flask,
        first_white=brew.card == "well_stirred",
        offer=OFFER_OPEN if brew.card == "second_chance" else NO_OFFER,
    )


def chips_left(pot: Pot) -> int:
    """Return the number of chips in the bag."""
    return sum(count for _, count in pot.bag)


def last_space(brew: OracleBrew, pot: Pot) -> int:
    """Return the space the next chip counts from."""
    return pot.chips[-1][1] if pot.chips else brew.start


def number_of(pot: Pot, colour: str) -> int:
    """Return how many chips of a colour lie in the pot."""
    return sum(colour_of(kind) == colour for kind, _ in pot.chips)


def white_sum(pot: Pot) -> int:
    """Return the sum of the white chips that lie in the pot."""
    return sum(value_of(kind) for kind, _ in pot.chips if colour_of(kind) == "W")


def white_limit(brew: OracleBrew, yellows: int) -> int:
    """Return the white limit with this many yellow chips in the pot: over it the pot explodes.

    Living in Luxury sets 9 instead of 7; yellow 3 sets 8 with the first and 9 with the third yellow; the higher counts.
    Ruled ``limits=added``, yellow 3 adds 1 and 2 to whatever the limit was.
    """
    limit = 9 if brew.card == "living_in_luxury" else brew.limit
    raised = 0
    if brew.book("Y") == 3:
        raised = 2 if yellows >= 3 else 1 if yellows >= 1 else 0
    if raised == 0:
        return limit
    if brew.ruled_otherwise("limits"):
        return limit + raised
    return max(limit, 7 + raised)


def explode_next(brew: OracleBrew, pot: Pot) -> Fraction:
    """Return the chance that the next chip drawn explodes the pot."""
    left = chips_left(pot)
    if left == 0:
        return Fraction(0)
    room = white_limit(brew, number_of(pot, "Y")) - white_sum(pot)
    killing = sum(count for kind, count in pot.bag if colour_of(kind) == "W" and value_of(kind) > room)
    return Fraction(killing, left)


def own_bonus(brew: OracleBrew, pot: Pot, kind: str) -> int:
    """Return the bonus spaces of a chip's own effect: red 1, red 3, yellow 4 and the pumpkin card."""
    colour = colour_of(kind)
    if colour == "O" and brew.card == "pumpkin_patch_party":
        return 1
    if colour == "R" and brew.book("R") == 1:
        oranges = number_of(pot, "O")
        return 2 if oranges >= 3 else 1 if oranges >= 1 else 0
    if colour == "R" and brew.book("R") == 3 and pot.chips and colour_of(pot.chips[-1][0]) == "W":
        return value_of(pot.chips[-1][0])
    if colour == "Y" and brew.book("Y") == 4:
        nth = number_of(pot, "Y") + 1
        return nth if nth <= 3 else 0
    return 0


def red_4_bonus(brew: OracleBrew, pot: Pot, kind: str) -> int:
    """Return the extra space of a white 1 with a red (book 4) in the pot."""
    return 1 if kind == "W1" and brew.book("R") == 4 and number_of(pot, "R") > 0 else 0


def possible_steps(brew: OracleBrew, pot: Pot, kind: str, own_effect: bool) -> list[int]:
    """List the spaces a chip may move, all extras taken first.

    Args:
        brew: The brew.
        pot: The pot before the chip is placed.
        kind: The chip.
        own_effect: False for the chip of Strong Ingredient, whose own bonus does not work.
    """
    value = value_of(kind)
    bonus = red_4_bonus(brew, pot, kind) + (own_bonus(brew, pot, kind) if own_effect else 0)
    may_decline = brew.ruled_otherwise("extra_spaces")
    steps = []
    for doubling in [True, False] if pot.doubled and may_decline else [pot.doubled]:
        for extra in [bonus, 0] if may_decline else [bonus]:
            if not doubling:
                moved = value + extra
            elif brew.ruled_otherwise("yellow2_doubles"):
                moved = 2 * (value + extra)
            else:
                moved = 2 * value + extra
            if moved not in steps:
                steps.append(moved)
    return steps


def with_chip(brew: OracleBrew, pot: Pot, kind: str, steps: int) -> Pot:
    """Lay a chip behind the last one; a pending doubling is used up. No effect is carried out."""
    space = min(LAST_CHIP_SPACE, last_space(brew, pot) + steps)
    return pot._replace(chips=(*pot.chips, (kind, space)), doubled=False)


def offer_if_five(pot: Pot) -> Pot:
    """Offer the Second Chance if five chips lie in the pot for the first time."""
    return pot._replace(offer=OFFER_PENDING) if pot.offer == OFFER_OPEN and len(pot.chips) >= 5 else pot


def settled(pot: Pot) -> Pot:
    """Return the brewing pot with every open choice declined: the last chip is kept, nothing placed, no restart."""
    pot = pot._replace(before_white=None, flask_reaches=False, may_return=False)
    if pot.phase in (LOOK, SEEN):
        pot = offer_if_five(pot._replace(phase=BREWING, look=0, seen=()))
    if pot.offer == OFFER_PENDING:
        pot = pot._replace(offer=OFFER_CLOSED)
    return pot


def placed_with_effects(
    brew: OracleBrew, pot: Pot, kind: str, protected: bool, before: Pot, from_look: bool
) -> list[Pot]:
    """Place a chip that was drawn, or picked from a blue look, and carry out its effect.

    Args:
        brew: The brew.
        pot: The pot, the chip already out of the bag.
        kind: The chip.
        protected: Whether the draw is one of the protected draws of blue 2.
        before: The pot if this chip, being white, goes back into the bag again.
        from_look: Whether it was picked from a blue look.
    """
    if colour_of(kind) == "R" and brew.book("R") == 2:
        return [offer_if_five(pot._replace(aside=tuple(sorted((*pot.aside, kind)))))]
    return [
        after_effects(brew, with_chip(brew, pot, kind, steps), protected, before, from_look)
        for steps in possible_steps(brew, pot, kind, own_effect=True)
    ]


def after_effects(brew: OracleBrew, pot: Pot, protected: bool, before: Pot, from_look: bool) -> Pot:
    """Carry out the effect of the chip that was just placed last."""
    kind, space = pot.chips[-1]
    colour, value = colour_of(kind), value_of(kind)
    if colour == "W":
        was_first_white = pot.first_white
        pot = pot._replace(first_white=False)
        if white_sum(pot) > white_limit(brew, number_of(pot, "Y")):
            offer = OFFER_PENDING if pot.offer == OFFER_OPEN else pot.offer
            return pot._replace(phase=ENDED, exploded=True, protected=protected, offer=offer)
        flask_reaches = pot.flask and not (from_look and brew.ruled_otherwise("flask_after_look"))
        if flask_reaches or was_first_white:
            pot = pot._replace(before_white=before._replace(first_white=False), flask_reaches=flask_reaches)
            pot = pot._replace(may_return=was_first_white)
    if colour == "Y" and brew.book("Y") == 1:
        pot = pot._replace(may_return=len(pot.chips) >= 2 and colour_of(pot.chips[-2][0]) == "W")
    if colour == "Y" and brew.book("Y") == 2:
        pot = pot._replace(doubled=True)
    if colour == "B" and brew.book("B") == 1 and chips_left(pot) > 0:
        return pot._replace(phase=LOOK, look=min(value, chips_left(pot)))
    if colour == "B" and brew.book("B") == 2:
        pot = pot._replace(window=max(pot.window, value))
    if colour == "B" and brew.book("B") == 3 and TRACK[space].ruby:
        pot = pot._replace(rubies=pot.rubies + 1)
    if colour == "B" and brew.book("B") == 4 and TRACK[space].ruby:
        pot = pot._replace(points=pot.points + value)
    return offer_if_five(pot)


def after_draw(brew: OracleBrew, pot: Pot, kind: str) -> list[Pot]:
    """Draw one chip: every open choice before it counts as declined, one protected draw is used."""
    pot = settled(pot)
    protected = pot.window > 0
    before = pot._replace(window=max(0, pot.window - 1))
    return placed_with_effects(brew, before._replace(bag=plus(pot.bag, kind, -1)), kind, protected, before, False)


def after_looked_at(pot: Pot, seen: tuple[str, ...]) -> Pot:
    """Tell the chips of a pending look."""
    phase = SEEN if pot.phase == LOOK else STRONG_SEEN
    return pot._replace(phase=phase, look=0, seen=tuple(sorted(seen)))


def after_placing(brew: OracleBrew, pot: Pot, kind: str | None) -> list[Pot]:
    """Place one of the chips seen, or none of them; the rest goes back."""
    if pot.phase == STRONG_SEEN:
        ended = pot._replace(phase=ENDED, seen=())
        if kind is None:
            return [ended]
        ended = ended._replace(bag=plus(pot.bag, kind, -1), inert=len(pot.chips))
        return [with_chip(brew, ended, kind, steps) for steps in possible_steps(brew, ended, kind, own_effect=False)]
    nothing_placed = pot._replace(phase=BREWING, seen=())
    if kind is None:
        return [offer_if_five(nothing_placed)]
    out_of_bag = nothing_placed._replace(bag=plus(pot.bag, kind, -1))
    return placed_with_effects(brew, out_of_bag, kind, False, offer_if_five(nothing_placed), True)


def after_flask(pot: Pot) -> Pot:
    """Put the white just drawn back by the flask, which is then empty."""
    if pot.before_white is None or not pot.flask_reaches:
        raise ValueError("the flask cannot put this chip back")
    return pot.before_white._replace(flask=False)


def after_return(pot: Pot) -> Pot:
    """Put a white back: the first white by Well Stirred, or the white before the yellow (book 1) just placed."""
    if not pot.may_return:
        raise ValueError("no white chip may be returned now")
    if pot.before_white is not None:
        return pot.before_white
    white = pot.chips[-2][0]
    return pot._replace(bag=plus(pot.bag, white, 1), chips=(*pot.chips[:-2], pot.chips[-1]), may_return=False)


def after_restart(brew: OracleBrew, pot: Pot) -> Pot:
    """Begin again by the Second Chance: all chips drawn go back; the flask, rubies and points stay as they are."""
    if pot.offer != OFFER_PENDING:
        raise ValueError("no Second Chance is offered now")
    return first_pot(brew)._replace(flask=pot.flask, rubies=pot.rubies, points=pot.points, offer=OFFER_CLOSED)


def after_stop(brew: OracleBrew, pot: Pot) -> Pot:
    """Stop, or find the bag empty: Strong Ingredient comes first, then the set-aside reds."""
    pot = settled(pot)
    if brew.card == "strong_ingredient" and chips_left(pot) > 0:
        return pot._replace(phase=STRONG_LOOK, look=min(5, chips_left(pot)))
    return pot._replace(phase=ENDED)


def after_red(brew: OracleBrew, pot: Pot, kind: str, decision: str) -> list[Pot]:
    """Decide about one red chip beside the pot: ``place`` it behind the last chip, ``keep`` it, or put it ``back``."""
    if kind in pot.aside:
        position = pot.aside.index(kind)
        pot = pot._replace(aside=pot.aside[:position] + pot.aside[position + 1 :])
    elif kind in pot.beside:
        position = pot.beside.index(kind)
        pot = pot._replace(beside=pot.beside[:position] + pot.beside[position + 1 :])
    else:
        raise ValueError(f"no {kind} lies beside the pot")
    if decision == "place":
        return [with_chip(brew, pot, kind, steps) for steps in possible_steps(brew, pot, kind, own_effect=True)]
    if decision == "keep":
        return [pot._replace(kept=tuple(sorted((*pot.kept, kind))))]
    return [pot._replace(bag=plus(pot.bag, kind, 1))]


def hands(pot: Pot) -> list[tuple[Fraction, tuple[str, ...]]]:
    """List every set of chips the pending look may show, with its chance."""
    total = comb(chips_left(pot), pot.look)
    found: list[tuple[int, tuple[str, ...]]] = [(1, ())]
    for kind, count in pot.bag:
        found = [
            (ways * comb(count, number), hand + (kind,) * number)
            for ways, hand in found
            for number in range(min(count, pot.look - len(hand)) + 1)
        ]
    return [(Fraction(ways, total), hand) for ways, hand in found if len(hand) == pot.look]
