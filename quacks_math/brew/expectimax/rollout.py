"""Rollouts of one brew under a stop rule or by expectimax of limited depth, many times over.

The policy: a fixed stop rule, or drawing while that promises more than stopping (``expectimax.search.prefers_drawing``);
flask, returns, looks, A Second Chance and Strong Ingredient are decided by what each option promises
(``expectimax.search.outlook``). Extra spaces are always taken, also where a house rule lets them be declined.

The kernel is one loop with one place where options are compared: every further compiled function that contains
look-ahead would cost its users another second of compiling.
"""

import threading
from typing import cast

import numpy as np
import numpy.typing as npt

from quacks_math.brew.expectimax.choices import (
    NOTHING,
    RETURN,
    Options,
    carry_out,
    list_options,
    second_chance_is_due,
    see,
)
from quacks_math.brew.expectimax.pot import (
    EXPLODED,
    FLASK,
    IN_BAG,
    OVER,
    PAID_BOTH,
    POINTS,
    POT_SIZE,
    RUBIES,
    SECOND_CHANCE,
    STRONG_INGREDIENT,
    TABLE_CARD,
    Pot,
    Table,
    copy_pot,
    draw,
    last_chip,
    receive,
    start_again,
)
from quacks_math.brew.expectimax.search import (
    AGAIN,
    AGAIN_WITHOUT_FLASK,
    DRAW_VALUE,
    MEMO_SIZE,
    MEMO_VALUES,
    ROWS,
    RUBY_RATE,
    RULE,
    STEPS,
    STOP_VALUE,
    VALUES,
    Memo,
    RateNumbers,
    outlook,
    payoff_of_pot,
    prefers_drawing,
    rule_stops,
)
from quacks_math.brew.payoff.payoff import MOST_PAID
from quacks_math.brew.payoff.stop_rule import BEST
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import kernel, share
from quacks_math.kernels.random_streams import Stream
from quacks_math.material.chips import NO_KIND
from quacks_math.material.track import LAST_SCORING_SPACE
from quacks_math.rules.cards import STRONG_LOOK

DECIDE, MUST_DRAW, CHIP_ARRIVED, LOOKING, DRAWING_OVER, CHIP_PLACED = range(6)
"""Where a brew is taken up: before the decision to draw, after it, with the choices of the last chip still open, with a
look pending, when drawing has ended, or with the choices of a chip still open that was placed from a look."""
HERE, TRIAL = cast("int", np.int64(0)), cast("int", np.int64(1))
"""Rows of the pot and of what is tried out. They are numpy's numbers because the compiler makes one more version of
``outlook`` for each plain literal that it is given."""
SPACES = LAST_SCORING_SPACE + 1
MOST_RUBIES = 250
"""Room for the rubies of one round, those paid included: a bag has at most 200 chips."""

Sums = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]


def play(
    pots: npt.NDArray[np.int64],
    values: npt.NDArray[np.float64],
    options: Options,
    stream: Stream,
    entry: int,
    table: Table,
    rates: RateNumbers,
    memo: Memo,
    memo_values: npt.NDArray[np.float64],
) -> None:
    """Play the brew in row 0 to its end.

    Args:
        pots: Shape (ROWS, POT_SIZE): the pot in row 0, scratch below.
        values: Shape (ROWS, VALUES): scratch.
        options: Shape (5,): scratch.
        stream: Where chance comes from.
        entry: Where the brew is taken up.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        memo: Shape (MEMO_SIZE,): as in ``expectimax.search.outlook``.
        memo_values: Shape (MEMO_VALUES,): likewise.
    """
    pot, trial = pots[HERE], pots[TRIAL]
    pot[OVER] = int(entry == DRAWING_OVER)
    kind = last_chip(pot) if entry in (CHIP_ARRIVED, LOOKING) else NO_KIND
    must_draw = entry == MUST_DRAW and pot[IN_BAG] > 0
    by_look = False
    known = False
    while True:
        if kind != NO_KIND or pot[OVER]:
            if pot[OVER]:
                may_see = table[TABLE_CARD] == STRONG_INGREDIENT and not pot[EXPLODED]
                count = see(pot, options, STRONG_LOOK, stream) if may_see else 0
            else:
                count = 0 if pot[EXPLODED] else list_options(pot, kind, by_look, options, stream, table)
            chosen = NOTHING
            if count > 0:
                best = outlook(pots, values, HERE, table[STEPS], table, rates, memo, memo_values)
                for number in range(count):
                    copy_pot(pot, trial)
                    carry_out(trial, options[number], table)
                    value = outlook(pots, values, TRIAL, table[STEPS], table, rates, memo, memo_values)
                    if value > best or (value == best and options[number] == RETURN):
                        best, chosen = value, options[number]
                carry_out(pot, chosen, table)
                known = count == 1 or chosen == NOTHING
                if known and chosen != NOTHING:
                    values[HERE, STOP_VALUE] = values[TRIAL, STOP_VALUE]
                    values[HERE, DRAW_VALUE] = values[TRIAL, DRAW_VALUE]
            if pot[OVER]:
                break
            kind = chosen if chosen >= 0 else NO_KIND
            by_look = True
            if kind != NO_KIND:
                continue
        if second_chance_is_due(pot) and not must_draw:
            pot[SECOND_CHANCE] = 0
            again = rates[AGAIN] if pot[FLASK] else rates[AGAIN_WITHOUT_FLASK]
            again += rates[RUBY_RATE] * pot[RUBIES] + pot[POINTS]
            if again > outlook(pots, values, HERE, table[STEPS], table, rates, memo, memo_values):
                start_again(pot)
                known = False
        stops = pot[EXPLODED] == 1 or pot[IN_BAG] == 0
        if not stops and not must_draw:
            if table[RULE] == BEST:
                if not known:
                    outlook(pots, values, HERE, table[STEPS], table, rates, memo, memo_values)
                stops = not prefers_drawing(pot, values[HERE], table)
            else:
                stops = rule_stops(pot, table)
        if stops:
            pot[OVER] = 1
            continue
        must_draw = by_look = known = False
        kind = draw(pot, stream)
        receive(pot, kind, table)


share(play)


@kernel
def play_many(
    start: Pot,
    entry: int,
    brews: npt.NDArray[np.int64],
    streams: npt.NDArray[np.int64],
    own_table: Table,
    own_rates: RateNumbers,
    own_pots: npt.NDArray[np.int64],
    own_values: npt.NDArray[np.float64],
    own_options: Options,
    own_memo: Memo,
    own_memo_values: npt.NDArray[np.float64],
    scoring: npt.NDArray[np.int64],
    rubies: npt.NDArray[np.int64],
    sums: npt.NDArray[np.float64],
) -> None:
    """Play a brew many times from the same pot, in chunks with a stream each, and add up how it ended.

    Args:
        start: The pot to begin with; not changed.
        entry: Where the brew is taken up.
        brews: Shape (C,): how many times in each chunk.
        streams: Shape (C, 4): where the chance of each chunk comes from; they go on.
        own_table: What lies on the table and is wanted.
        own_rates: What things are worth.
        own_pots: As in ``play``, like the next four.
        own_values: Scratch.
        own_options: Scratch.
        own_memo: Keys of what is remembered.
        own_memo_values: What is remembered.
        scoring: Shape (C, 3, 54): brews by ending and scoring space; added to.
        rubies: Shape (C, 250): brews by rubies gained plus ``MOST_PAID``; added to.
        sums: Shape (C, 2): sums of values and of their squares; added to.
    """
    # Threads that count references to the same arrays would wait for each other.
    pots, values, options = unowned(own_pots), unowned(own_values), unowned(own_options)
    memo, memo_values = unowned(own_memo), unowned(own_memo_values)
    table, rates = unowned(own_table), unowned(own_rates)
    for chunk in range(len(brews)):
        stream = unowned(streams[chunk])
        for _ in range(brews[chunk]):
            copy_pot(start, pots[HERE])
            play(pots, values, options, stream, entry, table, rates, memo, memo_values)
            verdict = payoff_of_pot(pots[HERE], table, rates)
            scoring[chunk, pots[HERE, EXPLODED] + pots[HERE, PAID_BOTH], verdict.scoring_index] += 1
            rubies[chunk, MOST_PAID + verdict.rubies] += 1
            sums[chunk, 0] += verdict.value
            sums[chunk, 1] += verdict.value * verdict.value


_OF_THREAD = threading.local()


def _memo_of_thread(table: Table, rates: RateNumbers) -> tuple[Memo, npt.NDArray[np.float64]]:
    """Return what this thread remembers, begun anew when something else lies on the table or is wanted.

    It depends on nothing else, so the pieces of one estimate and those of the next moment of a brew share it.
    """
    wanted = (table.tobytes(), rates.tobytes())
    if getattr(_OF_THREAD, "wanted", None) != wanted:
        _OF_THREAD.memo = np.full(MEMO_SIZE, -1, dtype=np.int64)
        _OF_THREAD.values = np.zeros(MEMO_VALUES)
        _OF_THREAD.wanted = wanted
    return _OF_THREAD.memo, _OF_THREAD.values


def play_piece(
    start: Pot,
    entry: int,
    brews: npt.NDArray[np.int64],
    streams: npt.NDArray[np.int64],
    table: Table,
    rates: RateNumbers,
) -> Sums:
    """Play some chunks with scratch memory of this thread; what an executor runs.

    The arguments are those of ``play_many``.

    Returns:
        ``scoring``, ``rubies`` and ``sums``, as in ``play_many``.
    """
    scoring = np.zeros((len(brews), 3, SPACES), dtype=np.int64)
    rubies = np.zeros((len(brews), MOST_RUBIES), dtype=np.int64)
    sums = np.zeros((len(brews), 2))
    memo, memo_values = _memo_of_thread(table, rates)
    play_many(
        start, entry, brews, streams, table, rates, np.zeros((ROWS, POT_SIZE), dtype=np.int64), np.zeros((ROWS, VALUES)),
        np.zeros(STRONG_LOOK, dtype=np.int64), memo, memo_values, scoring, rubies, sums,
    )  # fmt: skip
    return scoring, rubies, sums
