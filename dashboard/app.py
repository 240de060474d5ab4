"""Entry script of the dashboard: navigation only."""

from pathlib import Path

import streamlit as st

from dashboard.navigation import about_entry, table_entry
from dashboard.words import word

ICON = Path(__file__).parent / "static" / "icon.png"

st.set_page_config(page_title=word("app.title"), page_icon=str(ICON), layout="wide")
st.navigation([table_entry(), about_entry()], position="top").run()
