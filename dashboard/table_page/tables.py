"""What the next chip may be, how the pot came about, and how every number was obtained."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dashboard.components.picture import show_picture
from dashboard.components.sheets import Cell, Column, list_html, note_html, sheet_html, stack_html, title_html
from dashboard.sentences.headline import method_label, number
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.chances import explode_next, explode_within, next_chips
from quacks_math.brew.model.forgotten import not_known
from quacks_math.brew.model.notation import print_pot
from quacks_math.brew.model.transitions import apply, start_state
from quacks_math.material.rulings import RULINGS
from quacks_math.written import percent

if TYPE_CHECKING:
    from dashboard.solver.question import Reckoned, Reply
    from dashboard.table.state import Table
    from quacks_math.brew.model.chances import NextChip
    from quacks_math.brew.model.transitions import BrewState

MOST_DRAWS = 5
"""So many blind draws ahead are shown."""


def figures(table: Table, moment: BrewState, reply: Reply) -> None:
    """Draw what each kind would do if it came next, the risk of several blind draws, and where all this comes from.

    Args:
        table: The table.
        moment: Its brew now.
        reply: What the solver has answered so far.
    """
    show_picture(
        stack_html(
            title_html(word("next.title")),
            *_next(table, moment, reply),
            title_html(word("method.title")),
            list_html(_provenance(table, reply)),
        ),
        key="figures",
    )


def _next(table: Table, moment: BrewState, reply: Reply) -> list[str]:
    """Return the table of next chips and that of blind draws."""
    chips = next_chips(moment)
    if not chips:
        return [note_html(word("next.nothing"))]
    advice = reply.advice if reply.advice and reply.advice.next_values else None
    columns = [
        Column(word("next.chip"), number=False),
        Column(word("next.chance")),
        Column(word("next.lands")),
        Column(word("next.white")),
        *([Column(word("next.value"))] if advice else []),
    ]
    rows = [_next_row(table, chip, advice) for chip in chips]
    ahead = explode_within(moment)[:MOST_DRAWS]
    heads = [Column(word("within.title"), number=False), *(Column(str(draws + 1)) for draws in range(len(ahead)))]
    within = [Cell(word("within.row")), *(Cell(percent(chance)) for chance in ahead)]
    return [
        sheet_html(word("next.title"), columns, rows),
        note_html(word(f"next.unit_{table.objective.kind}")) if advice else "",
        sheet_html(word("within.caption"), heads, [within]),
    ]


def _next_row(table: Table, chip: NextChip, advice: Reckoned | None) -> list[Cell]:
    """Return what one kind would do if it came next."""
    white = word("next.explodes", white=chip.white_sum) if chip.explodes else str(chip.white_sum)
    row = [
        Cell(word("pad.left", left=chip.left), chip.kind),
        Cell(percent(chip.fraction)),
        Cell(word("next.aside") if chip.lands_on is None else str(chip.lands_on)),
        Cell(white, "", chip.explodes),
    ]
    if advice:
        value = advice.next_values.get(chip.kind)
        row.append(Cell("" if value is None else number(value, table, advice.method, unit=False)))
    return row


def history(table: Table) -> None:
    """Draw the log: each event with the bag after it.

    Args:
        table: The table.
    """
    columns = [
        Column(word("history.event"), number=False),
        Column(word("history.space")),
        Column(word("history.white")),
        Column(word("history.risk")),
        Column(word("history.bag"), number=False),
    ]
    moment = start_state(replace(table.brew, pot=()))
    rows = [_history_row(word("history.start"), moment)]
    for event in table.brew.pot:
        moment = apply(moment, event)
        rows.append(_history_row(print_pot((event,)), moment))
    show_picture(sheet_html(word("history.title"), columns, rows), key="history")


def _history_row(text: str, moment: BrewState) -> list[Cell]:
    """Return how things stood after one event."""
    exploded = moment.exploded
    risk = word("history.exploded") if exploded else percent(explode_next(moment))
    return [
        Cell(text),
        Cell(str(moment.position)),
        Cell(f"{moment.white_sum}/{moment.white_limit}", "", exploded),
        Cell(risk, "", exploded),
        Cell(str(Bag(moment.left)) or word("history.empty")),
    ]


def _provenance(table: Table, reply: Reply) -> list[str]:
    """Say how the numbers were obtained and which unsettled rulings matter here."""
    lines = [word("method.risk")]
    advice = reply.advice
    if advice:
        lines.append(word("method.value", method=method_label(advice.method), states=f"{advice.method.states:,}"))
        if table.objective.kind == "worth":
            lines.append(word("method.rates", round=table.brew.round, source=_rates_source(table)))
        for named in advice.rulings:
            ruling_id, _, choice = named.partition("=")
            ruling = RULINGS[ruling_id]
            answer = ruling.choices[choice]
            lines.append(word("method.ruling", question=ruling.question, answer=answer))
    return [*lines, *not_known(table.moment)]


def _rates_source(table: Table) -> str:
    """Say where the rates of the round come from."""
    return word("rates.own") if table.rate_changes else word("rates.shipped")
