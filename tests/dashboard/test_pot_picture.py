"""The picture shows every chip where it lies."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest

from dashboard.components.chip_art import COLOURS, chip_name, chip_svg, split_kind
from dashboard.components.pot_picture import (
    PlacedChip,
    TrackSpace,
    pot_svg,
    space_centres,
)

SPACES = 54
TRACK = [TrackSpace(n, n // 4, n % 4 == 1) for n in range(SPACES)]


def draw(*chips: PlacedChip, exploded: bool = False) -> ET.Element:
    """Return the parsed picture of a pot that starts on space 2 with two rats."""
    position = chips[-1].index if chips else 4
    svg = pot_svg(chips, 2, 2, position, min(53, position + 1), exploded=exploded, track=TRACK)
    return ET.fromstring(svg)  # noqa: S314 - our own text


def kinds_on(picture: ET.Element, index: int) -> list[str]:
    """Return the kinds drawn on a space, from bottom to top."""
    return [
        chip.attrib["data-kind"]
        for group in picture.findall(f"g[@data-index='{index}']")
        for chip in group.findall("g[@data-kind]")
    ]


def test_each_chip_is_drawn_on_its_space() -> None:
    chips = [PlacedChip("W1", 5), PlacedChip("B2", 7), PlacedChip("L", 12)]
    picture = draw(*chips)
    for chip in chips:
        assert kinds_on(picture, chip.index) == [chip.kind]
        group = picture.find(f"g[@data-index='{chip.index}']/g")
        assert group is not None
        x, y = space_centres(SPACES)[chip.index]
        assert f"translate({x:.1f} {y:.1f})" in group.attrib["transform"]


def test_a_returned_chip_leaves_its_space_empty() -> None:
    picture = draw(PlacedChip("W3", 7, returned=True), PlacedChip("Y1", 8))
    assert kinds_on(picture, 7) == []
    assert len(picture.findall("circle[@class='q-ghost']")) == 1


def test_chips_at_the_end_are_stacked_and_counted() -> None:
    picture = draw(*[PlacedChip("O1", 52)] * 4)
    assert len(kinds_on(picture, 52)) == 3
    assert "\N{MULTIPLICATION SIGN}4" in "".join(picture.itertext())


def test_only_the_scoring_space_is_lit() -> None:
    picture = draw(PlacedChip("O1", 9))
    lit = [g.attrib["data-space"] for g in picture.findall("g[@class='q-space q-lit']")]
    assert lit == ["10"]


def test_all_spaces_are_drawn_with_their_printed_numbers() -> None:
    picture = draw()
    spaces = [g for g in picture.findall("g") if "data-space" in g.attrib]
    assert [g.findtext("text[@class='q-coins']") for g in spaces] == [str(space.coins) for space in TRACK]
    assert len(picture.findall(".//path[@class='q-gem']")) == sum(space.ruby for space in TRACK)


def test_the_description_tells_the_whole_pot_in_words() -> None:
    picture = draw(PlacedChip("W3", 7), PlacedChip("Y1", 8, returned=True), exploded=True)
    description = picture.findtext("desc") or ""
    assert "droplet lies on space 2" in description
    assert "rat stone lies 2 further, on space 4" in description
    assert "cherry bomb 3 on space 7" in description
    assert "exploded" in description
    assert picture.findtext("title")


def test_a_chip_off_the_track_is_refused() -> None:
    with pytest.raises(ValueError, match="chip 1 is space 54"):
        draw(PlacedChip("O1", 54), PlacedChip("O1", 52))


def test_spaces_are_at_equal_distances_and_do_not_overlap() -> None:
    centres = space_centres(SPACES)
    steps = [math.dist(a, b) for a, b in pairwise(centres)]
    assert max(steps) - min(steps) < 0.01
    assert min(math.dist(a, b) for a, b in combinations(centres, 2)) > 62
    assert all(math.dist((360, 360), c) < 325 - 31 for c in centres)


def test_every_colour_has_its_own_letter_outline_and_icon() -> None:
    pictures = {letter: chip_svg(f"{letter}1") for letter in COLOURS}
    outlines = {svg.split('d="')[1].split('"')[0] for svg in pictures.values()}
    icons = {svg.split('d="')[2].split('"')[0] for svg in pictures.values()}
    assert len(outlines) == len(icons) == len(COLOURS)
    for letter, svg in pictures.items():
        assert f">{letter}1</text>" in svg
        ET.fromstring(svg)  # noqa: S314 - our own text


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours as web guidelines define it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("letter", list(COLOURS))
def test_letters_are_readable_on_every_chip(letter: str) -> None:
    colour = COLOURS[letter]
    assert contrast(colour.body, colour.ink) >= 4.5
    for page in ("#f7f0e0", "#1f1524"):
        visible = max(contrast(colour.body, page), contrast(colour.edge, page))
        assert visible >= 3


def test_kinds_are_read_strictly() -> None:
    assert split_kind("O6") == ("O", 6)
    assert split_kind("L") == ("L", 0)
    assert chip_name("L") == "locoweed"
    for bad in ("", "W", "W0", "Z1", "w1", "W12"):
        with pytest.raises(ValueError, match="not a kind of chip"):
            split_kind(bad)
