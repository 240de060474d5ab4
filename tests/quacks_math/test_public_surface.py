"""What the library offers refuses a value of a wrong type with one sentence that says what would be right."""

from collections.abc import Callable
from typing import Any

import pytest

from quacks_math import (
    Bag,
    Brew,
    Objective,
    Rulings,
    advice_from,
    advise,
    estimate,
    odds,
    solve_brew,
)
from quacks_math.brew.model.chances import chance_among
from quacks_math.game import Game, Setup, parse_game, print_game, read_game, save_game
from quacks_math.game.engine.setup import Seat
from quacks_math.game.simulation.simulate import simulate
from quacks_math.game.simulation.strategies import strategy_from

BAG = Bag.parse("W1x4 W2x2 W3 O1 G1")
BREW = Brew(BAG)
ANY: Any = "W1"
"""A text where something else is asked for; its type is not told, or nothing could be tested."""
FIVE: Any = 5


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: odds(ANY), "brew cannot be 'W1'; use a Brew, such as"),
        (lambda: advise(ANY), "brew cannot be 'W1'; use a Brew, such as"),
        (lambda: solve_brew(ANY), "brew cannot be 'W1'; use a Brew, such as"),
        (lambda: estimate(ANY), "brew cannot be 'W1'; use a Brew or a state of it"),
        (lambda: advise(BREW, objective=ANY), "objective cannot be 'W1'; use an Objective, such as"),
        (lambda: advise(BREW, rule=ANY), "rule cannot be 'W1'; use a StopRule, such as"),
        (lambda: advise(BREW, rates=ANY), "rates cannot be 'W1'; use Rates, such as"),
        (lambda: advise(BREW, budget=ANY), "budget cannot be 'W1'; use a whole number"),
        (lambda: advice_from(ANY, BREW), "solution cannot be 'W1'; use what solve_brew returns"),
        (lambda: estimate(BREW, objective=ANY), "objective cannot be 'W1'; use an Objective"),
        (
            lambda: estimate(BREW, objective=Objective("beat", 3)),
            "beat=3 compares points of the last round; use round 9",
        ),
        (lambda: estimate(BREW, rule=ANY), "rule cannot be 'W1'; use a StopRule"),
        (lambda: estimate(BREW, rates=ANY), "rates cannot be 'W1'; use Rates"),
        (lambda: estimate(BREW, brews=ANY), "brews 'W1' is not possible; use 1 to"),
        (lambda: estimate(BREW, seed=ANY), "seed 'W1' is not possible; use 0 to"),
        (lambda: BAG + FIVE, "A bag poured in cannot be 5; use a Bag"),
        (lambda: BAG - FIVE, "A bag taken out cannot be 5; use a Bag"),
        (lambda: chance_among(ANY, ("W1",), 1), "left cannot be 'W1'; use a Bag"),
        (lambda: chance_among(BAG, ANY, 1), "wanted cannot be 'W1'; use a tuple of chips"),
        (lambda: chance_among(BAG, ("W1",), ANY), "'W1' chips cannot be taken or wanted; use 0 to 200"),
        (lambda: Rulings().choice("x"), "'x' is not a ruling; use one of"),
        (lambda: simulate(ANY, 1), "seats cannot be 'W1'; use a tuple of strategies"),
        (lambda: simulate((FIVE,), 1), "seats cannot be 5; use a tuple of strategies"),
        (lambda: simulate(("white7",), ANY), "games 'W1' is not possible; use 1 to"),
        (lambda: simulate(("white7",), 1, books=ANY), "books cannot be 'W1'; use Books"),
        (lambda: simulate(("white7",), 1, rulings=ANY), "rulings cannot be 'W1'; use Rulings"),
        (lambda: simulate(("white7",), 1, rates=[FIVE] * 9), "rates cannot be 5; use Rates for each round"),
        (lambda: strategy_from(FIVE), "A strategy cannot be 5; use its name"),
        (lambda: read_game(FIVE), "A saved game cannot be 5; use the text of one"),
        (lambda: parse_game(FIVE), "A written game cannot be 5; use the text of one"),
        (lambda: save_game(FIVE), "game cannot be 5; use a Game"),
        (lambda: print_game(FIVE), "game cannot be 5; use a Game"),
        (lambda: Game.new(FIVE), "setup cannot be 5; use a Setup"),
        (lambda: Setup(FIVE), "seats cannot be 5; use a tuple of Seat"),
        (lambda: Setup((Seat(FIVE),)), "The name of a seat cannot be 5; use a text such as 'Ann'"),
        (lambda: Setup((Seat("Ann"),), books=ANY), "books cannot be 'W1'; use Books"),
        (lambda: Setup((Seat("Ann"),), tubes=FIVE), "tubes cannot be 5; use True or False"),
    ],
)
def test_a_wrong_type_is_refused_with_one_sentence(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        call()
    assert str(refused.value).endswith(".")


def test_a_kind_wanted_twice_counts_once() -> None:
    assert chance_among(BAG, ("W1", "w1"), 1) == chance_among(BAG, ("W1",), 1)


def test_seats_given_as_a_list_are_kept_as_a_tuple() -> None:
    seats: Any = [Seat("Ann")]
    setup = Setup(seats)
    seats.append(Seat("Ben"))
    assert setup == Setup.of("Ann")
