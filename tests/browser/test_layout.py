"""What is seen at once, at the sizes and in the tones people have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

TEN_KINDS = "?s="
SIZES = [(390, 844), (360, 740), (1280, 800)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
def test_the_answer_pad_and_buttons_are_seen_without_scrolling(
    visit: Callable[..., Visit], size: tuple[int, int], scheme: str
) -> None:
    table = visit(size=size, scheme=scheme)
    for kind in ("W1", "W3"):
        table.tap(kind)
    for seen in (".q-verdict", ".q-gauge", "button.chip[data-kind=G1]", 'button.button[data-name="stop"]', ".choices"):
        box = table.page.locator(seen).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1], seen
    wide = table.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]


def test_every_target_of_the_pad_is_large_enough_for_a_thumb(visit: Callable[..., Visit]) -> None:
    table = visit()
    table.open_part("section_bag")
    boxes = [target.bounding_box() for target in table.page.locator("button.chip, button.button, button.step").all()]
    assert len(boxes) > 40
    assert all(box is None or min(box["width"], box["height"]) >= 44 for box in boxes)


def test_no_text_is_cut_off_or_overlaps_in_the_headline(visit: Callable[..., Visit]) -> None:
    table = visit(size=(360, 740))
    for kind in ("W3", "W2", "W2"):
        table.tap(kind)
    table.press("do:keep")
    word = table.page.locator(".q-word").bounding_box()
    risk = table.page.locator(".q-risk").bounding_box()
    assert word is not None
    assert risk is not None
    assert word["x"] + word["width"] <= risk["x"]
