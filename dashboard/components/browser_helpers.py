"""Two small things only the browser can do: copy the link, keep the screen awake.

Both work as far as a page on plain HTTP allows and say so where it does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.text.words import word

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_browser_helper",
    html='<div class="tool"></div>',
    css=(_HERE / "browser_helpers.css").read_text(encoding="utf-8"),
    js=(_HERE / "browser_helpers.js").read_text(encoding="utf-8"),
)


def copy_link(link: str = "", key: str = "copy_link") -> None:
    """Show a button that copies a link to the clipboard.

    Without the clipboard interface of secure pages it copies by selection, and
    where that fails too it shows the link ready to be selected by hand.

    Args:
        link: What to copy: a whole address, or a part such as "?s=…" that is
            completed with the address of the page; empty for the address shown
            by the browser at that moment.
        key: Name of the place on the page.
    """
    _mount(
        key=key,
        data={
            "tool": "copy",
            "link": link,
            "label": word("link.copy"),
            "done": word("link.copied"),
            "select": word("link.select"),
        },
    )


def keep_awake(key: str = "keep_awake") -> None:
    """Show a switch that keeps the screen of a phone awake.

    Browsers allow it on secure pages and on localhost only; elsewhere the switch
    says that it cannot.

    Args:
        key: Name of the place on the page.
    """
    _mount(
        key=key,
        data={
            "tool": "awake",
            "label": word("wake.on"),
            "done": word("wake.active"),
            "unavailable": word("wake.unavailable"),
        },
    )
