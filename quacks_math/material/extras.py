"""The smaller tables: bonus die, rat tails, test tubes, round marker."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from quacks_math.material.chips import KINDS
from quacks_math.material.tables import DATA_FOLDER, Record, TableError, read_rows


class DieFace(Record):
    """One face of the bonus die."""

    face: int
    effect: str
    victory_points: int
    rubies: int
    droplet_steps: int
    orange_1_chips: int


class RatTail(Record):
    """A rat tail on the scoring track, lying between two points."""

    after_vp: Annotated[int, Field(ge=0, le=49)]
    before_vp: Annotated[int, Field(ge=1, le=50)]


class Glass(Record):
    """One glass of the test-tube side."""

    glass: int
    bonus: Literal["start", "ruby", "victory_points", "chip"]
    amount: int = 0
    chip_colour: str = ""
    chip_value: int = 0


class RoundEvent(Record):
    """What the round marker brings."""

    round: Annotated[int, Field(ge=1, le=9)]
    event: str


DIE_FACES: tuple[DieFace, ...] = read_rows(DieFace, DATA_FOLDER / "bonus_die.csv")
if [face.face for face in DIE_FACES] != [1, 2, 3, 4, 5, 6]:
    raise TableError("bonus_die.csv: must list the six faces in order.")
DIE_POINTS = np.array([face.victory_points for face in DIE_FACES], dtype=np.int64)
"""Shape (6,): victory points of each face."""
DIE_RUBIES = np.array([face.rubies for face in DIE_FACES], dtype=np.int64)
"""Shape (6,): rubies of each face."""
DIE_STEPS = np.array([face.droplet_steps for face in DIE_FACES], dtype=np.int64)
"""Shape (6,): droplet steps of each face."""
DIE_ORANGES = np.array([face.orange_1_chips for face in DIE_FACES], dtype=np.int64)
"""Shape (6,): orange 1-chips of each face."""

TRACK_LAP = 50
"""The scoring track repeats after this many victory points."""
_tails = read_rows(RatTail, DATA_FOLDER / "rat_tails.csv")
if any(tail.before_vp != tail.after_vp + 1 for tail in _tails):
    raise TableError("rat_tails.csv: a tail lies between two neighbouring points.")
RAT_TAIL_AFTER = np.array([int(vp in {tail.after_vp for tail in _tails}) for vp in range(TRACK_LAP)], dtype=np.int64)
"""Shape (50,): 1 where a rat tail lies between this number of points (modulo 50) and the next."""

TEST_TUBES: tuple[Glass, ...] = read_rows(Glass, DATA_FOLDER / "test_tubes.csv")
LAST_GLASS = len(TEST_TUBES) - 1


def _glass_kind(glass: Glass) -> int:
    """Return the kind of chip that a glass gives, -1 for none."""
    if glass.bonus != "chip":
        return -1
    letters = {"blue": "B", "black": "K", "red": "R", "purple": "P", "yellow": "Y", "green": "G", "orange": "O"}
    kind = f"{letters.get(glass.chip_colour, '?')}{glass.chip_value}"
    if kind not in KINDS:
        raise TableError(f"test_tubes.csv, glass {glass.glass}: {glass.chip_colour} {glass.chip_value} is not a chip.")
    return KINDS.index(kind)


TUBE_POINTS = np.array([g.amount if g.bonus == "victory_points" else 0 for g in TEST_TUBES], dtype=np.int64)
"""Shape (13,): victory points of each glass."""
TUBE_RUBIES = np.array([g.amount if g.bonus == "ruby" else 0 for g in TEST_TUBES], dtype=np.int64)
"""Shape (13,): rubies of each glass."""
TUBE_KIND = np.array([_glass_kind(glass) for glass in TEST_TUBES], dtype=np.int64)
"""Shape (13,): kind of chip of each glass, -1 for none."""

ROUND_EVENTS: tuple[RoundEvent, ...] = read_rows(RoundEvent, DATA_FOLDER / "round_events.csv")


def _round_of(event: str) -> int:
    """Return the one round that brings an event, by what the table says of it."""
    rounds = [row.round for row in ROUND_EVENTS if event in row.event]
    if len(rounds) != 1:
        raise TableError(f"round_events.csv: exactly one round must say {event!r}, not {len(rounds)}.")
    return rounds[0]


ROUNDS = _round_of("last round")
FIRST_RAT_ROUND = _round_of("rats used from this round on")
YELLOW_BOOK_ROUND = _round_of("yellow book opens")
PURPLE_BOOK_ROUND = _round_of("purple book opens")
EXTRA_WHITE_ROUND = _round_of("adds one white 1-chip")
