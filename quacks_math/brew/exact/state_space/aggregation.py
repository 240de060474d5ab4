"""What has to be told apart: kinds that act differently, last chips that a book asks for.

Kinds of chips that act alike under the objective are one group: nobody who counts coins needs to know whether a black
or a purple chip came out. Two states that differ only in which kinds of a group are out have the same payoffs, and the same
chances of moving to such classes of states; so V is the same on both and the smaller process is solved instead of the
larger one, without any error (a homomorphism of Markov decision processes; Givan, Dean and Greig 2003). The approximate
kind of aggregation, which does lose something, is ``approximate.aggregate``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import (
    BEFORE_CLASSES,
    GREEN_CLASS,
    LAST_CLASSES,
    LOOK_CLASS,
    OTHER,
    PURPLE_CLASS,
)
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.payoff import PayoffTable, in_last_round
from quacks_math.brew.payoff.table import pays
from quacks_math.material.books import Books
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


def asks_for_green(payoffs: PayoffTable) -> bool:
    """Say whether it matters that a green chip is last or next to last."""
    last_round = in_last_round(payoffs)
    books = (1,) if last_round else (1, 2, 4)
    return pays(payoffs) and payoffs.books.green in books


def signature(kind: int, payoffs: PayoffTable, *, oranges_apart: bool) -> tuple[int, ...]:
    """Return what can tell a kind from another one under the objective; books of number 0 work nothing."""
    colour, value, books = int(KIND_COLOUR[kind]), int(KIND_VALUE[kind]), payoffs.books
    last_round = in_last_round(payoffs)
    swaps = pays(payoffs) and books.purple == 4 and not last_round
    known_blacks = payoffs.rival_black_left != NOBODY
    matters = {
        ORANGE: (books.red == 1 and oranges_apart) or payoffs.card == Card.PUMPKIN_PATCH_PARTY,
        GREEN: asks_for_green(payoffs) or books.green == 3 or swaps,
        BLUE: books.blue in (1, 2) or (pays(payoffs) and (books.blue > 0 or swaps)),
        RED: books.red > 0 or swaps,
        YELLOW: books.yellow > 0 or swaps,
        PURPLE: pays(payoffs) and books.purple > 0 and (books.purple != 4 or swaps),
        BLACK: pays(payoffs) and (known_blacks or len(set(payoffs.black.tolist())) > 1),
    }
    return (value, colour) if matters[colour] else (value, -1)


def groups_of(root: BrewState, payoffs: PayoffTable, *, oranges_apart: bool) -> tuple[list[list[int]], tuple[int, ...]]:
    """Return the groups of coloured kinds in the bag, and the group of each kind."""
    by_signature: dict[tuple[int, ...], list[int]] = {}
    for kind in range(O1, KIND_COUNT):
        if root.left[kind]:
            by_signature.setdefault(signature(kind, payoffs, oranges_apart=oranges_apart), []).append(kind)
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


def classes_of(payoffs: PayoffTable) -> Classes:
    """Return the classes of last chips that the books and the bag ask for."""
    books = payoffs.books
    of_kind = np.zeros(KIND_COUNT, dtype=np.int64)
    before = np.zeros(LAST_CLASSES, dtype=np.int64)
    sample = np.full(LAST_CLASSES, NO_CHIP, dtype=np.int64)
    sample_before = np.full(BEFORE_CLASSES, NO_CHIP, dtype=np.int64)
    for kind in range(W3 + 1):
        of_kind[kind] = kind + 1
    if asks_for_green(payoffs):
        for place, kind in enumerate((G1, G2, G4)):
            rank = place if books.green == 2 else 0
            of_kind[kind] = GREEN_CLASS + rank
            before[GREEN_CLASS + rank] = 1 + rank
            sample[GREEN_CLASS + rank] = (G1, G2, G4)[rank]
            sample_before[1 + rank] = (G1, G2, G4)[rank]
    if pays(payoffs) and books.green == 3 and books.purple == 3:
        of_kind[P1] = PURPLE_CLASS
        sample[PURPLE_CLASS] = P1
    if books.blue == 1:
        for place, kind in enumerate((B1, B2, B4)):
            of_kind[kind] = LOOK_CLASS + place
    return Classes(of_kind, before, sample, sample_before)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of last chip and chip before by variant; see ``state_space.index.Layout``."""

    count: NDArray[np.int64]
    last: NDArray[np.int64]
    before: NDArray[np.int64]
    index: NDArray[np.int64]


def asks_for_whites(
    out: NDArray[np.int8], left: NDArray[np.int64], kinds: Sequence[int], books: Books
) -> NDArray[np.bool_]:
    """Return by coloured number whether a chip is left that asks what white chip is last."""
    asks = np.zeros(len(out), dtype=np.bool_)
    for group, kind in enumerate(kinds):
        if (KIND_COLOUR[kind] == YELLOW and books.yellow == 1) or (KIND_COLOUR[kind] == RED and books.red == 3):
            asks |= out[:, group] < left[group]
    return asks


def pairs_of(variants: NDArray[np.int64]) -> Pairs:
    """Return the pairs in each of these sets, in order; a last white that is not told apart counts as any other chip.

    Args:
        variants: Sets of pairs, see ``state_space.index.BEFORES``.
    """
    codes = LAST_CLASSES * BEFORE_CLASSES
    present = (variants[:, None] >> np.arange(codes)) & 1
    ordered = np.argsort(-present, axis=1, kind="stable")
    index = np.where(present == 1, np.cumsum(present, axis=1) - 1, -1).reshape(-1, LAST_CLASSES, BEFORE_CLASSES)
    index[:, 1:4] = np.where(index[:, 1:4] < 0, index[:, OTHER, None], index[:, 1:4])
    return Pairs(present.sum(axis=1), ordered // BEFORE_CLASSES, ordered % BEFORE_CLASSES, index)


def pair_rows_of(classes: Classes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the row of each pair as evaluation sees it, and the kinds of last chip and chip before by row."""
    pair_row = np.zeros((LAST_CLASSES, BEFORE_CLASSES), dtype=np.int64)
    seen: dict[tuple[int, int], int] = {}
    for last, before in product(range(LAST_CLASSES), range(BEFORE_CLASSES)):
        kinds = int(classes.sample[last]), int(classes.sample_before[before])
        pair_row[last, before] = seen.setdefault(kinds, len(seen))
    lasts, befores = zip(*seen, strict=True)
    return pair_row, np.array(lasts, dtype=np.int64), np.array(befores, dtype=np.int64)
