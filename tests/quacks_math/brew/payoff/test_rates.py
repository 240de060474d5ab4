"""Rates, objectives and stop rules: the shipped tables, reading, refusing."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from quacks_math.brew.payoff.hand_set_rates import SOURCE, hand_set_rates, main
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.chips import KINDS, R2, Y1
from quacks_math.material.extras import ROUNDS
from quacks_math.material.tables import DATA_FOLDER
from quacks_math.material.track import COINS, VICTORY_POINTS

EARLIER_ROUNDS = range(1, ROUNDS)


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_the_shipped_table_is_what_its_formula_gives(number: int) -> None:
    assert rates_for_round(number) == hand_set_rates(number)
    assert rates_for_round(number).source == SOURCE == "hand-set"


def test_the_shipped_file_is_what_the_module_prints(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    assert capsys.readouterr().out == (DATA_FOLDER / "rates.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", EARLIER_ROUNDS)
def test_more_coins_are_never_worth_less_and_fewer_than_three_nothing(number: int) -> None:
    coins = rates_for_round(number).coins
    assert coins[:3] == (0, 0, 0)
    assert list(coins) == sorted(coins)


@pytest.mark.parametrize("number", range(2, ROUNDS))
def test_coins_rubies_steps_and_chips_are_worth_less_in_each_later_round(number: int) -> None:
    before, now = rates_for_round(number - 1), rates_for_round(number)
    # From round 3 on the shop no longer grows.
    assert all(later < earlier for earlier, later in zip(before.coins[3:], now.coins[3:], strict=True))
    assert now.droplet < before.droplet
    assert now.ruby <= before.ruby
    assert now.chip[Y1] < before.chip[Y1]


@pytest.mark.parametrize("number", EARLIER_ROUNDS)
def test_an_exploded_pot_with_twenty_coins_takes_them_up_to_round_five_and_points_from_round_seven(number: int) -> None:
    coins, points = rates_for_round(number).coins[COINS[25]], VICTORY_POINTS[25]
    if number <= 5:
        assert coins > points
    elif number == 6:
        assert abs(coins - points) < 1
    else:
        assert coins < points


@pytest.mark.parametrize("number", [7, 8])
def test_an_exploded_pot_with_thirteen_coins_takes_the_points_from_round_seven(number: int) -> None:
    assert rates_for_round(number).coins[COINS[13]] < VICTORY_POINTS[13]


@pytest.mark.parametrize("number", range(1, ROUNDS + 1))
def test_the_chance_of_the_die_rises_with_the_scoring_space_to_nearly_one(number: int) -> None:
    chance = rates_for_round(number).die_chance
    assert list(chance) == sorted(chance)
    assert chance[53] > 0.98
    typical = round(10 + 2.7 * number)
    assert chance[typical] == pytest.approx(1 / 3, abs=0.05)


def test_round_nine_has_no_rates_but_the_chance_of_the_die() -> None:
    last = rates_for_round(9)
    assert last == Rates(die_chance=last.die_chance, source=SOURCE)


@pytest.mark.parametrize("number", [0, 10])
def test_other_rounds_have_no_rates(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is not a round; use 1 to 9"):
        rates_for_round(number)


def test_a_table_written_as_json_reads_back_the_same() -> None:
    rates = rates_for_round(4)
    assert Rates.from_json(json.loads(json.dumps(rates.to_json()))) == rates


def test_what_a_file_leaves_out_comes_from_the_base(tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    file.write_text('{"ruby": 2, "chip": {"y1": 9}, "kept_red": {"R2": 3}, "black": [0, 1.5]}')
    base = rates_for_round(3)
    rates = Rates.from_json(file, base)
    assert (rates.ruby, rates.chip[Y1], rates.chip[R2], rates.coins) == (2, 9, base.chip[R2], base.coins)
    assert rates.kept_red == (base.kept_red[0], 3, base.kept_red[2])
    assert rates.source == "given, the rest hand-set"


def test_a_short_table_of_black_chips_goes_on_with_its_last_entry() -> None:
    assert Rates.from_json({"black": [0, 1.5]}).black == (0, *[1.5] * 18)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"coins": [1] * 35}, "coins has 35 entries; use 36 numbers"),
        ({"coins": [1] * 35 + [True]}, "coins.35 is True"),
        ({"ruby": "1"}, "ruby is '1'; use a number"),
        ({"ruby": float("nan")}, "ruby is nan"),
        ({"ruby": 1e9}, r"ruby is 1000000000.0; use a number from -1000 to 1000"),
        ({"die_chance": [0] * 53 + [2]}, "die_chance.53 is 2; use 54 numbers from 0 to 1"),
        ({"rubies": 1}, "'rubies' is no rate; use source, coins, ruby"),
        ({"chip": {"Z1": 1}}, "'Z1' is not a chip"),
        ({"kept_red": {"W1": 1}}, "W1 cannot be kept beside the pot"),
        ({"black": []}, "black has 0 entries; use 1 to 19 numbers"),
    ],
)
def test_a_wrong_table_is_refused_with_the_value_and_what_would_be_right(
    content: dict[str, object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        Rates.from_json(content)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[1, 2]", "must hold one JSON object"),
        (b"{", "is not valid JSON"),
        (b"\xff", "is no text in UTF-8"),
        (b"[" * 90_000, "is nested too deeply"),
        (b" " * 100_001, "is too large; it may have 100 kB"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "rates.json"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=reason):
        Rates.from_json(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot be read \(No such file or directory\)"):
        Rates.from_json(tmp_path / "none.json")


@pytest.mark.parametrize(
    "wrong",
    [{"coins": (0.0,)}, {"ruby": float("inf")}, {"die_chance": (1.5,) * 54}, {"black": ()}, {"chip": (0.0,) * 17}],
)
def test_rates_check_what_they_are_made_of(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"needs|use"):
        Rates(**wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_every_kind_has_a_rate() -> None:
    assert list(rates_for_round(1).to_json()["chip"]) == list(KINDS)


@pytest.mark.parametrize("text", ["worth", "coins", "vp", "space", "beat=0", "beat=17"])
def test_objectives_print_as_they_are_read(text: str) -> None:
    assert str(Objective.parse(text)) == text


@pytest.mark.parametrize("text", ["", "beat", "beat=-1", "beat=1.5", "beat=1000", "points", "worth=3", "beat=²"])
def test_other_objectives_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="use "):
        Objective.parse(text)


def test_only_beat_takes_a_number() -> None:
    with pytest.raises(ValueError, match="coins takes no number"):
        Objective("coins", 3)


@pytest.mark.parametrize("text", ["best", "never", "risk<=1/4", "risk<=0", "white>=7", "chips>=5"])
def test_stop_rules_print_as_they_are_read(text: str) -> None:
    assert str(StopRule.parse(text)) == text


@pytest.mark.parametrize("text", ["risk<=0.25", "risk <= 25%", "RISK<=2/8"])
def test_a_risk_may_be_written_as_fraction_decimal_or_percent(text: str) -> None:
    assert StopRule.parse(text) == StopRule("risk", Fraction(1, 4))


@pytest.mark.parametrize(
    "text", ["", "risk", "risk<1/4", "risk>=1/4", "risk<=5/4", "risk<=1/0", "white>=7.5", "white>=-1", "chips>=1000"]
)
def test_other_stop_rules_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="use "):
        StopRule.parse(text)


def test_a_rule_without_a_number_takes_none() -> None:
    with pytest.raises(ValueError, match="never takes no number"):
        StopRule("never", Fraction(1))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Rates(ruby="x"), "ruby cannot be 'x'; use a number from -1000 to 1000"),
        (lambda: Rates(die=None), "die cannot be None; use a number"),
        (lambda: Rates(coins=5), "coins cannot be 5; use a tuple of numbers"),
        (lambda: Rates(coins=("x",) * 36), "coins cannot be 'x'; use a tuple of numbers"),
        (lambda: Rates(source=5), "source cannot be 5; use a text"),
        (lambda: Rates.from_json(5), "The rates cannot be 5; use the path of a JSON file, or its content"),
        (lambda: Rates.from_json({}, base={}), r"base cannot be \{\}; use Rates"),
        (lambda: Rates.from_json({"chip": {"w1": 1.0, "W1": 2.0}}), "chip names 'W1' twice; name it once"),
        (lambda: rates_for_round("1"), "'1' is not a round; use 1 to 9"),
        (lambda: rates_for_round(True), "True is not a round; use 1 to 9"),
        (lambda: Objective.parse(None), "An objective cannot be None; use a text such as 'worth'"),
        (lambda: Objective("beat", "3"), "beat='3' is no number of points"),
        (lambda: Objective("beat", 2.5), "beat=2.5 is no number of points"),
        (lambda: StopRule.parse(None), "A stop rule cannot be None; use a text such as 'white>=7'"),
        (lambda: StopRule("white", "7"), "The number of white cannot be '7'; use a whole number"),
        (lambda: StopRule("risk", 0.25), "The number of risk cannot be 0.25; use a whole number or a Fraction"),
    ],
)
def test_rates_and_aims_of_a_wrong_type_are_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make()


def test_rates_keep_no_list() -> None:
    coins = [0.0] * 36
    rates = Rates(coins=coins)  # type: ignore[arg-type]  # a list is taken too
    coins[3] = 9.0
    assert rates == Rates()
    assert len({rates}) == 1


def test_a_file_with_a_byte_order_mark_is_read_and_one_with_a_key_twice_is_not(tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    file.write_bytes(b'\xef\xbb\xbf{"ruby": 2}')
    assert Rates.from_json(file).ruby == 2
    file.write_text('{"ruby": 2, "ruby": 3}')
    with pytest.raises(ValueError, match="has the key 'ruby' twice in one object; name each key once"):
        Rates.from_json(file)
    file.write_text('{"ruby": %s}' % ("9" * 5000))
    with pytest.raises(ValueError, match="has a number of 5000 digits; use at most 18"):
        Rates.from_json(file)
