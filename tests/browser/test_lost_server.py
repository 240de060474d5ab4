"""A server that is gone: said in our own words, what is shown is marked as old, and it comes back by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import free_port, serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

BACK = 40_000
"""Milliseconds for a server to start and for the page to find it."""


def old_word(page: Page) -> str:
    """Return what stands before the advice."""
    first = page.locator(".q-root:has(.q-verdict)")
    return str(first.evaluate("(root) => getComputedStyle(root, '::before').content"))


def test_a_lost_server_is_told_and_its_advice_marked_until_it_is_back(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    told = page.get_by_text("The server does not answer.", exact=True)
    with serving(port, tmp_path):
        page.goto(f"http://localhost:{port}")
        page.locator("button.chip[data-kind=O1]").click()
        expect(page.locator("p.status").first).to_contain_text("Last: O1", timeout=BACK)
        expect(page.locator(".q-word")).not_to_have_text("Reckoning", timeout=BACK)
        assert not told.is_visible()
        assert old_word(page) == "none"
    expect(told).to_be_visible(timeout=BACK)
    assert "Old" in old_word(page)
    # Long enough for the framework to have said its own, had it been allowed to.
    page.wait_for_timeout(5_000)
    assert "streamlit" not in page.locator("body").inner_text().lower()
    assert page.get_by_role("dialog").count() == 0
    # A tap into the void is kept, and counted once.
    page.locator("button.chip[data-kind=W1]").first.click()
    with serving(port, tmp_path):
        expect(told).to_be_hidden(timeout=BACK)
        expect(page.locator("p.status").first).to_contain_text("Last: W1 \N{MIDDLE DOT} 2 in the pot", timeout=BACK)
        expect(page.locator(".q-word")).not_to_have_text("Reckoning", timeout=BACK)
        assert old_word(page) == "none"
        assert page.locator("button.chip[data-kind=W1] .left").inner_text() == "\N{MULTIPLICATION SIGN}3"
    context.close()
