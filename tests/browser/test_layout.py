"""What is seen at once, at the sizes and in the tones people have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from dashboard.table.share import encode
from dashboard.table.state import first_table, with_setting
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

EVERY_KIND = "W1x4 W2x2 W3 O1x4 G1 G2 G4 B1 B2 B4 R1 R2 R4 Y1 Y2 Y4 P1x2 K1"
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
    first = table.page.locator(".q-verdict").bounding_box()
    assert first is not None
    assert first["y"] < 130, "nothing stands above the answer"
    wide = table.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]


@pytest.mark.parametrize(
    ("pot", "books", "option"),
    [
        ("R1 R2 R4 O1 W1 .", Books(1, 1, 2, 1, 1), "place_red:R1"),
        ("O1 B4[W1 O1 G4 R4", Books(1, 1, 1, 1, 1), "place:none"),
    ],
)
def test_a_long_choice_leaves_undo_where_a_thumb_finds_it(
    visit: Callable[..., Visit], pot: str, books: Books, option: str
) -> None:
    table = with_setting(first_table(), bag=Bag.parse(EVERY_KIND), books=books)
    seen = visit("?s=" + encode(replace(table, brew=replace(table.brew, pot=parse_pot(pot)))))
    for name in ("undo", f"do:{option}"):
        box = seen.page.locator(f'button.button[data-name="{name}"]').bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= 844 - box["height"]
        there = seen.page.evaluate(
            """([x, y]) => {
              let found = document.elementFromPoint(x, y);
              while (found.shadowRoot) found = found.shadowRoot.elementFromPoint(x, y);
              return found.closest("button")?.dataset.name;
            }""",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
        assert there == name


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
