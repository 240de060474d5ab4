"""House rulings: questions no official text answers, each a switch with a default.

``Rulings`` holds the number of the chosen answer (0 is the default), which is the form that compiled rules read.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import ValidationError

from quacks_math.material.tables import DATA_FOLDER, Record, TableError, first_reason, read_json
from quacks_math.material.validation import checked, is_whole_number, once_each, shown, text_of


class Ruling(Record):
    """One open question with its possible answers, the default first."""

    id: str
    question: str
    choices: dict[str, str]
    affects: tuple[str, ...]


def _load() -> dict[str, Ruling]:
    """Return the rulings by id, in the order of the file."""
    rulings: dict[str, Ruling] = {}
    for number, entry in enumerate(read_json(DATA_FOLDER / "rulings.json")["rulings"], start=1):
        try:
            ruling = Ruling.model_validate(entry)
        except ValidationError as error:
            raise TableError(f"rulings.json, ruling {number}: {first_reason(error)}.") from error
        rulings[ruling.id] = ruling
    return rulings


RULINGS: dict[str, Ruling] = _load()
"""All rulings by id."""


def _check_answer(ruling_id: str, number: object) -> None:
    """Check the number of an answer."""
    highest = len(RULINGS[ruling_id].choices) - 1
    if not is_whole_number(number, 0, highest):
        raise ValueError(f"{shown(number)} is no answer to {ruling_id}; use 0 to {highest}.")


@checked(_check_answer)
class Rulings(NamedTuple):
    """The number of the chosen answer to each open question; 0 is the default.

    Raises:
        ValueError: If there is no such answer.
    """

    black_zero: int = 0
    purple3_space: int = 0
    green3_price: int = 0
    blue4_price: int = 0
    empty_pot: int = 0
    flask_after_look: int = 0
    yellow2_doubles: int = 0
    limits: int = 0
    rats_friends: int = 0
    tube_end: int = 0
    split_steps: int = 0
    extra_spaces: int = 0
    early_gift: int = 0
    strong_step_b: int = 0

    def choice(self, ruling_id: str) -> str:
        """Return the name of the answer chosen for a question.

        Raises:
            ValueError: If there is no such question.
        """
        ruling_id = _ruling_id(ruling_id)
        number: int = getattr(self, ruling_id)
        return list(RULINGS[ruling_id].choices)[number]


if Rulings._fields != tuple(RULINGS):
    raise TableError("rulings.json: the ids must be the known ones, in the known order.")


def _ruling_id(name: str) -> str:
    """Return the id of a ruling in small letters.

    Raises:
        ValueError: If there is no such ruling.
    """
    ruling_id = text_of(name, "A ruling", "its id, such as 'limits'").strip().lower()
    if ruling_id not in RULINGS:
        raise ValueError(f"{shown(name)} is not a ruling; use one of {', '.join(RULINGS)}.")
    return ruling_id


def rulings_from(choices: Mapping[str, str]) -> Rulings:
    """Return rulings with these answers, defaults elsewhere; capital and small letters are the same.

    Raises:
        ValueError: If a question or an answer is unknown, or a question is named twice.
    """
    numbers: dict[str, int] = {}
    chosen = once_each(choices, _ruling_id, "The choice of rulings", 'answers by id, such as {"limits": "added"}')
    for ruling_id, choice in chosen.items():
        possible = list(RULINGS[ruling_id].choices)
        right = f"one of {', '.join(possible)}"
        if text_of(choice, f"The answer to {ruling_id}", right).strip().lower() not in possible:
            raise ValueError(f"{shown(choice)} is no answer to {ruling_id}; use {right}.")
        numbers[ruling_id] = possible.index(choice.strip().lower())
    return Rulings(**numbers)
