"""State aggregation: what each trait of a book asks a state to remember is remembered, and nothing else.

A book and the same book forgotten differ only in its traits. Both are numbered, and the parts of the numbering that
tell them apart are those that the trait asks for.
"""

from typing import Any, cast

import numpy as np
import pytest

from quacks_math.brew.exact.state_space.aggregation import ASKS, classes_of
from quacks_math.brew.exact.state_space.build import lay_out
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import start_state
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.payoff import PayoffTable
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.material.books import BOOK_COLOURS, Books
from quacks_math.material.chips import B1, BLACK, G1, K1, KINDS, O1, P1, R1, Y1, Colour
from quacks_math.rules.traits import COLOURS_SERVED, FORGOTTEN, TRAITS, Traits, sets_with
from tests.quacks_math.brew_twins import rates_of

BAG = "W1 W3 O1 G1 G2 B1 B2 R1 R2 Y1 P1 K1"
ONES = (O1, G1, B1, R1, Y1, P1, K1)
NOTHING_IN_PLAY = dict.fromkeys(BOOK_COLOURS, FORGOTTEN)

REMEMBERED = {
    "counts_oranges": "RO",
    "reads_last_white": "R + last white",
    "moves_white_ones": "R",
    "moves_ever_further": "Y",
    "doubles_next": "Y + doublings",
    "raises_limit": "Y + limit",
    "is_set_aside": "R + aside, in pot",
    "looks": "B + last chips",
    "protects": "B + protections",
    "returns_white": "Y + last white",
    "ruby_on_ruby_space": "B + gain, hit",
    "points_on_ruby_space": "B + gain",
    "rubies_for_last_two": "G + last chips, pair rows",
    "gifts_for_last_two": "G + last chips, pair rows",
    "sells_steps_for_last_two": "G + last chips, pair rows",
    "moves_last_on": "G + greens, sevens",
    "scores_by_space": "P + gain",
    "compares_with_neighbours": "K + blacks",
    "rewards": "P + purples",
    "swaps": "PGBRYO + purples, swaps",  # oranges stay behind, alone
}
"""The colours that a trait tells from chips of equal value, and the other parts of the numbering that differ by it."""


def worth(books: Books, objective: str = "worth", round_number: int = 4) -> PayoffTable:
    """Return what pots are worth under books of which some are forgotten."""
    brew = Brew(Bag.parse(BAG), round=round_number)
    return payoff_table(brew, Objective.parse(objective), rates_of(1))._replace(books=books)


def numbering(payoffs: PayoffTable) -> tuple[set[str], dict[str, Any]]:
    """Return the colours told apart and what else is remembered, without what follows from where chips land."""
    root = start_state(Brew(Bag.parse(BAG), round=payoffs.round_number))
    problem, endings = lay_out(
        [root], payoffs, StopRule(), 10**8, counted=(0, 0), offered=False, oranges_apart=True, extra=None,
        most_points=10**8,
    )  # fmt: skip
    layout, features, groups = problem.layout, endings.features, problem.group_of
    apart = {KINDS[kind][0] for kind in ONES if groups.count(groups[kind]) == 1}
    return apart, {
        "last white": layout.asks.any(),
        "last chips": layout.class_of_kind.tolist(),
        "pair rows": len(endings.lasts),
        "limit": set(layout.limit.tolist()),
        "in pot": layout.in_pot.max(),
        "protections": layout.protections.max(),
        "doublings": layout.doublings.max(),
        "greens": set(features.greens.tolist()),
        "purples": set(features.purples.tolist()),
        "blacks": set(features.blacks.tolist()),
        "swaps": len(set(features.swaps.tolist())),
        "aside": set(map(tuple, features.aside.tolist())),
        "sevens": endings.sevens,
        "gain": layout.gain.any(),
        "hit": layout.hit.any(),
        "counters": layout.counters,
    }


def different(one: PayoffTable, other: PayoffTable) -> tuple[set[str], set[str]]:
    """Return the colours that only the first numbering tells apart, and the other parts in which two differ."""
    (apart, first), (apart_too, second) = numbering(one), numbering(other)
    return apart - apart_too, {part for part in first if first[part] != second[part]}


def with_and_without(trait: str, **asked: Any) -> tuple[PayoffTable, PayoffTable]:
    """Return two worths whose books differ in one trait only; all other books are forgotten."""
    (colour,) = COLOURS_SERVED[trait]
    without = Books()._replace(**NOTHING_IN_PLAY)
    if colour == BLACK:  # it has one book; whoever forgets it gives black chips no value
        return worth(without, **asked), worth(without, **asked)._replace(black=np.zeros(1))
    number = next(number for number in sets_with(trait, colour) if TRAITS[colour, number].names == (trait,))
    return worth(without._replace(**{Colour(colour).name.lower(): number}), **asked), worth(without, **asked)


def test_every_trait_says_what_it_asks_for() -> None:
    assert set(ASKS) == set(COLOURS_SERVED)


@pytest.mark.parametrize("trait", COLOURS_SERVED)
def test_a_book_and_the_same_book_forgotten_differ_in_what_its_trait_asks_for(trait: str) -> None:
    colours, _, parts = REMEMBERED[trait].partition(" + ")
    assert different(*with_and_without(trait)) == (set(colours), set(filter(None, parts.split(", "))))


@pytest.mark.parametrize("trait", COLOURS_SERVED)
def test_a_trait_that_asks_for_nothing_stops_the_brew(trait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    payoffs, _ = with_and_without(trait)
    monkeypatch.delitem(ASKS, trait)
    with pytest.raises(KeyError, match=trait):
        numbering(payoffs)


def test_what_only_pays_asks_for_nothing_where_only_the_scoring_space_counts() -> None:
    nothing = {trait for trait in COLOURS_SERVED if not any(different(*with_and_without(trait, objective="coins")))}
    assert nothing == {
        *("ruby_on_ruby_space", "points_on_ruby_space", "rubies_for_last_two", "gifts_for_last_two", "rewards"),
        *("sells_steps_for_last_two", "scores_by_space", "compares_with_neighbours", "swaps"),
    }


def test_what_pays_in_a_later_round_asks_for_nothing_in_the_last() -> None:
    nothing = {trait for trait in COLOURS_SERVED if not any(different(*with_and_without(trait, round_number=9)))}
    assert nothing == {"gifts_for_last_two", "sells_steps_for_last_two", "swaps"}


@pytest.mark.parametrize(
    ("trait", "asked"),
    [
        ("ruby_on_ruby_space", {"round_number": 9}),
        ("points_on_ruby_space", {"round_number": 9, "objective": "beat=5"}),
        ("scores_by_space", {"round_number": 9, "objective": "beat=5"}),
    ],
)
def test_what_cannot_simply_be_added_up_is_counted(trait: str, asked: dict[str, Any]) -> None:
    _, parts = different(*with_and_without(trait, **asked))
    assert parts == {"counters"}


def test_rubies_are_counted_where_they_may_be_missing_for_the_steps_that_green_sells() -> None:
    without = Books()._replace(**NOTHING_IN_PLAY)
    sells, pays, both = without._replace(green=4), without._replace(blue=3), without._replace(green=4, blue=3)
    assert [numbering(worth(books))[1]["counters"] for books in (sells, pays, both)] == [1, 1, 3]


def test_a_last_chip_that_scores_by_its_space_is_remembered_where_it_may_be_moved_on() -> None:
    without = Books()._replace(**NOTHING_IN_PLAY)
    for green, purple in ((3, 0), (0, 3), (3, 3)):
        told = classes_of(worth(without._replace(green=green, purple=purple))).of_kind[P1] > 0
        assert told == (green == purple == 3)


def test_more_last_chips_than_there_are_classes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[tuple[int, int], Traits]", TRAITS), (BLACK, 0), Traits(rubies_for_last_two=True))
    assert classes_of(worth(Books(green=1))).of_kind[K1]
    with pytest.raises(ValueError, match="4 kinds of last chips are to be told apart; there are 3"):
        classes_of(worth(Books(green=2)))
