"""A notice that stays until it is put away, in the very characters it was given.

Notices quote what came from outside: a link that anyone may have made, a text that was typed. Streamlit's own elements
read Markdown, which loads pictures, draws links and turns characters into signs and arrows, some of it after escapes
were undone; so a text that is not ours is never given to them. Here it becomes a text node, which nothing reads; the
other pieces of our own (`show_picture`, `chip_pad`) escape or do the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Callable

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_notice",
    html='<div class="notice" role="alert"><i aria-hidden="true">!</i><p></p><button type="button"></button></div>',
    css=(_HERE / "notice.css").read_text(encoding="utf-8"),
    js=(_HERE / "notice.js").read_text(encoding="utf-8"),
)


def show_notice(text: str, put_away: Callable[[], None], key: str = "notice") -> None:
    """Show a notice with a button that puts it away.

    Args:
        text: Plain text from anywhere; every character is shown as it is.
        put_away: Called when the visitor puts it away.
        key: Name of the place on the page.
    """
    data = [{"text": text, "label": word("notice.put_away"), "sign": word("notice.sign")}]
    _mount(key=key, data=data, on_away_change=put_away)
