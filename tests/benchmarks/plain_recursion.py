"""What the compiled solver is compared with: the same brew as a memoised recursion in plain Python.

Ingredient set 1, flask included, objective ``coins``: every state is a key of a dictionary, values are floats.
"""

from collections.abc import Iterator
from functools import cache
from math import comb

from quacks_math.brew.model.bag import Bag
from quacks_math.material.chips import KIND_VALUE, KINDS
from quacks_math.material.track import COINS, LAST_CHIP_SPACE

Left = tuple[int, ...]
VALUES = [int(value) for value in KIND_VALUE]
COLOURS = [kind[0] for kind in KINDS]


def solve_plainly(bag: Bag, limit: int = 7) -> tuple[float, int]:
    """Return the value of best play from an untouched bag and the number of states remembered.

    Args:
        bag: The bag.
        limit: The white limit.
    """
    whites = sum(VALUES[kind] * bag.counts[kind] for kind in range(3))
    oranges = bag.counts[KINDS.index("O1")]

    @cache
    def value(left: Left, position: int, last_white: int, flask: bool) -> float:
        stop = float(COINS[position + 1])
        chips = sum(left)
        if not chips:
            return stop
        kinds = [kind for kind, count in enumerate(left) if count]
        draw = sum(left[kind] * drawn(left, position, last_white, flask, kind) for kind in kinds) / chips
        return max(stop, draw)

    @cache
    def drawn(left: Left, position: int, last_white: int, flask: bool, kind: int) -> float:
        after = changed(left, kind, -1)
        colour, spaces = COLOURS[kind], VALUES[kind]
        if colour == "R":
            spaces += min(2, (oranges - left[3] + 1) // 2)
        lies = min(LAST_CHIP_SPACE, position + spaces)
        if colour == "W":
            if whites - sum(VALUES[white] * after[white] for white in range(3)) > limit:
                return 0.0
            kept = value(after, lies, VALUES[kind], flask)
            return max(kept, value(left, position, last_white, False)) if flask else kept
        calm = value(after, lies, 0, flask)
        if colour == "Y" and last_white:
            return max(calm, value(changed(after, last_white - 1, 1), lies, 0, flask))
        if colour == "B":
            return looked(after, lies, flask, spaces, calm)
        return calm

    def looked(left: Left, position: int, flask: bool, look: int, calm: float) -> float:
        placed = [drawn(left, position, 0, flask, kind) if count else 0.0 for kind, count in enumerate(left)]
        seen = min(look, sum(left))
        total = sum(ways * max([calm, *(placed[kind] for kind in hand)]) for hand, ways in hands(left, seen, 0))
        return total / comb(sum(left), seen)

    return value(bag.counts, 0, 0, True), value.cache_info().currsize + drawn.cache_info().currsize


def changed(left: Left, kind: int, by: int) -> Left:
    """Return the bag with one kind changed."""
    return (*left[:kind], left[kind] + by, *left[kind + 1 :])


def hands(left: Left, size: int, first: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand of chips by the kinds in it, with the number of ways to see it."""
    if size == 0:
        yield (), 1
        return
    for kind in range(first, len(left)):
        for number in range(1, min(size, left[kind]) + 1):
            for rest, ways in hands(left, size - number, kind + 1):
                yield (kind, *rest), ways * comb(left[kind], number)
