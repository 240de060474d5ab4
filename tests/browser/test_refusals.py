"""What cannot be done is said, stays said, and is said in the visitor's own characters."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

PAYLOADS = (
    "![](http://127.0.0.9:9/x.png)",
    "<img src=//127.0.0.9:9/y>",
    "http://127.0.0.9:9",
    "**x**_y_",
    "$x^2$",
    ":red[x]",
    ":smile:",
    ":material/star:",
    "x->y<-z",
    "`x`",
    "# x",
)
"""What Streamlit's Markdown would make a picture, a link, a formula, a colour, a sign or an arrow of."""


def crafted(**content: object) -> str:
    """Return a link that says whatever its maker likes."""
    packed = zlib.compress(json.dumps(content).encode())
    return "?s=1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def notice(table: Visit) -> Locator:
    """Return the place where a refusal is told."""
    return table.page.locator(".st-key-notice [role=alert]")


def test_the_notice_that_refuses_a_link_stays_until_it_is_put_away(visit: Callable[..., Visit]) -> None:
    table = visit("?s=1AAAA")
    table.open_part("history_part")
    table.open_section("Round, card, start")
    expect(notice(table)).to_contain_text("cannot be used")
    table.page.get_by_role("button", name="Put this notice away").click()
    expect(notice(table)).to_have_count(0)
    table.open_part("history_part")
    assert notice(table).count() == 0


def test_a_move_puts_the_notice_away(visit: Callable[..., Visit]) -> None:
    table = visit("?s=1AAAA")
    expect(notice(table)).to_be_visible()
    table.tap("W1")
    assert notice(table).count() == 0
    table.open_part("section_bag")
    field = table.page.get_by_role("textbox", name="Bag as text")
    field.fill("W9")
    field.press("Enter")
    expect(notice(table)).to_contain_text("W9")
    table.press("undo")
    assert notice(table).count() == 0


def test_a_button_that_does_nothing_says_why(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.page.locator('button.button[data-name="undo"]').click(force=True)
    assert table.status == "There is nothing to take back."
    table.tap("O1")
    assert "Last: O1" in table.status
    table.page.locator("button.chip[data-kind=O1]").click(force=True)
    assert table.status == "pumpkin 1, none left in the bag"
    table.press("stop")
    for name in ("draw", "stop"):
        table.page.locator(f'button.button[data-name="{name}"]').click(force=True)
        assert table.status == "The brew was stopped, so drawing has ended."
        assert table.page.locator("p.live").first.inner_text() == table.status
    table.page.locator("button.chip[data-kind=W1]").click(force=True)
    assert table.status == "The brew was stopped, so drawing has ended."
    table.press("do:fresh")
    assert table.status == "Tap each chip as it comes out of the bag"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_crafted_link_is_shown_in_its_own_characters_and_loads_nothing(
    visit: Callable[..., Visit], payload: str
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (whatever it says is to be on the screen)
        Bag.parse(payload)
    table = visit(crafted(b=payload))
    shown = notice(table).locator("p")
    assert shown.text_content() == word("share.refused", reason=str(refused.value))
    assert shown.locator("*").count() == 0


def test_a_typed_text_is_shown_in_its_own_characters_and_loads_nothing(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.open_part("section_bag")
    table.open_section("Other players")
    shown = notice(table).locator("p")
    for label in ("Bag as text", "Pot as text", "Black chips of your neighbours", "Scoring spaces of the others"):
        field = table.page.get_by_role("textbox", name=label)
        for payload in PAYLOADS[:5]:
            field.fill(payload)
            field.press("Enter")
            expect(shown).to_contain_text("has no meaning" if label == "Pot as text" else payload.split()[0][:20])
            assert shown.locator("*").count() == 0
            table.settle()
            expect(field).to_have_count(1)
        # A change that is possible puts the notice away.
        table.tap("W1")
