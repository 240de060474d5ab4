"""Every word on the screen is in the catalogue, and every entry is used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import dashboard
from dashboard.components.chip_art import COLOURS
from dashboard.words import WORDS, word

PACKAGE = Path(dashboard.__file__).parent
PIECES = [*(PACKAGE / "components").rglob("*.py"), *(PACKAGE / "charts").glob("*.py")]
KEY = re.compile(r'"((?:chip|verdict|gauge|pot|pad|link|wake|chart)\.[a-z_]+)"')


def test_every_key_that_the_pieces_name_is_in_the_catalogue() -> None:
    named = {key for path in PIECES for key in KEY.findall(path.read_text("utf-8"))}
    assert named
    assert named <= set(WORDS)


def test_every_colour_has_a_name() -> None:
    assert all(word(f"chip.{letter}") for letter in COLOURS)


def test_every_text_is_well_formed_and_keys_read_area_dot_name() -> None:
    for key, text in WORDS.items():
        assert re.fullmatch(r"[a-z]+(\.[A-Za-z0-9_]+)+", key), key
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        assert all(names), f"{key} has a placeholder without a name"
        assert text == text.strip()


def test_a_missing_key_or_value_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"no text 'verdict\.nothing'"):
        word("verdict.nothing")
    with pytest.raises(KeyError, match="needs a value for 'count'"):
        word("verdict.coins")


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        WORDS["verdict.draw"] = "x"  # type: ignore[index]
