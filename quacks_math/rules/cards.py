"""The fortune cards around the brew: what each gives, as small functions of numbers.

The cards that change a brew itself stand in ``rules.placing`` and ``rules.evaluation``; when each card is carried out
and who decides stands in ``rules.rounds``.
"""

import numpy as np

from quacks_math.kernels.compile import share
from quacks_math.material.cards import Card
from quacks_math.material.chips import (
    BLACK,
    BLUE,
    GREEN,
    KIND_COLOUR,
    KIND_VALUE,
    NO_KIND,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
)
from quacks_math.material.rulings import Rulings
from quacks_math.rules.evaluation import gift_is_given

STRONG_LOOK = 5
"""Chips seen under Strong Ingredient."""
SECOND_CHANCE_CHIPS = 5
"""A Second Chance is offered when this many chips first lie in the pot."""

CHOOSE_WISELY = int(Card.CHOOSE_WISELY)
POT_FILLING_UP = int(Card.POT_FILLING_UP)
LESS_IS_MORE = int(Card.LESS_IS_MORE)
ONLY_CHOOSE_ONE = int(Card.ONLY_CHOOSE_ONE)
WHEEL_AND_DEAL = int(Card.WHEEL_AND_DEAL)
OPPORTUNISTIC_MOMENT = int(Card.OPPORTUNISTIC_MOMENT)
RATS_ARE_FRIENDS = int(Card.RATS_ARE_FRIENDS)
SCHADENFREUDE = int(Card.SCHADENFREUDE)

ONLY_CHOOSE_ONE_RUBIES = 3
WHEEL_AND_DEAL_PRICE = 1
JUST_IN_TIME_POINTS = 4
GOOD_START_MOST_TAILS = 3

_COLOURS_WITH_LARGER_CHIPS = (GREEN, BLUE, RED, YELLOW)
_larger = np.full((len(KIND_VALUE), 5), NO_KIND, dtype=np.int64)
for _kind, (_colour, _value) in enumerate(zip(KIND_COLOUR, KIND_VALUE, strict=True)):
    for _other in range(len(KIND_VALUE)):
        if KIND_COLOUR[_other] == _colour and _colour in _COLOURS_WITH_LARGER_CHIPS and KIND_VALUE[_other] > _value:
            _larger[_kind, KIND_VALUE[_other]] = _other
LARGER_KIND = _larger
"""Shape (18, 5): the larger chip of the same colour with this value, ``NO_KIND`` where there is none.

Only green, blue, red and yellow chips have larger ones; white chips are never exchanged.
"""


def chips_drawn_for(card: int) -> int:
    """Return how many chips every seat draws for the card: Less is More 5, An Opportunistic Moment 4, else none."""
    if card == LESS_IS_MORE:
        return 5
    if card == OPPORTUNISTIC_MOMENT:
        return 4
    return 0


def card_droplet_steps(card: int) -> int:
    """Return the droplet steps that the card gives: Choose Wisely 2 (if chosen), The Pot is Filling Up 1."""
    if card == CHOOSE_WISELY:
        return 2
    return 1 if card == POT_FILLING_UP else 0


def next_larger(kind: int) -> int:
    """Return the next higher chip of the same colour (1 to 2, 2 to 4), ``NO_KIND`` where there is none."""
    value = KIND_VALUE[kind]
    return int(LARGER_KIND[kind, 2 if value == 1 else 4])


def card_offers(card: int, kind: int, round_number: int, rulings: Rulings) -> bool:
    """Say whether the card lets a seat take a chip of this kind, supply permitting.

    Choose Wisely: a purple chip. You Only Get to Choose One: a black chip or any 2-chip. Wheel and Deal: any 1-chip
    that is not purple and not black. Rats Are Your Friends: any 4-chip. Schadenfreude: any 2-chip. Never a white chip;
    yellow and purple ones only once their book is open (ruling ``early_gift``).
    """
    colour = KIND_COLOUR[kind]
    value = KIND_VALUE[kind]
    offered = False
    if card == CHOOSE_WISELY:
        offered = colour == PURPLE
    elif card == ONLY_CHOOSE_ONE:
        offered = colour == BLACK or value == 2
    elif card == WHEEL_AND_DEAL:
        offered = value == 1 and colour not in (PURPLE, BLACK)
    elif card == RATS_ARE_FRIENDS:
        offered = value == 4
    elif card == SCHADENFREUDE:
        offered = value == 2
    return bool(offered) and colour != WHITE and gift_is_given(kind, round_number, rulings)


def tails_to_give(tails: int) -> int:
    """Return how many rat tails a seat may give up for rubies under A Good Start: 3 at most."""
    return min(GOOD_START_MOST_TAILS, tails)


share(chips_drawn_for, card_droplet_steps, next_larger, card_offers, tails_to_give)
