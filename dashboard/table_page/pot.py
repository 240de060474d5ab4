"""The picture of the pot and what it would pay."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dashboard.components.picture import show_picture
from dashboard.components.pot_picture import PlacedChip, TrackSpace, pot_svg
from dashboard.components.sheets import list_html, note_html, stack_html
from dashboard.sentences.payout import payout_lines, scored
from dashboard.text.words import word
from quacks_math.brew.model.transitions import UNKNOWN_SPACE, Phase
from quacks_math.material.chips import KINDS
from quacks_math.material.track import TRACK

if TYPE_CHECKING:
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState


@cache
def printed_track() -> tuple[TrackSpace, ...]:
    """Return the track as the picture wants it."""
    return tuple(TrackSpace(space.coins, space.victory_points, space.ruby) for space in TRACK)


def pot(table: Table, moment: BrewState) -> None:
    """Draw the pot as it should lie on the real table.

    Args:
        table: The table.
        moment: Its brew now.
    """
    brew = table.brew
    chips = [PlacedChip(KINDS[chip.kind], chip.space) for chip in moment.pot if chip.space != UNKNOWN_SPACE]
    picture = pot_svg(
        chips,
        brew.start,
        brew.rats,
        moment.position,
        scored(table, moment).index,
        exploded=moment.exploded,
        track=printed_track(),
    )
    lines = payout_lines(table, moment)
    title = word("pays.title") if moment.phase is Phase.DONE else word("pays.title_now")
    listed = (note_html(title), list_html(lines)) if lines else ()
    show_picture(stack_html(picture, *listed), key="pot")
