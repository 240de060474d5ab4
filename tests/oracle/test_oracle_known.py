"""The oracle against numbers that were derived by hand or are known from elsewhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from .brew_oracle import best, explode_within, next_draw, outcome, pot_after, values
from .brew_pot import hands, white_limit
from .brew_setup import TRACK, OracleBrew
from .examples import FIVE_COINS_A_POINT, ONE_PER_COIN, START_BAG, brew, drawn, lying, moves, rates, stop_value

pytestmark = pytest.mark.proof

LATE_BAG = "W1x5 W2x2 W3 O1x4 G2 G4 R1x2 R2x2 R4 B2x2 B4 P1x3 K1"
# effects that leave the chances of the plain game alone
PLAIN = {"books": "B3 G4 R3 Y4"}


@pytest.mark.parametrize(
    ("chips", "out", "limit", "expected"),
    [
        (START_BAG, "", 7, "0"),
        (START_BAG, "W3 W2 W1", 7, "1/6"),
        (START_BAG, "W2 W2 W1 W1", 7, "1/5"),
        (START_BAG, "W2 W2 W1 W1 O1", 7, "1/4"),
        (START_BAG, "W2 W2 W1 W1 W1", 7, "1/2"),
        (START_BAG, "W3 W2", 7, "0"),
        (START_BAG, "W2 W2 W1", 7, "1/6"),
        (START_BAG, "W1 W1 W1 W1 W2", 7, "1/2"),
        (START_BAG, "W3 W2 W1 W1", 7, "3/5"),
        (START_BAG, "W3 W2 W1 W1 O1 G1", 7, "1"),
        (START_BAG, "W3 W2 W1 W1", 9, "0"),
        ("W1x5 W2x2 W3 O1 G1", "W3 W2 W1 W1", 7, "2/3"),
        ("W1x3 W2x2 W3 O1 G1", "W3 W2 W1", 7, "1/5"),
        (LATE_BAG, "W3 R4 O1 O1 R2 W2 P1 W1 B2", 7, "1/17"),
        (LATE_BAG, "W3 R4 O1 O1 R2 W2 P1 W1 W1 B2", 7, "1/4"),
        ("W1x4 W2x2 W3 O1x5 G1", "W3 W2 W1 W1", 7, "1/3"),
        ("W1x4 W2x2 W3 O1x8 G1", "W3 W2 W1 W1", 7, "1/4"),
        ("W2x3 W1x2", "W2 W2 W2 W1", 7, "1"),
        ("W2 W3x2 R4", "W2 W3", 7, "1/2"),
    ],
)
def test_chance_that_the_next_draw_explodes(chips: str, out: str, limit: int, expected: str) -> None:
    """ODD-001 to ODD-023, ODD-059, ODD-062."""
    assert next_draw(brew(chips, limit=limit, **PLAIN), drawn(out)) == Fraction(expected)


def test_a_full_flask_does_not_change_the_next_risk() -> None:
    """ODD-058."""
    for flask in (True, False):
        assert next_draw(brew(START_BAG, flask=flask), drawn("W3 W2 W1")) == Fraction(1, 6)


@pytest.mark.parametrize(
    ("chips", "out", "limit", "draws", "expected"),
    [
        (START_BAG, "W3 W2 W1", 7, 3, "17/20"),
        (START_BAG, "W3 W2 W1", 7, 4, "1"),
        (START_BAG, "", 7, 3, "0"),
        (START_BAG, "", 7, 4, "2/63"),
        (START_BAG, "", 7, 5, "11/63"),
        (START_BAG, "", 7, 6, "13/28"),
        (START_BAG, "", 7, 8, "1"),
        (START_BAG, "", 9, 7, "1/4"),
        (LATE_BAG, "", 7, 12, "3909/21850"),
    ],
)
def test_chance_of_exploding_within_some_draws(chips: str, out: str, limit: int, draws: int, expected: str) -> None:
    """ODD-025 to ODD-031, ODD-067."""
    assert explode_within(brew(chips, limit=limit, **PLAIN), drawn(out), draws) == Fraction(expected)


def printed_mean(ends: dict[str, Any], column: str) -> Fraction:
    """Return the mean of what the scoring spaces print, exploded pots included."""
    found = sum(chance * getattr(TRACK[index], column) for (index, _), chance in ends["scoring"].items())
    return Fraction(found)


def chance_of_coins(ends: dict[str, Any], least: int) -> Fraction:
    """Return the chance that the scoring space prints at least so many coins."""
    return sum((chance for (index, _), chance in ends["scoring"].items() if TRACK[index].coins >= least), Fraction(0))


@pytest.mark.parametrize(
    ("rule", "explode", "coins", "points", "ten_coins"),
    [
        ("white>=6", "11/105", "892/105", "211/180", "31/180"),
        ("white>=7", "41/105", "1013/105", "484/315", "169/315"),
        ("risk<=1/3", "23/105", "55/6", "1721/1260", "461/1260"),
        ("risk<=0", "0", "817/105", None, "71/1260"),
        ("never", "1", "226/21", None, "25/28"),
    ],
)
def test_fixed_stop_rules_in_round_1(rule: str, explode: str, coins: str, points: str | None, ten_coins: str) -> None:
    """ODD-034 to ODD-038."""
    ends = outcome(brew(START_BAG, flask=False, rule=rule))
    assert ends["explode"] == Fraction(explode)
    assert printed_mean(ends, "coins") == Fraction(coins)
    assert points is None or printed_mean(ends, "victory_points") == Fraction(points)
    assert chance_of_coins(ends, 10) == Fraction(ten_coins)


def test_where_the_exploding_chip_lands_when_never_stopping() -> None:
    """ODD-032."""
    ends = outcome(brew(START_BAG, flask=False, rule="never"))
    landing = {index - 1: chance for (index, exploded), chance in ends["scoring"].items() if exploded}
    expected = {8: "3/28", 9: "37/126", 10: "97/252", 11: "10/63", 12: "1/18"}
    assert landing == {space: Fraction(chance) for space, chance in expected.items()}


def test_one_more_white_1_lowers_the_risk_of_a_white_sum_rule() -> None:
    """ODD-040."""
    more = "W1x5 W2x2 W3 O1 G1"
    assert outcome(brew(START_BAG, flask=False, rule="white>=7"))["explode"] == Fraction(41, 105)
    assert outcome(brew(more, flask=False, rule="white>=7"))["explode"] == Fraction(5, 14)
    assert outcome(brew(more, flask=False, rule="white>=6"))["explode"] == Fraction(2, 21)


@pytest.mark.parametrize(
    ("out", "value", "stopping", "move"),
    [
        ("", "113/45", 0, "draw"),
        ("W3 W2 W1", "61/30", 2, "draw"),
        ("W2 W2 W1 W1", "23/10", 2, "draw"),
        ("W3 W2 W1 W1", "2", 2, "stop"),
        ("W1 W1 W1 W1 W2", "2", 2, "stop"),
    ],
)
def test_optimal_stopping_of_the_last_round(out: str, value: str, stopping: int, move: str) -> None:
    """ODD-045 to ODD-049: points of the printed space only, first with rates, then as round 9."""
    with_rates = brew(START_BAG, books="G4", flask=False, rates=rates(coins=FIVE_COINS_A_POINT))
    found = values(with_rates, drawn(out))
    assert max(found.values()) == best(with_rates, drawn(out)) == Fraction(value)
    assert found["stop"] == stopping
    assert found[move] == Fraction(value)
    # round 9 would add a point for two rubies; the one ruby of a scoring space alone is worth nothing
    assert best(brew(START_BAG, books="G4", flask=False, round=9), drawn(out)) == Fraction(value)


@pytest.mark.parametrize(
    ("chips", "out", "safe_kinds", "expected"),
    [
        ("W1x4 W2x2 W3 O1 G1 B2", "W3 W2 W1 W1 B2", "OG", "7/10"),
        ("W1x4 W2x2 W3 O1 G1 B1", "W3 W2 W1 W1 B1", "OG", "2/5"),
    ],
)
def test_chance_that_a_look_shows_a_coloured_chip(chips: str, out: str, safe_kinds: str, expected: str) -> None:
    """ODD-050, ODD-053."""
    shown = hands(pot_after(brew(chips), drawn(out)))
    assert sum(chance for chance, _ in shown) == 1
    good = sum(chance for chance, hand in shown if any(kind[0] in safe_kinds for kind in hand))
    assert good == Fraction(expected)


def test_risk_after_a_look_placed_the_green() -> None:
    """ODD-052."""
    setup = brew("W1x4 W2x2 W3 O1 G1 B2", limit=7)
    assert next_draw(setup, drawn("W3 W2 W1 W1 B2 [G1,W2] >G1")) == Fraction(3, 4)


def test_yellow_1_returns_the_white_before_it() -> None:
    """ODD-055, ODD-056, EFF-002, EFF-004."""
    setup = brew("W1x4 W2x2 W3 O1 G1 Y1")
    assert next_draw(setup, drawn("W2 W2 W1 Y1")) == Fraction(1, 6)
    assert next_draw(setup, drawn("W2 W2 W1 Y1 <")) == 0
    assert lying(setup, "W2 W2 W1 Y1 <") == [("W2", 2), ("W2", 4), ("Y1", 6)]
    assert lying(setup, "W2 W2 W1 Y1 < O1")[-1] == ("O1", 7)
    assert next_draw(setup, drawn("W2 W2 W1 Y1 < W3")) == Fraction(2, 3)
    assert values(setup, drawn("W2 W2 W1 Y1 W3")).keys() == {"take_points", "take_coins"}
    assert "return" not in moves(brew("Y1 W1"), "Y1")
    assert moves(brew("W2x2 W1 Y1 O1"), "W2 W2 W1 Y1") == {"draw", "stop", "keep", "return"}


def test_flask_only_takes_the_white_just_drawn() -> None:
    """EFF-005, EFF-007."""
    setup = brew(START_BAG)
    assert "use_flask" not in moves(setup, "W3 O1")
    assert moves(setup, "W3") == {"draw", "stop", "keep", "use_flask"}
    assert lying(setup, "W2 W1 ! W2") == [("W2", 2), ("W2", 4)]
    assert "use_flask" not in moves(setup, "W2 W1 ! W2")
    assert "use_flask" not in moves(brew(START_BAG, flask=False), "W3")


def test_flask_cannot_undo_an_explosion() -> None:
    """rules.md, flask."""
    assert moves(brew("W3x2 W2"), "W3 W3 W2") == {"take_points", "take_coins"}


@pytest.mark.parametrize(("oranges", "space"), [(0, 1), (1, 3), (2, 4), (3, 6), (4, 7)])
def test_red_1_moves_further_with_oranges_in_the_pot(oranges: int, space: int) -> None:
    """EFF-001: red 1 moves 1 / 2 / 2 / 3 / 3."""
    assert lying(brew("O1x4 R1"), "O1 " * oranges + "R1")[-1] == ("R1", space)


def test_a_look_may_place_nothing_and_sees_what_is_left() -> None:
    """EFF-008, EFF-010."""
    assert moves(brew("B2 W1 W2 O1"), "B2 [W1,W2]") == {"place:none", "place:W1", "place:W2"}
    assert moves(brew("B4 W1 W2 O1"), "B4") == {"look"}
    assert moves(brew("B4 W1 W2 O1"), "B4 [O1,W1,W2]") == {"place:none", "place:W1", "place:W2", "place:O1"}
    assert moves(brew("B4"), "B4") == {"bag_empty"}


@pytest.mark.parametrize(("out", "rubies"), [("W1 W2 G4 G1", 2), ("G1 W1 W2", 0), ("W1 W2 G1", 1), ("G1", 1)])
def test_green_1_pays_for_the_last_two_chips(out: str, rubies: int) -> None:
    """EFF-012, EFF-013: no scoring space in reach shows a ruby but those of index 5 and 9."""
    ends = outcome(brew("W1 W2 G1 G4", rates=rates(ruby=1)), drawn(out + " ."))
    index = next(iter(ends["scoring"]))[0]
    assert ends["rubies"] == {rubies + TRACK[index].ruby: 1}


@pytest.mark.parametrize(
    ("limit", "card", "yellows", "ruling", "expected"),
    [
        (7, None, 0, "", 7),
        (7, None, 1, "", 8),
        (7, None, 2, "", 8),
        (7, None, 3, "", 9),
        (7, None, 4, "", 9),
        (7, "living_in_luxury", 0, "", 9),
        (7, "living_in_luxury", 1, "", 9),
        (7, "living_in_luxury", 3, "", 9),
        (7, "living_in_luxury", 1, "limits=added", 10),
        (7, "living_in_luxury", 3, "limits=added", 11),
        (7, None, 3, "limits=added", 9),
        (10, None, 3, "", 10),
    ],
)
def test_white_limit_of_yellow_3(limit: int, card: str | None, yellows: int, ruling: str, expected: int) -> None:
    """EFF-019, EFF-021."""
    setup = brew("W1", books="Y3", rulings=ruling, limit=limit, card=card)
    assert white_limit(setup, yellows) == expected


def test_red_4_moves_a_white_1_two_spaces_and_counts_one() -> None:
    """EFF-022."""
    setup = brew("R1 W1x2 W2 W3x2", books="R4")
    assert lying(setup, "W1 R1 W1 W2") == [("W1", 1), ("R1", 2), ("W1", 4), ("W2", 6)]
    assert next_draw(setup, drawn("R1 W1 W1 W2 W3")) == 1
    assert next_draw(setup, drawn("R1 W1 W1 W3")) == Fraction(1, 2)


def test_green_3_moves_the_last_chip_by_the_sum_of_the_greens() -> None:
    """EFF-024: G1 G2 W3 W3 W1 end on 10; moved by 3 to 13, the scoring space is 14."""
    setup = brew("G1 G2 W3x2 W1", books="G3", objective="space")
    assert stop_value(setup, "G1 G2 W3 W3 W1") == 14
    assert stop_value(setup, "G1 G2 W3 W3") == 10
    assert stop_value(brew("G1 G2 W3x2 W1", books="G1", objective="space"), "G1 G2 W3 W3 W1") == 11


def test_protected_explosion_pays_points_and_coins_but_no_die() -> None:
    """EFF-025: B2 on 9, W3 W3 on 15, W2 on 17 explodes; the scoring space 18 prints 16 coins and 4 points."""
    numbers = rates(coins=ONE_PER_COIN, die=1, die_chance=(1,) * 54)
    protected = brew("B2 W3x2 W2", books="B2", start=7, flask=False, rates=numbers)
    assert stop_value(protected, "W3 W3 B2 W2") == 4 + 16
    plain = brew("B2 W3x2 W2", books="B3", start=7, flask=False, rates=numbers)
    assert stop_value(plain, "W3 W3 B2 W2") == 16
    assert stop_value(protected, "B2 W3 W3 W2") == 16
    assert stop_value(plain, "W3 W3 B2") == TRACK[16].coins + TRACK[16].victory_points + 1


@pytest.mark.parametrize(("ruling", "points"), [("", 1), ("purple3_space=index", 2)])
def test_purple_3_reads_the_printed_number(ruling: str, points: int) -> None:
    """EFF-026: index 20 prints 17 coins."""
    setup = brew("P1", books="P3", rulings=ruling, start=19)
    assert stop_value(setup, "P1") == TRACK[21].victory_points + points


def test_scoring_space_is_the_one_after_the_last_chip() -> None:
    """SCO-001, SCO-004, SCO-005, SCO-021."""
    assert stop_value(brew("W1", start=5, objective="space"), "W1") == 7
    assert stop_value(brew("W1", start=52, objective="coins"), "W1") == 35
    assert stop_value(brew("G4", start=51, objective="vp"), "G4") == 15
    assert stop_value(brew("W1", start=3, objective="space")) == 4
    assert stop_value(brew("W1", start=3, objective="space", rulings="empty_pot=start_space")) == 3
    assert stop_value(brew("W1", start=52, objective="space")) == 53


def test_a_whole_explosion() -> None:
    """SCO-002: 13 coins or 2 points, a ruby of the space and one of the green next to last, the flask untouched."""
    numbers = rates(coins=(0,) * 36, ruby=100, flask=1000, die=9, die_chance=(1,) * 54)
    setup = brew(START_BAG, rates=numbers)
    assert stop_value(setup, "W2 W2 W1 W1 W1 O1 G1 W3") == 2 + 200 + 1000
    setup = brew(START_BAG, rates=rates(coins=ONE_PER_COIN))
    assert stop_value(setup, "W2 W2 W1 W1 W1 O1 G1 W3") == 13


def test_last_round_converts_coins_and_rubies_apart() -> None:
    """SCO-016: 16 coins turn into 3 points, 5 rubies into 2; the flask and chips are worth nothing."""
    numbers = rates(flask=5, ruby=7, droplet=7, coins=ONE_PER_COIN)
    setup = brew("O1", round=9, start=16, rubies=5, rates=numbers)
    assert stop_value(setup, "O1") == TRACK[18].victory_points + TRACK[18].coins // 5 + 2


def one_brew_each(**changes: Any) -> list[OracleBrew]:
    """Return the small start bag under each book of one colour, for laws that must hold everywhere."""
    colours = {"B": "B1 B2", "R": "R1 R2", "Y": "Y1x2", "G": "G1 G2", "P": "P1x2"}
    return [
        brew(f"W1x2 W3 {chips}", books=f"{colour}{book}", rates=rates(coins=ONE_PER_COIN, ruby=1, flask=2), **changes)
        for colour, chips in colours.items()
        for book in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("setup", one_brew_each(limit=4), ids=lambda setup: setup.books[0][0] + str(setup.books[0][1]))
def test_laws_that_hold_under_every_book(setup: OracleBrew) -> None:
    """Chances sum to 1, best play is at least as good as any rule and as every move, a higher limit never hurts."""
    ends = outcome(setup)
    assert sum(ends["scoring"].values()) == sum(ends["rubies"].values()) == 1
    assert best(setup) == max(values(setup).values())
    changed = {name: getattr(setup, name) for name in OracleBrew.__dataclass_fields__}
    for rule in ("never", "white>=3", "chips>=2", "risk<=1/4"):
        assert best(OracleBrew(**{**changed, "rule": rule})) <= best(setup)
    assert best(OracleBrew(**{**changed, "limit": 5})) >= best(setup)
