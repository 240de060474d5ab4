"""Where the brew ends: best play against two rules; the only place that loads plotly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.components.picture import show_picture
from dashboard.components.sheets import Cell, Column, note_html, sheet_html
from dashboard.sentences.headline import method_label, number, rule_label
from dashboard.solver.client import reckoner
from dashboard.solver.question import question_of
from dashboard.table.session import change, given, shown
from dashboard.table.state import changed
from dashboard.text.words import word
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.written import percent

if TYPE_CHECKING:
    from dashboard.solver.question import Question, Reckoned
    from dashboard.table.state import Table

RULES: tuple[StopRule, ...] = tuple(
    StopRule.parse(text)
    for text in (
        "risk<=1/10",
        "risk<=1/5",
        "risk<=1/4",
        "risk<=1/3",
        "risk<=1/2",
        "white>=5",
        "white>=6",
        "white>=7",
        "never",
    )
)
"""Rules offered for comparison."""


def outlook(table: Table) -> bool:
    """Draw the distribution of the final space.

    Args:
        table: The table.

    Returns:
        Whether everything is shown; otherwise the page must look again later.
    """
    offered = list(dict.fromkeys((*RULES, *table.compared)))
    st.multiselect(
        word("outlook.rules"),
        offered,
        default=list(table.compared),
        format_func=rule_label,
        max_selections=2,
        key=shown("compared", list(table.compared)),
        on_change=_compare,
    )
    replies = [reckoner().ask(question, patience=0.5) for question in questions_of(table)]
    problems = [reply.problem for reply in replies if reply.problem]
    if problems:
        show_picture(note_html(problems[0]), key="outlook_problem")
        return True
    advices = [reply.advice for reply in replies if reply.advice]
    if len(advices) < len(replies):
        st.caption(word("sentence.reckoning"))
        return False
    labels = [rule_label(table.rule), *(rule_label(rule) for rule in table.compared)]
    from dashboard.charts.distribution import (  # noqa: PLC0415 (plotly is slow to load and only needed here)
        DistributionSeries,
        SpaceChance,
        distribution_figure,
    )
    from dashboard.charts.theme import PLOTLY_CONFIG  # noqa: PLC0415 (imports plotly too)

    series = [
        DistributionSeries(
            label,
            [SpaceChance(end.index, end.probability, end.exploded) for end in outcome.scoring_space],
            advice.method.played,
        )
        for label, advice in zip(labels, advices, strict=True)
        if (outcome := advice.outcome)
    ]
    figure = distribution_figure(series, method=method_label(advices[0].method), dark=st.context.theme.type == "dark")
    st.plotly_chart(figure, theme=None, config=PLOTLY_CONFIG, key="distribution")
    _means(table, labels, advices)
    return True


def questions_of(table: Table) -> list[Question]:
    """Return what is asked: where play ends under the table's own rule and under those compared with it.

    Args:
        table: The table.
    """
    return [question_of(table, rule, ends=True) for rule in (table.rule, *table.compared)]


def _compare() -> None:
    """Take over the rules chosen for comparison."""
    change(changed, compared=tuple(given("compared")))


def _means(table: Table, labels: list[str], advices: list[Reckoned]) -> None:
    """Draw the means below the figure, first that of what is maximised."""
    columns = [
        Column(word("outlook.play"), number=False),
        Column(word("outlook.worth" if table.objective.kind == "worth" else "outlook.aim")),
        Column(word("outlook.explodes")),
        Column(word("outlook.coins")),
        Column(word("outlook.points")),
        Column(word("outlook.rubies")),
    ]
    rows = [
        [
            Cell(label),
            Cell(number(advice.values[advice.action], table, advice.method, unit=False, fine=True)),
            Cell(percent(outcome.explode, played=advice.method.played)),
            Cell(f"{outcome.mean_coins:.1f}"),
            Cell(f"{outcome.mean_victory_points:.2f}"),
            Cell("" if outcome.mean_rubies is None else f"{outcome.mean_rubies:.2f}"),
        ]
        for label, advice in zip(labels, advices, strict=True)
        if (outcome := advice.outcome)
    ]
    show_picture(sheet_html(word("outlook.title"), columns, rows), key="means")
