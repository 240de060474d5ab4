"""The map of a state aggregation, for kernels: from a real pot to its state in the coarse problem.

A chart is the numbering of a coarse problem (``exact.state_space.index``) as one array of whole numbers.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.exact.state_space.flags import Radix, flags_number
from quacks_math.brew.exact.state_space.index import BEFORE_CLASSES, LAST_CLASSES, LOOK_CLASS, OTHER
from quacks_math.brew.exact.state_space.stop_payoffs import RowRadix, row_number
from quacks_math.brew.expectimax.pot import (
    CHIPS,
    DOUBLED,
    FIRST_WHITE,
    FLASK,
    LEFT,
    LOOK,
    POINTS,
    POSITION,
    PROTECTED,
    PURPLE_POINTS,
    RUBIES,
    STACK,
    WHITE_SUM,
    Pot,
)
from quacks_math.brew.expectimax.search import STEPS
from quacks_math.kernels.compile import share
from quacks_math.material.chips import KIND_COUNT, O1

(
    WHITES, FLASKS, COUNTERS, RUBIES_RADIX, POINTS_RADIX, FRESH_WHITE, SEVENS, PAIR_ROWS, ROW_DOUBLINGS, COUNTS_RUBIES,
    COUNTS_POINTS, COUNTS_PURPLE, ROOT_RUBIES, ROOT_POINTS, ROOT_PURPLE, KNOWS_GREEN, TWOS, THREES, WHITE_TABLE,
    PAIR_TABLE, ROW_TABLE, COLOURED_TABLE, POINT_TABLE,
) = range(STEPS + 1, STEPS + 24)  # fmt: skip
"""Places on a chart, which begins with the table of ``expectimax.search``: the radices of the layout, what its counters
count and the root had gained, whether a last green is known, the radices of white 2 and white 3, where the tables begin."""
STRIDES = POINT_TABLE + 1
ROOT_LEFT = STRIDES + KIND_COUNT
LAST_CLASS = ROOT_LEFT + KIND_COUNT
BEFORE_CLASS = LAST_CLASS + KIND_COUNT
CHART_TABLES = BEFORE_CLASS + KIND_COUNT
"""Then by kind: stride of its group, chips at the root (whites: the pot's included), class as last chip and as chip
before. The tables follow: white combination by numbers of chips, ``pair_index``, ``pair_row``, a record for each coloured
number, a record for each point."""
PROTECTIONS, DOUBLINGS, KEY, KEY_EMPTY, COLOURED_RECORD = range(5)
OFFSET, LOW, SIZE, VARIANT, PAIRS, POINT_RECORD = range(6)
"""Fields of such records, and their lengths."""
Chart = npt.NDArray[np.int64]


def state_at(pot: Pot, chart: Chart) -> tuple[int, int, int]:
    """Return (state, row of the worth of stopping, space) of a pot in the coarse problem; state -1 if it has none.

    Args:
        pot: The pot; with a look pending that state is meant.
        chart: The coarse problem's chart.
    """
    coloured = 0
    for kind in range(O1, KIND_COUNT):
        coloured += chart[STRIDES + kind] * (chart[ROOT_LEFT + kind] - pot[LEFT + kind])
    white = chart[ROOT_LEFT] - pot[LEFT]
    white = white * chart[TWOS] + chart[ROOT_LEFT + 1] - pot[LEFT + 1]
    white = white * chart[THREES] + chart[ROOT_LEFT + 2] - pot[LEFT + 2]
    white = chart[chart[WHITE_TABLE] + white]
    if white < 0:
        return -1, 0, 0
    point = chart[POINT_TABLE] + POINT_RECORD * (coloured * chart[WHITES] + white)
    spaces = chart[point + SIZE]
    if spaces == 0:
        return -1, 0, 0
    record = chart[COLOURED_TABLE] + COLOURED_RECORD * coloured
    last, before = OTHER, 0
    chips = pot[CHIPS]
    if chips > 0 and pot[STACK + chips - 1] >= 0:
        last = chart[LAST_CLASS + pot[STACK + chips - 1]]
    if chips > 1 and pot[STACK + chips - 2] >= 0:
        before = chart[BEFORE_CLASS + pot[STACK + chips - 2]]
    if last >= LOOK_CLASS and pot[LOOK] == 0:
        last = OTHER
    pair = chart[chart[PAIR_TABLE] + (chart[point + VARIANT] * LAST_CLASSES + last) * BEFORE_CLASSES + before]
    if pair < 0:
        return -1, 0, 0
    counters = 0
    if chart[COUNTS_PURPLE]:
        counters = pot[PURPLE_POINTS] - chart[ROOT_PURPLE]
    counters *= chart[POINTS_RADIX]
    if chart[COUNTS_POINTS]:
        counters += min(chart[POINTS_RADIX] - 1, pot[POINTS] - chart[ROOT_POINTS])
    counters *= chart[RUBIES_RADIX]
    if chart[COUNTS_RUBIES]:
        counters += min(chart[RUBIES_RADIX] - 1, pot[RUBIES] - chart[ROOT_RUBIES])
    flask = min(pot[FLASK], chart[FLASKS] - 1)
    stirred = int(pot[FIRST_WHITE] == 1 and white == chart[FRESH_WHITE])
    radix = Radix(chart[FLASKS], chart[record + PROTECTIONS], chart[record + DOUBLINGS], chart[COUNTERS])
    protected, doubled = min(pot[PROTECTED], radix.protections - 1), min(pot[DOUBLED], radix.doublings - 1)
    memory = flags_number(radix, stirred, flask, protected, doubled, counters) * chart[point + PAIRS] + pair
    key = chart[record + KEY_EMPTY] if chips == 0 else chart[record + KEY]
    pair_row = chart[chart[ROW_TABLE] + (OTHER if last >= LOOK_CLASS else last) * BEFORE_CLASSES + before]
    rows = RowRadix(chart[SEVENS], chart[PAIR_ROWS], chart[FLASKS], chart[ROW_DOUBLINGS], chart[COUNTERS])
    row = row_number(rows, key, pot[WHITE_SUM], pair_row, flask, pot[DOUBLED], counters)
    first = chart[point + LOW]
    space = min(max(pot[POSITION], first), first + spaces - 1)
    return chart[point + OFFSET] + memory * spaces + space - first, row, space


share(state_at)
