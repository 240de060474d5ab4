"""State aggregation: what has to be told apart, which is what the traits of the books in play ask for.

Kinds of chips that act alike under the objective are one group: nobody who counts coins needs to know whether a black
or a purple chip came out. Two states that differ only in which kinds of a group are out have the same payoffs, and the same
chances of moving to such classes of states; so V is the same on both and the smaller process is solved instead of the
larger one, without any error (a homomorphism of Markov decision processes; Givan, Dean and Greig 2003). The approximate
kind of aggregation, which does lose something, is ``approximate.aggregate``.

``ASKS`` says of every trait of a book what a state must remember because of it; whatever asks for a colour keeps its chips
apart from others of their value.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.state_space.index import (
    BEFORE_CLASSES,
    GREEN_CLASS,
    LAST_CLASSES,
    LOOK_CLASS,
    LOOK_VALUES,
    OTHER,
    PURPLE_CLASS,
)
from quacks_math.brew.model.state import BrewState
from quacks_math.brew.payoff.payoff import PayoffTable, in_last_round
from quacks_math.brew.payoff.swaps import SWAP_COLOURS
from quacks_math.brew.payoff.table import pays
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COLOUR, KIND_COUNT, KIND_VALUE, O1, ORANGE, W3, Colour
from quacks_math.rules.evaluation import NOBODY
from quacks_math.rules.placing import NO_CHIP
from quacks_math.rules.traits import colours_with, traits_of


def _always(payoffs: PayoffTable) -> bool:  # noqa: ARG001 (one of several conditions, called alike)
    """Say that a trait matters under every objective: it changes where chips lie or when the pot explodes."""
    return True


def _pays_early(payoffs: PayoffTable) -> bool:
    """Say whether things count that only pay in a later round: droplet steps, chips."""
    return pays(payoffs) and not in_last_round(payoffs)


def _pays_by_black(payoffs: PayoffTable) -> bool:
    """Say whether the number of black chips changes what a pot is worth."""
    known = payoffs.rival_black_left != NOBODY
    return pays(payoffs) and (known or len(set(payoffs.black.tolist())) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """What a state must remember because of a trait.

    Attributes:
        when: Whether the trait matters under an objective; then chips of its colour are told from others of their value.
        others: Colours whose chips are told apart as well, because the trait counts or takes them.
        last_white: Whether it matters, while such a chip is in the bag, which white chip is last.
        last_two: Whether it matters that such a chip is last or next to last.
        by_value: Whether its value then matters too.
    """

    when: Callable[[PayoffTable], bool] = _always
    others: tuple[int, ...] = ()
    last_white: bool = False
    last_two: bool = False
    by_value: bool = False


ASKS = {
    "counts_oranges": Asks(others=(ORANGE,)),
    "reads_last_white": Asks(last_white=True),
    "moves_white_ones": Asks(),
    "moves_ever_further": Asks(),
    "doubles_next": Asks(),
    "raises_limit": Asks(),
    "is_set_aside": Asks(),
    "looks": Asks(),
    "protects": Asks(),
    "returns_white": Asks(last_white=True),
    "ruby_on_ruby_space": Asks(when=pays),
    "points_on_ruby_space": Asks(when=pays),
    "rubies_for_last_two": Asks(when=pays, last_two=True),
    "gifts_for_last_two": Asks(when=_pays_early, last_two=True, by_value=True),
    "sells_steps_for_last_two": Asks(when=_pays_early, last_two=True),
    "moves_last_on": Asks(),
    "scores_by_space": Asks(when=pays),
    "compares_with_neighbours": Asks(when=_pays_by_black),
    "rewards": Asks(when=pays),
    "swaps": Asks(when=_pays_early, others=tuple(int(KIND_COLOUR[one]) for one in SWAP_COLOURS)),
}
"""What each trait asks for. A trait that is missing here stops every brew with its book, instead of a wrong number."""


def asked(payoffs: PayoffTable) -> Iterator[tuple[int, str, Asks]]:
    """Yield (colour, trait, what it asks for) of all traits in play that matter under the objective."""
    for colour in range(len(Colour)):
        for trait in traits_of(colour, payoffs.books).names:
            asks = ASKS[trait]
            if asks.when(payoffs):
                yield colour, trait, asks


def matters(trait: str, payoffs: PayoffTable) -> bool:
    """Say whether a book in play has a trait, and it matters under the objective."""
    return bool(colours_with(trait, payoffs.books)) and ASKS[trait].when(payoffs)


def colours_apart(payoffs: PayoffTable, *, oranges_apart: bool) -> frozenset[int]:
    """Return the colours whose chips are told from others of their value; books of number 0 ask for nothing.

    Args:
        payoffs: What pots are worth.
        oranges_apart: Whether oranges are told apart where a book counts them.
    """
    apart = {ORANGE} if payoffs.card == Card.PUMPKIN_PATCH_PARTY else set()
    for colour, _, asks in asked(payoffs):
        apart.add(colour)
        apart.update(other for other in asks.others if oranges_apart or other != ORANGE)
    return frozenset(apart)


def groups_of(root: BrewState, payoffs: PayoffTable, *, oranges_apart: bool) -> tuple[list[list[int]], tuple[int, ...]]:
    """Return the groups of coloured kinds in the bag, and the group of each kind."""
    apart = colours_apart(payoffs, oranges_apart=oranges_apart)
    by_signature: dict[tuple[int, int], list[int]] = {}
    for kind in range(O1, KIND_COUNT):
        if root.left[kind]:
            colour = int(KIND_COLOUR[kind])
            signature = (int(KIND_VALUE[kind]), colour if colour in apart else -1)
            by_signature.setdefault(signature, []).append(kind)
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


def _paid_last(payoffs: PayoffTable) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the kinds that are paid for as one of the last two chips, each with what tells it from others of them."""
    for colour, _, asks in asked(payoffs):
        for kind in np.flatnonzero(colour == KIND_COLOUR) if asks.last_two else ():
            yield int(kind), (colour, int(KIND_VALUE[kind]) if asks.by_value else -1)


def classes_of(payoffs: PayoffTable) -> Classes:
    """Return the classes of last chips that the books and the bag ask for.

    Raises:
        ValueError: If the books ask for more kinds of last chips than there are classes.
    """
    of_kind = np.zeros(KIND_COUNT, dtype=np.int64)
    before = np.zeros(LAST_CLASSES, dtype=np.int64)
    sample = np.full(LAST_CLASSES, NO_CHIP, dtype=np.int64)
    sample_before = np.full(BEFORE_CLASSES, NO_CHIP, dtype=np.int64)
    for kind in range(W3 + 1):
        of_kind[kind] = kind + 1
    ranks: dict[tuple[int, int], int] = {}
    for kind, told_by in _paid_last(payoffs):
        rank = ranks.setdefault(told_by, len(ranks))
        if 1 + rank >= BEFORE_CLASSES:
            raise ValueError(f"{len(ranks)} kinds of last chips are to be told apart; there are {BEFORE_CLASSES - 1}.")
        of_kind[kind] = GREEN_CLASS + rank
        if sample_before[1 + rank] == NO_CHIP:
            before[GREEN_CLASS + rank] = 1 + rank
            sample[GREEN_CLASS + rank] = sample_before[1 + rank] = kind
    moved = matters("moves_last_on", payoffs) and matters("scores_by_space", payoffs)
    for kind in range(O1, KIND_COUNT):
        traits = traits_of(int(KIND_COLOUR[kind]), payoffs.books)
        if traits.scores_by_space and moved:
            of_kind[kind] = PURPLE_CLASS
            sample[PURPLE_CLASS] = kind
        if traits.looks:
            of_kind[kind] = LOOK_CLASS + LOOK_VALUES.tolist().index(KIND_VALUE[kind])
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
        if any(ASKS[trait].last_white for trait in traits_of(int(KIND_COLOUR[kind]), books).names):
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
