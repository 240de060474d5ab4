"""Strong Ingredient: the stop with a look behind it.

Who stopped without an explosion looks at up to five chips and may place one. Its own effect and bonus do not work
(ruling ``strong_step_b``: it counts in step B); a pending doubling and red of set 4 do; a white counts for a sum of
exactly 7 and cannot explode the pot. The expected best is that of a ``look``.
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.forward import Ended
from quacks_math.brew.exact.look import shares, weigh_looks
from quacks_math.brew.exact.state_space.index import LOOK_CLASS, OTHER, Layout, flag_count
from quacks_math.brew.exact.state_space.stop_payoffs import Terms, row_of
from quacks_math.brew.payoff.payoff import STOPPED
from quacks_math.kernels.compile import flexible_kernel, share
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, PURPLE
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.placing import bonus_without_effect, spaces_moved

STRONG_LOOK = 5
"""Up to this many chips are seen."""


def strong_options(
    layout: Layout, terms: Terms, coloured: int, white: int, space: int, last: int, flask: int, doubled: int,
    counters: int, worth: NDArray[np.float64], counts: NDArray[np.int64], rows: NDArray[np.int64],
    spaces: NDArray[np.int64],
) -> int:  # fmt: skip
    """List the pots that Strong Ingredient can make of a stopped one and return how many kinds may be seen.

    The chip's own effect and bonus do not work (ruling ``strong_step_b``: it counts in step B); a pending doubling and
    red of set 4 do; a white counts for a sum of exactly 7 and cannot explode the pot.

    Args:
        layout: The layout.
        terms: How brews end.
        coloured: Coloured number.
        white: White combination.
        space: Space of the last chip.
        last: Class of the last chip.
        flask: 1 with a full flask.
        doubled: 1 with a pending doubling.
        counters: Counters.
        worth: Worth after placing each kind, written here.
        counts: Chips of each kind in the bag, written here.
        rows: Row of each pot, written here.
        spaces: Space of the placed chip, written here.
    """
    before = layout.before_of_class[last]
    kinds = 0
    for group in range(len(layout.kind) + 3):
        index = group - len(layout.kind)
        bonus, gain_group = 0, -1
        if index < 0:
            here = layout.left[group] - layout.out[coloured, group]
            kind = layout.kind[group]
            key, total = layout.key_with[coloured, group], layout.white_sum[white]
            new_last = OTHER
            if layout.rulings.strong_step_b:
                if layout.class_of_kind[kind] < LOOK_CLASS:
                    new_last = layout.class_of_kind[kind]
                if KIND_COLOUR[kind] == PURPLE:
                    gain_group = group
        else:
            here = layout.white_left[white, index]
            kind = index
            key, total = layout.key[coloured], layout.white_sum[white] + index + 1
            new_last = OTHER
            bonus = bonus_without_effect(index, layout.reds[coloured], layout.books)
        if here == 0:
            continue
        row = row_of(layout, terms, key, total, new_last, before, flask, 0, counters)
        counts[kinds] = here
        worth[kinds] = -np.inf
        for way in range(4 if layout.rulings.extra_spaces else 1):
            moved = spaces_moved(
                KIND_VALUE[kind], bonus * (way // 2 == 0), doubled == 1 and way % 2 == 0, layout.rulings
            )
            landed = min(LAST_CHIP_SPACE, space + moved)
            reward, more = 0.0, 0
            if gain_group >= 0:
                reward, more = layout.gain[gain_group, landed], layout.growth[gain_group, landed]
            if terms.rows[STOPPED, row + more, landed] + reward > worth[kinds]:
                worth[kinds] = terms.rows[STOPPED, row + more, landed] + reward
                rows[kinds] = row + more
                spaces[kinds] = landed
        kinds += 1
    return kinds


def stop_row_of(layout: Layout, terms: Terms, point: int, memory: int) -> tuple[int, int, int, int, int]:
    """Return (row when nothing is placed, class of the last chip, flask, doubling, counters) of a memory at a point."""
    coloured, white = point // len(layout.white_sum), point % len(layout.white_sum)
    variant = layout.variant[point]
    pairs = layout.pair_count[variant]
    pair, flags = memory % pairs, memory // pairs
    counters = flags % layout.counters
    doubled = flags // layout.counters % layout.doublings[coloured]
    flask = flags // (layout.counters * layout.doublings[coloured] * layout.protections[coloured]) % layout.flasks
    last, before = layout.pair_last[variant, pair], layout.pair_before[variant, pair]
    in_pot = layout.in_pot[coloured] + layout.white_in_pot[white]
    key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
    row = row_of(layout, terms, key, layout.white_sum[white], last, before, flask, doubled, counters)
    return row, last, flask, doubled, counters


@flexible_kernel
def stop_values(layout: Layout, terms: Terms, values: NDArray[np.float64]) -> None:
    """Write the worth of stopping in every state.

    Args:
        layout: The layout.
        terms: How brews end.
        values: Shape (states,), written here.
    """
    whites = len(layout.white_sum)
    room = len(layout.kind) + 3
    worth = np.zeros((1, room))
    counts = np.zeros(room, dtype=np.int64)
    rows = np.zeros(room, dtype=np.int64)
    spaces = np.zeros(room, dtype=np.int64)
    best, outside = np.zeros(room + 1), np.zeros(room + 1, dtype=np.int64)
    order = np.zeros(room + 1, dtype=np.int64)
    look, seen = np.zeros(1, dtype=np.int64), np.full(1, STRONG_LOOK, dtype=np.int64)
    for point in range(len(layout.size)):
        coloured, white = point // whites, point % whites
        size = int(layout.size[point])
        if size == 0:
            continue
        chips = layout.bag_left[coloured] + layout.white_in_bag[white]
        for memory in range(flag_count(layout, coloured, white) * layout.pair_count[layout.variant[point]]):
            row, last, flask, doubled, counters = stop_row_of(layout, terms, point, memory)
            if last >= LOOK_CLASS:
                continue
            for step in range(size):
                space = int(layout.low[point]) + step
                kinds = strong_options(
                    layout, terms, coloured, white, space, last, flask, doubled, counters, worth[0], counts, rows, spaces
                )  # fmt: skip
                state = layout.offset[point] + memory * size + step
                values[state] = terms.rows[STOPPED, row, space]
                look[0] = state
                weigh_looks(values, state, 1, look, seen, worth, counts, kinds, chips, order, terms.tail, best, outside)


@flexible_kernel
def end_stopped(
    mass: NDArray[np.float64], hit_kinds: int, layout: Layout, terms: Terms, ended: Ended
) -> None:  # fmt: skip
    """Count where the probability of stopped states ends once the look has been taken.

    Args:
        mass: Shape (states * H,): probability of having stopped, by state and rubies gained while brewing.
        hit_kinds: H.
        layout: The layout.
        terms: How brews end.
        ended: Where it ends, added to.
    """
    whites = len(layout.white_sum)
    room = len(layout.kind) + 4
    worth = np.zeros(room)
    counts = np.zeros(room, dtype=np.int64)
    rows = np.zeros(room, dtype=np.int64)
    spaces = np.zeros(room, dtype=np.int64)
    order = np.zeros(room, dtype=np.int64)
    for point in range(len(layout.size)):
        coloured, white = point // whites, point % whites
        size = int(layout.size[point])
        if size == 0:
            continue
        chips = layout.bag_left[coloured] + layout.white_in_bag[white]
        for memory in range(flag_count(layout, coloured, white) * layout.pair_count[layout.variant[point]]):
            for step in range(size):
                state = layout.offset[point] + memory * size + step
                total = 0.0
                for hits in range(hit_kinds):
                    total += mass[state * hit_kinds + hits]
                if total == 0.0:
                    continue
                row, last, flask, doubled, counters = stop_row_of(layout, terms, point, memory)
                space = int(layout.low[point]) + step
                kinds = strong_options(
                    layout, terms, coloured, white, space, last, flask, doubled, counters, worth, counts, rows, spaces
                )
                for entry in range(kinds):
                    order[entry] = entry
                shares(worth, counts, kinds, terms.rows[STOPPED, row, space], STRONG_LOOK, chips, order, terms.tail)
                rows[kinds], spaces[kinds] = row, space
                for entry in range(kinds + 1):
                    for hits in range(hit_kinds):
                        part = mass[state * hit_kinds + hits] * worth[entry]
                        ended.pots[STOPPED, rows[entry], spaces[entry], hits] += part


share(strong_options, stop_row_of)
