"""Notebooks: the .ipynb files are those of their sources, and every cell runs."""

from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
SOURCES = sorted(source for source in FOLDER.glob("*.py") if source.name != "build.py")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_notebook_has_the_cells_of_its_source(source: Path) -> None:
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    wanted = jupytext.read(source)
    assert [(cell.cell_type, cell.source) for cell in written.cells] == [
        (cell.cell_type, cell.source) for cell in wanted.cells
    ]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_cell_of_a_notebook_runs_and_shows_what_is_written(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    run = jupytext.read(source)
    NotebookClient(run, timeout=600, kernel_name="python3").execute()
    assert any(cell.get("outputs") for cell in run.cells)
    for now, before in zip(run.cells, written.cells, strict=True):
        for shown, stored in zip(now.get("outputs", []), before.get("outputs", []), strict=True):
            assert shown.get("text") == stored.get("text")
            assert (shown.get("data") or {}).get("text/plain") == (stored.get("data") or {}).get("text/plain")
