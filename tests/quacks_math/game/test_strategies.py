"""Strategies as data: the named ones are there, and a wrong one is refused with the reason."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from quacks_math.brew.payoff.stop_rule import RISK
from quacks_math.game.simulation.desk import memory
from quacks_math.game.simulation.desk.shop import buy
from quacks_math.game.simulation.strategies import EXAMPLE, Strategy, named_strategies, strategy_from, strategy_numbers
from quacks_math.kernels.random_streams import STREAM_SIZE, seed_stream
from quacks_math.material.books import Books, prices
from quacks_math.material.chips import KIND_COUNT, KINDS, R2, W1
from quacks_math.material.rulings import Rulings
from quacks_math.material.track import COINS
from quacks_math.rules.buying import purchases

BREWING = ["never_risk", "white5", "white6", "white7", "risk20", "risk25", "risk33"]
BUYING = ["orange_red", "black_purple", "blue_looker", "green_rubies", "cheap_wide"]
NAMES = [*BREWING, *BUYING, "look_ahead", "reckless", "random"]


def test_every_named_strategy_is_shipped_and_says_what_it_does() -> None:
    assert list(named_strategies()) == NAMES
    assert all(strategy.about for strategy in named_strategies().values())


def test_a_strategy_becomes_the_numbers_that_the_simulator_reads() -> None:
    strategy = Strategy(
        name="mine",
        rule="risk<=1/4",
        ruby=1.5,
        look=("R2", "O1"),
        chips={"R2": {"worth": 3, "most": 2, "rounds": (2, 7), "per": {"O": 0.5}}},
    )
    numbers = strategy_numbers(strategy)

    def at(place: int) -> int:
        return int(numbers[place - memory.STRATEGY])

    assert [at(memory.RULE_KIND), at(memory.RULE_NUMERATOR), at(memory.RULE_DENOMINATOR)] == [RISK, 1, 4]
    assert at(memory.RUBY_WORTH) == 1500
    assert at(memory.LOOK_RANK + R2) == 2
    assert at(memory.LOOK_RANK + W1) == -1
    assert [at(memory.WEIGHT + R2), at(memory.CAP + R2)] == [3000, 2]
    assert [at(memory.FIRST_ROUND + R2), at(memory.LAST_ROUND_WANTED + R2)] == [2, 7]
    assert at(memory.SYNERGY + 8 * R2 + 1) == 500


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rule": "risk<=2"}, "no chance"),
        ({"rule": "best"}, "no rule for a whole game"),
        ({"rule": "look_ahead=9"}, "too far"),
        ({"rule": "hope"}, "not a stop rule"),
        ({"look": ["R1", "R1"]}, "twice"),
        ({"look": ["X1"]}, "not a chip"),
        ({"chips": {"W1": {"worth": 1}}}, "white"),
        ({"chips": {"R1": {"worth": 1, "per": {"Z": 1}}}}, "no colour"),
        ({"chips": {"R1": {"worth": 1000}}}, "100"),
        ({"flask_from": 0}, "flask_from"),
        ({"colour": "red"}, "colour"),
        ({"name": "Two Words"}, "name"),
    ],
)
def test_a_wrong_strategy_file_is_refused_with_the_reason(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"name": "mine", "rule": "white>=7"} | changes), encoding="utf-8")
    with pytest.raises(ValueError, match=reason) as refused:
        strategy_from(str(path))
    assert "mine.json" in str(refused.value)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    content = {"name": "mine", "rule": "chips>=5", "chips": {kind: {"worth": 1} for kind in KINDS[3:]}}
    path.write_text(json.dumps(content), encoding="utf-8")
    assert strategy_from(str(path)).rule == "chips>=5"
    assert strategy_from(" Risk25 ") is named_strategies()["risk25"]


def test_a_file_of_ones_own_may_use_the_parts_that_the_shipped_ones_share(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"name": "mine", "rule": "never", "look": "eager", "chips": "sensible"}))
    shipped, mine = named_strategies()["risk25"], strategy_from(str(path))
    assert mine.chips == shipped.chips
    assert mine.look == shipped.look


def test_the_example_of_the_help_is_a_strategy(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(EXAMPLE)
    assert strategy_from(str(path)).chips["O1"].most == 6


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"rule": "never"}, "name is missing; give it a short name of small letters"),
        ({"name": "mine"}, "rule is missing; give it a text such as"),
        ({"name": "mine", "rule": "never", "look": "shy"}, "look 'shy' is no shared part; use one of eager, looker"),
        ({"name": "mine", "rule": "never", "chips": "dear"}, "chips 'dear' is no shared part; use one of sensible,"),
        ({"name": "mine", "rule": "never", "chips": {"O1": {}}}, "chips.O1.worth is missing; give it a number"),
        ({"name": "mine", "rule": "never", "ruby": "dear"}, "ruby is 'dear'; use a number, from -100 to 100"),
        ({"name": "mine", "rule": "never", "flask_from": 9}, "flask_from is 9; use a number, 1 to 4"),
        ({"name": "mine", "rule": "never", "wish": 1}, "'wish' is not known here; use name, about, rule"),
        ([1], "is no strategy; use an object such as"),
    ],
)
def test_a_wrong_strategy_is_told_what_would_be_right(tmp_path: Path, content: object, reason: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=re.escape(reason)):
        strategy_from(str(path))


def test_what_is_no_file_or_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        strategy_from(str(tmp_path / "missing.json"))
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="not valid JSON"):
        strategy_from(str(broken))
    large = tmp_path / "large.json"
    large.write_text(" " * 100_001, encoding="utf-8")
    with pytest.raises(ValueError, match="too large"):
        strategy_from(str(large))
    with pytest.raises(ValueError, match="'nobody' is no strategy"):
        strategy_from("nobody")


def test_by_whim_every_legal_purchase_is_equally_likely() -> None:
    game, seat = np.zeros(memory.GAME_SIZE, dtype=np.int64), np.zeros(memory.SEAT_SIZE, dtype=np.int64)
    price = [-1 if each is None else each for each in prices(Books(), Rulings())]
    game[memory.PRICE : memory.PRICE + KIND_COUNT] = price
    game[memory.ROUND] = 4
    seed_stream(game[memory.WHIM : memory.WHIM + STREAM_SIZE], 1, 2, 3)
    seat[memory.RULE_KIND] = memory.BY_WHIM
    seat[memory.SCORING] = int(np.flatnonzero(COINS == 13)[0])
    log = np.zeros((2, 4), dtype=np.int64)
    legal = {tuple(sorted(kinds)) for kinds in purchases(13, 4, price, [9] * KIND_COUNT)}
    counts = dict.fromkeys(legal, 0)
    for _ in range(200 * len(legal)):
        game[memory.SUPPLY : memory.SUPPLY + KIND_COUNT] = 9
        bought = np.zeros(KIND_COUNT, dtype=np.int64)
        log[0, 0] = 0
        buy(game, seat, 0, bought, log)
        counts[tuple(int(kind) for kind in np.flatnonzero(bought))] += 1
    assert len(legal) == 27
    assert chisquare(list(counts.values())).pvalue > 0.001
