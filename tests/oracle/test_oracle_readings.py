"""The oracle against an example of each exact reading, card and ruling, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from .brew_evaluation import evaluate
from .brew_oracle import best, explode_within, next_draw, outcome, pot_after, values
from .brew_setup import TRACK
from .examples import ONE_PER_COIN, brew, drawn, lying, moves, rates, stop_value

ONE_RUBY = rates(ruby=1)


# Flask, Well Stirred ---------------------------------------------------------------------------------


def test_flask_restores_the_pending_doubling() -> None:
    """The state is as before the draw: the doubling of yellow 2 waits for the next chip."""
    setup = brew("Y1 W1 O1", books="Y2")
    assert lying(setup, "Y1 W1") == [("Y1", 1), ("W1", 3)]
    assert lying(setup, "Y1 W1 ! O1") == [("Y1", 1), ("O1", 3)]


def test_flask_spends_the_protected_draw() -> None:
    """Blue 2 of value 1: the flasked white was the protected draw."""
    setup = brew("B1 W1 W3", books="B2", limit=2)
    assert pot_after(setup, drawn("B1 W3")).protected
    after_flask = pot_after(setup, drawn("B1 W1 !"))
    assert after_flask.window == 0
    assert not pot_after(setup, drawn("B1 W1 ! W3")).protected


def test_a_white_merely_looked_at_is_not_the_first_white() -> None:
    """Well Stirred waits for the first white that is drawn, or placed through a look."""
    setup = brew("B1 W1x2 O1", card="well_stirred", flask=False)
    assert "return" in moves(setup, "B1 [W1] >- W1")
    assert "return" in moves(setup, "B1 [W1] >W1")
    assert "return" not in moves(setup, "B1 [W1] >W1 W1")
    assert lying(setup, "B1 [W1] >W1 ~") == [("B1", 1)]
    assert moves(setup, "B1 [W1] >W1 ~") == {"draw", "stop"}


def test_a_flasked_first_white_uses_well_stirred_up() -> None:
    """Neither the flask nor the card is left afterwards."""
    setup = brew("W1x3", card="well_stirred")
    assert moves(setup, "W1") == {"draw", "stop", "keep", "use_flask", "return"}
    assert moves(setup, "W1 ! W1") == {"draw", "stop"}
    assert moves(setup, "W1 ~ W1") == {"draw", "stop", "keep", "use_flask"}


def test_well_stirred_cannot_undo_an_explosion() -> None:
    """The pot is exploded before the white could go back."""
    assert moves(brew("W1x3", card="well_stirred", limit=0), "W1") == {"take_points", "take_coins"}


@pytest.mark.parametrize(("ruling", "allowed"), [("", True), ("flask_after_look=not_allowed", False)])
def test_flask_on_a_white_placed_through_a_look(ruling: str, allowed: bool) -> None:
    """Ruling 5; the state is then as after the look with nothing placed."""
    setup = brew("B1 W1 O1", rulings=ruling)
    assert ("use_flask" in moves(setup, "B1 [W1] >W1")) == allowed
    if allowed:
        assert lying(setup, "B1 [W1] >W1 !") == [("B1", 1)]
        assert moves(setup, "B1 [W1] >W1 !") == {"draw", "stop"}


# Yellow 1 --------------------------------------------------------------------------------------------


def test_directly_before_means_last_in_the_pot_now() -> None:
    """A flasked white, a returned white and a set-aside red in between do not matter."""
    setup = brew("W1 W2 W3 O1 Y1x2 R1", books="R2")
    assert "return" in moves(setup, "W1 R1 Y1")
    assert lying(setup, "W1 R1 Y1 <") == [("Y1", 2)]
    assert "return" in moves(setup, "W1 W2 ! Y1")
    assert "return" not in moves(setup, "O1 W2 ! Y1")
    assert "return" not in moves(setup, "W1 W2 Y1 < Y1")
    assert lying(setup, "W1 W2 Y1 <") == [("W1", 1), ("Y1", 4)]


def test_last_and_next_to_last_are_counted_without_the_returned_white() -> None:
    """G1 W1 Y1 with the white returned: green lies next to last."""
    setup = brew("G1 W1 Y1", rates=ONE_RUBY)
    assert stop_value(setup, "G1 W1 Y1") == 0
    assert stop_value(setup, "G1 W1 Y1 <") == 1


# Yellow 2 --------------------------------------------------------------------------------------------


def test_a_set_aside_red_leaves_the_doubling_pending() -> None:
    """The orange after it moves 2; so does a red placed after the stop if nothing came in between."""
    setup = brew("Y1 R1 O1", books="Y2 R2")
    assert lying(setup, "Y1 R1 O1") == [("Y1", 1), ("O1", 3)]
    assert lying(setup, "Y1 R1 . +R1") == [("Y1", 1), ("R1", 3)]
    assert lying(setup, "Y1 R1 O1 . +R1") == [("Y1", 1), ("O1", 3), ("R1", 4)]


def test_a_second_yellow_moves_double_and_doubles_the_next() -> None:
    """Y1, then Y2 moves 4, then O1 moves 2, then W1 moves 1."""
    setup = brew("Y1 Y2 O1 W1", books="Y2")
    assert lying(setup, "Y1 Y2 O1 W1") == [("Y1", 1), ("Y2", 5), ("O1", 7), ("W1", 8)]


@pytest.mark.parametrize(
    ("books", "card", "out", "printed_only", "bonus_too"),
    [
        ("Y2 R4", None, "R1 Y1 W1", 3, 4),
        ("Y2", "pumpkin_patch_party", "Y1 O1", 3, 4),
        ("Y2 R1", None, "O1 Y1 R1", 3, 4),
        ("Y2 R3", None, "Y1 R1", 2, 2),
    ],
)
def test_only_the_printed_value_doubles(
    books: str, card: str | None, out: str, printed_only: int, bonus_too: int
) -> None:
    """Ruling 6: W1 under red 4, O1 with the pumpkin card and red 1 move 3, or 4 if bonus spaces double too."""
    for ruling, moved in (("", printed_only), ("yellow2_doubles=bonus_too", bonus_too)):
        chips = lying(brew("R1 Y1 W1 O1", books=books, card=card, rulings=ruling), out)
        assert chips[-1][1] - chips[-2][1] == moved


def test_red_3_adds_the_white_directly_before_it() -> None:
    """A yellow 2 that would double the red lies between them, so its doubling goes to the white."""
    setup = brew("Y1 W2 R4", books="Y2 R3")
    assert lying(setup, "Y1 W2 R4") == [("Y1", 1), ("W2", 5), ("R4", 11)]
    assert lying(setup, "W2 R4") == [("W2", 2), ("R4", 8)]
    assert lying(setup, "R4") == [("R4", 4)]


# Blue ------------------------------------------------------------------------------------------------


def test_a_picked_red_2_may_be_set_aside() -> None:
    """It leaves the bag, the blue stays last, and it may be placed after the stop."""
    setup = brew("B1 R2 O1", books="R2")
    assert pot_after(setup, drawn("B1 [R2] >R2")).aside == ("R2",)
    assert lying(setup, "B1 [R2] >R2 . +R2") == [("B1", 1), ("R2", 3)]


def test_looks_chain_and_seen_chips_count_as_in_the_bag() -> None:
    """B1 shows B2, B2 placed shows two of the three chips left, the one not taken by B1's look among them."""
    setup = brew("B1 B2 W1 O1 G1")
    assert moves(setup, "B1 [B2] >B2") == {"look"}
    assert lying(setup, "B1 [B2] >B2 [O1,W1] >O1") == [("B1", 1), ("B2", 3), ("O1", 4)]
    assert next_draw(brew("B2 W1 O1", limit=0), drawn("B2 [O1,W1] >-")) == Fraction(1, 2)


def test_a_look_is_worth_the_mean_of_the_best_chip_seen() -> None:
    """Every white explodes; B1 lies on 1 and shows one of O1 and W1."""
    setup = brew("B1 O1 W1", limit=0, objective="space", flask=False)
    # seen O1 (1/2): placed on 2, scoring 3, then stop. Seen W1 (1/2): place nothing; stop for 2, or draw: 1/2 * 3
    assert values(setup, drawn("B1")) == {"look": Fraction(3 + 2, 2)}
    # before: draw B1 (1/3) 5/2, O1 (1/3) then stop 2 or draw, W1 explodes. After O1: B1 (1/2) -> 3, else 0
    assert values(setup) == {"stop": 1, "draw": Fraction(1, 3) * Fraction(5, 2) + Fraction(1, 3) * 2}


def test_blue_2_windows_do_not_add() -> None:
    """A draw first uses one protected draw, then the longer window remains."""
    setup = brew("B1 B2 B4 W1x2", books="B2")
    assert pot_after(setup, drawn("B1 B2")).window == 2
    assert pot_after(setup, drawn("B4 B2")).window == 3
    assert pot_after(setup, drawn("B4 W1 W1 B2")).window == 2
    assert pot_after(setup, drawn("B2 W1 W1")).window == 0


def test_blue_3_and_4_pay_by_the_space_of_the_chip() -> None:
    """Index 5 shows a ruby: B1 from 4 pays, B2 from 4 (on 6) does not."""
    assert stop_value(brew("B1 B2", books="B3", start=4, rates=ONE_RUBY), "B1") == 1 + TRACK[6].victory_points
    assert stop_value(brew("B1 B2", books="B3", start=4, rates=ONE_RUBY), "B2") == TRACK[7].victory_points
    assert stop_value(brew("B2", books="B4", start=3), "B2") == 2 + TRACK[6].victory_points
    assert stop_value(brew("B4", books="B4", start=5), "B4") == 4 + TRACK[10].victory_points


# Red 2 -----------------------------------------------------------------------------------------------


def test_reds_beside_the_pot_are_decided_after_the_end() -> None:
    """Placed in the order chosen, kept or put back; those of earlier rounds too; also after an explosion."""
    setup = brew("R1 W3", books="R2", beside=(("R4", 1),), limit=2, rates=rates(kept_red={"R1": 3, "R4": 2}))
    assert moves(setup, "R1 .") == {
        f"{move}:{kind}" for move in ("place_red", "keep_red", "return_red") for kind in ("R1", "R4")
    }
    assert "place_red:R4" in moves(setup, "W3")
    assert lying(setup, "R1 . +R4 +R1") == [("R4", 4), ("R1", 5)]
    assert lying(setup, "R1 . +R1 =R4") == [("R1", 1)]
    assert stop_value(setup, "R1 . =R1 =R4") == 5
    assert stop_value(setup, "R1 . -R1 -R4") == 0
    assert stop_value(setup, "R1 . +R1 +R4") == 0 + TRACK[6].victory_points
    assert values(setup, drawn("R1 ."))["place_red:R4"] == 3


def test_a_kept_red_of_negative_worth_counts_nothing() -> None:
    """Kept reds add the greater of 0 and their rate."""
    assert stop_value(brew("R1", books="R2", rates=rates(kept_red={"R1": -1})), "R1 . =R1") == 0


def test_reds_come_after_strong_ingredient() -> None:
    """First the look of the card, then the reds."""
    setup = brew("R1 O1 W1", books="R2", card="strong_ingredient")
    assert moves(setup, "R1 .") == {"look"}
    assert lying(setup, "R1 . [O1,W1] >O1 +R1") == [("O1", 1), ("R1", 2)]


# End of the track ------------------------------------------------------------------------------------


def test_at_the_end_of_the_track_chips_lie_on_52() -> None:
    """Drawing goes on; 52 is a ruby space for blue 3; greens still count; the scoring space is 53."""
    setup = brew("O1 B1x2 G1", books="B3", start=52, rates=ONE_RUBY)
    assert lying(setup, "O1 B1 B1") == [("O1", 52), ("B1", 52), ("B1", 52)]
    assert stop_value(setup, "O1 B1 B1 G1") == 15 + 2 + 1


# Second Chance ---------------------------------------------------------------------------------------


def test_second_chance_is_offered_at_the_fifth_chip_only() -> None:
    """Offered with the fifth chip in the pot, gone with the sixth."""
    setup = brew("O1x8", card="second_chance")
    assert moves(setup, "O1 O1 O1 O1") == {"draw", "stop"}
    assert moves(setup, "O1 O1 O1 O1 O1") == {"draw", "stop", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 O1 O1 go") == {"draw", "stop"}
    assert moves(setup, "O1 O1 O1 O1 O1 O1") == {"draw", "stop"}
    assert lying(setup, "O1 O1 O1 O1 O1 /") == []
    assert moves(setup, "O1 O1 O1 O1 O1 / O1 O1 O1 O1 O1") == {"draw", "stop"}


def test_second_chance_is_offered_at_an_explosion_before_it_was_used_up() -> None:
    """White limit 0: every white explodes."""
    setup = brew("W1 O1", card="second_chance", limit=0, objective="space")
    assert moves(setup, "W1") == {"restart", "go_on"}
    assert moves(setup, "W1 go") == {"take_points", "take_coins"}
    assert moves(setup, "W1 / W1") == {"take_points", "take_coins"}
    # 1/2 orange first: stop on 2; 1/2 white first: restart, then stop on 1 or draw for 1/2 * 2
    assert values(setup) == {"stop": 1, "draw": Fraction(1, 2) * 2 + Fraction(1, 2) * 1}
    with_red = brew("W1 R1 O1", books="R2", card="second_chance", limit=0)
    assert moves(with_red, "R1 W1") == {"restart", "go_on"}
    assert moves(with_red, "R1 W1 go") == {"place_red:R1", "keep_red:R1", "return_red:R1"}
    assert moves(with_red, "R1 W1 +R1") == {"take_points", "take_coins"}
    late = brew("O1x5 W1", card="second_chance", limit=0)
    assert moves(late, "O1 O1 O1 O1 O1 W1") == {"take_points", "take_coins"}


def test_flasking_the_fifth_white_leaves_the_offer_open() -> None:
    """The pot holds four again; the next chip is the fifth."""
    setup = brew("O1x5 W1", card="second_chance")
    assert moves(setup, "O1 O1 O1 O1 W1") == {"draw", "stop", "use_flask", "keep", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 O1 W1 !") == {"draw", "stop"}
    assert moves(setup, "O1 O1 O1 O1 W1 ! O1") == {"draw", "stop", "restart", "go_on"}


def test_a_yellow_1_that_returns_a_white_still_triggers_the_offer() -> None:
    """Five lay in the pot for a moment."""
    setup = brew("O1x5 W1 Y1", card="second_chance", flask=False)
    assert moves(setup, "O1 O1 O1 W1 Y1") == {"draw", "stop", "keep", "return", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 W1 Y1 <") == {"draw", "stop", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 W1 Y1 < O1") == {"draw", "stop"}


def test_second_chance_comes_after_the_look() -> None:
    """A fifth blue looks first; a chip placed through a look may be the fifth."""
    setup = brew("O1x6 B1", card="second_chance")
    assert moves(setup, "O1 O1 O1 O1 B1") == {"look"}
    assert moves(setup, "O1 O1 O1 O1 B1 [O1] >-") == {"draw", "stop", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 O1 B1 [O1] >O1") == {"draw", "stop", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 B1 [O1] >O1") == {"draw", "stop", "restart", "go_on"}
    assert moves(setup, "O1 O1 O1 B1 [O1] >-") == {"draw", "stop"}
    white = brew("O1x4 B1 W1", card="second_chance")
    assert moves(white, "O1 O1 O1 O1 B1 [W1] >W1 !") == {"draw", "stop", "restart", "go_on"}
    assert moves(white, "O1 O1 O1 B1 [W1] >W1 !") == {"draw", "stop"}


def test_a_set_aside_red_is_not_one_of_the_five_and_goes_back_at_a_restart() -> None:
    """It does not lie in the pot; all chips drawn in this round go back."""
    setup = brew("O1x5 R1", books="R2", card="second_chance", beside=(("R2", 1),))
    assert moves(setup, "O1 O1 O1 O1 R1") == {"draw", "stop"}
    again = pot_after(setup, drawn("O1 O1 O1 O1 R1 O1 /"))
    assert (again.bag, again.aside, again.beside) == ((("O1", 5), ("R1", 1)), (), ("R2",))


def test_a_restart_keeps_the_used_flask_and_the_gains() -> None:
    """Blue 4's points and blue 3's ruby stay, purple 3 pays for the final pot only."""
    setup = brew("B1 O1x5 W1", books="B4", start=4, card="second_chance")
    again = pot_after(setup, drawn("B1 W1 ! O1 O1 O1 O1 /"))
    assert (again.flask, again.points, again.chips, again.window) == (False, 1, (), 0)
    setup = brew("B1 O1x5", books="B3", start=4, card="second_chance")
    assert pot_after(setup, drawn("B1 O1 O1 O1 O1 /")).rubies == 1
    setup = brew("P1x5", books="P3", start=13, card="second_chance")
    assert stop_value(setup, "P1 P1 P1 P1 P1 / P1 .") == TRACK[15].victory_points + 1


# Strong Ingredient -----------------------------------------------------------------------------------


def test_strong_ingredient_not_after_any_explosion() -> None:
    """Protected or not."""
    setup = brew("B1 W1 O1", books="B2", card="strong_ingredient", limit=0)
    assert moves(setup, "B1 W1") == {"exploded"}
    assert pot_after(setup, drawn("B1 W1")).protected
    assert moves(setup, "O1 W1") == {"take_points", "take_coins"}


def test_strong_ingredient_sees_up_to_five_even_with_an_empty_pot() -> None:
    """min(5, left) chips; with an empty bag there is nothing to see."""
    assert pot_after(brew("O1x7", card="strong_ingredient"), drawn(".")).look == 5
    assert pot_after(brew("O1x3", card="strong_ingredient"), drawn("O1 .")).look == 2
    assert moves(brew("O1", card="strong_ingredient"), "O1") == {"bag_empty"}
    # O1 and G4 are both seen with an empty pot: the G4 is placed on 4, the scoring space is 5
    assert stop_value(brew("O1 G4", card="strong_ingredient", objective="space")) == 5


def test_the_chip_of_strong_ingredient_does_nothing_by_itself() -> None:
    """No bonus, no set-aside, no look, no doubling, no ruby; but a pending doubling and red 4 work."""
    strong = "strong_ingredient"
    assert lying(brew("O1 R2", card=strong), "O1 . [R2] >R2") == [("O1", 1), ("R2", 3)]
    assert lying(brew("O1 R2", books="R2", card=strong), "O1 . [R2] >R2") == [("O1", 1), ("R2", 3)]
    assert lying(brew("W2 R2", books="R3", card=strong), "W2 . [R2] >R2") == [("W2", 2), ("R2", 4)]
    assert lying(brew("O1 Y2", books="Y4", card=strong), "O1 . [Y2] >Y2") == [("O1", 1), ("Y2", 3)]
    assert lying(brew("Y1 O1", books="Y2", card=strong), "Y1 . [O1] >O1") == [("Y1", 1), ("O1", 3)]
    assert lying(brew("R1 W1", books="R4", card=strong), "R1 . [W1] >W1") == [("R1", 1), ("W1", 3)]
    assert moves(brew("O1 B2", card=strong), "O1 . [B2] >B2") == {"stop"}
    assert pot_after(brew("B1", books="B3", start=4, card=strong), drawn(". [B1] >B1")).rubies == 0
    doubled = brew("R1 Y1 O1", books="R2 Y2", card=strong)
    assert lying(doubled, "R1 . [O1,Y1] >Y1 +R1") == [("Y1", 1), ("R1", 2)]


def test_the_white_of_strong_ingredient_cannot_explode_but_counts_for_the_seven() -> None:
    """W3 W3 and a W1 make exactly seven: green 3 moves the last chip by 1."""
    setup = brew("G1 W3x2 W1 W2", books="G3", card="strong_ingredient", objective="space")
    assert stop_value(setup, "G1 W3 W3 . [W1,W2] >W1") == 10
    assert stop_value(setup, "G1 W3 W3 . [W1,W2] >W2") == 10
    assert not pot_after(setup, drawn("G1 W3 W3 . [W1,W2] >W2")).exploded


@pytest.mark.parametrize(("ruling", "rubies"), [("", 1), ("strong_step_b=counts", 2)])
def test_the_green_of_strong_ingredient_gets_no_reward_but_is_last(ruling: str, rubies: int) -> None:
    """G1 and the G2 of the card: only the G1, next to last, pays; G1 O1 and the G2: nothing."""
    setup = brew("G1 G2 O1", card="strong_ingredient", rulings=ruling, rates=ONE_RUBY)
    index = 4
    assert stop_value(setup, "G1 . [G2,O1] >G2") == rubies + TRACK[index].ruby
    assert stop_value(setup, "G1 O1 . [G2] >G2") == rubies - 1 + TRACK[5].ruby


@pytest.mark.parametrize(("ruling", "points"), [("", 0), ("strong_step_b=counts", 1)])
def test_the_purple_of_strong_ingredient_does_not_count(ruling: str, points: int) -> None:
    """Purple 1 would pay one point."""
    assert stop_value(brew("P1", card="strong_ingredient", rulings=ruling), ". [P1] >P1") == points


# Step B ----------------------------------------------------------------------------------------------


def test_green_3_is_optional_and_the_die_comes_before_it() -> None:
    """W3 W3 W1 G1 end on 8, scoring 9, or moved by 1 scoring 10; the die is rolled on 9 only."""
    chances = tuple(int(index == 9) for index in range(54))
    setup = brew("W3x2 W1 G1", books="G3", rates=rates(die=10, die_chance=chances))
    assert stop_value(setup, "W3 W3 W1 G1") == TRACK[10].victory_points + 10
    dear = brew("W3x2 W1 G1", books="G3", rates=rates(coins=tuple(-c for c in range(36))))
    assert stop_value(dear, "W3 W3 W1 G1") == TRACK[9].victory_points - 9


def test_a_purple_moved_by_green_3_scores_on_its_new_space() -> None:
    """From start 11 the purple lies on 23 (printed 19, one point) and moves by 4 to 27 (printed 21, two points)."""
    setup = brew("G4 W3x2 W1 P1", books="G3 P3", start=11)
    assert lying(setup, "G4 W3 W3 W1 P1")[-1] == ("P1", 23)
    assert stop_value(setup, "G4 W3 W3 W1 P1") == TRACK[28].victory_points + 2


@pytest.mark.parametrize(
    ("purples", "numbers", "extra"),
    [
        (1, {}, 1),
        (2, {"ruby": 3}, 1 + 3),
        (2, {"ruby": -3}, 1),
        (3, {"ruby": 3}, 1 + 3),
        (3, {"droplet": 3}, 2 + 3),
        (3, {"droplet": -3}, 2),
        (4, {"ruby": 1, "droplet": 1}, 2 + 1),
    ],
)
def test_purple_1_takes_one_tier_lower_ones_included(purples: int, numbers: dict[str, int], extra: int) -> None:
    """books.json, purple 1: 1 VP / 1 VP and a ruby / 2 VP and a droplet step; the scoring space is without a ruby."""
    setup = brew("P1x4", start=9, rates=rates(**numbers))
    index = 9 + purples + 1
    assert stop_value(setup, "P1 " * purples) == TRACK[index].victory_points + extra + TRACK[index].ruby * numbers.get(
        "ruby", 0
    )


def test_purple_2_gives_chips_up_for_chips() -> None:
    """Given chips are worth what the bag loses; a yellow 4 only once its book is open, or by ruling."""
    worth = {"P1": 2, "K1": 5, "G1": 1, "B2": 4, "Y4": 9}
    setup = brew("P1x3", books="P2", rates=rates(chip=worth, ruby=1, droplet=1))
    assert stop_value(setup, "P1") == 1 + 1 + 5 - 2
    assert stop_value(setup, "P1 P1") == max(3 + 1 + 5 - 4, 5)
    # three: 6 VP, ruby, 2 steps, no yellow in round 1, three purples gone; the scoring space 4 prints nothing
    assert stop_value(setup, "P1 P1 P1") == max(6 + 1 + 2 - 6, 5)
    open_book = brew("P1x3", books="P2", round=3, rates=rates(chip=worth, ruby=1, droplet=1))
    assert stop_value(open_book, "P1 P1 P1") == 6 + 1 + 2 + 9 - 6
    ruled = brew("P1x3", books="P2", rulings="early_gift=given", rates=rates(chip=worth, ruby=1, droplet=1))
    assert stop_value(ruled, "P1 P1 P1") == 6 + 1 + 2 + 9 - 6


def test_purple_4_swaps_one_chip_of_the_pot() -> None:
    """1: a 1 for a 2; 2: a 2 for a 4; 3: a 1 for a 4; never white, never a colour without bigger chips."""
    worth = {"G1": 1, "G2": 3, "G4": 8, "R2": 2, "R4": 6, "W2": 99, "O2": 99}
    setup = brew("P1x3 G1 R2 W1 O1", books="P4", rates=rates(chip=worth))
    assert stop_value(setup, "P1 W1 O1") == 0
    assert stop_value(setup, "P1 G1") == 3 - 1
    assert stop_value(setup, "P1 P1 G1") == 3 - 1
    assert stop_value(setup, "P1 P1 R2 G1") == (6 - 2) + TRACK[6].victory_points
    assert stop_value(setup, "P1 P1 P1 G1") == (8 - 1) + TRACK[5].victory_points


def test_green_2_gifts_by_value_and_round() -> None:
    """G1 an orange 1, G2 a blue 1 or red 1, G4 a yellow 1 (round 2) or purple 1 (round 3)."""
    worth = {"O1": 1, "B1": 2, "R1": 3, "Y1": 5, "P1": 7}
    for number, gift in ((1, 0), (2, 5), (3, 7)):
        setup = brew("G1 G2 G4", books="G2", round=number, rates=rates(chip=worth))
        assert stop_value(setup, "G1 G2") == 1 + 3
        assert stop_value(setup, "G1 G2 G4") == 3 + gift + TRACK[8].victory_points
    ruled = brew("G4", books="G2", rulings="early_gift=given", rates=rates(chip=worth))
    assert stop_value(ruled, "G4") == 7
    assert stop_value(brew("G1", books="G2", rates=rates(chip={"O1": -1})), "G1") == 0


def test_green_4_pays_from_rubies_held() -> None:
    """Rubies before, of blue 3 and of purple pay; the scoring space's ruby comes too late."""
    numbers = rates(droplet=3, ruby=1)
    assert stop_value(brew("G1x2", books="G4", rates=numbers), "G1 G1") == 0
    assert stop_value(brew("G1x2", books="G4", rubies=1, rates=numbers), "G1 G1") == 2
    assert stop_value(brew("G1x2", books="G4", rubies=5, rates=numbers), "G1 G1") == 4
    assert stop_value(brew("G1 B1", books="G4 B3", start=4, rates=numbers), "B1 G1") == 3 + TRACK[7].victory_points
    # two purples: 1 VP and a ruby that pays a step
    assert stop_value(brew("P1x2 G1", books="G4", rates=numbers), "P1 P1 G1") == 1 + 3
    # scoring space 5 shows a ruby, which cannot pay
    assert stop_value(brew("O1x3 G1", books="G4", rates=numbers), "O1 O1 O1 G1") == 1


def test_chips_given_away_leave_the_scoring_space_and_the_order_alone() -> None:
    """Purple 2 gives the last chip away; the green stays next to last and the space is that after the purple."""
    setup = brew("G1 P1", books="P2", rates=rates(ruby=1, chip={"K1": 50}))
    ends = outcome(setup, drawn("G1 P1"))
    assert ends["scoring"] == {(3, False): 1}
    assert best(setup, drawn("G1 P1")) == 1 + 1 + 1 + 50


def test_black_pays_by_number_also_after_an_explosion() -> None:
    """The rate for n black chips, the chip of Strong Ingredient not counted."""
    setup = brew("K1x2 W1", limit=0, rates=rates(black=(0, 4, 7)))
    assert [stop_value(setup, out) for out in ("", "K1", "K1 K1", "K1 W1")] == [0, 4, 7, 4]
    strong = brew("K1x2", card="strong_ingredient", rates=rates(black=(0, 4, 7)))
    assert stop_value(strong, "K1 . [K1] >K1") == 4


# Cards of the end of the round -----------------------------------------------------------------------


def test_cards_that_pay_at_the_end() -> None:
    """Scoring space 5 shows a ruby and prints no point; the exact seven pays a step; the potion fills the flask."""
    assert stop_value(brew("O1", start=3), "O1") == 0
    assert stop_value(brew("O1", start=3, card="lucky_devil"), "O1") == 2
    assert stop_value(brew("W1", start=3, limit=0, card="lucky_devil"), "W1") == 2
    assert stop_value(brew("O1", start=3, card="shining_extra_bright", rates=ONE_RUBY), "O1") == 2
    assert stop_value(brew("O1", start=3, card="schadenfreude", rates=ONE_RUBY), "O1") == 1
    seven = brew("W3x2 W1", card="seasoned_perfectly", rates=rates(droplet=5))
    assert stop_value(seven, "W3 W3 W1") == TRACK[8].victory_points + 5
    assert stop_value(seven, "W3 W3") == TRACK[7].victory_points
    assert stop_value(brew("O1", flask=False, card="magic_potion", rates=rates(flask=4)), "O1") == 4
    assert stop_value(brew("O1", flask=False, rates=rates(flask=4)), "O1") == 0
    twice = rates(die=3, die_chance=(Fraction(1, 2),) * 54)
    assert stop_value(brew("O1", rates=twice), "O1") == Fraction(3, 2)
    assert stop_value(brew("O1", card="pot_is_full", rates=twice), "O1") == 3


def test_pumpkins_move_one_further() -> None:
    """Pumpkin Patch Party."""
    assert lying(brew("O1x2", card="pumpkin_patch_party"), "O1 O1") == [("O1", 2), ("O1", 4)]


def test_yellow_4_moves_further_up_to_the_third() -> None:
    """1, 2, 3 extra, then nothing."""
    assert lying(brew("Y1x4", books="Y4"), "Y1 Y1 Y1 Y1") == [("Y1", 2), ("Y1", 5), ("Y1", 9), ("Y1", 10)]


def test_extra_spaces_may_be_declined_by_ruling() -> None:
    """Yellow 4 from 2: Y1 moves 2 (scoring 5) or 1 (scoring 4, better where coins cost)."""
    setup = brew("Y1", books="Y4", start=2, rates=rates(coins=tuple(-c for c in range(36))))
    assert values(setup)["draw"] == -5
    ruled = brew("Y1", books="Y4", start=2, rulings="extra_spaces=may_decline", rates=setup.rates)
    assert values(ruled)["draw"] == -4


# Round 9 ---------------------------------------------------------------------------------------------


def test_the_die_of_round_9_counts_with_the_parity_of_rubies() -> None:
    """Faces 1, 1, 2, ruby, droplet, orange: 4/6 points, and 1/6 for the ruby if one ruby is held."""
    numbers = rates(die_chance=(1,) * 54)
    assert stop_value(brew("O1", round=9, rates=numbers), "O1") == Fraction(4, 6)
    assert stop_value(brew("O1", round=9, rubies=1, rates=numbers), "O1") == Fraction(5, 6)
    # two rolls: 8/6 points; with no ruby held both must show it (1/36), with one at least one (11/36)
    assert stop_value(brew("O1", round=9, card="pot_is_full", rates=numbers), "O1") == Fraction(8, 6) + Fraction(1, 36)
    full = brew("O1", round=9, rubies=1, card="pot_is_full", rates=numbers)
    assert stop_value(full, "O1") == Fraction(8, 6) + Fraction(11, 36)


def test_beating_counts_a_tie_one_half() -> None:
    """O1 from 9 lies on 10: scoring 11 is 2 points and 2 for the coins."""
    for to_beat, expected in ((3, Fraction(1)), (4, Fraction(1, 2)), (5, Fraction(0))):
        assert stop_value(brew("O1", start=9, round=9, objective=f"beat={to_beat}"), "O1") == expected
    # with a certain die: 5 points or more by the faces 1, 1 and 2, a tie by the other three
    die = brew("O1", start=9, round=9, objective="beat=4", rates=rates(die_chance=(1,) * 54))
    assert stop_value(die, "O1") == Fraction(3, 6) + Fraction(3, 6) / 2


def test_step_b_of_round_9_is_chosen_after_the_die() -> None:
    """Green 3 may leave a ruby space: whether its ruby makes a pair depends on the ruby of the die."""
    # G1 on 8, W3 W3 W1 on 15: scoring 16 (3 points, 15 coins, a ruby), moved 17 (3 points, 16 coins, no ruby)
    setup = brew("G1 W3x2 W1", books="G3", start=7, round=9, rates=rates(die_chance=(1,) * 54))
    found = evaluate(setup, pot_after(setup, drawn("G1 W3 W3 W1 .")))
    # unmoved: 3 + 3 and one ruby, a pair only with the ruby face
    assert found.value == 6 + Fraction(4, 6) + Fraction(1, 6)


def test_an_exploded_last_round_takes_points_or_coins() -> None:
    """Scoring space 5 prints 5 coins (one point) and no point; the ruby of the space pairs with one held."""
    assert stop_value(brew("W1", start=3, limit=0, round=9), "W1") == 1
    assert stop_value(brew("W1", start=3, limit=0, round=9, rubies=1), "W1") == 2
    assert stop_value(brew("W1", start=13, limit=0, round=9), "W1") == 3
    no_die = rates(die=7, die_chance=(1,) * 54)
    assert stop_value(brew("W1", start=13, limit=0, round=9, rates=no_die), "W1") == 3
    protected = brew("B1 W1", books="B2", start=12, limit=0, round=9, rates=no_die)
    assert stop_value(protected, "B1 W1") == TRACK[15].victory_points + 3


# Objectives and rules --------------------------------------------------------------------------------


def test_printed_objectives_count_an_exploded_pot_as_nothing_and_a_protected_one_fully() -> None:
    """Coins, points and space of the scoring space."""
    for objective, expected in (("coins", 14), ("vp", 3), ("space", 14)):
        setup = brew("B1 W2", books="B2", start=10, limit=0, objective=objective)
        assert stop_value(setup, "B1 W2") == expected
        assert stop_value(setup, "W2") == 0


def test_a_rule_governs_drawing_only() -> None:
    """Never stop with a full flask: whether the flask is used is still chosen."""
    never = brew("W1 W2 O1", limit=2, objective="space", rule="never")
    # W1 (on 1): keep, then W2 explodes surely; flask: two draws of the same bag, explodes as well: all is worth 0
    assert best(never) == 0
    chips = brew("W1 O1 G1", limit=7, objective="space", flask=False, rule="chips>=2")
    assert best(chips) == Fraction(3)
    risk = brew("W1 O1x3", limit=0, objective="space", flask=False, rule="risk<=1/4")
    # draws first (1/4), then the risk is 1/3: stop on 2 with chance 3/4
    assert best(risk) == Fraction(3, 4) * 2
    assert values(risk)["stop"] == 1
    whites = brew("W1x2", limit=7, objective="space", rule="white>=1", flask=False)
    assert best(whites) == 2


def test_yellow_3_counts_in_the_chance_of_exploding_within_some_draws() -> None:
    """W1 Y1 with limit 7 and seven whites lying: Y1 first saves the W1."""
    setup = brew("W3x2 W1x2 Y1", books="Y3")
    assert explode_within(setup, drawn("W3 W3 W1"), 1) == Fraction(1, 2)
    assert explode_within(setup, drawn("W3 W3 W1"), 2) == Fraction(1, 2)


def test_ties_are_told_only_where_the_ends_differ() -> None:
    """Stop and draw are worth the same and end differently; putting a red back or keeping it ends the same."""
    assert outcome(brew("O1", rates=rates(coins=ONE_PER_COIN)))["ties"] is False
    assert outcome(brew("O1"))["ties"] is True
    assert outcome(brew("R1", books="R2"), drawn("R1 ."))["ties"] is True
    assert outcome(brew("R1", books="R2", objective="space"), drawn("R1 ."))["ties"] is False


@pytest.mark.parametrize(
    "out", ["!", "O1 !", "O1 ~", "O1 <", "O1 /", "O1 [O1]", "O1 >O1", "O1 . O1", "O1 +R1", "Y1 <", "go", "W1 <", "R4"]
)
def test_what_cannot_happen_is_refused(out: str) -> None:
    """An event out of its time raises."""
    with pytest.raises(ValueError, match=r"."):
        values(brew("O1x2 W1 Y1"), drawn(out))
