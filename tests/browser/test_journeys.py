"""Journeys at the table, in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from dashboard.table.share import encode
from dashboard.table.state import first_table, with_setting
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

MIDDLE = "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"


def link(bag: str = MIDDLE, pot: str = "", **setting: object) -> str:
    """Return the address of a table."""
    table = with_setting(first_table(), bag=Bag.parse(bag), **setting)
    return "?s=" + encode(replace(table, brew=replace(table.brew, pot=parse_pot(pot))))


def test_a_bag_is_built_and_drawn_to_a_stop(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.open_part("section_bag")
    for step in ("more:O1", "more:O1", "more:B1", "less:W3"):
        table.page.locator(f'[data-step="{step}"]').click()
    table.settle()
    assert [table.left(kind) for kind in ("O1", "B1", "W1")] == [3, 1, 4]
    assert table.page.locator("button.chip[data-kind=W3]").count() == 0
    table.tap("O1")
    table.tap("W1")
    assert table.white == "1 of 7"
    assert "2 in the pot" in table.status
    table.press("stop")
    assert table.word == "Stopped"
    assert "3 coins" in table.sentence
    assert table.choices == ["New pot"]
    table.press("do:fresh")
    assert table.white == "0 of 7"
    assert table.left("O1") == 3


def test_an_explosion_sets_points_against_coins(visit: Callable[..., Visit]) -> None:
    table = visit()
    for kind in ("W3", "O1", "W2", "W1", "W1", "W1"):
        table.tap(kind)
    assert table.word == "Exploded"
    assert table.white == "8 of 7"
    sides = table.page.locator(".q-side b").all_inner_texts()
    assert sides == ["2 VP", "10 coins"]
    assert table.page.locator(".q-better").count() == 1
    assert table.page.locator('button.chip[data-kind=W2][aria-disabled="true"]').count() == 1


def test_the_flask_puts_a_white_chip_back_and_shows_both_values(visit: Callable[..., Visit]) -> None:
    table = visit(link(MIDDLE, "W1 W2"))
    table.tap("W3")
    assert set(table.choices) == {"Use the flask", "Keep it"}
    details = table.page.locator(".options small").all_inner_texts()
    assert all(re.fullmatch(r"\d+\.\d\sVP", text) for text in details)
    table.press("do:use_flask")
    assert table.white == "3 of 7"
    assert table.left("W3") == 1
    table.tap("W3")
    assert table.choices == []


def test_a_look_is_told_by_tapping_and_ranked(visit: Callable[..., Visit]) -> None:
    table = visit(link(MIDDLE, "W1"))
    table.tap("B2")
    assert table.word == "Look"
    table.tap("W3")
    assert "Seen 1 of 2" in table.status
    table.tap("O1")
    assert set(table.choices) == {"Place W3", "Place O1", "Place nothing"}
    assert table.choices[0] == "Place O1"
    table.press("do:place:O1")
    assert table.left("O1") == 2
    assert table.left("W3") == 1


def test_undo_takes_back_five(visit: Callable[..., Visit]) -> None:
    table = visit()
    for kind in ("W1", "O1", "W1", "G1", "W2"):
        table.tap(kind)
    for _ in range(5):
        table.page.locator('button.button[data-name="undo"]').click()
    table.settle()
    assert table.white == "0 of 7"
    assert [table.left(kind) for kind in ("W1", "W2", "O1", "G1")] == [4, 2, 1, 1]
    assert table.page.locator('button.button[data-name="undo"][aria-disabled="true"]').count() == 1


def test_five_fast_taps_count_five(visit: Callable[..., Visit]) -> None:
    table = visit(link("W1x9 O1x9"))
    for kind in ("W1", "O1", "W1", "O1", "W1"):
        table.page.locator(f"button.chip[data-kind={kind}]").click(no_wait_after=True)
    table.settle()
    assert (table.left("W1"), table.left("O1"), table.white) == (6, 7, "3 of 7")


@pytest.mark.parametrize("pause", [60, 150, 300])
def test_fast_taps_count_while_the_texts_of_bag_and_pot_are_shown(visit: Callable[..., Visit], pause: int) -> None:
    # The browser sends the texts it shows with every tap, also those that an earlier tap has made outdated.
    table = visit(link("W1x9 O1x9"))
    table.open_part("section_bag")
    for name in ("W1", "O1", "W1", "O1", "W1"):
        table.page.locator(f"button.chip[data-kind={name}]").click(no_wait_after=True)
        table.page.wait_for_timeout(pause)
    for step in ("more:O1", "more:G1", "more:O1", "less:W1", "more:B2"):
        table.page.locator(f'[data-step="{step}"]').click(no_wait_after=True)
        table.page.wait_for_timeout(pause)
    table.settle()
    assert table.white == "3 of 7"
    assert [table.left(kind) for kind in ("W1", "O1", "G1", "B2")] == [5, 9, 1, 1]


def test_a_reload_keeps_everything(visit: Callable[..., Visit]) -> None:
    table = visit(link(MIDDLE, "W1 B2", rats=3, round=4))
    table.tap("W3")
    before = (table.status, table.white, table.word)
    table.page.reload()
    table.page.wait_for_selector(".q-pot")
    table.settle()
    assert (table.status, table.white, table.word) == before
    table.tap("R1")
    assert set(table.choices) == {"Place W3", "Place R1", "Place nothing"}


def test_a_shared_link_shows_the_same_and_then_goes_its_own_way(visit: Callable[..., Visit]) -> None:
    first = visit()
    first.tap("W2")
    first.tap("O1")
    second = visit("?" + first.page.url.partition("?")[2])
    assert second.white == first.white == "2 of 7"
    second.tap("W1")
    assert second.white == "3 of 7"
    first.tap("G1")
    assert first.white == "2 of 7"


@pytest.mark.parametrize("token", ["1AAAA", "9eNqrrgUAAXUA-Q", "1" + "A" * 5000, "%3Cscript%3E"])
def test_a_bad_link_gives_a_notice_and_the_defaults(visit: Callable[..., Visit], token: str) -> None:
    table = visit(f"?s={token}")
    assert "cannot be used" in table.page.locator(".st-key-notice [role=alert]").inner_text()
    assert table.left("W1") == 4


def test_the_back_button_goes_back_and_nothing_is_lost(visit: Callable[..., Visit]) -> None:
    table = visit()
    white = table.page.locator(".q-gauge-head b")
    for kind in ("W1", "W2", "O1"):
        table.tap(kind)
    table.page.go_back()
    expect(table.page.locator("p.status").first).to_contain_text("2 in the pot")
    expect(white).to_have_text("3 of 7")
    table.page.go_back()
    expect(white).to_have_text("1 of 7")
    table.tap("G1")
    assert (table.left("G1"), table.white) == (0, "1 of 7")


def test_another_page_and_back_keeps_everything(visit: Callable[..., Visit]) -> None:
    table = visit(size=(1280, 800))
    table.tap("W2")
    table.page.get_by_role("link", name="About").click()
    table.page.wait_for_selector("h1")
    assert "?s=" in table.page.url
    table.page.get_by_role("link", name="Table").click()
    table.page.wait_for_selector(".q-pot")
    table.settle()
    assert table.white == "2 of 7"
    table.tap("O1")
    assert table.left("O1") == 0


def test_a_phone_finds_the_method_below_the_numbers_and_keeps_the_pot(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.tap("W2")
    table.page.get_by_role("link", name="Method, sources and unsettled rulings").click()
    expect(table.page.locator("h1")).to_have_text("About")
    table.page.go_back()
    expect(table.page.locator(".q-gauge-head b")).to_have_text("2 of 7")
    table.tap("O1")
    assert table.left("O1") == 0


def test_going_back_leads_out_of_a_page_whose_address_had_no_token(visit: Callable[..., Visit]) -> None:
    table = visit(size=(1280, 800))
    table.tap("W2")
    table.page.get_by_role("link", name="About").click()
    table.page.wait_for_url("**/about?s=*")
    expect(table.page.locator("h1")).to_have_text("About")
    # The browser may count the address without the token as a step of its own, but only once.
    table.page.go_back()
    table.settle()
    if "/about" in table.page.url:
        table.page.go_back()
    expect(table.page.locator(".q-gauge-head b")).to_have_text("2 of 7")


def test_an_impossible_correction_is_explained_and_the_pot_kept(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.tap("O1")
    table.open_part("section_bag")
    table.page.locator('[data-step="less:O1"]').click()
    table.settle()
    assert "Nothing was changed" in table.page.locator(".st-key-notice [role=alert]").inner_text()
    assert "Last: O1" in table.status


def test_settings_are_kept_and_zero_is_zero(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.tap("O1")
    table.open_section("Round, card, start")
    rats = table.page.get_by_label("Rat tails")
    rats.fill("3")
    rats.press("Enter")
    expect(table.page.locator('.q-space.q-lit[data-space="5"]')).to_have_count(1)
    rats.fill("0")
    rats.press("Enter")
    expect(table.page.locator('.q-space.q-lit[data-space="2"]')).to_have_count(1)
    assert "Last: O1" in table.status


def test_counts_serve_whoever_forgot_the_order(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.open_section("Forgot the order")
    table.page.get_by_label("Left in the bag", exact=True).fill("W1x3 W2 O1 G1")
    table.page.get_by_label("White sum", exact=True).fill("6")
    table.page.get_by_label("Last chip on space").fill("9")
    table.page.get_by_role("button", name="Go on from here").click()
    expect(table.page.locator(".q-gauge-head b")).to_have_text("6 of 7")
    assert "1 of 6 chips" in table.page.locator(".q-risk").inner_text()


def test_the_keyboard_draws_undoes_and_stops(visit: Callable[..., Visit]) -> None:
    table = visit(size=(1280, 800))
    table.page.keyboard.press("w")
    table.page.keyboard.press("2")
    table.settle()
    assert table.white == "2 of 7"
    assert "White sum 2 of 7" in table.page.locator("p.live").first.inner_text()
    table.page.keyboard.press("u")
    table.settle()
    assert table.white == "0 of 7"
    table.page.keyboard.press("d")
    table.settle()
    assert "1 in the pot" in table.status
    table.page.keyboard.press("s")
    table.settle()
    assert table.word == "Stopped"


def test_the_risk_can_be_hidden(visit: Callable[..., Visit]) -> None:
    table = visit(link(MIDDLE, "W1 W2 W3"))
    assert table.page.locator(".q-risk").count() == 1
    table.open_section("Aim, rule, risk")
    table.page.get_by_role("radio", name="Hide").click()
    expect(table.page.locator(".q-risk")).to_have_count(0)


def test_plotly_comes_only_with_the_distribution(visit: Callable[..., Visit]) -> None:
    table = visit()
    assert not [url for url in table.requested if "plotly" in url.lower()]
    table.open_part("outlook")
    table.page.wait_for_selector(".js-plotly-plot .bars")
    assert [url for url in table.requested if "plotly" in url.lower()]
