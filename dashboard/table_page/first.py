"""The first screen: advice, risk, white sum, chip pad, open choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.components.chip_pad import chip_pad
from dashboard.components.gauge import WhiteOutlook, gauge_html
from dashboard.components.picture import show_picture
from dashboard.components.sheets import either_html, stack_html
from dashboard.components.verdict import ScoringSpace, verdict_html
from dashboard.sentences.choices import choices_of, pad_buttons, pad_chips, pad_closed
from dashboard.sentences.headline import headline
from dashboard.sentences.payout import coins_text, explosion_of, scored
from dashboard.table.session import PAD, spoken
from dashboard.table.state import waits_for_look
from dashboard.text.words import word
from quacks_math.brew.model.chances import explode_next, next_chips
from quacks_math.brew.model.transitions import Phase
from quacks_math.material.chips import KINDS
from quacks_math.written import percent

if TYPE_CHECKING:
    from dashboard.sentences.headline import Headline
    from dashboard.solver.question import Reply
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState


def first_screen(table: Table, moment: BrewState, reply: Reply) -> None:
    """Draw the part that answers before anything is scrolled.

    Args:
        table: The table.
        moment: Its brew now.
        reply: What the solver has answered so far.
    """
    said = headline(table, moment, reply)
    outlook = [
        WhiteOutlook(chip.kind, chip.left, chip.white_sum, chip.explodes)
        for chip in next_chips(moment)
        if chip.kind.startswith("W")
    ]
    show_picture(
        stack_html(
            _verdict(table, moment, said),
            _either(table, moment),
            gauge_html(moment.white_sum, moment.white_limit, outlook),
        ),
        key="headline",
    )
    chip_pad(
        pad_chips(table, moment),
        pad_buttons(table, moment, stop=said.verdict == "stop"),
        acknowledged=table.pad,
        choices=choices_of(table, moment, reply.advice),
        status=_status(table, moment),
        announce=spoken(),
        closed=pad_closed(moment),
        key=PAD,
    )


def _verdict(table: Table, moment: BrewState, said: Headline) -> str:
    """Return the headline with the risk of the next draw and the scoring space."""
    space, chips = scored(table, moment), next_chips(moment)
    return verdict_html(
        said.verdict,
        said.sentence,
        headline=said.word,
        risk=explode_next(moment) if chips else None,
        explosive=sum(chip.left for chip in chips if chip.explodes),
        chips_left=moment.chips_left,
        scoring=ScoringSpace(space.index, space.coins, space.victory_points, space.ruby),
        risk_display=table.risk,
        method=said.method,
    )


def _either(table: Table, moment: BrewState) -> str:
    """Return the choice that an explosion leaves, points against coins, with the value of each; nothing without one."""
    if moment.phase is not Phase.DONE or not moment.exploded or moment.protected_explosion:
        return ""
    either = explosion_of(table, moment)
    with_points, with_coins = (
        word(
            "pays.all_in_all",
            value=percent(value) if table.objective.kind == "beat" else word("unit.worth", value=f"{value:.1f}"),
        )
        for value in (either.with_points, either.with_coins)
    )
    return either_html(
        (word("verdict.points", count=either.points), with_points),
        (coins_text(either.coins), with_coins),
        either.better,
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
    if table.brew.tally is not None:
        # Nobody told how many chips lie in the pot, nor which was the last one before.
        key = "status.last_of_counts" if table.brew.pot else "status.counts"
        return word(key, kind=last, left=moment.chips_left)
    return word("status.last", kind=last, count=moment.chips_in_pot, left=moment.chips_left)
