"""Every fortune card, from the rules and their exact readings."""

from collections.abc import Iterator

import pytest

from quacks_math.brew.model.events import Looked, Placed, WentOn
from quacks_math.game.engine.actions import legal_actions, options, turn, why_illegal
from quacks_math.game.engine.events import Brewed, CardDrawn, Chose
from quacks_math.game.engine.fold import apply
from quacks_math.game.engine.state import Ask, GameState
from quacks_math.material.cards import FORTUNE_CARDS
from tests.quacks_math.game.table import after_questions, asked, bag_of, card, give, pots, say, stock, table

START = "W1x4 W2x2 W3 O1 G1"


def possible(state: GameState) -> list[str]:
    return [option.answer for option in options(state) if option.why_not is None]


def why_not(state: GameState, answer: str) -> str | None:
    return next(option.why_not for option in options(state) if option.answer == answer)


def test_every_card_has_a_test_here() -> None:
    tested = " ".join(name for name in globals() if name.startswith("test_"))
    untested = [name for name in FORTUNE_CARDS if name not in tested]
    assert not untested


# Cards that are done at once.


def test_choose_wisely_gives_two_droplet_steps_or_from_round_3_a_purple_chip() -> None:
    state = card(table(2, round_number=3), "choose_wisely")
    assert possible(state) == ["droplet", "P1"]
    state = say(state, "droplet", "P1")
    assert state.seats[0].droplet == 2
    assert bag_of(state, 1) == f"{START} P1"
    early = card(table(2, round_number=2), "choose_wisely")
    assert asked(early) == ("brew", 0), "only the droplet is possible, so nobody is asked"
    assert [seat.droplet for seat in early.seats] == [2, 2]


def test_choose_wisely_says_why_the_purple_chip_is_missing() -> None:
    state = card(table(1, round_number=2, tubes=True), "choose_wisely")
    assert asked(state) == ("step", 0), "with test tubes each step is asked for"
    state = card(stock(table(1, round_number=4, tubes=True), P1=0), "choose_wisely")
    assert asked(state) == ("step", 0)
    early_gift = {"early_gift": "given"}
    assert possible(card(table(1, rulings=early_gift), "choose_wisely")) == ["droplet", "P1"]


def test_pot_filling_up_moves_every_droplet() -> None:
    state = card(table(3), "pot_filling_up")
    assert [seat.droplet for seat in state.seats] == [1, 1, 1]


def test_charity_gives_a_ruby_to_all_who_have_fewest() -> None:
    state = give(table(3), 1, rubies=3)
    assert [seat.rubies for seat in card(state, "charity").seats] == [2, 3, 2]
    assert card(table(1), "charity").seats[0].rubies == 2, "one seat has the fewest"


def test_less_is_more_pays_the_lowest_total_a_blue_2_and_everybody_else_a_ruby() -> None:
    state = card(table(3), "less_is_more")
    state = say(state, "draw W1 W1 W1 W1 O1", "draw W3 W2 W2 W1 W1")
    assert asked(state) == ("draw_chips", 2)
    state = say(state, "draw W1 W1 W1 O1 G1")
    assert [bag_of(state, seat) for seat in range(3)] == [f"{START[:-2]}G1 B2", START, f"{START} B2"]
    assert [seat.rubies for seat in state.seats] == [1, 2, 1]


def test_less_is_more_in_turn_order_while_blue_2_chips_last() -> None:
    state = card(stock(table(2), B2=1), "less_is_more")
    state = say(state, "draw W1 W1 W1 W1 O1", "draw W1 W1 W1 W1 G1")
    assert [bag_of(state, seat) for seat in range(2)] == [f"{START} B2", START]
    assert [seat.rubies for seat in state.seats] == [1, 1], "the lost chip is not replaced by a ruby"


def test_only_choose_one_offers_a_black_chip_any_2_chip_or_three_rubies() -> None:
    state = card(table(2, round_number=2), "only_choose_one")
    assert possible(state) == ["G2", "B2", "R2", "Y2", "K1", "rubies"]
    state = say(state, "rubies", "K1")
    assert state.seats[0].rubies == 4
    assert bag_of(state, 1) == f"{START} K1"
    early = card(table(2), "only_choose_one")
    assert "round 2" in (why_not(early, "Y2") or "")
    assert "Y2 cannot be taken in round 1" in (why_illegal(early, Chose(0, "card", "Y2")) or "")


def test_wheel_and_deal_sells_one_1_chip_for_a_ruby_but_no_purple_and_no_black_one() -> None:
    state = card(give(table(2, round_number=3), 1, rubies=0), "wheel_and_deal")
    assert possible(state) == ["O1", "G1", "B1", "R1", "Y1", "none"]
    state = say(state, "B1")
    assert (state.seats[0].rubies, bag_of(state, 0)) == (0, "W1x4 W2x2 W3 O1 G1 B1")
    assert asked(state) == ("brew", 0), "who has no ruby is not asked"


def test_good_start_turns_up_to_three_rat_tails_into_rubies() -> None:
    state = give(table(3, round_number=2), 0, victory_points=20)
    state = give(give(state, 1, victory_points=16), 2, victory_points=19)
    state = card(state, "good_start")
    assert asked(state) == ("card", 1), "the leader has no tails to give"
    assert possible(state) == ["0", "1", "2"]
    state = say(state, "2")
    assert (state.seats[1].tails, state.seats[1].rubies) == (0, 3)
    assert asked(state) == ("brew", 0), "no tail lies between 19 and 20"
    assert card(table(2), "good_start").seats[0].rubies == 1, "no rats in round 1"


def test_roll_the_die_is_rolled_once_by_everybody() -> None:
    state = card(table(2), "roll_the_die")
    state = say(state, 4)
    assert asked(state) == ("roll", 1)
    state = say(state, 6)
    assert state.seats[0].rubies == 2
    assert bag_of(state, 1) == "W1x4 W2x2 W3 O1x2 G1"


def test_opportunistic_moment_exchanges_one_of_four_chips_for_the_next_higher_one() -> None:
    state = give(table(3), 1, bag="W1x4 W2x2 R2 G1 O1")
    state = say(card(state, "opportunistic_moment"), "draw W1 W1 W1 G1")
    assert possible(state) == ["G1>G2", "none"]
    state = say(state, "G1>G2", "draw W1 W1 R2 G1")
    assert possible(state) == ["G1>G2", "R2>R4", "none"]
    state = say(state, "none")
    assert bag_of(state, 0) == "W1x4 W2x2 W3 O1 G2"
    assert bag_of(state, 1) == "W1x4 W2x2 O1 G1 R2", "who could exchange and declines gets nothing"
    state = say(state, "draw W1 W1 W2 O1")
    assert bag_of(state, 2) == "W1x4 W2x2 W3 O1 G1x2", "who cannot exchange takes a green 1"


def test_opportunistic_moment_cannot_exchange_for_what_the_supply_lacks() -> None:
    state = say(card(stock(table(1), G2=0), "opportunistic_moment"), "draw W1 W1 W1 G1")
    assert bag_of(state, 0) == "W1x4 W2x2 W3 O1 G1x2"


def test_beginners_bonus_gives_a_green_1_to_all_who_have_fewest_points() -> None:
    state = card(give(table(3), 0, victory_points=1), "beginners_bonus")
    assert [bag_of(state, seat) for seat in range(3)] == [START, f"{START}x2", f"{START}x2"]


def test_rat_infestation_doubles_the_tails() -> None:
    state = give(table(2, round_number=2), 0, victory_points=20)
    state = card(give(state, 1, victory_points=17), "rat_infestation")
    assert [seat.tails for seat in state.seats] == [0, 2]
    brew = state.seats[1].brew
    assert brew is not None
    assert brew.position == 2


def test_rat_infestation_never_puts_the_rat_stone_beyond_the_track() -> None:
    state = give(table(2, round_number=9), 0, victory_points=120)
    state = card(give(state, 1, droplet=20), "rat_infestation")
    assert state.seats[1].tails > 32
    brew = state.seats[1].brew
    assert brew is not None
    assert brew.position == 52


def test_just_in_time_scores_four_points_or_removes_a_white_1() -> None:
    state = say(card(give(table(2), 1, bag="W2 W3"), "just_in_time"), "white")
    assert bag_of(state, 0) == "W1x3 W2x2 W3 O1 G1"
    assert state.seats[1].victory_points == 4, "without a white 1 the points are taken unasked"


def test_rats_are_counted_after_just_in_time() -> None:
    state = say(card(table(2, round_number=2), "just_in_time"), "points", "white")
    assert [seat.tails for seat in state.seats] == [0, 1]


def test_rats_are_friends_gives_a_4_chip_or_a_point_per_tail_at_the_moment_it_is_read() -> None:
    state = give(table(3, round_number=2), 0, victory_points=20)
    state = give(give(state, 1, victory_points=16), 2, victory_points=15)
    state = card(state, "rats_are_friends")
    assert possible(state) == ["G4", "B4", "R4", "Y4", "points"]
    state = say(state, "G4", "points", "points")
    assert [seat.victory_points for seat in state.seats] == [20, 18, 17]
    assert [seat.tails for seat in state.seats] == [0, 1, 1], "the rats are counted anew, after the card"


def test_rats_are_friends_may_cost_the_rats_by_a_house_ruling() -> None:
    state = table(2, round_number=2, rulings={"rats_friends": "cost"})
    state = say(card(give(state, 0, victory_points=20), "rats_are_friends"), "points", "points")
    assert [seat.tails for seat in state.seats] == [0, 0]


def test_rats_are_friends_offers_no_yellow_chip_in_round_1() -> None:
    assert possible(card(table(1), "rats_are_friends")) == ["G4", "B4", "R4", "points"]


# Cards for the whole round or its end.


def test_seasoned_perfectly_moves_the_droplet_at_a_white_sum_of_exactly_7() -> None:
    state = card(table(2), "seasoned_perfectly")
    state = after_questions(pots(state, "W3 W2 W2 .", "W3 W2 ."))
    assert [seat.droplet for seat in state.seats] == [1, 0]


def test_lucky_devil_scores_two_points_on_a_ruby_space_also_after_an_explosion() -> None:
    state = card(table(2), "lucky_devil")
    state = pots(state, "W1 W1 W2 .", "W3 W2 W2 W1")
    state = say(state, 4, "points")
    assert [seat.victory_points for seat in state.seats] == [2, 2 + 1], "spaces 5 (0 points) and 9 (1 point)"
    assert [seat.rubies for seat in state.seats] == [3, 2], "the unexploded pot rolled a ruby"


def test_shining_extra_bright_pays_two_rubies_on_a_ruby_space() -> None:
    state = card(table(2), "shining_extra_bright")
    state = say(pots(state, "W1 W1 W2 .", "W3 ."), 1)
    assert [seat.rubies for seat in state.seats] == [3, 1]


def test_schadenfreude_gives_the_left_neighbour_of_an_exploded_pot_a_2_chip() -> None:
    state = card(table(3), "schadenfreude")
    state = pots(state, "W1 .", "W1 .", "W3 W2 W2 W1")
    assert asked(state) == ("card", 0)
    assert possible(state) == ["G2", "B2", "R2"]
    assert bag_of(say(state, "R2"), 0) == f"{START} R2"
    alone = pots(card(table(1), "schadenfreude"), "W3 W2 W2 W1")
    assert asked(alone) == ("exploded", 0), "with one seat nobody is glad"


def test_well_stirred_puts_the_first_white_chip_back() -> None:
    state = pots(card(table(1), "well_stirred"), "W3~ W1 .")
    pot = state.seats[0].pot
    assert pot is not None
    assert pot.scoring_space == 2
    assert state.seats[0].flask


def test_pot_is_full_rolls_the_die_twice() -> None:
    state = pots(card(table(2), "pot_is_full"), "W1 .", "W1 .")
    state = say(state, 1, 3)
    assert asked(state) == ("roll", 1)
    state = say(state, 4, 4)
    assert state.seats[0].victory_points == 3
    assert state.seats[1].rubies == 3


def test_second_chance_begins_again_once() -> None:
    state = pots(card(table(1), "second_chance"), "W3 W2 W1 W1 O1 / W1 .")
    pot = state.seats[0].pot
    assert pot is not None
    assert pot.scoring_space == 2


def test_strong_ingredient_comes_after_everybody_has_stopped() -> None:
    state = card(table(2), "strong_ingredient")
    state = pots(state, "W1 .")
    assert asked(state) == ("brew", 1)
    state = pots(state, "", "W3 W2 W2 W1")
    due = turn(state)
    assert due is not None
    assert (due.ask, due.seat, due.who) == (Ask.BREW, 0, "chance")
    state = apply(state, Brewed(0, Looked(("W2", "W1", "W1", "G1", "O1"))))
    state = apply(state, Brewed(0, Placed("W2")))
    pot = state.seats[0].pot
    assert pot is not None
    assert pot.scoring_space == 1 + 2 + 1
    assert asked(state) == ("roll", 0), "the exploded pot of the other seat has no such look"


def test_pumpkin_patch_party_moves_oranges_one_further() -> None:
    state = pots(card(table(1), "pumpkin_patch_party"), "O1 .")
    pot = state.seats[0].pot
    assert pot is not None
    assert pot.scoring_space == 3


def test_magic_potion_fills_the_flask_before_rubies_are_spent() -> None:
    state = give(card(table(1)), 0, rubies=2)
    state = say(pots(state, "W3! W1 ."), 1)
    assert asked(state) == ("rubies", 0)
    assert "full" in (why_not(state, "flask") or "")
    assert after_questions(state).seats[0].flask


def test_living_in_luxury_raises_the_limit_to_9() -> None:
    state = pots(card(table(1), "living_in_luxury"), "W3 W2 W2 W1 W1 .")
    pot = state.seats[0].pot
    assert pot is not None
    assert not pot.exploded


# All of them.


@pytest.mark.parametrize("name", FORTUNE_CARDS)
def test_a_card_is_seen_once_in_a_game(name: str) -> None:
    state = card(table(1), name)
    while state.round == 1:
        due = turn(state)
        assert due is not None
        if due.ask == Ask.DRAW_CHIPS:
            state = say(state, "draw W1 W1 W1 W1" + (" O1" if name == "less_is_more" else ""))
        elif due.ask == Ask.ROLL:
            state = say(state, 1)
        else:
            # In a brew the last legal action is to stop; elsewhere it is to leave what is offered.
            state = _last(state)
    assert "was seen" in (why_illegal(state, CardDrawn(name)) or "")


def _last(state: GameState) -> GameState:
    actions = legal_actions(state)
    return apply(state, actions[-1] if actions else Brewed(0, WentOn()))


def _every_option(state: GameState) -> Iterator[str]:
    for option in options(state):
        if option.why_not is None:
            yield option.answer


def test_what_a_card_offers_is_what_is_legal() -> None:
    state = card(table(2, round_number=3), "only_choose_one")
    legal = [action.answer for action in legal_actions(state) if isinstance(action, Chose)]
    assert legal == list(_every_option(state))
