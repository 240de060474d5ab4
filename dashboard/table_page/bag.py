"""The bag: by plus and minus, from presets, by text; and counts for whoever forgot the order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import streamlit as st

from dashboard.components.chip_pad import bag_pad
from dashboard.components.picture import show_picture
from dashboard.components.sheets import note_html
from dashboard.table.session import BAG_PAD, change, given, shown
from dashboard.table.state import changed, with_new_pot, with_setting
from dashboard.table_page.settings import NARROW
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.forgotten import not_known
from quacks_math.brew.model.notation import parse_pot, print_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.tally import Tally
from quacks_math.brew.model.transitions import replay
from quacks_math.material.chips import KINDS

if TYPE_CHECKING:
    from dashboard.table.state import Table

PRESETS: Final[dict[int, str]] = {
    1: "W1x4 W2x2 W3 O1 G1",
    2: "W1x4 W2x2 W3 O1x2 G1 B1",
    3: "W1x4 W2x2 W3 O1x2 G1 B1 R1 Y1",
    5: "W1x4 W2x2 W3 O1x3 G1 B1 B2 R1 R2 Y1 P1",
    7: "W1x5 W2x2 W3 O1x4 G1 B2x2 R2x2 Y1 Y2 P1x2",
    9: "W1x5 W2x2 W3 O1x4 G1 B2x2 B4 R2x2 Y1 Y2 P1x2 K1",
}
"""Typical bags by round."""


class Told(NamedTuple):
    """What the form of counts tells; see `Brew.from_counts`."""

    left: str
    white_sum: int
    space: int
    last: str | None
    before: str | None
    space_before: int | None
    pot: str


def bag_section(table: Table) -> None:
    """Draw everything that tells what is in the bag.

    Args:
        table: The table.
    """
    with st.container(horizontal=True, key="presets"):
        for number, text in PRESETS.items():
            label = word("bag.start") if number == 1 else word("bag.preset", round=number)
            st.button(
                label,
                key=f"preset_{number}",
                on_click=change,
                args=(_preset,),
                kwargs={"bag": text, "round_number": number},
            )
    bag_pad(list(zip(KINDS, table.brew.bag.counts, strict=True)), acknowledged=table.bag_pad, key=BAG_PAD)
    st.caption(word("bag.total", count=len(table.brew.bag)))
    st.text_input(
        word("bag.text"),
        str(table.brew.bag),
        key=shown("bag_text", str(table.brew.bag)),
        on_change=_read_bag,
        help=word("bag.text_help"),
    )
    st.text_input(
        word("bag.pot_text"),
        print_pot(table.brew.pot),
        key=shown("pot_text", print_pot(table.brew.pot)),
        on_change=_read_pot,
        help=word("bag.pot_help"),
    )
    st.button(word("choice.fresh"), key="fresh_button", on_click=change, args=(with_new_pot,))


def counts_section(table: Table) -> None:
    """Draw the form for whoever forgot in what order the chips came out.

    Args:
        table: The table.
    """
    st.write(word("counts.why"))
    moment = table.moment
    # What was told already stays in the form, so that what is still missing can be added.
    known = table.brew.tally if table.brew.tally and not table.brew.pot else Tally(Bag(), 0, 0)
    kinds = [None, *KINDS]
    with st.form("counts", border=False):
        left = st.text_input(word("counts.left"), value=str(Bag(moment.left)))
        with st.container(horizontal=True):
            white = st.number_input(word("counts.white"), value=moment.white_sum, width=NARROW)
            space = st.number_input(word("counts.space"), value=moment.position, width=NARROW)
            last, before = (
                st.selectbox(word(f"counts.{name}"), kinds, kinds.index(kind), _kind_or_unknown, width=NARROW)
                for name, kind in (("last", known.last), ("before", known.before))
            )
            space_before = st.number_input(
                word("counts.space_before"),
                value=known.space_before,
                step=1,
                help=word("counts.space_before_help"),
                width=NARROW,
            )
        pot = st.text_input(word("counts.pot"), str(known.pot), help=word("counts.pot_help"))
        if st.form_submit_button(word("counts.use")):
            told = Told(
                left, int(white), int(space), last, before, None if space_before is None else int(space_before), pot
            )
            change(_from_counts, told=told)
            st.rerun()
    for number, sentence in enumerate(not_known(moment)):
        show_picture(note_html(sentence), key=f"counts_not_known_{number}")


def _kind_or_unknown(kind: str | None) -> str:
    """Write the last chip of a pot."""
    return kind or word("counts.unknown")


def _preset(table: Table, bag: str, round_number: int) -> Table:
    """Return the table with a typical bag."""
    return with_setting(table, bag=Bag.parse(bag), round=round_number)


def _read_bag() -> None:
    """Take over the text of the bag."""
    change(lambda table: with_setting(table, bag=Bag.parse(given("bag_text"))))


def _read_pot() -> None:
    """Take over the text of the pot."""
    text = given("pot_text")
    change(lambda table: changed(table, brew=replace(table.brew, pot=parse_pot(text)), told=()))


def _from_counts(table: Table, told: Told) -> Table:
    """Return the table with counts in place of an order."""
    old = table.brew
    remembered = Bag.parse(told.pot)
    brew = Brew.from_counts(
        left=Bag.parse(told.left),
        white_sum=told.white_sum,
        space=told.space,
        last=told.last,
        before=told.before,
        space_before=told.space_before,
        pot={kind: count for kind, count in zip(KINDS, remembered.counts, strict=True) if count},
        books=old.books,
        start=old.start,
        rats=old.rats,
        limit=old.limit,
        card=old.card,
        flask=replay(old).flask,
        round=old.round,
        rubies=old.rubies,
        beside=old.beside,
        rivals=old.rivals,
        rival_black=old.rival_black,
        rulings=old.rulings,
    )
    return changed(table, brew=brew, told=())
