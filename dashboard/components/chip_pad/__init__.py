"""The chip pad: one target per kind in the bag, and the buttons beside it.

The pad is an inline component. It never decides anything: what may be tapped and
what it is called comes from Python, and Python's numbers are the truth; between a
tap and its answer the pad only shows what is on its way.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import streamlit as st

from dashboard.components.chip_art import chip_name, chip_svg, split_kind
from dashboard.components.chip_pad.taps import (
    Acknowledged,
    Tap,
    acknowledge,
    later,
    new_taps,
    parse_acknowledged,
)
from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Acknowledged",
    "PadButton",
    "PadChip",
    "PadChoices",
    "Tap",
    "acknowledge",
    "bag_pad",
    "chip_pad",
    "later",
    "new_taps",
    "pad_data",
    "pad_state",
    "parse_acknowledged",
    "standard_buttons",
]

Emphasis = Literal["primary", "normal", "quiet", "danger"]

_HERE: Final = Path(__file__).parent
_mount = st.components.v2.component(
    "quacks_chip_pad",
    html=(_HERE / "chip_pad.html").read_text(encoding="utf-8"),
    css=(_HERE / "chip_pad.css").read_text(encoding="utf-8"),
    js=(_HERE / "chip_pad.js").read_text(encoding="utf-8"),
)


class PadChip(NamedTuple):
    """One kind on the pad.

    Attributes:
        kind: Letter and value, for instance "W2".
        left: How many are in the bag; with 0 the target stays where it is, grey.
        explodes: Whether the pot would explode if it came next.
        seen: Whether ``left`` counts the chips seen in a look, of which one may be placed, instead of those in the bag.
    """

    kind: str
    left: int
    explodes: bool = False
    seen: bool = False


class PadButton(NamedTuple):
    """One button beside the chips, or one option of a choice.

    Attributes:
        name: What a tap on it is called; letters, digits, ":", "_", "-".
        label: Words on it.
        detail: Value below the words, for instance "12.4 VP".
        emphasis: "primary" for the advised one, "danger", "quiet" or "normal".
        shortcut: Key on a keyboard, one character; empty for none.
        reason: Why it cannot be tapped now, said to whoever tries; empty where it can.
    """

    name: str
    label: str
    detail: str = ""
    emphasis: Emphasis = "normal"
    shortcut: str = ""
    reason: str = ""


class PadChoices(NamedTuple):
    """A decision that waits, shown below the buttons.

    Attributes:
        context: What identifies this decision, for instance the number of events
            so far; it comes back with the tap, so that a late second tap on an
            answered question is not taken for an answer to the next one.
        question: One short question.
        options: Its answers.
    """

    context: str
    question: str
    options: Sequence[PadButton]


def standard_buttons(*, no_undo: str = "", no_draw: str = "", no_stop: str = "") -> tuple[PadButton, ...]:
    """Return undo, draw for me and stop.

    Args:
        no_undo: Why nothing can be taken back, empty where something can.
        no_draw: Why nothing can be drawn.
        no_stop: Why the brew cannot be stopped.
    """
    return (
        PadButton("undo", word("pad.undo"), shortcut="u", reason=no_undo),
        PadButton("draw", word("pad.draw"), shortcut="d", reason=no_draw),
        PadButton("stop", word("pad.stop"), shortcut="s", reason=no_stop),
    )


def pad_data(
    chips: Sequence[PadChip],
    buttons: Sequence[PadButton],
    *,
    acknowledged: Acknowledged | None,
    choices: PadChoices | None = None,
    status: str = "",
    announce: str = "",
    closed: str = "",
    key: str = "chip_pad",
) -> dict[str, Any]:
    """Return what the browser gets; see `chip_pad` for the arguments."""
    return {
        "key": key,
        "label": word("pad.label"),
        "keys": word("pad.keys"),
        "acknowledged": acknowledged._asdict() if acknowledged else None,
        "closed": closed,
        "status": status,
        "announce": announce,
        "leftText": word("pad.left", left="{left}"),
        "chips": [_chip_data(chip) for chip in chips],
        "buttons": [button._asdict() for button in buttons],
        "choices": {
            "context": choices.context,
            "question": choices.question,
            "options": [option._asdict() for option in choices.options],
        }
        if choices
        else None,
    }


def chip_pad(
    chips: Sequence[PadChip],
    buttons: Sequence[PadButton],
    *,
    acknowledged: Acknowledged | None,
    choices: PadChoices | None = None,
    status: str = "",
    announce: str = "",
    closed: str = "",
    key: str = "chip_pad",
) -> None:
    """Mount the pad. Handle its taps at the top of the page, before this call.

    Args:
        chips: One entry per kind; keep the order and the kinds that ran out, so
            that no target moves under the finger.
        buttons: The row below, usually `standard_buttons`.
        acknowledged: The last tap handled.
        choices: The decision that waits, if any.
        status: Short line between chips and buttons, for instance "last: W2".
        announce: Sentence for screen readers, read out when it changes.
        closed: Why no chip can be tapped now, said to whoever tries; empty where they can.
        key: The place on the page; also the key of `pad_state`.
    """
    data = pad_data(
        chips,
        buttons,
        acknowledged=acknowledged,
        choices=choices,
        status=status,
        announce=announce,
        closed=closed,
        key=key,
    )
    _show(data, key)


def bag_pad(counts: Sequence[tuple[str, int]], *, acknowledged: Acknowledged | None, key: str = "bag_pad") -> None:
    """Mount the bag builder: each kind with a minus and a plus, which arrive as taps `less:W1` and `more:W1`.

    Args:
        counts: Every kind with its number in the bag; the order stays.
        acknowledged: The last tap handled.
        key: The place on the page; also the key of `pad_state`.
    """
    data = pad_data([PadChip(kind, count) for kind, count in counts], (), acknowledged=acknowledged, key=key)
    data |= {"steps": True, "label": word("bag.label"), "keys": ""}
    for chip in data["chips"]:
        name = chip_name(chip["kind"])
        chip |= {"more": word("bag.more", name=name), "less": word("bag.less", name=name)}
    _show(data, key)


def pad_state(key: str = "chip_pad") -> object:
    """Return what the browser sent last, for `new_taps`.

    Args:
        key: Key of the pad.
    """
    stored = st.session_state.get(key)
    return stored.get("taps") if stored is not None else None


def _chip_data(chip: PadChip) -> dict[str, Any]:
    """Return one kind as the browser gets it."""
    name = chip_name(chip.kind)
    spoken = "pad.chip_spoken_explodes" if chip.explodes else "pad.chip_spoken_seen" if chip.seen else "pad.chip_spoken"
    return {
        "kind": chip.kind,
        "letter": split_kind(chip.kind)[0],
        "left": chip.left,
        "explodes": word("pad.explodes") if chip.explodes else "",
        "svg": chip_svg(chip.kind, title=False),
        "spoken": word(spoken, name=name, left="{left}"),
        "noneLeft": word("pad.none_seen" if chip.seen else "pad.none_left", name=name),
    }


def _show(data: dict[str, Any], key: str) -> None:
    """Mount a pad."""
    # A list goes to the browser as it is; the values of a mapping Streamlit would search for tables, loading pandas.
    _mount(key=key, data=[data], on_taps_change=_rerun_only)


def _rerun_only() -> None:
    """Let the page run again; the taps are read at its top."""
