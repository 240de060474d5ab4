"""Strong Ingredient: the stop with a look behind it.

Who stopped without an explosion looks at up to five chips and may place one. Its own effect and bonus do not work
(ruling ``strong_step_b``: it counts in step B); a pending doubling and red of set 4 do; a white counts for a sum of
exactly 7 and cannot explode the pot. The expected best is that of a ``look``.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import row_stopped
from quacks_math.brew.exact.look import shares, weigh_looks
from quacks_math.brew.exact.routes import Ended
from quacks_math.brew.exact.state_space.flags import Flags, flags_of
from quacks_math.brew.exact.state_space.index import LOOK_CLASS, OTHER, Layout
from quacks_math.brew.exact.state_space.points import PLAIN, Point, point_at
from quacks_math.brew.exact.state_space.stop_payoffs import Terms, row_number
from quacks_math.brew.payoff.payoff import STOPPED
from quacks_math.kernels.compile import flexible_kernel, share
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, PURPLE
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.cards import STRONG_LOOK
from quacks_math.rules.placing import bonus_without_effect, spaces_moved


def strong_options(
    layout: Layout, terms: Terms, point: Point, space: int, last: int, flags: Flags, worth: NDArray[np.float64],
    counts: NDArray[np.int64], rows: NDArray[np.int64], spaces: NDArray[np.int64],
) -> int:  # fmt: skip
    """List the pots that Strong Ingredient can make of a stopped one and return how many kinds may be seen.

    The chip's own effect and bonus do not work (ruling ``strong_step_b``: it counts in step B); a pending doubling and
    red of set 4 do; a white counts for a sum of exactly 7 and cannot explode the pot.

    Args:
        layout: The layout.
        terms: How brews end.
        point: The point.
        space: Space of the last chip.
        last: Class of the last chip.
        flags: What else the state remembers.
        worth: Worth after placing each kind, written here.
        counts: Chips of each kind in the bag, written here.
        rows: Row of each pot, written here.
        spaces: Space of the placed chip, written here.
    """
    coloured, white = point.coloured, point.white
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
        row = row_number(terms.radix, key, total, terms.pair_row[new_last, before], flags.flask, 0, flags.counters)
        counts[kinds] = here
        worth[kinds] = -np.inf
        for way in range(4 if layout.rulings.extra_spaces else 1):
            moved = spaces_moved(
                KIND_VALUE[kind], bonus * (way // 2 == 0), flags.doubled == 1 and way % 2 == 0, layout.rulings
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


class StoppedRow(NamedTuple):
    """The states of one memory at a point, as Strong Ingredient reads them."""

    first: int  # state
    row: int  # of ``Terms.rows`` when nothing is placed
    last: int  # class of the last chip
    flags: Flags


def stopped_row(layout: Layout, terms: Terms, point: Point, memory: int) -> StoppedRow:
    """Return what a memory at a point is."""
    flags, pair = flags_of(point.radix, memory // point.pairs), memory % point.pairs
    last, before = layout.pair_last[point.variant, pair], layout.pair_before[point.variant, pair]
    row = OTHER if last >= LOOK_CLASS else row_stopped(terms, point, flags, last, before)
    return StoppedRow(point.offset + memory * point.size, row, last, flags)


@flexible_kernel
def stop_values(layout: Layout, terms: Terms, values: NDArray[np.float64]) -> None:
    """Write the worth of stopping in every state.

    Args:
        layout: The layout.
        terms: How brews end.
        values: Shape (states,), written here.
    """
    room = len(layout.kind) + 3
    worth = np.zeros((room, 1))
    counts = np.zeros(room, dtype=np.int64)
    rows = np.zeros(room, dtype=np.int64)
    spaces = np.zeros(room, dtype=np.int64)
    best, outside = np.zeros(room + 1), np.zeros(room + 1, dtype=np.int64)
    order = np.zeros(room + 1, dtype=np.int64)
    look, seen = np.zeros(1, dtype=np.int64), np.full(1, STRONG_LOOK, dtype=np.int64)
    for number in range(len(layout.size)):
        point = point_at(layout, terms, number // len(layout.white_sum), number % len(layout.white_sum), PLAIN)
        for memory in range(point.flag_sets * point.pairs if point.size else 0):
            stopped = stopped_row(layout, terms, point, memory)
            if stopped.last >= LOOK_CLASS:
                continue
            for step in range(point.size):
                space, state = point.low + step, stopped.first + step
                kinds = strong_options(
                    layout, terms, point, space, stopped.last, stopped.flags, worth[:, 0], counts, rows, spaces
                )  # fmt: skip
                values[state] = terms.rows[STOPPED, stopped.row, space]
                look[0] = state
                weigh_looks(
                    values, state, 1, look, seen, worth, counts, kinds, point.chips, order, terms.tail, best, outside
                )  # fmt: skip


@flexible_kernel
def end_stopped(
    mass: NDArray[np.float64], layout: Layout, terms: Terms, ended: Ended
) -> None:  # fmt: skip
    """Count where the probability of stopped states ends once the look has been taken.

    Args:
        mass: Shape (H, states): probability of having stopped, by rubies gained while brewing and state.
        layout: The layout.
        terms: How brews end.
        ended: Where it ends, added to.
    """
    room = len(layout.kind) + 4
    worth = np.zeros(room)
    counts = np.zeros(room, dtype=np.int64)
    rows = np.zeros(room, dtype=np.int64)
    spaces = np.zeros(room, dtype=np.int64)
    order = np.zeros(room, dtype=np.int64)
    for number in range(len(layout.size)):
        point = point_at(layout, terms, number // len(layout.white_sum), number % len(layout.white_sum), PLAIN)
        for memory in range(point.flag_sets * point.pairs if point.size else 0):
            stopped = stopped_row(layout, terms, point, memory)
            for step in range(point.size):
                space, state = point.low + step, stopped.first + step
                if not mass[:, state].any():
                    continue
                kinds = strong_options(
                    layout, terms, point, space, stopped.last, stopped.flags, worth, counts, rows, spaces
                )  # fmt: skip
                for entry in range(kinds):
                    order[entry] = entry
                nothing = terms.rows[STOPPED, stopped.row, space]
                shares(worth, counts, kinds, nothing, STRONG_LOOK, point.chips, order, terms.tail)
                rows[kinds], spaces[kinds] = stopped.row, space
                for entry in range(kinds + 1):
                    for hits in range(len(mass)):
                        ended.pots[STOPPED, rows[entry], hits, spaces[entry]] += mass[hits, state] * worth[entry]


share(strong_options, stopped_row)
