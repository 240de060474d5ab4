"""How the numbers come about, where the facts come from, what is not settled; that this is an unofficial fan tool."""

from __future__ import annotations

import json

import streamlit as st

from dashboard.table.session import keep, open_table
from dashboard.text.words import word
from quacks_math.material.rulings import RULINGS
from quacks_math.material.tables import DATA_FOLDER

MARKS = (
    ("W3!", "flask"),
    ("W1~", "stirred"),
    ("Y1<", "returned"),
    ("B2[W3 R1>R1]", "look"),
    ("B2[", "pending"),
    (".", "stopped"),
    ("/", "restarted"),
    ("+R1", "red"),
)
"""What may be written in a pot, each with the name of its explanation."""


def about_page() -> None:
    """Draw the page; the visitor's table stays in session and address."""
    keep(open_table())
    st.title(word("about.title"))
    st.write(word("about.unofficial"))
    st.header(word("about.method_title"))
    for part in ("odds", "solver", "worth", "rules", "simulated", "check"):
        st.markdown(word(f"about.{part}"))
    st.header(word("about.notation_title"))
    st.markdown(word("about.notation"))
    st.table(
        {
            word("about.mark"): [f"`{written}`" for written, _ in MARKS],
            word("about.meaning"): [word(f"about.mark_{name}") for _, name in MARKS],
        }
    )
    st.header(word("about.rulings_title"))
    st.write(word("about.rulings"))
    st.table(
        {
            word("about.question"): [ruling.question for ruling in RULINGS.values()],
            word("about.answer"): [next(iter(ruling.choices.values())) for ruling in RULINGS.values()],
            word("about.others"): [
                "; ".join(list(ruling.choices.values())[1:]) or word("about.no_other") for ruling in RULINGS.values()
            ],
        }
    )
    st.header(word("about.sources_title"))
    st.write(word("about.sources"))
    files = json.loads((DATA_FOLDER / "sources.json").read_text(encoding="utf-8"))["files"]
    st.table(
        {
            word("about.file"): list(files),
            word("about.source"): [entry["source"] for entry in files.values()],
            word("about.confidence"): [entry["confidence"] for entry in files.values()],
        }
    )
    st.header(word("about.fonts_title"))
    st.write(word("about.fonts"))
