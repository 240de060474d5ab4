"""The server is gone: say so in our own words, mark what is shown as old, and ask for the page anew once it is back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.text.words import word

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_connection",
    html='<div class="gone" role="alert" hidden><i aria-hidden="true"></i><p><b></b> <span></span></p></div>',
    css=(_HERE / "connection.css").read_text(encoding="utf-8"),
    js=(_HERE / "connection.js").read_text(encoding="utf-8"),
)


def watch_connection() -> None:
    """Watch from the browser whether the server is there; call it once on every page."""
    words = {name: word(f"connection.{name}") for name in ("gone", "meanwhile", "old")}
    _mount(key="connection", data=[words], on_back_change=_rerun_only)


def _rerun_only() -> None:
    """Let the page run again: a new server knows nothing but the address."""
