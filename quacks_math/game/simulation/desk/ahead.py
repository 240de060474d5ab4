"""What the look-ahead strategy needs besides the desk."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import share


class Ahead(NamedTuple):
    """Scratch and rates of look-ahead (``expectimax.search``)."""

    pots: npt.NDArray[np.int64]  # shape (ROWS, POT_SIZE)
    values: npt.NDArray[np.float64]  # shape (ROWS, VALUES)
    rates: npt.NDArray[np.float64]  # shape (10, R): the rates of each round by its number
    memo: npt.NDArray[np.int64]  # shape (MEMO_SIZE,)
    memo_values: npt.NDArray[np.float64]  # shape (MEMO_VALUES,)
    options: npt.NDArray[np.int64]  # shape (5,): options of a pot that is tried out
    here: npt.NDArray[np.int64]  # shape (1,): the number 0, not a literal


def unowned_ahead(ahead: Ahead | None) -> Ahead | None:
    """Return the same arrays without owners; None where there are none."""
    if ahead is None:
        return None
    return Ahead(
        unowned(ahead.pots),
        unowned(ahead.values),
        unowned(ahead.rates),
        unowned(ahead.memo),
        unowned(ahead.memo_values),
        unowned(ahead.options),
        unowned(ahead.here),
    )


share(unowned_ahead)
