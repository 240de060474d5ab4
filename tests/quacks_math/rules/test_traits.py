"""The traits of books: every book has its record, arrays say what the records say, and nobody asks for a set instead."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from quacks_math.material.books import BOOK_COLOURS, BOOKS, Books
from quacks_math.material.chips import BLUE, GREEN, NO_KIND, PURPLE, RED, Colour
from quacks_math.material.tables import TableError
from quacks_math.rules import traits
from quacks_math.rules.traits import COLOURS_SERVED, NOTHING, TRAITS, Traits, colours_with, sets_with, traits_of

BY_TIER = {"REWARD_POINTS": "points", "REWARD_RUBIES": "rubies", "REWARD_STEPS": "steps", "REWARD_GIVEN": "given"}


def test_every_book_has_a_record() -> None:
    assert {(Colour(colour).name.lower(), number) for colour, number in TRAITS} == set(BOOKS)


def test_every_trait_belongs_to_a_book() -> None:
    assert {name for each in TRAITS.values() for name in each.names} == set(COLOURS_SERVED)


def test_every_book_with_sets_does_something_that_no_other_set_of_its_colour_does() -> None:
    for colour in (Colour[name.upper()] for name in BOOK_COLOURS):
        records = [each for (of, _), each in TRAITS.items() if of == colour]
        assert len(set(records)) == len(records)
        assert NOTHING not in records


def test_the_arrays_that_kernels_read_say_what_the_records_say() -> None:
    for book, each in TRAITS.items():
        for name in set(COLOURS_SERVED) - {"compares_with_neighbours", "rewards"}:
            assert getattr(traits, name.upper())[book] == bool(getattr(each, name)), (book, name)
        assert traits.TIERS[book] == max(len(each.rewards), len(each.swaps))
        for array, name in BY_TIER.items():
            assert getattr(traits, array)[book].tolist()[1:] == [
                *(getattr(reward, name) for reward in each.rewards),
                *[0] * (3 - len(each.rewards)),
            ]
        for tier, reward in enumerate(each.rewards, start=1):
            assert [gift for gift in traits.REWARD_GIFTS[(*book, tier)] if gift != NO_KIND] == list(reward.gifts)
        for tier, swap in enumerate(each.swaps, start=1):
            assert (traits.SWAP_VALUE[(*book, tier)], traits.SWAP_LARGER[(*book, tier)]) == swap


def test_number_0_of_a_colour_with_sets_does_nothing_anywhere() -> None:
    forgotten = Books()._replace(**dict.fromkeys(BOOK_COLOURS, traits.FORGOTTEN))
    for colour in range(GREEN, PURPLE + 1):
        assert traits_of(colour, forgotten) is NOTHING
        assert all(
            not table[colour, traits.FORGOTTEN].any() or set(table[colour, traits.FORGOTTEN].ravel()) == {NO_KIND}
            for table in vars(traits).values()
            if isinstance(table, np.ndarray)
        )


def test_traits_are_asked_for_by_colour_and_by_trait() -> None:
    books = Books(green=2, blue=3, red=2, yellow=4, purple=3)
    assert traits_of(RED, books).names == ("is_set_aside",)
    assert colours_with("is_set_aside", books) == (RED,)
    assert colours_with("looks", books) == ()
    assert sets_with("looks", BLUE) == (1,)
    assert traits_of(GREEN, books).pays_last_two
    assert not traits_of(GREEN, Books(green=3)).pays_last_two


def test_nothing_of_it_can_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        TRAITS[RED, 1].looks = True  # type: ignore[misc]
    for table in (table for table in vars(traits).values() if isinstance(table, np.ndarray)):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1


def test_a_book_without_a_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "TRAITS", {book: each for book, each in TRAITS.items() if book != (RED, 3)})
    with pytest.raises(TableError, match=r"^red of set 3 has no record in rules\.traits\.$"):
        traits.check_traits()


def test_a_record_without_a_book_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "TRAITS", {**TRAITS, (RED, 5): Traits(counts_oranges=True)})
    with pytest.raises(TableError, match=r"^red of set 5 has no entry in books\.json\.$"):
        traits.check_traits()


def test_a_trait_that_no_rule_serves_for_this_colour_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "TRAITS", {**TRAITS, (RED, 3): Traits(looks=True)})
    with pytest.raises(TableError, match=r"^looks has no rule for red, as set 3 wants it\.$"):
        traits.check_traits()
