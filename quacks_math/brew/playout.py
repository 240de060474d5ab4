r"""Playing the real brew by the values of a coarser one.

A coarse problem (``coarse``) forgets what fewest decisions depend on: which of several chips that move alike came out,
whether a green chip is last, what purple and black chips will pay. It is solved exactly, with values V and worths of
stopping S. The real brew is then played on the real pot (``pot``), every chip by its own rule, and what follows a chip is
judged by

.. math::  P(s) = \max\bigl(S^*(s),\; V(s) + S^*(s) - S(s)\bigr),

the second only where the coarse problem would draw on, S* being the real worth of stopping: what lies in the pot already
counts in full, what is still to come as the coarse problem sees it. A draw is worth the mean D(s) of P over the chips of
the real bag, each with its best choice (flask, returned white, look), and drawing goes on while D exceeds S*. So the rule
looks one real step ahead; if nothing is forgotten it is best play.

The same numbers take most of the noise out of the mean. The difference between P of the chip that came and its
expectation D has mean zero whatever P is; subtracted from the worth of the finished pot after every draw and every look,
it leaves only as much spread as P is wrong. If P is exact, every single brew gives the exact value.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.choices import (
    NO_KIND,
    NOTHING,
    RETURN,
    Options,
    carry_out,
    list_options,
    second_chance_is_due,
    see,
)
from quacks_math.brew.forward import MOST_PAID, TIE
from quacks_math.brew.layout import LOOK_CLASS, OTHER
from quacks_math.brew.look_ahead import (
    BEST,
    MEMO_SIZE,
    RULE,
    VALUES,
    Memo,
    RateNumbers,
    Values,
    best_of_seen,
    rule_stops,
    value_of,
    verdict_of,
)
from quacks_math.brew.playing import CHIP_ARRIVED, DRAWING_OVER, LOOKING, MUST_DRAW
from quacks_math.brew.pot import (
    CHIPS,
    DOUBLED,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    FLASK,
    IN_BAG,
    LEFT,
    LOOK,
    OVER,
    PAID_BOTH,
    POINTS,
    POSITION,
    POT_SIZE,
    PROTECTED,
    PURPLE_POINTS,
    RUBIES,
    SECOND_CHANCE,
    STACK,
    STRONG_INGREDIENT,
    STRONG_LOOK,
    TABLE_CARD,
    WHITE_SUM,
    Pot,
    Table,
    books_of,
    copy_pot,
    copy_top,
    draw,
    last_chip,
    last_white,
    place_strong,
    receive,
    return_white,
    start_again,
    take_from_bag,
)
from quacks_math.brew.stream import Stream
from quacks_math.brew.sweep import row_number
from quacks_math.brew.worth import STOPPED
from quacks_math.compiled import kernel, share
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_COUNT, O1, W1
from quacks_math.rules.placing import is_white, may_return_white

PLAIN_VALUES, AFTER_OFFER, OFFER_TO_COME = range(3)
"""Rows of coarse values: without A Second Chance, once its offer has come, before it comes."""
(
    WHITES, FLASKS, COUNTERS, RUBIES_RADIX, POINTS_RADIX, FRESH_WHITE, SEVENS, PAIR_ROWS, ROW_DOUBLINGS, COUNTS_RUBIES,
    COUNTS_POINTS, COUNTS_PURPLE, ROOT_RUBIES, ROOT_POINTS, ROOT_PURPLE, KNOWS_GREEN, TWOS, THREES, WHITE_TABLE,
    PAIR_TABLE, ROW_TABLE, COLOURED_TABLE,
) = range(22)  # fmt: skip
"""Places of the first numbers of a map: the radices of ``layout``, what its counters count and the root had gained, whether
a last green is known, the radices of white 2 and white 3, where the tables begin."""
STRIDES = 22
ROOT_LEFT = STRIDES + KIND_COUNT
LAST_CLASS = ROOT_LEFT + KIND_COUNT
BEFORE_CLASS = LAST_CLASS + KIND_COUNT
MAP_TABLES = BEFORE_CLASS + KIND_COUNT
"""Then by kind: stride of its group, chips at the root (whites: the pot's included), class as last chip and as chip
before. The tables follow: white combination by numbers of chips, ``pair_index``, ``pair_row``, then a record for each
coloured number."""
VARIANT, PAIRS, PROTECTIONS, DOUBLINGS, KEY, KEY_EMPTY, RECORD = range(7)
"""Fields of such a record, and its length."""
BEFORE_CLASSES, LAST_CLASSES = 4, 11
SCRATCH_POTS = 3
"""The brew, what is tried out, a brew that begins again."""
NO_DRAW = KIND_COUNT
"""Stands for the first chip of a brew in which none was drawn."""
NUMBER, SUM, SQUARES = range(3)
"""What is added up of the values of brews."""
MOST_RUBIES = 250
NEUTRAL = W1
"""A last chip that step B does not ask for."""

Map = npt.NDArray[np.int64]
Offsets = npt.NDArray[np.int64]
Spaces = npt.NDArray[np.int16]


def state_at(
    pot: Pot, chart: Map, offset: Offsets, low: Spaces, size: Spaces
) -> tuple[int, int, int]:
    """Return (state, row of the worth of stopping, space) of a pot in the coarse problem; state -1 if it has none.

    Args:
        pot: The pot; with a look pending that state is meant.
        chart: The coarse problem's map.
        offset: See ``Layout``.
        low: Likewise.
        size: Likewise.
    """
    coloured = 0
    for kind in range(O1, KIND_COUNT):
        coloured += chart[STRIDES + kind] * (chart[ROOT_LEFT + kind] - pot[LEFT + kind])
    ones, twos, threes = chart[ROOT_LEFT] - pot[LEFT], chart[ROOT_LEFT + 1] - pot[LEFT + 1], chart[ROOT_LEFT + 2] - pot[LEFT + 2]
    white = chart[chart[WHITE_TABLE] + (ones * chart[TWOS] + twos) * chart[THREES] + threes]
    if white < 0:
        return -1, 0, 0
    point = coloured * chart[WHITES] + white
    spaces = int(size[point])
    if spaces == 0:
        return -1, 0, 0
    record = chart[COLOURED_TABLE] + RECORD * coloured
    last, before = OTHER, 0
    chips = pot[CHIPS]
    if chips > 0 and pot[STACK + chips - 1] >= 0:
        last = chart[LAST_CLASS + pot[STACK + chips - 1]]
    if chips > 1 and pot[STACK + chips - 2] >= 0:
        before = chart[BEFORE_CLASS + pot[STACK + chips - 2]]
    if last >= LOOK_CLASS and pot[LOOK] == 0:
        last = OTHER
    pair = chart[chart[PAIR_TABLE] + (chart[record + VARIANT] * LAST_CLASSES + last) * BEFORE_CLASSES + before]
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
    protections, doublings = chart[record + PROTECTIONS], chart[record + DOUBLINGS]
    memory = (stirred * chart[FLASKS] + flask) * protections + min(pot[PROTECTED], protections - 1)
    memory = (memory * doublings + min(pot[DOUBLED], doublings - 1)) * chart[COUNTERS] + counters
    memory = memory * chart[record + PAIRS] + pair
    key = chart[record + KEY_EMPTY] if chips == 0 else chart[record + KEY]
    pair_row = chart[chart[ROW_TABLE] + (OTHER if last >= LOOK_CLASS else last) * BEFORE_CLASSES + before]
    row = row_number(
        key, pot[WHITE_SUM], chart[SEVENS], pair_row, chart[PAIR_ROWS], flask, chart[FLASKS], pot[DOUBLED],
        chart[ROW_DOUBLINGS], counters, chart[COUNTERS],
    )  # fmt: skip
    first = int(low[point])
    space = min(max(pot[POSITION], first), first + spaces - 1)
    return int(offset[point] + memory * spaces + space - first), row, space


def lasting_value(pot: Pot, table: Table, rates: RateNumbers, memo: Memo, memo_values: Values) -> float:
    """Return what the pot is worth if its last two chips, as far as they are green, are not the last ones any more."""
    chips = pot[CHIPS]
    last = pot[STACK + chips - 1] if chips > 0 else NO_KIND
    before = pot[STACK + chips - 2] if chips > 1 else NO_KIND
    if last >= 0 and KIND_COLOUR[last] == GREEN:
        pot[STACK + chips - 1] = NEUTRAL
    if before >= 0 and KIND_COLOUR[before] == GREEN:
        pot[STACK + chips - 2] = NEUTRAL
    value = value_of(pot, table, rates, memo, memo_values)
    if chips > 0:
        pot[STACK + chips - 1] = last
    if chips > 1:
        pot[STACK + chips - 2] = before
    return float(value)


def promise(
    pot: Pot, source: Values, chart: Map, offset: Offsets, low: Spaces, size: Spaces, rows: Values, table: Table,
    rates: RateNumbers, memo: Memo, memo_values: Values,
) -> float:  # fmt: skip
    """Return what a pot that has not exploded promises, everything declined that is open besides a look.

    Args:
        pot: The pot.
        source: Coarse values of states.
        chart: The coarse problem's map.
        offset: See ``Layout``.
        low: Likewise.
        size: Likewise.
        rows: Shape (rows, 53): coarse worth of stopping.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        memo: As in ``look_ahead.value_of``.
        memo_values: Likewise.
    """
    real = value_of(pot, table, rates, memo, memo_values)
    if pot[IN_BAG] == 0:
        return float(real)
    state, row, space = state_at(pot, chart, offset, low, size)
    if state < 0:
        return float(real)
    lasting = real
    if not chart[KNOWS_GREEN]:
        lasting = lasting_value(pot, table, rates, memo, memo_values)
    going_on = source[state] + lasting - rows[row, space]
    if table[TABLE_CARD] == STRONG_INGREDIENT:
        return float(max(real, going_on))
    if pot[LOOK] == 0 and table[RULE] != BEST:
        return float(real if rule_stops(pot, table) else going_on)
    if pot[LOOK] == 0 and source[state] <= rows[row, space] + TIE:
        return float(real)
    return float(max(real, going_on)) if table[RULE] == BEST else float(going_on)


def settled_promise(
    pot: Pot, begin: Pot, again: Pot, values: Values, chart: Map, offset: Offsets, low: Spaces, size: Spaces,
    rows: Values, table: Table, rates: RateNumbers, memo: Memo, memo_values: Values,
) -> float:  # fmt: skip
    """Return the same with the better answer to A Second Chance if that is offered now; the pot may have exploded.

    Args:
        pot: The pot.
        begin: The pot at the beginning of the brew, for A Second Chance.
        again: Scratch.
        values: Shape (1 or 3, states): coarse values, see ``PLAIN_VALUES``.
        chart: As in ``promise``, like the following.
        offset: As above.
        low: As above.
        size: As above.
        rows: As above.
        table: As above.
        rates: As above.
        memo: As above.
        memo_values: As above.
    """
    if pot[SECOND_CHANCE] == 0:
        if pot[EXPLODED]:
            return float(value_of(pot, table, rates, memo, memo_values))
        return promise(pot, values[PLAIN_VALUES], chart, offset, low, size, rows, table, rates, memo, memo_values)
    if pot[EXPLODED] == 0 and (pot[FIVE_LAY] == 0 or pot[LOOK] > 0):
        source = values[AFTER_OFFER if pot[FIVE_LAY] else OFFER_TO_COME]
        return promise(pot, source, chart, offset, low, size, rows, table, rates, memo, memo_values)
    copy_pot(begin, again)
    for number in (FLASK, RUBIES, POINTS):
        again[number] = pot[number]
    better = promise(again, values[PLAIN_VALUES], chart, offset, low, size, rows, table, rates, memo, memo_values)
    if pot[EXPLODED]:
        return float(max(better, value_of(pot, table, rates, memo, memo_values)))
    stay = promise(pot, values[PLAIN_VALUES], chart, offset, low, size, rows, table, rates, memo, memo_values)
    return float(max(better, stay))


def judge_chips(
    pot: Pot, by_look: bool, judged: Values, trial: Pot, begin: Pot, again: Pot, values: Values, chart: Map,
    offset: Offsets, low: Spaces, size: Spaces, rows: Values, table: Table, rates: RateNumbers, memo: Memo,
    memo_values: Values,
) -> float:  # fmt: skip
    """Write what every chip of the bag promises if it comes now, and return the mean of a draw.

    Args:
        pot: The pot; its bag is not empty.
        by_look: Whether the chip is placed from a look: then a white cannot better be put back than not be placed.
        judged: Shape (18,) or longer: promise by kind, written where the bag has one.
        trial: Scratch.
        begin: As in ``settled_promise``, like the following.
        again: As above.
        values: As above.
        chart: As above.
        offset: As above.
        low: As above.
        size: As above.
        rows: As above.
        table: As above.
        rates: As above.
        memo: As above.
        memo_values: As above.
    """
    undrawn = -np.inf
    for kind in range(-1, KIND_COUNT):
        copy_top(pot, trial)
        if kind < 0:
            # The pot as flask or Well Stirred leave it after any white chip, a protected draw spent.
            if by_look or (pot[FLASK] == 0 and pot[FIRST_WHITE] == 0):
                continue
            if pot[FIRST_WHITE] == 0:
                trial[FLASK] = 0
            trial[FIRST_WHITE] = 0
            trial[PROTECTED] = max(0, pot[PROTECTED] - 1)
        elif pot[LEFT + kind] == 0:
            continue
        else:
            take_from_bag(trial, kind)
            receive(trial, kind, table)
            if is_white(kind):
                trial[FIRST_WHITE] = 0
        for returned in range(2):
            if returned:
                if kind < 0 or pot[CHIPS] == 0 or not may_return_white(kind, last_white(pot), books_of(table)):
                    break
                return_white(trial)
            value = settled_promise(
                trial, begin, again, values, chart, offset, low, size, rows, table, rates, memo, memo_values
            )
            if kind < 0:
                undrawn = value
            elif returned:
                judged[kind] = max(judged[kind], value)
            elif is_white(kind) and trial[EXPLODED] == 0:
                judged[kind] = max(value, undrawn)
            else:
                judged[kind] = value
    total = 0.0
    for kind in range(KIND_COUNT):
        if pot[LEFT + kind] > 0:
            total += pot[LEFT + kind] * judged[kind]
    return total / pot[IN_BAG]


def judge_strong(
    pot: Pot, judged: Values, trial: Pot, table: Table, rates: RateNumbers, memo: Memo, memo_values: Values
) -> float:
    """Write what the pot is worth with each chip of the bag placed by Strong Ingredient; return its worth with none."""
    for kind in range(KIND_COUNT):
        if pot[LEFT + kind] > 0:
            copy_top(pot, trial)
            take_from_bag(trial, kind)
            place_strong(trial, kind, table)
            judged[kind] = value_of(trial, table, rates, memo, memo_values)
    return float(value_of(pot, table, rates, memo, memo_values))


def expected_look(pot: Pot, judged: Values, ranked: Values, seen: int, nothing: float) -> float:
    """Return the expected best of a look; ``ranked`` is scratch."""
    for kind in range(KIND_COUNT):
        ranked[kind] = judged[kind]
    return float(best_of_seen(pot, ranked, min(seen, pot[IN_BAG]), nothing))


def look_for(
    pot: Pot, judged: Values, seen: int, nothing: float, options: Options, stream: Stream
) -> tuple[int, float]:
    """Look at chips and return the best one to place (or ``NOTHING``) and its promise."""
    chosen, best = NOTHING, nothing
    for number in range(see(pot, options, seen, stream)):
        if judged[options[number]] > best:
            chosen, best = options[number], judged[options[number]]
    return chosen, best


share(
    state_at, lasting_value, promise, settled_promise, judge_chips, judge_strong, expected_look, look_for
)  # fmt: skip


@kernel
def play_by_values(
    start: Pot, begin: Pot, entry: int, brews: npt.NDArray[np.int64], streams: npt.NDArray[np.int64], values: Values,
    chart: Map, offset: Offsets, low: Spaces, size: Spaces, rows: Values, table: Table, rates: RateNumbers,
    scoring: npt.NDArray[np.int64], rubies: npt.NDArray[np.int64], sums: npt.NDArray[np.float64],
) -> None:  # fmt: skip
    """Play a brew many times from the same pot, in chunks with a stream each, and add up how it ended.

    Args:
        start: The pot to begin with; not changed.
        begin: The pot at the beginning of the brew, for A Second Chance; not changed.
        entry: Where the brew is taken up, as in ``playing``.
        brews: Shape (C,): how many times in each chunk.
        streams: Shape (C, 4): where the chance of each chunk comes from; they go on.
        values: Shape (1 or 3, states): coarse values, see ``PLAIN_VALUES``.
        chart: The coarse problem's map.
        offset: See ``Layout``.
        low: Likewise.
        size: Likewise.
        rows: Shape (rows, 53): coarse worth of stopping.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        scoring: Shape (C, 3, 54): brews by ending and scoring space; added to.
        rubies: Shape (C, 250): brews by rubies gained plus ``MOST_PAID``; added to.
        sums: Shape (C, 19, 3): number, sum and sum of squares of the brews' values with the luck of draws and looks
            taken off, by first chip drawn (``NO_DRAW`` for none); added to.
    """
    pots = np.zeros((SCRATCH_POTS, POT_SIZE), dtype=np.int64)
    pot, trial, again = pots[0], pots[1], pots[2]
    judgements = np.zeros((2, VALUES))
    judged, ranked = judgements[0], judgements[1]
    options = np.zeros(STRONG_LOOK, dtype=np.int64)
    memo = np.full(MEMO_SIZE, -1, dtype=np.int64)
    memo_values = np.zeros(MEMO_SIZE)
    strong = table[TABLE_CARD] == STRONG_INGREDIENT
    for chunk in range(len(brews)):
        stream = streams[chunk]
        for _ in range(brews[chunk]):
            copy_pot(start, pot)
            luck = 0.0
            first = NO_DRAW
            kind = last_chip(pot) if entry in (CHIP_ARRIVED, LOOKING) else NO_KIND
            must_draw = entry == MUST_DRAW and pot[IN_BAG] > 0
            pot[OVER] = int(entry == DRAWING_OVER)
            by_look = False
            while pot[OVER] == 0:
                # What the chip that came brings: a look, or a white chip that may go back.
                looking = kind != NO_KIND and pot[EXPLODED] == 0 and pot[LOOK] > 0
                if looking and pot[IN_BAG] == 0:
                    pot[LOOK] = 0
                    looking = False
                due = not looking and second_chance_is_due(pot) and not must_draw
                if kind != NO_KIND and pot[EXPLODED] == 0 and not looking:
                    if list_options(pot, kind, by_look, options, stream, table) > 0:
                        copy_pot(pot, trial)
                        carry_out(trial, options[0], table)
                        stay = settled_promise(
                            pot, begin, again, values, chart, offset, low, size, rows, table, rates, memo, memo_values
                        )
                        other = settled_promise(
                            trial, begin, again, values, chart, offset, low, size, rows, table, rates, memo, memo_values
                        )
                        if other > stay + TIE:
                            copy_pot(trial, pot)
                    due = second_chance_is_due(pot) and not must_draw
                if due:
                    pot[SECOND_CHANCE] = 0
                    stay = settled_promise(
                        pot, begin, again, values, chart, offset, low, size, rows, table, rates, memo, memo_values
                    )
                    copy_pot(begin, again)
                    for number in (FLASK, RUBIES, POINTS):
                        again[number] = pot[number]
                    other = promise(
                        again, values[PLAIN_VALUES], chart, offset, low, size, rows, table, rates, memo, memo_values
                    )
                    if other > stay + TIE:
                        start_again(pot)
                if pot[EXPLODED] or pot[IN_BAG] == 0:
                    pot[OVER] = 1
                    continue
                seen = pot[LOOK] if looking else 0
                pot[LOOK] = 0
                drawn = judge_chips(
                    pot, looking, judged, trial, begin, again, values, chart, offset, low, size, rows, table, rates, memo,
                    memo_values,
                )  # fmt: skip
                if looking:
                    nothing = settled_promise(
                        pot, begin, again, values, chart, offset, low, size, rows, table, rates, memo, memo_values
                    )
                    expected = expected_look(pot, judged, ranked, seen, nothing)
                    kind, found = look_for(pot, judged, seen, nothing, options, stream)
                    luck += found - expected
                    by_look = True
                    if kind != NOTHING:
                        take_from_bag(pot, kind)
                        receive(pot, kind, table)
                    continue
                if not must_draw:
                    if table[RULE] != BEST:
                        stops = rule_stops(pot, table)
                    elif strong:
                        nothing = judge_strong(pot, ranked, trial, table, rates, memo, memo_values)
                        stops = best_of_seen(pot, ranked, min(STRONG_LOOK, pot[IN_BAG]), nothing) >= drawn - TIE
                    else:
                        stops = value_of(pot, table, rates, memo, memo_values) >= drawn - TIE
                    if stops:
                        pot[OVER] = 1
                        continue
                must_draw = by_look = False
                kind = draw(pot, stream)
                receive(pot, kind, table)
                luck += judged[kind] - drawn
                if first == NO_DRAW:
                    first = kind
            if strong and pot[EXPLODED] == 0 and pot[IN_BAG] > 0:
                nothing = judge_strong(pot, judged, trial, table, rates, memo, memo_values)
                expected = expected_look(pot, judged, ranked, STRONG_LOOK, nothing)
                kind, found = look_for(pot, judged, STRONG_LOOK, nothing, options, stream)
                luck += found - expected
                if kind != NOTHING:
                    take_from_bag(pot, kind)
                    place_strong(pot, kind, table)
            verdict = verdict_of(pot, table, rates)
            scoring[chunk, pot[EXPLODED] + pot[PAID_BOTH], verdict.scoring_index] += 1
            rubies[chunk, MOST_PAID + verdict.rubies] += 1
            value = verdict.value - luck
            sums[chunk, first, NUMBER] += 1.0
            sums[chunk, first, SUM] += value
            sums[chunk, first, SQUARES] += value * value
