"""What a pot promises by the values of a coarser problem: P, S* and D of ``approximate.rollout``."""

from typing import cast

import numpy as np
import numpy.typing as npt

from quacks_math.brew.approximate.chart import KNOWS_GREEN, Chart, state_at
from quacks_math.brew.exact.look import TIE
from quacks_math.brew.expectimax.choices import (
    NOTHING,
    Options,
    see,
)
from quacks_math.brew.expectimax.pot import (
    CHIPS,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    FLASK,
    IN_BAG,
    LEFT,
    LOOK,
    POINTS,
    PROTECTED,
    RUBIES,
    SECOND_CHANCE,
    STACK,
    STRONG_INGREDIENT,
    TABLE_CARD,
    Pot,
    books_of,
    copy_pot,
    copy_top,
    last_white,
    place_strong,
    receive,
    return_white,
    take_from_bag,
)
from quacks_math.brew.expectimax.search import (
    RULE,
    STOP_VALUE,
    Memo,
    RateNumbers,
    Values,
    best_of_seen,
    rule_stops,
    value_of,
)
from quacks_math.brew.payoff.stop_rule import BEST
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import Stream
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_COUNT, NO_KIND, W1
from quacks_math.rules.placing import is_white, may_return_white

PLAIN_VALUES, AFTER_OFFER, OFFER_TO_COME = range(3)
"""Rows of coarse values: without A Second Chance, once its offer has come, before it comes."""
POT, TRIAL, AGAIN, BEGINNING = (cast("int", np.int64(row)) for row in range(4))
"""Rows of pots: the brew, what is tried out, a brew that begins again, the beginning of the brew (A Second Chance). They
are numpy's numbers because the compiler makes one more version of a function for each plain literal that it is given."""
SCRATCH_POTS = 4
NEUTRAL = W1
"""A last chip that step B does not ask for."""


Pots = npt.NDArray[np.int64]


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
        memo: As in ``expectimax.search.value_of``.
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
        memo: As in ``expectimax.search.value_of``.
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
) -> tuple[int, int, float]:
    """Look at chips and return the best and the second best one to place (or ``NOTHING``) and how lucky that look was.

    The second best is the best itself where nothing else can be done.

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
    second, next_best = NOTHING, -np.inf
    for number in range(see(pot, options, seen, stream)):
        kind = options[number]
        if judged[kind] > best:
            second, next_best = chosen, best
            chosen, best = kind, judged[kind]
        elif kind != chosen and judged[kind] > next_best:
            second, next_best = kind, judged[kind]
    if next_best == -np.inf:
        second = chosen
    return chosen, second, best - expected


share(promise, best_promise, judge_chips, judge_stop, look_for)
