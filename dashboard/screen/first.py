"""The first screen: advice, risk, white sum, chip pad, open choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.choices import choices_of, pad_buttons, pad_chips, pad_open
from dashboard.components.chip_pad import chip_pad
from dashboard.components.gauge import WhiteOutlook, gauge_html
from dashboard.components.picture import show_picture
from dashboard.components.sheets import either_html
from dashboard.components.verdict import ScoringSpace, verdict_html
from dashboard.payout import coins_text, explosion_of, scored
from dashboard.session import PAD, spoken
from dashboard.state import waits_for_look
from dashboard.verdicts import headline
from dashboard.words import word
from quacks_math.brew.chances import explode_next, next_chips
from quacks_math.brew.state import Phase
from quacks_math.material.chips import KINDS

if TYPE_CHECKING:
    from dashboard.reckoning import Reply
    from dashboard.state import Table
    from dashboard.verdicts import Headline
    from quacks_math.brew.state import BrewState


def first_screen(table: Table, moment: BrewState, reply: Reply) -> None:
    """Draw the part that answers before anything is scrolled.

    Args:
        table: The table.
        moment: Its brew now.
        reply: What the solver has answered so far.
    """
    said = headline(table, moment, reply)
    _verdict(table, moment, said)
    if moment.phase is Phase.DONE and moment.exploded and not moment.protected_explosion:
        _either(table, moment)
    outlook = [
        WhiteOutlook(chip.kind, chip.left, chip.white_sum, chip.explodes)
        for chip in next_chips(moment)
        if chip.kind.startswith("W")
    ]
    show_picture(gauge_html(moment.white_sum, moment.white_limit, outlook), key="gauge")
    chip_pad(
        pad_chips(table, moment),
        pad_buttons(table, moment, stop=said.verdict == "stop"),
        acknowledged=table.pad,
        choices=choices_of(table, moment, reply.advice),
        status=_status(table, moment),
        announce=spoken(),
        enabled=pad_open(moment),
        key=PAD,
    )


def _verdict(table: Table, moment: BrewState, said: Headline) -> None:
    """Draw the headline with the risk of the next draw and the scoring space."""
    space = scored(moment)
    drawing = bool(next_chips(moment)) and not moment.drawing_ended
    show_picture(
        verdict_html(
            said.verdict,
            said.sentence,
            headline=said.word,
            risk=explode_next(moment) if drawing else None,
            explosive=sum(chip.left for chip in next_chips(moment) if chip.explodes),
            chips_left=moment.chips_left,
            scoring=ScoringSpace(space.index, space.coins, space.victory_points, space.ruby),
            risk_display=table.risk,
            method=said.method,
        ),
        key="verdict",
    )


def _either(table: Table, moment: BrewState) -> None:
    """Draw the choice that an explosion leaves: points against coins."""
    either = explosion_of(table, moment)
    show_picture(
        either_html(
            word("verdict.points", count=either.points),
            coins_text(either.coins),
            word("pays.coins_worth", worth=f"{either.coins_worth:.1f}"),
            either.better,
        ),
        key="either",
    )


def _status(table: Table, moment: BrewState) -> str:
    """Return the short line below the chips."""
    if waits_for_look(moment):
        told = " ".join(table.told)
        return word("status.look", told=told, count=len(table.told), look=moment.look) if told else word("status.see")
    if moment.seen is not None:
        return word("status.place")
    if not moment.pot:
        return word("status.start")
    last = KINDS[moment.pot[-1].kind]
    return word("status.last", kind=last, count=moment.chips_in_pot, left=moment.chips_left)
