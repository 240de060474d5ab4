r"""Rollouts: playing the real brew by the value function of a coarser one, with control variates.

A coarse problem (``approximate.aggregate``) forgets what fewest decisions depend on: which of several chips that move
alike came out, whether a green chip is last, what purple and black chips will pay. It is solved exactly, with values V and
payoffs of stopping S. The real brew is then played on the real pot (``expectimax.pot``), every chip by its own rule, and
what follows a chip is judged by

.. math::  P(s) = \max\bigl(S^*(s),\; V(s) + S^*(s) - S(s)\bigr),

the second only where the coarse problem would draw on, S* being the real payoff of stopping: what lies in the pot already
counts in full, what is still to come as the coarse problem sees it. A draw is worth the mean over the chips of the real
bag, each with its best choice (flask, returned white, look),

.. math::  D(s) = \sum_i \tfrac{n_i}{n}\, P(s + i),

and drawing goes on while D exceeds S*. So the policy looks one real step ahead of V, as a rollout policy does (Bertsekas
2017, on approximation in value space); if nothing is forgotten it is best play.

The same numbers take most of the noise out of the mean. The difference between P of the chip that came and its
expectation D has mean zero whatever P is; subtracted from the payoff of the finished pot after every draw and every look,

.. math::  \hat v = \text{payoff} - \sum_t \bigl(P(s_t + i_t) - D(s_t)\bigr),

it leaves only as much spread as P is wrong: a control variate (Owen 2013, ch. 8) made of martingale differences
(Henderson and Glynn 2002). If P is exact, every single brew gives the exact value.

On its way a brew may note one of its decisions, a *fork*: the pot as it went on and the pot that the second best move would
have made (``approximate.loss`` asks what the other would have brought). Which decision is kept is settled by weighted
reservoir sampling of one (Chao 1982), since how many there will be is not known beforehand.

Extra spaces are always taken, also where a house rule lets them be declined.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from quacks_math.brew.approximate.chart import Chart
from quacks_math.brew.approximate.judge import (
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
from quacks_math.brew.exact.look import TIE
from quacks_math.brew.expectimax.choices import (
    NOTHING,
    Options,
    carry_out,
    list_options,
    second_chance_is_due,
)
from quacks_math.brew.expectimax.pot import (
    EXPLODED,
    IN_BAG,
    LOOK,
    OVER,
    PAID_BOTH,
    POT_SIZE,
    SECOND_CHANCE,
    STRONG_INGREDIENT,
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
from quacks_math.brew.expectimax.rollout import (
    CHIP_ARRIVED,
    CHIP_PLACED,
    DECIDE,
    DRAWING_OVER,
    LOOKING,
    MOST_RUBIES,
    MUST_DRAW,
)
from quacks_math.brew.expectimax.search import (
    RULE,
    STOP_VALUE,
    VALUES,
    Memo,
    RateNumbers,
    Values,
    best_of_seen,
    payoff_of_pot,
    rule_stops,
)
from quacks_math.brew.payoff.payoff import MOST_PAID
from quacks_math.brew.payoff.stop_rule import BEST
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import kernel, share
from quacks_math.kernels.random_streams import WORD, Stream, next_word
from quacks_math.material.chips import KIND_COUNT, NO_KIND
from quacks_math.material.track import LAST_SCORING_SPACE
from quacks_math.rules.cards import STRONG_LOOK

NO_DRAW = KIND_COUNT
"""Stands for the first chip of a brew in which none was drawn."""
NUMBER, SUM, SQUARES, SUM_BY_FIRST, VALUE_SUM, VALUE_SQUARES, ADDED_UP = range(7)
"""What is added up of brews: their number, their values and squares of values with all luck taken off, their values with
all luck taken off but that of the first draw, their values as they came out and the squares of these."""
CHOSEN, OTHER = range(2)
"""The two sides of a fork."""
WEIGHT, ALL_WEIGHTS, GAP, FORK_NUMBERS = range(4)
"""Numbers of a fork: its weight, the weights of all decisions of its brew, by how much the other move promised less."""
REMEMBERED = 1 << 18
"""Worths remembered by ``value_of``, a power of two."""


def is_fork(weights: Values, gap: float, near: float, stream: Stream) -> bool:
    """Weigh a decision and say whether it is from now on the fork of its brew; the caller then writes both sides.

    In the end every decision of the brew is its fork with a chance in proportion to its weight.

    Args:
        weights: Shape (FORK_NUMBERS,): see ``WEIGHT``; 0 before the first decision.
        gap: By how much the second best move promises less, 0 or more.
        near: A gap at which a decision weighs half.
        stream: Where chance comes from.
    """
    weight = 1.0 / (1.0 + (gap / near) ** 2)
    weights[ALL_WEIGHTS] += weight
    if next_word(stream) * weights[ALL_WEIGHTS] >= weight * (WORD + 1):
        return False
    weights[WEIGHT], weights[GAP] = weight, gap
    return True


share(is_fork)


@kernel
def play_by_values(
    starts: Pots, entries: npt.NDArray[np.int64], brews: npt.NDArray[np.int64], streams: npt.NDArray[np.int64],
    own_values: Values, own_rows: Values, own_chart: Chart, own_rates: RateNumbers, own_pots: Pots,
    own_judgements: Values, own_options: Options, own_memo: Memo, own_memo_values: Values,
    scoring: npt.NDArray[np.int64], rubies: npt.NDArray[np.int64], sums: npt.NDArray[np.float64], near: float,
    forks: npt.NDArray[np.int64], fork_entries: npt.NDArray[np.int64], weights: npt.NDArray[np.float64],
) -> None:  # fmt: skip
    """Play brews many times, in chunks with a pot to begin with and a stream each, and add up how they ended.

    Args:
        starts: Shape (C, POT_SIZE): the pots to begin with; not changed.
        entries: Shape (C,): where the brews are taken up, as in ``expectimax.rollout.DECIDE``.
        brews: Shape (C,): how many times in each chunk.
        streams: Shape (C, 4): where the chance of each chunk comes from; they go on.
        own_values: Shape (1 or 3, states): coarse values, see ``approximate.judge.PLAIN_VALUES``.
        own_rows: Shape (rows, 53): coarse worth of stopping.
        own_chart: The coarse problem's chart, see ``approximate.chart.STRIDES``.
        own_rates: What things are worth.
        own_pots: Shape (SCRATCH_POTS, POT_SIZE): scratch but for the row ``BEGINNING``.
        own_judgements: Shape (2, VALUES): scratch.
        own_options: Shape (5,): scratch.
        own_memo: As in ``expectimax.search.value_of``.
        own_memo_values: Likewise.
        scoring: Shape (C, 3, 54): brews by ending and scoring space; added to.
        rubies: Shape (C, 250): brews by rubies gained plus ``MOST_PAID``; added to.
        sums: Shape (C, 19, ADDED_UP): see ``NUMBER``, by first chip drawn (``NO_DRAW`` for none); added to.
        near: A gap between the best and the second best move at which a decision weighs half, see ``approximate.loss``.
        forks: Shape (C, F, 2, POT_SIZE): both sides of a fork of each of the first F brews of a chunk; written.
        fork_entries: Shape (C, F, 2): where these pots are taken up; written.
        weights: Shape (C, F, FORK_NUMBERS): see ``WEIGHT``, 0 where the brew had nothing to decide; written.
    """
    # Threads that count references to the same arrays would wait for each other.
    pots, judgements, options = unowned(own_pots), unowned(own_judgements), unowned(own_options)
    memo, memo_values = unowned(own_memo), unowned(own_memo_values)
    values, rows, chart, rates = unowned(own_values), unowned(own_rows), unowned(own_chart), unowned(own_rates)
    pot, trial, judged, ranked = pots[POT], pots[TRIAL], judgements[0], judgements[1]
    strong = chart[TABLE_CARD] == STRONG_INGREDIENT
    for chunk in range(len(brews)):
        stream = unowned(streams[chunk])
        entry = entries[chunk]
        for brew in range(brews[chunk]):
            copy_pot(starts[chunk], pot)
            pot[OVER] = int(entry == DRAWING_OVER)
            kind = last_chip(pot) if entry in (CHIP_ARRIVED, LOOKING, CHIP_PLACED) else NO_KIND
            must_draw = entry == MUST_DRAW and pot[IN_BAG] > 0
            by_look = entry == CHIP_PLACED
            first = NO_DRAW
            luck = luck_of_first = 0.0
            notes = brew < forks.shape[1]
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
                    changes = change > stay + TIE
                    if notes and is_fork(weights[chunk, brew], abs(change - stay), near, stream):
                        copy_pot(pot, forks[chunk, brew, OTHER if changes else CHOSEN])
                        copy_pot(trial, forks[chunk, brew, CHOSEN if changes else OTHER])
                        fork_entries[chunk, brew, :] = DECIDE
                    if changes:
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
                    kind, second, fortune = look_for(pot, judged, ranked, seen, judged[STOP_VALUE], options, stream)
                    luck += fortune
                    by_look = True
                    gap = judged[STOP_VALUE if kind == NOTHING else kind]
                    gap -= judged[STOP_VALUE if second == NOTHING else second]
                    if kind != second and notes and is_fork(weights[chunk, brew], gap, near, stream):
                        for side in (CHOSEN, OTHER):
                            placed = kind if side == CHOSEN else second
                            copy_pot(pot, forks[chunk, brew, side])
                            fork_entries[chunk, brew, side] = DECIDE
                            if placed != NOTHING:
                                take_from_bag(forks[chunk, brew, side], placed)
                                receive(forks[chunk, brew, side], placed, chart)
                                if last_chip(forks[chunk, brew, side]) == placed:  # not set aside
                                    fork_entries[chunk, brew, side] = CHIP_PLACED
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
                        stops = stop >= drawn - TIE
                        if notes and is_fork(weights[chunk, brew], abs(drawn - stop), near, stream):
                            for side in (CHOSEN, OTHER):
                                copy_pot(pot, forks[chunk, brew, side])
                                drawing = stops == (side == OTHER)
                                fork_entries[chunk, brew, side] = MUST_DRAW if drawing else DRAWING_OVER
                        pot[OVER] = int(stops)
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
                kind, _, fortune = look_for(pot, judged, ranked, STRONG_LOOK, nothing, options, stream)
                luck += fortune
                if kind != NOTHING:
                    take_from_bag(pot, kind)
                    place_strong(pot, kind, chart)
            verdict = payoff_of_pot(pot, chart, rates)
            scoring[chunk, pot[EXPLODED] + pot[PAID_BOTH], verdict.scoring_index] += 1
            rubies[chunk, MOST_PAID + verdict.rubies] += 1
            value = verdict.value - luck
            sums[chunk, first, NUMBER] += 1.0
            sums[chunk, first, SUM] += value
            sums[chunk, first, SQUARES] += value * value
            sums[chunk, first, SUM_BY_FIRST] += value + luck_of_first
            sums[chunk, first, VALUE_SUM] += verdict.value
            sums[chunk, first, VALUE_SQUARES] += verdict.value * verdict.value


@dataclass(frozen=True, slots=True)
class Pieces:
    """How brews ended, by chunk.

    Attributes:
        scoring: Shape (C, 3, 54), as in ``play_by_values``.
        rubies: Shape (C, 250), likewise.
        sums: Shape (C, 19, ADDED_UP), likewise.
        forks: Shape (C, F, 2, POT_SIZE), likewise.
        fork_entries: Shape (C, F, 2), likewise.
        weights: Shape (C, F, FORK_NUMBERS), likewise.
    """

    scoring: npt.NDArray[np.int64]
    rubies: npt.NDArray[np.int64]
    sums: npt.NDArray[np.float64]
    forks: npt.NDArray[np.int64]
    fork_entries: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]


def play_piece(
    starts: Pots, beginning: Pot, entries: npt.NDArray[np.int64], brews: npt.NDArray[np.int64],
    streams: npt.NDArray[np.int64], values: Values, rows: Values, chart: Chart, rates: RateNumbers, near: float,
    forks: int,
) -> Pieces:  # fmt: skip
    """Play some chunks; what an executor runs.

    The arguments are those of ``play_by_values``; ``beginning`` is the pot at the beginning of the brew, for A Second
    Chance, ``forks`` of how many brews of each chunk a fork is noted.
    """
    chunks = len(brews)
    pieces = Pieces(
        np.zeros((chunks, 3, LAST_SCORING_SPACE + 1), dtype=np.int64),
        np.zeros((chunks, MOST_RUBIES), dtype=np.int64),
        np.zeros((chunks, KIND_COUNT + 1, ADDED_UP)),
        np.zeros((chunks, forks, 2, POT_SIZE), dtype=np.int64),
        np.zeros((chunks, forks, 2), dtype=np.int64),
        np.zeros((chunks, forks, FORK_NUMBERS)),
    )
    pots = np.zeros((SCRATCH_POTS, POT_SIZE), dtype=np.int64)
    pots[BEGINNING] = beginning
    play_by_values(
        starts, entries, brews, streams, values, rows, chart, rates, pots, np.zeros((2, VALUES)),
        np.zeros(STRONG_LOOK, dtype=np.int64), np.full(REMEMBERED, -1, dtype=np.int64), np.zeros(REMEMBERED),
        pieces.scoring, pieces.rubies, pieces.sums, near, pieces.forks, pieces.fork_entries, pieces.weights,
    )  # fmt: skip
    return pieces
