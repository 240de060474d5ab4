"""Every word on the screen is in the catalogue, and every entry of it is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest

import dashboard
from dashboard.components.chip_art import COLOURS
from dashboard.text.words import WORDS, word

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = [path for path in sorted(Path(dashboard.__file__).parent.rglob("*.py")) if path.name != "words.py"]
KEY = re.compile(r"[a-z]+\.[A-Za-z0-9_:]+")


def nodes() -> Iterator[ast.AST]:
    """Yield every piece of the dashboard's source text."""
    for path in FILES:
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def called_keys() -> set[str]:
    """Return the keys that are asked for by name."""
    return {
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "word"
        if isinstance(node.args[0], ast.Constant)
    }


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the texts that may be keys, and patterns of the keys that are put together."""
    plain = {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    patterns = [
        re.compile("".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values))
        for node in nodes()
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
        if re.match(r"[a-z]+\.", str(node.values[0].value))
    ]
    return plain, patterns


def test_every_key_that_the_dashboard_names_is_in_the_catalogue() -> None:
    assert called_keys()
    assert called_keys() <= set(WORDS)


def test_every_entry_of_the_catalogue_is_used() -> None:
    plain, patterns = used()
    unused = [key for key in WORDS if key not in plain and not any(pattern.fullmatch(key) for pattern in patterns)]
    assert not unused


def test_every_colour_has_a_name() -> None:
    assert all(word(f"chip.{letter}") for letter in COLOURS)


def test_every_text_is_well_formed_and_keys_read_area_dot_name() -> None:
    for key, text in WORDS.items():
        assert re.fullmatch(KEY.pattern, key), key
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
