"""Looking again while the solver works: the browser asks for the page once more after a moment.

The browser keeps asking until it gets a page without this, so a message that is lost costs a moment, not the answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_look_again",
    html='<span class="again" hidden></span>',
    js=(_HERE / "look_again.js").read_text(encoding="utf-8"),
)
AGAIN: Final = (150, 250, 400, 700, 1000)
"""Milliseconds until the page is asked for again: the first time, the second and so on; from then on the last."""


def look_again() -> None:
    """Have the page drawn again soon; call it on a page that lacks an answer."""
    count = st.session_state.get("looked", 0)
    st.session_state.looked = count + 1
    _mount(key="look_again", data={"count": count, "waits": AGAIN}, on_again_change=_rerun_only)


def _rerun_only() -> None:
    """Let the page run again."""
