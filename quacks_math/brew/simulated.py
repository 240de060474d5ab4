"""Advice where a brew is too large to be solved: the same questions, answered by playing it many times.

Choices follow the look-ahead rule of ``look_ahead`` (two steps), which is a little below best play, or the fixed stop
rule. Every move is played with the same seed, so that chance weighs alike on all of them.
"""

import time
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.answer import Advice, Method, lead
from quacks_math.brew.brew import Brew
from quacks_math.brew.chances import explode_next, odds_of
from quacks_math.brew.estimator import Estimate, estimate
from quacks_math.brew.events import Placed, WentOn
from quacks_math.brew.legality import action_event, legal_actions
from quacks_math.brew.moment import BrewState, Phase
from quacks_math.brew.outcome import Outcome, outcome_from
from quacks_math.brew.problem import worth_table
from quacks_math.brew.rates import Objective, Rates, StopRule, rates_for_round
from quacks_math.brew.relevance import rulings_that_matter
from quacks_math.brew.solver import ORDER, finished_pot
from quacks_math.brew.state import apply, replay
from quacks_math.brew.worth import evaluate

BREWS = 20_000
"""Brews played for each move."""
SEED = 1
STEPS = 2
"""How far look-ahead looks."""


def _without_choices(state: BrewState) -> BrewState:
    """Return the state with everything declined that is open, ready for the next draw."""
    if state.phase is Phase.LOOKING:
        state = apply(replace(state, seen=()), Placed(None))
    if state.phase is Phase.OFFERED:
        state = apply(state, WentOn())
    return replace(state, pending=(), before_draw=None)


def advise_by_simulation(
    brew: Brew, objective: Objective, rule: StopRule, rates: Rates | None, executor: Executor | None
) -> Advice:
    """Return advice from simulation; the arguments are those of ``advice.solve_brew``.

    The values of the chips that may come next are not estimated: ``next_values`` is empty.

    Raises:
        ValueError: If the bag is too large even to be simulated.
    """
    started = time.perf_counter()
    rates = rates_for_round(brew.round) if rates is None else rates
    state = replay(brew)

    def play(after: BrewState, *, must_draw: bool = False) -> Estimate:
        """Play a state to its end many times."""
        return estimate(
            after, objective=objective, rule=rule, rates=rates, brews=BREWS, seed=SEED, steps=STEPS, must_draw=must_draw,
            executor=executor,
        )  # fmt: skip

    values: dict[str, float] = {}
    errors: dict[str, float] = {}
    outcomes: dict[str, Outcome] = {}
    for move in legal_actions(state):
        if move in ("draw", "look"):
            played = play(_without_choices(state), must_draw=True) if move == "draw" else play(state)
        else:
            after = apply(state, action_event(state, move))
            if after.phase in (Phase.DONE, Phase.SETTLING):
                verdict = evaluate(finished_pot(after, table := worth_table(brew, objective, rates)), table)
                values[move], errors[move] = float(verdict.value), 0.0
                scoring = np.zeros((3, 54))
                scoring[finished_pot(after, table).ending, verdict.scoring_index] = 1.0
                outcomes[move] = outcome_from(scoring, {})
                continue
            played = play(after)
        values[move], errors[move] = played.value, played.standard_error
        outcomes[move] = outcome_from(_scoring(played), {})
    moves = list(values)
    if rule.kind != "best" and "draw" in moves and "stop" in moves:
        stops = rule.stops(state.white_sum, state.chips_in_pot, explode_next(state))
        moves.remove("draw" if stops else "stop")
    action = max(moves, key=lambda move: (values[move], -ORDER.index(move) if move in ORDER else -len(ORDER)))
    return Advice(
        odds=odds_of(state),
        action=action,
        values=values,
        margin=lead(values, action),
        next_values={},
        outcome=outcomes[action],
        method=Method("simulated", BREWS, time.perf_counter() - started, max(errors.values())),
        rulings=rulings_that_matter(state),
    )


def _scoring(played: Estimate) -> NDArray[np.float64]:
    """Return the shares of brews by ending and scoring space; protected explosions count as explosions."""
    counts = np.array(played.counts, dtype=np.float64) / played.brews
    return np.vstack([counts, np.zeros((1, counts.shape[1]))])
