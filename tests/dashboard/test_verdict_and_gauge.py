"""The headline and the gauge never say more, or less, than the numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dashboard.components.gauge import WhiteOutlook, gauge_html
from dashboard.components.verdict import ScoringSpace, verdict_html


def test_the_risk_is_shown_as_asked_for() -> None:
    def shown(display: str) -> str:
        return verdict_html(
            "draw",
            "Go on.",
            risk=Fraction(3, 14),
            explosive=3,
            chips_left=14,
            risk_display=display,  # type: ignore[arg-type]
        )

    assert '<strong class=""><small>risk</small> 21.4%</strong><span>3 of 14 chips<' in shown("both")
    assert "3 of 14 chips</strong>" in shown("chips")
    assert "21.4%</strong>" in shown("percent")
    assert "21.4%" not in shown("off")
    assert "3 of 14" not in shown("off")


def test_each_verdict_has_a_word_and_a_shape_of_its_own() -> None:
    pages = [verdict_html(v, "x") for v in ("draw", "stop", "close")]
    shapes = [page.split("<svg")[1].split("</svg>")[0] for page in pages]
    words = [page.split("<h2")[1].split("</h2>")[0] for page in pages]
    assert len(set(shapes)) == len(set(words)) == len(pages)


def test_text_from_outside_is_escaped() -> None:
    assert "<script>" not in verdict_html("draw", "<script>", method="<script>")


def test_the_scoring_space_names_coins_points_and_ruby() -> None:
    page = verdict_html("stop", "x", scoring=ScoringSpace(13, 13, 2, ruby=True))
    assert "13 coins" in page
    assert "2 VP" in page
    assert "no ruby" not in page


@pytest.mark.parametrize("limit", [7, 8, 9, 4])
def test_the_gauge_has_one_mark_for_each_white_point(limit: int) -> None:
    page = gauge_html(3, limit)
    assert page.count("q-full") == 3
    assert page.count("q-limit") == 1
    assert page.count('class="q-cell"') + page.count('class="q-cell ') == limit + 3


def test_the_gauge_shows_what_each_white_would_do() -> None:
    page = gauge_html(5, 7, [WhiteOutlook("W1", 3, 6, explodes=False), WhiteOutlook("W3", 1, 8, True)])
    assert page.count("q-caret") == 2
    assert page.count("q-caret q-alarm") == 1
    assert "W3, 1 left: white sum 8, explodes" in page


def test_kinds_that_ran_out_are_not_marked() -> None:
    assert "q-caret" not in gauge_html(5, 7, [WhiteOutlook("W3", 0, 8, explodes=True)])


def test_past_the_limit_the_gauge_says_so() -> None:
    assert "over the limit" in gauge_html(9, 7)
    assert "at the limit" in gauge_html(7, 7)


def test_impossible_gauges_are_refused() -> None:
    with pytest.raises(ValueError, match="white sum -1"):
        gauge_html(-1, 7)
