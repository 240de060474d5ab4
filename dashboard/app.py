"""Entry script of the dashboard: navigation, and what every page has."""

import streamlit as st

from dashboard.components.connection import watch_connection
from dashboard.navigation import about_entry, table_entry
from dashboard.text.words import word

# Served as it lies: a file of Streamlit's own store would be gone when a run is interrupted before this line.
ICON = "/app/static/icon.png"

st.set_page_config(page_title=word("app.title"), page_icon=ICON, layout="wide")
st.navigation([table_entry(), about_entry()], position="top").run()
watch_connection()
