"""The table page as a whole: what is drawn where, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.components.browser_helpers import copy_link, keep_awake
from dashboard.reckoning import question_of, reckoner
from dashboard.screen.bag import bag_section, counts_section
from dashboard.screen.first import first_screen
from dashboard.screen.outlook import outlook, questions_of
from dashboard.screen.pot import pot
from dashboard.screen.settings import (
    aim_section,
    books_section,
    rates_section,
    rivals_section,
    round_section,
    rulings_section,
)
from dashboard.screen.tables import history, next_table, provenance
from dashboard.screen.waiting import look_again
from dashboard.session import keep, notice, open_table, take_taps
from dashboard.words import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from dashboard.state import Table


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
            st.warning(said)
        first_screen(table, moment, reply)
        _section("bag", table, bag_section)
    with right:
        pot(table, moment)
    questions = [question]
    left, right = st.columns([6, 5], gap="medium")
    with left:
        st.subheader(word("next.title"))
        next_table(table, moment, reply)
        outlook_part = st.expander(word("outlook.title"), key="outlook", on_change="rerun")
        if outlook_part.open:
            with outlook_part:
                if not outlook(table):
                    complete = False
                    questions += questions_of(table)
        with st.expander(word("history.title"), key="history_part", on_change="rerun") as part:
            if part.open:
                history(table)
        with st.expander(word("method.title"), expanded=True):
            provenance(table, reply)
        with st.container(horizontal=True, key="sharing"):
            copy_link()
            keep_awake()
    with right:
        st.subheader(word("setting.title"))
        for name, draw in (
            ("round", round_section),
            ("books", books_section),
            ("aim", aim_section),
            ("rates", rates_section),
            ("rivals", rivals_section),
            ("rulings", rulings_section),
            ("counts", counts_section),
        ):
            _section(name, table, draw)
    if not complete:
        look_again(questions)


def _section(name: str, table: Table, draw: Callable[[Table], None]) -> None:
    """Draw a part that can be opened; closed it costs nothing."""
    section = st.expander(word(f"section.{name}"), key=f"section_{name}", on_change="rerun")
    if section.open:
        with section:
            draw(table)
