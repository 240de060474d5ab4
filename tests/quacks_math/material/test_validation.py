"""Whatever is given is read once, checked for its type, and named in a message, shortened."""

from pathlib import Path
from typing import Any

import pytest

from quacks_math.material.files import parse_json, read_file
from quacks_math.material.validation import shown, tuple_of


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("W1", "'W1'"),
        (7, "7"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}…'"),
        ([1] * 100, "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …"),
        (10**500, "a number with too many digits"),
        ("\udc80", r"'\udc80'"),
    ],
)
def test_a_message_shows_a_value_shortened(value: object, written: str) -> None:
    assert shown(value) == written


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ('{"a": 1, "a": 2}', "The file has the key 'a' twice in one object; name each key once."),
        ('[{"b": {"a": 1, "a": 1}}]', "The file has the key 'a' twice in one object; name each key once."),
        ('{"a": %s}' % ("9" * 5000), "The file has a number of 5000 digits; use at most 18."),
        ("-" + "9" * 19, "The file has a number of 20 digits; use at most 18."),
        ("", "The file is not valid JSON (Expecting value in line 1, column 1); use a JSON object."),
        ('{"a": 1\n', "The file is not valid JSON (Expecting ',' delimiter in line 2, column 1); use a JSON object."),
        ("[" * 100_000, "The file is nested too deeply; use a JSON object as this program writes it."),
        (b"\xff\xfe{}", "The file is no text in UTF-8; save it in that encoding."),
    ],
)
def test_json_that_cannot_be_meant_is_refused(written: str | bytes, reason: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the whole sentence is compared)
        parse_json(written, "The file")
    assert str(refused.value) == reason


@pytest.mark.parametrize("written", ['{"a": [1, 2.5]}', '\ufeff{"a": [1, 2.5]}', b'\xef\xbb\xbf{"a": [1, 2.5]}'])
def test_json_is_read_with_and_without_a_byte_order_mark(written: str | bytes) -> None:
    assert parse_json(written, "The file") == {"a": [1, 2.5]}


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "content"
    file.write_bytes(b"x" * 2000)
    assert read_file(file, "The file", 2000) == b"x" * 2000
    with pytest.raises(ValueError, match="is too large; it may have 1 kB"):
        read_file(file, "The file", 1999)
    file.write_bytes(b" \n")
    with pytest.raises(ValueError, match="is empty; name a file with something in it"):
        read_file(file, "The file", 2000)
    with pytest.raises(ValueError, match=r"cannot be read \(it is no path\); use the path of a file"):
        read_file(tmp_path / "a\0b", "The file", 2000)
    with pytest.raises(ValueError, match=r"cannot be read \(Is a directory\); use the path of a file"):
        read_file(tmp_path, "The file", 2000)


def test_a_list_becomes_a_tuple_and_true_is_no_number() -> None:
    assert tuple_of([1, 2], int, "numbers", "a tuple of numbers") == (1, 2)
    wrong: Any
    for wrong in (5, "12", [True], {1: 2}):
        with pytest.raises(ValueError, match=r"numbers cannot be .*; use a tuple of numbers\."):
            tuple_of(wrong, int, "numbers", "a tuple of numbers")
