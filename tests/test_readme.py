"""The README's taste of the library is true."""

import doctest
from pathlib import Path

import quacks_math

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme_are_true() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_example_of_the_package_is_true() -> None:
    result = doctest.testmod(quacks_math)
    assert result.attempted >= 3
    assert result.failed == 0


def test_every_picture_and_folder_that_the_readme_names_exists() -> None:
    text = README.read_text(encoding="utf-8")
    targets = [part.split(")")[0] for part in text.split("](")[1:]]
    assert targets
    assert [target for target in targets if not (README.parent / target).exists()] == []
