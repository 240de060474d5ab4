r"""State aggregation: a coarser problem than the real brew, with fewer kinds of chips and less remembered, solved exactly.

Let :math:`\phi` be the map that forgets. The coarse problem has the states :math:`\phi(s)` and rules of its own; its value
function V solves the same Bellman equation as the real one (``exact.backward``) and stands in for it, V(phi(s)).

Forgetting a book means to solve the brew as if its colour worked nothing: number 0 stands for such a book. Chips that then
move alike are one kind. What a forgotten chip pays enters as an average (``_average_gains``). The values are only used to
choose by, see ``approximate.rollout``; nothing that is reported comes from here.

Reference: Bean, Birge and Smith (1987) on aggregation in dynamic programming.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.approximate.chart import CHART_TABLES
from quacks_math.brew.exact.solve import sweep_all, sweep_offer
from quacks_math.brew.exact.state_space.build import (
    MOST_POINTS,
    Problem,
    TooLargeError,
    build,
    nothing_yet,
)
from quacks_math.brew.exact.state_space.points import PLAIN
from quacks_math.brew.exact.strong_ingredient import stop_values
from quacks_math.brew.expectimax.loading import kernel_arrays
from quacks_math.brew.model.events import Restarted
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.successors import seeds_of
from quacks_math.brew.model.transitions import apply
from quacks_math.brew.payoff.payoff import STOPPED, WORTH, FinishedPot, PayoffTable, payoff_of
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.swaps import swap_bit, swap_gains
from quacks_math.brew.payoff.table import purple_points
from quacks_math.material.chips import B1, B2, B4, K1, KIND_COUNT, P1, W3, Colour
from quacks_math.material.track import CHIP_SPACES
from quacks_math.rules.evaluation import NOBODY, points_by_space
from quacks_math.rules.placing import NO_CHIP, blue_gain
from quacks_math.rules.traits import FORGOTTEN, colours_with, traits_of

FORGET_NOTHING = ""
LEVELS = (
    "black",
    "purple black",
    "purple black green",
    "purple black green orange",
    "purple black green orange blue",
    "purple black green orange blue yellow",
    "purple black green orange blue yellow red",
)
"""What is forgotten, the finest first. Yellow of set 3 is never forgotten: it says which states there are."""
OFFER_PASSES = 3
"""Arrays of values under A Second Chance."""
SOON = 12_000_000
"""A coarse problem with as many states is solved in a second or two."""


@dataclass(frozen=True, slots=True)
class Aggregated:
    """The values of a coarse problem, as ``approximate.rollout`` reads them.

    Attributes:
        level: What was forgotten, one of ``LEVELS``.
        payoffs: What real pots are worth.
        problem: The numbering.
        values: Shape (1 or 3, room for states), see ``approximate.judge.PLAIN_VALUES``.
        chart: See ``approximate.chart.STRIDES``.
        rates: What things are worth, as ``expectimax.search`` reads it.
        beginning: The state of a brew that begins again under A Second Chance; the root without it.
    """

    level: str
    payoffs: PayoffTable
    problem: Problem
    values: NDArray[np.float64]
    chart: NDArray[np.int64]
    rates: NDArray[np.float64]
    beginning: BrewState

    @property
    def rows(self) -> NDArray[np.float64]:
        """Shape (rows, 53): worth of stopping."""
        rows: NDArray[np.float64] = self.problem.terms.rows[STOPPED]
        return rows

    @property
    def description(self) -> str:
        """By what rule brews are played."""
        extra_spaces = ", extra spaces always taken" if self.payoffs.rulings.extra_spaces else ""
        return f"values of a brew that forgets {', '.join(self.level.split()) or 'nothing'}{extra_spaces}"


def worth_trying(levels: Sequence[str], payoffs: PayoffTable) -> Iterator[str]:
    """Yield the levels that forget more than those before them, as far as this table asks."""
    before = None
    for level in levels:
        books = _poorer(payoffs, level.split()).books
        knows = (books, bool(colours_with("counts_oranges", books)) and "orange" not in level, "black" in level)
        if knows != before:
            yield level
        before = knows


def solve_aggregated(
    root: BrewState, payoffs: PayoffTable, rule: StopRule, budget: int, executor: Executor, level: str
) -> Aggregated:
    """Solve a brew from a state on, part of it forgotten.

    Args:
        root: The state; something can be drawn from it.
        payoffs: What pots are worth.
        rule: Who stops when.
        budget: Numbers of eight bytes that may be held.
        executor: Carries the layers.
        level: What is forgotten: ``FORGET_NOTHING`` or one of ``LEVELS``.

    Raises:
        TooLargeError: If there are more states than the budget allows.
    """
    forgotten = level.split()
    beginning = root
    seeds = sorted(seeds_of(root), key=lambda state: -sum(state.left))
    if root.second_chance:
        beginning = apply(replace(root, phase=Phase.OFFERED, pending=("restart",)), Restarted())
        seeds = [beginning, *seeds]
    blues = [beginning.left[kind] for kind in (B1, B2, B4)]
    counted = (sum(blues), blues[0] + 2 * blues[1] + 4 * blues[2]) if root.second_chance else (0, 0)
    budget //= OFFER_PASSES if root.second_chance else 1
    problem = build(
        seeds, _poorer(payoffs, forgotten), rule, budget, executor, counted=counted, offered=root.second_chance,
        oranges_apart="orange" not in forgotten, extra=_average_gains(seeds[0], payoffs, forgotten),
        most_points=min(budget, MOST_POINTS),
    )  # fmt: skip
    values = nothing_yet(OFFER_PASSES if root.second_chance else 1, problem.room)
    if problem.terms.is_strong:
        stop_values(problem.layout, problem.terms, values[0])
    sweep_all(problem, values[0], values[0], PLAIN, executor)
    if root.second_chance:
        plain, after, card = values
        sweep_offer(problem, plain, after, card, beginning, (problem, plain), executor)
    whole, rates = kernel_arrays(payoffs, root.brew.limit, rule, 1)
    chart = chart_of(problem, whole, knows_green="green" not in forgotten)
    return Aggregated(level, payoffs, problem, values, chart, rates, beginning)


def finest_aggregated(
    root: BrewState, payoffs: PayoffTable, rule: StopRule, budget: int, executor: Executor
) -> Aggregated | None:
    """Return the values of the finest coarse problem that is solved soon, else of the coarsest, None if even that is large.

    Args:
        root: The state; something can be drawn from it.
        payoffs: What pots are worth.
        rule: Who stops when.
        budget: Numbers of eight bytes that may be held.
        executor: Carries the layers.
    """
    tries = [(level, min(budget, SOON)) for level in worth_trying(LEVELS, payoffs)]
    for level, allowed in [*tries, (LEVELS[-1], budget)]:
        try:
            return solve_aggregated(root, payoffs, rule, allowed, executor, level)
        except TooLargeError:
            continue
    return None


def _poorer(payoffs: PayoffTable, forgotten: list[str]) -> PayoffTable:
    """Return the table without what is forgotten."""
    books = payoffs.books._asdict()
    for colour in forgotten:
        if colour in books and not traits_of(Colour[colour.upper()], payoffs.books).raises_limit:
            books[colour] = FORGOTTEN
    poorer = payoffs._replace(books=payoffs.books._replace(**books))
    if "black" in forgotten:
        poorer = poorer._replace(black=np.zeros(1), rival_black_left=NOBODY, rival_black_right=NOBODY)
    return poorer


def _average_gains(root: BrewState, payoffs: PayoffTable, forgotten: list[str]) -> NDArray[np.float64] | None:
    """Return what placing a chip of each kind on each space pays on average as far as that is forgotten, (18, 53)."""
    if payoffs.objective != WORTH:
        return None
    gains = np.zeros((KIND_COUNT, CHIP_SPACES))
    for kind, already in ((P1, root.purples), (K1, root.blacks)):
        # Half of the chips left come out in a usual brew: more of them are not thought to pay.
        some = -(-root.left[kind] // 2)
        if some and ("purple" if kind == P1 else "black") in forgotten:
            worth = [_worth_of_chips(root, kind, number, payoffs) for number in (already, already + some)]
            gains[kind] += max(0.0, worth[1] - worth[0]) / some
    for space in range(CHIP_SPACES):
        if "purple" in forgotten:
            gains[P1, space] += points_by_space(P1, space, payoffs.books, payoffs.rulings)
        if "blue" in forgotten:
            for kind in (B1, B2, B4):
                rubies, points = blue_gain(kind, space, payoffs.books)
                gains[kind, space] += payoffs.ruby * rubies + points
    return gains


def _worth_of_chips(root: BrewState, kind: int, number: int, payoffs: PayoffTable) -> float:
    """Return the worth of a plain pot with so many purple or black chips; purple of set 4 finds all chips to swap."""
    purples, blacks = (min(3, number), 0) if kind == P1 else (0, number)
    bits = 0
    for present, left in enumerate(root.left):
        bits |= swap_bit(present) if left else 0
    swaps = swap_gains(bits, payoffs.chip)
    plain = FinishedPot(
        0, 1, 2, NO_CHIP, NO_CHIP, 0, purples, blacks, *swaps, 0, 0, 0, doubled=False, flask=False, rubies=0,
        points=0, ending=STOPPED,
    )  # fmt: skip
    return float(payoff_of(plain, payoffs).value)


def chart_of(problem: Problem, table: NDArray[np.int64], *, knows_green: bool) -> NDArray[np.int64]:
    """Return what ``approximate.chart.state_at`` asks of a problem as one flat array.

    Args:
        problem: The coarse problem.
        table: The table of ``expectimax.search``, which comes first.
        knows_green: Whether the problem knows it that a last green pays.
    """
    layout, terms, root = problem.layout, problem.terms, problem.root
    pot_whites = [sum(1 for chip in root.pot if chip.kind == white) for white in range(W3 + 1)]
    whites = [root.left[white] + pot_whites[white] for white in range(W3 + 1)]
    white_table = np.full([number + 1 for number in whites], -1, dtype=np.int64)
    for out, number in problem.white_of.items():
        white_table[out] = number
    strides = [int(layout.stride[group]) if group >= 0 else 0 for group in problem.group_of]
    records = np.stack([layout.protections, layout.doublings, layout.key, layout.key_empty], axis=1)
    pairs = layout.pair_count[layout.variant]
    points = np.stack([layout.offset, layout.low, layout.size, layout.variant, pairs], axis=1, dtype=np.int64)
    tables = (white_table, layout.pair_index, terms.pair_row, records, points)
    starts = CHART_TABLES + np.concatenate([[0], np.cumsum([part.size for part in tables[:-1]])])
    header = [
        len(layout.white_sum), layout.flasks, layout.counters, layout.rubies_radix, layout.points_radix,
        layout.fresh_white, terms.radix.sevens, terms.radix.pairs, terms.radix.doublings, problem.counts_rubies,
        problem.counts_points, problem.counts_purple, root.rubies, root.points, purple_points(root), knows_green,
        whites[1] + 1, whites[2] + 1, *starts,
    ]  # fmt: skip
    by_kind = [
        *strides,
        *whites,
        *root.left[W3 + 1 :],
        *layout.class_of_kind,
        *layout.before_of_class[layout.class_of_kind],
    ]
    parts = [np.array(part, dtype=np.int64) for part in (header, by_kind)]
    return np.concatenate([table, *parts, *(part.ravel() for part in tables)])
