"""The table page as a whole: what is drawn where, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.components.browser_helpers import copy_link, keep_awake
from dashboard.components.look_again import look_again
from dashboard.components.notice import show_notice
from dashboard.navigation import about_entry
from dashboard.solver.client import reckoner
from dashboard.solver.question import question_of
from dashboard.table.session import PARAMETER, keep, notice, open_table, put_away, take_taps
from dashboard.table.share import encode
from dashboard.table_page.bag import bag_section, counts_section
from dashboard.table_page.first import first_screen
from dashboard.table_page.outlook import outlook
from dashboard.table_page.pot import pot
from dashboard.table_page.settings import (
    aim_section,
    books_section,
    rates_section,
    rivals_section,
    round_section,
    rulings_section,
)
from dashboard.table_page.tables import figures, history
from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dashboard.table.state import Table

SECTIONS: Final[Mapping[str, Callable[[Table], None]]] = {
    "round": round_section,
    "books": books_section,
    "aim": aim_section,
    "rates": rates_section,
    "rivals": rivals_section,
    "rulings": rulings_section,
    "counts": counts_section,
}
"""What can be corrected besides the bag."""


def table_page() -> None:
    """Draw the page for the visitor's table."""
    table = take_taps(open_table())
    keep(table)
    moment = table.moment
    question = question_of(table)
    before = st.session_state.get("question")
    if before is not None and before != question:
        reckoner().give_up(before)
    st.session_state.question = question
    reply = reckoner().ask(question)
    complete = bool(reply.advice or reply.problem)

    left, right = st.columns([6, 5], gap="medium")
    with left:
        said = notice()
        if said:
            show_notice(said, put_away)
        first_screen(table, moment, reply)
        bag = st.expander(word("section.bag"), key="section_bag", on_change="rerun")
        if bag.open:
            with bag:
                bag_section(table)
    with right:
        pot(table, moment)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        figures(table, moment, reply)
        ends = st.expander(word("outlook.title"), key="outlook", on_change="rerun")
        if ends.open:
            with ends:
                complete = outlook(table) and complete
        log = st.expander(word("history.title"), key="history_part", on_change="rerun")
        if log.open:
            with log:
                history(table)
        with st.container(horizontal=True, key="sharing"):
            copy_link()
            keep_awake()
        # On a phone the entries on top are behind a sign that says nothing.
        st.page_link(
            about_entry(),
            label=word("page.about_link"),
            icon=":material/menu_book:",
            query_params={PARAMETER: encode(table)},
        )
    with right:
        st.subheader(word("setting.title"))
        # One of them at a time: closed expanders would all be sent with every tap.
        chosen = st.pills(word("setting.which"), SECTIONS, format_func=_section_name, key="section", wrap=True)
        if chosen is not None:
            SECTIONS[chosen](table)
    if not complete:
        look_again()


def _section_name(name: str) -> str:
    """Return what a section is called."""
    return word(f"section.{name}")
