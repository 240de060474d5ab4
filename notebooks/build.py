"""Write every notebook from its percent source, executed: ``python notebooks/build.py``."""

from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    for source in sorted(FOLDER.glob("*.py")):
        if source != Path(__file__):
            notebook = jupytext.read(source)
            for number, cell in enumerate(notebook.cells):
                cell["id"] = f"{source.stem[:40]}-{number}"
            NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
            for cell in notebook.cells:
                cell["metadata"].pop("execution", None)
            nbformat.write(notebook, source.with_suffix(".ipynb"))
