"""The setting of a brew: what is refused, how bags are counted, what counts tell of a pot whose order was forgotten."""

from dataclasses import replace
from typing import Any

import pytest

from quacks_math.brew.brew import Bag, Brew, Rival, Tally
from quacks_math.brew.events import Drew
from quacks_math.brew.state import NO_CHIP, BrewState, Phase, PlacedChip, apply, legal_actions, replay, start_state
from quacks_math.material.books import Books
from quacks_math.material.chips import kind_index
from quacks_math.material.rulings import Rulings, rulings_from
from quacks_math.notation import parse_pot

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
        ({"flask": 1}, "flask 1"),
        ({"card": "nonsense"}, "'nonsense' is not a fortune card"),
        ({"card": "charity"}, "is done before the brew"),
        ({"books": Books(red=5)}, "5 is no set for red"),
        ({"books": {"red": 2}}, "books must be a Books"),
        ({"rulings": Rulings(limits=2)}, "2 is no answer to limits; use 0 to 1"),
        ({"beside": Bag.parse("R1")}, "with red of set 1"),
        ({"beside": Bag.parse("O1"), "books": Books(red=2)}, "only red chips"),
        ({"rivals": (Rival(54),)}, "54 is no scoring index"),
        ({"rivals": (Rival(1),) * 5}, "at most five play"),
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
    assert "use_flask" not in legal_actions(counted(last="W2"))


def test_events_may_follow_counts() -> None:
    brew = replace(Brew.from_counts(left=Bag.parse("W1x2 O1"), white_sum=5, space=9), pot=parse_pot("W1 O1"))
    assert (replay(brew).position, replay(brew).white_sum) == (11, 6)


def test_counts_know_an_exploded_pot_and_what_cards_still_do() -> None:
    assert legal_actions(counted(white_sum=8)) == ("exploded",)
    assert counted(white_sum=0, space=3, card="well_stirred").first_white
    assert not counted(card="well_stirred").first_white
    assert not counted(card="second_chance").second_chance
    ruled = rulings_from({"empty_pot": "start_space"})
    assert (counted(rulings=ruled).scoring_index, counted(white_sum=0, space=0, rulings=ruled).scoring_index) == (10, 0)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"white_sum": -1}, "white sum -1"),
        ({"white_sum": 3, "pot": {"W2": 2}}, "white sum 3 is not possible; use 4"),
        ({"white_sum": 1, "last": "W2"}, "white sum 1"),
        ({"space": 3, "start": 4}, "space 3 is not possible"),
        ({"space": 53}, "space 53"),
        ({"space": 0}, "is the start, but chips lie in the pot"),
        ({"last": "X1"}, "'X1' is not a chip"),
        ({"pot": {"X1": 1}}, "'X1' is not a chip"),
        ({"pot": {"O1": -1}}, "-1 is no number of O1"),
        ({"pot": {"O1": 0}, "last": "O1"}, "1 O1 cannot be taken"),
    ],
)
def test_counts_that_cannot_be_are_refused(told: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        counted(**told)
