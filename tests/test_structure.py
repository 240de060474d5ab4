"""The house plan: which part may know which, and where each table comes from.

Imports are read from the source text, so an import inside a function counts too.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import quacks_math

ROOT = Path(__file__).parents[1]
SCREEN_LIBRARIES = {"streamlit", "plotly"}
FLOORS = ("material", "rules", "brew", "game", "plan")
"""Parts of ``quacks_math``, each may know itself and those before it."""
GROUND = {"quacks_math", "quacks_math.compiled"}
"""Known to every floor: the package itself and how kernels are compiled."""
ABOVE = {"quacks_math.cli", "quacks_math.command"}
"""The command line: may know every floor, nobody knows it."""
NOTATION_KNOWS = ("quacks_math.material", "quacks_math.brew.brew", "quacks_math.brew.events")
"""The notation writes down bags and events, so brew and everything above may use it."""


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(file: Path) -> Iterator[str]:
    """Yield the full name of every module that a file imports (``from a import b`` as ``a`` and ``a.b``)."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = file.relative_to(ROOT).with_suffix("").parts[: -node.level] if node.level else ()
            origin = ".".join([*package, *([node.module] if node.module else [])])
            yield origin
            yield from (f"{origin}.{name.name}" for name in node.names)


def module_name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def within(module: str, parent: str) -> bool:
    return module == parent or module.startswith(f"{parent}.")


def wrong(folder: str, forbidden: set[str]) -> list[str]:
    """Return "module imports module" for every import of a forbidden package in a folder."""
    return [
        f"{module_name(file)} imports {name}"
        for file in python_files(folder)
        for name in imports(file)
        if name.split(".")[0] in forbidden
    ]


def test_the_mathematics_knows_no_screen() -> None:
    assert not wrong("quacks_math", {"dashboard", "pages", "tests", *SCREEN_LIBRARIES})


def test_the_dashboard_knows_no_page() -> None:
    assert not wrong("dashboard", {"pages", "tests"})


def test_pages_do_not_know_each_other() -> None:
    assert not wrong("pages", {"pages", "tests"})


def test_the_mathematics_loads_no_module_by_a_hidden_name() -> None:
    # Otherwise a string could point against the arrows; entry points are declared in pyproject.toml instead.
    hidden = [
        f"{module_name(file)}: {node.attr if isinstance(node, ast.Attribute) else node.id}"
        for file in python_files("quacks_math")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id in ("__import__", "import_module", "runpy"))
        or (isinstance(node, ast.Attribute) and node.attr in ("import_module", "run_module", "run_path"))
    ]
    # The package itself imports its public names when they are first used, from the table beside it.
    hidden = [entry for entry in hidden if entry != "quacks_math: import_module"]
    assert not hidden
    assert all(home.startswith("quacks_math.") for home in quacks_math._HOMES)  # noqa: SLF001 (the table is what is tested)
    assert sorted(quacks_math.__all__) == sorted(name for names in quacks_math._HOMES.values() for name in names)  # noqa: SLF001 (the table is what is tested)


@pytest.mark.parametrize("number", range(len(FLOORS)), ids=FLOORS)
def test_a_floor_knows_only_itself_and_those_below(number: int) -> None:
    allowed = {f"quacks_math.{floor}" for floor in FLOORS[: number + 1]}
    if number >= FLOORS.index("brew"):
        allowed.add("quacks_math.notation")
    upward = [
        f"{module_name(file)} imports {name}"
        for file in python_files(f"quacks_math/{FLOORS[number]}")
        for name in imports(file)
        if within(name, "quacks_math")
        and name not in GROUND
        and not within(name, "quacks_math.compiled")
        and not any(within(name, floor) for floor in allowed)
    ]
    assert not upward


def test_the_notation_knows_nothing_but_bags_and_events() -> None:
    known = [name for name in imports(ROOT / "quacks_math" / "notation.py") if within(name, "quacks_math")]
    assert known
    assert all(any(within(name, module) for module in NOTATION_KNOWS) for name in known), known


def test_nobody_below_knows_the_command_line() -> None:
    callers = [
        f"{module_name(file)} imports {name}"
        for file in python_files("quacks_math")
        if not any(within(module_name(file), command) for command in ABOVE)
        for name in imports(file)
        if any(within(name, command) for command in ABOVE)
    ]
    assert not callers


def test_the_oracle_shares_nothing_with_the_solver_but_the_tables() -> None:
    shared = [
        f"{module_name(file)} imports {name}"
        for file in python_files("tests/oracle")
        for name in imports(file)
        if within(name, "quacks_math") and not name.startswith("quacks_math.material")
        if not file.name.startswith("test_")
    ]
    assert not shared


def test_every_table_says_where_it_comes_from_and_how_sure_it_is() -> None:
    sources = json.loads((ROOT / "data" / "sources.json").read_text(encoding="utf-8"))["files"]
    assert set(sources) == {file.name for file in (ROOT / "data").iterdir()} - {"sources.json"}
    for name, entry in sources.items():
        assert set(entry) == {"source", "confidence", "note"}, name
        assert all(entry.values()), name
        assert entry["confidence"] in {"high", "medium", "hand-set", "chosen"}, name
