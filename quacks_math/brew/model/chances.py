r"""Exact chances of what comes out of the bag next, as fractions: draws without replacement.

Every chip in the bag is equally likely. The next chip makes the pot explode if it is white and its value is larger than
the room :math:`r` up to the white limit. For k blind draws out of n chips the chance of no explosion is a sum of
multivariate hypergeometric terms (Feller 1968, ch. II.6) over the combinations of white chips that fit: with
:math:`w_1, w_2, w_3` white chips in the bag and m others,

.. math:: P(\text{none in } k) = \binom{n}{k}^{-1} \sum_{a + 2b + 3c \le r} \binom{w_1}{a}\binom{w_2}{b}\binom{w_3}{c}
          \binom{m}{k - a - b - c}.

With yellow of set 3 the limit rises with the number of yellow chips out, so that the order matters. Then let
:math:`f(a, b, c, y)` be the number of orders in which these white and yellow chips can come out one by one without an
explosion; it is the sum over the chip that came last of f without it times the number of chips that it can be. The
other chips lie anywhere between. All counts are integers; one division at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from quacks_math.brew.model.bag import LARGEST_BAG, Bag
from quacks_math.brew.model.transitions import BrewState, spaces_possible
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, KINDS, W1, W3, YELLOW, kind_index
from quacks_math.material.validation import is_whole_number, of_type, shown, tuple_of
from quacks_math.rules.placing import is_set_aside, is_white, space_after, white_limit


@dataclass(frozen=True, slots=True)
class NextChip:
    """What happens if a chip of one kind comes out next.

    Attributes:
        kind: The chip.
        left: How many of them are in the bag.
        fraction: Chance that one of them comes out next.
        lands_on: Space it lies on then (all extra spaces taken), None for a red chip of set 2, which is set aside.
        white_sum: White sum after it.
        explodes: Whether it makes the pot explode.
    """

    kind: str
    left: int
    fraction: Fraction
    lands_on: int | None
    white_sum: int
    explodes: bool


def _can_draw(state: BrewState) -> bool:
    """Say whether a chip can still be drawn."""
    return not state.exploded and not state.drawing_ended and state.chips_left > 0


def next_chips(state: BrewState) -> tuple[NextChip, ...]:
    """Return what each kind in the bag would do if it came out next; whatever is open is declined by drawing."""
    if not _can_draw(state):
        return ()
    total = state.chips_left
    chips = []
    for kind, left in enumerate(state.left):
        if left:
            aside = is_set_aside(kind, state.brew.books)
            white = state.white_sum + (int(KIND_VALUE[kind]) if is_white(kind) else 0)
            chips.append(
                NextChip(
                    kind=KINDS[kind],
                    left=left,
                    fraction=Fraction(left, total),
                    lands_on=None if aside else int(space_after(state.position, spaces_possible(state, kind)[0])),
                    white_sum=white,
                    explodes=state.explodes_with(kind),
                )
            )
    return tuple(chips)


def explode_next(state: BrewState) -> Fraction:
    """Return the chance that the next chip makes the pot explode, 0 when nothing can be drawn."""
    return sum((chip.fraction for chip in next_chips(state) if chip.explodes), Fraction(0))


def chance_among(left: Bag, wanted: tuple[str, ...], draws: int, at_least: int = 1) -> Fraction:
    """Return the chance that so many chips, taken or looked at together, hold at least some of the wanted kinds.

    Args:
        left: The bag.
        wanted: Kinds, each named once.
        draws: How many chips are taken; more than the bag has means all of them.
        at_least: How many of the wanted kinds must be among them.

    Raises:
        ValueError: If a kind is no chip or a number is negative.
    """
    of_type(left, Bag, "left", "a Bag, such as Bag.parse('W1x4 O1')")
    for number in (draws, at_least):
        if not is_whole_number(number, 0, LARGEST_BAG):
            raise ValueError(f"{shown(number)} chips cannot be taken or wanted; use 0 to {LARGEST_BAG}.")
    kinds = {kind_index(kind) for kind in tuple_of(wanted, str, "wanted", "a tuple of chips, such as ('W1', 'W2')")}
    good = sum(left.counts[kind] for kind in kinds)
    draws = min(draws, len(left))
    ways = sum(comb(good, number) * comb(len(left) - good, draws - number) for number in range(at_least, draws + 1))
    return Fraction(ways, comb(len(left), draws))


def _white_combinations(left: tuple[int, ...], room: int) -> Iterator[tuple[int, int, int]]:
    """Yield all numbers of W1, W2, W3 in the bag whose values add up to no more than the room."""
    for ones in range(min(left[0], room) + 1):
        for twos in range(min(left[1], (room - ones) // 2) + 1):
            for threes in range(min(left[2], (room - ones - 2 * twos) // 3) + 1):
                yield ones, twos, threes


def _orders_with_fixed_limit(whites: tuple[int, ...], room: int) -> list[int]:
    """Return by j in how many orders j white chips can come out within the room; chips are told apart."""
    orders = [0] * (sum(whites) + 1)
    for combination in _white_combinations(whites, room):
        ways = 1
        for held, taken in zip(whites, combination, strict=True):
            ways *= comb(held, taken)
        number = sum(combination)
        orders[number] += ways * perm(number)
    return orders


def _orders_with_rising_limit(whites: tuple[int, ...], rooms: list[int]) -> list[int]:
    """Return by j in how many orders j white and yellow chips can come out without an explosion.

    Args:
        whites: W1, W2, W3 in the bag.
        rooms: Entry y: what the white sum may still grow by with y more yellow chips out; never falls.
    """
    yellows = len(rooms) - 1
    orders = [0] * (sum(whites) + yellows + 1)
    before: dict[tuple[int, int, int], int] = {}
    for out in range(yellows + 1):
        ways: dict[tuple[int, int, int], int] = {}
        for combination in _white_combinations(whites, rooms[out]):
            # The chip that came last was a yellow one, or one of the whites.
            number = before.get(combination, 0) * (yellows - out + 1) if combination != (0, 0, 0) or out else 1
            for white in range(3):
                if combination[white]:
                    less = tuple(n - (at == white) for at, n in enumerate(combination))
                    number += ways[less[0], less[1], less[2]] * (whites[white] - combination[white] + 1)
            ways[combination] = number
            orders[sum(combination) + out] += number
        before = ways
    return orders


def explode_within(state: BrewState) -> tuple[Fraction, ...]:
    """Return the chances of an explosion within 1, 2, … draws up to all chips left.

    Each chip drawn is placed; no flask, look, return or stop. Yellow of set 3 raises the limit as it comes out.

    Args:
        state: The state; whatever is open is declined by drawing. Empty when nothing can be drawn.
    """
    if not _can_draw(state):
        return ()
    brew = state.brew
    whites = state.left[W1 : W3 + 1]
    yellows = sum(left for kind, left in enumerate(state.left) if KIND_COLOUR[kind] == YELLOW)
    rooms = [
        int(white_limit(brew.limit, state.yellows + more, brew.books, brew.card_number, brew.rulings)) - state.white_sum
        for more in range(yellows + 1)
    ]
    if rooms[0] == rooms[-1]:
        orders = _orders_with_fixed_limit(whites, rooms[0])
    else:
        orders = _orders_with_rising_limit(whites, rooms)
    total = state.chips_left
    others = total - (len(orders) - 1)
    chances = []
    for draws in range(1, total + 1):
        # The j special chips stand at any j of the places; the others fill the rest in any order.
        safe = sum(
            ways * comb(draws, number) * perm(others, draws - number)
            for number, ways in enumerate(orders[: draws + 1])
            if ways and draws - number <= others
        )
        chances.append(1 - Fraction(safe, perm(total, draws)))
    return tuple(chances)
