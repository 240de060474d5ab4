"""Shows finished HTML or SVG of our own inside the page, aware of the theme.

Streamlit's `st.html` strips SVG, so pictures are mounted as an inline component:
no iframe, no build step, styles kept inside a shadow root.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_picture",
    html='<div class="q-root"></div>',
    css=(_HERE / "picture.css").read_text(encoding="utf-8"),
    js=(_HERE / "picture.js").read_text(encoding="utf-8"),
)


def show_picture(html: str, key: str) -> None:
    """Show HTML or SVG made by one of the functions of this package.

    Args:
        html: Trusted markup; every text in it must be escaped already.
        key: Name of the place on the page; the same place keeps the same key, so
            that a change is painted over instead of mounted anew.
    """
    # A list goes to the browser as it is; for a bare text Streamlit would first load pandas to see what it is.
    _mount(key=key, data=[html])
