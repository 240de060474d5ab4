"""The state of a brew: every exact reading of the rules about the pot, and every refusal."""

from dataclasses import replace
from typing import Any

import pytest

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import (
    Drew,
    Kept,
    KeptRed,
    Looked,
    Placed,
    PlacedRed,
    ReturnedRed,
    ReturnedWhite,
    Stirred,
    Stopped,
    UsedFlask,
)
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import (
    NO_CHIP,
    BrewState,
    Phase,
    PlacedChip,
    action_event,
    apply,
    legal_actions,
    replay,
    why_illegal,
)
from quacks_math.material.books import Books
from quacks_math.material.chips import KINDS, kind_index
from quacks_math.material.rulings import rulings_from
from quacks_math.rules.placing import is_white

BIG = "W1x5 W2x3 W3x2 O1x6 G1x2 G2 G4 B1x2 B2x2 B4 R1x2 R2x2 R4 Y1x2 Y2x2 Y4x2 P1x3 K1x2"


def after(pot: str, *, bag: str = BIG, **setting: object) -> BrewState:
    """Return the state after a pot, by default out of a bag that holds some of everything."""
    return replay(Brew(Bag.parse(bag), pot=parse_pot(pot), **setting))


def spaces(state: BrewState) -> list[int]:
    return [chip.space for chip in state.pot]


def kinds(state: BrewState) -> str:
    return " ".join(KINDS[chip.kind] for chip in state.pot)


def refusal(pot: str, **setting: object) -> str:
    with pytest.raises(ValueError, match=r"^Event ") as refused:
        after(pot, **setting)
    return str(refused.value)


# Placing, scoring space, end of the track


def test_chips_lie_their_value_after_the_last_and_the_first_counts_from_droplet_plus_rats() -> None:
    state = after("W3 O1 G4", start=5, rats=2)
    assert spaces(state) == [10, 11, 15]
    assert (state.position, state.scoring_index, state.white_sum) == (15, 16, 3)


def test_an_empty_pot_scores_the_space_after_the_start_unless_ruled_otherwise() -> None:
    assert after("", start=6).scoring_index == 7
    assert after("", start=6, rulings=rulings_from({"empty_pot": "start_space"})).scoring_index == 6
    assert after("O1", start=6, rulings=rulings_from({"empty_pot": "start_space"})).scoring_index == 8


def test_chips_past_the_end_all_lie_on_52_and_drawing_may_go_on() -> None:
    state = after("B4 R4 O1", start=50, books=Books(blue=3))
    assert spaces(state) == [52, 52, 52]
    assert state.scoring_index == 53
    assert "draw" in legal_actions(state)


def test_the_space_52_is_a_ruby_space_for_blue_3_and_blue_4() -> None:
    assert after("O1 B1 B2", start=51, books=Books(blue=3)).rubies == 2
    assert after("O1 B1 B2", start=51, books=Books(blue=4)).points == 3


def test_white_sum_of_exactly_the_limit_does_not_explode() -> None:
    assert not after("W3 W2 W2").exploded
    assert after("W3 W2 W2 W1").exploded
    assert after("W2 W2 W1 W1 W1 O1 G1 W3").position == 12


@pytest.mark.parametrize(("oranges", "moved"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_red_1_moves_further_with_oranges_in_the_pot(oranges: int, moved: int) -> None:
    state = after(" ".join(["O1"] * oranges + ["R1"]))
    assert state.position == oranges + moved


def test_red_3_adds_the_white_directly_before_it() -> None:
    assert spaces(after("W2 R1 R1", books=Books(red=3))) == [2, 5, 6]


def test_red_4_lets_each_later_white_1_move_two_and_count_one() -> None:
    state = after("W1 R1 W1 W2", books=Books(red=4))
    assert spaces(state) == [1, 2, 4, 6]
    assert state.white_sum == 4


def test_yellow_4_moves_one_two_three_further_and_the_fourth_no_more() -> None:
    assert spaces(after("Y1 Y1 Y2 Y2", books=Books(yellow=4))) == [2, 5, 10, 12]


def test_pumpkins_move_one_more_with_their_card() -> None:
    assert spaces(after("O1 O1", card="pumpkin_patch_party")) == [2, 4]


@pytest.mark.parametrize(("yellows", "limit"), [(0, 7), (1, 8), (2, 8), (3, 9), (4, 9)])
def test_yellow_3_raises_the_limit_with_the_first_and_the_third(yellows: int, limit: int) -> None:
    pot = " ".join(["Y1", "Y1", "Y2", "Y2"][:yellows])
    assert after(pot, books=Books(yellow=3)).white_limit == limit


def test_of_card_and_yellow_3_the_higher_limit_holds_unless_they_are_added() -> None:
    setting: dict[str, Any] = {"books": Books(yellow=3), "card": "living_in_luxury"}
    assert after("Y1", **setting).white_limit == 9
    assert after("Y1", rulings=rulings_from({"limits": "added"}), **setting).white_limit == 10


# Flask and Well Stirred


def test_the_flask_leaves_everything_as_before_the_draw() -> None:
    before, flasked = after("W2 Y2", books=Books(yellow=2)), after("W2 Y2 W1!", books=Books(yellow=2))
    assert flasked.doubled
    assert not flasked.flask
    for name in ("left", "pot", "position", "white_sum", "doubled", "last", "before_last"):
        assert getattr(flasked, name) == getattr(before, name)


def test_after_the_flask_the_next_chip_counts_from_the_chip_before() -> None:
    assert spaces(after("W2 W1! W2")) == [2, 4]


@pytest.mark.parametrize(("pot", "card"), [("B4 W3!", None), ("B4 W3~", "well_stirred")])
def test_a_white_put_back_has_still_spent_a_protected_draw(pot: str, card: str | None) -> None:
    assert after("B4", books=Books(blue=2)).protected == 4
    assert after(pot, books=Books(blue=2), card=card).protected == 3


def test_the_flask_works_once_and_only_on_the_white_just_drawn_that_did_not_explode() -> None:
    assert "The flask is empty" in refusal("W3! W2!")
    assert "The flask is empty" in refusal("W3!", flask=False)
    assert "just drawn" in refusal("W3 O1!")
    assert "just drawn" in refusal("W3 R1!", books=Books(red=2))
    assert "explode" in refusal("W3 W2 W2 W1!")
    assert "explode" in refusal("W3 W2 B2 W3!", books=Books(blue=2))


def test_a_second_white_can_be_put_back_only_by_whoever_has_not_used_the_flask() -> None:
    assert "use_flask" not in legal_actions(after("W3! W2"))
    assert "use_flask" in legal_actions(after("W3 W2"))


def test_well_stirred_puts_the_first_white_back_without_the_flask() -> None:
    state = after("O1 W3~", card="well_stirred")
    assert (state.position, state.white_sum, state.flask) == (1, 0, True)
    assert "first white" in refusal("W3~ W2~", card="well_stirred")
    assert "first white" in refusal("W3 W2~", card="well_stirred")
    assert "not in play" in refusal("W3~")


def test_a_flasked_first_white_uses_the_card_up() -> None:
    state = after("W3! W2", card="well_stirred")
    assert legal_actions(state) == ("draw", "stop")


def test_a_first_white_may_go_back_by_flask_or_card() -> None:
    assert legal_actions(after("W3", card="well_stirred")) == ("use_flask", "return", "keep", "draw", "stop")
    assert legal_actions(after("W3", card="well_stirred", flask=False)) == ("return", "keep", "draw", "stop")


def test_a_white_merely_looked_at_is_not_the_first_white_but_one_placed_from_a_look_is() -> None:
    assert after("B2[W3 W2>-]", card="well_stirred").first_white
    assert "return" in legal_actions(after("B2[W3 W2>-] W1", card="well_stirred"))
    assert "return" in legal_actions(after("B2[W3 W2>W2]", card="well_stirred"))
    stirred = after("B2[W3 W2>W2~]", card="well_stirred")
    assert (stirred.position, stirred.white_sum, stirred.first_white) == (2, 0, False)


# Blue 1


def test_a_look_shows_as_many_chips_as_the_value_or_all_that_are_left() -> None:
    assert after("B4").look == 4
    assert after("B4", bag="B4 W1 O1x2").look == 3
    assert after("B4", bag="B4").phase is Phase.DRAWING


def test_chips_seen_count_as_in_the_bag_and_go_back() -> None:
    state = after("B2[W3 R1")
    assert state.left[kind_index("W3")] == 2
    placed = after("B2[W3 R1>R1]")
    assert (placed.left[kind_index("W3")], placed.left[kind_index("R1")]) == (2, 1)


def test_a_chip_placed_from_a_look_works_and_looks_chain() -> None:
    assert spaces(after("O1 B2[W3 R1>R1]")) == [1, 3, 5]
    state = after("B2[B1 W1>B1[W2>W2]]")
    assert (kinds(state), state.white_sum) == ("B2 B1 W2", 2)
    assert after("B2[B1 W1>B1]").phase is Phase.LOOKING
    assert after("B2[Y2 W1>Y2] O1", books=Books(yellow=2)).position == 6


def test_a_white_placed_from_a_look_can_explode_the_pot_chips_only_seen_cannot() -> None:
    assert after("W3 W2 B2[W3 W1>W3]").exploded
    assert not after("W3 W2 B2[W3 W3>-]", bag="W3x3 W2 B2").exploded


def test_a_red_2_picked_from_a_look_is_set_aside() -> None:
    state = after("B2[R4 W1>R4]", books=Books(red=2))
    assert (state.aside, state.position, kinds(state)) == ((0, 0, 1), 2, "B2")


def test_a_blue_at_the_end_is_a_pending_look_and_a_blue_inside_saw_nothing() -> None:
    assert legal_actions(after("B2")) == ("look", "draw", "stop")
    assert legal_actions(after("B2 O1")) == ("draw", "stop")
    assert legal_actions(after("B2 |")) == ("draw", "stop")
    assert legal_actions(after("B2[W3 R1")) == ("place:W3", "place:R1", "place:none", "draw", "stop")


def test_the_flask_after_a_look_leads_back_to_nothing_placed_unless_ruled_out() -> None:
    flasked, nothing = after("W1 B2[W3 R1>W3!]"), after("W1 B2[W3 R1>-]")
    assert (flasked.left, flasked.pot, flasked.position) == (nothing.left, nothing.pot, nothing.position)
    assert (flasked.phase, flasked.flask) == (Phase.DRAWING, False)
    ruled = rulings_from({"flask_after_look": "not_allowed"})
    assert "use_flask" not in legal_actions(after("B2[W3 R1>W3]", rulings=ruled))
    assert "just drawn" in refusal("B2[W3 R1>W3!]", rulings=ruled)
    assert "use_flask" in legal_actions(after("B2[W3 R1>-] W1", rulings=ruled))


def test_a_look_must_show_what_the_bag_holds_and_only_that_can_be_placed() -> None:
    assert "shows 2" in refusal("B2[W3>W3]")
    assert "3 W3 cannot be seen; the bag has 2" in refusal("B4[W3 W3 W3 O1>-]")
    assert "was not seen" in refusal("B2[W3 R1>O1]")
    assert "Nothing may be looked at" in refusal("O1[W3>-]")
    assert "Nothing may be looked at" in refusal("B1[W3>-]", books=Books(blue=3))
    assert "told already" in str(why_illegal(after("B2[W3 R1"), Looked(("W3", "R1"))))
    assert "No chips have been seen" in str(why_illegal(after("B2"), Placed("W3")))


# Blue 2, 3, 4


def test_a_draw_first_uses_a_protected_draw_then_the_longer_window_holds() -> None:
    books = Books(blue=2)
    assert [after(pot, books=books).protected for pot in ("B4", "B4 O1", "B4 O1 B2", "B4 O1 O1 O1 B2")] == [4, 3, 2, 2]
    assert after("B4 B2", books=books).protected == 3
    assert after("B4 R1", books=Books(blue=2, red=2)).protected == 3


def test_an_explosion_on_a_protected_draw_is_known_as_such() -> None:
    assert after("W3 W2 B1 W3", books=Books(blue=2)).protected_explosion
    late = after("W3 W2 B1 O1 W3", books=Books(blue=2))
    assert (late.exploded, late.protected_explosion) == (True, False)


def test_blue_3_and_blue_4_pay_for_the_space_they_lie_on() -> None:
    assert after("G4 B1", books=Books(blue=3)).rubies == 1
    assert after("G2 O1 B2", books=Books(blue=4)).points == 2
    assert after("G4 B2", books=Books(blue=3)).rubies == 0
    assert after("G4 B1").rubies == 0


# Yellow 1 and 2


def test_yellow_1_sends_the_white_back_and_does_not_move() -> None:
    state = after("W2 W2 W1 Y1<")
    assert (spaces(state), state.white_sum, state.position) == ([2, 4, 6], 4, 6)
    assert after("W2 W2 W1 Y1< O1").position == 7
    assert (state.last, state.before_last) == (kind_index("Y1"), kind_index("W2"))


def test_yellow_1_is_never_forced_and_does_nothing_without_a_white_before() -> None:
    assert legal_actions(after("W1 Y1")) == ("return", "keep", "draw", "stop")
    assert legal_actions(after("Y1")) == ("draw", "stop")
    assert "placed directly behind it" in refusal("W1 O1 Y1<")
    assert "set 1 does that" in refusal("W1 Y1<", books=Books(yellow=2))
    assert "placed directly behind it" in refusal("W1 Y1<<")


@pytest.mark.parametrize(
    ("pot", "books"),
    [("W1 W2! Y1", Books()), ("W1 R1 Y1", Books(red=2)), ("W2 W1 Y1< Y1", Books()), ("W1 W2 Y1< Y1", Books())],
)
def test_directly_before_means_last_in_the_pot_now(pot: str, books: Books) -> None:
    state = after(pot, books=books)
    before = state.pot[-2].kind
    assert ("return" in legal_actions(state)) == is_white(before)


def test_a_returned_white_can_be_drawn_again() -> None:
    assert after("W3 Y1< W3", bag="W3 Y1").white_sum == 3


def test_yellow_2_doubles_the_printed_value_of_the_next_chip_placed() -> None:
    assert spaces(after("Y1 W2 W2", books=Books(yellow=2))) == [1, 5, 7]
    assert after("Y1 W2", books=Books(yellow=2)).white_sum == 2
    assert spaces(after("Y1 R2 O1", books=Books(yellow=2, red=2))) == [1, 3]
    assert spaces(after("Y1 Y2 O1 O1", books=Books(yellow=2))) == [1, 5, 7, 8]


@pytest.mark.parametrize(
    ("pot", "setting", "moved", "bonus_too"),
    [
        ("R1 Y1 W1", {"books": Books(yellow=2, red=4)}, 3, 4),
        ("Y1 O1", {"books": Books(yellow=2), "card": "pumpkin_patch_party"}, 3, 4),
        ("O1 Y1 R2", {"books": Books(yellow=2)}, 5, 6),
    ],
)
def test_only_the_printed_value_is_doubled_unless_ruled_otherwise(
    pot: str, setting: dict[str, Any], moved: int, bonus_too: int
) -> None:
    for ruling, expected in (("printed", moved), ("bonus_too", bonus_too)):
        places = spaces(after(pot, rulings=rulings_from({"yellow2_doubles": ruling}), **setting))
        assert places[-1] - places[-2] == expected


def test_red_3_after_a_doubling_moves_twice_its_value_plus_the_white() -> None:
    # In play a doubled red never lies directly behind a white (the yellow is between); the reading holds all the same.
    state = replace(after("O1 W2", books=Books(yellow=2, red=3)), doubled=True)
    assert apply(state, Drew("R2")).position - state.position == 2 * 2 + 2


# Red 2


def test_red_2_lies_beside_the_pot_until_the_brew_ends() -> None:
    state = after("W1 R1 R4 O1", books=Books(red=2))
    assert (kinds(state), state.aside, state.position) == ("W1 O1", (1, 0, 1), 2)
    assert "until the brew is stopped" in refusal("W1 R1 +R1", books=Books(red=2))
    assert "No R2 lies beside the pot" in refusal("W1 R1 . +R2", books=Books(red=2))
    assert "No W1 lies beside the pot" in refusal("W1 R1 . +W1", books=Books(red=2))


def test_set_aside_reds_are_placed_kept_or_put_back_in_the_order_chosen() -> None:
    settling = after("W1 R1 R4 R2 .", books=Books(red=2))
    assert settling.phase is Phase.SETTLING
    assert legal_actions(settling)[:4] == ("place_red:R1", "place_red:R2", "place_red:R4", "keep_red:R1")
    state = after("W1 R1 R4 R2 . +R4 _R1 -R2", books=Books(red=2))
    assert (kinds(state), state.position, state.kept, state.phase) == ("W1 R4", 5, (1, 0, 0), Phase.DONE)
    assert state.left[kind_index("R2")] == 2
    assert kinds(after("R1 R4 . +R4 +R1", books=Books(red=2))) == "R4 R1"


def test_set_aside_reds_may_be_placed_after_an_explosion_and_with_an_empty_bag() -> None:
    exploded = after("R4 W3 W2 W3 +R4", books=Books(red=2))
    assert (exploded.exploded, exploded.position, exploded.phase) == (True, 12, Phase.DONE)
    assert after("R4 W3 +R4", bag="R4 W3", books=Books(red=2)).position == 7


def test_reds_from_earlier_rounds_may_be_placed_too() -> None:
    setting: dict[str, Any] = {"books": Books(red=2), "beside": Bag.parse("R1 R2")}
    assert after("O1 . +R2 _R1", **setting).position == 3
    assert after("O1 .", **setting).phase is Phase.SETTLING


def test_a_pending_doubling_waits_for_the_set_aside_red() -> None:
    assert spaces(after("R2 Y1 . +R2", books=Books(red=2, yellow=2))) == [1, 5]


# A Second Chance


def test_second_chance_is_offered_once_when_five_chips_lie_in_the_pot() -> None:
    state = after("W1 O1 O1 G1 P1", card="second_chance")
    assert state.phase is Phase.OFFERED
    assert legal_actions(state) == ("restart", "go_on", "draw", "stop")
    assert legal_actions(after("W1 O1 O1 G1 P1 |", card="second_chance")) == ("draw", "stop")
    assert legal_actions(after("W1 O1 O1 G1 P1 O1", card="second_chance")) == ("draw", "stop")
    assert "restart" not in legal_actions(after("W1 O1 O1 G1", card="second_chance"))


def test_a_restart_puts_all_chips_back_and_keeps_flask_rubies_and_points() -> None:
    state = after("W3! G4 B1 O1 O1 R1 O1 /", card="second_chance", books=Books(blue=3, red=2), beside=Bag.parse("R2"))
    assert Bag(state.left) == Bag.parse(BIG)
    assert (state.pot, state.position, state.white_sum, state.flask, state.rubies) == ((), 0, 0, False, 1)
    assert state.aside == (0, 1, 0)
    assert not state.second_chance
    again = after("O1 O1 O1 O1 O1 / O1 O1 O1 O1 O1", card="second_chance")
    assert legal_actions(again) == ("draw", "stop")


def test_a_restart_ends_doubling_and_protection() -> None:
    state = after("O1 O1 O1 B4 Y1 /", card="second_chance", books=Books(blue=2, yellow=2))
    assert (state.doubled, state.protected) == (False, 0)


def test_second_chance_is_offered_at_an_explosion_before_the_offer() -> None:
    exploded = after("W3 W3 W2", card="second_chance")
    assert exploded.exploded
    assert legal_actions(exploded) == ("restart", "go_on")
    restarted = after("W3 W3 W2 /", card="second_chance")
    assert (restarted.exploded, restarted.pot, restarted.phase) == (False, (), Phase.DRAWING)
    assert legal_actions(after("W3 W3 W2 |", card="second_chance")) == ("take_points", "take_coins")
    assert legal_actions(after("O1 O1 W3 W3 W2", card="second_chance")) == ("restart", "go_on")
    late = after("O1 O1 O1 O1 W3 W3 W2", card="second_chance")
    assert legal_actions(late) == ("take_points", "take_coins")


def test_a_yellow_1_that_is_fifth_and_returns_a_white_still_brings_the_offer() -> None:
    offered = after("O1 O1 O1 W1 Y1", card="second_chance")
    assert legal_actions(offered) == ("return", "restart", "keep", "go_on", "draw", "stop")
    returned = after("O1 O1 O1 W1 Y1<", card="second_chance")
    assert (returned.chips_in_pot, returned.phase) == (4, Phase.OFFERED)
    assert after("O1 O1 O1 W1 Y1=", card="second_chance").phase is Phase.OFFERED


def test_a_blue_that_is_fifth_brings_the_offer_after_its_look() -> None:
    assert after("O1 O1 O1 W1 B1", card="second_chance").phase is Phase.LOOKING
    assert after("O1 O1 O1 W1 B1[W1>-]", card="second_chance").phase is Phase.OFFERED
    assert after("O1 O1 O1 W1 B1 |", card="second_chance").phase is Phase.DRAWING
    placed = after("O1 O1 O1 W1 B1[W1>W1]", card="second_chance")
    assert "restart" in legal_actions(placed)
    assert "use_flask" in legal_actions(placed)
    assert "restart" in legal_actions(after("W1 W3 O1 O1 B2[W3 W3>W3!]", bag="W1 W3x3 O1x2 B2", card="second_chance"))
    exploded = after("W3 O1 O1 W3 B1[W2>W2]", card="second_chance")
    assert legal_actions(exploded) == ("restart", "go_on")


def test_a_white_that_is_fifth_may_be_flasked_and_the_offer_stays_open() -> None:
    state = after("O1 O1 O1 O1 W1", card="second_chance")
    assert legal_actions(state) == ("use_flask", "restart", "keep", "go_on", "draw", "stop")
    flasked = after("O1 O1 O1 O1 W1!", card="second_chance")
    assert (flasked.second_chance, flasked.phase) == (True, Phase.DRAWING)
    assert after("O1 O1 O1 O1 W1! O1", card="second_chance").phase is Phase.OFFERED


def test_set_aside_reds_are_not_among_the_five() -> None:
    assert after("O1 O1 O1 O1 R1", card="second_chance", books=Books(red=2)).phase is Phase.DRAWING


def test_a_restart_is_refused_without_its_card_too_early_and_twice() -> None:
    assert "not in play" in refusal("O1 O1 O1 O1 O1 /")
    assert "first five chips" in refusal("O1 /", card="second_chance")
    assert "only once" in refusal("O1 O1 O1 O1 O1 / /", card="second_chance")
    assert "could be declined" in refusal("O1 |", card="second_chance")


# Strong Ingredient


def test_strong_ingredient_shows_up_to_five_chips_after_an_unexploded_stop() -> None:
    assert after(".", card="strong_ingredient").look == 5
    assert after("O1 .", card="strong_ingredient", bag="O1 W1x2").look == 2
    assert after("O1 .", card="strong_ingredient", bag="O1").phase is Phase.DONE
    assert after("W3 W3 W2", card="strong_ingredient").phase is Phase.DONE
    assert after("W3 W2 B1 W3", card="strong_ingredient", books=Books(blue=2)).phase is Phase.DONE
    assert legal_actions(after(".", card="strong_ingredient")) == ("look", "go_on")
    assert after(". |", card="strong_ingredient").phase is Phase.DONE


def test_strong_ingredient_places_without_effect_bonus_or_explosion() -> None:
    state = after("O1 .[R2 O1 O1 O1 O1>R2]", card="strong_ingredient")
    assert (spaces(state), state.pot[-1]) == ([1, 3], PlacedChip(kind_index("R2"), 3, inert=True))
    assert spaces(after("W2 .[R1 O1 O1 O1 O1>R1]", card="strong_ingredient", books=Books(red=3))) == [2, 3]
    white = after("W3 W3 .[W2 O1 O1 O1 O1>W2]", card="strong_ingredient")
    assert (white.white_sum, white.exploded, white.phase) == (8, False, Phase.DONE)
    assert after("G4 .[B1 O1 O1 O1 O1>B1]", card="strong_ingredient", books=Books(blue=3)).rubies == 0
    red = after("G4 .[R1 O1 O1 O1 O1>R1]", card="strong_ingredient", books=Books(red=2))
    assert (red.aside, kinds(red)) == ((0, 0, 0), "G4 R1")


def test_a_pending_doubling_and_red_4_do_work_on_the_strong_chip() -> None:
    doubled = after("Y1 .[B4 O1 O1 O1 O1>B4]", card="strong_ingredient", books=Books(yellow=2))
    assert spaces(doubled) == [1, 9]
    assert spaces(after("R1 .[W1 O1 O1 O1 O1>W1]", card="strong_ingredient", books=Books(red=4))) == [1, 3]
    assert not after("O1 .[Y1 O1 O1 O1 O1>Y1]", card="strong_ingredient", books=Books(yellow=2)).doubled


def test_the_strong_chip_does_not_count_for_its_colour_unless_ruled_so() -> None:
    pot = "G1 .[G2 P1 O1 O1 O1>G2]"
    state = after(pot, card="strong_ingredient")
    assert (state.last, state.before_last) == (NO_CHIP, kind_index("G1"))
    counted = after(pot, card="strong_ingredient", rulings=rulings_from({"strong_step_b": "counts"}))
    assert (counted.last, counted.pot[-1].inert) == (kind_index("G2"), False)
    purple = "P1 .[P1 O1 O1 O1 O1>P1]"
    assert after(purple, card="strong_ingredient").purples == 1
    assert after(purple, card="strong_ingredient", rulings=rulings_from({"strong_step_b": "counts"})).purples == 2


def test_set_aside_reds_come_after_strong_ingredient() -> None:
    setting: dict[str, Any] = {"card": "strong_ingredient", "books": Books(red=2)}
    assert after("R1 W1 .", **setting).phase is Phase.STRONG_LOOK
    assert after("R1 W1 .[G4 O1 O1 O1 O1>G4]", **setting).phase is Phase.SETTLING
    assert spaces(after("R1 W1 .[G4 O1 O1 O1 O1>G4] +R1", **setting)) == [1, 5, 6]
    assert kinds(after("R1 W1 . +R1", **setting)) == "W1 R1"


# Declined extra spaces


def test_extra_spaces_are_always_taken_unless_ruled_otherwise() -> None:
    assert "always taken" in refusal("O1 R1=1")
    ruled = rulings_from({"extra_spaces": "may_decline"})
    assert spaces(after("O1 R1=1", rulings=ruled)) == [1, 2]
    assert spaces(after("O1 R1=2", rulings=ruled)) == spaces(after("O1 R1", rulings=ruled)) == [1, 3]
    assert "moves 2 or 1" in refusal("O1 R1=3", rulings=ruled)


def test_bonus_and_doubling_can_each_be_declined_and_the_doubling_is_used_up() -> None:
    ruled, books = rulings_from({"extra_spaces": "may_decline"}), Books(yellow=2, red=2)
    assert "moves 4 or 2" in refusal("Y1 G2=3", rulings=ruled, books=books)
    declined = after("Y1 G2=2 G1", rulings=ruled, books=books)
    assert spaces(declined) == [1, 3, 4]
    assert spaces(after("R2 Y1 . +R2=2", rulings=ruled, books=books)) == [1, 3]
    assert "set aside" in refusal("R2=2", rulings=ruled, books=books)
    assert spaces(after("O1 B2[R2 O1>R2=2]", rulings=ruled)) == [1, 3, 5]
    assert "none moves" in str(why_illegal(after("B2[R2 O1]", rulings=ruled), Placed(None, 1)))


# What drawing and stopping refuse


def test_drawing_is_refused_after_explosion_stop_and_from_an_empty_bag() -> None:
    assert "has exploded" in refusal("W3 W3 W2 O1")
    assert "has exploded" in refusal("W3 W3 W2 .")
    assert "was stopped" in refusal("W3 . O1")
    assert "was stopped" in refusal("W3 . .")
    assert "The bag is empty" in refusal("W3 O1", bag="W3")
    assert "No O1 is left in the bag, which had 1" in refusal("O1 O1", bag="O1 W1")
    assert "'w1' is not a chip" in str(why_illegal(after(""), Drew("w1")))


def test_an_empty_bag_leaves_the_last_choices_and_the_end() -> None:
    assert legal_actions(after("W3", bag="W3")) == ("use_flask", "keep", "bag_empty")
    assert legal_actions(after("O1", bag="O1")) == ("bag_empty",)
    assert legal_actions(after("", bag="")) == ("bag_empty",)
    assert after("O1 .", bag="O1").phase is Phase.DONE


def test_a_refusal_names_the_number_of_the_event_and_the_mark() -> None:
    assert refusal("W3 O1 W2!!").startswith("Event 5 of the pot, !: The flask is empty")


def test_keeping_is_only_possible_where_something_could_go_back() -> None:
    assert "nothing to keep" in refusal("O1=")
    assert legal_actions(after("W1=")) == ("draw", "stop")
    assert "just drawn" in refusal("W1=!")


def test_actions_lead_to_events_and_what_chance_decides_has_none() -> None:
    state = after("W1 Y1")
    assert action_event(state, "return") == ReturnedWhite()
    assert action_event(after("W1", card="well_stirred"), "return") == Stirred()
    assert action_event(after("W1"), "use_flask") == UsedFlask()
    assert action_event(after("W1"), "keep") == Kept()
    assert action_event(after("W1"), "stop") == action_event(after("W1", bag="W1"), "bag_empty") == Stopped()
    assert action_event(after("B2[W1 O1"), "place:O1") == Placed("O1")
    assert action_event(after("B2[W1 O1"), "place:none") == Placed(None)
    settling = after("R1 .", books=Books(red=2))
    assert action_event(settling, "place_red:R1") == PlacedRed("R1")
    assert action_event(settling, "keep_red:R1") == KeptRed("R1")
    assert action_event(settling, "return_red:R1") == ReturnedRed("R1")
    for action in ("draw", "look"):
        with pytest.raises(ValueError, match="what came out of the bag"):
            action_event(after("B2"), action)
    with pytest.raises(ValueError, match="not possible now; possible: use_flask, keep, draw, stop"):
        action_event(after("W1"), "restart")
    with pytest.raises(ValueError, match="nothing is left to do"):
        action_event(after("W3 W3 W2"), "take_coins")
    with pytest.raises(ValueError, match="the brew is over"):
        action_event(after("."), "draw")


def test_an_object_that_is_no_event_is_refused() -> None:
    with pytest.raises(ValueError, match="use a tuple of events of a brew"):
        Brew(Bag.parse(BIG), pot=("W1",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is no event of a brew"):
        apply(after(""), "W1")  # type: ignore[arg-type]
