"""Looking again while the solver works: a small part of the page that reruns by itself until the answer is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.reckoning import reckoner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.reckoning import Question

AGAIN: Final = 0.2
"""Seconds after which it looks again."""
PATIENCE: Final = 0.12
"""Seconds it waits each time; a tap that comes meanwhile waits as long at most."""


def look_again(questions: Sequence[Question]) -> None:
    """Draw nothing, and the whole page again as soon as the questions are answered.

    Args:
        questions: What is being worked on.
    """
    _poll(tuple(questions))


@st.fragment(run_every=AGAIN)
def _poll(questions: tuple[Question, ...]) -> None:
    """Ask again, after all else is drawn; a rerun of this part alone costs the page nothing."""
    replies = [reckoner().ask(question, patience=PATIENCE) for question in questions]
    if all(reply.advice or reply.problem for reply in replies):
        st.rerun()
