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
    for file in python_files():
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        names: dict[str, set[str]] = {}
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            names |= {name: set() for name in assigned(node)}
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names[node.name] = set()
            if isinstance(node, ast.ClassDef):
                names[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                names[node.name] |= {name for part in node.body for name in assigned(part)}
        found[module] = names
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
