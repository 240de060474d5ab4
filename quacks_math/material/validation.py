"""What somebody gave: read from a file or from JSON, checked for its type, and named in a message.

Whatever is wrong with it is a ``ValueError`` with one sentence that names the value, shortened, and what would be right.
This holds for values of a wrong type too, so that whoever calls the library, or the command line for it, has one thing
to catch.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

Kind = TypeVar("Kind")
Name = TypeVar("Name")

MOST_SHOWN = 40
"""Characters of a value that a message names."""
MOST_SHOWN_OF_PATH = 200
OWN_STREAM = re.compile(r"/dev/(stdin|fd/[0-9]+)")
"""What the process was given when it was started: standard input, or in a shell what ``<(command)`` stands for."""


def shown(value: object, most: int = MOST_SHOWN) -> str:
    """Return a value as a message names it: the way Python writes it, and cut when it is long.

    Args:
        value: The value.
        most: Characters of it that are shown.
    """
    if isinstance(value, int) and value.bit_length() > 4 * most:
        return "a number with too many digits"
    if isinstance(value, str) and len(value) > most:
        written = repr(value[:most])
        return f"{written[:-1]}…{written[-1]}"
    written = repr(value)
    return written if len(written) <= most + len("''") else f"{written[:most]}…"


def is_whole_number(value: object, lowest: int, highest: int) -> bool:
    """Say whether a value is a whole number in this range; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def of_type(value: object, kind: type[Kind] | tuple[type[Kind], ...], name: str, right: str) -> Kind:
    """Return the value.

    Args:
        value: What was given.
        kind: The type it must have, or several of which one is enough; True and False are no numbers.
        name: What it stands for, at the beginning of the sentence.
        right: What would be right, such as "a text such as 'W1x4 O1'".

    Raises:
        ValueError: If it is of another type.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind not in (bool, object)):
        raise ValueError(f"{name} cannot be {shown(value)}; use {right}.")
    return value


def text_of(value: object, name: str, right: str) -> str:
    """Return the value, which must be a text; see ``of_type``."""
    return of_type(value, str, name, right)


def tuple_of(values: object, kind: type[Kind] | tuple[type[Kind], ...], name: str, right: str) -> tuple[Kind, ...]:
    """Return the values as a tuple, so that nobody who still has the list can change what was made of it.

    Args:
        values: A tuple or a list.
        kind: The type that each of them must have, or several of which one is enough.
        name: What they stand for.
        right: What would be right.

    Raises:
        ValueError: If they are something else.
    """
    if not isinstance(values, tuple | list):
        of_type(values, tuple, name, right)
    entries: Iterable[object] = values  # type: ignore[assignment]  # of_type refused everything else
    return tuple(of_type(value, kind, name, right) for value in entries)


def checked(check: Callable[[str, object], None]) -> Callable[[type[Kind]], type[Kind]]:
    """Return a class decorator for named tuples: each field of a new one is checked.

    ``_replace`` checks nothing: it is for code inside that has values of its own, such as a book that no longer matters.

    Args:
        check: Raises ``ValueError`` if a field, by name, cannot have a value.
    """

    def decorate(named_tuple: Any) -> Any:  # noqa: ANN401 (what typing makes of a NamedTuple has no type of its own)
        unchecked = named_tuple.__new__

        @wraps(unchecked)
        def new(cls: Any, *values: Any, **by_name: Any) -> Any:  # noqa: ANN401 (a named tuple of any fields)
            made = unchecked(cls, *values, **by_name)
            for name, value in zip(cls._fields, made, strict=True):
                check(name, value)
            return made

        named_tuple.__new__ = staticmethod(new)
        return named_tuple

    return decorate


def once_each(named: object, read: Callable[[str], Name], what: str, right: str) -> dict[Name, Any]:
    """Return a mapping with its names read, so that two spellings of one name are not two entries.

    Args:
        named: A mapping from names as they were written.
        read: Returns what a name stands for, or raises ``ValueError``.
        what: What the mapping is, at the beginning of the sentence.
        right: What would be right.

    Raises:
        ValueError: If it is no mapping, a name is none, or two names stand for the same.
    """
    values: dict[Name, Any] = {}
    for written, value in of_type(named, Mapping, what, right).items():
        name = read(written)
        if name in values:
            raise ValueError(f"{what} names {shown(written)} twice; name it once.")
        values[name] = value
    return values
