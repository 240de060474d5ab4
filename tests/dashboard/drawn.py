"""What a run of the page drew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

OURS = "bidi_component"


def elements(test: AppTest) -> Iterator[Any]:
    """Yield every element of the page."""
    blocks: list[Any] = [test._tree]  # noqa: SLF001 (the only way to see elements that have no name of their own)
    while blocks:
        for child in blocks.pop().children.values():
            if hasattr(child, "children"):
                blocks.append(child)
            else:
                yield child


def told(test: AppTest) -> str:
    """Return the notice that is shown, empty if there is none."""
    notices = [each for each in elements(test) if each.type == OURS and each.proto.component_name == "quacks_notice"]
    return str(json.loads(notices[0].proto.json)[0]["text"]) if notices else ""


def drawn_by_us(test: AppTest) -> str:
    """Return everything that components of our own were given to draw, one after the other."""
    return "\n".join(each.proto.json for each in elements(test) if each.type == OURS)
