"""The decisions that wait, as they are offered below the chip pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.components.chip_pad import PadButton, PadChip, PadChoices, standard_buttons
from dashboard.sentences.headline import WAITING, number, too_close
from dashboard.table.moves import (
    CHOICE_PREFIX,
    FRESH,
    MOVED_PREFIX,
    context_of,
    other_ways,
    why_no_draw,
    why_no_stop,
    why_no_undo,
)
from dashboard.table.state import waits_for_look
from dashboard.text.words import word
from quacks_math.brew.model.chances import next_chips
from quacks_math.brew.model.legality import exploding_moves
from quacks_math.brew.model.transitions import Phase, legal_actions
from quacks_math.material.chips import KINDS

if TYPE_CHECKING:
    from dashboard.solver.question import Reckoned
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState

_KEYS = {"use_flask": "f", "return": "f", "keep": "k", "restart": "a", "go_on": "k", "place:none": "n"}
"""Keys of a keyboard by move; letters of chips are taken."""


def pad_chips(table: Table, moment: BrewState) -> list[PadChip]:
    """Return the kinds on the pad: those of the bag, in canonical order, also when none is left.

    While a look is told, the chips told are no longer in the bag; once it is told, only its chips can be tapped.
    """
    exploding = {chip.kind for chip in next_chips(moment) if chip.explodes}
    chips = []
    for index, kind in enumerate(KINDS):
        if not table.brew.bag.counts[index]:
            continue
        left = moment.left[index] - table.told.count(kind)
        if moment.seen is not None:
            left = moment.seen.count(index)
        explodes = kind in exploding and not waits_for_look(moment)
        chips.append(PadChip(kind, left, explodes, seen=moment.seen is not None))
    return chips


def pad_closed(moment: BrewState) -> str:
    """Say why no chip can be tapped now, empty where they can: those drawn, or those seen in a look."""
    return "" if moment.seen is not None else why_no_draw(moment)


def pad_buttons(table: Table, moment: BrewState, *, stop: bool) -> tuple[PadButton, ...]:
    """Return undo, draw for me and stop.

    Args:
        table: The table.
        moment: Its brew now.
        stop: Whether stopping is advised.
    """
    undo, draw, end = standard_buttons(
        no_undo=why_no_undo(table), no_draw=why_no_draw(moment), no_stop=why_no_stop(moment)
    )
    if waits_for_look(moment):
        draw = draw._replace(label=word("pad.look"))
    return undo, draw, end._replace(emphasis="primary" if stop else "normal")


def choices_of(table: Table, moment: BrewState, advice: Reckoned | None) -> PadChoices | None:
    """Return the decision that waits, none if there is none.

    Args:
        table: The table.
        moment: Its brew now.
        advice: The solver's answer, none while it is missing; then the options stand without values.
    """
    others = [
        PadButton(
            f"{CHOICE_PREFIX}{MOVED_PREFIX}{way}", word("choice.moved", kind=_last(table), count=way), emphasis="quiet"
        )
        for way in other_ways(table)
    ]
    if moment.phase is Phase.DONE:
        option = PadButton(CHOICE_PREFIX + FRESH, word("choice.fresh"), word("choice.fresh_detail"), shortcut="n")
        return PadChoices(context_of(table), word("choice.over"), [option, *others])
    if waits_for_look(moment):
        told = len(table.told)
        key = "choice.look" if not told else "choice.look_more"
        option = PadButton(CHOICE_PREFIX + "go_on", word("choice.no_look"), emphasis="quiet", shortcut="k")
        return PadChoices(context_of(table), word(key, count=moment.look, told=told), [option, *others])
    moves = [move for move in legal_actions(moment) if move not in ("draw", "stop", "bag_empty")]
    if not moves:
        question = word("choice.ask_moved", kind=_last(table))
        return PadChoices(context_of(table), question, others) if others else None
    values = advice.values if advice else {}
    if all(move in values for move in moves):
        moves.sort(key=lambda move: -values[move])
    best, exploding = _advised(table, moves, advice), exploding_moves(moment)
    options = [
        PadButton(
            CHOICE_PREFIX + move,
            _label(move, moment),
            _detail(table, move, advice, explodes=move in exploding),
            "primary" if move == best else "normal",
            _KEYS.get(move, ""),
        )
        for move in moves
    ]
    return PadChoices(context_of(table), _question(moment), [*options, *others])


def _detail(table: Table, move: str, advice: Reckoned | None, *, explodes: bool) -> str:
    """Return what stands below the words of an option: its value, and whether it makes the pot explode."""
    value = number(advice.values[move], table, advice.method) if advice and move in advice.values else ""
    if not explodes:
        return value
    return word("choice.explodes", value=value) if value else word("choice.explodes_only")


def _last(table: Table) -> str:
    """Return the kind of the chip placed last."""
    last = table.brew.pot[-1] if table.brew.pot else None
    return getattr(last, "kind", None) or ""


def _advised(table: Table, moves: list[str], advice: Reckoned | None) -> str:
    """Return the move to be shown as advised, empty if two are too close to call."""
    if advice is None or not all(move in advice.values for move in moves):
        return ""
    ranked = sorted((advice.values[move] for move in moves), reverse=True)
    if len(ranked) > 1 and too_close(ranked[0] - ranked[1], ranked[0], table, advice.method):
        return ""
    if advice.action in moves:
        return advice.action
    waiting = [move for move in moves if move in WAITING]
    return waiting[0] if waiting and advice.action in WAITING else ""


def _label(move: str, moment: BrewState) -> str:
    """Return the words on an option."""
    name, _, kind = move.partition(":")
    if move == "place:none":
        return word("choice.place_none")
    if kind:
        return word(f"choice.{name}", kind=kind)
    if move == "return" and "return" in moment.pending:
        return word("choice.return", kind=_white(moment))
    if move == "use_flask":
        return word("choice.use_flask")
    return word(f"choice.{move}")


def _white(moment: BrewState) -> str:
    """Return the white chip that could go back: the last one, or the one before a yellow chip."""
    last = KINDS[moment.pot[-1].kind]
    return last if last[0] == "W" else KINDS[moment.pot[-2].kind]


def _question(moment: BrewState) -> str:
    """Return the question that is open."""
    match moment.phase:
        case Phase.STRONG_LOOK | Phase.LOOKING:
            return word("choice.ask_place")
        case Phase.SETTLING:
            return word("choice.ask_red")
        case Phase.OFFERED:
            return word("choice.ask_restart")
    if "use_flask" in moment.pending or "return" in moment.pending:
        return word("choice.ask_back", kind=_white(moment))
    return word("choice.ask")
