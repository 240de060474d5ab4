"""One text of a rule for interpreter and compiler alike.

Rules are ordinary Python functions. ``share`` registers them with the compiler, so that compiled kernels may call them
while Python callers (screens, the event log) go on calling the plain function: nothing is compiled for them. ``kernel``
marks the few functions that Python enters compiled code by; everything they call is shared.

Importing the compiler and loading compiled code takes some seconds, and the very first time, when it must be compiled,
half a minute. Whoever only reads rules does not wait for it, nor does whoever asks about one small bag: shared rules
are noted, and flexible kernels run as the plain Python they are, until there is work that is worth compiling for.

Compiled kernels are kept on disk, if the disk lets us. A kernel is made of more than its own file: of the rules it calls
and of the tables that were frozen into it. Therefore the folder of each kernel module is named after a fingerprint of
everything that module is made of, kernels are kept there and nowhere else, and stale code cannot be run.
"""

import ast
import hashlib
import itertools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache, wraps
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import platformdirs

from quacks_math.material.tables import DATA_FOLDER

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[1]
CACHE_FOLDER = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("quacks"))


_waiting: list[tuple[Callable[..., Any], bool]] = []
"""Rules shared before the compiler was needed, and whether it is to write them into their callers."""
_lessons: list[Callable[[], None]] = []
"""What else the compiler is to be told before it is used."""
_wanted = threading.Event()
"""Set once flexible kernels are to be compiled."""
_small_work = itertools.count(1)
MOST_INTERPRETED = 15
"""Pieces of small work in a process; whoever has more is better served by the compiler."""
_defining = threading.Lock()
"""Held while a kernel is given to the compiler, which must have been told of all rules by then."""


def _register() -> None:
    """Register the rules, and give the lessons, that wait for the compiler."""
    from numba.extending import register_jitable  # noqa: PLC0415 (takes more than a second; odds and --help need none)

    while _waiting:
        rule, inline = _waiting.pop()
        register_jitable(forceinline=inline)(rule)
    while _lessons:
        _lessons.pop()()


@cache
def _compiler() -> Any:  # noqa: ANN401 (the compiler ships no types)
    """Import the compiler and tell it what waits for it."""
    import numba  # noqa: PLC0415 (takes more than a second)

    _register()
    return numba


def share(*rules: Callable[..., Any]) -> None:
    """Let compiled kernels call these plain functions; the functions themselves stay as they are."""
    _waiting.extend((rule, False) for rule in rules)
    if "numba" in sys.modules:
        _register()


def share_inline(*parts: Callable[..., Any]) -> None:
    """Like ``share``, for the parts of one long loop: the compiler writes them into their callers.

    Handing on tuples of arrays, row by row, would cost more than the arithmetic.
    """
    _waiting.extend((part, True) for part in parts)
    if "numba" in sys.modules:
        _register()


def teach(lesson: Callable[[], None]) -> None:
    """Have the compiler told something before it is used, for instance what to make of a function it cannot read.

    Args:
        lesson: Called once; may import the compiler.
    """
    _lessons.append(lesson)
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
    """Return a hash of all tables and of what compiles."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {version('numba')} {version('numpy')}".encode())
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


def is_kept(function: Callable[..., Any]) -> bool:
    """Say whether a kernel has been compiled for this machine and lies whole on disk."""
    from quacks_math.kernels.kept import KeptKernel  # noqa: PLC0415 (loads the compiler)

    plain = getattr(function, "__wrapped__", function)
    return KeptKernel(plain, _folder(plain.__code__.co_filename)).is_kept


def why_not_kept() -> str | None:
    """Return why compiled kernels cannot be kept on this machine, as the system says it; None where they can."""
    from quacks_math.kernels.kept import why_not_kept as why_not_kept_in  # noqa: PLC0415 (loads the compiler)

    return why_not_kept_in(CACHE_FOLDER)


def _compiled(function: Callable[..., Any]) -> Any:  # noqa: ANN401 (the compiler ships no types)
    """Return a function as the compiler knows it, compiled or loaded on its first call for each kind of arguments."""
    jit = _compiler().jit(nopython=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)
    from quacks_math.kernels.kept import KeptKernel  # noqa: PLC0415 (loads the compiler)

    dispatcher = jit(function)
    dispatcher._cache = KeptKernel(function, _folder(function.__code__.co_filename))  # noqa: SLF001 (where it looks for kept kernels)
    return dispatcher


def compile_module(names: dict[str, Any]) -> None:
    """Have every function that a module defines compiled; called at its end.

    Args:
        names: ``globals()`` of the module.
    """
    for name, thing in list(names.items()):
        if isinstance(thing, FunctionType) and thing.__module__ == names["__name__"]:
            names[name] = _compiled(thing)


def use_compiler() -> None:
    """Have flexible kernels compiled too, or loaded if they are kept on disk, from their next call on."""
    _wanted.set()


def compile_unless(*, small: bool) -> None:
    """Have flexible kernels compiled from now on, unless the work at hand is small and there has been little of it.

    Args:
        small: Whether plain Python does the work in less time than the compiler takes to load.
    """
    if not small or next(_small_work) > MOST_INTERPRETED:
        use_compiler()


def uses_compiler() -> bool:
    """Say whether flexible kernels are compiled."""
    return _wanted.is_set()


def kernel(function: Function) -> Function:
    """Make a way from Python into compiled code, compiled on its first call and kept on disk."""

    @cache
    def compiled() -> Callable[..., Any]:
        """Return the function as the compiler knows it."""
        with _defining:
            dispatcher: Callable[..., Any] = _compiled(function)
            return dispatcher

    @wraps(function)
    def enter(*arguments: Any) -> Any:  # noqa: ANN401 (as the function takes and returns)
        """Call the compiled function."""
        return compiled()(*arguments)

    entered: Any = enter
    entry: Function = entered
    return entry


def flexible_kernel(function: Function) -> Function:
    """Make a kernel that is interpreted until ``compile_unless`` or ``use_compiler`` wants it compiled."""
    compiled = kernel(function)

    @wraps(function)
    def enter(*arguments: Any) -> Any:  # noqa: ANN401 (as the function takes and returns)
        """Call the function in one way or the other."""
        return (compiled if uses_compiler() else function)(*arguments)

    entered: Any = enter
    entry: Function = entered
    return entry
