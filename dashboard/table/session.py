"""The visitor's table between two runs of the page: kept in the session and in the address.

Nothing of it lives in a widget, so that it outlives page switches; the address carries all of it, so that it outlives
the session. Sessions share nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from dashboard.components.chip_pad import acknowledge, later, new_taps, pad_state
from dashboard.streamlit_private import gone_back
from dashboard.table.moves import bag_after_tap, moved
from dashboard.table.share import decode, encode
from dashboard.table.state import Table, first_table
from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Callable

PARAMETER: Final = "s"
PAD: Final = "chip_pad"
BAG_PAD: Final = "bag_pad"


def open_table() -> Table:
    """Return the visitor's table: of the session, or of the address after a reload, a share or the back button."""
    kept: Table | None = st.session_state.get("table")
    token = st.query_params.get(PARAMETER)
    # Only then is the address meant: a tap sent before the browser knew the last address brings an outdated one.
    went_back = gone_back()
    if kept is not None and not (went_back and token and token != st.session_state.get("token")):
        if went_back:
            st.session_state.gone_back_to = kept
        return kept
    table, refused = first_table() if kept is None else kept, ""
    if token:
        try:
            table = decode(token)
        except ValueError as error:
            refused = word("share.refused", reason=str(error))
    if kept is not None:
        table = replace(table, pad=later(kept.pad, table.pad), bag_pad=later(kept.bag_pad, table.bag_pad))
        st.session_state.gone_back_to = table
    # Before the table: a run interrupted in between reads the address once more, and the refusal is not lost.
    say(refused)
    st.session_state.table = table
    return table


def take_taps(table: Table) -> Table:
    """Carry out the new taps on the chip pad and on the bag builder, each exactly once.

    Args:
        table: The table before.
    """
    pad, bag = pad_state(PAD), pad_state(BAG_PAD)
    taps, bag_taps = new_taps(pad, table.pad), new_taps(bag, table.bag_pad)
    if not taps and not bag_taps:
        return table
    after, spoken, refused = table, "", ""
    for tap in taps:
        result = moved(after, tap)
        after, spoken = result.table, result.said
        refused = result.said if result.refused else refused
    for tap in bag_taps:
        result = bag_after_tap(after, tap)
        after, spoken = result.table, result.said
        refused = result.said if result.refused else refused
    after = replace(after, pad=acknowledge(pad, taps, table.pad), bag_pad=acknowledge(bag, bag_taps, table.bag_pad))
    st.session_state.spoken = spoken
    say(refused)
    # One assignment holds pot and acknowledgement: an interruption in between would count a tap twice or never.
    st.session_state.table = after
    return after


def keep(table: Table) -> None:
    """Write the table into the address; call it once on every page.

    Whoever went back finds the address left alone until something changes: writing adds a step to the history, and at the
    address of a page without a token the next step back would only lead to the same place again.

    Args:
        table: The table as shown.
    """
    token = encode(table)
    st.session_state.token = token
    if st.session_state.get("gone_back_to") == table:
        return
    st.session_state.gone_back_to = None
    if st.query_params.get(PARAMETER) != token:
        st.query_params[PARAMETER] = token


def change(make: Callable[..., Table], **changes: Any) -> None:  # noqa: ANN401 (whatever the change takes)
    """Change the table from a widget; what is impossible changes nothing and is explained.

    Args:
        make: A function of `dashboard.table.state` that takes a table and returns another.
        **changes: Its further arguments.
    """
    refused = ""
    try:
        st.session_state.table = make(st.session_state.table, **changes)
    except ValueError as error:
        refused = word("say.refused", reason=str(error))
    say(refused)


def say(notice: str) -> None:
    """Show a sentence until the visitor does the next thing or puts it away; an empty one puts away what is shown."""
    st.session_state.notice = notice


def notice() -> str:
    """Return the sentence to show now, empty if there is none."""
    return str(st.session_state.get("notice", ""))


def put_away() -> None:
    """Show the sentence no more."""
    say("")


def spoken() -> str:
    """Return what a screen reader was last told of the pot."""
    return str(st.session_state.get("spoken", ""))


def shown(key: str, value: object) -> str:
    """Return the key of a widget that shows what the table says, however it came to say so.

    The widget is to be made with the value: one that only the session holds reaches the browser once, and a run that is
    interrupted takes it along, so that the browser would begin with an empty widget and send that back as a change.

    A value that did not come from the widget itself makes a new widget. The old one would be told the value, but until
    then every message of the browser still carries the value from before, which then counts as a change by the visitor
    and undoes what was tapped.

    Args:
        key: Name of the widget, for `given`.
        value: What the table says.
    """
    number = _numbers().get(key, 0)
    if st.session_state.get(_key(key, number), value) != value:
        number += 1
        _numbers()[key] = number
    return _key(key, number)


def given(key: str) -> Any:  # noqa: ANN401 (whatever the widget holds)
    """Return what a widget of `shown` holds.

    Args:
        key: Name of the widget.
    """
    return st.session_state[_key(key, _numbers().get(key, 0))]


def _numbers() -> dict[str, int]:
    """Return how often a widget was made anew, by its name."""
    numbers: dict[str, int] = st.session_state.setdefault("widget_numbers", {})
    return numbers


def _key(key: str, number: int) -> str:
    """Return the key of the widget that now goes by a name."""
    return f"{key}.{number}"
