"""A text from outside is never given to anything that reads Markdown: not from a link, not from a field."""

from __future__ import annotations

import ast
import base64
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.table.share import decode, encode
from dashboard.table.state import first_table, with_setting
from dashboard.text.words import word
from quacks_math.material.books import Books
from tests.dashboard.drawn import OURS, elements, told

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = Path(dashboard.__file__).parent
PICTURE = "![](http://127.0.0.9:9/x.png)"
SIGNS = ":red[**x**]$x^2$:smile:<b>->--"
LINKS: dict[str, Any] = {
    "b": "{}",
    "p": "{}",
    "q": "{}",
    "k": "{}",
    "c": "{}",
    "z": "{}",
    "h": "{}",
    "t": ["{}", 0, 0, None],
    "t last": ["W1", 1, 1, "{}"],
    "o": "{}",
    "e": "{}",
    "m": ["{}"],
    "x": [["{}", 1.0]],
    "d": "{}",
    "a": "{}",
    "y": "{}",
    "no field": "{}",
}
"""By what is written: what stands in the link, a payload in place of the braces."""
FIELDS = {
    "bag_text": "",
    "pot_text": "",
    "beside": "books",
    "rival_black": "rivals",
    "rivals": "rivals",
    "counts.left": "counts",
    "counts.pot": "counts",
}
"""Every field for text, and the section in which it is."""
QUOTED = {"pot_text": "'"}
"""What of a payload a refusal names, where that is not its beginning."""
FIELD_VALUES = ("default", "value", "id")
"""Where elements keep what a field holds, which a browser shows as it is."""
NO_TEXT = frozenset({"App", "cache_resource", "columns", "container", "form", "navigation", "plotly_chart", "rerun"})
"""What of Streamlit is given no text to draw; the chart names rules in words of its own."""


def link(key: str, payload: str) -> str:
    """Return a link with a payload in one place."""
    content = {key.split(maxsplit=1)[0]: json.loads(json.dumps(LINKS[key]).replace("{}", payload))}
    return "1" + base64.urlsafe_b64encode(zlib.compress(json.dumps(content).encode())).decode().rstrip("=")


def refusal(token: str) -> str:
    """Return what is said of a link, empty if nothing is wrong with it."""
    try:
        decode(token)
    except ValueError as error:
        return word("share.refused", reason=str(error))
    return ""


def visited(token: str, **state: object) -> AppTest:
    test = AppTest.from_file(str(HOME / "app.py"), default_timeout=120)
    for name, value in state.items():
        test.session_state[name] = value
    test.query_params["s"] = token
    return test.run()


def drawn_by_others(test: AppTest) -> str:
    """Return everything that elements of Streamlit's own were given, but for what a field holds as its value."""
    given = []
    for each in elements(test):
        if each.type == OURS:
            continue
        message = type(each.proto)()
        message.CopyFrom(each.proto)
        for name in FIELD_VALUES:
            if name in message.DESCRIPTOR.fields_by_name:
                message.ClearField(name)
        given.append(str(message))
    return "\n".join(given)


@pytest.mark.parametrize("payload", [PICTURE, SIGNS])
@pytest.mark.parametrize("key", LINKS)
def test_what_a_link_says_is_shown_in_its_own_characters(key: str, payload: str) -> None:
    token = link(key, payload)
    test = visited(token, section_bag=True, history_part=True)
    assert not test.exception
    assert payload[:8] not in drawn_by_others(test)
    assert told(test) == refusal(token)


@pytest.mark.parametrize("payload", [PICTURE, SIGNS])
@pytest.mark.parametrize("field", FIELDS)
def test_what_is_typed_is_shown_in_its_own_characters(field: str, payload: str) -> None:
    table = with_setting(first_table(), books=Books(1, 1, 2, 1, 1))
    test = visited(encode(table), section_bag=True, **({"section": FIELDS[field]} if FIELDS[field] else {}))
    if field.startswith("counts"):
        next(each for each in test.text_input if each.label == word(field)).set_value(payload)
        next(each for each in test.button if each.label == word("counts.use")).click().run()
    else:
        test.text_input(key=f"{field}.0").set_value(payload).run()
    assert not test.exception
    assert QUOTED.get(field, payload[:8]) in told(test)
    assert payload[:8] not in drawn_by_others(test)
    assert test.session_state["table"] == table


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call in the dashboard that has Streamlit draw a text, but for the page that knows no visitor."""
    for path in sorted(set(HOME.rglob("*.py")) - {HOME / "about_page" / "page.py"}):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if ast.unparse(node.func.value) == "st" and node.func.attr not in NO_TEXT:
                yield f"{path.name}:{node.lineno}", node


TEXTS = ("label", "help", "placeholder", "format_func", "title", "page_title")


def texts(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a call has drawn: its first argument, its tooltip and its options' names."""
    yield from call.args[:1]
    yield from (each.value for each in call.keywords if each.arg in TEXTS)


OWN_TEXTS = {
    "label": "of a preset, from the catalogue",
    "ruling.question": "from the table of rulings",
    "ruling.choices.__getitem__": "from the table of rulings",
    "BOOKS[colour, number].effect": "from the table of books",
    "FORTUNE_CARDS[brew.card].effect": "from the table of cards",
    "about_entry()": "where a page is",
    "PAGES / 'table.py'": "where a page is",
    "PAGES / 'about.py'": "where a page is",
    "_card_title": "from the table of cards",
    "_section_name": "from the catalogue",
    "_kind_or_unknown": "a kind of the pad",
    "rule_label": "numbers of a rule in words of the catalogue",
}
"""What else Streamlit is given, and why that is ours."""
OWN_VALUES = {
    "f\"{_within(word(f'rate.group_{group}'))} · {place}\"",
    "colour",
    "group",
    "kind",
    "len(table.brew.bag)",
    "name",
    "number",
    "part",
    "place",
    "rates.source",
    "table.rule.kind",
}
"""What is filled into those words: numbers, names of our own, the source of the rates."""


def is_own(text: ast.expr) -> bool:
    """Say whether a text is one of the catalogue, filled with nothing from outside, or another of ours."""
    text = text.body if isinstance(text, ast.Lambda) else text
    if ast.unparse(text) in OWN_TEXTS:
        return True
    if not (isinstance(text, ast.Call) and isinstance(text.func, ast.Name) and text.func.id == "word"):
        return False
    return all(ast.unparse(each.value) in OWN_VALUES for each in text.keywords)


def test_streamlit_is_given_words_of_the_catalogue_alone() -> None:
    found = list(calls())
    assert len(found) > 30
    assert not [f"{where}: {ast.unparse(text)}" for where, call in found for text in texts(call) if not is_own(text)]
