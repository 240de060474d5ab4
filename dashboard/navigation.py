"""Where the pages are and what they are called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.text.words import word

if TYPE_CHECKING:
    from dashboard.streamlit_private import StreamlitPage

HERE = Path(__file__).parent
# In an installed package the pages lie inside of it, in a checkout beside it.
PAGES = HERE / "pages" if (HERE / "pages").is_dir() else HERE.parent / "pages"


def table_entry() -> StreamlitPage:
    """Return the landing page."""
    return st.Page(PAGES / "table.py", title=word("page.table"), default=True)


def about_entry() -> StreamlitPage:
    """Return the page on method, sources and open rulings."""
    return st.Page(PAGES / "about.py", title=word("page.about"), url_path="about")
