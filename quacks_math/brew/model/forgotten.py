"""A pot whose order was forgotten: how its last chip came to lie where it lies, and what remains unknown.

The flask puts the last white chip back to where the pot stood before. That space follows from the counts but for a
pending doubling (yellow of set 2), a red chip that nobody told (red of set 4), extra spaces that may be declined, and
the end of the track, where all chips lie on one space. What may have been is therefore enumerated; one way left is
known, of several none is.
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from quacks_math.material.cards import Card
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE, ORANGE, RED, YELLOW, kind_index
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.placing import (
    bonus_spaces,
    doubling_after,
    is_set_aside,
    is_white,
    looks_at,
    may_return_white,
    ways_to_move,
)
from quacks_math.rules.traits import colours_with, traits_of

if TYPE_CHECKING:
    from quacks_math.brew.model.setting import Brew
    from quacks_math.brew.model.state import BrewState
    from quacks_math.brew.model.tally import Tally

MOST_UNTOLD = (3, 1, 3)
"""So many orange, red and yellow chips that nobody told can change how far a chip moves; more change nothing."""


class Way(NamedTuple):
    """How the last chip came to its space.

    Attributes:
        space_before: Space that it counted from.
        spaces: How far it moved.
        doubled: Whether a doubling was pending.
    """

    space_before: int
    spaces: int
    doubled: bool


def ways_to_last(brew: "Brew", tally: "Tally", most_untold: tuple[int, ...] = MOST_UNTOLD) -> tuple[Way, ...]:
    """Return every way in which the last chip of a forgotten pot can have come to its space, none where it is not named.

    Every chip in the pot moved by its value at least, also one that nobody told; so what the counts leave no room for
    cannot have been.

    Args:
        brew: The setting.
        tally: What was told.
        most_untold: How many orange, red and yellow chips may lie in the pot that nobody told.
    """
    if tally.last is None or is_set_aside(kind_index(tally.last), brew.books):
        return ()
    return tuple(dict.fromkeys(_ways(brew, tally, kind_index(tally.last), most_untold)))


def _ways(brew: "Brew", tally: "Tally", last: int, most_untold: tuple[int, ...]) -> Iterator[Way]:
    """Yield the ways, some of them more than once."""
    books, value = brew.books, int(KIND_VALUE[last])
    told = [0, 0, 0]
    lowest = brew.first_space + tally.white_sum - (value if is_white(last) else 0)
    for kind, count in enumerate(tally.pot.counts):
        earlier = count - (kind == last)
        for place, colour in enumerate((ORANGE, RED, YELLOW)):
            told[place] += earlier * int(KIND_COLOUR[kind] == colour)
        if not is_white(kind) and not is_set_aside(kind, books):
            lowest += earlier * int(KIND_VALUE[kind])
    before = None if tally.before is None else kind_index(tally.before)
    last_white = int(KIND_VALUE[before]) if before is not None and is_white(before) else 0
    doublings: tuple[bool, ...] = (False, True) if colours_with("doubles_next", books) else (False,)
    if before is not None:
        doublings = (doubling_after(before, books),)
    for *untold, doubled in product(*(range(most + 1) for most in most_untold), doublings):
        oranges, reds, yellows = (number + more for number, more in zip(told, untold, strict=True))
        if doubled and not yellows:
            continue
        bonus = bonus_spaces(last, oranges, reds, yellows, last_white, books, brew.card_number)
        for spaces in ways_to_move(value, int(bonus), bool(doubled), brew.rulings):
            for space in _spaces_before(tally, spaces):
                if space >= min(lowest + sum(untold), LAST_CHIP_SPACE):
                    yield Way(space, spaces, bool(doubled))


def _spaces_before(tally: "Tally", spaces: int) -> range:
    """Return where a chip can have counted from that moved so far; at the end of the track it need not have gone all."""
    latest = LAST_CHIP_SPACE if tally.space == LAST_CHIP_SPACE else tally.space - spaces
    possible = range(tally.space - spaces, latest + 1)
    if tally.space_before is None:
        return possible
    return range(tally.space_before, tally.space_before + int(tally.space_before in possible))


def way_to_last(brew: "Brew") -> Way | None:
    """Return how the last chip of a forgotten pot came to its space, None where that is not known."""
    ways = () if brew.tally is None else ways_to_last(brew, brew.tally)
    # How far it went does not matter where chips lie on the last space.
    return ways[0] if len({(way.space_before, way.doubled) for way in ways}) == 1 else None


def implies_red(brew: "Brew") -> bool:
    """Say whether a red chip of set 4 must lie in the pot, though none was told: the last W1 moved one space more."""
    tally = brew.tally
    if tally is None or not colours_with("moves_white_ones", brew.books) or way_to_last(brew) is None:
        return False
    return not ways_to_last(brew, tally, (MOST_UNTOLD[0], 0, MOST_UNTOLD[2]))


def may_come_from_look(brew: "Brew") -> bool:
    """Say whether the last white may have been placed by a look, so that by the ruling the flask does not reach it."""
    if not brew.rulings.flask_after_look or not colours_with("looks", brew.books) or brew.tally is None:
        return False
    before = brew.tally.before
    return before is None or looks_at(kind_index(before), brew.books) > 0


def not_known(state: "BrewState") -> tuple[str, ...]:
    """Return in words what whoever forgot the order did not tell and what follows from that, as far as it matters.

    Args:
        state: The brew at any moment; what only concerns the moment that was told is left out later.
    """
    brew, tally = state.brew, state.brew.tally
    if tally is None:
        return ()
    return (*(() if brew.pot or state.exploded else _not_offered(brew, tally)), *_counted_as_nothing(brew, tally))


def _not_offered(brew: "Brew", tally: "Tally") -> Iterator[str]:
    """Yield the choices that are not offered, each with what would have to be told."""
    if tally.last is None:
        if tally.white_sum and brew.flask:
            yield "The last chip is not told, so the flask is not offered; tell it."
        return
    last, way = kind_index(tally.last), way_to_last(brew)
    if is_white(last):
        choice = "The flask is" if brew.flask else ""
        if brew.card_number == Card.WELL_STIRRED and tally.white_sum == KIND_VALUE[last]:
            choice = "Flask and Well Stirred are" if brew.flask else "Well Stirred is"
        if choice and may_come_from_look(brew):
            yield f"{choice} not offered: {tally.last} may have come by a look; tell the chip before it."
        elif choice and way is None:
            yield f"{choice} not offered: where {tally.last} came from is not known; {_missing(brew, tally)}."
    elif may_return_white(last, 1, brew.books) and tally.white_sum:
        if tally.before is None and tally.space_before != brew.first_space:
            yield f"No white chip is offered to go back by {tally.last}; tell the chip before it."
        elif way is None and is_white(kind_index(tally.before or tally.last)):
            yield f"{tally.before} is not offered to go back by {tally.last}: {_missing(brew, tally)}."


def _missing(brew: "Brew", tally: "Tally") -> str:
    """Return what to tell so that the way of the last chip is known."""
    if len({way.space_before for way in ways_to_last(brew, tally)}) > 1:
        return "tell the space before it"
    return "tell the chip before it, and the red chips in the pot"


def _may_go_back(brew: "Brew", tally: "Tally") -> bool:
    """Say whether the last white, or the white before a last yellow of set 1, can go back to the bag."""
    if tally.last is None or tally.before is None:
        return False
    if is_white(kind_index(tally.last)):
        return brew.flask
    return may_return_white(kind_index(tally.last), int(is_white(kind_index(tally.before))), brew.books)


def _counted_as_nothing(brew: "Brew", tally: "Tally") -> Iterator[str]:
    """Yield what counts as nothing because nobody told it."""
    books, way = brew.books, way_to_last(brew)
    told = {int(KIND_COLOUR[kind]) for kind, count in enumerate(tally.pot.counts) if count}
    told_traits = {trait for colour in told for trait in traits_of(colour, books).names}
    green_pays = traits_of(GREEN, books).pays_last_two
    if tally.space == brew.first_space < LAST_CHIP_SPACE:
        return
    alone = way is not None and way.space_before == brew.first_space < LAST_CHIP_SPACE
    asks = green_pays or colours_with("reads_last_white", books) or colours_with("returns_white", books)
    if asks and tally.last is None:
        yield "The last two chips count as neither white nor green; tell them."
    elif asks and tally.before is None and not alone:
        yield f"The chip before {tally.last} counts as neither white nor green; tell it."
    elif asks and tally.before is not None and way is None:
        yield f"{tally.before} counts as neither white nor green: {_missing(brew, tally)}."
    elif green_pays and _may_go_back(brew, tally):
        yield f"Once a white chip goes back, the chip before {tally.before} counts as not green."
    if colours_with("protects", books):
        yield "Protected draws of blue chips before the last one count as over."
    if told_traits & {"ruby_on_ruby_space", "points_on_ruby_space"}:
        yield "What blue chips have paid for their spaces counts as nothing."
    if "scores_by_space" in told_traits:
        yield "What purple chips score by their spaces counts as nothing."
    if brew.card_number == Card.SECOND_CHANCE:
        yield "A Second Chance counts as declined."
    if brew.card_number == Card.WELL_STIRRED:
        last = 0 if tally.last is None or not is_white(kind_index(tally.last)) else KIND_VALUE[kind_index(tally.last)]
        yield f"Well Stirred counts as {'used up' if tally.white_sum > last else 'not used before'}."
