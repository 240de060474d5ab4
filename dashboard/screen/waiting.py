"""Looking again while the solver works: a small part of the page that reruns by itself until the answer is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.reckoning import reckoner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.reckoning import Question


def look_again(questions: Sequence[Question]) -> None:
    """Draw nothing, and the whole page again as soon as the questions are answered.

    Args:
        questions: What is being worked on.
    """
    _poll(tuple(questions))


@st.fragment(run_every=0.4)
def _poll(questions: tuple[Question, ...]) -> None:
    """Ask again; a rerun of this part alone costs the page nothing."""
    replies = [reckoner().ask(question, patience=0.0) for question in questions]
    if all(reply.advice or reply.problem for reply in replies):
        st.rerun()
