"""House rulings: questions no official text answers, each a switch with a default.

``Rulings`` holds the number of the chosen answer (0 is the default), which is the form that compiled rules read.
"""

from typing import NamedTuple

from pydantic import ValidationError

from quacks_math.material.tables import DATA_FOLDER, Record, TableError, first_reason, read_json


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


class Rulings(NamedTuple):
    """The number of the chosen answer to each open question; 0 is the default."""

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
        """Return the name of the answer chosen for a question."""
        number: int = getattr(self, ruling_id)
        return list(RULINGS[ruling_id].choices)[number]


if Rulings._fields != tuple(RULINGS):
    raise TableError("rulings.json: the ids must be the known ones, in the known order.")


def rulings_from(choices: dict[str, str]) -> Rulings:
    """Return rulings with these answers, defaults elsewhere.

    Raises:
        ValueError: If a question or an answer is unknown.
    """
    numbers: dict[str, int] = {}
    for ruling_id, choice in choices.items():
        if ruling_id not in RULINGS:
            raise ValueError(f"{ruling_id!r} is not a ruling; use one of {', '.join(RULINGS)}.")
        possible = list(RULINGS[ruling_id].choices)
        if choice not in possible:
            raise ValueError(f"{choice!r} is no answer to {ruling_id}; use one of {', '.join(possible)}.")
        numbers[ruling_id] = possible.index(choice)
    return Rulings(**numbers)
