"""One test for every exact reading of the rules, and for both sides of every house ruling.

Readings about the brew are asked of ``advise``, ``odds`` and ``replay``; those about a whole game of the game engine.
The chips in the notes are the smallest that show the difference.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quacks_math.brew.advise import Advice, advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.brew.model.transitions import legal_actions, replay
from quacks_math.brew.odds import odds
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import books_from
from quacks_math.material.chips import KINDS, kind_index
from quacks_math.material.rulings import RULINGS, rulings_from
from quacks_math.rules.buying import price_table
from quacks_math.rules.rats import rat_tails
from tests.quacks_math.game.table import asked, bag_of, card, give, pots, say, stock, table

START = "W1x4 W2x2 W3 O1 G1"
NO_RATES = Rates()
ONE_PER_COIN = Rates(coins=tuple(map(float, range(36))))


def brew(bag: str, pot: str = "", books: str = "", **setting: Any) -> Brew:
    """Return a brew with books as ``B=2 R=3`` and rulings by name."""
    sets = {name: int(number) for name, _, number in (word.partition("=") for word in books.split())}
    rulings = rulings_from(setting.pop("rulings", {}))
    return Brew(Bag.parse(bag), books=books_from(sets), rulings=rulings, pot=parse_pot(pot), **setting)


def lying(bag: str, pot: str, books: str = "", **setting: Any) -> list[tuple[str, int]]:
    """Return what lies in the pot, with the spaces."""
    return [(KINDS[chip.kind], chip.space) for chip in replay(brew(bag, pot, books, **setting)).pot]


def moves(bag: str, pot: str = "", books: str = "", **setting: Any) -> set[str]:
    """Return the legal moves."""
    return set(legal_actions(replay(brew(bag, pot, books, **setting))))


def advice(bag: str, pot: str = "", books: str = "", rates: Rates = NO_RATES, **setting: Any) -> Advice:
    """Return advice under these rates only."""
    return advise(brew(bag, pot, books, **setting), rates=rates)


ENDS = ("stop", "bag_empty", "exploded", "take_points", "take_coins")
"""The moves that end a brew without a further chip."""


def ended(bag: str, pot: str, books: str = "", rates: Rates = NO_RATES, **setting: Any) -> float:
    """Return what stopping, or the pot as it has ended, is worth under these rates only."""
    values = advice(bag, pot, books, rates, **setting).values
    return max(values[move] for move in ENDS if move in values)


def rubies(bag: str, pot: str, books: str = "", **setting: Any) -> float | None:
    """Return the mean of the rubies gained."""
    return advice(bag, pot, books, **setting).outcome.mean_rubies


# Flask, Well Stirred.


def test_after_the_flask_everything_is_as_before_the_draw_but_a_protected_draw_is_spent() -> None:
    before, after = (replay(brew("W1x2 W3x2 Y1 B2", pot, "Y=2 B=2")) for pot in ("Y1", "Y1 W1!"))
    assert (after.position, after.last, after.left) == (before.position, before.last, before.left)
    assert (before.doubled, after.doubled) == (True, True)
    assert replay(brew("W1x2 W3x2 B2", "B2", "B=2")).protected == 2
    assert replay(brew("W1x2 W3x2 B2", "B2 W1!", "B=2")).protected == 1


def test_a_white_merely_looked_at_is_not_the_first_white_and_a_flasked_one_uses_well_stirred_up() -> None:
    assert "return" in moves("W1x2 W2 B1", "B1[W2>-] W1", card="well_stirred")
    assert "return" not in moves("W1x2 W2 B1", "W2! W1", card="well_stirred")
    assert "return" not in moves("W1x2 W2 B1", "W2 W1", card="well_stirred")


# Yellow 1.


def test_directly_before_means_last_in_the_pot_now() -> None:
    assert "return" in moves("W1x2 W2 Y1x2 O1", "W1 W2! Y1")
    assert "return" in moves("W1x2 W2 Y1x2 R1", "W1 R1 Y1", "R=2"), "a red set aside lies not between"
    assert lying("W1x2 W2 Y1x2", "W2 W1 Y1< Y1") == [("W2", 2), ("Y1", 4), ("Y1", 5)]
    assert "return" not in moves("W1x2 W2 Y1x2", "W2 W1 Y1< Y1")
    assert rubies("G1 W1 Y1", "G1 W1 Y1<") == rubies("G1 Y1", "G1 Y1", start=1) == 1, "green is next to last again"


# Yellow 2.


def test_yellow_2_doubles_the_next_chip_placed_and_only_its_printed_value() -> None:
    assert lying("Y1 R1 O1", "Y1 R1 O1", "Y=2 R=2") == [("Y1", 1), ("O1", 3)], "set aside, it leaves it pending"
    assert lying("Y1 Y2 O1", "Y1 Y2 O1", "Y=2") == [("Y1", 1), ("Y2", 5), ("O1", 7)]
    assert lying("R1 Y1 W1", "R1 Y1 W1", "Y=2 R=4")[-1] == ("W1", 5), "moves 3"
    assert lying("Y1 O1", "Y1 O1", "Y=2", card="pumpkin_patch_party")[-1] == ("O1", 4), "moves 3"
    assert lying("Y1 W2 R2", "Y1 R2", "Y=2 R=3")[-1] == ("R2", 5), "no white before it: 2 x 2"
    assert lying("W2 Y1 R2 B1", "W2 B1[Y1>Y1] R2", "Y=2 R=3")[-1] == ("R2", 8)


# Blue 1, blue 2.


def test_chips_seen_count_as_in_the_bag_and_all_that_are_left_are_seen() -> None:
    seen = odds(brew("W1 O1 B4 W3", "B4[W1 O1 W3"))
    assert (seen.chips_left, str(Bag(replay(brew("W1 O1 B4 W3", "B4[W1 O1 W3")).left))) == (3, "W1 W3 O1")
    assert replay(brew("W1 O1 B4 W3", "B4")).look == 3
    state = replay(brew("W1 R1 B1", "B1[R1>R1]", "R=2"))
    assert (state.aside, len(state.pot)) == ((1, 0, 0), 1), "a picked red 2 may be set aside"


def test_a_draw_first_uses_a_protected_draw_then_the_longer_window_holds() -> None:
    assert replay(brew("B1 B2 B4", "B4 B1", "B=2")).protected == 3
    assert replay(brew("B1 B2 B4", "B1 B2", "B=2")).protected == 2
    both = {"rates": ONE_PER_COIN}
    assert ended("W3x3 B1", "W3 W3 B1 W3", "B=2", **both) == 11 + 2, "protected: points and coins"
    assert ended("W3x3 B1", "W3 B1 W3 W3", "B=2", **both) == 11, "the window was over: the larger of both"


# Red 2.


def test_reds_are_decided_only_after_stopping_or_exploding_in_any_order_and_after_strong_ingredient() -> None:
    assert not [move for move in moves("W1 R1 R2", "R1 R2", "R=2") if "red" in move]
    reds = {f"{what}:{kind}" for what in ("place_red", "keep_red", "return_red") for kind in ("R1", "R2")}
    assert moves("W1 R1 R2", "R1 R2 .", "R=2") == reds
    assert moves("W3x3 R1 R2", "R1 R2 W3x3", "R=2") == reds
    assert lying("W1 R1 R2", "R1 R2 W1 . +R2 +R1", "R=2") == [("W1", 1), ("R2", 3), ("R1", 4)]
    assert moves("W1x2 R1", "R1 .", "R=2", card="strong_ingredient") == {"look", "go_on"}
    assert "place_red:R1" in moves("W1x2 R1", "R1 .[W1 W1>-]", "R=2", card="strong_ingredient")


def test_kept_reds_lie_beside_the_pot_and_have_a_rate_of_their_own() -> None:
    rates = Rates(kept_red=(7.0, 0.0, 0.0))
    assert advice("W1 R1", "R1 .", "R=2", rates).values["keep_red:R1"] == 7
    earlier = advice("W1", ".", "R=2", rates, beside=Bag.of({"R1": 1}))
    assert earlier.values == {"place_red:R1": 0, "keep_red:R1": 7, "return_red:R1": 0}


# End of the track.


def test_drawing_may_go_on_at_the_end_of_the_track_where_greens_purples_and_blues_still_count() -> None:
    assert lying("W3 W1 B1", "W3 W1 B1", start=50) == [("W3", 52), ("W1", 52), ("B1", 52)]
    assert {"draw", "stop"} <= moves("W3 W1", "W3", start=50)
    assert rubies("W3 B1 G1", "W3 B1 G1", "B=3", start=50) == 2, "blue on a ruby space and green last"
    assert replay(brew("B4", "B4", "B=4", start=50)).points == 4
    assert ended("W1 P1x3", "W1 P1x3", start=51) == 15 + 2
    found = advise(brew("W3 W1 P1 K1", "W3", start=50), rates=NO_RATES)
    assert found.action == "draw", "purple is still worth a point"


# Second Chance.

CHANCE = {"card": "second_chance"}


def test_a_second_chance_is_offered_once_at_five_chips_or_an_explosion_before() -> None:
    assert "restart" not in moves(START, "W1x4", **CHANCE)
    assert "restart" in moves(START, "W1x4 O1", **CHANCE)
    assert "restart" not in moves(START, "W1x4 O1 G1", **CHANCE)
    assert "restart" in moves(START, "W3 W2 W2 W1", **CHANCE), "exploded before"
    assert "restart" not in moves(START, "W1x4 O1 / W1x4 O1", **CHANCE)
    assert "restart" in moves("W1x3 O1 B1x2", "W1x3 O1 B1[B1>-]", **CHANCE), "a fifth blue: after its look"
    assert "restart" not in moves("W1x3 O1 B1x2", "W1x3 O1 B1[B1", **CHANCE)
    assert "restart" in moves("W1x3 O1x2 Y1", "O1 O1 W1 W1 Y1<", **CHANCE), "a fifth yellow that returned a white"
    assert "restart" in moves("W1x3 O1x3", "O1x3 W1 W1! W1", **CHANCE), "a fifth white put back leaves it open"


def test_a_restart_puts_all_chips_back_but_not_flask_rubies_and_points() -> None:
    state = replay(brew("W1x3 O1 B1x2", "B1 O1 W1! W1 W1 W1 /", "B=3", start=4, **CHANCE))
    assert (str(Bag(state.left)), state.pot, state.position) == ("W1x3 O1 B1x2", (), 4)
    assert (state.flask, state.rubies) == (False, 1)
    assert replay(brew("W1x3 O1 B1x2", "B1 O1 W1 W1 W1 /", "B=4", start=4, **CHANCE)).points == 1


# Strong Ingredient.

STRONG = {"card": "strong_ingredient"}


def test_strong_ingredient_not_after_an_explosion_and_at_most_five_chips_also_with_an_empty_pot() -> None:
    assert moves("W3x3 O1", "W3x3", **STRONG) == {"take_points", "take_coins"}
    assert moves("W3x3 O1 B4", "W3 W3 B4 W3", "B=2", **STRONG) == {"exploded"}, "nor a protected one"
    assert replay(brew("W1x4 O1x3", ".", **STRONG)).look == 5
    assert replay(brew("W1x2", ".", **STRONG)).look == 2


def test_the_strong_chip_works_nothing_but_doubling_and_red_4_do_and_its_white_makes_seven() -> None:
    assert lying("O1 R1 W1", "O1 .[R1 W1>R1]", **STRONG)[-1] == ("R1", 2), "no bonus of red 1"
    assert lying("Y1 O1 W1", "Y1 .[O1 W1>O1]", "Y=2", **STRONG)[-1] == ("O1", 3)
    assert lying("R1 O1 W1", "R1 .[O1 W1>W1]", "R=4", **STRONG)[-1] == ("W1", 3)
    assert not replay(brew("W3x3 O1", "W3x2 .[O1 W3>W3]", **STRONG)).exploded
    green = Rates(coins=(0.0,) * 13 + (1.0,) * 23)
    assert ended("W3x2 W1 G4", "G4 W3 W3 .[W1>W1]", "G=3", green, **STRONG) == pytest.approx(1 + 3), "11 + 4, then 16"


# Green 3, step B.


def test_green_3_is_optional_the_die_uses_the_space_before_and_a_moved_purple_its_new_one() -> None:
    seven = ("W3x2 W1 G1 P1", "W3 W3 G1 W1 .", "G=3 P=3")
    assert advice(*seven).outcome.mean_scoring_index == 10, "moved from 9 to 10"
    nine = Rates(coins=tuple(9.0 if coins == 9 else 0.0 for coins in range(36)))
    assert ended(*seven, rates=nine) == 9 + 1, "left where it is"
    die = Rates(die=5.0, die_chance=tuple(float(index == 9) for index in range(54)))
    assert ended(*seven, rates=die) == 2 + 5, "the die of space 9, the points of space 10"
    purple = ("W3x2 W1 G1 P1", "W3 W3 W1 G1 P1", "G=3 P=3")
    assert ended(*purple) == 2 + 1, "purple from 9 to 10: a point of its own"


def test_effects_in_any_order_the_ruby_of_purple_may_pay_green_4() -> None:
    step = Rates(droplet=10.0)
    assert ended("P1x2 G1 W1", "P1x2 G1", "G=4", step) == pytest.approx(0 + 1 + 10)
    assert ended("P1x2 G1 W1", "G1 W1", "G=4", step) == 0, "no ruby, no step"
    assert ended("P1x2 G1 W1", "G1 W1", "G=4", step, rubies=1) == 10


def test_chips_given_away_change_neither_scoring_space_nor_last_chips() -> None:
    swap = Rates(chip=tuple(float(kind == "G2") * 3 for kind in KINDS), droplet=1.0)
    found = advice("G1 P1", "P1 G1 .", "G=4 P=4", swap, rubies=1)
    assert found.outcome.mean_scoring_index == 3
    assert found.values["stop"] == 3 + 1, "the green that is swapped still sells a step"


def test_a_reward_the_supply_lacks_is_lost() -> None:
    state = give(table(1, books="green=2", round_number=3), 0, bag="W1 G1")
    state = say(pots(card(stock(state, O1=0)), "G1 ."), 1)
    assert bag_of(state, 0) == "W1 G1"


# Black, rats, round 9, cards of the game.


@pytest.mark.parametrize(("others", "worth"), [((2, 2), 0), ((1, 2), 10), ((2, 1), 10), ((1, 1), 11), ((0, 1), 11)])
def test_black_with_more_seats_more_than_one_neighbour_a_step_more_than_both_a_ruby_too(
    others: tuple[int, int], worth: int
) -> None:
    rates = Rates(droplet=10.0, ruby=1.0)
    assert ended("K1x2 W1", "K1x2", rates=rates, rival_black=others) == worth


def test_rats_are_counted_after_purple_cards_but_two_cards_use_the_tails_when_read() -> None:
    state = card(give(give(table(2, round_number=2), 0, victory_points=11), 1, victory_points=5), "just_in_time")
    assert say(state, "points", "points").seats[1].tails == rat_tails(9, 15), "counted with the points of the card"
    assert rat_tails(9, 15) != rat_tails(5, 11)
    state = card(give(give(table(2, round_number=2), 0, victory_points=20), 1, victory_points=12), "rats_are_friends")
    read = say(state, "points", "points")
    assert read.seats[1].victory_points == 12 + rat_tails(12, 20), "not recounted once points were taken"


def test_in_the_last_round_coins_and_rubies_turn_into_points_each_rounded_down() -> None:
    nine = {"round": 9}
    assert [ended("W1x2", "W1", start=12, rubies=held, **nine) for held in (0, 1, 2, 3)] == [5, 5, 6, 6], "14: 3 + 2"
    assert [ended("W1x2", "W1", start=14, rubies=held, **nine) for held in (0, 1)] == [6, 7], "16 shows a ruby"
    assert ended("W1 B1", "B1", "B=3", start=4, rubies=1, **nine) == 1 + 1 + 1, "the ruby of blue 3 makes a pair"
    assert ended("W1 B2", "B2", "B=4", start=3, **nine) == 1 + 1 + 2, "the points of blue 4"
    assert ended("W1 P1", "P1", **nine) == 0 + 1
    die = replace(NO_RATES, die_chance=(1.0,) * 54)
    assert ended("W1x2", "W1", rates=die, rubies=1, **nine) == pytest.approx((1 + 1 + 2 + 1) / 6), "its ruby too"
    beaten = [
        advise(brew("W1 B2", "B2", "B=4", start=3, **nine), Objective("beat", n), rates=NO_RATES) for n in (3, 4, 5)
    ]
    assert [found.values["stop"] for found in beaten] == [1, 0.5, 0], "a tie counts one half"


def test_with_tubes_two_rubies_of_the_last_round_may_buy_a_tube_step_instead() -> None:
    state = give(table(1, tubes=True, round_number=9), 0, rubies=2, tube=3)
    state = say(pots(card(state), "W1 ."), 1)
    assert asked(state) == ("rubies", 0)
    assert say(state, "tube").seats[0].victory_points == 1 + 2, "the die and the glass"


def test_who_could_exchange_and_declines_gets_nothing() -> None:
    state = card(give(table(1), 0, bag="G1x4"), "opportunistic_moment")
    state = say(state, "draw G1 G1 G1 G1")
    assert asked(say(state, "none")) == ("brew", 0)
    assert bag_of(say(state, "none"), 0) == "G1x4"


def test_one_seat_has_no_rats_no_black_reward_the_die_when_unexploded_and_is_its_own_fewest() -> None:
    state = card(give(table(1, round_number=3), 0, bag="W1x2 K1", victory_points=30), "charity")
    assert (state.seats[0].tails, state.seats[0].rubies) == (0, 2)
    state = pots(state, "K1 .")
    assert asked(state) == ("roll", 0)
    assert say(state, 1).seats[0].droplet == 0, "nobody to compare black chips with"


def test_starting_bags_are_taken_from_the_supply_and_a_fifth_seat_brings_its_whites() -> None:
    assert [table(seats).supply[kind_index("W1")] for seats in (1, 2, 4, 5)] == [16, 12, 4, 5]
    assert [table(seats).supply[kind_index("O1")] for seats in (1, 4)] == [19, 16]


# House rulings: for each, a question and what it answers under every choice.

Probe = Callable[[dict[str, str]], object]


def black_zero(rulings: dict[str, str]) -> object:
    return ended("W1 K1", "W1", rates=Rates(droplet=10.0, ruby=1.0), rival_black=(0,), rulings=rulings)


def purple3_space(rulings: dict[str, str]) -> object:
    return ended("P1 W1", "P1", "P=3", start=19, rulings=rulings) - 4


def price_of(kind: str, books: str) -> Probe:
    return lambda rulings: int(price_table(brew("W1", books=books).books, rulings_from(rulings))[kind_index(kind)])


def empty_pot(rulings: dict[str, str]) -> object:
    found = advise(brew("W1", start=5, rulings=rulings), Objective("space"), StopRule.parse("risk<=0"))
    return found.values["stop"], odds(brew("W1", start=5, rulings=rulings)).scoring_space.index


def flask_after_look(rulings: dict[str, str]) -> object:
    return "use_flask" in advice("W1x2 B1", "B1[W1>W1]", rulings=rulings).values


def yellow2_doubles(rulings: dict[str, str]) -> object:
    return lying("Y1 O1 R1", "O1 Y1 R1", "Y=2", rulings=rulings)[-1][1]


def limits(rulings: dict[str, str]) -> object:
    chips = ("W3x4 W1 Y1", "Y1 W3x3", "Y=3")
    setting = {"card": "living_in_luxury", "rulings": rulings}
    return odds(brew(*chips, **setting)).white_limit, str(odds(brew(*chips, **setting)).explode_next)


def rats_friends(rulings: dict[str, str]) -> object:
    state = table(2, round_number=2, rulings=rulings)
    state = say(card(give(state, 0, victory_points=20), "rats_are_friends"), "points", "points")
    return state.seats[1].tails > 0


def tube_end(rulings: dict[str, str]) -> object:
    state = card(give(table(1, tubes=True, round_number=4, rulings=rulings), 0, tube=12), "pot_filling_up")
    return state.seats[0].victory_points, state.seats[0].tube


def split_steps(rulings: dict[str, str]) -> object:
    state = say(card(table(1, tubes=True, rulings=rulings), "choose_wisely"), "tube")
    return state.seats[0].tube, asked(state)


def extra_spaces(rulings: dict[str, str]) -> object:
    worst = Rates(coins=tuple(5.0 if coins == 3 else 0.0 for coins in range(36)))
    chips = brew("O1 R1", "O1", rulings=rulings)
    return advise(chips, rates=worst, rule=StopRule("never")).values["draw"]


def early_gift(rulings: dict[str, str]) -> object:
    yellow = Rates(chip=tuple(float(kind == "Y1") for kind in KINDS))
    return ended("G4 W1", "W1 G4", "G=2", yellow, rulings=rulings) - 1


def strong_step_b(rulings: dict[str, str]) -> object:
    return rubies("G1 W1", "W1 .[G1>G1]", rulings=rulings, **STRONG)


SWITCHES: dict[str, tuple[Probe, dict[str, object]]] = {
    "black_zero": (black_zero, {"nothing": 0, "both_step": 10}),
    "purple3_space": (purple3_space, {"printed": 1, "index": 2}),
    "green3_price": (price_of("G4", "G=3"), {"21": 21, "18": 18}),
    "blue4_price": (price_of("B4", "B=4"), {"19": 19, "20": 20}),
    "empty_pot": (empty_pot, {"after_start": (6, 6), "start_space": (5, 5)}),
    "flask_after_look": (flask_after_look, {"allowed": True, "not_allowed": False}),
    "yellow2_doubles": (yellow2_doubles, {"printed": 5, "bonus_too": 6}),
    "limits": (limits, {"higher": (9, "1"), "added": (10, "1/2")}),
    "rats_friends": (rats_friends, {"keep": True, "cost": False}),
    "tube_end": (tube_end, {"nothing": (0, 12)}),
    "split_steps": (split_steps, {"split": (1, ("step", 0)), "not_split": (2, ("brew", 0))}),
    "extra_spaces": (extra_spaces, {"always": 0, "may_decline": 5}),
    "early_gift": (early_gift, {"not_given": 0, "given": 1}),
    "strong_step_b": (strong_step_b, {"inert": 0, "counts": 1}),
}
SIDES = [(ruling, choice) for ruling, (_, answers) in SWITCHES.items() for choice in answers]


@pytest.mark.parametrize(("ruling", "choice"), SIDES)
def test_a_house_ruling_decides_this(ruling: str, choice: str) -> None:
    probe, answers = SWITCHES[ruling]
    assert probe({ruling: choice}) == answers[choice]


def test_every_side_of_every_house_ruling_has_a_test_and_the_first_is_the_default() -> None:
    assert {ruling: list(entry.choices) for ruling, entry in RULINGS.items()} == {
        ruling: list(answers) for ruling, (_, answers) in SWITCHES.items()
    }
    for probe, answers in SWITCHES.values():
        assert probe({}) == next(iter(answers.values()))
        assert len(set(map(str, answers.values()))) == len(answers), "the sides answer differently"


def test_a_brew_says_which_rulings_matter() -> None:
    assert "flask_after_look=allowed" in advice("W1 B1").rulings
    assert "flask_after_look=allowed" not in advice("W1 B1", flask=False).rulings
    assert "strong_step_b=inert" in advice("W1 G1", **STRONG).rulings
    assert advice("W1 O1", "O1").rulings == ()
    assert advice("W1 O1", ".").rulings == ("empty_pot=after_start",)
    assert advice("W1 G1", "W1", "G=2", round=1).rulings == ("early_gift=not_given",)
    assert advice("W1 G1", "W1 .", "G=2", round=1).rulings == ()


def test_the_die_goes_to_the_furthest_of_the_known_pots() -> None:
    die = Rates(die=5.0)
    for rivals, worth in (((Rival(2),), 5), ((Rival(3),), 0), ((Rival(9, True),), 5)):
        assert ended("W1x2", "W1", rates=die, rivals=rivals) == worth
