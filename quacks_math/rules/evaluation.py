"""Evaluation, steps A to F: what a finished pot is paid.

A bonus die for the furthest unexploded scoring space. B chip effects: black, green, purple (also after an explosion).
C the ruby of the scoring space. D its victory points. E buying with its coins. An exploded pot takes D **or** E.
F two rubies: a droplet step or a full flask. Round 9: five coins or two rubies turn into one point.

The functions answer one question each; which of several rewards is taken is the player's choice and stands elsewhere
(``brew.payoff.payoff`` for the solver, the engine's actions for a game).
"""

from quacks_math.kernels.compile import share
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import (
    B1,
    BLACK,
    G1,
    G2,
    G4,
    GREEN,
    KIND_COLOUR,
    NO_KIND,
    O1,
    P1,
    PURPLE,
    R1,
    Y1,
    YELLOW,
)
from quacks_math.material.extras import PURPLE_BOOK_ROUND, YELLOW_BOOK_ROUND
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import COINS, LAST_SCORING_SPACE, RUBY
from quacks_math.rules.traits import (
    GIFTS_FOR_LAST_TWO,
    MOVES_LAST_ON,
    REWARD_GIVEN,
    RUBIES_FOR_LAST_TWO,
    SCORES_BY_SPACE,
    SELLS_STEPS_FOR_LAST_TWO,
    SWAPS,
    TIERS,
)

SHINING_EXTRA_BRIGHT = int(Card.SHINING_EXTRA_BRIGHT)
LUCKY_DEVIL = int(Card.LUCKY_DEVIL)
SEASONED_PERFECTLY = int(Card.SEASONED_PERFECTLY)
POT_IS_FULL = int(Card.POT_IS_FULL)
NOBODY = -1
"""Stands for a rival's number where there is no such rival."""
STEP_B_COLOURS = (GREEN, PURPLE, BLACK)
"""The colours whose chips have their effect in step B."""
MOST_POINTS_BY_SPACE = 3
"""What a chip scores at most by its space."""
COINS_PER_POINT = 5
RUBIES_PER_POINT = 2
RUBIES_PER_STEP = 2
RUBIES_PER_FLASK = 2


def scoring_space(position: int, chips_in_pot: int, rulings: Rulings) -> int:
    """Return the index of the scoring space: the space after the last chip.

    With an empty pot it is the space after the start (ruling ``empty_pot``: the start space itself).

    Args:
        position: Space of the last chip, or the start when none lies in the pot; 0 to 52.
        chips_in_pot: Chips lying in the pot.
        rulings: House rulings.
    """
    if chips_in_pot == 0 and rulings.empty_pot:
        return position
    return min(LAST_SCORING_SPACE, position + 1)


def rubies_of_space(index: int, card: int) -> int:
    """Return the rubies that the scoring space pays, exploded or not; Shining Extra Bright pays one more."""
    return int(RUBY[index]) * (2 if card == SHINING_EXTRA_BRIGHT else 1)


def card_points(index: int, card: int) -> int:
    """Return the points of Lucky Devil: 2 if the scoring space shows a ruby, exploded or not."""
    return 2 * int(RUBY[index]) if card == LUCKY_DEVIL else 0


def card_steps(white_sum: int, card: int) -> int:
    """Return the droplet steps of Seasoned Perfectly: 1 if the white chips in the pot total exactly 7."""
    return 1 if card == SEASONED_PERFECTLY and white_sum == 7 else 0


def die_rolls(card: int) -> int:
    """Return how often the bonus die is rolled: twice under The Pot is Full."""
    return 2 if card == POT_IS_FULL else 1


def book_is_open(kind: int, round_number: int) -> bool:
    """Say whether chips of this kind can be had: yellow ones from round 2, purple ones from round 3."""
    colour = KIND_COLOUR[kind]
    if colour == YELLOW:
        return round_number >= YELLOW_BOOK_ROUND
    if colour == PURPLE:
        return round_number >= PURPLE_BOOK_ROUND
    return True


def gift_is_given(kind: int, round_number: int, rulings: Rulings) -> bool:
    """Say whether a reward may be this chip: only once its book is open (ruling ``early_gift``: always)."""
    return bool(rulings.early_gift) or book_is_open(kind, round_number)


def green_counts(last: int, before_last: int) -> int:
    """Return how many of the last two chips in the pot are green; ``NO_CHIP`` is allowed."""
    return int(last >= 0 and KIND_COLOUR[last] == GREEN) + int(before_last >= 0 and KIND_COLOUR[before_last] == GREEN)


def rubies_of_last_two(last: int, before_last: int, books: Books) -> int:
    """Return the rubies that the last two chips pay: green of set 1 one each."""
    return green_counts(last, before_last) if RUBIES_FOR_LAST_TWO[GREEN, books.green] else 0


def steps_for_sale(last: int, before_last: int, books: Books) -> int:
    """Return how many droplet steps the last two chips sell for a ruby each: green of set 4 one each."""
    return green_counts(last, before_last) if SELLS_STEPS_FOR_LAST_TWO[GREEN, books.green] else 0


def gifts_for_last(kind: int, books: Books) -> tuple[int, int]:
    """Return the two kinds to choose from for a chip that is last or next to last, ``NO_KIND`` where it brings none.

    Green of set 2: a 1-chip gives an orange 1, a 2-chip a blue 1 or a red 1, a 4-chip a yellow 1 or a purple 1.

    Args:
        kind: The chip; ``NO_CHIP`` is allowed.
        books: The books in play.
    """
    if not GIFTS_FOR_LAST_TWO[GREEN, books.green]:
        return NO_KIND, NO_KIND
    if kind == G1:
        return O1, NO_KIND
    if kind == G2:
        return B1, R1
    if kind == G4:
        return Y1, P1
    return NO_KIND, NO_KIND


def green_3_spaces(green_sum: int, white_sum: int, books: Books) -> int:
    """Return how far the last chip may move on in step B: the sum of green values at a white sum of exactly 7."""
    return green_sum if MOVES_LAST_ON[GREEN, books.green] and white_sum == 7 else 0


def tier_reached(purples: int, books: Books) -> int:
    """Return the highest reward or swap that this number of purple chips reaches (sets 1, 2 and 4), 0 for none.

    A lower one may be chosen.
    """
    return min(int(TIERS[PURPLE, books.purple]), purples)


def reward_may_be_left(books: Books) -> bool:
    """Say whether a reward that is reached may be left: what costs chips (purple of set 2) and a swap (set 4) may."""
    return bool(REWARD_GIVEN[PURPLE, books.purple, 1] > 0 or SWAPS[PURPLE, books.purple])


def points_by_space(kind: int, space: int, books: Books, rulings: Rulings) -> int:
    """Return what a chip scores in step B on its space: purple of set 3 0 below 10, then 1, 2, and 3 from 30.

    The printed number counts (ruling ``purple3_space``: the running index).

    Args:
        kind: The chip; ``NO_CHIP`` is allowed.
        space: The space it lies on.
        books: The books in play.
        rulings: House rulings.
    """
    if kind < 0 or KIND_COLOUR[kind] != PURPLE or not SCORES_BY_SPACE[PURPLE, books.purple]:
        return 0
    number = space if rulings.purple3_space else COINS[space]
    return int(min(MOST_POINTS_BY_SPACE, number // 10))


def black_reward(mine: int, left: int, right: int, rulings: Rulings) -> tuple[int, int]:
    """Return (droplet steps, rubies) of the black chips.

    Two players (``right`` is ``NOBODY``): as many as the other a step, more a step and a ruby. With 0 : 0 nothing
    happens (ruling ``black_zero``: both move). Three and more: more than one neighbour a step, more than both a step
    and a ruby; equal is not more. One seat (``left`` is ``NOBODY`` too): nothing.
    """
    if left == NOBODY:
        return 0, 0
    if right == NOBODY:
        if mine > left:
            return 1, 1
        if mine == left and (mine > 0 or rulings.black_zero):
            return 1, 0
        return 0, 0
    beaten = int(mine > left) + int(mine > right)
    return min(1, beaten), int(beaten == 2)


def points_from_coins(coins: int) -> int:
    """Return the points that coins turn into at the end of round 9."""
    return coins // COINS_PER_POINT


def points_from_rubies(rubies: int) -> int:
    """Return the points that rubies turn into at the end of round 9."""
    return rubies // RUBIES_PER_POINT


share(
    scoring_space,
    rubies_of_space,
    card_points,
    card_steps,
    die_rolls,
    book_is_open,
    gift_is_given,
    green_counts,
    rubies_of_last_two,
    steps_for_sale,
    gifts_for_last,
    green_3_spaces,
    tier_reached,
    reward_may_be_left,
    points_by_space,
    black_reward,
    points_from_coins,
    points_from_rubies,
)
