"""Steps A to F, from the rules and their exact readings."""

import pytest

from quacks_math.brew.model.events import UsedFlask
from quacks_math.game.engine.actions import legal_actions, options, turn, why_illegal
from quacks_math.game.engine.events import Bought, Brewed, Chose
from quacks_math.game.engine.fold import apply, places, winners
from quacks_math.game.engine.state import GameState, Pot
from tests.quacks_math.game.table import after_questions, asked, bag_of, card, give, pots, say, stock, table

START = "W1x4 W2x2 W3 O1 G1"
EXPLODES = "W3 W2 W2 W1"


def pot_of(state: GameState, seat: int) -> Pot:
    pot = state.seats[seat].pot
    assert pot is not None
    return pot


def possible(state: GameState) -> list[str]:
    return [option.answer for option in options(state) if option.why_not is None]


# A.


def test_the_furthest_unexploded_pot_rolls_the_die() -> None:
    assert asked(pots(card(table(3)), "W1 .", "W3 .", EXPLODES)) == ("roll", 1)


def test_all_tied_for_the_furthest_pot_roll_in_turn_order() -> None:
    state = pots(card(table(3)), "W3 .", "W1 .", "W2 W1 .")
    assert asked(state) == ("roll", 0)
    assert asked(say(state, 2)) == ("roll", 2)


def test_of_the_two_spaces_with_24_coins_the_further_one_rolls() -> None:
    state = card(give(give(table(2), 0, droplet=31), 1, droplet=32))
    state = pots(state, "W1 .", "W1 .")
    assert [pot_of(state, seat).scoring_space for seat in (0, 1)] == [33, 34]
    assert asked(state) == ("roll", 1)


def test_nobody_rolls_when_every_pot_exploded() -> None:
    assert asked(pots(card(table(2)), EXPLODES, EXPLODES)) == ("exploded", 0)


@pytest.mark.parametrize(
    ("face", "points", "rubies", "droplet", "oranges"),
    [(1, 1, 0, 0, 0), (2, 1, 0, 0, 0), (3, 2, 0, 0, 0), (4, 0, 1, 0, 0), (5, 0, 0, 1, 0), (6, 0, 0, 0, 1)],
)
def test_the_six_faces_of_the_die(face: int, points: int, rubies: int, droplet: int, oranges: int) -> None:
    state = say(pots(card(table(1)), "W1 ."), face)
    seat = state.seats[0]
    assert (seat.victory_points, seat.rubies, seat.droplet, seat.bag[3]) == (points, 1 + rubies, droplet, 1 + oranges)


def test_everybody_at_the_end_of_the_track_rolls_the_die() -> None:
    state = card(give(give(table(2), 0, droplet=52), 1, droplet=51))
    state = pots(state, "W3 W1 .", "W1 .")
    assert [pot_of(state, seat).scoring_space for seat in (0, 1)] == [53, 53]
    state = say(state, 1)
    assert asked(state) == ("roll", 1)
    state = say(state, 1, "buy", "buy")
    assert [seat.victory_points for seat in state.seats] == [16, 16]
    assert [seat.rubies for seat in state.seats] == [1, 1], "the spoon has no ruby"


# B: black.


def black_table(seats: int, *counts: int, **fields: dict[str, str]) -> GameState:
    state = table(seats, **fields)
    for seat, count in enumerate(counts):
        state = give(state, seat, bag=f"W1x4 K1x{count}" if count else "W1x4")
    texts = [f"K1x{count} ." if count else "W1 ." for count in counts]
    state = pots(card(state), *texts)
    while asked(state) and (asked(state) or ("",))[0] == "roll":
        state = say(state, 1)
    return state


@pytest.mark.parametrize(
    ("counts", "droplets", "rubies"),
    [
        ((1, 1), (1, 1), (1, 1)),
        ((2, 1), (1, 0), (2, 1)),
        ((0, 0), (0, 0), (1, 1)),
        ((1, 0, 0), (1, 0, 0), (2, 1, 1)),
        ((1, 1, 0), (1, 1, 0), (1, 1, 1)),
        ((2, 1, 0), (1, 1, 0), (2, 1, 1)),
        ((2, 1, 1, 0), (1, 0, 1, 0), (2, 1, 1, 1)),
        ((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 1, 1, 1)),
        ((3,), (0,), (1,)),
    ],
)
def test_black_compares_with_the_neighbours(
    counts: tuple[int, ...], droplets: tuple[int, ...], rubies: tuple[int, ...]
) -> None:
    state = black_table(len(counts), *counts)
    assert tuple(seat.droplet for seat in state.seats) == droplets
    assert tuple(seat.rubies for seat in state.seats) == rubies


def test_no_black_chip_at_all_moves_both_droplets_by_a_house_ruling() -> None:
    state = black_table(2, 0, 0, rulings={"black_zero": "both_step"})
    assert [seat.droplet for seat in state.seats] == [1, 1]


def test_black_pays_also_after_an_explosion() -> None:
    state = give(table(2), 0, bag="W3x3 K1")
    state = say(pots(card(state), "K1 W3 W3 W3", "W1 ."), 1)
    assert (state.seats[0].droplet, state.seats[0].rubies) == (1, 2)


# C and D.


def test_a_full_worked_explosion() -> None:
    state = pots(card(table(1)), "W2 W2 W1 W1 W1 O1 G1 W3")
    assert pot_of(state, 0).scoring_space == 13
    assert asked(state) == ("exploded", 0), "no die after an explosion"
    assert state.seats[0].rubies == 3, "green next to last and the ruby space"
    assert say(state, "points").seats[0].victory_points == 2
    with_coins = say(state, "coins")
    assert asked(with_coins) == ("buy", 0)
    assert with_coins.seats[0].victory_points == 0
    assert why_illegal(with_coins, Bought(0, ("R1", "B1"))) is None


def test_an_exploded_pot_that_took_points_does_not_buy() -> None:
    state = say(pots(card(table(1)), EXPLODES), "points")
    assert asked(state) == ("rubies", 0)


def test_a_protected_explosion_pays_points_and_coins_but_rolls_no_die() -> None:
    state = give(table(1, books="blue=2"), 0, bag="W3x3 B4")
    state = pots(card(state), "W3 W3 B4 W3")
    assert asked(state) == ("buy", 0)
    assert state.seats[0].victory_points == 3, "space 14"


# E.


def test_what_10_coins_can_buy_in_rounds_1_and_3() -> None:
    for round_number, purchases in ((1, 13), (3, 15)):
        state = give(table(1, round_number=round_number), 0, droplet=8)
        state = say(pots(card(state), "W1 ."), 1)
        assert len(legal_actions(state)) == purchases + 1, "and nothing at all"


def test_why_a_purchase_is_not_legal() -> None:
    state = stock(give(table(1), 0, droplet=16), B2=0)
    state = say(pots(card(state), "W1 ."), 1)
    for kinds, reason in (
        (("R1", "R2"), "same colour"),
        (("W1",), "not for sale"),
        (("Y1",), "not open in round 1"),
        (("B2",), "no B2 is left"),
        (("R4", "O1"), "cost 19 and there are 16"),
        (("O1", "G1", "B1"), "3 chips"),
        (("Q7",), "not a chip"),
    ):
        assert reason in (why_illegal(state, Bought(0, kinds)) or "")
    after = apply(state, Bought(0, ("R2", "O1")))
    assert bag_of(after, 0) == "W1x4 W2x2 W3 O1x2 G1 R2"


def test_the_last_chip_goes_to_who_is_first_in_turn_order() -> None:
    state = stock(table(2), B1=1)
    state = give(give(state, 0, droplet=8), 1, droplet=8)
    state = say(pots(card(state), "W1 .", "W1 ."), 1, 1, "buy B1")
    assert "no B1 is left" in (why_illegal(state, Bought(1, ("B1",))) or "")


def test_two_coins_buy_nothing_so_nobody_is_asked() -> None:
    state = say(pots(card(table(1)), "W1 ."), 1)
    assert state.round == 2


# F.


def test_two_rubies_move_the_droplet_or_fill_the_flask_as_often_as_they_last() -> None:
    state = give(table(1), 0, rubies=5)
    state = say(pots(card(state, "charity"), "W1! W1 ."), 1)
    assert possible(state) == ["droplet", "flask", "done"]
    assert "without test tubes" in (why_illegal(state, Chose(0, "rubies", "tube")) or "")
    state = say(state, "flask")
    assert possible(state) == ["droplet", "done"]
    state = say(state, "droplet", "droplet")
    assert (state.seats[0].droplet, state.seats[0].rubies, state.seats[0].flask) == (2, 0, True)


@pytest.mark.parametrize(("droplet", "steps"), [(50, 2), (51, 1), (52, 0)])
def test_a_droplet_takes_steps_up_to_the_last_chip_space_and_no_further(droplet: int, steps: int) -> None:
    state = give(table(1), 0, rubies=6, droplet=droplet)
    state = apply(say(pots(card(state, "charity"), "W1! W1 ."), 1), Bought(0, ()))
    assert ("droplet" in possible(state)) == (steps > 0)
    state = say(state, *["droplet"] * steps)
    assert state.seats[0].droplet == 52
    assert possible(state) == ["flask", "done"]
    assert "the droplet is at the end of the pot" in (why_illegal(state, Chose(0, "rubies", "droplet")) or "")


def test_an_empty_flask_stays_empty_until_it_is_paid() -> None:
    state = say(pots(card(table(1), "charity"), "W1! W1 ."), 1, "done")
    state = card(state)
    assert "flask is empty" in (why_illegal(pots(state, "W1"), Brewed(0, UsedFlask())) or "")


# The frame.


def test_the_start_player_moves_one_seat_on() -> None:
    state = after_questions(pots(card(table(3)), "W1 .", "W1 .", "W1 ."))
    assert (state.round, state.start_player) == (2, 1)
    state = card(state, "choose_wisely")
    assert state.turn_order == (1, 2, 0)
    due = turn(state)
    assert due is not None
    assert due.seat == 1


def test_round_6_brings_one_more_white_chip_to_everybody() -> None:
    state = table(2, round_number=5)
    before = state.supply[0]
    state = after_questions(pots(card(state), "W1 .", "W1 ."))
    assert state.round == 6
    assert [bag_of(state, seat) for seat in range(2)] == ["W1x5 W2x2 W3 O1 G1"] * 2
    assert state.supply[0] == before - 2


def test_rats_count_tails_beyond_50_points() -> None:
    state = give(table(4, round_number=3), 0, victory_points=68)
    for seat, points in ((1, 39), (2, 51), (3, 67)):
        state = give(state, seat, victory_points=points)
    assert [seat.tails for seat in card(state).seats] == [0, 12, 7, 0]


def test_no_rats_in_round_1_and_none_for_a_single_seat() -> None:
    assert card(give(table(2), 0, victory_points=20)).seats[1].tails == 0
    assert card(give(table(1, round_number=5), 0, victory_points=20)).seats[0].tails == 0


# Round 9.


def test_round_9_turns_coins_and_rubies_into_points() -> None:
    state = give(table(1, round_number=9), 0, droplet=17, rubies=5)
    state = say(pots(card(state), "W1 ."), 1)
    assert state.over
    assert state.seats[0].victory_points == 1 + 4 + 17 // 5 + 5 // 2
    assert state.seats[0].rubies == 1


def test_an_exploded_pot_of_round_9_still_chooses_points_or_coins() -> None:
    state = give(table(1, round_number=9), 0, rubies=1)
    state = pots(card(state), EXPLODES)
    assert say(state, "points").seats[0].victory_points == 1 + 1, "space 9: 1 point, a ruby makes two"
    assert say(state, "coins").seats[0].victory_points == 9 // 5 + 1


def test_round_9_lets_everybody_draw_at_the_same_time() -> None:
    state = pots(card(table(2, round_number=9)), "W1")
    assert asked(state) == ("brew", 1)
    with pytest.raises(ValueError, match="in round 9 the others draw first"):
        pots(state, "W1")
    state = pots(state, "", "W3")
    assert asked(state) == ("brew", 0)
    state = pots(state, ".", "W2")
    assert asked(state) == ("brew", 1), "who stopped is out, the other goes on alone"
    assert asked(pots(state, "", "W1 W1 .")) == ("roll", 1)


def test_most_points_win_then_the_furthest_last_pot_then_the_win_is_shared() -> None:
    state = table(3, round_number=9)
    state = give(give(state, 0, droplet=28, victory_points=5), 1, droplet=29, victory_points=5)
    state = pots(card(state), "W2", "W1", "W1")
    state = pots(state, ".", ".", ".")
    while not state.over:
        state = say(state, 1)
    assert places(state) == (1, 1, 3), "both scored space 31"
    assert winners(state) == (0, 1)
    nearer = give(state, 1, pot=Pot(30))
    assert winners(nearer) == (0,)


def test_nobody_has_won_before_the_end() -> None:
    with pytest.raises(ValueError, match="Nobody has won in round 1"):
        winners(table(2))
