"""Colours and layout shared by all figures, for parchment and for plum.

Colour is never the only sign: the series also differ in order and label, exploded
parts are hatched.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class ChartColours(NamedTuple):
    """Colours of a figure.

    Attributes:
        text: Axis titles, ticks, annotations.
        grid: Lines behind the marks.
        paper: Behind labels that lie over marks.
        series: Best play first, then the rules it is compared with; they also
            differ in lightness, so that they stay apart without hue.
    """

    text: str
    grid: str
    paper: str
    series: tuple[str, ...]


LIGHT: Final = ChartColours(
    text="#1c120b",
    grid="#d8caa9",
    paper="#f7f0e0",
    series=("#0b655b", "#c07a2c", "#6c5a92", "#8f2a20"),
)
DARK: Final = ChartColours(
    text="#f2e8dc",
    grid="#46364c",
    paper="#1f1524",
    series=("#5fcdb8", "#e8b46a", "#a48fd6", "#f0a08c"),
)


def chart_colours(*, dark: bool) -> ChartColours:
    """Return the colours for a theme.

    Args:
        dark: Whether the page is dark; `st.context.theme.type == "dark"`.
    """
    return DARK if dark else LIGHT


def chart_layout(*, dark: bool, height: int = 300) -> dict[str, Any]:
    """Return the layout every figure starts from.

    Args:
        dark: Whether the page is dark.
        height: Height in CSS pixels.
    """
    colours = chart_colours(dark=dark)
    axis = {
        "gridcolor": colours.grid,
        "linecolor": colours.text,
        "tickcolor": colours.text,
        "tickfont": {"color": colours.text, "size": 13},
        "title": {"font": {"color": colours.text, "size": 14}, "standoff": 8},
        "zeroline": False,
        "fixedrange": True,
        "automargin": True,
    }
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 84, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {
            "family": "Atkinson Hyperlegible Next, system-ui, sans-serif",
            "color": colours.text,
            "size": 14,
        },
        "hoverlabel": {
            "bgcolor": colours.paper,
            "bordercolor": colours.text,
            "font": {"color": colours.text, "size": 14},
        },
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.11,
            "yanchor": "bottom",
            "font": {"color": colours.text, "size": 13},
            "bgcolor": "rgba(0,0,0,0)",
            "itemclick": False,
            "itemdoubleclick": False,
        },
        "dragmode": False,
        "xaxis": {**axis, "showgrid": False, "showline": True, "ticks": "outside"},
        "yaxis": {**axis, "rangemode": "tozero"},
    }


PLOTLY_CONFIG: Final[dict[str, Any]] = {
    "displayModeBar": False,
    "displaylogo": False,
    "responsive": True,
    "scrollZoom": False,
}
"""Options for `st.plotly_chart(figure, config=…)`: no toolbar, no logo, no links."""
