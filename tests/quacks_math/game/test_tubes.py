"""The test-tube side: each droplet step goes into the pot or into the tubes, and every glass pays at once."""

import pytest

from quacks_math.game.engine.actions import options
from quacks_math.game.engine.state import GameState
from tests.quacks_math.game.table import asked, bag_of, card, give, pots, say, stock, table

START = "W1x4 W2x2 W3 O1 G1"
WITH = {
    "B1": "W1x4 W2x2 W3 O1 G1 B1",
    "K1": "W1x4 W2x2 W3 O1 G1 K1",
    "R2": "W1x4 W2x2 W3 O1 G1 R2",
    "P1": "W1x4 W2x2 W3 O1 G1 P1",
    "Y4": "W1x4 W2x2 W3 O1 G1 Y4",
}


def step_due(tube: int, *, round_number: int = 4, **fields: dict[str, str]) -> GameState:
    """Return a one-seat game in which a droplet step is due."""
    state = give(table(1, tubes=True, round_number=round_number, **fields), 0, tube=tube)
    return card(state, "pot_filling_up")


def possible(state: GameState) -> list[str]:
    return [option.answer for option in options(state) if option.why_not is None]


@pytest.mark.parametrize(
    ("glass", "points", "rubies", "chip"),
    [
        (1, 0, 1, ""),
        (2, 1, 0, ""),
        (3, 0, 0, "B1"),
        (4, 2, 0, ""),
        (5, 0, 0, "K1"),
        (6, 2, 0, ""),
        (7, 0, 0, "R2"),
        (8, 3, 0, ""),
        (9, 0, 0, "P1"),
        (10, 3, 0, ""),
        (11, 0, 0, "Y4"),
        (12, 4, 0, ""),
    ],
)
def test_every_glass_pays_at_once(glass: int, points: int, rubies: int, chip: str) -> None:
    state = say(step_due(glass - 1), "tube")
    seat = state.seats[0]
    assert (seat.tube, seat.droplet) == (glass, 0)
    assert (seat.victory_points, seat.rubies) == (points, 1 + rubies)
    assert bag_of(state, 0) == WITH.get(chip, START)


def test_a_step_may_go_into_the_pot_instead() -> None:
    state = say(step_due(4), "droplet")
    assert (state.seats[0].droplet, state.seats[0].tube) == (1, 4)


def test_at_the_last_glass_the_step_goes_into_the_pot_unasked() -> None:
    state = step_due(12)
    assert asked(state) == ("brew", 0)
    assert state.seats[0].droplet == 1


def test_a_purple_or_yellow_chip_of_a_glass_needs_its_book() -> None:
    assert bag_of(say(step_due(8, round_number=2), "tube"), 0) == START
    assert bag_of(say(step_due(10, round_number=1), "tube"), 0) == START


def test_a_glass_whose_chip_is_not_in_the_supply_pays_nothing() -> None:
    state = give(table(1, tubes=True), 0, tube=2)
    state = say(card(stock(state, B1=0), "pot_filling_up"), "tube")
    assert (bag_of(state, 0), state.seats[0].tube) == (START, 3)


def test_two_steps_may_be_split() -> None:
    state = say(card(table(1, tubes=True), "choose_wisely"), "tube", "droplet")
    assert (state.seats[0].tube, state.seats[0].droplet, state.seats[0].rubies) == (1, 1, 2)


def test_two_steps_go_together_by_a_house_ruling() -> None:
    state = card(table(1, tubes=True, rulings={"split_steps": "not_split"}), "choose_wisely")
    state = say(state, "tube")
    assert asked(state) == ("brew", 0)
    assert (state.seats[0].tube, state.seats[0].rubies, state.seats[0].victory_points) == (2, 2, 1)


def test_steps_of_die_black_green_4_purple_card_and_rubies_may_go_into_the_tubes() -> None:
    state = give(table(2, tubes=True, books="green=4", round_number=4), 0, bag="W1x4 K1 G1 P1x3", rubies=3)
    state = pots(card(state), "K1 P1x3 G1 .", "W1 .")
    state = say(state, 5)
    for ask in ("step", "step", "purple", "step", "green", "step"):
        assert asked(state) == (ask, 0)
        state = say(state, {"step": "tube", "purple": "3", "green": "pay"}[ask])
    assert state.seats[0].tube == 4
    state = say(state, "buy")
    assert possible(state) == ["droplet", "tube", "done"]
    state = say(state, "tube")
    assert state.seats[0].tube == 5


def test_a_ruby_from_a_glass_can_be_spent_in_the_same_round() -> None:
    state = give(table(1, tubes=True), 0, rubies=1)
    state = say(pots(card(state), "W1 ."), 5, "tube")
    assert asked(state) == ("rubies", 0)


def test_seasoned_perfectly_may_go_into_the_tubes() -> None:
    state = pots(card(table(1, tubes=True), "seasoned_perfectly"), "W3 W2 W2 .")
    state = say(state, 1)
    assert asked(state) == ("step", 0)


def test_after_round_9_two_rubies_buy_a_tube_step_or_a_point() -> None:
    state = give(table(1, tubes=True, round_number=9), 0, rubies=5, tube=9)
    state = say(pots(card(state), "W1 ."), 1)
    assert possible(state) == ["tube", "done"]
    before = state.seats[0].victory_points
    state = say(state, "tube", "done")
    assert state.over
    assert state.seats[0].victory_points == before + 3 + 1
    assert state.seats[0].rubies == 1
