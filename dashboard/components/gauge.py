"""The white-sum gauge: how far the pot is from exploding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

_OVERSHOOT: Final = 3
"""Cells drawn beyond the limit: the largest white chip adds three."""

_ARROW: Final = '<svg viewBox="0 0 12 8" width="11" height="7"><path d="M0 0h12L6 8z"/></svg>'
_BURST: Final = (
    '<svg viewBox="0 0 12 12" width="11" height="11"><path d="M6 0l1.3 3L10 1.5'
    " 9.5 4.5 12 6 9.5 7.5 10 10.5 7.3 9 6 12 4.7 9 2 10.5 2.5 7.5 0 6l2.5-1.5L2 1.5"
    ' 4.7 3z"/></svg>'
)


class WhiteOutlook(NamedTuple):
    """What one kind of chip still in the bag would do to the white sum.

    Attributes:
        kind: Letter and value, for instance "W3".
        left: How many are in the bag.
        white_sum_after: White sum if it comes next.
        explodes: Whether the pot then explodes (the rules decide, not the gauge:
            a protected draw or a yellow chip may change it).
    """

    kind: str
    left: int
    white_sum_after: int
    explodes: bool


def gauge_html(white_sum: int, limit: int, outlook: Sequence[WhiteOutlook] = ()) -> str:
    """Return the gauge as HTML for `show_picture`.

    Args:
        white_sum: White points in the pot.
        limit: The pot explodes above this sum; 7, 8, 9 or any other.
        outlook: The white kinds still in the bag; those with none left are left
            out of the picture, and all of them once the limit is passed.

    Raises:
        ValueError: If the sum is negative or the limit is not positive.
    """
    if white_sum < 0 or limit < 1:
        message = f"white sum {white_sum} and limit {limit}: expected a sum of at least 0 and a limit of at least 1"
        raise ValueError(message)
    over = white_sum > limit
    present = [item for item in outlook if item.left > 0 and not over]
    reach = max([white_sum, *(item.white_sum_after for item in present)], default=0)
    cells = max(limit + _OVERSHOOT, reach)
    return (
        f'<section class="q-gauge" role="img" '
        f'aria-label="{_spoken(white_sum, limit, present)}">'
        f'<div class="q-gauge-head"><span>{word("gauge.title")}</span>'
        f"<b>{word('gauge.reading', white_sum=white_sum, limit=limit)}</b>"
        f'<em class="{"q-alarm" if white_sum > limit else ""}">'
        f"{_standing(white_sum, limit)}</em></div>"
        f'<div class="q-cells" style="--cells:{cells}">'
        f"{''.join(_cell(n, white_sum, limit) for n in range(1, cells + 1))}"
        f"{_carets(present)}</div></section>"
    )


def _standing(white_sum: int, limit: int) -> str:
    """Return in words how far the sum is from the limit."""
    if white_sum > limit:
        return word("gauge.over")
    if white_sum == limit:
        return word("gauge.at_limit")
    return word("gauge.to_spare", count=limit - white_sum)


def _spoken(white_sum: int, limit: int, present: Sequence[WhiteOutlook]) -> str:
    """Return the whole gauge as one sentence for a screen reader."""
    parts = [word("gauge.spoken", white_sum=white_sum, limit=limit)]
    for item in present:
        key = "gauge.outlook_explodes" if item.explodes else "gauge.outlook"
        parts.append(
            word(
                key,
                kind=item.kind,
                left=item.left,
                white_sum_after=item.white_sum_after,
            )
        )
    if not present and white_sum <= limit:
        parts.append(word("gauge.no_white"))
    return "; ".join(parts)


def _cell(number: int, white_sum: int, limit: int) -> str:
    """Return one white point of the scale."""
    marks = ["q-cell"]
    if number <= white_sum:
        marks.append("q-full")
    if number > limit:
        marks.append("q-beyond")
    if number == limit:
        marks.append("q-limit")
    return f'<span class="{" ".join(marks)}" style="grid-column:{number}">{number}</span>'


def _carets(present: Sequence[WhiteOutlook]) -> str:
    """Return the marks above the sums that the white kinds would lead to."""
    columns: dict[int, list[WhiteOutlook]] = {}
    for item in present:
        columns.setdefault(max(1, item.white_sum_after), []).append(item)
    return "".join(_caret(column, items) for column, items in columns.items())


def _caret(column: int, items: Sequence[WhiteOutlook]) -> str:
    """Return one mark; kinds that lead to the same sum share it."""
    explodes = any(item.explodes for item in items)
    lines = "".join(f"<b>{item.kind}</b><i>{word('gauge.left', left=item.left)}</i>" for item in items)
    return (
        f'<span class="q-caret{" q-alarm" if explodes else ""}" '
        f'style="grid-column:{column}">{lines}{_BURST if explodes else _ARROW}</span>'
    )
