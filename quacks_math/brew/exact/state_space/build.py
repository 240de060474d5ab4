"""Builds the state space: from the state of a brew to arrays of states, payoffs of ends, and where a rule stops."""

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.aggregation import (
    asks_for_whites,
    classes_of,
    groups_of,
    pair_rows_of,
    pairs_of,
)
from quacks_math.brew.exact.state_space.evaluate_pots import Features, fill_rows
from quacks_math.brew.exact.state_space.features import features_of
from quacks_math.brew.exact.state_space.flags import flags_number
from quacks_math.brew.exact.state_space.index import LOOK_CLASS, OTHER, Layout, pair_bit, radix_at
from quacks_math.brew.exact.state_space.reachable import UNREACHED_LOW, place_states, reach
from quacks_math.brew.exact.state_space.rewards import rewards_of
from quacks_math.brew.exact.state_space.stop_payoffs import RowRadix, Terms
from quacks_math.brew.exact.state_space.white_counts import whites_of
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.payoff import PayoffTable
from quacks_math.brew.payoff.stop_rule import RULE_NUMBERS, StopRule
from quacks_math.brew.payoff.table import pays, purple_points
from quacks_math.material.cards import Card
from quacks_math.material.chips import (
    KIND_COLOUR,
    KIND_COUNT,
    O1,
    ORANGE,
    RED,
    W3,
    Y1,
    Y2,
    Y4,
    YELLOW,
)
from quacks_math.material.track import CHIP_SPACES
from quacks_math.rules.placing import NO_CHIP, doubling_after, protection_after, white_limit
from quacks_math.rules.traits import colours_with

MOST_POINTS = 12_000_000
"""A bag with more combinations of chips out is not even numbered."""
MANY_ROWS = 60
"""From this many on, ten thousand pots or so, evaluation is shared out among threads."""
FEW_VARIANTS = 64
LARGEST_SEEN = 5


class TooLargeError(Exception):
    """The brew has more states than the budget allows."""

    def __init__(self, states: int, budget: int) -> None:
        """Remember both numbers."""
        super().__init__(f"{states:,} states are more than the budget of {budget:,}")
        self.states = states
        self.budget = budget


@dataclass(frozen=True, slots=True)
class Problem:
    """One brew ready to be solved.

    Attributes:
        root: The state all counts refer to.
        payoffs: What pots are worth.
        layout: The numbering of states.
        terms: How brews end.
        indices: Shape (3, rows, 53): scoring space of each ending.
        rubies: Shape (3, rows, 53): rubies gained at each ending.
        states: Number of states.
        group_of: Shape (18,): group of each kind, -1 for white and for kinds not in the bag.
        white_of: Number of each combination of white chips in the pot.
        hits: Number of different amounts of rubies that the forward sweep keeps apart.
        base_points: Points gained before the root, purple of set 3 included.
        counts_rubies: Whether rubies of the brew are counters rather than added up.
        counts_points: Likewise points of blue of set 4.
        counts_purple: Likewise points of purple of set 3.
    """

    root: BrewState
    payoffs: PayoffTable
    layout: Layout
    terms: Terms
    indices: NDArray[np.int16]
    rubies: NDArray[np.int16]
    states: int
    group_of: tuple[int, ...]
    white_of: dict[tuple[int, int, int], int]
    hits: int
    base_points: int
    counts_rubies: bool
    counts_points: bool
    counts_purple: bool

    @property
    def room(self) -> int:
        """How many values to make room for: the states, and behind them what is read for states that cannot occur.

        A sweep also fills memories that no play reaches (a counter full already, a last chip that is not in the pot);
        what they lead to may lie behind the last state. Nothing depends on it, but it must be there to be read.
        """
        largest = int(self.layout.growth.max(initial=0)) * int(self.layout.pair_count.max()) * CHIP_SPACES
        return self.states + CHIP_SPACES + largest

    @property
    def most_gained(self) -> tuple[int, int]:
        """Most rubies and points of blue that can be gained up to the end."""
        return max(self.layout.rubies_radix, self.hits) - 1, self.layout.points_radix - 1


def nothing_yet(*shape: int) -> NDArray[np.float64]:
    """Return zeros to be written all over.

    Unlike ``np.zeros`` it lies in large pages where the system has them: faster to come by, and to jump about in.
    """
    return np.full(shape, 0.0)


def tail_table(chips: int) -> NDArray[np.float64]:
    """Return the chance that all of k chips drawn from n are among m of them: index [k, n, m]."""
    n = np.arange(chips + 1, dtype=np.float64)[:, None]
    m = np.arange(chips + 1, dtype=np.float64)[None, :]
    tail = np.ones((LARGEST_SEEN + 1, chips + 1, chips + 1))
    for drawn in range(LARGEST_SEEN):
        factor = np.where(n > drawn, np.maximum(m - drawn, 0) / np.maximum(n - drawn, 1), 0.0)
        tail[drawn + 1] = tail[drawn] * factor
    return tail


class Endings(NamedTuple):
    """Which finished pots are to be evaluated; arguments of ``state_space.evaluate_pots.fill_rows``."""

    features: Features
    lasts: NDArray[np.int64]
    befores: NDArray[np.int64]
    sevens: int
    flasks: int
    doublings: int
    counters: NDArray[np.int64]
    ways: int
    base_rubies: int
    base_points: int


def build(
    seeds: Sequence[BrewState], payoffs: PayoffTable, rule: StopRule, budget: int, executor: Executor, *,
    counted: tuple[int, int], offered: bool, oranges_apart: bool = True, extra: NDArray[np.float64] | None = None,
    most_points: int = MOST_POINTS,
) -> Problem:  # fmt: skip
    """Return the arrays of a brew with all endings evaluated, many of them by threads of the executor; see ``lay_out``."""
    problem, endings = lay_out(
        seeds, payoffs, rule, budget, counted=counted, offered=offered, oranges_apart=oranges_apart, extra=extra,
        most_points=most_points,
    )  # fmt: skip
    results = problem.terms.rows, problem.indices, problem.rubies
    parts = (os.cpu_count() or 1) if len(results[0][0]) >= MANY_ROWS else 1
    keys = np.array_split(np.arange(len(endings.features.empty)), parts)
    list(executor.map(lambda part: fill_rows(part, *endings, payoffs, *results), keys))
    return problem


def lay_out(
    seeds: Sequence[BrewState], payoffs: PayoffTable, rule: StopRule, budget: int, *, counted: tuple[int, int], offered: bool,
    oranges_apart: bool, extra: NDArray[np.float64] | None, most_points: int,
) -> tuple[Problem, Endings]:  # fmt: skip
    """Return the arrays of a brew, endings still worth nothing, and the endings that are to be evaluated.

    Args:
        seeds: The states that must have a value; the first is the root, whose bag has the most coloured chips.
        payoffs: What pots are worth.
        rule: Who stops when.
        budget: Most states allowed.
        counted: Most rubies, and points of blue of set 4, that may have been gained before the root.
        offered: Whether A Second Chance is still open.
        oranges_apart: Whether oranges are told apart where red of set 1 asks for them. If not, as many are assumed among
            chips that move alike as there are on average.
        extra: Shape (18, 53): worth of placing a kind on a space that the books of ``table`` do not know, for a coarse
            problem (``approximate.aggregate``).
        most_points: Most combinations of chips out.

    Raises:
        TooLargeError: If there are more states.
    """
    root = seeds[0]
    brew, books = root.brew, payoffs.books
    groups, group_of = groups_of(root, payoffs, oranges_apart=oranges_apart)
    kinds = [members[0] for members in groups]
    left = np.array([sum(root.left[kind] for kind in members) for members in groups], dtype=np.int64)
    numbers = int(np.prod(left + 1, dtype=np.float64)) if np.prod(left + 1, dtype=np.float64) < 1e15 else 10**15
    yellows_most = root.yellows + root.left[Y1] + root.left[Y2] + root.left[Y4]
    limits = np.array(
        [
            white_limit(brew.limit, number, books, int(brew.card_number), brew.rulings)
            for number in range(yellows_most + 1)
        ],
        dtype=np.int64,
    )
    whites = whites_of(root, int(limits.max()))
    if numbers * len(whites.sum) > most_points:
        raise TooLargeError(numbers * len(whites.sum), budget)
    stride = (
        np.concatenate([[1], np.cumprod(left + 1)[:-1]]).astype(np.int64) if groups else np.zeros(0, dtype=np.int64)
    )
    number = np.arange(numbers, dtype=np.int64)
    out = np.zeros((numbers, len(groups)), dtype=np.int8)
    for group in range(len(groups)):
        out[:, group] = number // stride[group] % (left[group] + 1)

    def in_pot_of(*colours: int) -> NDArray[np.int64]:
        """Return how many chips of these colours have come out since the root, by coloured number."""
        total = np.zeros(numbers)
        for group, members in enumerate(groups):
            among = sum(root.left[kind] for kind in members if KIND_COLOUR[kind] in colours)
            if among:
                total += out[:, group] * (among / left[group])
        return np.rint(total).astype(np.int64)

    coloured_out = out.sum(axis=1, dtype=np.int64)
    aside_out = in_pot_of(*colours_with("is_set_aside", books))
    in_pot = root.chips_in_pot - whites.in_pot_at_root + coloured_out - aside_out
    yellows = root.yellows + in_pot_of(YELLOW)
    reds = root.reds + in_pot_of(RED) - aside_out
    classes = classes_of(payoffs)
    key, key_empty, key_with, features = features_of(root, out, groups, in_pot, payoffs)

    rewards = rewards_of(root, groups, left, payoffs, counted, offered=offered, extra=extra)
    protections = np.full(numbers, 1 + max(seed.protected for seed in seeds), dtype=np.int64)
    doublings = np.full(numbers, 2 if any(seed.doubled for seed in seeds) else 1, dtype=np.int64)
    for group, kind in enumerate(kinds):
        protections = np.maximum(protections, np.where(out[:, group] > 0, 1 + protection_after(kind, 0, books), 1))
        doublings = np.maximum(doublings, np.where(out[:, group] > 0, 1 + doubling_after(kind, books), 1))
    points = numbers * len(whites.sum)
    layout = Layout(
        books=books,
        rulings=brew.rulings,
        card=int(brew.card_number),
        kind=np.array(kinds, dtype=np.int64),
        left=left,
        stride=stride,
        out=out,
        oranges=(root.oranges + in_pot_of(ORANGE)).astype(np.int64),
        reds=reds.astype(np.int64),
        yellows=yellows.astype(np.int64),
        in_pot=in_pot.astype(np.int64),
        bag_left=(int(left.sum()) - coloured_out).astype(np.int64),
        limit=limits[yellows],
        key=key,
        key_empty=key_empty,
        key_with=key_with,
        asks=asks_for_whites(out, left, kinds, books),
        protections=protections.astype(np.int64),
        doublings=doublings.astype(np.int64),
        flasks=2 if any(seed.flask for seed in seeds) else 1,
        counters=len(rewards.counters),
        rubies_radix=rewards.rubies_radix,
        points_radix=rewards.points_radix,
        white_left=whites.left,
        white_in_pot=whites.out.sum(axis=1),
        white_in_bag=whites.left.sum(axis=1),
        white_sum=whites.sum,
        white_next=whites.next,
        white_previous=whites.previous,
        fresh_white=whites.at_root if any(seed.first_white for seed in seeds) else -1,
        pair_count=np.zeros(0, dtype=np.int64),
        pair_last=np.zeros((0, 0), dtype=np.int64),
        pair_before=np.zeros((0, 0), dtype=np.int64),
        pair_index=np.zeros((0, 0, 0), dtype=np.int64),
        class_of_kind=classes.of_kind,
        before_of_class=classes.before,
        low=np.zeros(points, dtype=np.int16),
        size=np.zeros(points, dtype=np.int16),
        offset=np.zeros(points, dtype=np.int64),
        variant=np.zeros(points, dtype=np.int64),
        gain=rewards.gain,
        has_gain=np.array([row.any() for row in rewards.gain], dtype=np.bool_),
        growth=rewards.growth,
        has_growth=np.array([row.any() for row in rewards.growth], dtype=np.bool_),
        hit=rewards.hit,
        has_hit=np.array([row.any() for row in rewards.hit], dtype=np.bool_),
    )
    low = np.full((points, 2), UNREACHED_LOW, dtype=np.int16)
    high = np.full((points, 2), -1, dtype=np.int16)
    pairs = np.zeros(points, dtype=np.int64)
    for seed in seeds:
        point = point_of(layout, group_of, whites.number_of, root, seed)
        doubled = int(seed.doubled)
        low[point, doubled] = min(low[point, doubled], seed.position)
        high[point, doubled] = max(high[point, doubled], seed.position)
        last, before = last_classes(layout, seed, looking=bool(seed.look))
        if 1 <= last <= 3 and not layout.asks[point // len(whites.sum)]:
            last = OTHER
        pairs[point] |= pair_bit(last, before)
    reach(layout, low, high, pairs)
    variants, found = np.zeros(0, dtype=np.int64), FEW_VARIANTS
    while found > len(variants):
        variants = np.zeros(2 * found, dtype=np.int64)
        states, found = place_states(layout, low, high, pairs, variants)
    states = int(states)  # interpreted, it is a number of NumPy
    if states > budget:
        raise TooLargeError(states, budget)
    by_variant = pairs_of(variants[:found])
    layout = layout._replace(
        pair_count=by_variant.count,
        pair_last=by_variant.last,
        pair_before=by_variant.before,
        pair_index=by_variant.index,
    )

    pair_row, lasts, befores = pair_rows_of(classes)
    sevens = 2 if colours_with("moves_last_on", books) or brew.card_number == Card.SEASONED_PERFECTLY else 1
    row_doublings = 2 if colours_with("is_set_aside", books) and colours_with("doubles_next", books) else 1
    rows_needed = len(features.empty) * sevens * len(lasts) * layout.flasks * row_doublings * len(rewards.counters)
    rows = np.zeros((3, rows_needed, CHIP_SPACES))
    indices = np.zeros((3, rows_needed, CHIP_SPACES), dtype=np.int16)
    rubies = np.zeros((3, rows_needed, CHIP_SPACES), dtype=np.int16)
    base_points = root.points + (purple_points(root) if pays(payoffs) else 0)
    endings = Endings(
        features, lasts, befores, sevens, layout.flasks, row_doublings, rewards.counters,
        3 if layout.protections.max() > 1 else 2, root.rubies, base_points,
    )  # fmt: skip
    terms = Terms(
        rows=rows,
        pair_row=pair_row,
        radix=RowRadix(sevens, len(lasts), layout.flasks, row_doublings, len(rewards.counters)),
        is_strong=brew.card_number == Card.STRONG_INGREDIENT,
        rule=RULE_NUMBERS[rule.kind],
        rule_numerator=rule.threshold.numerator,
        rule_denominator=rule.threshold.denominator,
        tail=tail_table(sum(root.left) + whites.in_pot_at_root),
        restart=np.full((layout.flasks, len(rewards.counters)), -np.inf),
    )
    problem = Problem(
        root, payoffs, layout, terms, indices, rubies, states, group_of, whites.number_of, rewards.hits, base_points,
        rewards.counts_rubies, rewards.counts_points, rewards.counts_purple,
    )  # fmt: skip
    return problem, endings


def point_of(
    layout: Layout,
    group_of: Sequence[int],
    white_of: dict[tuple[int, int, int], int],
    root: BrewState,
    state: BrewState,
) -> int:
    """Return the point of a state that comes after the root.

    Raises:
        KeyError: If its white chips are beyond every white limit.
    """
    coloured = sum(
        int(layout.stride[group_of[kind]]) * (root.left[kind] - state.left[kind])
        for kind in range(O1, KIND_COUNT)
        if group_of[kind] >= 0
    )
    whites = [sum(1 for chip in state.pot if chip.kind == white) for white in range(W3 + 1)]
    return coloured * len(layout.white_sum) + white_of[whites[0], whites[1], whites[2]]


def last_classes(layout: Layout, state: BrewState, *, looking: bool) -> tuple[int, int]:
    """Return the class of the last chip and that of the chip before.

    Args:
        layout: The layout.
        state: The state.
        looking: Whether a look of the last chip is pending.
    """
    last = OTHER if state.last == NO_CHIP else int(layout.class_of_kind[state.last])
    before = 0
    if state.before_last != NO_CHIP:
        before = int(layout.before_of_class[layout.class_of_kind[state.before_last]])
    return last if looking or last < LOOK_CLASS else OTHER, before


def state_index(problem: Problem, state: BrewState, *, looking: bool = False, gained: tuple[int, int] = (0, 0)) -> int:
    """Return the number of a state that comes after the root.

    Args:
        problem: The problem.
        state: A state in which the next chip may be drawn, or a look is pending whose chips are not known.
        looking: Whether it is the latter.
        gained: Rubies, and points of blue of set 4, that counters hold besides those gained since the root.
    """
    layout = problem.layout
    point = point_of(layout, problem.group_of, problem.white_of, problem.root, state)
    last, before = last_classes(layout, state, looking=looking)
    pair = int(layout.pair_index[layout.variant[point], last, before])
    counters = 0
    if problem.counts_rubies:
        counters += gained[0] + state.rubies - problem.root.rubies
    if problem.counts_points:
        counters += layout.rubies_radix * (gained[1] + state.points - problem.root.points)
    if problem.counts_purple:
        counters += layout.rubies_radix * layout.points_radix * (purple_points(state) - purple_points(problem.root))
    stirred = int(state.first_white and point % len(layout.white_sum) == layout.fresh_white)
    flask = int(state.flask and layout.flasks == 2)
    radix = radix_at(layout, point // len(layout.white_sum))
    flags = flags_number(radix, stirred, flask, state.protected, int(state.doubled), counters)
    memory = flags * layout.pair_count[layout.variant[point]] + pair
    return int(layout.offset[point] + memory * layout.size[point] + state.position - layout.low[point])
