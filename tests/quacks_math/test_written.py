"""One way to write chances and errors: certainty is claimed only where an exact answer says so."""

import ast
import re
from fractions import Fraction
from pathlib import Path

import pytest

from quacks_math.written import error, percent

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 14190), "<0.1%"),
        (Fraction(10625, 10626), ">99.9%"),
        (Fraction(15, 1196887), "<0.1%"),
        (Fraction(1196872, 1196887), ">99.9%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(9995, 10000), ">99.9%"),
        (Fraction(1, 4), "25%"),
        (Fraction(3, 14), "21.4%"),
        (Fraction(2001, 10000), "20.0%"),
        (Fraction(1, 8), "12.5%"),
        (Fraction(1, 5), "20%"),
        (0, "0%"),
        (1, "100%"),
    ],
)
def test_a_chance_is_written_the_same_whatever_type_it_has(chance: Fraction | int, text: str) -> None:
    assert percent(chance) == text
    assert percent(float(chance)) == text


def test_a_float_is_certain_where_only_rounding_keeps_it_from_1() -> None:
    assert percent(1 - 2**-53) == percent(1 + 2**-52) == percent(sum([1 / 7] * 7)) == "100%"
    assert percent(1 - 1e-9) == percent(1 - Fraction(1, 10**20)) == ">99.9%"
    assert percent(5e-324) == "<0.1%"


@pytest.mark.parametrize(
    ("share", "played", "text"),
    [
        (0.0, 10, "<28.6%"),
        (1.0, 10, ">71.4%"),
        (0.0, 1, "<80.0%"),
        (0.0, 10_000, "<0.1%"),
        (1.0, 10_000, ">99.9%"),
        (Fraction(0), 100_000, "<0.1%"),
        (0.0004, 10_000, "<0.1%"),
        (0.25, 4, "25.0%"),
        (1 / 3, 3, "33.3%"),
        (-0.002, 100, "<3.9%"),
        (1.002, 100, ">96.1%"),
    ],
)
def test_what_was_played_is_never_certain_nor_exact(share: Fraction | float, played: int, text: str) -> None:
    assert percent(share, played=played) == text


@pytest.mark.parametrize("bad", [-0.01, 1.01, Fraction(3, 2), float("nan")])
def test_what_is_no_chance_is_refused(bad: Fraction | float) -> None:
    with pytest.raises(ValueError, match="is no chance; use a number from 0 to 1"):
        percent(bad)


@pytest.mark.parametrize(
    ("size", "decimals", "text"),
    [(0.0, 2, "<0.01"), (0.0001, 3, "<0.001"), (0.01, 2, "0.01"), (0.0151, 2, "0.02"), (1.5, 1, "1.5")],
)
def test_an_error_is_not_shown_as_none(size: float, decimals: int, text: str) -> None:
    assert error(size, decimals) == text


def percentages_written(file: Path) -> list[str]:
    """Return where a file puts "%" behind a number that it fills into a text, or formats one as a percentage."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        parts: list[ast.expr] = node.values if isinstance(node, ast.JoinedStr) else []
        for part, after in zip(parts, [*parts[1:], ast.Constant("")], strict=bool(parts)):
            if isinstance(part, ast.FormattedValue):
                unit = after.value if isinstance(after, ast.Constant) else ""
                form = "" if part.format_spec is None else ast.unparse(part.format_spec)
                if str(unit).lstrip(" \N{NO-BREAK SPACE}").startswith("%") or "%" in form:
                    found.append(f"{file.relative_to(ROOT)}:{node.lineno}")
        if isinstance(node, ast.Constant) and re.search(r"\}[ \xa0]?%|:[^}]*%\}", str(node.value)):
            found.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    return found


def test_nobody_else_writes_a_percentage() -> None:
    home = ROOT / "quacks_math" / "written.py"
    assert percentages_written(home)
    files = [file for folder in ("quacks_math", "dashboard", "pages") for file in sorted((ROOT / folder).rglob("*.py"))]
    assert [place for file in files if file != home for place in percentages_written(file)] == []
