r"""Monte Carlo of one brew: the check of the exact solver, and a lesson in convergence.

A brew is played to its end again and again, and plain averages are taken. With payoffs :math:`x_1, \ldots, x_n` of
independent brews, of standard deviation s,

.. math::  \hat v = \frac 1n \sum_k x_k, \qquad \text{standard error} = \frac{s}{\sqrt n},

so four times as many brews halve the error. That of a share comes from Wilson's interval (Wilson 1927) and is never 0. How
the brews are played (``Estimate.played_by``):

* Where nothing is to be decided but what a fixed rule decides, by that rule.
* Where the brew can be solved, by its exact values (``approximate.rollout`` with nothing forgotten): best play, or the
  fixed rule with best choices otherwise. The estimate then is unbiased.
* Beyond that by the values of a coarser problem, and should even the coarsest be too large by looking ahead. The mean then
  lies below that of best play; ``Estimate.play_loss`` says how far (``approximate.loss``).

The brews are cut into chunks of fixed size and every chunk has its own stream of chance, a child of the seed
(``numpy.random.SeedSequence.spawn``). Chunks are added up in their order. Therefore the same seed gives the same numbers,
to the last bit, on any number of threads and on any executor.
"""

import math
import os
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest, norm

from quacks_math.brew.approximate.aggregate import FORGET_NOTHING, Aggregated, finest_aggregated, solve_aggregated
from quacks_math.brew.approximate.loss import measured_loss
from quacks_math.brew.approximate.rollout import NUMBER, SQUARES, SUM, VALUE_SQUARES, VALUE_SUM
from quacks_math.brew.approximate.sampling import play_chunks, sizes_of
from quacks_math.brew.exact.solve import DEFAULT_BUDGET, solve
from quacks_math.brew.exact.state_space.build import TooLargeError
from quacks_math.brew.expectimax.loading import entry_of, kernel_arrays, load_pot
from quacks_math.brew.expectimax.pot import FLASK, MOST_CHIPS, POINTS, RUBIES, start_again
from quacks_math.brew.expectimax.rollout import DECIDE, MUST_DRAW, play_piece
from quacks_math.brew.expectimax.search import MOST_STEPS
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import seeds_of
from quacks_math.brew.model.transitions import replay
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.payoff import MOST_PAID, PayoffTable
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import check_question, payoff_table, pays
from quacks_math.brew.results.outcome import Outcome, outcome_from
from quacks_math.kernels.compile import use_compiler
from quacks_math.kernels.random_streams import seeded
from quacks_math.material.validation import is_whole_number, of_type, shown
from quacks_math.rules.placing import looks_at, may_return_white

MOST_PIECES = 16
"""Tasks handed to an executor at most."""
MOST_BREWS = 10**9
LARGEST_SEED = 2**63
PILOT_BREWS = 2000
"""Brews from which the worth of a restart under A Second Chance is estimated beforehand."""
FEWER_BREWS = 10_000
"""Brews from which the loss of looking ahead is estimated where nothing better is known."""
ONE_ERROR = float(norm.cdf(1.0) - norm.cdf(-1.0))
"""Confidence of a mean within one standard error."""
BY_RULE = "the stop rule, which leaves nothing to choose"
BEST_PLAY = "best play"
RULE_AND_BEST_PLAY = "the stop rule, all other choices best play"
LOOK_AHEAD = ("looking one step ahead", "looking two steps ahead", "looking three steps ahead")
"""By what brews are played."""
ALIKE = 1e-12
"""Values whose relative variance is below this are alike but for rounding."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How a brew ended on average; immutable. No error is 0: brews that all ended alike do not prove that all will.

    Attributes:
        brews: Brews played.
        seed: The seed.
        value: Mean of the objective.
        standard_error: Of that mean.
        played_by: By what the brews were played.
        play_loss: How far the mean lies below that of best play (under a fixed rule: of best choices otherwise) because
            of how the brews were played: 0 where they were played exactly, else measured.
        explode_error: Standard error of the share of pots that exploded, by Wilson's interval.
        rubies_error: Of the mean of the rubies gained; None where they are not counted.
        outcome: Where the brews ended: shares of them stand for chances.
        running: After each chunk: brews so far, mean of the objective, its standard error.
        seconds: How long it took.
    """

    brews: int
    seed: int
    value: float
    standard_error: float
    played_by: str
    play_loss: float
    explode_error: float
    rubies_error: float | None
    outcome: Outcome
    running: tuple[tuple[int, float, float], ...]
    seconds: float


class _Brews(NamedTuple):
    """What came of the brews.

    Attributes:
        scoring: Shape (C, 3, 54): brews by ending and scoring space, chunk by chunk.
        rubies: Shape (C, 250): brews by rubies gained plus ``MOST_PAID``.
        sums: Shape (C, 2): sums of values and of their squares.
    """

    scoring: NDArray[np.int64]
    rubies: NDArray[np.int64]
    sums: NDArray[np.float64]


class _Play(NamedTuple):
    """How brews are played: by the values of a problem, or else by the rule or by looking ahead."""

    description: str
    coarse: Aggregated | None
    steps: int


def _worth_of_restart(
    pot: NDArray[np.int64], table: NDArray[np.int64], rates: NDArray[np.float64], root: np.random.SeedSequence
) -> tuple[float, float]:
    """Return the worth of starting again with a full and with an empty flask, by a pilot simulation."""
    fresh = pot.copy()
    start_again(fresh)
    fresh[[RUBIES, POINTS]] = 0
    means = []
    for flask, sequence in zip((1, 0), root.spawn(2), strict=True):
        fresh_pot = fresh.copy()
        fresh_pot[FLASK] = flask
        _, _, sums = play_piece(fresh_pot, DECIDE, np.array([PILOT_BREWS]), seeded([sequence]), table, rates)
        means.append(float(sums[0, 0]) / PILOT_BREWS)
    return means[0], means[1]


def share_error(number: int, of: int) -> float:
    """Return the standard error of a share: half the width of Wilson's interval at one standard error; never 0."""
    interval = binomtest(number, of).proportion_ci(ONE_ERROR, method="wilson")
    return float(interval.high - interval.low) / 2.0


def mean_and_error(total: float, squares: float, number: int) -> tuple[float, float]:
    """Return a mean and its standard error.

    Where all values were alike, a share of brews that ends otherwise may have stayed unseen: the error is that of the share
    of none in so many, times the value (at least 1).

    Args:
        total: Sum of the values.
        squares: Sum of their squares.
        number: How many.
    """
    mean = total / number
    variance = (squares - number * mean * mean) / max(1, number - 1)
    if number > 1 and variance > ALIKE * (1.0 + mean * mean):
        return mean, math.sqrt(variance / number)
    return mean, share_error(0, number) * max(1.0, abs(mean))


def _nothing_to_choose(state: BrewState, rule: StopRule) -> bool:
    """Say whether a rule decides everything from here on, but for evaluation."""
    brew = state.brew
    kinds = [kind for kind, left in enumerate(state.left) if left]
    choices = (
        rule.kind == "best",
        state.flask,
        state.first_white,
        state.second_chance,
        brew.card == "strong_ingredient",
        state.phase is not Phase.DRAWING,
        bool(state.pending),
        any(looks_at(kind, brew.books) or may_return_white(kind, 1, brew.books) for kind in kinds),
        brew.rulings.extra_spaces != 0,
    )
    return not any(choices)


def _choose_play(
    state: BrewState, payoffs: PayoffTable, rule: StopRule, budget: int, steps: int | None, executor: Executor
) -> _Play:
    """Return how brews are played: exactly where that is possible."""
    if _nothing_to_choose(state, rule):
        return _Play(BY_RULE, None, 1)
    if not seeds_of(state) and not state.second_chance:
        # Nothing is drawn any more; what looking ahead says of the last look is exact.
        return _Play(BEST_PLAY, None, 1)
    if steps is not None:
        return _Play(LOOK_AHEAD[steps - 1], None, steps)
    try:
        coarse = solve_aggregated(state, payoffs, rule, budget, executor, FORGET_NOTHING)
    except TooLargeError:
        found = finest_aggregated(state, payoffs, rule, budget, executor)
        return _Play(found.description, found, 0) if found else _Play(LOOK_AHEAD[0], None, 1)
    if payoffs.rulings.extra_spaces:
        return _Play(coarse.description, coarse, 0)
    return _Play(BEST_PLAY if rule.kind == "best" else RULE_AND_BEST_PLAY, coarse, 0)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is played: a state, and what is wanted of it."""

    state: BrewState
    entry: int
    payoffs: PayoffTable
    rule: StopRule
    seed: int
    budget: int
    executor: Executor | None

    def by_kernel(self, brews: int, steps: int) -> _Brews:
        """Play by the rule or by looking ahead."""
        limit, pot = self.state.brew.limit, load_pot(self.state)
        table, numbers = kernel_arrays(self.payoffs, limit, self.rule, steps)
        root = np.random.SeedSequence(self.seed)
        sizes = sizes_of(brews)
        chunks = len(sizes)
        streams = seeded(root.spawn(chunks))
        if self.state.second_chance:
            again = _worth_of_restart(pot, table, numbers, root)
            table, numbers = kernel_arrays(self.payoffs, limit, self.rule, steps, again)
        if self.executor is None:
            parts = [play_piece(pot, self.entry, sizes, streams, table, numbers)]
        else:
            cuts = np.linspace(0, chunks, min(chunks, MOST_PIECES) + 1).astype(int)
            futures = [
                self.executor.submit(
                    play_piece, pot, self.entry, sizes[first:last], streams[first:last], table, numbers
                )
                for first, last in pairwise(cuts)
            ]
            parts = [future.result() for future in futures]
        scoring, rubies, sums = (np.concatenate([part[place] for part in parts]) for place in range(3))
        return _Brews(scoring, rubies, sums)

    def by_values(self, brews: int, coarse: Aggregated) -> tuple[_Brews, float]:
        """Play by the values of a problem; also return the play's loss."""
        pot, sizes = load_pot(self.state), sizes_of(brews)
        chunks = len(sizes)
        streams = seeded(np.random.SeedSequence(self.seed).spawn(chunks))
        starts, entries = np.tile(pot, (chunks, 1)), np.full(chunks, self.entry)
        pieces = play_chunks(coarse, starts, entries, sizes, streams, self.executor)
        played = pieces.sums.sum(axis=1)
        number, total, squares = (float(played[:, place].sum()) for place in (NUMBER, SUM, SQUARES))
        if coarse.level == FORGET_NOTHING:
            # Exact but for extra spaces, which are always taken.
            loss = max(0.0, self.exact_value() - total / number) if self.payoffs.rulings.extra_spaces else 0.0
        else:
            spread = math.sqrt(max(0.0, squares / number - (total / number) ** 2))
            loss = measured_loss(coarse, pot, self.entry, spread, self.executor)
        return _Brews(pieces.scoring, pieces.rubies, played[:, [VALUE_SUM, VALUE_SQUARES]]), loss

    def exact_value(self) -> float:
        """Return the value of best play.

        Raises:
            TooLargeError: If the brew cannot be solved.
        """
        solution = solve(self.state, self.payoffs, self.rule, self.budget, self.executor)
        return solution.move_value(self.state, "draw") if self.entry == MUST_DRAW else solution.value(self.state)

    def loss_of_looking_ahead(self, played: _Brews, steps: int) -> float:
        """Return how far the mean of brews played by looking ahead lies below best play.

        Where the brew cannot be solved either: one step more leaves about half of the loss (``bench_look_ahead``), so that
        twice what it gains is lost, and once where there is no further step. Noise is no gain: the error of the
        difference is the least that is said.
        """
        number = int(played.scoring.sum())
        total, squares = played.sums.sum(axis=0)
        mean, error = mean_and_error(float(total), float(squares), number)
        try:
            return max(0.0, self.exact_value() - mean)
        except TooLargeError:
            other = self.by_kernel(FEWER_BREWS, steps + 1 if steps < MOST_STEPS else steps - 1)
            total, squares = other.sums.sum(axis=0)
            compared, noise = mean_and_error(float(total), float(squares), FEWER_BREWS)
            gained = compared - mean if steps < MOST_STEPS else (mean - compared) / 2.0
            return 2.0 * max(gained, math.hypot(error, noise))


def estimate(
    brew: Brew | BrewState,
    *,
    objective: Objective | None = None,
    rule: StopRule | None = None,
    rates: Rates | None = None,
    brews: int = 100_000,
    seed: int = 1,
    steps: int | None = None,
    must_draw: bool = False,
    budget: int = DEFAULT_BUDGET,
    executor: Executor | None = None,
) -> Estimate:
    """Return how a brew ends on average when it is played to its end many times.

    A brew that can be solved is played exactly, so that the estimate is unbiased; ``Estimate.played_by`` says how it was
    played and ``Estimate.play_loss`` what that loses.

    Args:
        brew: The brew, or a state of it from which to go on.
        objective: What the choices maximise and what is averaged; ``worth`` if left out.
        rule: Who stops when; it governs stopping only, other choices are best play.
        rates: What things are worth; those of the round if left out.
        brews: How many brews to play, 1 to 10**9.
        seed: Where chance starts, 0 to 2**63.
        steps: Choose by looking so many steps ahead, 1 to 3, also where the brew can be solved. Two steps lose about half of
            what one loses and take some ten times as long.
        must_draw: Draw the next chip whatever the rule says.
        budget: Numbers of eight bytes that a solution may hold; the default fits 2 GB.
        executor: Who runs the pieces; without one they run here, on one thread.

    Raises:
        ValueError: If a number is out of range, or nothing is left to chance in this state.
    """
    for name, value, lowest, highest in (
        ("brews", brews, 1, MOST_BREWS),
        ("seed", seed, 0, LARGEST_SEED),
        ("steps", 1 if steps is None else steps, 1, MOST_STEPS),
    ):
        if not is_whole_number(value, lowest, highest):
            raise ValueError(f"{name} {shown(value)} is not possible; use {lowest} to {highest}.")
    began = time.perf_counter()
    of_type(brew, (Brew, BrewState), "brew", "a Brew or a state of it, such as Brew(Bag.parse('W1x4 O1'))")
    state = replay(brew) if isinstance(brew, Brew) else brew
    check_question(state.brew, Objective() if objective is None else objective, rule, rates)
    of_type(budget, int, "budget", f"a whole number, such as {DEFAULT_BUDGET}")
    if sum(state.left) + state.chips_in_pot > MOST_CHIPS:
        raise ValueError(f"{sum(state.left)} chips are in the bag; at most {MOST_CHIPS} can be simulated.")
    _check_chance(state, must_draw=must_draw)
    use_compiler()
    worth = payoff_table(state.brew, objective or Objective(), rates or rates_for_round(state.brew.round))
    entry = entry_of(state, must_draw=must_draw)
    question = _Question(state, entry, worth, rule or StopRule(), seed, budget, executor)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        play = _choose_play(state, worth, question.rule, budget, steps, executor or threads)
    if play.coarse:
        played, loss = question.by_values(brews, play.coarse)
    else:
        played = question.by_kernel(brews, play.steps)
        loss = question.loss_of_looking_ahead(played, play.steps) if play.description in LOOK_AHEAD else 0.0
    return _summary(played, question, play.description, loss, time.perf_counter() - began)


def _check_chance(state: BrewState, *, must_draw: bool) -> None:
    """Check that something is left to chance.

    Raises:
        ValueError: If not, or if the chips of a look are known.
    """
    if state.seen is not None:
        raise ValueError(f"the chips seen are known ({len(state.seen)} chips); place each in turn and estimate that.")
    if state.phase in (Phase.SETTLING, Phase.DONE):
        raise ValueError("drawing has ended; nothing is left to chance: evaluate the pot instead.")
    if must_draw and (state.phase is not Phase.DRAWING or not state.chips_left):
        raise ValueError(f"no chip can be drawn while the brew is {state.phase.value}; leave must_draw out.")


def _summary(played: _Brews, question: _Question, played_by: str, loss: float, seconds: float) -> Estimate:
    """Return the estimate that the sums of all chunks make, added up in their order."""
    totals = np.cumsum(played.sums, axis=0)
    numbers = np.cumsum(played.scoring.sum(axis=(1, 2)))
    running = [
        (int(number), *mean_and_error(float(total), float(squares), int(number)))
        for number, (total, squares) in zip(numbers, totals, strict=True)
    ]
    brews, value, error = running[-1]
    scoring = played.scoring.sum(axis=0)
    by_rubies = played.rubies.sum(axis=0)
    gained = {place - MOST_PAID: int(number) for place, number in enumerate(by_rubies) if number}
    counted = pays(question.payoffs)
    total = float(sum(rubies * number for rubies, number in gained.items()))
    squares = float(sum(rubies * rubies * number for rubies, number in gained.items()))
    shares = {rubies: number / brews for rubies, number in gained.items()}
    return Estimate(
        brews=brews,
        seed=question.seed,
        value=value,
        standard_error=error,
        played_by=played_by,
        play_loss=loss,
        explode_error=share_error(int(scoring[1:].sum()), brews),
        rubies_error=mean_and_error(total, squares, brews)[1] if counted else None,
        outcome=outcome_from(scoring / brews, shares if counted else {}),
        running=tuple(running),
        seconds=seconds,
    )
