"""Where best play ends: probability sent from the root along the policy, by the compiled forward sweep."""

import os
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.forward import spread
from quacks_math.brew.exact.routes import Ended, Passes, way_for
from quacks_math.brew.exact.solution import WAITING, Solution, _look, kept_counters
from quacks_math.brew.exact.solve import MANY_STATES
from quacks_math.brew.exact.state_space.build import Problem, nothing_yet, state_index
from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.exact.state_space.points import FIFTH_LOOK, OFFER_OPEN, PLAIN
from quacks_math.brew.exact.state_space.transitions import edges_for
from quacks_math.brew.exact.strong_ingredient import end_stopped
from quacks_math.brew.model.events import Placed, Restarted, WentOn
from quacks_math.brew.model.legality import action_event
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import ways_to_place
from quacks_math.brew.model.transitions import apply
from quacks_math.brew.payoff.finished import finished_pot
from quacks_math.brew.payoff.payoff import MOST_PAID
from quacks_math.material.chips import KINDS
from quacks_math.material.track import CHIP_SPACES

MOST_RUBIES = 250
"""Room for the rubies of one round: a bag has at most 200 chips."""
ALL_OF_IT = 1e-9
"""How far the chances of all ends may miss one by rounding."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Where play ends.

    Attributes:
        scoring: Shape (3, 54): probability by ending (stopped, exploded, protected explosion) and scoring space.
        rubies: Probability by rubies gained in the round plus ``MOST_PAID``.
    """

    scoring: NDArray[np.float64]
    rubies: NDArray[np.float64]


def where_play_ends(solution: Solution, state: BrewState) -> Ending:
    """Return where play ends from a state on: best play, or the fixed rule with best choices otherwise.

    Args:
        solution: A solution of the brew.
        state: Its root or a state that can follow it.
    """
    scoring, rubies = np.zeros((3, 54)), np.zeros(MOST_RUBIES)
    forward = _Forward(solution, scoring, rubies)
    forward.start(state, 1.0)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        forward.run(threads)
    if abs(scoring.sum() - 1.0) > ALL_OF_IT or abs(rubies.sum() - 1.0) > ALL_OF_IT:
        raise AssertionError(f"probability was lost: {scoring.sum()} of 1 came to an end")
    return Ending(scoring, rubies)


def blocks_of(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a parity, 0 to 3, and a block for each coloured number, so that the sweep can be shared out among threads.

    A chip that comes out raises one digit of a coloured number by one. So two numbers of one layer send to the same one
    only if two of their digits differ by one each. Two digits are looked at, those of the groups with the most chips:
    numbers with both alike are a block, and blocks of the same parity, digits even or odd, lie two apart and never meet.
    """
    digits = layout.out[:, np.argsort(-layout.left, kind="stable")[:2]].astype(np.int64)
    parity, block = np.zeros(len(digits), dtype=np.int64), np.zeros(len(digits), dtype=np.int64)
    for digit in digits.T:
        parity = 2 * parity + digit % 2
        block = (block << 16) + digit
    return parity, block


def shared_out(work: NDArray[np.int64], block: NDArray[np.int64], parts: int) -> list[NDArray[np.int64]]:
    """Return the places of whole blocks for each of some parts, with about as much work in each."""
    blocks, of_block = np.unique(block, return_inverse=True)
    weights = np.bincount(of_block, work, len(blocks))
    part_of, load = np.zeros(len(blocks), dtype=np.int64), np.zeros(parts)
    for heaviest in np.argsort(-weights, kind="stable"):
        part_of[heaviest] = load.argmin()
        load[part_of[heaviest]] += weights[heaviest]
    return [np.flatnonzero(part_of[of_block] == part) for part in range(parts)]


def spread_all(problem: Problem, passes: Passes, ended: Ended, executor: Executor) -> None:
    """Run one pass of the forward sweep over all layers, the emptiest pot first.

    Args:
        problem: The numbering.
        passes: Probability and values.
        ended: Where it ends, added to.
        executor: Carries blocks that do not meet.
    """
    layout = problem.layout
    groups = len(layout.kind)

    def send(numbers: NDArray[np.int64], ended: Ended) -> None:
        """Send on from some coloured numbers."""
        spread(numbers, passes, layout, problem.terms, ended, edges_for(groups), way_for(groups, problem.hits))

    out = layout.out.sum(axis=1, dtype=np.int64)
    work = np.diff(np.append(layout.offset[:: len(layout.white_sum)], problem.states))
    parity, block = blocks_of(layout)
    threads = os.cpu_count() or 1
    apart = [Ended(np.zeros_like(ended.pots), np.zeros_like(ended.restart)) for _ in range(threads)]
    for layer in range(int(out.max(initial=0)) + 1):
        numbers = np.flatnonzero((out == layer) & (work > 0))
        if work[numbers].sum() < MANY_STATES:
            send(numbers, ended)
            continue
        for which in range(4):
            meeting_none = numbers[parity[numbers] == which]
            parts = shared_out(work[meeting_none], block[meeting_none], threads)
            list(executor.map(send, [meeting_none[part] for part in parts], apart))
    for part in apart:
        ended.pots[...] += part.pots
        ended.restart[...] += part.restart


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
        states = self.problem.states if self.problem else 0
        flasks, counters = (self.problem.layout.flasks, self.problem.layout.counters) if self.problem else (2, 1)
        rows = self.problem.terms.rows.shape[1] if self.problem else 0
        self.scoring, self.rubies = scoring, rubies
        self.ended = Ended(np.zeros((3, rows, hits, CHIP_SPACES)), np.zeros((flasks, counters, hits)))
        self.plain = nothing_yet(hits, states)
        self.after = nothing_yet(hits, states if solution.fresh else 0)
        self.card = nothing_yet(hits, states if solution.fresh else 0)

    def start(self, state: BrewState, mass: float) -> None:
        """Put probability on a state, carrying out the choices that are open there."""
        solution = self.solution
        match state.phase:
            case Phase.DONE | Phase.SETTLING:
                verdict = solution.payoff(state)
                self.scoring[finished_pot(state, solution.payoffs).ending, verdict.scoring_index] += mass
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

    def run(self, executor: Executor) -> None:
        """Send everything that was put on states to where it ends."""
        problem, solution = self.problem, self.solution
        if problem is not None:
            passes = [(self.plain, solution.plain, PLAIN)]
            if solution.fresh is not None:
                passes = [(self.card, solution.card, OFFER_OPEN), (self.after, solution.after, FIFTH_LOOK), *passes]
            for mass, values, phase in passes:
                both = mass, self.after, self.plain, values, solution.after, solution.plain, solution.stop_worth
                spread_all(problem, Passes(*both, phase), self.ended, executor)
            if problem.terms.is_strong:
                end_stopped(self.plain, problem.layout, problem.terms, self.ended)
            self._count_ended(problem)
        if solution.fresh is not None and self.ended.restart.any():
            self._begin_again(solution.fresh, executor)

    def _count_ended(self, problem: Problem) -> None:
        """Count finished pots by scoring space and by rubies."""
        for ending in range(3):
            pots = self.ended.pots[ending]
            places, weights = problem.indices[ending].ravel(), pots.sum(axis=1).ravel()
            self.scoring[ending] += np.bincount(places, weights, self.scoring.shape[1])
            for hits in range(problem.hits):
                gained = MOST_PAID + hits + problem.rubies[ending].ravel()
                self.rubies += np.bincount(gained, pots[:, hits].ravel(), len(self.rubies))

    def _begin_again(self, fresh: Solution, executor: Executor) -> None:
        """Go on with the probability that begins again."""
        forward = _Forward(fresh, self.scoring, self.rubies)
        for (flask, counters, hits), mass in np.ndenumerate(self.ended.restart):
            if mass and fresh.problem is not None:
                gained = kept_counters(self.problem.layout, counters) if self.problem else (0, 0)
                state = replace(fresh.root, flask=flask == 1)
                forward.plain[hits, state_index(fresh.problem, state, gained=gained)] += mass
        forward.run(executor)

    def _put(self, state: BrewState, mass: float, *, looking: bool = False) -> None:
        """Put probability on a stored state."""
        if self.problem is None:
            raise AssertionError("a state in which chips can be drawn has been solved")
        target = self.plain
        if state.second_chance:
            target = self.after if looking and state.five_lay else self.card
        hits = state.rubies - self.problem.root.rubies if self.problem.hits > 1 else 0
        target[hits, state_index(self.problem, state, looking=looking)] += mass

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
