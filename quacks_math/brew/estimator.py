r"""Monte Carlo of one brew: the answer where the exact solver's budget ends, its check, and a lesson in convergence.

A brew is played to its end again and again (``playing``), by a stop rule or by looking ahead, and averages are taken.
The standard error of a mean of n independent brews is :math:`s/\sqrt n`, so four times as many brews halve it.

The brews are cut into chunks of fixed size and every chunk has its own stream of chance, a child of the seed
(``SeedSequence.spawn``). Chunks are added up in their order. Therefore the same seed gives the same numbers, to the
last bit, on any number of threads and on any executor.
"""

import math
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.brew import Brew
from quacks_math.brew.features import swap_bit
from quacks_math.brew.look_ahead import MOST_STEPS
from quacks_math.brew.moment import UNKNOWN_SPACE, BrewState, Phase
from quacks_math.brew.playing import (
    CHIP_ARRIVED,
    DECIDE,
    DRAWING_OVER,
    LOOKING,
    MUST_DRAW,
    RUBY_SQUARES,
    RUBY_SUM,
    SPACES,
    VALUE_SQUARES,
    VALUE_SUM,
    play_piece,
)
from quacks_math.brew.pot import (
    ASIDE,
    BEFORE_DOUBLED,
    BEFORE_POSITION,
    BLACKS,
    CHIPS,
    DOUBLED,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    FLASK,
    GREEN_SUM,
    KEPT,
    LOOK,
    MOST_CHIPS,
    ORANGES,
    PAID_BOTH,
    POINTS,
    POSITION,
    POT_SIZE,
    PROTECTED,
    PURPLE_POINTS,
    PURPLES,
    REDS,
    RUBIES,
    SECOND_CHANCE,
    STACK,
    SWAPPABLE,
    WHITE_SUM,
    YELLOWS,
    clear_pot,
    put_in_bag,
    start_again,
)
from quacks_math.brew.rates import Objective, Rates, StopRule, rates_for_round
from quacks_math.brew.state import replay
from quacks_math.brew.stopping import RULE_NUMBERS
from quacks_math.brew.stream import seeded
from quacks_math.brew.valuation import check_question, purple_points, worth_table
from quacks_math.brew.worth import WorthTable
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE, R1
from quacks_math.material.given import is_whole_number, of_type, shown
from quacks_math.material.track import COINS, VICTORY_POINTS
from quacks_math.rules.placing import NO_CHIP

CHUNK = 1000
"""Brews that share a stream."""
MOST_PIECES = 16
"""Tasks handed to an executor at most."""
MOST_BREWS = 10**9
LARGEST_SEED = 2**63
PILOT_BREWS = 2000
"""Brews from which the worth of a restart under A Second Chance is estimated beforehand."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How a brew ended on average; immutable.

    Attributes:
        brews: Brews played.
        seed: The seed.
        value: Mean of the objective.
        standard_error: Of that mean.
        deviation: Standard deviation of the objective over brews.
        explode: Share of pots that exploded, protected or not.
        explode_error: Its standard error.
        counts: Shape (2, 54): brews by exploded (1) and scoring space.
        mean_rubies: Mean of the rubies gained.
        rubies_error: Its standard error.
        running: After each chunk: brews so far, mean of the objective, its standard error.
        seconds: How long it took.
    """

    brews: int
    seed: int
    value: float
    standard_error: float
    deviation: float
    explode: float
    explode_error: float
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    mean_rubies: float
    rubies_error: float
    running: tuple[tuple[int, float, float], ...]
    seconds: float

    @property
    def scoring_space(self) -> tuple[tuple[int, float, bool], ...]:
        """Scoring spaces that came up: index, share of all brews, whether the pot exploded."""
        return tuple(
            (index, number / self.brews, exploded == 1)
            for exploded, row in enumerate(self.counts)
            for index, number in enumerate(row)
            if number
        )

    def _mean(self, printed: NDArray[np.int64]) -> float:
        """Return the mean of what the scoring space prints, exploded pots included."""
        return sum(share * float(printed[index]) for index, share, _ in self.scoring_space)

    @property
    def mean_coins(self) -> float:
        """Mean coins of the scoring space, exploded pots included."""
        return self._mean(COINS)

    @property
    def mean_victory_points(self) -> float:
        """Mean victory points of the scoring space, exploded pots included."""
        return self._mean(VICTORY_POINTS)

    @property
    def mean_scoring_index(self) -> float:
        """Mean index of the scoring space, exploded pots included."""
        return self._mean(np.arange(SPACES))

    @property
    def chance_coins_at_least(self) -> dict[int, float]:
        """Share of brews whose scoring space has at least c coins, for every c that a space prints."""
        return {
            int(coins): sum(share for index, share, _ in self.scoring_space if COINS[index] >= coins)
            for coins in np.unique(COINS)
        }


def load_pot(state: BrewState) -> NDArray[np.int64]:
    """Return a state of a brew as a pot of the kernels, shape (POT_SIZE,)."""
    brew = state.brew
    pot = np.zeros(POT_SIZE, dtype=np.int64)
    clear_pot(pot, brew.first_space, int(state.flask), int(brew.card_number))
    for kind, count in enumerate(state.left):
        put_in_bag(pot, kind, count)
    chips = [chip.kind if chip.space != UNKNOWN_SPACE else NO_CHIP for chip in state.pot]
    # Of a pot told by counts at least one chip lies where its last one counted from, though nobody named it.
    unnamed = state.chips_in_pot - len(chips)
    if state.before_draw is not None:
        unnamed = max(unnamed, state.before_draw.chips_in_pot + 1 - len(chips))
    chips = [NO_CHIP] * unnamed + chips
    pot[STACK : STACK + len(chips)] = chips
    pot[CHIPS] = len(chips)
    working = [chip.kind for chip in state.pot if not chip.inert]
    for chip in state.pot:
        pot[SWAPPABLE] |= swap_bit(chip.kind)
    before = state.before_draw or state
    for number, value in {
        POSITION: state.position,
        WHITE_SUM: state.white_sum,
        ORANGES: state.oranges,
        REDS: state.reds,
        YELLOWS: state.yellows,
        PURPLES: state.purples,
        BLACKS: state.blacks,
        GREEN_SUM: sum(int(KIND_VALUE[kind]) for kind in working if KIND_COLOUR[kind] == GREEN),
        PURPLE_POINTS: purple_points(state),
        DOUBLED: state.doubled,
        PROTECTED: state.protected,
        FIRST_WHITE: state.first_white,
        SECOND_CHANCE: state.second_chance,
        FIVE_LAY: state.five_lay,
        RUBIES: state.rubies,
        POINTS: state.points,
        EXPLODED: state.exploded,
        PAID_BOTH: state.protected_explosion,
        BEFORE_POSITION: before.position,
        BEFORE_DOUBLED: before.doubled,
        LOOK: state.look if state.phase is Phase.LOOKING else 0,
    }.items():
        pot[number] = int(value)
    for red in range(3):
        earlier = min(state.aside[red], brew.beside.counts[R1 + red])
        pot[KEPT + red] = earlier
        pot[ASIDE + red] = state.aside[red] - earlier
    return pot


def _entry(state: BrewState, must_draw: bool) -> int:
    """Return where the kernel takes up a state.

    Raises:
        ValueError: If nothing is left to chance, or the chips of a look are known.
    """
    if state.seen is not None:
        raise ValueError(f"the chips seen are known ({len(state.seen)} chips); place each in turn and estimate that.")
    if state.phase in (Phase.SETTLING, Phase.DONE):
        raise ValueError("drawing has ended; nothing is left to chance: evaluate the pot instead.")
    if must_draw:
        if state.phase is not Phase.DRAWING or not state.chips_left:
            raise ValueError(f"no chip can be drawn while the brew is {state.phase.value}; leave must_draw out.")
        return MUST_DRAW
    if state.phase is Phase.STRONG_LOOK:
        return DRAWING_OVER
    if state.phase is Phase.LOOKING:
        return LOOKING
    return CHIP_ARRIVED if set(state.pending) - {"restart"} else DECIDE


def kernel_arrays(
    worth: WorthTable, limit: int, rule: StopRule, steps: int, again: tuple[float, float] = (-math.inf, -math.inf)
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the table and the rates of the kernels as flat arrays.

    Args:
        worth: What is wanted, with books, card and rulings.
        limit: The white limit before yellow 3 and the card.
        rule: Who stops when.
        steps: How far is looked ahead, 1 to 3.
        again: Worth of starting again under A Second Chance with a full flask and with an empty one.
    """
    wanted = (worth.objective, worth.threshold, worth.round_number, worth.held_rubies, int(worth.flask_refilled))
    stop = (RULE_NUMBERS[rule.kind], rule.threshold.numerator, rule.threshold.denominator, steps)
    whole = (*worth.books, worth.card, limit, *worth.rulings, *wanted)
    table = np.array([*whole, worth.rival_black_left, worth.rival_black_right, *stop], dtype=np.int64)
    single = np.array([worth.ruby, worth.droplet, worth.flask, worth.die, *again])
    return table, np.concatenate([single, worth.coins, worth.die_chance, worth.chip, worth.kept_red, worth.black])


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
        _, sums = play_piece(fresh_pot, DECIDE, np.array([PILOT_BREWS]), seeded([sequence]), table, rates)
        means.append(float(sums[0, VALUE_SUM]) / PILOT_BREWS)
    return means[0], means[1]


def _mean_and_error(total: float, squares: float, number: int) -> tuple[float, float]:
    """Return the mean and its standard error (0 for a single brew)."""
    mean = total / number
    variance = max(0.0, squares - number * mean * mean) / max(1, number - 1)
    return mean, math.sqrt(variance / number)


def estimate(
    brew: Brew | BrewState,
    *,
    objective: Objective | None = None,
    rule: StopRule | None = None,
    rates: Rates | None = None,
    brews: int = 100_000,
    seed: int = 1,
    steps: int = 1,
    must_draw: bool = False,
    executor: Executor | None = None,
) -> Estimate:
    """Return how a brew ends on average when it is played to its end many times.

    Args:
        brew: The brew, or a state of it from which to go on.
        objective: What the choices maximise and what is averaged; ``worth`` if left out.
        rule: Who stops when; ``best`` means look-ahead here and therefore is a little below best play.
        rates: What things are worth; those of the round if left out.
        brews: How many brews to play, 1 to 10**9.
        seed: Where chance starts, 0 to 2**63.
        steps: How far look-ahead looks, 1 to 3. Two steps lose about half of what one loses and take some ten times as long.
        must_draw: Draw the next chip whatever the rule says.
        executor: Who runs the pieces; without one they run here, on one thread.

    Raises:
        ValueError: If a number is out of range, or nothing is left to chance in this state.
    """
    for name, value, lowest, highest in (
        ("brews", brews, 1, MOST_BREWS),
        ("seed", seed, 0, LARGEST_SEED),
        ("steps", steps, 1, MOST_STEPS),
    ):
        if not is_whole_number(value, lowest, highest):
            raise ValueError(f"{name} {shown(value)} is not possible; use {lowest} to {highest}.")
    began = time.perf_counter()
    of_type(brew, (Brew, BrewState), "brew", "a Brew or a state of it, such as Brew(Bag.parse('W1x4 O1'))")
    state = replay(brew) if isinstance(brew, Brew) else brew
    check_question(state.brew, Objective() if objective is None else objective, rule, rates)
    if sum(state.left) + state.chips_in_pot > MOST_CHIPS:
        raise ValueError(f"{sum(state.left)} chips are in the bag; at most {MOST_CHIPS} can be simulated.")
    entry = _entry(state, must_draw)
    pot = load_pot(state)
    setting = state.brew
    worth = worth_table(setting, objective or Objective(), rates or rates_for_round(setting.round))
    chosen = rule or StopRule()
    table, numbers = kernel_arrays(worth, setting.limit, chosen, steps)
    root = np.random.SeedSequence(seed)
    chunks = -(-brews // CHUNK)
    streams = seeded(root.spawn(chunks))
    if state.second_chance:
        table, numbers = kernel_arrays(
            worth, setting.limit, chosen, steps, _worth_of_restart(pot, table, numbers, root)
        )
    sizes = np.full(chunks, CHUNK, dtype=np.int64)
    sizes[-1] = brews - CHUNK * (chunks - 1)
    if executor is None:
        parts = [play_piece(pot, entry, sizes, streams, table, numbers)]
    else:
        cuts = np.linspace(0, chunks, min(chunks, MOST_PIECES) + 1).astype(int)
        futures = [
            executor.submit(play_piece, pot, entry, sizes[first:last], streams[first:last], table, numbers)
            for first, last in pairwise(cuts)
        ]
        parts = [future.result() for future in futures]
    spaces = np.concatenate([part[0] for part in parts])
    sums = np.concatenate([part[1] for part in parts])
    return _summary(spaces, sums, sizes, seed, time.perf_counter() - began)


def _summary(
    spaces: NDArray[np.int64], sums: NDArray[np.float64], sizes: NDArray[np.int64], seed: int, seconds: float
) -> Estimate:
    """Return the estimate that the sums of all chunks make, added up in their order."""
    totals = np.cumsum(sums, axis=0)
    numbers = np.cumsum(sizes)
    running = [
        (int(number), *_mean_and_error(float(row[VALUE_SUM]), float(row[VALUE_SQUARES]), int(number)))
        for number, row in zip(numbers, totals, strict=True)
    ]
    brews, value, error = running[-1]
    mean_rubies, rubies_error = _mean_and_error(float(totals[-1, RUBY_SUM]), float(totals[-1, RUBY_SQUARES]), brews)
    counts = spaces.sum(axis=0)
    explode = float(counts[1].sum()) / brews
    return Estimate(
        brews=brews,
        seed=seed,
        value=value,
        standard_error=error,
        deviation=error * math.sqrt(brews),
        explode=explode,
        explode_error=math.sqrt(explode * (1 - explode) / brews),
        counts=(tuple(int(number) for number in counts[0]), tuple(int(number) for number in counts[1])),
        mean_rubies=mean_rubies,
        rubies_error=rubies_error,
        running=tuple(running),
        seconds=seconds,
    )
