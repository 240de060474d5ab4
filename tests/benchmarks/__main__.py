"""Run the ``main`` of every module ``bench_*.py`` in this folder; names given as words choose some of them."""

import sys
from importlib import import_module
from pathlib import Path


def run(chosen: list[str]) -> None:
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not chosen or file.stem.removeprefix("bench_") in chosen:
            import_module(f"tests.benchmarks.{file.stem}").main()


run(sys.argv[1:])
