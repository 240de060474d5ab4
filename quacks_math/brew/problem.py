"""From the state of a brew to arrays: which states there are, what they end in, when a rule stops.

Kinds of chips that act alike under the objective are merged here: nobody who counts coins needs to know whether a black
or a purple chip came out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.brew import Brew
from quacks_math.brew.endings import SPACES, SWAP_COLOURS, Features, fill_rows
from quacks_math.brew.layout import (
    BEFORE_CLASSES,
    GREEN_CLASS,
    LAST_CLASSES,
    LOOK_CLASS,
    OTHER,
    PURPLE_CLASS,
    Layout,
    memory_index,
    place_states,
    reach,
)
from quacks_math.brew.rates import Objective, Rates, StopRule
from quacks_math.brew.moment import BrewState
from quacks_math.brew.sweep import BEST, CHIPS, NEVER, RISK, WHITE_SUM, Terms
from quacks_math.brew.worth import BEAT, COINS_ONLY, POINTS_ONLY, SPACE_ONLY, WORTH, WorthTable, in_last_round
from quacks_math.material.cards import Card
from quacks_math.material.chips import (
    B1,
    B2,
    B4,
    BLACK,
    BLUE,
    G1,
    G2,
    G4,
    GREEN,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_VALUE,
    O1,
    ORANGE,
    P1,
    PURPLE,
    R1,
    RED,
    W3,
    YELLOW,
)
from quacks_math.rules.evaluation import NOBODY, purple_3_points
from quacks_math.rules.placing import NO_CHIP, blue_gain, white_limit

OBJECTIVES = {"worth": WORTH, "coins": COINS_ONLY, "vp": POINTS_ONLY, "space": SPACE_ONLY, "beat": BEAT}
RULES = {"best": BEST, "risk": RISK, "white": WHITE_SUM, "chips": CHIPS, "never": NEVER}
MOST_POINTS = 12_000_000
"""A bag with more combinations of chips out is not even numbered."""
UNREACHED_LOW = 99
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
        table: What pots are worth.
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
    table: WorthTable
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
    def most_gained(self) -> tuple[int, int]:
        """Most rubies and points of blue that can be gained up to the end."""
        return max(self.layout.rubies_radix, self.hits) - 1, self.layout.points_radix - 1


def worth_table(brew: Brew, objective: Objective, rates: Rates) -> WorthTable:
    """Return everything besides the pot that decides what a pot is worth.

    The die goes to the furthest of the pots that are known; without any it is rolled with the chance in the rates.
    """
    die_chance = np.array(rates.die_chance)
    if brew.rivals:
        furthest = max((index for index, exploded in brew.rivals if not exploded), default=0)
        die_chance = np.array([float(index >= furthest) for index in range(SPACES + 1)])
    black = tuple(brew.rival_black)
    return WorthTable(
        objective=OBJECTIVES[objective.kind],
        threshold=objective.threshold,
        round_number=brew.round,
        held_rubies=brew.rubies,
        card=int(brew.card_number),
        books=brew.books,
        rulings=brew.rulings,
        flask_refilled=brew.card_number == Card.MAGIC_POTION,
        coins=np.array(rates.coins),
        ruby=float(rates.ruby),
        droplet=float(rates.droplet),
        flask=float(rates.flask),
        die=float(rates.die),
        die_chance=die_chance,
        chip=np.array(rates.chip),
        kept_red=np.array(rates.kept_red),
        black=np.array(rates.black),
        rival_black_left=black[0] if black else NOBODY,
        rival_black_right=black[1] if len(black) > 1 else NOBODY,
    )


def pays(table: WorthTable) -> bool:
    """Say whether the objective counts more than what the scoring space prints."""
    return table.objective in (WORTH, BEAT)


def purple_points(state: BrewState) -> int:
    """Return what the purple chips in the pot score by their spaces (set 3)."""
    if state.brew.books.purple != 3:
        return 0
    rulings = state.brew.rulings
    purples = (chip for chip in state.pot if KIND_COLOUR[chip.kind] == PURPLE and not chip.inert)
    return sum(int(purple_3_points(chip.space, rulings)) for chip in purples)


def _asks_for_green(table: WorthTable) -> bool:
    """Say whether it matters that a green chip is last or next to last."""
    last_round = in_last_round(table)
    books = (1,) if last_round else (1, 2, 4)
    return pays(table) and table.books.green in books


def _signature(kind: int, table: WorthTable, *, oranges_apart: bool) -> tuple[int, ...]:
    """Return what can tell a kind from another one under the objective; books of number 0 work nothing."""
    colour, value, books = int(KIND_COLOUR[kind]), int(KIND_VALUE[kind]), table.books
    last_round = in_last_round(table)
    swaps = pays(table) and books.purple == 4 and not last_round
    known_blacks = table.rival_black_left != NOBODY
    matters = {
        ORANGE: (books.red == 1 and oranges_apart) or table.card == Card.PUMPKIN_PATCH_PARTY,
        GREEN: _asks_for_green(table) or books.green == 3 or swaps,
        BLUE: books.blue in (1, 2) or (pays(table) and (books.blue > 0 or swaps)),
        RED: books.red > 0 or swaps,
        YELLOW: books.yellow > 0 or swaps,
        PURPLE: pays(table) and books.purple > 0 and (books.purple != 4 or swaps),
        BLACK: pays(table) and (known_blacks or len(set(table.black.tolist())) > 1),
    }
    return (value, colour) if matters[colour] else (value, -1)


def _groups(
    root: BrewState, table: WorthTable, *, oranges_apart: bool
) -> tuple[list[list[int]], tuple[int, ...]]:
    """Return the groups of coloured kinds in the bag, and the group of each kind."""
    by_signature: dict[tuple[int, ...], list[int]] = {}
    for kind in range(O1, KIND_COUNT):
        if root.left[kind]:
            by_signature.setdefault(_signature(kind, table, oranges_apart=oranges_apart), []).append(kind)
    groups = list(by_signature.values())
    group_of = [-1] * KIND_COUNT
    for number, kinds in enumerate(groups):
        for kind in kinds:
            group_of[kind] = number
    return groups, tuple(group_of)


@dataclass(frozen=True, slots=True)
class _Classes:
    """Which last chips are told apart at all."""

    of_kind: NDArray[np.int64]
    before: NDArray[np.int64]
    sample: NDArray[np.int64]  # (LAST_CLASSES,) a kind of the class as evaluation sees it
    sample_before: NDArray[np.int64]  # (BEFORE_CLASSES,)


def _classes(root: BrewState, table: WorthTable) -> _Classes:
    """Return the classes of last chips that the books and the bag ask for."""
    books = table.books
    of_kind = np.zeros(KIND_COUNT, dtype=np.int64)
    before = np.zeros(LAST_CLASSES, dtype=np.int64)
    sample = np.full(LAST_CLASSES, NO_CHIP, dtype=np.int64)
    sample_before = np.full(BEFORE_CLASSES, NO_CHIP, dtype=np.int64)
    for kind in range(W3 + 1):
        of_kind[kind] = kind + 1
    if _asks_for_green(table):
        for place, kind in enumerate((G1, G2, G4)):
            rank = place if books.green == 2 else 0
            of_kind[kind] = GREEN_CLASS + rank
            before[GREEN_CLASS + rank] = 1 + rank
            sample[GREEN_CLASS + rank] = (G1, G2, G4)[rank]
            sample_before[1 + rank] = (G1, G2, G4)[rank]
    if pays(table) and books.green == 3 and books.purple == 3:
        of_kind[P1] = PURPLE_CLASS
        sample[PURPLE_CLASS] = P1
    if books.blue == 1:
        for place, kind in enumerate((B1, B2, B4)):
            of_kind[kind] = LOOK_CLASS + place
    return _Classes(of_kind, before, sample, sample_before)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Which pairs of last chip and chip before exist at which coloured number."""

    variant: NDArray[np.int64]
    count: NDArray[np.int64]
    last: NDArray[np.int64]
    before: NDArray[np.int64]
    index: NDArray[np.int64]


def _pairs(
    out: NDArray[np.int8], left: NDArray[np.int64], kinds: Sequence[int], seeds: Sequence[BrewState], classes: _Classes,
    table: WorthTable,
) -> _Pairs:  # fmt: skip
    """Return the pairs by coloured number.

    A last white is told apart only while a chip that asks for it is left; a last green only where a green chip can lie
    in the pot; a pending look only where its blue chip can.
    """
    root, books = seeds[0], table.books
    numbers = len(out)
    asks = np.zeros(numbers, dtype=bool)
    present = np.zeros((numbers, LAST_CLASSES), dtype=bool)
    present[:, OTHER] = True
    amount = np.zeros(LAST_CLASSES, dtype=np.int64)
    for chip in root.pot:
        present[:, classes.of_kind[chip.kind]] = True
        amount[classes.of_kind[chip.kind]] += 1
    present[:, LOOK_CLASS:] = False
    for seed in seeds:
        if seed.look:
            present[:, LOOK_CLASS + (1, 2, 4).index(int(KIND_VALUE[seed.last]))] = True
    for group, kind in enumerate(kinds):
        colour = KIND_COLOUR[kind]
        if (colour == YELLOW and books.yellow == 1) or (colour == RED and books.red == 3):
            asks |= out[:, group] < left[group]
        present[:, classes.of_kind[kind]] |= out[:, group] > 0
        amount[classes.of_kind[kind]] += left[group]
    present[:, 1:4] = asks[:, None]
    code = present @ (1 << np.arange(LAST_CLASSES))
    codes, variant = np.unique(code, return_inverse=True)
    most = LAST_CLASSES * BEFORE_CLASSES
    count = np.zeros(len(codes), dtype=np.int64)
    last = np.zeros((len(codes), most), dtype=np.int64)
    before = np.zeros((len(codes), most), dtype=np.int64)
    index = np.full((len(codes), LAST_CLASSES, BEFORE_CLASSES), -1, dtype=np.int64)
    for number, bits in enumerate(codes):
        existing = [klass for klass in range(LAST_CLASSES) if bits >> klass & 1]
        befores = sorted({int(classes.before[klass]) for klass in existing} | {0})
        for klass, earlier in product(existing, befores):
            alone = klass >= GREEN_CLASS and amount[klass] == 1
            if alone and earlier and classes.before[klass] == earlier:
                continue
            place = count[number]
            last[number, place], before[number, place] = klass, earlier
            index[number, klass, earlier] = place
            count[number] += 1
        for klass in range(1, 4):
            if klass not in existing:
                index[number, klass] = index[number, OTHER]
    return _Pairs(variant.astype(np.int64), count, last, before, index)


def _features(
    root: BrewState, out: NDArray[np.int8], groups: Sequence[Sequence[int]], in_pot: NDArray[np.int64], table: WorthTable
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], Features]:
    """Return the class of evaluation by coloured number (plain, empty pot, one more chip) and the classes."""
    books, brew = table.books, root.brew
    last_round = in_last_round(table)
    kinds = [members[0] for members in groups]
    strong = brew.card_number == Card.STRONG_INGREDIENT
    swaps = pays(table) and books.purple == 4 and not last_round
    radices = np.array([2, 1000, 4, 200, 256, 200, 200, 200], dtype=np.int64)

    def rows(digits: NDArray[np.int64], works: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the features of pots with these chips out; those not in ``works`` have no effect in step B."""
        table_rows = np.zeros((len(digits), 8), dtype=np.int64)
        if books.green == 3:
            table_rows[:, 1] = sum(int(KIND_VALUE[c.kind]) for c in root.pot if KIND_COLOUR[c.kind] == GREEN)
        if pays(table) and (books.purple != 4 or swaps) and books.purple != 3:
            table_rows[:, 2] = root.purples
        blacks = _signature(KIND_COUNT - 1, table, oranges_apart=True)[1] == BLACK
        table_rows[:, 3] = root.blacks
        bits = np.zeros(len(digits), dtype=np.int64)
        for chip in root.pot:
            bits |= swap_bit(chip.kind)
        table_rows[:, 5:8] = root.aside
        for group, kind in enumerate(kinds):
            colour = KIND_COLOUR[kind]
            if colour == GREEN and books.green == 3:
                table_rows[:, 1] += works[:, group] * int(KIND_VALUE[kind])
            if colour == PURPLE and pays(table) and (books.purple != 4 or swaps) and books.purple != 3:
                table_rows[:, 2] += works[:, group]
            if colour == BLACK and blacks:
                table_rows[:, 3] += works[:, group]
            if colour == RED and books.red == 2:
                table_rows[:, 5 + kind - R1] += digits[:, group]
            else:
                bits |= np.where(digits[:, group] > 0, swap_bit(kind), 0)
        table_rows[:, 2] = np.minimum(3, table_rows[:, 2])
        if swaps:
            table_rows[:, 4] = bits
        return table_rows

    digits = out.astype(np.int64)
    tables = [rows(digits, digits)]
    if strong:
        for group in range(len(groups)):
            more = digits.copy()
            more[:, group] += 1
            more_rows = rows(more, more if brew.rulings.strong_step_b else digits)
            more_rows[:, 5:8] = tables[0][:, 5:8]
            if swaps:
                more_rows[:, 4] |= swap_bit(kinds[group])
            tables.append(more_rows)
    empty = tables[0].copy()
    empty[:, 0] = (in_pot == 0).astype(np.int64)
    codes = np.concatenate([rows_ @ _weights(radices) for rows_ in (*tables, empty)])
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    every = np.concatenate([*tables, empty])[first]
    keys = inverse.astype(np.int64).reshape(len(tables) + 1, len(digits))
    features = Features(*(np.ascontiguousarray(every[:, column]) for column in range(5)), np.ascontiguousarray(every[:, 5:8]))
    key_with = np.ascontiguousarray(keys[1:-1].T) if strong else np.zeros((0, len(groups)), dtype=np.int64)
    return keys[0].copy(), keys[-1].copy(), key_with, features


def _weights(radices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the weight of each digit of a mixed-radix number."""
    return np.concatenate([[1], np.cumprod(radices[:-1])]).astype(np.int64)


def swap_bit(kind: int) -> int:
    """Return the bit of a 1- or 2-chip that purple of set 4 can swap, 0 for other chips."""
    for place, one in enumerate(SWAP_COLOURS):
        if kind in (one, one + 1):
            return 1 << (2 * place + kind - one)
    return 0


def tail_table(chips: int) -> NDArray[np.float64]:
    """Return the chance that all of k chips drawn from n are among m of them: index [k, n, m]."""
    n = np.arange(chips + 1, dtype=np.float64)[:, None]
    m = np.arange(chips + 1, dtype=np.float64)[None, :]
    tail = np.ones((LARGEST_SEEN + 1, chips + 1, chips + 1))
    for drawn in range(LARGEST_SEEN):
        factor = np.where(n > drawn, np.maximum(m - drawn, 0) / np.maximum(n - drawn, 1), 0.0)
        tail[drawn + 1] = tail[drawn] * factor
    return tail


def build(
    seeds: Sequence[BrewState], table: WorthTable, rule: StopRule, budget: int, *, counted: tuple[int, int], offered: bool,
    oranges_apart: bool = True, extra: NDArray[np.float64] | None = None,
) -> Problem:  # fmt: skip
    """Return the arrays of a brew.

    Args:
        seeds: The states that must have a value; the first is the root, whose bag has the most coloured chips.
        table: What pots are worth.
        rule: Who stops when.
        budget: Most states allowed.
        counted: Most rubies, and points of blue of set 4, that may have been gained before the root.
        offered: Whether A Second Chance is still open.
        oranges_apart: Whether oranges are told apart where red of set 1 asks for them. If not, as many are assumed among
            chips that move alike as there are on average.
        extra: Shape (18, 53): worth of placing a kind on a space that the books of ``table`` do not know, for a coarse
            problem (``coarse``).

    Raises:
        TooLargeError: If there are more states.
    """
    root = seeds[0]
    brew, books = root.brew, table.books
    groups, group_of = _groups(root, table, oranges_apart=oranges_apart)
    kinds = [members[0] for members in groups]
    left = np.array([sum(root.left[kind] for kind in members) for members in groups], dtype=np.int64)
    numbers = int(np.prod(left + 1, dtype=np.float64)) if np.prod(left + 1, dtype=np.float64) < 1e15 else 10**15
    pot_whites = [sum(1 for chip in root.pot if chip.kind == white) for white in range(W3 + 1)]
    all_whites = [root.left[white] + pot_whites[white] for white in range(W3 + 1)]
    forgotten = root.white_sum - sum((white + 1) * pot_whites[white] for white in range(W3 + 1))
    yellows_most = root.yellows + root.left[13] + root.left[14] + root.left[15]
    limits = np.array(
        [white_limit(brew.limit, number, books, int(brew.card_number), brew.rulings) for number in range(yellows_most + 1)],
        dtype=np.int64,
    )
    combinations = sorted(
        (
            out
            for out in product(*(range(number + 1) for number in all_whites))
            if forgotten + out[0] + 2 * out[1] + 3 * out[2] <= int(limits.max())
        ),
        key=lambda out: (-(out[0] + 2 * out[1] + 3 * out[2]), out),
    )
    if numbers * len(combinations) > MOST_POINTS:
        raise TooLargeError(numbers * len(combinations), budget)
    white_of = {(out[0], out[1], out[2]): number for number, out in enumerate(combinations)}
    white_out = np.array(combinations, dtype=np.int64).reshape(-1, 3)
    step = np.eye(3, dtype=np.int64)
    white_next, white_previous = (
        np.array(
            [[white_of.get(tuple((out + sign * step[value]).tolist()), -1) for value in range(3)] for out in white_out],
            dtype=np.int64,
        )
        for sign in (1, -1)
    )
    white_sum = (forgotten + white_out.astype(np.int64) @ np.array([1, 2, 3])).astype(np.int64)
    stride = np.concatenate([[1], np.cumprod(left + 1)[:-1]]).astype(np.int64) if groups else np.zeros(0, dtype=np.int64)
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
    aside_out = in_pot_of(RED) if books.red == 2 else np.zeros(numbers, dtype=np.int64)
    in_pot = root.chips_in_pot - sum(pot_whites) + coloured_out - aside_out
    yellows = root.yellows + in_pot_of(YELLOW)
    reds = root.reds + in_pot_of(RED) - aside_out
    classes = _classes(root, table)
    pairs = _pairs(out, left, kinds, seeds, classes, table)
    key, key_empty, key_with, features = _features(root, out, groups, in_pot, table)

    last_round = in_last_round(table)
    short_of_rubies = books.green == 4 and table.held_rubies + root.rubies < 2
    counts_rubies = pays(table) and books.blue == 3 and (last_round or short_of_rubies)
    counts_points = books.blue == 4 and table.objective == BEAT
    counts_purple = pays(table) and books.purple == 3 and (table.objective == BEAT or offered)
    blues = [int(root.left[kind]) for kind in (B1, B2, B4)]
    purples = int(root.left[P1])
    rubies_radix = 1 + counted[0] + sum(blues) if counts_rubies else 1
    points_radix = 1 + counted[1] + blues[0] + 2 * blues[1] + 4 * blues[2] if counts_points else 1
    purple_radix = 1 + 3 * purples if counts_purple else 1
    gain = np.zeros((len(groups), SPACES))
    growth = np.zeros((len(groups), SPACES), dtype=np.int64)
    hit = np.zeros((len(groups), SPACES), dtype=np.int64)
    for group, kind in enumerate(kinds):
        for space in range(SPACES):
            gained_rubies, gained_points = blue_gain(kind, space, books)
            purple = 0
            if KIND_COLOUR[kind] == PURPLE and books.purple == 3 and pays(table):
                purple = int(purple_3_points(space, brew.rulings))
            if counts_rubies:
                growth[group, space] += gained_rubies
            else:
                hit[group, space] = gained_rubies
                gain[group, space] += table.ruby * gained_rubies if table.objective == WORTH else 0.0
            if counts_points:
                growth[group, space] += rubies_radix * gained_points
            elif table.objective == WORTH:
                gain[group, space] += gained_points
            if counts_purple:
                growth[group, space] += rubies_radix * points_radix * purple
            else:
                gain[group, space] += purple
        if extra is not None:
            gain[group] += sum(root.left[kind] / left[group] * extra[kind] for kind in groups[group])
    counters = np.array(
        [
            (ruby, point + purple)
            for purple, point, ruby in product(range(purple_radix), range(points_radix), range(rubies_radix))
        ],
        dtype=np.int64,
    )
    protections = np.full(numbers, 1 + max(seed.protected for seed in seeds), dtype=np.int64)
    doublings = np.full(numbers, 2 if any(seed.doubled for seed in seeds) else 1, dtype=np.int64)
    for group, kind in enumerate(kinds):
        if KIND_COLOUR[kind] == BLUE and books.blue == 2:
            protections = np.maximum(protections, np.where(out[:, group] > 0, 1 + KIND_VALUE[kind], 1))
        if KIND_COLOUR[kind] == YELLOW and books.yellow == 2:
            doublings = np.maximum(doublings, np.where(out[:, group] > 0, 2, 1))
    fresh = white_of.get((pot_whites[0], pot_whites[1], pot_whites[2]), -1)
    white_left = np.array(all_whites, dtype=np.int64) - white_out
    points = numbers * len(combinations)
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
        variant=pairs.variant,
        protections=protections.astype(np.int64),
        doublings=doublings.astype(np.int64),
        flasks=2 if any(seed.flask for seed in seeds) else 1,
        counters=len(counters),
        rubies_radix=rubies_radix,
        points_radix=points_radix,
        white_out=white_out,
        white_left=white_left.astype(np.int64),
        white_sum=white_sum,
        white_next=white_next,
        white_previous=white_previous,
        fresh_white=fresh if any(seed.first_white for seed in seeds) else -1,
        pair_count=pairs.count,
        pair_last=pairs.last,
        pair_before=pairs.before,
        pair_index=pairs.index,
        class_of_kind=classes.of_kind,
        before_of_class=classes.before,
        low=np.zeros(points, dtype=np.int16),
        size=np.zeros(points, dtype=np.int16),
        offset=np.zeros(points, dtype=np.int64),
        gain=gain,
        has_gain=gain.any(axis=1) if groups else np.zeros(0, dtype=np.bool_),
        growth=growth,
        hit=hit,
    )
    low = np.full((points, 2), UNREACHED_LOW, dtype=np.int16)
    high = np.full((points, 2), -1, dtype=np.int16)
    for seed in seeds:
        point = point_of(layout, group_of, white_of, root, seed)
        doubled = int(seed.doubled)
        low[point, doubled] = min(low[point, doubled], seed.position)
        high[point, doubled] = max(high[point, doubled], seed.position)
    reach(layout, low, high)
    states = int(place_states(layout, low, high))
    if states > budget:
        raise TooLargeError(states, budget)

    pair_row, lasts, befores = _pair_rows(classes)
    sevens = 2 if books.green == 3 or brew.card_number == Card.SEASONED_PERFECTLY else 1
    row_doublings = 2 if books.red == 2 and books.yellow == 2 else 1
    rows_needed = len(features.empty) * sevens * len(lasts) * layout.flasks * row_doublings * len(counters)
    rows = np.zeros((3, rows_needed, SPACES))
    indices = np.zeros((3, rows_needed, SPACES), dtype=np.int16)
    rubies = np.zeros((3, rows_needed, SPACES), dtype=np.int16)
    base_points = root.points + (purple_points(root) if pays(table) else 0)
    fill_rows(
        features, lasts, befores, sevens, layout.flasks, row_doublings, counters, root.rubies, base_points, table, rows,
        indices, rubies,
    )  # fmt: skip
    terms = Terms(
        rows=rows,
        pair_row=pair_row,
        pair_rows=len(lasts),
        sevens=sevens,
        doublings=row_doublings,
        is_strong=brew.card_number == Card.STRONG_INGREDIENT,
        rule=RULES[rule.kind],
        rule_numerator=rule.threshold.numerator,
        rule_denominator=rule.threshold.denominator,
        tail=tail_table(sum(root.left) + sum(pot_whites)),
        restart=np.full((layout.flasks, len(counters)), -np.inf),
    )
    hits = 1 + counted[0] + sum(blues) if books.blue == 3 and not counts_rubies else 1
    return Problem(
        root, table, layout, terms, indices, rubies, states, group_of, white_of, hits, base_points, counts_rubies,
        counts_points, counts_purple,
    )  # fmt: skip


def _pair_rows(classes: _Classes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the row of each pair as evaluation sees it, and the kinds of last chip and chip before by row."""
    pair_row = np.zeros((LAST_CLASSES, BEFORE_CLASSES), dtype=np.int64)
    seen: dict[tuple[int, int], int] = {}
    for last, before in product(range(LAST_CLASSES), range(BEFORE_CLASSES)):
        kinds = int(classes.sample[last]), int(classes.sample_before[before])
        pair_row[last, before] = seen.setdefault(kinds, len(seen))
    lasts, befores = zip(*seen, strict=True)
    return pair_row, np.array(lasts, dtype=np.int64), np.array(befores, dtype=np.int64)


def point_of(
    layout: Layout, group_of: Sequence[int], white_of: dict[tuple[int, int, int], int], root: BrewState, state: BrewState
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


def state_index(
    problem: Problem, state: BrewState, *, looking: bool = False, gained: tuple[int, int] = (0, 0)
) -> int:
    """Return the number of a state that comes after the root.

    Args:
        problem: The problem.
        state: A state in which the next chip may be drawn, or a look is pending whose chips are not known.
        looking: Whether it is the latter.
        gained: Rubies, and points of blue of set 4, that counters hold besides those gained since the root.
    """
    layout = problem.layout
    point = point_of(layout, problem.group_of, problem.white_of, problem.root, state)
    coloured, white = divmod(point, len(layout.white_sum))
    last = OTHER if state.last == NO_CHIP else int(layout.class_of_kind[state.last])
    before = 0
    if state.before_last != NO_CHIP:
        before = int(layout.before_of_class[layout.class_of_kind[state.before_last]])
    if last >= LOOK_CLASS and not looking:
        last = OTHER
    pair = int(layout.pair_index[layout.variant[coloured], last, before])
    counters = 0
    if problem.counts_rubies:
        counters += gained[0] + state.rubies - problem.root.rubies
    if problem.counts_points:
        counters += layout.rubies_radix * (gained[1] + state.points - problem.root.points)
    if problem.counts_purple:
        counters += layout.rubies_radix * layout.points_radix * (purple_points(state) - purple_points(problem.root))
    stirred = int(state.first_white and white == layout.fresh_white)
    flask = int(state.flask and layout.flasks == 2)
    memory = memory_index(layout, coloured, stirred, flask, state.protected, int(state.doubled), counters) + pair
    return int(layout.offset[point] + memory * layout.size[point] + state.position - layout.low[point])
