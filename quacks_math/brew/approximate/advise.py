"""Advice where a brew is too large to be solved: the same action values, estimated by rollouts.

An aggregated problem is solved exactly (``approximate.aggregate``) and the real brew is played by its values
(``approximate.rollout``), or by the fixed stop rule; the finest level of ``approximate.aggregate.LEVELS`` that fits is
taken. The value of a move a is the mean over brews that begin with it, Q(s, a) = E[payoff | s, a]. Every move is played
with the same seed (common random numbers: what chance brings to all of them drops out of their differences). Should even
the coarsest problem be too large, the brew is played by looking one step ahead (``expectimax.search``), which loses some
percent. What the play loses is measured on every brew (``approximate.loss``). Extra spaces are always taken, also under
the house rule that lets them be declined; ``Method.played_by`` says so then, and what that costs is not in the measured
loss.

How much is lost against best play, measured on bags of 17 to 23 chips of all four sets (round 4, twelve brews), mean and
largest by what is forgotten: black 0.01 % (0.05 %), purple too 0.07 % (0.2 %), last green too 0.13 % (0.4 %), oranges
for red of set 1 too 0.15 % (0.25 %), blue too 0.23 % (0.5 %), yellow too 0.9 % (1.2 %), red too 1.0 % (1.9 %). Bags of
about thirty chips forget no more than blue. Measured again by

    python tests/benchmarks/bench_playout.py

References: Bertsekas (2017) on rollout; Owen (2013, ch. 8) on common random numbers.
"""

import math
import os
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from quacks_math.brew.approximate.aggregate import Aggregated, finest_aggregated
from quacks_math.brew.approximate.estimate import LOOK_AHEAD, estimate
from quacks_math.brew.approximate.loss import measured_loss
from quacks_math.brew.approximate.rollout import NUMBER, SQUARES, SUM, SUM_BY_FIRST
from quacks_math.brew.approximate.sampling import play_chunks, sizes_of
from quacks_math.brew.exact.solution import ORDER
from quacks_math.brew.expectimax.loading import entry_of, load_pot
from quacks_math.brew.model.chances import explode_next
from quacks_math.brew.model.events import Placed, WentOn
from quacks_math.brew.model.forgotten import not_known
from quacks_math.brew.model.legality import action_event, exploding_moves, legal_actions
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.transitions import apply, replay
from quacks_math.brew.payoff.finished import finished_pot
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.payoff import MOST_PAID, PayoffTable, payoff_of
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table, pays
from quacks_math.brew.results.advice import Advice, Method, lead
from quacks_math.brew.results.odds import odds_of
from quacks_math.brew.results.outcome import Outcome, outcome_from
from quacks_math.brew.results.relevant_rulings import rulings_that_matter
from quacks_math.kernels.compile import use_compiler
from quacks_math.kernels.random_streams import streams_for
from quacks_math.material.chips import KINDS

BREWS = 16_000
"""Brews played in all; the moves share them. As luck is taken off, they tell as much as some hundred thousand."""
FEWER_BREWS = 10_000
"""Brews played by looking ahead, which takes longer."""
SEED = 1
SMALLEST_ERROR = 1e-12
"""A mean of brews that all came out alike is not more exact than rounding."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a move did.

    Attributes:
        value: Mean of the objective.
        error: Its standard error.
        loss: How much the play that was simulated loses against best play, measured.
        outcome: Where play ended.
        first: By kind of the first chip drawn: mean of the objective.
    """

    value: float
    error: float
    loss: float
    outcome: Outcome
    first: dict[str, float]


def _without_choices(state: BrewState) -> BrewState:
    """Return the state with everything declined that is open, ready for the next draw."""
    if state.phase is Phase.LOOKING:
        state = apply(replace(state, seen=()), Placed(None))
    if state.phase is Phase.OFFERED:
        state = apply(state, WentOn())
    return replace(state, pending=(), before_draw=None)


def play_many(
    coarse: Aggregated, state: BrewState, brews: int, executor: Executor, *, must_draw: bool = False
) -> Played:
    """Play a state to its end many times by the values of a coarse problem.

    Args:
        coarse: The coarse problem; the state is its root or can follow it.
        state: The state; the chips of a look are not known.
        brews: How many.
        executor: Carries the chunks. The result does not depend on it.
        must_draw: Whether the next chip is drawn in any case.
    """
    entry = entry_of(state, must_draw=must_draw)
    pot, sizes = load_pot(state), sizes_of(brews)
    chunks = len(sizes)
    pieces = play_chunks(
        coarse, np.tile(pot, (chunks, 1)), np.full(chunks, entry), sizes, streams_for(SEED, chunks), executor
    )
    sums = pieces.sums.sum(axis=0)
    number = int(sums[:, NUMBER].sum())
    value = float(sums[:, SUM].sum()) / number
    variance = float(sums[:, SQUARES].sum()) / number - value * value
    spread = math.sqrt(max(0.0, variance))
    error = max(spread / math.sqrt(number), SMALLEST_ERROR)
    loss = measured_loss(coarse, pot, entry, spread, executor)
    shares = pieces.rubies.sum(axis=0) / number
    by_rubies = {place - MOST_PAID: float(share) for place, share in enumerate(shares) if share}
    first = {
        kind: float(sums[place, SUM_BY_FIRST] / sums[place, NUMBER])
        for place, kind in enumerate(KINDS)
        if sums[place, NUMBER]
    }
    outcome = outcome_from(pieces.scoring.sum(axis=0) / number, by_rubies if pays(coarse.payoffs) else {})
    return Played(value, error, loss, outcome, first)


def _play_by_looking_ahead(
    state: BrewState, objective: Objective, rule: StopRule, rates: Rates, executor: Executor, *, must_draw: bool
) -> Played:
    """Play a state to its end by looking one step ahead."""
    played = estimate(
        state, objective=objective, rule=rule, rates=rates, brews=FEWER_BREWS, seed=SEED, steps=1, must_draw=must_draw,
        budget=0, executor=executor,
    )  # fmt: skip
    return Played(played.value, played.standard_error, played.play_loss, played.outcome, {})


def _ended(state: BrewState, payoffs: PayoffTable) -> Played:
    """Return what a move brings that leaves nothing to chance."""
    pot = finished_pot(state, payoffs)
    verdict = payoff_of(pot, payoffs)
    scoring = np.zeros((3, 54))
    scoring[pot.ending, verdict.scoring_index] = 1.0
    return Played(
        float(verdict.value), 0.0, 0.0, outcome_from(scoring, {verdict.rubies: 1.0} if pays(payoffs) else {}), {}
    )


def advise_by_simulation(
    brew: Brew, objective: Objective, rule: StopRule, rates: Rates | None, executor: Executor | None,
    budget: int,
) -> Advice:  # fmt: skip
    """Return advice from simulation; the arguments are those of ``brew.advise.solve_brew``.

    Args:
        brew: The brew with what came out so far.
        objective: What is to be maximised.
        rule: Who stops when.
        rates: What things are worth later; those of the round by default.
        executor: Carries the work; threads by default.
        budget: Numbers of eight bytes that may be held.

    Raises:
        ValueError: If the bag is too large even to be simulated.
    """
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return advise_by_simulation(brew, objective, rule, rates, threads, budget)
    started = time.perf_counter()
    use_compiler()
    rates = rates_for_round(brew.round) if rates is None else rates
    payoffs = payoff_table(brew, objective, rates)
    state = replay(brew)
    after: dict[str, BrewState] = {}
    for move in legal_actions(state):
        if move == "draw":
            after[move] = _without_choices(state)
        else:
            after[move] = state if move in ("look", "exploded") else apply(state, action_event(state, move))
    chancy = [move for move, then in after.items() if then.phase not in (Phase.DONE, Phase.SETTLING)]
    coarse = finest_aggregated(state, payoffs, rule, budget, executor)
    brews = (BREWS if coarse else FEWER_BREWS) // max(1, len(chancy))
    results: dict[str, Played] = {}
    for move, then in after.items():
        if move not in chancy:
            results[move] = _ended(then, payoffs)
        elif coarse is not None:
            results[move] = play_many(coarse, then, brews, executor, must_draw=move == "draw")
        else:
            results[move] = _play_by_looking_ahead(then, objective, rule, rates, executor, must_draw=move == "draw")
    moves = list(results)
    if rule.kind != "best" and "draw" in moves and "stop" in moves:
        stops = rule.stops(state.white_sum, state.chips_in_pot, explode_next(state))
        moves.remove("draw" if stops else "stop")
    action = max(moves, key=lambda move: (results[move].value, -ORDER.index(move) if move in ORDER else -len(ORDER)))
    values = {move: played.value for move, played in results.items()}
    return Advice(
        odds=odds_of(state),
        action=action,
        values=values,
        exploding=exploding_moves(state),
        margin=lead(values, action),
        next_values=results["draw"].first if "draw" in results else {},
        outcome=results[action].outcome,
        method=Method(
            "simulated", brews, time.perf_counter() - started, max(played.error for played in results.values()),
            max(played.loss for played in results.values()), coarse.description if coarse else LOOK_AHEAD[0],
        ),
        rulings=rulings_that_matter(state),
        forgotten=not_known(state),
    )  # fmt: skip
