"""Where best play ends: probability sent from the root along the policy, by the compiled forward sweep."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import FIFTH_LOOK, OFFER_OPEN, PLAIN
from quacks_math.brew.exact.forward import Ended, spread
from quacks_math.brew.exact.solution import WAITING, Solution, _look, kept_counters
from quacks_math.brew.exact.state_space.build import Problem, nothing_yet, state_index
from quacks_math.brew.exact.strong_ingredient import end_stopped
from quacks_math.brew.model.events import Placed, Restarted, WentOn
from quacks_math.brew.model.legality import action_event
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import ways_to_place
from quacks_math.brew.model.transitions import apply
from quacks_math.brew.payoff.finished import finished_pot
from quacks_math.brew.payoff.payoff import MOST_PAID
from quacks_math.material.chips import KINDS

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
    forward.run()
    if abs(scoring.sum() - 1.0) > ALL_OF_IT or abs(rubies.sum() - 1.0) > ALL_OF_IT:
        raise AssertionError(f"probability was lost: {scoring.sum()} of 1 came to an end")
    return Ending(scoring, rubies)


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
