"""Breaking the program on purpose, at random places, to see whether the suite notices.

    python -m tests.mutation quacks_math/brew/exact --sample 20 --seed 1 -- tests/quacks_math/brew/exact -m ""

copies the checkout, changes one comparison, sum, number or choice at a time in the files named, and runs the tests named
behind ``--`` as plain Python (``NUMBA_DISABLE_JIT=1``: a mutant is not worth compiling). What no test notices is printed
with its line: either a test is missing, or the change makes no difference (a wider array, an earlier stop of a search),
which only a reader can tell.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
COPIED = (
    "quacks_math",
    "dashboard",
    "pages",
    "data",
    "tests",
    "notebooks",
    "docs",
    "pyproject.toml",
    "Makefile",
    ".streamlit",
)
COPIED += tuple(document.name for document in ROOT.glob("*.md"))
PATIENCE = 900
"""Seconds after which a mutant that still runs counts as noticed: it hangs."""
COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
OPERATIONS = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.LShift: ">>",
    ast.BitOr: "&",
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: the file, where in it (byte offsets), what stands there, and what is put there."""

    file: Path
    first: int
    end: int
    line: int
    old: str
    new: str


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST | None, str]]:
    """Yield (what stands before the change, what stands behind it, new text); without a second the first is replaced."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARISONS:
            yield left, right, f" {COMPARISONS[type(operator)]} "
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATIONS:
            yield left, right, f" {OPERATIONS[type(operator)]} "
        case ast.BoolOp(op=operator, values=[left, right, *_]):
            yield left, right, " or " if isinstance(operator, ast.And) else " and "
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield node, None, str(value + 1)
        case ast.Call(func=ast.Name(id=name) as function) if name in SWAPPED:
            yield function, None, SWAPPED[name]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, None, f"({ast.unparse(operand)})"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every change that can be made in the functions of a file; annotations and defaults stay."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def begin(node: ast.AST) -> int:
        return starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]  # expressions have a place

    def finish(node: ast.AST) -> int:
        return starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]  # as above

    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                for left, right, new in _changes(node):
                    first, end = (begin(left), finish(left)) if right is None else (finish(left), begin(right))
                    old = source[first:end].decode()
                    # Brackets between the operands belong to one of them; such a place is left out.
                    if right is None or not set(old) & set("()[]\n#"):
                        yield Mutant(file, first, end, left.lineno, old, new)  # type: ignore[attr-defined]  # as above


def noticed(mutant: Mutant, copy: Path, tests: list[str]) -> bool:
    """Say whether the tests fail with this change."""
    place = copy / mutant.file.relative_to(ROOT)
    source = mutant.file.read_bytes()
    place.write_bytes(source[: mutant.first] + mutant.new.encode() + source[mutant.end :])
    try:
        run = subprocess.run(  # noqa: S603 (our own tests)
            [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "-p", "no:cacheprovider", *tests],
            cwd=copy,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_bytes(source)
    return run.returncode != 0


def main() -> None:
    """Make and judge mutants as the command line says."""
    words, tests = sys.argv[1:], []
    if "--" in words:
        words, tests = words[: words.index("--")], words[words.index("--") + 1 :]
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Break the program on purpose.")
    parser.add_argument("places", nargs="+", type=Path, help="files or folders of the program")
    parser.add_argument("--sample", type=int, default=20, help="how many changes (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="which changes (default 1)")
    asked = parser.parse_args(words)
    files = [file for place in asked.places for file in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    found = sorted({mutant for file in files for mutant in mutants_of(ROOT / file.resolve().relative_to(ROOT))})
    chosen = random.Random(asked.seed).sample(found, min(asked.sample, len(found)))  # noqa: S311 (no secret)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
        for number, mutant in enumerate(chosen, start=1):
            caught = noticed(mutant, copy, tests)
            missed += not caught
            where = f"{mutant.file.relative_to(ROOT)}:{mutant.line}"
            change = f"{mutant.old.strip()!r} -> {mutant.new.strip()!r}"
            print(f"{number:3} {'noticed' if caught else 'MISSED '} {where} {change}", flush=True)  # noqa: T201 (the report)
    print(f"{len(chosen) - missed} of {len(chosen)} noticed; {len(found)} changes are possible")  # noqa: T201 (as above)


if __name__ == "__main__":
    main()
