r"""How much the policy of a simulation loses against best play, measured where the value of best play is not known.

Let V be the value function of the policy that is simulated and V* that of best play, Q and Q* the action values. Along the
brews s_0, s_1, … that this policy makes, with its moves a_0, a_1, …,

.. math::  V^*(s_0) - V(s_0) = E \sum_t \bigl( V^*(s_t) - Q^*(s_t, a_t) \bigr)

(the performance difference lemma, Kakade and Langford 2002). V* is not known; with the policy's own values in its place the
sum is what one step of policy iteration finds on its way, A(s_t) = max(0, Q(s_t, a) - Q(s_t, a_t)) for the best other move
a. Policy iteration is Newton's method for the Bellman equation (Puterman and Brumelle 1979): what it leaves out is of
second order in the loss.

Each of some brews notes one of its decisions t with chance w_t / W, W the sum of its weights (``approximate.rollout``);
both moves are then played on, with common random numbers and all luck taken off. A decision counts A W / w_t, so that the
mean over brews is the sum over decisions (weighting by inverse chances, Horvitz and Thompson 1952).

What was measured at a fork, x = Q(s, a) - Q(s, a_t), is noisy, and the mean of max(0, x) would be too large. The values
played by promised x = -g, g the gap. That they are wrong by e = x + g is taken to be normally distributed over the forks; its
mean and variance come from two independent halves of the brews played from each fork (their covariance is free of noise).
So x has a normal posterior distribution, with mean m and standard deviation d say, and A counts with its expectation,

.. math::  E \max(0, x) = m \Phi(m / d) + d \varphi(m / d).

Only the second best move by the values played by is tried. Checked against exact values by

    python tests/benchmarks/bench_playout.py
"""

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from quacks_math.brew.approximate.aggregate import Aggregated
from quacks_math.brew.approximate.rollout import ALL_WEIGHTS, CHOSEN, FORK_NUMBERS, NUMBER, OTHER, SUM
from quacks_math.brew.approximate.sampling import play_chunks
from quacks_math.kernels.random_streams import streams_for

BREWS = 400
"""Brews that note a fork."""
GROUPS = 8
"""Chunks of them."""
NEAR = 2.0
"""A gap of a spread divided by this weighs half."""
REPEATS = 16
"""Brews played on from each side of a fork, twice."""
SEED = 2
FEWEST = 2
"""Forks from which anything can be said."""
NEGLIGIBLE = 1e-5
"""A spread of values below this, all luck taken off, is rounding: the values played by are exact."""


def measured_loss(
    coarse: Aggregated, pot: NDArray[np.int64], entry: int, spread: float, executor: Executor | None, brews: int = BREWS,
    repeats: int = REPEATS,
) -> float:  # fmt: skip
    """Return by how much the mean of brews played by coarse values lies below best play, under its stop rule if it has one.

    Args:
        coarse: What the brews are played by.
        pot: Shape (POT_SIZE,): the pot to begin with.
        entry: Where it is taken up.
        spread: Standard deviation of a brew's value, all luck taken off.
        executor: Carries the work.
        brews: Brews that note a fork.
        repeats: Brews played on from each side of a fork, twice.
    """
    if spread < NEGLIGIBLE:
        return 0.0
    each = brews // GROUPS
    noted = play_chunks(
        coarse, np.tile(pot, (GROUPS, 1)), np.full(GROUPS, entry), np.full(GROUPS, each), streams_for(SEED, GROUPS),
        executor, near=spread / NEAR, forks=each,
    )  # fmt: skip
    numbers = noted.weights.reshape(-1, FORK_NUMBERS)
    decided = np.flatnonzero(numbers[:, ALL_WEIGHTS] > 0.0)
    if len(decided) < FEWEST:
        return 0.0
    weight, all_weights, gap = numbers[decided].T
    # Axes: fork, half, side; both sides of a fork have the same chance.
    forks = noted.forks.reshape(-1, 2, pot.size)[decided]
    entries = noted.fork_entries.reshape(-1, 2)[decided]
    starts = np.repeat(forks[:, np.newaxis], 2, axis=1).reshape(-1, pot.size)
    streams = np.repeat(streams_for(SEED + 1, 2 * len(decided)), 2, axis=0)
    played = play_chunks(
        coarse,
        starts,
        np.repeat(entries[:, np.newaxis], 2, axis=1).ravel(),
        np.full(len(starts), repeats),
        streams,
        executor,
    )
    sums = played.sums.sum(axis=1)
    means = (sums[:, SUM] / sums[:, NUMBER]).reshape(-1, 2, 2)
    gains = _positive_part(means[..., OTHER] - means[..., CHOSEN], gap)
    return float((gains * all_weights / weight).sum()) / (each * GROUPS)


def _positive_part(measured: NDArray[np.float64], gap: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what the other move is expected to gain at each fork, 0 where it does not gain.

    Args:
        measured: Shape (N, 2): what it gained in either half of the brews played from there.
        gap: Shape (N,): by how much it promised less.
    """
    wrong = measured + gap[:, np.newaxis]
    usual = float(wrong.mean())
    spread = max(0.0, float(np.prod(wrong - usual, axis=1).mean()))
    noise = float(np.square(wrong[:, 0] - wrong[:, 1]).mean()) / 4.0
    trust = spread / (spread + noise) if spread else 0.0
    mean: NDArray[np.float64] = usual - gap + trust * (wrong.mean(axis=1) - usual)
    deviation = np.sqrt(trust * noise)
    if not deviation:
        return mean.clip(min=0.0)
    expected: NDArray[np.float64] = mean * norm.cdf(mean / deviation) + deviation * norm.pdf(mean / deviation)
    return expected
