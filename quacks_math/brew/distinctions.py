"""What has to be told apart: kinds that act differently, last chips that a book asks for.

Kinds of chips that act alike under the objective are one group: nobody who counts coins needs to know whether a black
or a purple chip came out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import BEFORE_CLASSES, GREEN_CLASS, LAST_CLASSES, LOOK_CLASS, OTHER, PURPLE_CLASS
from quacks_math.brew.moment import BrewState
from quacks_math.brew.valuation import pays
from quacks_math.brew.worth import WorthTable, in_last_round
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
    RED,
    W3,
    YELLOW,
)
from quacks_math.rules.evaluation import NOBODY
from quacks_math.rules.placing import NO_CHIP


def asks_for_green(table: WorthTable) -> bool:
    """Say whether it matters that a green chip is last or next to last."""
    last_round = in_last_round(table)
    books = (1,) if last_round else (1, 2, 4)
    return pays(table) and table.books.green in books


def signature(kind: int, table: WorthTable, *, oranges_apart: bool) -> tuple[int, ...]:
    """Return what can tell a kind from another one under the objective; books of number 0 work nothing."""
    colour, value, books = int(KIND_COLOUR[kind]), int(KIND_VALUE[kind]), table.books
    last_round = in_last_round(table)
    swaps = pays(table) and books.purple == 4 and not last_round
    known_blacks = table.rival_black_left != NOBODY
    matters = {
        ORANGE: (books.red == 1 and oranges_apart) or table.card == Card.PUMPKIN_PATCH_PARTY,
        GREEN: asks_for_green(table) or books.green == 3 or swaps,
        BLUE: books.blue in (1, 2) or (pays(table) and (books.blue > 0 or swaps)),
        RED: books.red > 0 or swaps,
        YELLOW: books.yellow > 0 or swaps,
        PURPLE: pays(table) and books.purple > 0 and (books.purple != 4 or swaps),
        BLACK: pays(table) and (known_blacks or len(set(table.black.tolist())) > 1),
    }
    return (value, colour) if matters[colour] else (value, -1)


def groups_of(root: BrewState, table: WorthTable, *, oranges_apart: bool) -> tuple[list[list[int]], tuple[int, ...]]:
    """Return the groups of coloured kinds in the bag, and the group of each kind."""
    by_signature: dict[tuple[int, ...], list[int]] = {}
    for kind in range(O1, KIND_COUNT):
        if root.left[kind]:
            by_signature.setdefault(signature(kind, table, oranges_apart=oranges_apart), []).append(kind)
    groups = list(by_signature.values())
    group_of = [-1] * KIND_COUNT
    for number, kinds in enumerate(groups):
        for kind in kinds:
            group_of[kind] = number
    return groups, tuple(group_of)


@dataclass(frozen=True, slots=True)
class Classes:
    """Which last chips are told apart at all."""

    of_kind: NDArray[np.int64]
    before: NDArray[np.int64]
    sample: NDArray[np.int64]  # (LAST_CLASSES,) a kind of the class as evaluation sees it
    sample_before: NDArray[np.int64]  # (BEFORE_CLASSES,)


def classes_of(table: WorthTable) -> Classes:
    """Return the classes of last chips that the books and the bag ask for."""
    books = table.books
    of_kind = np.zeros(KIND_COUNT, dtype=np.int64)
    before = np.zeros(LAST_CLASSES, dtype=np.int64)
    sample = np.full(LAST_CLASSES, NO_CHIP, dtype=np.int64)
    sample_before = np.full(BEFORE_CLASSES, NO_CHIP, dtype=np.int64)
    for kind in range(W3 + 1):
        of_kind[kind] = kind + 1
    if asks_for_green(table):
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
    return Classes(of_kind, before, sample, sample_before)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Which pairs of last chip and chip before exist at which coloured number."""

    variant: NDArray[np.int64]
    count: NDArray[np.int64]
    last: NDArray[np.int64]
    before: NDArray[np.int64]
    index: NDArray[np.int64]


def pairs_of(
    out: NDArray[np.int8], left: NDArray[np.int64], kinds: Sequence[int], seeds: Sequence[BrewState], classes: Classes,
    table: WorthTable,
) -> Pairs:  # fmt: skip
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
    return Pairs(variant.astype(np.int64), count, last, before, index)


def pair_rows_of(classes: Classes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the row of each pair as evaluation sees it, and the kinds of last chip and chip before by row."""
    pair_row = np.zeros((LAST_CLASSES, BEFORE_CLASSES), dtype=np.int64)
    seen: dict[tuple[int, int], int] = {}
    for last, before in product(range(LAST_CLASSES), range(BEFORE_CLASSES)):
        kinds = int(classes.sample[last]), int(classes.sample_before[before])
        pair_row[last, before] = seen.setdefault(kinds, len(seen))
    lasts, befores = zip(*seen, strict=True)
    return pair_row, np.array(lasts, dtype=np.int64), np.array(befores, dtype=np.int64)
