"""Small tables and lists as HTML for `show_picture`: next chips, history, what a pot pays."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from dashboard.components.chip_art import chip_svg
from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        title: What stands at its head.
        number: Whether its cells are numbers, set to the right.
    """

    title: str
    number: bool = True


class Cell(NamedTuple):
    """One cell.

    Attributes:
        text: What stands in it.
        kind: A chip shown before the text, for instance "W2".
        alarm: Whether it tells of an explosion, shown by a sign and a tone besides the word.
        strong: Whether it is the best of its column.
    """

    text: str
    kind: str = ""
    alarm: bool = False
    strong: bool = False


def sheet_html(caption: str, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> str:
    """Return a table that scrolls sideways by itself where it is too wide.

    Args:
        caption: What the table shows, for screen readers.
        columns: Its columns.
        rows: Its rows, one cell per column.
    """
    head = "".join(f'<th scope="col" class="{_align(column)}">{escape(column.title)}</th>' for column in columns)
    body = "".join(
        f"<tr>{''.join(_cell(column, cell) for column, cell in zip(columns, row, strict=True))}</tr>" for row in rows
    )
    return (
        f'<div class="q-sheet" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def stack_html(*parts: str) -> str:
    """Return finished pieces below each other, as one picture: the page draws one faster than several.

    Args:
        *parts: Trusted markup; empty pieces are left out.
    """
    return f'<div class="q-stack">{"".join(filter(None, parts))}</div>'


def title_html(text: str) -> str:
    """Return a heading between pieces.

    Args:
        text: Plain text.
    """
    return f'<h3 class="q-title">{escape(text)}</h3>'


def note_html(text: str) -> str:
    """Return a quiet line of explanation.

    Args:
        text: Plain text.
    """
    return f'<p class="q-note">{escape(text)}</p>'


def list_html(lines: Sequence[str]) -> str:
    """Return lines as a list.

    Args:
        lines: Plain text.
    """
    return f'<ul class="q-list">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>'


def either_html(points: tuple[str, str], coins: tuple[str, str], better: str) -> str:
    """Return the choice of an exploded pot: points on one side, coins on the other.

    Args:
        points: For instance "3 VP", and what the pot is worth with them, for instance "all in all 5.1 VP".
        coins: For instance "13 coins", and likewise.
        better: "points" or "coins", empty where both are worth the same.
    """
    sides = (("points", *points), ("coins", *coins))
    parts = [
        f'<div class="q-side{" q-better" if name == better else ""}"><b>{escape(text)}</b>'
        f"<span>{escape(note)}</span>{_better() if name == better else ''}</div>"
        for name, text, note in sides
    ]
    return f'<div class="q-either">{parts[0]}<i>{word("pays.or")}</i>{parts[1]}</div>'


def _better() -> str:
    """Return the mark of the better side: a check mark and a word."""
    return (
        '<em><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d="M2 8.5l4 4 8-9"/></svg>'
        f"{word('pays.better')}</em>"
    )


def _align(column: Column) -> str:
    """Return the class of a column's cells."""
    return "q-num" if column.number else ""


def _cell(column: Column, cell: Cell) -> str:
    """Return one cell."""
    names = [_align(column), "q-alarm" if cell.alarm else "", "q-strong" if cell.strong else ""]
    chip = chip_svg(cell.kind, 30, title=not cell.text) if cell.kind else ""
    text = f"<span>{escape(cell.text)}</span>" if cell.text else ""
    inside = f'<div class="q-with-chip">{chip}{text}</div>' if chip else text
    return f'<td class="{" ".join(filter(None, names))}">{inside}</td>'
