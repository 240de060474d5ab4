"""What is written about the program is true: what a docstring or a document names is there, and links lead somewhere.

Names are looked up in the source text, so that nothing has to be imported and compiled; what comes from elsewhere
(``numpy.random.Generator``) is looked up where it is installed.
"""

import ast
import builtins
import importlib
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
import typer

from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.odds import odds
from quacks_math.cli import app
from quacks_math.command.tables import MOVES
from quacks_math.game.simulation.simulate import simulate

ROOT = Path(__file__).parents[1]
SOURCES = ("quacks_math", "dashboard", "pages", "tests", "notebooks")
DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\([^`]*\))?`")
"""A name with dots between backquotes, one or two of them: ``rules.placing``, ``Bag.parse()``, ``pot_track.csv``."""
ABBREVIATED = {"np": "numpy", "st": "streamlit"}


def python_files() -> list[Path]:
    return sorted(file for folder in SOURCES for file in (ROOT / folder).rglob("*.py"))


def assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


@cache
def contents() -> dict[str, dict[str, set[str]]]:
    """Return what every module and package defines: its names, and of classes the names in them."""
    found: dict[str, dict[str, set[str]]] = {}
    for file in [ROOT / "quacks_math" / "__init__.pyi", *python_files()]:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        names: dict[str, set[str]] = {}
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            names |= {name: set() for name in assigned(node)}
            if isinstance(node, ast.ImportFrom) and file.stem == "__init__":  # offered there too
                names |= {name.asname or name.name: set() for name in node.names}
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names[node.name] = set()
            if isinstance(node, ast.ClassDef):
                names[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                names[node.name] |= {name for part in node.body for name in assigned(part)}
        found.setdefault(module, {}).update(names)
        while "." in module:
            module = module.rpartition(".")[0]
            found.setdefault(module, {})
    return found


@cache
def file_names() -> set[str]:
    folders = (*SOURCES, "data", ".ci", ".github", ".streamlit", "docs")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]
    return {file.name for file in [*files, *ROOT.iterdir()]}


def is_ours(name: str) -> bool:
    """Say whether a name is that of a module here, perhaps shortened from the left, or of something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        prefix, rest = ".".join(parts[:cut]), parts[cut:]
        for module, names in contents().items():
            if module == prefix or module.endswith(f".{prefix}"):
                member = rest[0] in names if rest else True
                if member and (len(rest) < 2 or (len(rest) == 2 and rest[1] in names[rest[0]])):
                    return True
    return len(parts) == 2 and any(parts[1] in names.get(parts[0], ()) for names in contents().values())


def is_installed(name: str) -> bool:
    """Say whether a name is that of something in Python or in a library."""
    first, *rest = name.split(".")
    first = "builtins" if hasattr(builtins, first) else ABBREVIATED.get(first, first)
    if first in SOURCES or importlib.util.find_spec(first) is None:
        return False
    thing: object = importlib.import_module(first)
    if first == "builtins":
        rest = name.split(".")
    for number, part in enumerate(rest, start=1):
        if isinstance(thing, ModuleType) and not hasattr(thing, part):
            path = ".".join([first, *rest[:number]])
            if importlib.util.find_spec(path) is None:
                return False
            thing = importlib.import_module(path)
        elif not hasattr(thing, part):
            return False
        else:
            thing = getattr(thing, part)
    return True


@cache
def exists(name: str) -> bool:
    return name in file_names() or is_ours(name) or is_installed(name)


def docstrings(file: Path) -> Iterator[tuple[int, str]]:
    """Yield every text that stands alone in a file, and the line it begins on: docstrings, also those of constants."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def test_every_dotted_name_in_a_docstring_exists() -> None:
    stale = [
        f"{file.relative_to(ROOT)}:{line}: {name}"
        for file in python_files()
        for line, text in docstrings(file)
        for name in DOTTED.findall(text)
        if not exists(name)
    ]
    assert not stale


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("quacks_math.brew.model.transitions.replay", True),
        ("model.transitions.replay", True),
        ("Bag.parse", True),
        ("model.transitions.replayed", False),
        ("brew.moment", False),
        ("Bag.parsed", False),
        ("pot_track.csv", True),
        ("pot_track.json", False),
        ("numpy.random.Generator", True),
        ("numpy.random.Generated", False),
        ("concurrent.futures.Executor", True),
    ],
)
def test_a_name_is_found_only_where_it_is(name: str, there: bool) -> None:
    assert exists(name) == there


DOCUMENTS = sorted(ROOT.glob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:py|json|md|toml|csv))`")
PLACEHOLDER = "NAME"
"""Stands in a path for a name that whoever follows a recipe chooses."""


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def anchors(document: Path) -> set[str]:
    """Return the addresses that headings have on a web page."""
    headings = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_documents_are_there() -> None:
    named = {document.name for document in DOCUMENTS}
    assert named == {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "INTERFACE.md"}
    assert all(document.name in text_of(ROOT / "README.md") for document in DOCUMENTS if document.stem != "README")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_every_link_in_a_document_leads_somewhere(document: Path) -> None:
    for target in LINK.findall(text_of(document)):
        if "://" not in target:
            path, _, place = target.partition("#")
            file = document.parent / path if path else document
            assert file.exists(), target
            assert not place or place in anchors(file), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_every_file_and_module_that_a_document_names_exists(document: Path) -> None:
    built = ("docs/site",)
    ours = {
        path.relative_to(ROOT).as_posix()
        for folder in (*SOURCES, "data", "docs")
        for path in (ROOT / folder).rglob("*")
    }
    ours |= {path.name for path in ROOT.iterdir()}
    for name in PATH.findall(text_of(document)):
        path = name.rstrip("/")
        there = any(file == path or file.endswith(f"/{path}") for file in ours)
        assert there or path in built or PLACEHOLDER in path, name
    for name in DOTTED.findall(text_of(document)):
        assert exists(name), name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_every_make_target_that_a_document_names_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)`", text_of(document))) <= targets


def test_contributing_names_every_make_target() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    assert {target for target in targets if f"`make {target}`" not in text_of(ROOT / "CONTRIBUTING.md")} == set()


def documented(table: str) -> set[str]:
    """Return the keys in the first column of a table of the interface."""
    after = text_of(ROOT / "INTERFACE.md").split(f"<!-- keys: {table} -->\n")[1]
    rows = after.split("\n\n")[0].splitlines()[2:]
    return {key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_the_interface_names_every_key_of_an_answer() -> None:
    brew = Brew(Bag.parse("W1x2 O1"))
    assert documented("odds") == set(odds(brew).as_json())
    answer = advise(brew).as_json()
    asked = {"objective", "rule", "rates"}
    assert documented("odds") | documented("advise") == set(answer) | asked
    assert documented("outcome") == set(answer["outcome"])
    found = simulate(("white7", "random"), 2).as_json()
    assert documented("simulate") == set(found)
    assert documented("seat") == set(found["seats"][0])


def test_the_interface_names_every_option_and_move() -> None:
    text = text_of(ROOT / "INTERFACE.md")
    commands = typer.main.get_command(app).commands
    options = {option for command in commands.values() for each in command.params for option in each.opts}
    options |= {option for command in commands.values() for each in command.params for option in each.secondary_opts}
    named = {f"--{name}" for name in re.findall(r"`--([a-z-]+)", text)}
    assert named <= options
    assert {option for option in options if option.startswith("--")} - named <= {"--cards", "--lan", "--port"}
    moves = set(re.findall(r"[a-z_]+", text.split("Moves are `")[1].split("`")[0]))
    assert moves - {"none"} == set(MOVES)
