"""The known cases of ``tests/cases``: questions with answers, asked of the public functions.

Each file lists under ``ids`` what it answers for, under ``cases`` the questions with the expected numbers (fractions as
text), and under ``elsewhere`` what is tested by a test of its own. A case under ``book`` names the book that it is about.
``odds.json`` is asked in ``test_odds``.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quacks_math.brew.advise import Advice, advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import BrewState, legal_actions, replay
from quacks_math.brew.odds import odds
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.game.engine.fold import start_game
from quacks_math.material.books import BOOKS, SETS, books_from, prices
from quacks_math.material.cards import Card
from quacks_math.material.chips import BOX, KINDS, kind_index
from quacks_math.material.rulings import rulings_from
from quacks_math.material.track import COINS, VICTORY_POINTS
from quacks_math.rules import buying, cards, evaluation, rounds
from tests.quacks_math.game.table import asked, card, give, pots, say, setup_of, table

ROOT = Path(__file__).parents[2]
FILES = ("stopping", "rulings", "effects", "books", "rats", "shop")
CONTENT: dict[str, Any] = {
    name: json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8")) for name in FILES
}
CASES: list[dict[str, Any]] = [case for content in CONTENT.values() for case in content["cases"]]
ASKED_HERE = {
    *("pot", "advice", "play", "roll", "order", "black", "gift", "prices", "start", "extra_whites", "last_round"),
    *("rats", "purchases", "may_buy", "box"),
}


def asking(*asked_for: str) -> pytest.MarkDecorator:
    """Return the cases that ask so."""
    found = [case for case in CASES if case["ask"] in asked_for]
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in found])


def brew_of(case: dict[str, Any]) -> Brew:
    return Brew(
        Bag.parse(case["bag"]),
        books=books_from(case.get("books", {})),
        start=case.get("start", 0),
        rats=case.get("rats", 0),
        card=case.get("card"),
        flask=case.get("flask", True),
        round=case.get("round", 1),
        rubies=case.get("rubies", 0),
        rulings=rulings_from(case.get("rulings", {})),
        pot=parse_pot(case.get("pot", "")),
    )


def advice_on(case: dict[str, Any]) -> Advice:
    """Return advice with these rates only, under the rule that the case names."""
    rates = Rates.from_json(case.get("rates", {}))
    rule = StopRule.parse(case.get("rule", "best"))
    return advise(brew_of(case), Objective.parse(case.get("objective", "worth")), rule, rates)


@pytest.mark.parametrize("name", FILES)
def test_no_case_is_missing(name: str) -> None:
    content = CONTENT[name]
    names = [case["id"] for case in content["cases"] + content["elsewhere"]]
    assert len(set(names)) == len(names)
    assert {case.split()[0] for case in names} == set(content["ids"])
    assert {case["ask"] for case in content["cases"]} <= ASKED_HERE


def test_every_book_has_a_case_in_which_it_is_in_play() -> None:
    about = {tuple(case["book"]): case for case in CASES if "book" in case}
    assert set(about) == set(BOOKS)
    for (colour, number), case in about.items():
        assert number in (0, getattr(books_from(case.get("books", {})), colour, 0)), case["id"]


@pytest.mark.parametrize("entry", [pytest.param(e, id=e["id"]) for c in CONTENT.values() for e in c["elsewhere"]])
def test_what_is_tested_elsewhere_is_tested_there(entry: dict[str, str]) -> None:
    file, _, test = entry["test"].partition("::")
    assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
    assert entry["reason"].endswith(".")


def rubies_for_certain(brew: Brew) -> int:
    """Return the rubies that a finished pot gains."""
    (rubies,) = advise(brew, rates=Rates()).outcome.rubies
    return rubies


PROBES: dict[str, Callable[[BrewState], Any]] = {
    "scoring_index": lambda state: odds(state.brew).scoring_space.index,
    "coins": lambda state: odds(state.brew).scoring_space.coins,
    "victory_points": lambda state: odds(state.brew).scoring_space.victory_points,
    "ruby": lambda state: odds(state.brew).scoring_space.ruby,
    "spaces": lambda state: [[KINDS[chip.kind], chip.space] for chip in state.pot],
    "bag_left": lambda state: str(Bag(state.left)),
    "moves": lambda state: sorted(legal_actions(state)),
    "rubies": lambda state: rubies_for_certain(state.brew),
    "white_sum": lambda state: state.white_sum,
    "white_limit": lambda state: state.white_limit,
    "position": lambda state: state.position,
    "exploded": lambda state: state.exploded,
}


@asking("pot")
def test_a_pot_lies_as_known(case: dict[str, Any]) -> None:
    state = replay(brew_of(case))
    for name, expected in case["expected"].items():
        match name:
            case "moves_include":
                assert set(expected) <= set(legal_actions(state))
            case "not_moves":
                assert not set(expected) & set(legal_actions(state))
            case "rulings":
                assert set(expected) <= set(advise(state.brew).rulings)
            case _:
                assert PROBES[name](state) == (sorted(expected) if name == "moves" else expected), name


@asking("advice")
def test_moves_are_worth_what_is_known(case: dict[str, Any]) -> None:
    found, expected = advice_on(case), case["expected"]
    printed = found.odds.scoring_space.victory_points if case.get("beyond_the_space") else 0
    for move, value in expected["values"].items():
        assert found.values[move] - printed == pytest.approx(float(Fraction(value)))
    if "best" in expected:
        assert max(found.values.values()) == pytest.approx(float(Fraction(expected["best"])))
        assert found.action == expected["action"]


@asking("play")
def test_fixed_rules_end_where_counting_says(case: dict[str, Any]) -> None:
    outcome, expected = advice_on(case).outcome, case["expected"]
    for name in ("explode", "mean_coins", "mean_victory_points"):
        if name in expected:
            assert getattr(outcome, name) == pytest.approx(float(Fraction(expected[name])))
    for coins, chance in expected.get("coins_at_least", {}).items():
        assert outcome.chance_coins_at_least[int(coins)] == pytest.approx(float(Fraction(chance)))
    if "exploding_chip_on" in expected:
        found = {str(space.index - 1): space.probability for space in outcome.scoring_space}
        known = {space: float(Fraction(chance)) for space, chance in expected["exploding_chip_on"].items()}
        assert found == pytest.approx(known)


@asking("roll")
def test_who_rolls_the_die(case: dict[str, Any]) -> None:
    furthest = max(index for index, exploded in case["pots"] if not exploded)
    assert [rounds.may_roll(index, exploded, furthest) for index, exploded in case["pots"]] == case["expected"]


@asking("order")
def test_who_is_ahead_at_the_end(case: dict[str, Any]) -> None:
    standings = [rounds.standing(points, index) for points, index in case["expected"]]
    assert standings == sorted(standings, reverse=True)
    assert len(set(standings)) == len(standings)


@asking("black")
def test_black_rewards(case: dict[str, Any]) -> None:
    left, right = (*case["neighbours"], evaluation.NOBODY)[:2]
    rulings = rulings_from(case.get("rulings", {}))
    assert list(evaluation.black_reward(case["mine"], left, right, rulings)) == case["expected"]


@asking("gift")
def test_gifts_wait_for_their_book(case: dict[str, Any]) -> None:
    kind, number = kind_index(case["kind"]), Card[case["card"].upper()]
    rulings = rulings_from({})
    found = {turn: bool(cards.card_offers(number, kind, int(turn), rulings)) for turn in case["expected"]}
    assert found == case["expected"]


@asking("prices")
def test_prices(case: dict[str, Any]) -> None:
    table_of = prices(books_from(case["books"]), rulings_from(case.get("rulings", {})))
    assert {kind: table_of[kind_index(kind)] for kind in case["expected"]} == case["expected"]


@asking("start")
def test_everybody_starts_alike(case: dict[str, Any]) -> None:
    for seat in start_game(setup_of(4)).seats:
        found = {"bag": str(Bag(seat.bag)), "rubies": seat.rubies, "flask": seat.flask, "droplet": seat.droplet}
        assert found == case["expected"]


@asking("extra_whites")
def test_a_white_chip_more_before_a_round(case: dict[str, Any]) -> None:
    assert {number: rounds.extra_whites(int(number)) for number in case["expected"]} == case["expected"]


@asking("last_round")
def test_whether_coins_ever_pay_more_than_points_in_the_last_round(case: dict[str, Any]) -> None:
    expected = case["expected"]
    converted = [evaluation.points_from_coins(int(coins)) for coins in COINS]
    points = [int(number) for number in VICTORY_POINTS]
    assert [index for index in range(54) if converted[index] > points[index]] == expected["coins_pay_more"]
    assert [i for i in range(9, 54) if converted[i] == points[i]] == expected["equal_from_9"]
    exploded = replay(Brew(Bag.parse("W1x8"), pot=parse_pot("W1x8")))
    assert exploded.exploded
    assert odds(exploded.brew).scoring_space.index == expected["least_index_of_an_explosion"]


@asking("rats")
def test_rat_tails(case: dict[str, Any]) -> None:
    assert rounds.tails_of_round(case["round"], case["mine"], case["leader"], Card.NONE) == case["expected"]


@asking("purchases")
def test_numbers_of_purchases(case: dict[str, Any]) -> None:
    price = buying.price_table(books_from({}), rulings_from({}))
    possible = list(buying.purchases(case["coins"], case["round"], list(price), list(buying.starting_supply(2))))
    assert sum(1 for kinds in possible if len(kinds) == 1) == case["expected"]["single"]
    assert sum(1 for kinds in possible if len(kinds) == 2) == case["expected"]["pairs"]


@asking("may_buy")
def test_whether_a_basket_may_be_bought(case: dict[str, Any]) -> None:
    price = buying.price_table(books_from({}), rulings_from({}))
    supply = [0 if KINDS[kind] in case.get("sold_out", ()) else left for kind, left in enumerate(BOX)]
    first, second = (*map(kind_index, case["basket"].split()), evaluation.NO_KIND)[:2]
    assert buying.may_buy(first, second, case["coins"], 3, list(price), supply) == case["expected"]


@asking("box")
def test_what_the_box_holds(case: dict[str, Any]) -> None:
    assert dict(zip(KINDS, BOX, strict=True)) == case["expected"]


def test_each_book_prints_its_own_prices() -> None:
    for colour in ("green", "blue", "red", "yellow", "purple"):
        printed = [tuple(sorted(BOOKS[colour, number].prices.items())) for number in SETS]
        assert len(set(printed)) > 1, f"{colour} costs the same in all sets"


def test_coins_that_are_left_are_lost() -> None:
    state = say(pots(card(table(1)), "W3 W2 W1 ."), 1)
    assert asked(state) == ("buy", 0), "7 coins"
    state = say(pots(card(give(say(state, "buy"), 0, rubies=0), "lucky_devil"), "W1 ."), 1)
    assert state.round == 3, "with the 2 coins of this round nothing can be bought, so nobody is asked"
