"""The house plan: which part may know which, and where each table comes from.

Imports are read from the source text, so an import inside a function counts too.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from quacks_math.material.books import BOOK_COLOURS

ROOT = Path(__file__).parents[1]
SCREEN_LIBRARIES = {"streamlit", "plotly"}
FLOORS = (
    "written",
    "material",
    "kernels",
    "rules",
    "brew.model",
    "brew.payoff",
    "brew.expectimax",
    "brew.exact",
    "brew.results",
    "brew.approximate",
    "brew",
    "game.engine",
    "game.record",
    "game.simulation",
    "game",
    "plan",
    "command",
    "cli",
)
"""Parts of ``quacks_math`` from the ground up: a file belongs to the longest that it lies in, and knows no later one."""
FRONT_DOOR = "quacks_math"
"""The package itself offers names of all floors when they are used; only the top floor may come in by it."""


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(file: Path) -> Iterator[str]:
    """Yield the full name of every module that a file imports (``from a import b`` as ``a`` and as ``b`` in it)."""
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


def floor_of(module: str) -> int | None:
    """Return the number of the floor that a module of ``quacks_math`` lies on, None for the front door."""
    rooms = [floor for floor in FLOORS if within(module, f"quacks_math.{floor}")]
    return FLOORS.index(max(rooms, key=len)) if rooms else None


def test_the_mathematics_loads_no_module_by_a_hidden_name() -> None:
    # Otherwise a string could point against the arrows; entry points are declared in pyproject.toml instead.
    hidden = [
        f"{module_name(file)}: {node.attr if isinstance(node, ast.Attribute) else node.id}"
        for file in python_files("quacks_math")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id in ("__import__", "import_module", "runpy"))
        or (isinstance(node, ast.Attribute) and node.attr in ("import_module", "run_module", "run_path"))
    ]
    assert not hidden


def test_nobody_asks_for_the_number_of_a_set() -> None:
    # What a book does is said by its traits (``quacks_math.rules.traits``); a number that is asked for elsewhere is
    # forgotten when a book comes.
    asking = [
        f"{module_name(file)}, line {node.lineno}"
        for folder in ("quacks_math", "dashboard", "pages")
        for file in python_files(folder)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(
            isinstance(side, ast.Attribute) and side.attr in BOOK_COLOURS for side in (node.left, *node.comparators)
        )
    ]
    assert not asking


def test_every_file_of_the_mathematics_lies_on_a_floor() -> None:
    homeless = [module_name(file) for file in python_files("quacks_math") if floor_of(module_name(file)) is None]
    assert homeless == ["quacks_math"]


def test_a_floor_knows_only_itself_and_those_below() -> None:
    upward = [
        f"{module_name(file)} imports {name}"
        for file in python_files("quacks_math")
        for name in imports(file)
        if within(name, "quacks_math") and (here := floor_of(module_name(file))) is not None
        if (there := floor_of(name)) is None or there > here
    ]
    assert not upward


def test_the_parts_of_the_dashboard_know_each_other_in_one_direction() -> None:
    arrows = {
        (module_name(file).split(".")[1], name.split(".")[1])
        for file in python_files("dashboard")
        for name in imports(file)
        if within(name, "dashboard") and "." in name and "." in module_name(file)
    }
    arrows = {(here, there) for here, there in arrows if here != there}
    rooms = {room for arrow in arrows for room in arrow}
    while lowest := {room for room in rooms if not any(here == room and there in rooms for here, there in arrows)}:
        rooms -= lowest
    assert not rooms, f"these rooms know each other in a circle: {sorted(rooms)}"


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
