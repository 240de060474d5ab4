"""Every book of every set at the table: what its chips pay, and that their effect reaches the score."""

from itertools import product

import pytest

from quacks_math.game.engine.actions import options, why_illegal
from quacks_math.game.engine.events import Chose
from quacks_math.game.engine.state import GameState, Pot
from quacks_math.material.books import BOOK_COLOURS, SETS
from quacks_math.material.track import COINS, VICTORY_POINTS
from tests.quacks_math.game.table import asked, bag_of, card, give, pots, say, stock, table


def brewed(books: str, bag: str, pot: str, *, round_number: int = 3, seat: dict[str, int] | None = None) -> GameState:
    """Return the state after one seat brewed; a die that is due shows one point."""
    state = give(table(1, books=books, round_number=round_number), 0, bag=bag, **(seat or {}))
    state = pots(card(state), pot)
    return say(state, 1) if asked(state) == ("roll", 0) else state


def possible(state: GameState) -> list[str]:
    return [option.answer for option in options(state) if option.why_not is None]


def pot_of(state: GameState) -> Pot:
    pot = state.seats[0].pot
    assert pot is not None
    return pot


def test_every_book_has_a_test_here() -> None:
    tested = " ".join(name for name in globals() if name.startswith("test_"))
    books = [f"{colour}_{number}" for colour, number in product(BOOK_COLOURS, SETS)] + ["black", "orange"]
    assert not [book for book in books if book not in tested]


# Green.


@pytest.mark.parametrize(("pot", "rubies"), [("G4 G1 .", 2), ("G4 W2 .", 1), ("G1 W1 W2 .", 0), ("W2 G1 .", 1)])
def test_green_1_pays_a_ruby_for_each_of_the_last_two_chips_that_is_green(pot: str, rubies: int) -> None:
    state = brewed("green=1", "W1x4 W2x2 G1 G4", pot)
    on_ruby_space = int(pot_of(state).scoring_space == 5)
    assert state.seats[0].rubies == 1 + rubies + on_ruby_space


def test_green_2_gives_a_1_chip_for_each_of_the_last_two() -> None:
    state = brewed("green=2", "W1x4 G2 G4", "G4 G2 .")
    assert possible(state) == ["B1", "R1", "none"], "the last chip first"
    state = say(state, "R1")
    assert possible(state) == ["Y1", "P1", "none"]
    assert bag_of(say(state, "P1"), 0) == "W1x4 G2 G4 R1 P1"


def test_green_2_gives_no_yellow_or_purple_chip_before_its_book_is_open() -> None:
    early = brewed("green=2", "W1x4 G4", "G4 .", round_number=1)
    assert asked(early) == ("buy", 0)
    assert possible(brewed("green=2", "W1x4 G4", "G4 .", round_number=2)) == ["Y1", "none"]


def test_green_3_may_move_the_last_chip_by_the_sum_of_all_greens_at_a_white_sum_of_7() -> None:
    state = brewed("green=3", "W3 W2x2 G1 G2", "G1 G2 W3 W2 W2 .")
    assert possible(state) == ["move", "stay"]
    assert pot_of(say(state, "stay")).scoring_space == 11
    assert pot_of(say(state, "move")).scoring_space == 14
    assert asked(brewed("green=3", "W3 W2x2 G1 G2", "G1 G2 W3 W2 .")) == ("buy", 0), "white sum 5"


def test_green_3_does_not_decide_who_rolls_the_die() -> None:
    pots_of_both = ("G4 W3 W2 W2 .", "W3 W2 W1 W1 O1 G1 .")
    state = give(table(2, books="green=3"), 0, bag="W3 W2x2 G4")
    assert asked(pots(card(state), *pots_of_both)) == ("roll", 0), "spaces 12 and 10"
    further = give(state, 1, droplet=3)
    assert asked(pots(card(further), *pots_of_both)) == ("roll", 1), "spaces 12, moving to 16, and 13"


def test_green_4_sells_a_droplet_step_for_each_of_the_last_two() -> None:
    state = brewed("green=4", "W1x4 G1x2", "G1 G1 .", seat={"rubies": 2})
    state = say(state, "pay")
    assert possible(state) == ["pay", "none"]
    state = say(state, "pay")
    assert (state.seats[0].droplet, state.seats[0].rubies) == (2, 0)
    poor = brewed("green=4", "W1x4 G1x2", "G1 G1 .", seat={"rubies": 0})
    assert asked(poor) == ("buy", 0)


def test_green_4_can_be_paid_with_the_ruby_of_purple() -> None:
    state = brewed("green=4 purple=1", "W1x4 G1 P1x2", "P1x2 G1 .", seat={"rubies": 0})
    state = say(state, "2")
    assert asked(state) == ("green", 0)


# Purple.


@pytest.mark.parametrize(("tier", "points", "rubies"), [("1", 1, 0), ("2", 1, 1), ("3", 2, 0)])
def test_purple_1_pays_exactly_one_reward_a_lower_one_by_choice(tier: str, points: int, rubies: int) -> None:
    state = brewed("purple=1", "W1x4 P1x4", "P1x4 .", seat={"victory_points": 10})
    before = state.seats[0]
    assert possible(state) == ["1", "2", "3"]
    state = say(state, tier)
    if tier == "3":
        assert possible(state) == ["droplet", "none"]
        state = say(state, "droplet")
        assert state.seats[0].droplet == 1
    # The scoring space is 5: no points, one ruby.
    assert state.seats[0].victory_points == before.victory_points + points
    assert state.seats[0].rubies == before.rubies + rubies + 1


def test_purple_2_trades_chips_for_rewards() -> None:
    state = brewed("purple=2", "W1x4 P1x3", "P1x3 .")
    assert possible(state) == ["none", "1", "2", "3"]
    supply = state.supply[16]
    two = say(state, "2", "none")
    assert bag_of(two, 0) == "W1x4 G1 B2 P1"
    assert two.supply[16] == supply + 2
    three = say(state, "3", "droplet", "none")
    assert bag_of(three, 0) == "W1x4 Y4"
    assert three.seats[0].droplet == 1
    assert three.seats[0].victory_points == 1 + 6
    assert bag_of(say(state, "1"), 0) == "W1x4 P1x2 K1"


def test_purple_2_loses_what_the_supply_does_not_hold() -> None:
    state = give(table(1, books="purple=2", round_number=3), 0, bag="W1x4 P1")
    state = say(pots(card(stock(state, K1=0)), "P1 ."), 1, "1")
    assert bag_of(state, 0) == "W1x4"


@pytest.mark.parametrize(
    ("droplet", "printed", "points"), [(8, 9, 0), (9, 10, 1), (19, 17, 1), (25, 20, 2), (44, 30, 3)]
)
def test_purple_3_pays_by_the_printed_number_of_its_space(droplet: int, printed: int, points: int) -> None:
    state = brewed("purple=3", "W1x4 P1", "P1 .", seat={"droplet": droplet})
    assert COINS[droplet + 1] == printed
    die, space = 1, int(VICTORY_POINTS[droplet + 2])
    assert state.seats[0].victory_points == die + space + points


def test_purple_3_pays_by_the_running_index_by_a_house_ruling() -> None:
    state = give(table(1, books="purple=3", rulings={"purple3_space": "index"}), 0, bag="W1 P1", droplet=19)
    assert say(pots(card(state), "P1 ."), 1).seats[0].victory_points == 1 + 4 + 2


def test_purple_3_counts_the_space_to_which_green_3_moved_it() -> None:
    last = brewed("purple=3 green=3", "W3 W2x2 G1 P1", "G1 W3 W2 W2 P1 .")
    assert say(last, "stay").seats[0].victory_points == 1 + 0 + 2, "the die, purple on 9, space 10"
    assert say(last, "move").seats[0].victory_points == 1 + 1 + 2, "purple on 10, space 11"
    assert pot_of(say(last, "move")).moved_to == 10
    not_last = brewed("purple=3 green=3", "W3 W2x2 G2 P1", "W3 W2 W2 P1 G2 .")
    assert say(not_last, "move").seats[0].victory_points == 1 + 0 + 2, "purple stays on 8, space 13"


def test_purple_4_swaps_one_chip_of_the_pot_for_a_bigger_one_of_its_colour() -> None:
    bag = "W1x4 G1 R2 P1x3"
    assert possible(brewed("purple=4", bag, "G1 R2 P1 .")) == ["none", "G1>G2"]
    assert possible(brewed("purple=4", bag, "G1 R2 P1x2 .")) == ["none", "G1>G2", "R2>R4"]
    state = brewed("purple=4", bag, "G1 R2 P1x3 .")
    assert possible(state) == ["none", "G1>G2", "G1>G4", "R2>R4"]
    state = say(state, "G1>G4")
    assert bag_of(state, 0) == "W1x4 G4 R2 P1x3"
    assert asked(brewed("purple=4", "W1x4 G1 O1 P1", "O1 P1 .")) == ("buy", 0), "G1 is not in the pot"


def test_purple_4_neither_changes_scoring_space_nor_last_chips() -> None:
    state = brewed("purple=4 green=1", "W1x4 G1 P1", "P1 G1 .")
    before = pot_of(state).scoring_space
    state = say(state, "G1>G2")
    assert pot_of(state).scoring_space == before


# What changes the brew itself, up to the score.


def score(books: str, bag: str, pot: str) -> int:
    return pot_of(brewed(books, bag, pot)).scoring_space


def test_blue_1_looks_at_chips_and_places_at_most_one() -> None:
    assert score("blue=1", "W1x2 B2 R1", "B2[W1 R1>R1] .") == 4
    assert score("blue=1", "W1x2 B2 R1", "B2[W1 R1>-] .") == 3


def test_blue_2_protects_the_next_draws() -> None:
    state = brewed("blue=2", "W3x3 B1", "W3 W3 B1 W3")
    assert pot_of(state).protected
    assert asked(state) == ("buy", 0)


def test_blue_3_pays_a_ruby_on_a_ruby_space() -> None:
    assert brewed("blue=3", "W1x4 B1", "W1x4 B1 .").seats[0].rubies == 2


def test_blue_4_pays_its_value_on_a_ruby_space() -> None:
    assert brewed("blue=4", "W1x4 B1", "W1x4 B1 .").seats[0].victory_points == 1 + 1 + 1, "die, blue, space 6"


def test_red_1_goes_further_with_oranges_in_the_pot() -> None:
    assert score("red=1", "W1 O1x3 R1", "O1x3 R1 .") == 3 + 3 + 1


def test_red_2_stays_beside_the_pot_for_a_later_round() -> None:
    state = give(table(1, books="red=2", round_number=3), 0, bag="W1x4 R1x2 R2")
    total = sum(state.seats[0].bag)
    state = pots(card(state), "W1 R1 R2 . +R2 _R1")
    assert pot_of(state).scoring_space == 4
    assert state.seats[0].beside == (1, 0, 0)
    assert sum(state.seats[0].bag) == total - 1
    state = say(say(state, 1), "buy")
    assert state.round == 4
    state = pots(card(state, "charity"), "W1 . -R1")
    assert state.seats[0].beside == (0, 0, 0)
    assert bag_of(state, 0) == "W1x4 R1x2 R2"


def test_red_3_adds_the_white_before_it() -> None:
    assert score("red=3", "W2 R1", "W2 R1 .") == 2 + 3 + 1


def test_red_4_lets_white_1_chips_move_two() -> None:
    assert score("red=4", "W1x2 R1", "R1 W1x2 .") == 1 + 4 + 1


def test_yellow_1_sends_the_white_before_it_back() -> None:
    state = brewed("yellow=1", "W3 W2 Y1", "W3 Y1< .")
    assert pot_of(state).scoring_space == 5
    assert bag_of(state, 0) == "W2 W3 Y1"


def test_yellow_2_doubles_the_next_chip() -> None:
    assert score("yellow=2", "W3 Y1", "Y1 W3 .") == 1 + 6 + 1


def test_yellow_3_raises_the_limit() -> None:
    assert not pot_of(brewed("yellow=3", "W3 W2x2 W1 Y1", "Y1 W3 W2 W2 W1 .")).exploded


def test_yellow_4_goes_further_one_by_one() -> None:
    assert score("yellow=4", "W1 Y1x3", "Y1x3 .") == 2 + 3 + 4 + 1


def test_orange_only_fills_spaces() -> None:
    assert score("", "O1x2", "O1x2 .") == 3


def test_black_needs_neighbours() -> None:
    assert brewed("", "K1x2", "K1x2 .").seats[0].droplet == 0


def test_strong_ingredients_chip_works_nothing_in_step_b_unless_the_house_says_so() -> None:
    for choice, rubies in (("inert", 1), ("counts", 2)):
        state = give(table(1, books="green=1", rulings={"strong_step_b": choice}), 0, bag="W1x4 G1")
        state = say(pots(card(state, "strong_ingredient"), "W1 .[W1x3 G1>G1]"), 1)
        assert state.seats[0].rubies == rubies


def test_why_an_answer_is_not_possible() -> None:
    state = brewed("purple=2", "W1x4 P1", "P1 .")
    assert "only 1 purple" in (why_illegal(state, Chose(0, "purple", "3")) or "")
    assert "is no answer here" in (why_illegal(state, Chose(0, "purple", "9")) or "")
    assert "is no question" in (why_illegal(state, Chose(0, "colour", "9")) or "")
    assert "is due now" in (why_illegal(state, Chose(0, "green", "R1")) or "")
