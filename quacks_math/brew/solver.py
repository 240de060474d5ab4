"""Solving one brew exactly: the value of every state, of every move, and where play ends.

``solve`` runs the backward sweep; the ``Solution`` it returns answers for the root and for everything that can follow.
Choices that are open right now (a flask, a look whose chips are known) are few and are weighed here, on the readable
state of the brew; everything behind the next draw comes from the sweep.
"""

import math
import os
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.branches import seeds_of, ways_to_draw, ways_to_place, ways_to_place_red
from quacks_math.brew.chances import explode_next
from quacks_math.brew.events import Placed, Restarted, WentOn
from quacks_math.brew.finished import TAKEN, finished_pot, kept_worth, worth_taking
from quacks_math.brew.forward import MOST_PAID, Ended, spread
from quacks_math.brew.layout import Layout
from quacks_math.brew.legality import action_event, legal_actions
from quacks_math.brew.look import TIE, shares
from quacks_math.brew.moment import BrewState, Phase
from quacks_math.brew.problem import Problem, build, nothing_yet, state_index, tail_table
from quacks_math.brew.rates import StopRule
from quacks_math.brew.state import apply
from quacks_math.brew.strong import STRONG_LOOK, end_stopped, stop_values
from quacks_math.brew.sweep import FIFTH_LOOK, OFFER_OPEN, PLAIN, offer, sweep
from quacks_math.brew.valuation import purple_points
from quacks_math.brew.worth import WORTH, Verdict, WorthTable, evaluate
from quacks_math.compiled import compile_unless
from quacks_math.material.chips import KINDS

DEFAULT_BUDGET = 200_000_000
"""Numbers of eight bytes that a solution may hold: 1.6 GB."""
MOST_COMBINATIONS = 250
"""Of chips left in a small bag; plain Python takes some tenths of a second, the compiler some seconds to load."""
MANY_STATES = 25_000
"""From this many states on a layer is shared out among threads."""
PIECES = 4
"""Into how many pieces for each thread: layers are uneven."""
MOST_RUBIES = 250
"""Room for the rubies of one round: a bag has at most 200 chips."""
ALL_OF_IT = 1e-9
"""How far the chances of all ends may miss one by rounding."""
ORDER = ("look", "stop", "draw", "bag_empty", "keep", "go_on", "place:none")
"""Of equally good moves the first of these is taken."""
WAITING = ("draw", "stop", "keep", "bag_empty", "look")
"""Moves whose value is that of the state itself with everything open declined."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Where play ends.

    Attributes:
        scoring: Shape (3, 54): probability by ending (stopped, exploded, protected explosion) and scoring space.
        rubies: Probability by rubies gained in the round plus ``MOST_PAID``.
    """

    scoring: NDArray[np.float64]
    rubies: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of all states of a brew.

    Attributes:
        root: The state that was asked about.
        table: What pots are worth.
        rule: Who stops when.
        problem: The numbering; None when nothing can be drawn any more.
        plain: Values without an open Second Chance.
        after: With an open Second Chance: the better of going on and beginning again, once the offer has come.
        card: With an open Second Chance: values while the offer is still to come.
        stop_worth: With Strong Ingredient: the worth of stopping in each state.
        fresh: With an open Second Chance: the solution of the brew that begins again.
    """

    root: BrewState
    table: WorthTable
    rule: StopRule
    problem: Problem | None
    plain: NDArray[np.float64]
    after: NDArray[np.float64]
    card: NDArray[np.float64]
    stop_worth: NDArray[np.float64]
    fresh: "Solution | None"

    @property
    def states(self) -> int:
        """Number of states solved."""
        return (self.problem.states if self.problem else 0) + (self.fresh.states if self.fresh else 0)

    def value(self, state: BrewState) -> float:
        """Return the value of a state that is the root or can follow it, with best choices from there on."""
        match state.phase:
            case Phase.DONE | Phase.SETTLING:
                return float(self.settled(state).value) + kept_worth(state, self.table)
            case Phase.STRONG_LOOK if state.seen is None:
                worth, counts, nothing = self.strong_choices(state)
                return _look(worth, counts, nothing, sum(state.left))
            case Phase.LOOKING if state.seen is None:
                return self._stored(state, looking=True)
        values = [self.move_value(state, move) for move in legal_actions(state) if move not in WAITING]
        if state.phase is Phase.DRAWING:
            values.append(self._stored(state))
        return max(values)

    def move_value(self, state: BrewState, move: str) -> float:
        """Return the value of one legal move of a state that is the root or can follow it.

        Args:
            state: The state.
            move: As named by ``legal_actions``.
        """
        if move == "draw":
            parts = ((left, self.drawn_value(state, kind)) for kind, left in enumerate(state.left) if left)
            return float(sum(left * value for left, value in parts) / sum(state.left))
        if move in ("look", "exploded"):
            return self.value(state)
        if move in TAKEN:
            return worth_taking(state, move, self.table)
        if move == "restart":
            return self._fresh().value(apply(state, Restarted()))
        if move.startswith(("place:", "place_red:")) and move != "place:none":
            name, kind = move.split(":")
            ways = ways_to_place if name == "place" else ways_to_place_red
            return max(self.value(apply(state, event)) for event in ways(state, KINDS.index(kind)))
        return self.value(apply(state, action_event(state, move)))

    def drawn_value(self, state: BrewState, kind: int) -> float:
        """Return the value once a chip of this kind came out of the bag."""
        return max(self.value(apply(state, event)) for event in ways_to_draw(state, kind))

    def settled(self, state: BrewState) -> Verdict:
        """Return the best evaluation of a pot that is done but for its set-aside red chips."""
        return evaluate(finished_pot(state, self.table), self.table)

    def ending(self, state: BrewState) -> Ending:
        """Return where play ends from a state on: best play, or the fixed rule with best choices otherwise."""
        scoring, rubies = np.zeros((3, 54)), np.zeros(MOST_RUBIES)
        forward = _Forward(self, scoring, rubies)
        forward.start(state, 1.0)
        forward.run()
        if abs(scoring.sum() - 1.0) > ALL_OF_IT or abs(rubies.sum() - 1.0) > ALL_OF_IT:
            raise AssertionError(f"probability was lost: {scoring.sum()} of 1 came to an end")
        return Ending(scoring, rubies)

    def best_move(self, state: BrewState) -> str:
        """Return the best legal move, a fixed rule deciding between drawing and stopping.

        Of equally good moves the first in ``ORDER`` is taken: stopping before drawing, both before what they imply.
        """
        moves = list(legal_actions(state))
        if not moves:
            return "stop"
        if self.rule.kind != "best" and "draw" in moves and "stop" in moves:
            stops = self.rule.stops(state.white_sum, state.chips_in_pot, explode_next(state))
            moves.remove("draw" if stops else "stop")
        values = {move: self.move_value(state, move) for move in moves}
        best = max(values.values())
        tied = (move for move in moves if values[move] >= best - TIE)
        return min(tied, key=lambda move: ORDER.index(move) if move in ORDER else len(ORDER))

    def _fresh(self) -> "Solution":
        """Return the solution of the brew that begins again."""
        if self.fresh is None:
            raise AssertionError("a brew that may begin again has been solved from its beginning")
        return self.fresh

    def _gained(self, state: BrewState, problem: Problem) -> float:
        """Return what was gained between the root and a state and is added up rather than counted."""
        if self.table.objective != WORTH:
            return 0.0
        gained = 0.0
        if not problem.counts_rubies:
            gained += self.table.ruby * (state.rubies - problem.root.rubies)
        if not problem.counts_points:
            gained += state.points - problem.root.points
        if not problem.counts_purple:
            gained += purple_points(state) - purple_points(problem.root)
        return gained

    def _stored(self, state: BrewState, *, looking: bool = False) -> float:
        """Return the value that the sweep found for a state with everything open declined."""
        if self.problem is None:
            raise AssertionError("a state in which chips can be drawn has been solved")
        values = self.plain
        if state.second_chance:
            values = self.after if looking and state.five_lay else self.card
        return float(values[state_index(self.problem, state, looking=looking)]) + self._gained(state, self.problem)

    def strong_choices(self, state: BrewState) -> tuple[NDArray[np.float64], NDArray[np.int64], float]:
        """Return worth and number of each kind that Strong Ingredient may show, and the worth of placing none."""
        kinds = [kind for kind, left in enumerate(state.left) if left]
        worth = np.zeros(len(kinds) + 1)
        for place, kind in enumerate(kinds):
            seen = replace(state, seen=(kind,))
            worth[place] = max(self.value(apply(seen, event)) for event in ways_to_place(seen, kind))
        counts = np.array([state.left[kind] for kind in kinds], dtype=np.int64)
        return worth, counts, self.value(apply(replace(state, seen=()), Placed(None)))


def _look(worth: NDArray[np.float64], counts: NDArray[np.int64], nothing: float, chips: int) -> float:
    """Turn worth into the chance that each kind is placed, the last entry being nothing; return the expected worth."""
    order = np.arange(len(worth))
    return float(shares(worth, counts, len(counts), nothing, STRONG_LOOK, chips, order, tail_table(chips)))


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
            sweep(numbers, values, after, layout, problem.terms, phase)
            continue
        share = np.cumsum(work[numbers])
        pieces = PIECES * (os.cpu_count() or 1)
        cuts = np.searchsorted(share, share[-1] * np.arange(1, pieces) / pieces)
        parts = [part for part in np.split(numbers, cuts) if len(part)]
        list(executor.map(lambda part: sweep(part, values, after, layout, problem.terms, phase), parts))


def is_small(left: Sequence[int]) -> bool:
    """Say whether a brew is solved as plain Python in less time than the compiler loads.

    Args:
        left: How many chips of each kind are in the bag.
    """
    return math.prod(count + 1 for count in left) <= MOST_COMBINATIONS


def solve(
    root: BrewState, table: WorthTable, rule: StopRule, budget: int = DEFAULT_BUDGET, executor: Executor | None = None
) -> Solution:
    """Solve a brew from a state on.

    Args:
        root: The state.
        table: What pots are worth.
        rule: Who stops when.
        budget: Numbers of eight bytes that may be held.
        executor: Carries the layers; threads of this machine by default (the kernels release the interpreter).

    Raises:
        TooLargeError: If there are more states than the budget allows.
    """
    compile_unless(small=is_small(root.left))
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return _solve(root, table, rule, budget, threads, (0, 0))
    return _solve(root, table, rule, budget, executor, (0, 0))


def _solve(
    root: BrewState, table: WorthTable, rule: StopRule, budget: int, executor: Executor, counted: tuple[int, int]
) -> Solution:
    """Solve a brew; ``counted`` are the most rubies and points that may have been gained before the root."""
    seeds = sorted(seeds_of(root), key=lambda state: -sum(state.left))
    offered = root.second_chance
    problem = None
    plain = after = card = stop_worth = np.zeros(0)
    if seeds:
        problem = build(
            seeds,
            table,
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
        fresh = _solve(beginning, table, rule, budget // 2, executor, problem.most_gained if problem else counted)
        if problem is not None:
            _fill_restart(problem, fresh, beginning)
            after = plain.copy()
            offer(after, problem.layout, problem.terms)
            sweep_all(problem, after, after, FIFTH_LOOK, executor)
            card = nothing_yet(problem.room)
            sweep_all(problem, card, after, OFFER_OPEN, executor)
    return Solution(root, table, rule, problem, plain, after, card, stop_worth, fresh)


def _fill_restart(problem: Problem, fresh: Solution, beginning: BrewState) -> None:
    """Write what beginning again is worth, by flask and counters, to the terms of a problem."""
    if fresh.problem is None:
        raise AssertionError("a brew that begins again has a bag to draw from")
    layout = problem.layout
    for flask in range(layout.flasks):
        state = replace(beginning, flask=flask == 1)
        for counters in range(layout.counters):
            index = state_index(fresh.problem, state, gained=kept_counters(layout, counters))
            problem.terms.restart[flask, counters] = fresh.plain[index]


def kept_counters(layout: Layout, counters: int) -> tuple[int, int]:
    """Return the rubies and the points of blue in a counter: they stay when a brew begins again."""
    points, rubies = divmod(counters, layout.rubies_radix)
    return rubies, points % layout.points_radix


class _Forward:
    """Sends probability from the root of a solution to where play ends."""

    def __init__(self, solution: Solution, scoring: NDArray[np.float64], rubies: NDArray[np.float64]) -> None:
        """Prepare one probability for each state.

        Args:
            solution: The solution.
            scoring: Shape (3, 54), added to.
            rubies: Probability by rubies gained, added to.
        """
        self.solution = solution
        self.problem = solution.problem
        hits = self.problem.hits if self.problem else 1
        size = self.problem.states * hits if self.problem else 0
        flasks, counters = (self.problem.layout.flasks, self.problem.layout.counters) if self.problem else (2, 1)
        rows = self.problem.terms.rows.shape if self.problem else (3, 0, 0)
        self.scoring, self.rubies = scoring, rubies
        self.ended = Ended(np.zeros((*rows, hits)), np.zeros((flasks, counters, hits)))
        self.plain = nothing_yet(size)
        self.after = nothing_yet(size if solution.fresh else 0)
        self.card = nothing_yet(size if solution.fresh else 0)

    def start(self, state: BrewState, mass: float) -> None:
        """Put probability on a state, carrying out the choices that are open there."""
        solution = self.solution
        match state.phase:
            case Phase.DONE | Phase.SETTLING:
                verdict = solution.settled(state)
                self.scoring[finished_pot(state, solution.table).ending, verdict.scoring_index] += mass
                self.rubies[MOST_PAID + verdict.rubies] += mass
                return
            case Phase.STRONG_LOOK if state.seen is None:
                self._strong_look(state, mass)
                return
            case Phase.LOOKING if state.seen is None:
                self._put(state, mass, looking=True)
                return
        move = solution.best_move(state)
        if move == "restart":
            restarted = apply(state, Restarted())
            hits = min(self.ended.restart.shape[2] - 1, state.rubies - self.problem.root.rubies) if self.problem else 0
            self.ended.restart[int(restarted.flask) % self.ended.restart.shape[0], 0, hits] += mass
        elif state.phase is Phase.DRAWING and move in WAITING:
            self._put(replace(state, pending=(), before_draw=None), mass)
        elif move in ("draw", "stop"):
            self.start(apply(state, WentOn()) if state.phase is Phase.OFFERED else _looked_away(state), mass)
        elif move.startswith("place:") and move != "place:none":
            events = ways_to_place(state, KINDS.index(move[6:]))
            self.start(max((apply(state, event) for event in events), key=solution.value), mass)
        else:
            self.start(apply(state, action_event(state, move)), mass)

    def run(self) -> None:
        """Send everything that was put on states to where it ends."""
        problem, solution = self.problem, self.solution
        if problem is not None:
            passes = [(self.plain, solution.plain, PLAIN)]
            if solution.fresh is not None:
                passes = [(self.card, solution.card, OFFER_OPEN), (self.after, solution.after, FIFTH_LOOK), *passes]
            for mass, values, phase in passes:
                spread(
                    mass, self.after, self.plain, values, solution.after, solution.plain, solution.stop_worth, problem.hits,
                    problem.layout, problem.terms, phase, self.ended,
                )  # fmt: skip
            if problem.terms.is_strong:
                end_stopped(self.plain, problem.hits, problem.layout, problem.terms, self.ended)
            self._count_ended(problem)
        if solution.fresh is not None and self.ended.restart.any():
            self._begin_again(solution.fresh)

    def _count_ended(self, problem: Problem) -> None:
        """Count finished pots by scoring space and by rubies."""
        for ending in range(3):
            pots = self.ended.pots[ending]
            places, weights = problem.indices[ending].ravel(), pots.sum(axis=-1).ravel()
            self.scoring[ending] += np.bincount(places, weights, self.scoring.shape[1])
            for hits in range(problem.hits):
                gained = MOST_PAID + hits + problem.rubies[ending].ravel()
                self.rubies += np.bincount(gained, pots[..., hits].ravel(), len(self.rubies))

    def _begin_again(self, fresh: Solution) -> None:
        """Go on with the probability that begins again."""
        forward = _Forward(fresh, self.scoring, self.rubies)
        for (flask, counters, hits), mass in np.ndenumerate(self.ended.restart):
            if mass and fresh.problem is not None:
                gained = kept_counters(self.problem.layout, counters) if self.problem else (0, 0)
                state = replace(fresh.root, flask=flask == 1)
                forward.plain[state_index(fresh.problem, state, gained=gained) * fresh.problem.hits + hits] += mass
        forward.run()

    def _put(self, state: BrewState, mass: float, *, looking: bool = False) -> None:
        """Put probability on a stored state."""
        if self.problem is None:
            raise AssertionError("a state in which chips can be drawn has been solved")
        target = self.plain
        if state.second_chance:
            target = self.after if looking and state.five_lay else self.card
        hits = state.rubies - self.problem.root.rubies if self.problem.hits > 1 else 0
        target[state_index(self.problem, state, looking=looking) * self.problem.hits + hits] += mass

    def _strong_look(self, state: BrewState, mass: float) -> None:
        """Carry out Strong Ingredient with the best choice for every hand of chips seen."""
        solution = self.solution
        worth, counts, nothing = solution.strong_choices(state)
        _look(worth, counts, nothing, sum(state.left))
        kinds = [kind for kind, left in enumerate(state.left) if left]
        for place, kind in enumerate(kinds):
            if worth[place]:
                seen = replace(state, seen=(kind,))
                after = max((apply(seen, event) for event in ways_to_place(seen, kind)), key=solution.value)
                self.start(after, mass * worth[place])
        self.start(apply(replace(state, seen=()), Placed(None)), mass * worth[-1])


def _looked_away(state: BrewState) -> BrewState:
    """Return the state after placing nothing from a look."""
    return apply(replace(state, seen=()), Placed(None))
