"""Brews in which several rules meet at once: the solver equals the oracle at every moment named here."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.legality import legal_actions
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.material.books import SETS, Books, books_from
from tests.oracle import brew_oracle
from tests.quacks_math.brew_twins import (
    Question,
    check_question,
    close,
    events_for_oracle,
    for_oracle,
    rates_of,
    ruled,
    state_of,
    uneven_rates,
)

pytestmark = pytest.mark.proof


def brew_of(bag: str, books: str = "", **setting: Any) -> Brew:
    """Return a brew with books as ``B=2 R=3``."""
    sets = {name: int(number) for name, _, number in (word.partition("=") for word in books.split())}
    return Brew(Bag.parse(bag), books=books_from(sets), **setting)


def check_moments(brew: Brew, pots: tuple[str, ...], **asked: Any) -> None:
    """Compare at the start and after each pot."""
    for pot in ("", *pots):
        check_question(Question(replace(brew, pot=parse_pot(pot)), **asked))


@pytest.mark.parametrize(
    ("bag", "setting", "pots"),
    [
        ("W1x3 O1x2 G1", {}, ("O1 G1 W1 O1 W1", "O1 G1 W1 O1 W1!")),
        ("W1 W3 B1 O1x2", {}, ("W1 O1 O1 B1", "W1 O1 O1 B1[W3", "W1 O1 O1 B1[W3>W3]", "W1 O1 O1 W3 B1")),
        ("W1x2 B2 O1x3", {}, ("W1 O1 W1 O1 B2", "W1 O1 W1 O1 B2[O1", "O1 O1 O1 B2[W1 W1>W1]")),
        ("W1 W3 B1x2 O1x2", {}, ("O1 O1 B1[B1", "O1 O1 W1 B1[B1>B1[W3", "O1 O1 W1 B1[B1>B1[W3>-]]")),
        ("W1 W3 P1x2 O1x2", {"books": "P=3", "start": 8}, ("P1 O1 W1 P1 W3", "P1 W1")),
        ("W1 W3 B1x3", {"books": "B=3", "start": 3, "round": 9, "rubies": 1}, ("B1 W1 B1 W3", "B1 W1 B1 B1 W3 /")),
        ("W1 W3 B1x3", {"books": "B=3", "start": 3}, ("B1 W1 B1 W3",)),
        # The fifth chip is a blue one on a ruby space, and beginning again is better: its ruby stays.
        ("W1x2 W2 W3 B1 R4", {"books": "B=3", "start": 5, "round": 4}, ("W1 W1 W2 W3",)),
        ("W1 W3 B2x2 O1x2", {"books": "B=4 P=3", "start": 4, "round": 9}, ("B2 W1 O1 B2", "O1 B2")),
        ("W1 W2 Y1 G1x2", {}, ("G1 G1 W2 W1 Y1<", "G1 G1 W2 W1 Y1")),
        ("W1 W3 R1 R2 O1x2", {"books": "R=2"}, ("R1 W1 O1 W3", "R1 R2 W1 O1 O1")),
        # The fifth chip looks at a red one, which would be set aside.
        ("W1x3 W2 W3 B1 R1", {"books": "R=2", "flask": False}, ("W1 W2 W1 W1 B1", "W1 W2 W1 W1 B1[R1", "W1 W2 W1 W1")),
        ("W2 W3x2 B1 O1", {"books": "B=2"}, ("W3 B1 W3", "B1 W3 W3 W2", "B1 W3 W3 W2 /")),
        ("W2 W3x2 Y1x2", {"books": "Y=3"}, ("W3 W3", "Y1 W3 W3 Y1 W2")),
        ("W1 W3 Y1 R2 O1x2", {"books": "Y=2"}, ("O1 O1 W1 R2 Y1",)),
    ],
)  # fmt: skip
def test_second_chance_meets_everything_else(bag: str, setting: dict[str, Any], pots: tuple[str, ...]) -> None:
    check_moments(brew_of(bag, card="second_chance", **setting), pots)


@pytest.mark.parametrize("aim", ["coins", "vp", "space"])
@pytest.mark.parametrize("bag", ["W1 W2 B1 K1 P1", "W1 W2 B2 G2 O1", "W3x2 B1 Y2 Y4 K1"])
@pytest.mark.parametrize("start", [3, 30])
def test_blue_that_only_pays_later_ends_like_chips_that_land_alike(aim: str, bag: str, start: int) -> None:
    brew = brew_of(bag, "B=3 G=1 P=4 Y=2 R=3", start=start)
    check_question(Question(brew, aim))


@pytest.mark.parametrize("ruling", ["inert", "counts"])
@pytest.mark.parametrize(
    ("brew", "pots"),
    [
        pytest.param(brew_of("W1 W3 P1x2 G1 R2", "P=4"), ("G1 P1 W1 .", "G1 P1 .[R2 W1 W3 P1"), id="purple 4"),
        pytest.param(brew_of("W1 W3 R1 R2 O1", "R=2"), ("R1 W1 .", "R1 W1 .[R2 O1 W3>R2]", "R1 R2 ."), id="red 2"),
        pytest.param(brew_of("W2 W3 W1 G2x2 O1", "G=3"), ("G2 W3 W2 .", "G2 W3 W2 W1 .[G2 O1"), id="green 3"),
        pytest.param(brew_of("W2 W2 W3 G2 P1", "G=3 P=3", start=8), ("W3 W2 G2 .", "P1 W3 ."), id="green 3, purple 3"),
        pytest.param(brew_of("W1x2 R1 Y1 K1", "R=4 Y=2"), ("R1 Y1 .", "R1 W1 Y1 .[W1 K1"), id="doubling and red 4"),
        pytest.param(brew_of("W1 W3 B1 B2 G1"), ("G1 B1", "G1 B1[W3", "B2[W1 G1>G1] ."), id="looks of both kinds"),
        pytest.param(brew_of("W3x2 W2 B1 O1", "B=2"), ("W3 B1 W3", "W3 B1 ."), id="not after a protected explosion"),
        pytest.param(brew_of("W3 W2 G1 G4 Y1", "G=4", rubies=1), ("G1 W3 .", "G1 .[G4 Y1 W2 W3"), id="green 4"),
        pytest.param(brew_of("W3 W2 G2 P1x2", "G=2 P=2", round=2), ("P1 W2 .",), id="green 2, purple 2, gifts not yet"),
        pytest.param(brew_of("W3 W1 B2 K1x2", "B=3", start=3, round=9, rubies=1), ("B2 W1 .", "K1 ."), id="round 9"),
    ],
)
def test_strong_ingredient_meets_everything_else(brew: Brew, pots: tuple[str, ...], ruling: str) -> None:
    check_moments(replace(brew, card="strong_ingredient", rulings=ruled(strong_step_b=ruling)), pots)


@pytest.mark.parametrize("points", [2, 4])
def test_beating_a_number_with_blue_4_purple_3_and_a_second_chance(points: int) -> None:
    brew = brew_of("W1 W3 B2 P1x2", "B=4 P=3", start=8, round=9, rubies=1, card="second_chance")
    check_moments(brew, ("B2 W1 P1 P1 W3", "B2 P1 W1"), objective=f"beat={points}")


def test_beating_a_number_with_points_of_blue_4_on_ruby_spaces() -> None:
    check_moments(brew_of("W1 W3 B4 B1", "B=4", start=8, round=9), (), objective="beat=6")


@pytest.mark.parametrize(("green", "purple"), list(product(SETS, SETS)))
def test_green_and_purple_meet_in_what_the_last_chips_pay(green: int, purple: int) -> None:
    check_moments(brew_of("W1 G1 P1x2", f"G={green} P={purple}", start=5, rubies=1), ("P1 G1", "G1 P1"))


@pytest.mark.parametrize(("red", "yellow"), list(product(SETS, SETS)))
def test_red_and_yellow_meet_in_how_far_a_chip_moves(red: int, yellow: int) -> None:
    check_moments(brew_of("W1 O1 R1 Y1", f"R={red} Y={yellow}"), ("W1", "O1 R1"))


@pytest.mark.parametrize(("blue", "yellow"), list(product(SETS, SETS)))
def test_blue_and_yellow_meet_in_what_comes_next(blue: int, yellow: int) -> None:
    check_moments(brew_of("W1 W3 B1 Y1", f"B={blue} Y={yellow}", start=4, limit=4), ("B1", "W1 B1"))


@pytest.mark.parametrize(("blue", "green"), list(product(SETS, SETS)))
def test_blue_and_green_meet_in_rubies_and_points(blue: int, green: int) -> None:
    check_moments(brew_of("W1 W3 B1 G1", f"B={blue} G={green}", start=4), ("B1", "G1"))


@pytest.mark.parametrize(("red", "purple"), list(product(SETS, SETS)))
def test_red_and_purple_meet_in_the_pot_that_is_evaluated(red: int, purple: int) -> None:
    check_moments(brew_of("W1 R1 P1x2", f"R={red} P={purple}", start=3), ("R1 P1", "P1 R1 ."))


@pytest.mark.parametrize("lying", [3, 4, 5])
def test_second_chance_is_offered_at_the_fifth_chip_and_at_no_other(lying: int) -> None:
    brew = brew_of("O1x5 W1 W3", card="second_chance", pot=parse_pot(" ".join(["O1"] * lying)))
    assert ("restart" in legal_actions(state_of(brew))) == (lying == 5)
    check_question(Question(brew))


@pytest.mark.parametrize("rubies", [0, 1, 2, 3])
def test_rubies_of_blue_3_count_by_pairs_in_the_last_round(rubies: int) -> None:
    brew = brew_of("W1 W3 B1x2 G1", "B=3", start=4, round=9, rubies=rubies)
    check_moments(brew, ("B1", "B1 G1 B1", "W1 B1 W3"))


@pytest.mark.parametrize("card", [None, "second_chance", "pot_is_full", "shining_extra_bright", "lucky_devil"])
def test_the_last_round_under_its_cards(card: str | None) -> None:
    brew = brew_of("W1 W3 B2 P1 G1", "B=3 P=1", start=12, round=9, rubies=1, card=card)
    check_moments(brew, ("B2", "P1 G1 W3"))


@pytest.mark.parametrize("rule", ["best", "white>=4", "risk<=1/3", "chips>=3"])
def test_a_house_limit_of_5(rule: str) -> None:
    check_moments(brew_of("W1 W2 W3 O1 Y1", limit=5), ("W2 W1", "O1 W3 Y1<"), rule=rule)


@pytest.mark.parametrize(
    ("bag", "books", "setting", "pots"),
    [
        ("W1 B1 B2 G1x2", "B=3 G=4", {"start": 4}, ("B1", "G1 B1")),
        ("W1 B1 G1", "B=3 G=4", {"start": 4, "rubies": 1}, ("B1",)),
        ("W3x2 W2 B1 B2", "B=2", {}, ("B2 W3", "B2 W3!", "W3 B1 W3")),
        ("W1 G1 R1", "R=2", {}, ("G1 R1 .", "R1 G1")),
        ("W1 G1 R1x2", "R=2 G=4", {"rubies": 2}, ("G1 R1 R1 .",)),
        ("W1 P1x2 G1", "P=3 G=3", {"start": 8}, ("P1", "P1 W1")),
        ("W3x2 W1 G1 P1", "P=3 G=3", {}, ("W3 W3 G1 P1",)),
        ("W1x2 W2 Y1 R1", "Y=1 R=3", {}, ("W2 R1", "W2 Y1")),
        ("W1 K1 P1x2 R1", "P=4", {}, ("R1 P1",)),
        # Green 1 moves like orange and black, but is told apart where it may lie last (set 4) or moves the last chip (3).
        ("W1 W3 G1 K1 O1", "R=4 G=4 P=2", {"rubies": 2}, ("W1", "G1")),
        ("W1 W3 G1 K1 O1", "R=4 G=3 P=2", {"rubies": 2}, ("W1", "G1")),
        # Chips behind the stop may be what purple of set 4 swaps.
        ("W1 P1 G1 R1", "R=2 P=4", {}, ("P1 G1 R1 .",)),
        ("W1 P1x2 R2", "R=2 P=4", {}, ("P1 P1 R2 .",)),
        ("W1 P1x2 G2", "P=4", {}, ("P1 P1 G2 .", "P1 G2")),
        # A white that goes back leaves the protected draws as they are.
        ("W1 W3x2 B4 Y1", "B=2 Y=1", {"limit": 4, "flask": False}, ("B4", "B4 W1", "B4 W3")),
    ],
)
def test_two_books_meet(bag: str, books: str, setting: dict[str, Any], pots: tuple[str, ...]) -> None:
    check_moments(brew_of(bag, books, **setting), pots)


def test_oranges_are_told_from_other_chips_of_their_value_where_red_1_counts_them() -> None:
    check_moments(brew_of("W1 W3 O1 K1 R1 R2"), ("K1", "O1 R1"), objective="coins")


@pytest.mark.parametrize("flask", [False, True])
def test_the_first_white_comes_after_other_chips_under_well_stirred(flask: bool) -> None:
    check_moments(brew_of("W3x3 O1 R1", card="well_stirred", flask=flask), ("O1", "R1 W3", "O1 W3~"))


def test_coins_may_pay_more_than_points_after_an_explosion_on_space_5() -> None:
    # Space 5 has 5 coins and no point; only a house limit below 4 lets a pot explode there.
    check_moments(brew_of("W1x2 W2x2 O1", limit=3, round=9), ("W1 W1", "W2 W2"))


@pytest.mark.parametrize("bag", ["W1 W2 B2 O1x3", "W1x2 W3 B1 R2x2", "W1 W3 B4 K1x2 G1x2"])
def test_a_look_at_a_bag_with_several_chips_of_a_kind(bag: str) -> None:
    blue = next(kind for kind in bag.split() if kind.startswith("B"))
    check_moments(brew_of(bag), (f"{blue}[", f"W1 {blue}["))


@pytest.mark.parametrize("ruling", ["printed", "bonus_too"])
@pytest.mark.parametrize(
    ("books", "bag", "pots"),
    [
        ("Y=2 R=3", "W1 W2 W3 Y1 R1", ("Y1 W2", "W2 Y1")),
        ("Y=4 R=4", "W1x2 W3 Y1x2 R1", ("R1 Y1",)),
        ("Y=2 R=2", "W1 W3 Y1 R1 R2", ("R1 R2 Y1 .", "Y1 R2")),
    ],
)
def test_extra_spaces_that_may_be_declined(books: str, bag: str, pots: tuple[str, ...], ruling: str) -> None:
    rulings = ruled(extra_spaces="may_decline", yellow2_doubles=ruling)
    check_moments(brew_of(bag, books, start=6, rulings=rulings), pots)


# The other seats.

EVERY_SPACE = range(54)


@pytest.mark.parametrize(
    ("rivals", "furthest"),
    [((Rival(9),), 9), ((Rival(9), Rival(14)), 14), ((Rival(9), Rival(14, True)), 9), ((Rival(20, True),), 0)],
)
@pytest.mark.parametrize(("number", "objective"), [(4, "worth"), (9, "worth"), (9, "beat=3")])
def test_known_pots_of_others_decide_who_rolls_the_die(
    rivals: tuple[Rival, ...], furthest: int, number: int, objective: str
) -> None:
    brew = brew_of("W1x2 W2 W3 O1 G1", "G=3", start=3, round=number)
    rates = replace(rates_of(3), die_chance=tuple(float(index >= furthest) for index in EVERY_SPACE))
    expected = advise(brew, Objective.parse(objective), rates=rates)
    found = advise(replace(brew, rivals=rivals), Objective.parse(objective), rates=rates_of(3))
    assert found.values == pytest.approx(expected.values)
    assert found.outcome == expected.outcome
    certain = tuple(uneven_rates(3).ruby * 0 + (index >= furthest) for index in EVERY_SPACE)
    question = for_oracle(Question(brew, objective, rates=3))
    oracle = replace(question, rates=replace(question.rates, die_chance=certain))
    assert found.values == pytest.approx({move: float(value) for move, value in brew_oracle.values(oracle).items()})


@pytest.mark.parametrize(
    ("others", "ruling", "rewards"),
    [
        ((0,), "nothing", [(0, 0), (1, 1), (1, 1)]),
        ((0,), "both_step", [(1, 0), (1, 1), (1, 1)]),
        ((1,), "nothing", [(0, 0), (1, 0), (1, 1)]),
        ((0, 0), "nothing", [(0, 0), (1, 1), (1, 1)]),
        ((0, 1), "nothing", [(0, 0), (1, 0), (1, 1)]),
        ((0, 2), "both_step", [(0, 0), (1, 0), (1, 0)]),
    ],
)
def test_known_black_chips_of_the_neighbours_pay_by_comparison(
    others: tuple[int, ...], ruling: str, rewards: list[tuple[int, int]]
) -> None:
    brew = brew_of("W1 W2 W3x2 K1x2", rulings=ruled(black_zero=ruling), rival_black=others)
    rates = rates_of(1)
    paid = tuple(steps * rates.droplet + rubies * rates.ruby for steps, rubies in rewards)
    for pot in ("", "K1 W3", "K1 W3 W3 W2"):
        known = replace(brew, pot=parse_pot(pot))
        found = advise(known, rates=replace(rates, black=(0.0,)))
        expected = advise(replace(known, rival_black=()), rates=replace(rates, black=paid))
        assert found.values == pytest.approx(expected.values)
        oracle = for_oracle(Question(replace(brew, rulings=ruled()), rates=1))
        exact = uneven_rates(1)
        black = tuple(steps * exact.droplet + rubies * exact.ruby for steps, rubies in rewards)
        oracle = replace(oracle, rates=replace(exact, black=black))
        assert max(found.values.values()) == close(brew_oracle.best(oracle, events_for_oracle(known.pot)))


def test_the_ruby_of_black_makes_a_pair_in_the_last_round() -> None:
    brew = Brew(Bag.parse("W1 K1"), books=Books(), round=9, rival_black=(0,), pot=parse_pot("K1 ."))
    assert advise(replace(brew, rubies=0), rates=Rates()).values["stop"] == 0
    assert advise(replace(brew, rubies=1), rates=Rates()).values["stop"] == 1


def test_the_ruby_of_black_may_pay_green_4() -> None:
    brew = Brew(Bag.parse("W1 K1 G1"), books=Books(green=4), rival_black=(0,), pot=parse_pot("K1 G1 ."))
    # One step for more black chips, one bought with the ruby.
    assert advise(brew, rates=Rates(droplet=10.0)).values["stop"] == 20
