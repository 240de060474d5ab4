"""The chart shows the chances it was given and loads plotly only when drawn."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dashboard.charts.distribution import (
    DistributionSeries,
    SpaceChance,
    distribution_figure,
)

BEST = DistributionSeries(
    "best play",
    [SpaceChance(9, 0.5, False), SpaceChance(9, 0.2, True), SpaceChance(12, 0.3, True)],
)


@pytest.mark.parametrize("dark", [False, True])
def test_exploded_parts_stand_hatched_on_the_others(*, dark: bool) -> None:
    figure = distribution_figure([BEST, BEST], method="exact, 0.03 s", dark=dark)
    whole, exploded = figure.data[0], figure.data[1]
    assert list(whole.x) == [9, 10, 11, 12]
    assert list(whole.y) == [0.5, 0, 0, 0]
    assert list(exploded.y) == [0.2, 0, 0, 0.3]
    assert list(exploded.base) == list(whole.y)
    assert exploded.marker.pattern.shape == "/"
    assert "exact, 0.03 s" in figure.layout.annotations[0].text


def test_a_bar_that_is_touched_names_a_chance_of_0_only_where_that_is_exact() -> None:
    exact, played = (distribution_figure([BEST._replace(played=n)], method="", dark=False) for n in (None, 10_000))
    assert list(exact.data[0].customdata) == ["space 9: 50%", "space 10: 0%", "space 11: 0%", "space 12: 0%"]
    assert list(played.data[0].customdata)[:2] == ["space 9: 50.0%", "space 10: <0.1%"]
    assert exact.layout.yaxis.tickformat == ".1~%"


def test_too_many_series_are_refused() -> None:
    with pytest.raises(ValueError, match="0 series"):
        distribution_figure([], method="", dark=False)


def test_plotly_is_not_loaded_before_a_figure_is_drawn() -> None:
    code = "import sys, dashboard.charts.distribution, dashboard.charts.theme;sys.exit('plotly' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603 - our own code
    assert finished.returncode == 0
