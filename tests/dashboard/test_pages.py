"""Every page runs through the entry script, for a new visitor and for one with a table."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.solver.client import reckoner
from dashboard.table.share import decode, encode
from dashboard.table.state import Table, changed, first_table, with_setting
from dashboard.table_page.page import SECTIONS
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot, print_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import legal_actions
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import Books
from quacks_math.material.rulings import RULINGS
from tests.dashboard.drawn import drawn_by_us, told

ENTRY = Path(dashboard.__file__).parent / "app.py"
ABOUT = ENTRY.parents[1] / "pages" / "about.py"
MIDDLE = "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"


def app(token: str | None = None) -> AppTest:
    test = AppTest.from_file(str(ENTRY), default_timeout=120)
    if token is not None:
        test.query_params["s"] = token
    return test.run()


def token_of(test: AppTest) -> str:
    value = test.query_params["s"]
    return value if isinstance(value, str) else value[0]


def table_with(bag: str, pot: str, **setting: object) -> Table:
    table = with_setting(first_table(), bag=Bag.parse(bag), **setting)
    return replace(table, brew=replace(table.brew, pot=parse_pot(pot)))


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    """Wait until the solver is compiled, once."""
    app()
    while not reckoner().ready:
        time.sleep(0.1)


def test_a_new_visitor_sees_the_starting_bag_and_an_address_that_keeps_it() -> None:
    test = app()
    assert not test.exception
    assert not told(test)
    assert decode(token_of(test)) == first_table()


def test_the_about_page_keeps_the_table() -> None:
    token = encode(table_with(MIDDLE, "W1 O1"))
    test = app(token)
    test.switch_page(str(ABOUT)).run()
    assert not test.exception
    assert test.title[0].value == "About"
    assert token_of(test) == token
    written = {row["Written"] for row in test.table[0].value.to_dict("records")}
    assert {"`W3!`", "`B2[W3 R1>R1]`", "`.`"} <= written
    others = {row["Question"]: row["Other answers"] for row in test.table[1].value.to_dict("records")}
    assert len(others) == len(RULINGS)
    assert others[RULINGS["tube_end"].question] == "none known"
    assert others[RULINGS["split_steps"].question] == "no"


@pytest.mark.parametrize(
    ("bag", "pot", "setting"),
    [
        (MIDDLE, "W1 B2", {}),
        (MIDDLE, "W1 B2[W3 R1", {}),
        (MIDDLE, "W1 W2", {}),
        (MIDDLE, "W1 W2 Y1", {}),
        (MIDDLE, "W1 W2 W3!", {}),
        (MIDDLE, "W3 W2 W2 W1", {}),
        (MIDDLE, "W3 W2 W2 W1", {"round": 9}),
        (MIDDLE, "O1 P1 .", {"round": 9, "rubies": 3}),
        (MIDDLE, "R1 O1 .", {"books": Books(1, 1, 2, 1, 1)}),
        (MIDDLE, "B2 W3 W2 W2 W1", {"books": Books(1, 2, 1, 1, 1)}),
        (MIDDLE, "G1 W1 .", {"books": Books(4, 4, 4, 4, 4)}),
        (MIDDLE, "P1 G1 .", {"books": Books(2, 3, 3, 3, 3)}),
        (MIDDLE, "P1 G1 .", {"books": Books(3, 3, 3, 3, 2)}),
        (MIDDLE, "W1 O1x3 R1", {"card": "second_chance"}),
        (MIDDLE, "W1 O1 .", {"card": "strong_ingredient"}),
        (MIDDLE, "W1", {"card": "well_stirred"}),
        ("", "", {}),
        ("O1", "O1", {}),
    ],
)
def test_every_moment_of_a_brew_is_shown(bag: str, pot: str, setting: dict[str, object]) -> None:
    table = table_with(bag, pot, **setting)
    test = app(encode(table))
    assert not test.exception
    assert not told(test)
    kept = decode(token_of(test))
    assert print_pot(kept.brew.pot) == print_pot(table.brew.pot)


@pytest.mark.parametrize("token", ["", "1AAAA", "7whatever", "1" + "A" * 9000])
def test_a_bad_token_gives_a_notice_and_the_defaults(token: str) -> None:
    test = app(token)
    assert not test.exception
    assert bool(told(test)) == bool(token)
    assert test.session_state["table"] == first_table()


def opened(test: AppTest, section: str) -> AppTest:
    test.session_state["section"] = section
    return test.run()


def key_of(test: AppTest, name: str) -> str:
    return f"{name}.{test.session_state['widget_numbers'].get(name, 0)}"


def test_everything_can_be_corrected() -> None:
    test = AppTest.from_file(str(ENTRY), default_timeout=120)
    for name in ("section_bag", "history_part", "outlook"):
        test.session_state[name] = True
    test.query_params["s"] = encode(table_with(MIDDLE, "W1 O1", books=Books(1, 1, 2, 1, 1)))
    test.run()
    for section in SECTIONS:
        assert not opened(test, section).exception, section
    opened(test, "round")
    assert test.number_input(key=key_of(test, "rats")).value == 0
    test.number_input(key=key_of(test, "rats")).set_value(3).run()
    assert test.session_state["table"].brew.rats == 3
    test.number_input(key=key_of(test, "rats")).set_value(0).run()
    assert test.session_state["table"].brew.rats == 0
    test.selectbox(key=key_of(test, "card")).set_value("living_in_luxury").run()
    assert test.session_state["table"].brew.card == "living_in_luxury"
    test.selectbox(key=key_of(test, "card")).set_value("none").run()
    opened(test, "aim")
    test.selectbox(key=key_of(test, "rule")).set_value("risk").run()
    test.number_input(key=key_of(test, "percent")).set_value(0).run()
    assert str(test.session_state["table"].rule) == "risk<=0"
    opened(test, "rates")
    test.number_input(key=key_of(test, "rate:ruby")).set_value(0.0).run()
    assert test.session_state["table"].rate_changes == (("ruby", 0.0),)
    test.text_input(key=key_of(test, "bag_text")).set_value("W1").run()
    assert told(test)
    assert print_pot(test.session_state["table"].brew.pot) == "W1 O1"
    assert test.text_input(key=key_of(test, "bag_text")).value == str(test.session_state["table"].brew.bag)
    test.text_input(key=key_of(test, "pot_text")).set_value("O1 R1").run()
    assert print_pot(test.session_state["table"].brew.pot) == "O1 R1"
    test.button(key="fresh_button").click().run()
    assert test.session_state["table"].brew.pot == ()
    test.button(key="preset_9").click().run()
    assert test.session_state["table"].brew.round == 9
    opened(test, "aim")
    test.selectbox(key=key_of(test, "objective")).set_value("beat").run()
    test.number_input(key=key_of(test, "beat")).set_value(0).run()
    assert str(test.session_state["table"].objective) == "beat=0"
    assert not test.exception


@pytest.mark.parametrize(
    ("section", "field", "number", "sentence"),
    [
        ("round", "start", 60, "start 60 is not possible; use 0 to 52."),
        ("round", "rats", -1, "rats -1 is not possible; use 0 to 52."),
        ("round", "rubies", 100, "rubies 100 is not possible; use 0 to 99."),
        ("round", "limit", 0, "limit 0 is not possible; use 1 to 50."),
        ("round", "round", 10, "round 10 is not possible; use 1 to 9."),
        ("aim", "beat", 1000, "beat=1000 is no number of points; use beat=0 to beat=999."),
        ("aim", "percent", 101, "risk<=101/100 is no chance; use a number from 0 to 1"),
        ("rates", "rate:ruby", 1001.0, "ruby is 1001.0; use a number from -1000 to 1000"),
    ],
)
def test_a_number_out_of_range_gets_a_sentence_and_changes_nothing(
    section: str, field: str, number: float, sentence: str
) -> None:
    table = changed(table_with(MIDDLE, "W1", round=9), objective=Objective("beat", 5), rule=StopRule.parse("risk<=1/4"))
    test = app(encode(table))
    before = opened(test, section).number_input(key=key_of(test, field)).value
    test.number_input(key=key_of(test, field)).set_value(number).run()
    assert sentence in told(test)
    assert test.session_state["table"].brew == table.brew
    assert test.number_input(key=key_of(test, field)).value == before
    assert not test.exception


def test_two_visitors_share_nothing() -> None:
    first, second = app(encode(table_with(MIDDLE, "W1"))), app()
    assert print_pot(first.session_state["table"].brew.pot) == "W1"
    assert second.session_state["table"] == first_table()


def test_the_form_of_counts_keeps_what_was_told_so_that_what_is_missing_can_be_added() -> None:
    brew = Brew.from_counts(left=Bag.parse("W1x2 O1"), white_sum=4, space=52, last="W3")
    test = opened(app(encode(replace(first_table(), brew=brew))), "counts")
    assert "The flask is not offered" in drawn_by_us(test)
    assert [box.value for box in test.selectbox if box.label == "Last chip"] == ["W3"]
    next(box for box in test.number_input if box.label == "Space of that one").set_value(50)
    next(button for button in test.button if button.label == "Go on from here").click().run()
    assert test.session_state["table"].brew.tally.space_before == 50
    assert "use_flask" in legal_actions(test.session_state["table"].moment)
    assert "The flask is not offered" not in drawn_by_us(test)
