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

import numpy as np
import numpy.typing as npt

from quacks_math.brew.chart import Chart
from quacks_math.brew.choices import (
    NO_KIND,
    NOTHING,
    Options,
    carry_out,
    list_options,
    second_chance_is_due,
)
from quacks_math.brew.endings import SPACES
from quacks_math.brew.forward import MOST_PAID
from quacks_math.brew.judging import (
    BEGINNING,
    POT,
    SCRATCH_POTS,
    TRIAL,
    Pots,
    best_promise,
    judge_chips,
    judge_stop,
    look_for,
)
from quacks_math.brew.look import TIE
from quacks_math.brew.look_ahead import (
    RULE,
    STOP_VALUE,
    VALUES,
    Memo,
    RateNumbers,
    Values,
    best_of_seen,
    rule_stops,
    verdict_of,
)
from quacks_math.brew.playing import CHIP_ARRIVED, DRAWING_OVER, LOOKING, MUST_DRAW
from quacks_math.brew.pot import (
    EXPLODED,
    IN_BAG,
    LOOK,
    OVER,
    PAID_BOTH,
    POT_SIZE,
    SECOND_CHANCE,
    STRONG_INGREDIENT,
    STRONG_LOOK,
    TABLE_CARD,
    Pot,
    copy_pot,
    draw,
    last_chip,
    place_strong,
    receive,
    start_again,
    take_from_bag,
)
from quacks_math.brew.stopping import BEST
from quacks_math.brew.unowned import unowned
from quacks_math.compiled import kernel
from quacks_math.material.chips import KIND_COUNT

NO_DRAW = KIND_COUNT
"""Stands for the first chip of a brew in which none was drawn."""
NUMBER, SUM, SQUARES, SUM_BY_FIRST, ADDED_UP = range(5)
"""What is added up of brews: their number, their values and squares of values with all luck taken off, their values with
all luck taken off but that of the first draw."""
MOST_RUBIES = 250
REMEMBERED = 1 << 18
"""Worths remembered by ``value_of``, a power of two."""


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
        own_values: Shape (1 or 3, states): coarse values, see ``judging.PLAIN_VALUES``.
        own_rows: Shape (rows, 53): coarse worth of stopping.
        own_chart: The coarse problem's chart, see ``chart.STRIDES``.
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
