"""Solving one brew exactly: the value of every state, of every move, and where play ends.

``solve`` runs the backward sweep; the ``Solution`` it returns answers for the root and for everything that can follow.
Choices that are open right now (a flask, a look whose chips are known) are few and are weighed here, on the readable
state of the brew; everything behind the next draw comes from the sweep.
"""

import math
import os
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import offer, rows_for, sweep
from quacks_math.brew.exact.solution import Solution, kept_counters
from quacks_math.brew.exact.state_space.build import Problem, build, nothing_yet, state_index
from quacks_math.brew.exact.state_space.points import FIFTH_LOOK, OFFER_OPEN, PLAIN
from quacks_math.brew.exact.state_space.transitions import edges_for
from quacks_math.brew.exact.strong_ingredient import stop_values
from quacks_math.brew.model.events import Restarted
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import seeds_of
from quacks_math.brew.model.transitions import apply
from quacks_math.brew.payoff.payoff import PayoffTable
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.kernels.compile import compile_unless

DEFAULT_BUDGET = 200_000_000
"""Numbers of eight bytes that a solution may hold: 1.6 GB."""
MOST_COMBINATIONS = 250
"""Of chips left in a small bag; plain Python takes some tenths of a second, the compiler some seconds to load."""
MANY_STATES = 12_000
"""From this many states on a layer is shared out among threads."""
PIECES = 4
"""Into how many pieces for each thread: layers are uneven."""


def sweep_part(
    problem: Problem, numbers: NDArray[np.int64], values: NDArray[np.float64], after: NDArray[np.float64], phase: int
) -> None:  # fmt: skip
    """Run one pass of the backward sweep over some coloured numbers of a layer."""
    groups = len(problem.layout.kind)
    sweep(numbers, values, after, problem.layout, problem.terms, phase, edges_for(groups), rows_for(groups))


def sweep_all(
    problem: Problem, values: NDArray[np.float64], after: NDArray[np.float64], phase: int, executor: Executor
) -> None:
    """Run one pass of the backward sweep over all layers, the fullest pot first."""
    layout = problem.layout
    out = layout.out.sum(axis=1, dtype=np.int64)
    work = np.diff(np.append(layout.offset[:: len(layout.white_sum)], problem.states))
    for layer in range(int(out.max(initial=0)), -1, -1):
        numbers = np.flatnonzero((out == layer) & (work > 0))
        if work[numbers].sum() < MANY_STATES:
            sweep_part(problem, numbers, values, after, phase)
            continue
        share = np.cumsum(work[numbers])
        pieces = PIECES * (os.cpu_count() or 1)
        cuts = np.searchsorted(share, share[-1] * np.arange(1, pieces) / pieces)
        parts = [part for part in np.split(numbers, cuts) if len(part)]
        list(executor.map(lambda part: sweep_part(problem, part, values, after, phase), parts))


def sweep_offer(
    problem: Problem, plain: NDArray[np.float64], after: NDArray[np.float64], card: NDArray[np.float64], beginning: BrewState,
    again: tuple[Problem, NDArray[np.float64]], executor: Executor,
) -> None:  # fmt: skip
    """Run the passes of A Second Chance behind the plain one.

    Args:
        problem: The numbering.
        plain: Values without the card.
        after: Written here: once the offer has come, the better of going on and beginning again.
        card: Written here: values while the offer is still to come.
        beginning: The state of a brew that has begun again, flask and gains aside.
        again: The numbering in which that state lies, and its values without the card.
        executor: Carries the layers.
    """
    layout = problem.layout
    for flask in range(layout.flasks):
        state = replace(beginning, flask=flask == 1)
        for counters in range(layout.counters):
            index = state_index(again[0], state, gained=kept_counters(layout, counters))
            problem.terms.restart[flask, counters] = again[1][index]
    after[:] = plain
    offer(after, layout, problem.terms)
    sweep_all(problem, after, after, FIFTH_LOOK, executor)
    sweep_all(problem, card, after, OFFER_OPEN, executor)


def is_small(left: Sequence[int]) -> bool:
    """Say whether a brew is solved as plain Python in less time than the compiler loads.

    Args:
        left: How many chips of each kind are in the bag.
    """
    return math.prod(count + 1 for count in left) <= MOST_COMBINATIONS


def solve(
    root: BrewState,
    payoffs: PayoffTable,
    rule: StopRule,
    budget: int = DEFAULT_BUDGET,
    executor: Executor | None = None,
) -> Solution:
    """Solve a brew from a state on.

    Args:
        root: The state.
        payoffs: What pots are worth.
        rule: Who stops when.
        budget: Numbers of eight bytes that may be held.
        executor: Carries the layers; threads of this machine by default (the kernels release the interpreter).

    Raises:
        TooLargeError: If there are more states than the budget allows.
    """
    compile_unless(small=is_small(root.left))
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return _solve(root, payoffs, rule, budget, threads, (0, 0))
    return _solve(root, payoffs, rule, budget, executor, (0, 0))


def _solve(
    root: BrewState, payoffs: PayoffTable, rule: StopRule, budget: int, executor: Executor, counted: tuple[int, int]
) -> Solution:
    """Solve a brew; ``counted`` are the most rubies and points that may have been gained before the root."""
    seeds = sorted(seeds_of(root), key=lambda state: -sum(state.left))
    offered = root.second_chance
    problem = None
    plain = after = card = stop_worth = np.zeros(0)
    if seeds:
        problem = build(
            seeds,
            payoffs,
            rule,
            budget // (6 if offered else 3 if root.brew.card == "strong_ingredient" else 2),
            executor,
            counted=counted,
            offered=offered,
        )
        plain = nothing_yet(problem.room)
        if problem.terms.is_strong:
            stop_values(problem.layout, problem.terms, plain)
            stop_worth = plain.copy()
        sweep_all(problem, plain, plain, PLAIN, executor)
    fresh = None
    if offered:
        beginning = apply(replace(root, phase=Phase.OFFERED, pending=("restart",)), Restarted())
        fresh = _solve(beginning, payoffs, rule, budget // 2, executor, problem.most_gained if problem else counted)
        if problem is not None:
            if fresh.problem is None:
                raise AssertionError("a brew that begins again has a bag to draw from")
            after, card = nothing_yet(problem.room), nothing_yet(problem.room)
            sweep_offer(problem, plain, after, card, beginning, (fresh.problem, fresh.plain), executor)
    return Solution(root, payoffs, rule, problem, plain, after, card, stop_worth, fresh)
