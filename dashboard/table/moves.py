"""What a tap does to a table: chips, undo, stop, draw for me, and the answers to open choices."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from dashboard.components.chip_art import chip_name
from dashboard.table.state import waits_for_look, with_new_pot, with_setting
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import BrewEvent, Drew, Looked, Placed, PlacedRed, Stopped, WentOn
from quacks_math.brew.model.notation import print_pot
from quacks_math.brew.model.transitions import (
    Phase,
    action_event,
    apply,
    legal_actions,
    replay,
    spaces_possible,
    why_illegal,
)
from quacks_math.material.chips import KINDS, kind_index

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.components.chip_pad import Tap
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState

FRESH: Final = "fresh"
"""Name of the button that empties the pot for the next brew."""
CHOICE_PREFIX: Final = "do:"
"""Buttons of a choice are called by their move behind this prefix."""
MOVED_PREFIX: Final = "moved:"
"""And behind this one by how far the last chip moved."""

_CHANCE: Final = random.SystemRandom()


class Moved(NamedTuple):
    """What became of a tap.

    Attributes:
        table: The table afterwards; the same when the tap was refused.
        said: What a screen reader is told, for instance why it was refused.
        refused: Whether the tap could not be carried out.
    """

    table: Table
    said: str
    refused: bool = False


def context_of(table: Table) -> str:
    """Return what identifies the present decision: length and fingerprint of what was told so far."""
    told = f"{print_pot(table.brew.pot)}|{' '.join(table.told)}"
    return f"{len(table.brew.pot)}.{zlib.crc32(told.encode()):x}"


def moved(table: Table, tap: Tap, chance: random.Random = _CHANCE) -> Moved:
    """Carry out one tap on the chip pad.

    Args:
        table: The table before.
        tap: The tap; one that is not possible now changes nothing and is explained.
        chance: Draws the chips of "draw for me".

    Returns:
        The table afterwards and what to say.
    """
    if tap.kind is not None:
        return _tapped_chip(table, tap.kind)
    if tap.action.startswith(CHOICE_PREFIX):
        if tap.context != context_of(table):
            return Moved(table, word("say.late"), refused=True)
        return _chosen(table, tap.action.removeprefix(CHOICE_PREFIX))
    return _pressed(table, tap.action, chance)


def _pressed(table: Table, button: str, chance: random.Random) -> Moved:
    """Carry out one of the buttons below the chips."""
    match button:
        case "undo":
            return _undone(table)
        case "draw":
            return _drawn(table, chance)
        case "stop":
            return _with_event(table, Stopped())
        case _:
            return Moved(table, word("say.unknown"), refused=True)


def other_ways(table: Table) -> dict[int, BrewEvent]:
    """Return how far the chip placed last may have moved otherwise, by the ruling that extra spaces may be declined.

    Args:
        table: The table.

    Returns:
        By the number of spaces: what is told in place of the last event.
    """
    brew = table.brew
    if not brew.pot or not brew.rulings.extra_spaces or table.told:
        return {}
    last, before = brew.pot[-1], replay(replace(brew, pot=brew.pot[:-1]))
    if not isinstance(last, Drew | Placed | PlacedRed) or last.kind is None:
        return {}
    works = before.phase is not Phase.STRONG_LOOK and not isinstance(last, PlacedRed)
    ways = spaces_possible(before, kind_index(last.kind), works=works)
    taken = ways[0] if last.spaces is None else last.spaces
    events = {way: replace(last, spaces=way) for way in ways if way != taken}
    return {way: event for way, event in events.items() if why_illegal(before, event) is None}


def bag_after_tap(table: Table, tap: Tap) -> Moved:
    """Carry out one tap on the bag builder: `more:W1` or `less:W1`."""
    name, _, kind = tap.action.partition(":")
    if name not in ("more", "less") or kind not in KINDS:
        return Moved(table, word("say.unknown"), refused=True)
    counts = list(table.brew.bag.counts)
    counts[kind_index(kind)] += 1 if name == "more" else -1
    try:
        after = with_setting(table, bag=Bag(tuple(counts)))
    except ValueError as error:
        return Moved(table, word("say.refused", reason=str(error)), refused=True)
    return Moved(after, word("say.bag", name=chip_name(kind), count=counts[kind_index(kind)]))


def _with_event(table: Table, event: BrewEvent) -> Moved:
    """Append one event to the pot, if the rules allow it."""
    moment = table.moment
    reason = why_illegal(moment, event)
    if reason is not None:
        return Moved(table, reason, refused=True)
    after = apply(moment, event)
    brew = replace(table.brew, pot=(*table.brew.pot, event))
    return Moved(replace(table, brew=brew, told=()), _say(event, after))


def _say(event: BrewEvent, after: BrewState) -> str:
    """Return what a screen reader is told after an event."""
    where = word("say.white", white=after.white_sum, limit=after.white_limit)
    if after.exploded:
        where = word("say.exploded", white=after.white_sum, limit=after.white_limit)
    match event:
        case Drew(kind):
            return word("say.drew", name=chip_name(kind), where=where)
        case Placed(str(kind)):
            return word("say.placed", name=chip_name(kind), where=where)
        case Looked(seen):
            return word("say.saw", names=", ".join(chip_name(kind) for kind in seen))
        case Stopped():
            return word("say.stopped", space=after.scoring_index)
        case _:
            return word("say.done", where=where)


def _tapped_chip(table: Table, kind: str) -> Moved:
    """Take a tapped chip as drawn, as seen in a look, or as the one placed from a look."""
    moment = table.moment
    if kind not in KINDS:
        return Moved(table, word("say.unknown"), refused=True)
    if waits_for_look(moment):
        return _seen(table, moment, (kind,))
    if moment.seen is not None:
        return _with_event(table, Placed(kind))
    return _with_event(table, Drew(kind))


def _seen(table: Table, moment: BrewState, kinds: Sequence[str]) -> Moved:
    """Add chips to those seen in a look; the last one completes it."""
    told = (*table.told, *kinds)
    if any(told.count(kind) > moment.left[kind_index(kind)] for kind in kinds):
        return Moved(table, word("say.not_in_bag", name=chip_name(kinds[-1])), refused=True)
    if len(told) < moment.look:
        said = word("say.told", name=chip_name(kinds[-1]), missing=moment.look - len(told))
        return Moved(replace(table, told=told), said)
    return _with_event(table, Looked(told))


def _undone(table: Table) -> Moved:
    """Take back the last thing told."""
    if table.told:
        return Moved(replace(table, told=table.told[:-1]), word("say.undone"))
    if not table.brew.pot:
        return Moved(table, word("say.nothing_to_undo"), refused=True)
    last = table.brew.pot[-1]
    brew = replace(table.brew, pot=table.brew.pot[:-1])
    # A look was told chip by chip, so it is taken back chip by chip.
    told = last.seen[:-1] if isinstance(last, Looked) else ()
    return Moved(replace(table, brew=brew, told=told), word("say.undone"))


def _drawn(table: Table, chance: random.Random) -> Moved:
    """Draw fairly for the visitor: every chip in the bag is equally likely."""
    moment = table.moment
    chips = [kind for kind, left in zip(KINDS, moment.left, strict=True) for _ in range(left)]
    if waits_for_look(moment):
        for kind in table.told:
            chips.remove(kind)
        return _seen(table, moment, chance.sample(chips, moment.look - len(table.told)))
    if not chips:
        return Moved(table, word("say.empty"), refused=True)
    return _with_event(table, Drew(chance.choice(chips)))


def _chosen(table: Table, move: str) -> Moved:
    """Carry out the answer to an open choice."""
    if move == FRESH:
        return Moved(with_new_pot(table), word("say.fresh"))
    if move == "go_on":
        return _with_event(table, WentOn())
    if move.startswith(MOVED_PREFIX):
        return _moved_otherwise(table, move.removeprefix(MOVED_PREFIX))
    moment = table.moment
    if move not in legal_actions(moment):
        return Moved(table, word("say.late"), refused=True)
    return _with_event(table, action_event(moment, move))


def _moved_otherwise(table: Table, way: str) -> Moved:
    """Correct how far the chip placed last moved."""
    event = {str(spaces): event for spaces, event in other_ways(table).items()}.get(way)
    if event is None:
        return Moved(table, word("say.late"), refused=True)
    return _with_event(replace(table, brew=replace(table.brew, pot=table.brew.pot[:-1])), event)


def why_no_undo(table: Table) -> str:
    """Say why nothing can be taken back, empty where something can."""
    return "" if table.brew.pot or table.told else word("say.nothing_to_undo")


def why_no_stop(moment: BrewState) -> str:
    """Say why the brew cannot be stopped now, empty where it can."""
    return why_illegal(moment, Stopped()) or ""


def why_no_draw(moment: BrewState) -> str:
    """Say why no chip can be drawn, or looked at, now, empty where one can."""
    if moment.seen is not None:
        return word("say.place_first")
    if moment.phase is Phase.STRONG_LOOK:
        return ""
    return why_no_stop(moment) or ("" if moment.chips_left else word("say.empty"))
