"""The setting of a brew: what is refused, how bags are counted, what counts tell of a pot whose order was forgotten."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import Drew
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.brew.model.tally import Tally
from quacks_math.brew.model.transitions import (
    NO_CHIP,
    BrewState,
    Phase,
    PlacedChip,
    apply,
    legal_actions,
    replay,
    start_state,
)
from quacks_math.material.books import Books, books_from
from quacks_math.material.chips import kind_index
from quacks_math.material.rulings import Rulings, rulings_from

BIG = "W1x5 W2x3 W3x2 O1x6 G1x2 B2x2 R1x2 Y1x2 P1x3 K1x2"


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({"start": -1}, "start -1 is not possible; use 0 to 52"),
        ({"start": 53}, "start 53"),
        ({"start": True}, "start True"),
        ({"start": 1.5}, "start 1.5"),
        ({"rats": -1}, "rats -1"),
        ({"start": 40, "rats": 13}, "make 53; the last space is 52"),
        ({"limit": 0}, "limit 0 is not possible; use 1 to 50"),
        ({"limit": 51}, "limit 51"),
        ({"limit": 8, "card": "living_in_luxury"}, "contradicts Living in Luxury; it is 9 then"),
        ({"round": 0}, "round 0 is not possible; use 1 to 9"),
        ({"round": 10}, "round 10"),
        ({"rubies": -1}, "rubies -1"),
        ({"flask": 1}, "flask cannot be 1; use True"),
        ({"card": "nonsense"}, "'nonsense' is not a fortune card"),
        ({"card": "charity"}, "is done before the brew"),
        ({"books": {"red": 2}}, r"books cannot be \{'red': 2\}; use Books, such as"),
        ({"rulings": (0, 0)}, r"rulings cannot be \(0, 0\); use Rulings, such as"),
        ({"card": 5}, "card cannot be 5; use the id or the English title of one"),
        ({"rivals": (5,)}, "rivals cannot be 5; use a tuple of Rival"),
        ({"rivals": None}, "rivals cannot be None; use a tuple of Rival"),
        ({"rival_black": 3}, "rival_black cannot be 3; use a tuple of numbers"),
        ({"pot": "W1"}, "pot cannot be 'W1'; use a tuple of events"),
        ({"pot": ("W1",)}, "pot cannot be 'W1'; use a tuple of events"),
        ({"beside": None}, "beside cannot be None; use a Bag"),
        ({"tally": 5}, "tally cannot be 5; use a Tally"),
        ({"tally": Tally("W1", 1, 1)}, "pot cannot be 'W1'; use a Bag"),  # type: ignore[arg-type]  # that is the point
        ({"beside": Bag.parse("R1")}, "with red of set 1"),
        ({"beside": Bag.parse("O1"), "books": Books(red=2)}, "only red chips"),
        ({"rivals": (Rival(54),)}, "54 is no scoring index"),
        ({"rivals": (Rival(1),) * 5}, "5 other seats are not possible; name at most 4"),
        ({"rival_black": (1, 2, 3)}, "rival_black names 3 seats; use the black chips of the neighbours, two at most"),
        ({"rival_black": (-1,)}, "-1 is no number of black chips"),
        ({"tally": Tally(Bag(), 0, 60)}, "space 60 is not possible"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_one_sentence(setting: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        Brew(Bag.parse(BIG), **setting)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_living_in_luxury_is_understood_with_its_own_limit_and_an_id_in_any_case() -> None:
    for limit in (7, 9):
        brew = Brew(Bag.parse(BIG), card="Living_In_Luxury", limit=limit)
        assert (brew.card, brew.limit, start_state(brew).white_limit) == ("living_in_luxury", 7, 9)


def test_bags_add_subtract_and_count() -> None:
    bag = Bag.parse("W1x4 O1")
    assert bag + Bag.parse("O1") == Bag.of({"W1": 4, "o1": 2})
    assert bag - Bag.parse("W1 O1") == Bag.parse("W1x3")
    assert (len(bag), bag.count("w1")) == (5, 4)
    with pytest.raises(ValueError, match="2 O1 cannot be taken from a bag that has 1"):
        bag - Bag.parse("O1x2")
    with pytest.raises(ValueError, match="18 counts"):
        Bag((1, 2))
    with pytest.raises(ValueError, match="True is no number of W1"):
        Bag((True, *(0,) * 17))
    with pytest.raises(ValueError, match="-1 is no number of W1"):
        Bag.of({"W1": -1})


def counted(**told: object) -> BrewState:
    return replay(Brew.from_counts(**{"left": Bag.parse("W1x2 W3 O1"), "white_sum": 5, "space": 9, **told}))


def test_counts_stand_for_a_pot_whose_order_was_forgotten() -> None:
    state = counted(pot={"O1": 2, "P1": 1})
    assert (state.white_sum, state.position, state.oranges, state.purples) == (5, 9, 2, 1)
    assert (state.last, state.before_last, state.last_white) == (NO_CHIP, NO_CHIP, 0)
    assert legal_actions(state) == ("draw", "stop")
    assert Bag(state.left) == Bag.parse("W1x2 W3 O1")
    assert apply(state, Drew("W3")).exploded


def test_a_named_last_chip_does_what_it_does_to_the_next() -> None:
    assert counted(last="W2", books=Books(red=3)).last_white == 2
    assert counted(last="y2", books=Books(yellow=2)).doubled
    assert counted(last="B2", books=Books(blue=2)).protected == 2
    assert counted(last="G1").last == kind_index("G1")
    assert counted(last="B2").phase is Phase.DRAWING
    assert counted(last="G1", pot={"G1": 2}).pot[-1] == PlacedChip(kind_index("G1"), 9)
    yellow = apply(counted(last="W2", left=Bag.parse("Y1 W1")), Drew("Y1"))
    assert "return" in legal_actions(yellow)
    assert "use_flask" in legal_actions(counted(last="W2"))
    assert "use_flask" not in legal_actions(counted(last="W2", flask=False))


def test_events_may_follow_counts() -> None:
    brew = replace(Brew.from_counts(left=Bag.parse("W1x2 O1"), white_sum=5, space=9), pot=parse_pot("W1 O1"))
    assert (replay(brew).position, replay(brew).white_sum) == (11, 6)


def test_counts_know_an_exploded_pot_and_what_cards_still_do() -> None:
    assert legal_actions(counted(white_sum=8)) == ("take_points", "take_coins")
    assert counted(white_sum=0, space=3, card="well_stirred").first_white
    assert not counted(card="well_stirred").first_white
    assert not counted(card="second_chance").second_chance
    ruled = rulings_from({"empty_pot": "start_space"})
    assert (counted(rulings=ruled).scoring_index, counted(white_sum=0, space=0, rulings=ruled).scoring_index) == (10, 0)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"white_sum": -1}, "white sum -1"),
        (
            {"white_sum": 3, "pot": {"W2": 2}},
            "white sum 3 is not possible: the white chips named make 4, .*; use 4 to 10",
        ),
        ({"white_sum": 1, "last": "W2"}, "white sum 1"),
        ({"space": 3, "start": 4}, "space 3 is not possible"),
        ({"space": 53}, "space 53"),
        ({"space": 0}, "space 0 is not possible: white sum 5 and the other chips named move 5 spaces"),
        ({"space": 4}, "space 4 is not possible: .* use 5 or more"),
        ({"space": 7, "start": 2, "rats": 1}, "move 5 spaces from the start 3 at least; use 8 or more"),
        ({"space": 8, "pot": {"O1": 2, "Y2": 1}}, "white sum 5 and the other chips named move 9 spaces"),
        ({"space": 50, "start": 48}, "use 52 or more"),
        ({"white_sum": 11, "space": 30}, "no pot with this limit and last chip has more than 10; use 0 to 10"),
        ({"white_sum": 9, "space": 30, "last": "W1"}, "has more than 8"),
        ({"white_sum": 8, "space": 30, "last": "O1"}, "has more than 7"),
        ({"white_sum": 13, "space": 30, "card": "living_in_luxury"}, "has more than 12"),
        ({"white_sum": 12, "space": 30, "pot": {"W3": 4}}, "the white chips named make 12, .*leave chips out"),
        ({"left": "W1"}, "left cannot be 'W1'; use a Bag"),
        ({"pot": 5}, "A bag cannot be 5; use numbers by kind"),
        ({"pot": {"w1": 3, "W1": 1}}, "A bag names 'W1' twice; name it once"),
        ({"last": 5}, "A chip cannot be 5; use the name of one"),
        ({"last": "X1"}, "'X1' is not a chip"),
        ({"pot": {"X1": 1}}, "'X1' is not a chip"),
        ({"pot": {"O1": -1}}, "-1 is no number of O1"),
        ({"pot": {"O1": 0}, "last": "O1"}, "1 O1 cannot be taken"),
    ],
)
def test_counts_that_cannot_be_are_refused(told: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        counted(**told)


@pytest.mark.parametrize(
    "told",
    [
        {"white_sum": 10, "space": 10},
        {"white_sum": 10, "space": 10, "last": "W3"},
        {"white_sum": 12, "space": 30, "books": Books(yellow=3)},
        {"space": 52, "start": 50, "pot": {"O1": 8}},
        {"space": 8, "books": Books(red=2), "pot": {"R4": 1, "O1": 3}},
        {"white_sum": 10, "space": 30, "books": Books(red=2), "last": "R1"},
    ],
)
def test_counts_that_some_pot_can_have_are_taken(told: dict[str, Any]) -> None:
    assert counted(**told).white_sum == told.get("white_sum", 5)


def test_whoever_keeps_the_list_cannot_change_what_was_made_of_it() -> None:
    counts, pot, rivals, black = [1, *[0] * 17], list(parse_pot("W1")), [Rival(3)], [1]
    brew = Brew(Bag(counts), pot=pot, rivals=rivals, rival_black=black)  # type: ignore[arg-type]  # lists are taken too
    counts[0], black[0] = 9, 9
    pot.clear()
    rivals.clear()
    assert brew == Brew(Bag.parse("W1"), pot=parse_pot("W1"), rivals=(Rival(3),), rival_black=(1,))
    assert len({brew}) == 1


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Books(red=5), "5 is no set for red; use 1, 2, 3 or 4"),
        (lambda: Books(1, 2, 3, 4, 0), "0 is no set for purple"),
        (lambda: Books(blue=True), "True is no set for blue"),
        (lambda: Brew(Bag(), books=Books()._replace(blue=0)), "0 is no set for blue"),
        (lambda: Brew(Bag(), rulings=Rulings()._replace(limits=2)), "2 is no answer to limits"),
        (lambda: books_from({"blue": 1, "B": 2}), "names 'B' twice; name it once"),
        (lambda: books_from({5: 1}), "A colour of the books cannot be 5"),  # type: ignore[dict-item]  # that is the point
        (lambda: Rulings(limits=2), "2 is no answer to limits; use 0 to 1"),
        (lambda: Rulings(tube_end=1), "1 is no answer to tube_end; use 0 to 0"),
        (lambda: rulings_from({"limits": "added", "LIMITS": "higher"}), "names 'LIMITS' twice; name it once"),
        (lambda: rulings_from({"limits": 1}), "The answer to limits cannot be 1; use one of higher, added"),  # type: ignore[dict-item]  # that is the point
        (lambda: Bag.of({"O1": 1, "o1": 1}), "A bag names 'o1' twice; name it once"),
        (lambda: Bag(None), "The counts of a bag cannot be None; use a tuple of 18 numbers"),  # type: ignore[arg-type]  # that is the point
        (lambda: Bag.parse(None), "A bag or pot cannot be None; use its text"),  # type: ignore[arg-type]  # that is the point
        (lambda: Bag().count(3), "A chip cannot be 3; use the name of one"),  # type: ignore[arg-type]  # that is the point
    ],
)
def test_the_parts_of_a_setting_refuse_what_they_cannot_be(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make()


def test_rulings_are_named_in_any_case() -> None:
    assert rulings_from({"Empty_Pot": "START_SPACE"}) == rulings_from({"empty_pot": "start_space"})
