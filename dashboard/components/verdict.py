"""The headline: what to do, how risky the next chip is, what the pot would pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final, Literal

from dashboard.text.words import word
from quacks_math.written import percent

Verdict = Literal["draw", "stop", "close", "choose", "exploded", "stopped", "empty", "thinking"]
RiskDisplay = Literal["both", "percent", "chips", "off"]

_LONGEST_LARGE_WORD: Final = 9
"""Letters that fit beside the risk at full size on a phone."""

_SHAPES: Final[dict[str, str]] = {
    # A round seal with an arrow that lifts a chip out of the bag.
    "draw": (
        '<circle cx="24" cy="24" r="22" class="fill"/>'
        '<path class="cut" d="M24 9.5l10 11.5h-6.2v9.5h-7.6V21H14z"/>'
        '<path class="cut" d="M13 34h22v3.6H13z"/>'
    ),
    # An octagon with a bar.
    "stop": (
        '<path class="fill" d="M15 2h18l13 13v18L33 46H15L2 33V15z"/><path class="cut" d="M11.5 20.5h25v7h-25z"/>'
    ),
    # A pair of scales in balance, outlined.
    "close": (
        '<path class="line" d="M24 7v33M14 41h20M7 13h34M11 13L4.5 28h13z'
        'M37 13l-6.5 15h13z"/><circle class="fill" cx="24" cy="8" r="3.5"/>'
    ),
    # A fork in the road.
    "choose": (
        '<path class="line" d="M24 43V28M24 28C24 20 12 20 12 9M24 28c0-8 12-8 12-19'
        'M6.5 14.5L12 8l5.5 6.5M30.5 14.5L36 8l5.5 6.5"/>'
    ),
    # A burst.
    "exploded": (
        '<path class="fill" d="M24 1l5 10.5L38.5 5 37 16.5l10 1.5-8 8 7 9-11-1'
        '-1.5 11.5L24 38.5 14.5 45.5 13 34 2 35l7-9-8-8 10-1.5L9.5 5 19 11.5z"/>'
        '<path class="cut" d="M22 15h4l-.8 12h-2.4zM22 30h4v4h-4z"/>'
    ),
    # A corked flask.
    "stopped": (
        '<path class="line" d="M19 6h10M20.5 6v12L9.5 37c-1.5 3 0 6 3.5 6h22c3.5 0 5-3 3.5-6l-11-19V6M14 30h20"/>'
    ),
    # A bag turned out.
    "empty": ('<path class="line" d="M16 8h16l-3 7c8 4 12 12 12 19 0 6-4 9-17 9S7 40 7 34c0-7 4-15 12-19zM17 15h14"/>'),
    # An hourglass.
    "thinking": (
        '<path class="line" d="M13 5h22M13 43h22M15 5c0 11 9 12 9 19s-9 8-9 19M33 5c0 11-9 12-9 19s9 8 9 19"/>'
    ),
}


@dataclass(frozen=True, slots=True)
class ScoringSpace:
    """The space a stopped pot would be paid for.

    Attributes:
        index: Space on the track, 0 to 53.
        coins: Printed number.
        victory_points: Number in the square.
        ruby: Whether a ruby is printed there.
    """

    index: int
    coins: int
    victory_points: int
    ruby: bool


def verdict_shape(verdict: Verdict, size: int = 48) -> str:
    """Return the sign of a verdict: each has a shape of its own.

    Args:
        verdict: Which sign.
        size: Width and height in CSS pixels.
    """
    return (
        f'<svg class="q-shape" aria-hidden="true" viewBox="0 0 48 48" '
        f'width="{size}" height="{size}">{_SHAPES[verdict]}</svg>'
    )


def scoring_html(space: ScoringSpace) -> str:
    """Return the line about the scoring space: coins, points, ruby.

    Args:
        space: The space after the last chip.
    """
    coins = word("verdict.coins_one") if space.coins == 1 else None
    coins = coins or word("verdict.coins", count=space.coins)
    gem = '<path d="M4 1h8l4 5-8 9-8-9z" class="gem"/><path d="M0 6h16M4 1l4 14 4-14" class="facet"/>'
    ruby = word("verdict.ruby") if space.ruby else word("verdict.no_ruby")
    return (
        f'<div class="q-scoring"><span class="q-quiet">{word("verdict.scoring")} '
        f"<b>{space.index}</b></span>"
        f'<span><i class="q-coin"></i><b>{escape(coins)}</b></span>'
        f'<span><i class="q-square"></i><b>'
        f"{word('verdict.points', count=space.victory_points)}</b></span>"
        f'<span class="{"" if space.ruby else "q-faint"}">'
        f'<svg aria-hidden="true" viewBox="-1 0 18 16" width="15" height="13" '
        f'class="{"" if space.ruby else "q-hollow"}">{gem}</svg>{ruby}</span></div>'
    )


def verdict_html(
    verdict: Verdict,
    sentence: str,
    *,
    headline: str = "",
    risk: Fraction | None = None,
    explosive: int = 0,
    chips_left: int = 0,
    scoring: ScoringSpace | None = None,
    risk_display: RiskDisplay = "both",
    method: str = "",
) -> str:
    """Return the headline as HTML for `show_picture`.

    Args:
        verdict: What to do, or what has happened.
        sentence: One sentence of reason, plain text.
        headline: A word of its own instead of the usual one of the verdict.
        risk: Exact chance that the next chip explodes the pot; none hides it.
        explosive: How many chips in the bag would explode the pot.
        chips_left: How many chips are in the bag.
        scoring: The space the pot would be paid for; none leaves the line out.
        risk_display: Percentage, chips, both or neither.
        method: How the numbers were obtained, for instance "exact, 0.03 s".
    """
    risk_block = ""
    if risk is not None and risk_display != "off":
        share = percent(risk)
        key = "verdict.chips_one" if chips_left == 1 else "verdict.chips"
        count = word(key, explosive=explosive, total=chips_left)
        if risk_display == "chips":
            big, small = count, word("verdict.chips_label")
        elif risk_display == "percent":
            big, small = share, word("verdict.risk")
        else:
            big, small = share, count
        spoken = word("verdict.risk_spoken", percent=f"{share}, {count}")
        label = f"<small>{word('verdict.risk_short')}</small> " if risk_display == "both" else ""
        size = "q-mid" if risk_display == "chips" else ""
        risk_block = (
            f'<div class="q-risk" role="img" aria-label="{escape(spoken)}">'
            f'<strong class="{size}">{label}{escape(big)}</strong>'
            f"<span>{escape(small)}</span></div>"
        )
    how = (
        f'<span class="q-method" title="{escape(word("verdict.method", method=method))}">{escape(method)}</span>'
        if method
        else ""
    )
    headline = headline or word(f"verdict.{verdict}")
    length = " q-long" if len(headline) > _LONGEST_LARGE_WORD else ""
    return (
        f'<section class="q-verdict q-{verdict}" aria-label="{word("verdict.label")}">'
        f'<div class="q-top">{verdict_shape(verdict)}'
        f'<h2 class="q-word{length}">{escape(headline)}</h2>{risk_block}</div>'
        f'<p class="q-sentence">{escape(sentence)} {how}</p>'
        f"{scoring_html(scoring) if scoring else ''}</section>"
    )
