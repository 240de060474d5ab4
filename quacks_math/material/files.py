"""Reading a file or a JSON text that somebody gave; whatever is wrong with it is a ``ValueError`` with one sentence."""

import json
import stat
from pathlib import Path
from typing import Any

from quacks_math.material.validation import MOST_SHOWN_OF_PATH, OWN_STREAM, shown

MOST_DIGITS = 18
"""Digits of a whole number in JSON; none that this program knows is nearly as long."""


def parse_json(written: str | bytes, name: str) -> Any:  # noqa: ANN401 (JSON is whatever it holds; callers validate it)
    """Return what a JSON text says.

    Args:
        written: The text; as bytes in UTF-8, with or without a byte order mark.
        name: What the text is, at the beginning of the sentence: "The line".

    Raises:
        ValueError: If it is no JSON, names a key twice, or holds a number that is too long to be meant.
    """

    def one_of_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for key, value in pairs:
            if key in named:
                raise ValueError(f"{name} has the key {shown(key)} twice in one object; name each key once.")
            named[key] = value
        return named

    def short_number(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise ValueError(f"{name} has a number of {len(digits)} digits; use at most {MOST_DIGITS}.")
        return int(digits)

    try:
        text = written.decode("utf-8-sig") if isinstance(written, bytes) else written.removeprefix("\ufeff")
        return json.loads(text, object_pairs_hook=one_of_each, parse_int=short_number)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"{name} is not valid JSON ({error.msg} in {place}); use a JSON object.") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is no text in UTF-8; save it in that encoding.") from error
    except RecursionError as error:
        raise ValueError(f"{name} is nested too deeply; use a JSON object as this program writes it.") from error


def read_file(path: Path, name: str, most_bytes: int) -> bytes:
    """Return the content of a file.

    Args:
        path: Where it lies.
        name: What it is, at the beginning of the sentence: "The rates file".
        most_bytes: A longer file is refused, and not read to its end.

    Raises:
        ValueError: If it cannot be read, is a pipe or a device, is empty or too long.
    """
    name = f"{name} {shown(str(path), MOST_SHOWN_OF_PATH)}"
    if "\0" in str(path):
        raise ValueError(f"{name} cannot be read (it is no path); use the path of a file.")
    try:
        # To open a pipe would wait for somebody who writes into it; what is open already may be read as it comes.
        kind = stat.S_IFMT(path.stat().st_mode)
        if kind not in (stat.S_IFREG, stat.S_IFDIR) and not OWN_STREAM.fullmatch(str(path)):
            raise ValueError(f"{name} is a pipe or a device; use the path of a file.")
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise ValueError(f"{name} cannot be read ({error.strerror}); use the path of a file.") from error
    if len(content) > most_bytes:
        raise ValueError(f"{name} is too large; it may have {most_bytes // 1000} kB.")
    if not content.strip():
        raise ValueError(f"{name} is empty; name a file with something in it.")
    return content
