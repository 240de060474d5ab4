"""Where the pot ends: best play against two rules, the exploded part hatched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from dashboard.charts.theme import chart_colours, chart_layout
from dashboard.text.words import word
from quacks_math.written import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go


@dataclass(frozen=True, slots=True)
class SpaceChance:
    """Chance of one end of the brew.

    Attributes:
        index: Scoring space.
        probability: Chance of ending there in this way.
        exploded: Whether the pot exploded.
    """

    index: int
    probability: float
    exploded: bool


class DistributionSeries(NamedTuple):
    """The ends of the brew under one way of playing.

    Attributes:
        label: Short name, for instance "best play" or "risk up to 25%".
        chances: Every possible end; ends not named have chance 0.
        played: How many brews the chances are shares of; none where they are exact.
    """

    label: str
    chances: Sequence[SpaceChance]
    played: int | None = None


def distribution_figure(
    series: Sequence[DistributionSeries],
    *,
    method: str,
    dark: bool,
    height: int = 320,
) -> go.Figure:
    """Draw the distribution of the final scoring space.

    Args:
        series: Best play first, then at most three rules beside it.
        method: How the numbers were obtained, written into the figure.
        dark: Whether the page is dark.
        height: Height in CSS pixels.

    Returns:
        A figure for `st.plotly_chart(figure, theme=None, config=PLOTLY_CONFIG)`.

    Raises:
        ValueError: If there is no series or there are too many.
    """
    import plotly.graph_objects as go  # noqa: PLC0415 (slow to load and only needed here)

    colours = chart_colours(dark=dark)
    if not 1 <= len(series) <= len(colours.series):
        message = f"{len(series)} series; expected 1 to {len(colours.series)}"
        raise ValueError(message)
    spaces = _span(series)
    figure = go.Figure()
    for number, one in enumerate(series):
        whole = _by_space(one, spaces, exploded=False)
        broken = _by_space(one, spaces, exploded=True)
        colour = colours.series[number]
        common: dict[str, Any] = {"x": spaces, "offsetgroup": str(number)}
        figure.add_bar(
            y=whole,
            name=one.label,
            marker={"color": colour, "line": {"width": 0}},
            customdata=_hover("chart.hover", spaces, whole, one.played),
            hovertemplate="%{customdata}<extra>" + one.label + "</extra>",
            **common,
        )
        figure.add_bar(
            y=broken,
            base=whole,
            name=word("chart.exploded", label=one.label),
            showlegend=False,
            marker={
                "color": colours.paper,
                "line": {"color": colour, "width": 1},
                "pattern": {
                    "shape": "/",
                    "fgcolor": colour,
                    "bgcolor": colours.paper,
                    "size": 5,
                    "solidity": 0.45,
                },
            },
            customdata=_hover("chart.hover_exploded", spaces, broken, one.played),
            hovertemplate="%{customdata}<extra>" + one.label + "</extra>",
            **common,
        )
    _finish(figure, method=method, dark=dark, height=height)
    return figure


def _finish(figure: go.Figure, *, method: str, dark: bool, height: int) -> None:
    """Set axes, legend and the line that says how the numbers were obtained."""
    colours = chart_colours(dark=dark)
    layout = chart_layout(dark=dark, height=height)
    layout["xaxis"] |= {"title": {**layout["xaxis"]["title"]}, "dtick": None}
    layout["xaxis"]["title"]["text"] = word("chart.space")
    layout["yaxis"]["title"] = {**layout["yaxis"]["title"]}
    layout["yaxis"]["title"]["text"] = word("chart.probability")
    layout["yaxis"]["tickformat"] = ".1~%"  # as many decimals as the steps need, or 0.5% reads 0%
    figure.update_layout(barmode="group", bargap=0.22, bargroupgap=0.04, **layout)
    figure.add_annotation(
        text=f"{word('chart.exploded_key')} · {method}",
        xref="paper",
        yref="paper",
        x=0,
        y=1,
        xanchor="left",
        yanchor="bottom",
        showarrow=False,
        font={"size": 12.5, "color": colours.text},
    )


def _span(series: Sequence[DistributionSeries]) -> list[int]:
    """Return the spaces from the first to the last that can be reached."""
    reached = [chance.index for one in series for chance in one.chances if chance.probability > 0]
    return list(range(min(reached), max(reached) + 1)) if reached else [0]


def _by_space(one: DistributionSeries, spaces: Sequence[int], *, exploded: bool) -> list[float]:
    """Return the chance of each space, exploded or not."""
    heights = dict.fromkeys(spaces, 0.0)
    for chance in one.chances:
        if chance.exploded == exploded and chance.index in heights:
            heights[chance.index] += float(chance.probability)
    return [heights[space] for space in spaces]


def _hover(key: str, spaces: Sequence[int], heights: Sequence[float], played: int | None) -> list[str]:
    """Return what is shown when a bar is touched."""
    return [
        word(key, space=space, percent=percent(height, played=played))
        for space, height in zip(spaces, heights, strict=True)
    ]
