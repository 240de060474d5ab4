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

Extra spaces are always taken, also where a house rule lets them be declined.
"""

from typing import cast

import numpy as np
import numpy.typing as npt

from quacks_math.brew.choices import (
    NO_KIND,
    NOTHING,
    Options,
    carry_out,
    list_options,
    second_chance_is_due,
    see,
)
from quacks_math.brew.endings import SPACES
from quacks_math.brew.forward import MOST_PAID
from quacks_math.brew.layout import BEFORE_CLASSES, LAST_CLASSES, LOOK_CLASS, OTHER
from quacks_math.brew.look import TIE
from quacks_math.brew.look_ahead import (
    RULE,
    STEPS,
    STOP_VALUE,
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
from quacks_math.brew.stopping import BEST
from quacks_math.brew.stream import Stream
from quacks_math.brew.terms import row_number
from quacks_math.brew.unowned import unowned
from quacks_math.compiled import kernel, share
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_COUNT, O1, W1
from quacks_math.rules.placing import is_white, may_return_white

PLAIN_VALUES, AFTER_OFFER, OFFER_TO_COME = range(3)
"""Rows of coarse values: without A Second Chance, once its offer has come, before it comes."""
(
    WHITES, FLASKS, COUNTERS, RUBIES_RADIX, POINTS_RADIX, FRESH_WHITE, SEVENS, PAIR_ROWS, ROW_DOUBLINGS, COUNTS_RUBIES,
    COUNTS_POINTS, COUNTS_PURPLE, ROOT_RUBIES, ROOT_POINTS, ROOT_PURPLE, KNOWS_GREEN, TWOS, THREES, WHITE_TABLE,
    PAIR_TABLE, ROW_TABLE, COLOURED_TABLE, POINT_TABLE,
) = range(STEPS + 1, STEPS + 24)  # fmt: skip
"""Places on a chart, which begins with the table of ``look_ahead``: the radices of ``layout``, what its counters count and
the root had gained, whether a last green is known, the radices of white 2 and white 3, where the tables begin."""
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
POT, TRIAL, AGAIN, BEGINNING = (cast("int", np.int64(row)) for row in range(4))
"""Rows of pots: the brew, what is tried out, a brew that begins again, the beginning of the brew (A Second Chance). They
are numpy's numbers because the compiler makes one more version of a function for each plain literal that it is given."""
SCRATCH_POTS = 4
NO_DRAW = KIND_COUNT
"""Stands for the first chip of a brew in which none was drawn."""
NUMBER, SUM, SQUARES, SUM_BY_FIRST, ADDED_UP = range(5)
"""What is added up of brews: their number, their values and squares of values with all luck taken off, their values with
all luck taken off but that of the first draw."""
MOST_RUBIES = 250
REMEMBERED = 1 << 18
"""Worths remembered by ``value_of``, a power of two."""
NEUTRAL = W1
"""A last chip that step B does not ask for."""

Pots = npt.NDArray[np.int64]
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
    protections, doublings = chart[record + PROTECTIONS], chart[record + DOUBLINGS]
    memory = (stirred * chart[FLASKS] + flask) * protections + min(pot[PROTECTED], protections - 1)
    memory = (memory * doublings + min(pot[DOUBLED], doublings - 1)) * chart[COUNTERS] + counters
    memory = memory * chart[point + PAIRS] + pair
    key = chart[record + KEY_EMPTY] if chips == 0 else chart[record + KEY]
    pair_row = chart[chart[ROW_TABLE] + (OTHER if last >= LOOK_CLASS else last) * BEFORE_CLASSES + before]
    row = row_number(
        key, pot[WHITE_SUM], chart[SEVENS], pair_row, chart[PAIR_ROWS], flask, chart[FLASKS], pot[DOUBLED],
        chart[ROW_DOUBLINGS], counters, chart[COUNTERS],
    )  # fmt: skip
    first = chart[point + LOW]
    space = min(max(pot[POSITION], first), first + spaces - 1)
    return chart[point + OFFSET] + memory * spaces + space - first, row, space


def promise(
    pot: Pot, source: Values, rows: Values, chart: Chart, rates: RateNumbers, memo: Memo, memo_values: Values
) -> float:
    """Return what a pot promises, everything declined that is open besides a look; its worth if it has exploded.

    Args:
        pot: The pot.
        source: Coarse values of states.
        rows: Shape (rows, 53): coarse worth of stopping.
        chart: The coarse problem's chart.
        rates: What things are worth.
        memo: As in ``look_ahead.value_of``.
        memo_values: Likewise.
    """
    chips = pot[CHIPS]
    last = pot[STACK + chips - 1] if chips > 0 else NO_KIND
    before = pot[STACK + chips - 2] if chips > 1 else NO_KIND
    real = lasting = 0.0
    # Twice, if the coarse problem does not know it that a last green pays: then it does not last when drawing goes on.
    for without in range(2):
        if without:
            green_last = last >= 0 and KIND_COLOUR[last] == GREEN
            green_before = before >= 0 and KIND_COLOUR[before] == GREEN
            if chart[KNOWS_GREEN] or not (green_last or green_before):
                break
            pot[STACK + chips - 1] = NEUTRAL
            if green_before:
                pot[STACK + chips - 2] = NEUTRAL
        lasting = value_of(pot, chart, rates, memo, memo_values)
        if not without:
            real = lasting
            if pot[EXPLODED] or pot[IN_BAG] == 0:
                return real
    if chips > 0:
        pot[STACK + chips - 1] = last
    if chips > 1:
        pot[STACK + chips - 2] = before
    state, row, space = state_at(pot, chart)
    if state < 0:
        return real
    going_on = source[state] + lasting - rows[row, space]
    if chart[TABLE_CARD] != STRONG_INGREDIENT and pot[LOOK] == 0:
        # With Strong Ingredient the coarse value holds its look too, also where the brew stops.
        ends = rule_stops(pot, chart) if chart[RULE] != BEST else source[state] <= rows[row, space] + TIE
        if ends:
            return real
    return float(max(real, going_on)) if chart[RULE] == BEST else float(going_on)


def best_promise(
    pots: Pots,
    row: int,
    values: Values,
    rows: Values,
    chart: Chart,
    rates: RateNumbers,
    memo: Memo,
    memo_values: Values,
) -> float:
    """Return the same with the better answer to A Second Chance if that is offered now.

    Args:
        pots: Shape (SCRATCH_POTS, POT_SIZE); row ``AGAIN`` is overwritten.
        row: Which pot.
        values: Shape (1 or 3, states): coarse values, see ``PLAIN_VALUES``.
        rows: As in ``promise``, like the following.
        chart: As above.
        rates: As above.
        memo: As above.
        memo_values: As above.
    """
    pot, again = pots[row], pots[AGAIN]
    asked = pot[SECOND_CHANCE] == 1 and (pot[EXPLODED] == 1 or (pot[FIVE_LAY] == 1 and pot[LOOK] == 0))
    which = PLAIN_VALUES
    if pot[SECOND_CHANCE] == 1 and not asked:
        which = AFTER_OFFER if pot[FIVE_LAY] else OFFER_TO_COME
    best = -np.inf
    for begins in range(1 + asked):
        if begins:
            copy_pot(pots[BEGINNING], again)
            for number in (FLASK, RUBIES, POINTS):
                again[number] = pot[number]
        best = max(best, promise(pots[AGAIN if begins else row], values[which], rows, chart, rates, memo, memo_values))
    return best


def judge_chips(
    pots: Pots, judged: Values, by_look: bool, values: Values, rows: Values, chart: Chart, rates: RateNumbers, memo: Memo,
    memo_values: Values,
) -> float:  # fmt: skip
    """Write what every chip of the bag promises if it comes now, and return the mean of a draw.

    Args:
        pots: As in ``best_promise``; row ``TRIAL`` is overwritten too. The bag of row ``POT`` is not empty.
        judged: Shape (VALUES,): promise by kind, written where the bag has one. From a look also that of placing
            nothing, in ``STOP_VALUE``; a white is then not better put back than not placed.
        by_look: Whether the chip is placed from a look.
        values: As in ``best_promise``, like the following.
        rows: As above.
        chart: As above.
        rates: As above.
        memo: As above.
        memo_values: As above.
    """
    pot, trial = pots[POT], pots[TRIAL]
    judged[STOP_VALUE] = -np.inf
    total = 0.0
    for kind in range(-1, KIND_COUNT):
        if kind >= 0 and pot[LEFT + kind] == 0:
            continue
        copy_top(pot, trial)
        if kind < 0 and not by_look:
            # The pot as flask or Well Stirred leave it after any white chip, a protected draw spent.
            if pot[FLASK] == 0 and pot[FIRST_WHITE] == 0:
                continue
            if pot[FIRST_WHITE] == 0:
                trial[FLASK] = 0
            trial[FIRST_WHITE] = 0
            trial[PROTECTED] = max(0, pot[PROTECTED] - 1)
        elif kind >= 0:
            take_from_bag(trial, kind)
            receive(trial, kind, chart)
            if is_white(kind):
                trial[FIRST_WHITE] = 0
        best = -np.inf
        for returned in range(2):
            if returned:
                if kind < 0 or not may_return_white(kind, last_white(pot), books_of(chart)):
                    break
                return_white(trial)
            best = max(best, best_promise(pots, TRIAL, values, rows, chart, rates, memo, memo_values))
        if kind < 0:
            judged[STOP_VALUE] = best
            continue
        if is_white(kind) and not by_look and not trial[EXPLODED]:
            best = max(best, judged[STOP_VALUE])
        judged[kind] = best
        total += pot[LEFT + kind] * best
    return float(total / pot[IN_BAG])


def judge_stop(pots: Pots, judged: Values, chart: Chart, rates: RateNumbers, memo: Memo, memo_values: Values) -> float:
    """Return the worth of stopping, with Strong Ingredient when nothing is placed.

    Args:
        pots: Shape (SCRATCH_POTS, POT_SIZE); row ``TRIAL`` is overwritten.
        judged: Shape (VALUES,): worth with each chip of the bag placed by Strong Ingredient, written there.
        chart: The coarse problem's chart.
        rates: What things are worth.
        memo: As in ``look_ahead.value_of``.
        memo_values: Likewise.
    """
    pot, trial = pots[POT], pots[TRIAL]
    value = 0.0
    for kind in range(KIND_COUNT - 1, -2, -1):
        if kind >= 0 and (chart[TABLE_CARD] != STRONG_INGREDIENT or pot[LEFT + kind] == 0):
            continue
        copy_top(pot, trial)
        if kind >= 0:
            take_from_bag(trial, kind)
            place_strong(trial, kind, chart)
        value = value_of(trial, chart, rates, memo, memo_values)
        if kind >= 0:
            judged[kind] = value
    return value


def look_for(
    pot: Pot, judged: Values, ranked: Values, seen: int, nothing: float, options: Options, stream: Stream
) -> tuple[int, float]:
    """Look at chips and return the best one to place (or ``NOTHING``) and how lucky that look was.

    Args:
        pot: The pot.
        judged: Promise by kind.
        ranked: Scratch of the same shape.
        seen: How many chips are looked at.
        nothing: Promise of placing nothing.
        options: Shape (5,): scratch.
        stream: Where chance comes from.
    """
    for kind in range(KIND_COUNT):
        ranked[kind] = judged[kind]
    expected = best_of_seen(pot, ranked, min(seen, pot[IN_BAG]), nothing)
    chosen, best = NOTHING, nothing
    for number in range(see(pot, options, seen, stream)):
        if judged[options[number]] > best:
            chosen, best = options[number], judged[options[number]]
    return chosen, best - expected


share(state_at, promise, best_promise, judge_chips, judge_stop, look_for)


@kernel
def play_by_values(
    start: Pot, entry: int, brews: npt.NDArray[np.int64], streams: npt.NDArray[np.int64], own_values: Values,
    own_rows: Values, own_chart: Chart, own_rates: RateNumbers, own_pots: Pots, own_judgements: Values,
    own_options: Options, own_memo: Memo, own_memo_values: Values, scoring: npt.NDArray[np.int64],
    rubies: npt.NDArray[np.int64], sums: npt.NDArray[np.float64],
) -> None:  # fmt: skip
    """Play a brew many times from the same pot, in chunks with a stream each, and add up how it ended.

    Args:
        start: The pot to begin with; not changed.
        entry: Where the brew is taken up, as in ``playing``.
        brews: Shape (C,): how many times in each chunk.
        streams: Shape (C, 4): where the chance of each chunk comes from; they go on.
        own_values: Shape (1 or 3, states): coarse values, see ``PLAIN_VALUES``.
        own_rows: Shape (rows, 53): coarse worth of stopping.
        own_chart: The coarse problem's chart, see ``STRIDES``.
        own_rates: What things are worth.
        own_pots: Shape (SCRATCH_POTS, POT_SIZE): scratch but for the row ``BEGINNING``.
        own_judgements: Shape (2, VALUES): scratch.
        own_options: Shape (5,): scratch.
        own_memo: As in ``look_ahead.value_of``.
        own_memo_values: Likewise.
        scoring: Shape (C, 3, 54): brews by ending and scoring space; added to.
        rubies: Shape (C, 250): brews by rubies gained plus ``MOST_PAID``; added to.
        sums: Shape (C, 19, ADDED_UP): see ``NUMBER``, by first chip drawn (``NO_DRAW`` for none); added to.
    """
    # Threads that count references to the same arrays would wait for each other.
    pots, judgements, options = unowned(own_pots), unowned(own_judgements), unowned(own_options)
    memo, memo_values = unowned(own_memo), unowned(own_memo_values)
    values, rows, chart, rates = unowned(own_values), unowned(own_rows), unowned(own_chart), unowned(own_rates)
    pot, trial, judged, ranked = pots[POT], pots[TRIAL], judgements[0], judgements[1]
    strong = chart[TABLE_CARD] == STRONG_INGREDIENT
    for chunk in range(len(brews)):
        stream = unowned(streams[chunk])
        for _ in range(brews[chunk]):
            copy_pot(start, pot)
            pot[OVER] = int(entry == DRAWING_OVER)
            kind = last_chip(pot) if entry in (CHIP_ARRIVED, LOOKING) else NO_KIND
            must_draw = entry == MUST_DRAW and pot[IN_BAG] > 0
            by_look = False
            first = NO_DRAW
            luck = luck_of_first = 0.0
            while not pot[OVER]:
                if pot[EXPLODED] or pot[IN_BAG] == 0:
                    pot[LOOK] = 0
                looking = pot[LOOK] > 0
                # A white chip that may go back, or A Second Chance: the pot as it is against the other one.
                other = False
                if not looking and kind != NO_KIND and not pot[EXPLODED]:
                    if list_options(pot, kind, by_look, options, stream, chart) > 0:
                        copy_pot(pot, trial)
                        carry_out(trial, options[0], chart)
                        other = True
                elif not looking and second_chance_is_due(pot) and not must_draw:
                    pot[SECOND_CHANCE] = 0
                    copy_pot(pot, trial)
                    start_again(trial)
                    other = True
                if other:
                    stay = change = 0.0
                    for row in (POT, TRIAL):
                        change = best_promise(pots, row, values, rows, chart, rates, memo, memo_values)
                        if row == POT:
                            stay = change
                    if change > stay + TIE:
                        copy_pot(trial, pot)
                if not looking and (other or kind != NO_KIND):
                    kind = NO_KIND
                    continue
                if pot[EXPLODED] or pot[IN_BAG] == 0:
                    pot[OVER] = 1
                    continue
                seen = pot[LOOK]
                pot[LOOK] = 0
                drawn = judge_chips(pots, judged, looking, values, rows, chart, rates, memo, memo_values)
                if looking:
                    kind, fortune = look_for(pot, judged, ranked, seen, judged[STOP_VALUE], options, stream)
                    luck += fortune
                    by_look = True
                    if kind != NOTHING:
                        take_from_bag(pot, kind)
                        receive(pot, kind, chart)
                    continue
                if not must_draw:
                    if chart[RULE] != BEST:
                        pot[OVER] = int(rule_stops(pot, chart))
                    else:
                        stop = judge_stop(pots, ranked, chart, rates, memo, memo_values)
                        if strong:
                            stop = best_of_seen(pot, ranked, min(STRONG_LOOK, pot[IN_BAG]), stop)
                        pot[OVER] = int(stop >= drawn - TIE)
                    if pot[OVER]:
                        continue
                must_draw = by_look = False
                kind = draw(pot, stream)
                receive(pot, kind, chart)
                luck += judged[kind] - drawn
                if first == NO_DRAW:
                    first = kind
                    luck_of_first = judged[kind] - drawn
            if strong and not pot[EXPLODED] and pot[IN_BAG] > 0:
                nothing = judge_stop(pots, judged, chart, rates, memo, memo_values)
                kind, fortune = look_for(pot, judged, ranked, STRONG_LOOK, nothing, options, stream)
                luck += fortune
                if kind != NOTHING:
                    take_from_bag(pot, kind)
                    place_strong(pot, kind, chart)
            verdict = verdict_of(pot, chart, rates)
            scoring[chunk, pot[EXPLODED] + pot[PAID_BOTH], verdict.scoring_index] += 1
            rubies[chunk, MOST_PAID + verdict.rubies] += 1
            value = verdict.value - luck
            sums[chunk, first, NUMBER] += 1.0
            sums[chunk, first, SUM] += value
            sums[chunk, first, SQUARES] += value * value
            sums[chunk, first, SUM_BY_FIRST] += value + luck_of_first


Sums = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]


def play_piece(
    start: Pot, beginning: Pot, entry: int, brews: npt.NDArray[np.int64], streams: npt.NDArray[np.int64], values: Values,
    rows: Values, chart: Chart, rates: RateNumbers,
) -> Sums:  # fmt: skip
    """Play some chunks and return their ``scoring``, ``rubies`` and ``sums``; what an executor runs.

    The arguments are those of ``play_by_values``; ``beginning`` is the pot at the beginning of the brew, for A Second
    Chance.
    """
    chunks = len(brews)
    scoring = np.zeros((chunks, 3, SPACES + 1), dtype=np.int64)
    rubies = np.zeros((chunks, MOST_RUBIES), dtype=np.int64)
    sums = np.zeros((chunks, KIND_COUNT + 1, ADDED_UP))
    pots = np.zeros((SCRATCH_POTS, POT_SIZE), dtype=np.int64)
    pots[BEGINNING] = beginning
    play_by_values(
        start, entry, brews, streams, values, rows, chart, rates, pots, np.zeros((2, VALUES)),
        np.zeros(STRONG_LOOK, dtype=np.int64), np.full(REMEMBERED, -1, dtype=np.int64), np.zeros(REMEMBERED), scoring,
        rubies, sums,
    )  # fmt: skip
    return scoring, rubies, sums
