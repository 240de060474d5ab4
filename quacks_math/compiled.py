"""One text of a rule for interpreter and compiler alike.

Rules are ordinary Python functions. ``share`` registers them with the compiler, so that compiled kernels may call them
while Python callers (screens, the event log) go on calling the plain function: nothing is compiled for them. ``kernel``
marks the few functions that Python enters compiled code by; everything they call is shared.

Importing the compiler takes more than a second. Whoever only reads rules does not wait for it: shared rules are noted,
and registered when the first kernel is defined.

Compiled kernels are kept on disk. Numba decides whether a kept kernel is still good by looking at the kernel's own
file only, not at the rules it calls nor at the tables that were frozen into it; therefore the folder of each kernel
module is named after a fingerprint of everything that module is made of, and stale code cannot be run.
"""

import ast
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from quacks_math.material.tables import DATA_FOLDER

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
CACHE_FOLDER = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("quacks"))


_waiting: list[Callable[..., Any]] = []
"""Rules shared before the compiler was needed."""


def _register() -> None:
    """Register the rules that wait for the compiler."""
    from numba.extending import register_jitable  # noqa: PLC0415 (takes more than a second; odds and --help need none)

    while _waiting:
        register_jitable(_waiting.pop())


@cache
def _compiler() -> Any:  # noqa: ANN401 (the compiler ships no types)
    """Import the compiler and register the rules that wait for it."""
    import numba  # noqa: PLC0415 (as above)

    _register()
    return numba


def share(*rules: Callable[..., Any]) -> None:
    """Let compiled kernels call these plain functions; the functions themselves stay as they are."""
    _waiting.extend(rules)
    if "numba" in sys.modules:
        _register()


@cache
def _imports(file: Path) -> tuple[Path, ...]:
    """Return the files of this package that a file imports from."""

    def names() -> Iterator[str]:
        """Yield the dotted names that may be modules."""
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    paths = (PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in names())
    return tuple(path for path in paths if PACKAGE in path.parents and path.is_file())


@cache
def _table_fingerprint() -> bytes:
    """Return a hash of all tables."""
    digest = hashlib.sha256(_compiler().__version__.encode())
    for table in sorted(DATA_FOLDER.iterdir()):
        digest.update(table.read_bytes())
    return digest.digest()


def _folder(file: str) -> Path:
    """Return where the compiled functions of a kernel module are kept."""
    waiting, parts = [Path(file)], set[Path]()
    while waiting:
        part = waiting.pop()
        if part not in parts:
            parts.add(part)
            waiting += _imports(part)
    digest = hashlib.sha256(_table_fingerprint())
    for part in sorted(parts):
        digest.update(part.read_bytes())
    return CACHE_FOLDER / f"kernels-{digest.hexdigest()[:16]}"


def interpreted(function: Function) -> Function:
    """Return a kernel as the plain function it was made of."""
    plain: Function = getattr(function, "py_func", function)
    return plain


def is_kept(function: Callable[..., Any]) -> bool:
    """Say whether a kernel has been compiled on this machine and kept on disk."""
    return any(_folder(function.__code__.co_filename).rglob(f"*.{function.__name__}-*.nbi"))


def jit_options(file: str) -> dict[str, Any]:
    """Choose the folder for the compiled functions of a kernel module and return how they are compiled.

    Args:
        file: ``__file__`` of the kernel module.
    """
    _compiler().config.CACHE_DIR = str(_folder(file))
    return {"nopython": True, "cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: Function) -> Function:
    """Compile a function on its first call and keep it on disk: a way from Python into compiled code."""
    compiled: Function = _compiler().jit(**jit_options(function.__code__.co_filename))(function)
    return compiled
