"""The value function V of one brew and its action values Q, for the root and for every state that can follow."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.look import TIE, shares
from quacks_math.brew.exact.state_space.build import Problem, state_index, tail_table
from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.model.chances import explode_next
from quacks_math.brew.model.events import Placed, Restarted
from quacks_math.brew.model.legality import action_event, legal_actions
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import ways_to_draw, ways_to_place, ways_to_place_red
from quacks_math.brew.model.transitions import apply
from quacks_math.brew.payoff.finished import TAKEN, finished_pot, kept_worth, worth_taking
from quacks_math.brew.payoff.payoff import WORTH, Payoff, PayoffTable, payoff_of
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import purple_points
from quacks_math.material.chips import KINDS
from quacks_math.rules.cards import STRONG_LOOK

ORDER = ("look", "stop", "draw", "bag_empty", "keep", "go_on", "place:none")
"""Of equally good moves the first of these is taken."""
WAITING = ("draw", "stop", "keep", "bag_empty", "look")
"""Moves whose value is that of the state itself with everything open declined."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of all states of a brew.

    Attributes:
        root: The state that was asked about.
        payoffs: What pots are worth.
        rule: Who stops when.
        problem: The numbering; None when nothing can be drawn any more.
        plain: Values without an open Second Chance.
        after: With an open Second Chance: the better of going on and beginning again, once the offer has come.
        card: With an open Second Chance: values while the offer is still to come.
        stop_worth: With Strong Ingredient: the worth of stopping in each state.
        fresh: With an open Second Chance: the solution of the brew that begins again.
    """

    root: BrewState
    payoffs: PayoffTable
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
                return float(self.payoff(state).value) + kept_worth(state, self.payoffs)
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
            return worth_taking(state, move, self.payoffs)
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

    def payoff(self, state: BrewState) -> Payoff:
        """Return the best evaluation of a pot that is done but for its set-aside red chips."""
        return payoff_of(finished_pot(state, self.payoffs), self.payoffs)

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
        if self.payoffs.objective != WORTH:
            return 0.0
        gained = 0.0
        if not problem.counts_rubies:
            gained += self.payoffs.ruby * (state.rubies - problem.root.rubies)
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


def kept_counters(layout: Layout, counters: int) -> tuple[int, int]:
    """Return the rubies and the points of blue in a counter: they stay when a brew begins again."""
    points, rubies = divmod(counters, layout.rubies_radix)
    return rubies, points % layout.points_radix
