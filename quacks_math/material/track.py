"""The pot's spiral track: 54 spaces, index 0 to 53, each with coins, victory points and perhaps a ruby."""

from typing import Annotated

import numpy as np
from pydantic import Field

from quacks_math.material.tables import DATA_FOLDER, Record, TableError, read_rows


class Space(Record):
    """One space of the track."""

    index: Annotated[int, Field(ge=0, le=53)]
    coins: Annotated[int, Field(ge=0, le=35)]
    victory_points: Annotated[int, Field(ge=0, le=15)]
    ruby: bool


TRACK: tuple[Space, ...] = read_rows(Space, DATA_FOLDER / "pot_track.csv")
"""All spaces, in order of their index."""
if [space.index for space in TRACK] != list(range(54)):
    raise TableError("pot_track.csv: must list the spaces 0 to 53 once each, in order.")

LAST_CHIP_SPACE = 52
"""The furthest space a chip can lie on."""
CHIP_SPACES = LAST_CHIP_SPACE + 1
"""How many spaces a chip can lie on."""
LAST_SCORING_SPACE = 53
"""The scoring space after it."""

COINS = np.array([space.coins for space in TRACK], dtype=np.int64)
"""Shape (54,): the printed number of each space, which is what it pays in coins."""
VICTORY_POINTS = np.array([space.victory_points for space in TRACK], dtype=np.int64)
"""Shape (54,): victory points of each space."""
RUBY = np.array([int(space.ruby) for space in TRACK], dtype=np.int64)
"""Shape (54,): 1 where the space shows a ruby."""
