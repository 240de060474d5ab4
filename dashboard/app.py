"""Entry script of the dashboard: navigation only."""

from pathlib import Path

import streamlit as st

from dashboard.words import word

HERE = Path(__file__).parent
# In an installed package the pages lie inside of it, in a checkout beside it.
PAGES = HERE / "pages" if (HERE / "pages").is_dir() else HERE.parent / "pages"

st.set_page_config(page_title=word("app.title"), page_icon=str(HERE / "static" / "icon.png"), layout="wide")
st.navigation(
    [
        st.Page(PAGES / "table.py", title=word("page.table"), default=True),
        st.Page(PAGES / "about.py", title=word("page.about"), url_path="about"),
    ],
    position="top",
).run()
