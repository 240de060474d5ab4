"""Reading the tables of the game from ``data/``: once, validated, with a sentence for whoever broke one.

Every file in ``data/`` has an entry in ``sources.json`` that says where its facts come from and how sure they are.
"""

import csv
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from quacks_math.material.files import parse_json
from quacks_math.material.validation import MOST_SHOWN, shown

Row = TypeVar("Row", bound=BaseModel)


class TableError(ValueError):
    """A table in ``data/`` cannot be used: names the file, the row and the reason."""


class Record(BaseModel):
    """A row of a table: immutable, no unknown columns."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _data_folder() -> Path:
    """Return the folder of the tables: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


DATA_FOLDER = _data_folder()


def first_reason(error: ValidationError) -> str:
    """Return one sentence for the first thing that pydantic found wrong."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])[: 2 * MOST_SHOWN]
    return f"{place}: {said_of(problem)} (got {shown(problem['input'])})" if place else said_of(problem)


def said_of(problem: ErrorDetails) -> str:
    """Return what pydantic says of a problem, without its end of sentence; where it says little, in our words."""
    if problem["type"] == "extra_forbidden":
        return "is not known here; leave it out"
    if problem["type"] == "union_tag_invalid":
        return f"{shown(problem['ctx']['tag'])} is no type; use one of {problem['ctx']['expected_tags']}"
    return problem["msg"].removeprefix("Value error, ").rstrip(".")


def read_rows(model: type[Row], path: Path) -> tuple[Row, ...]:
    """Read a CSV file as validated rows.

    Args:
        model: The shape of one row.
        path: The file.

    Raises:
        TableError: If the file is missing or a row is not as it must be.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            raw = list(csv.DictReader(file))
    except OSError as error:
        raise TableError(f"{path.name}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{path.name}: is not text in UTF-8 ({error}).") from error
    rows = []
    for number, fields in enumerate(raw, start=2):
        given = {name: value for name, value in fields.items() if value not in ("", None)}
        try:
            rows.append(model.model_validate(given))
        except ValidationError as error:
            raise TableError(f"{path.name}, line {number}: {first_reason(error)}.") from error
    return tuple(rows)


def read_json(path: Path) -> Any:  # noqa: ANN401  (JSON is whatever the file holds; callers validate it)
    """Read a JSON file.

    Raises:
        TableError: If the file is missing or is not JSON.
    """
    try:
        return parse_json(path.read_bytes(), path.name)
    except OSError as error:
        raise TableError(f"{path.name}: cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise TableError(str(error)) from error
