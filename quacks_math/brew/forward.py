r"""The forward sweep: where best play, or a fixed stop rule, ends.

The values of the backward sweep tell which move is best in every state; sending probability along those moves, from the
root to the ends, gives the exact distribution of scoring spaces, explosions and rubies. Only states that are really
visited cost anything. Where two moves are equally good, stopping comes before drawing, keeping a chip before putting it
back, and placing nothing before placing something.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import LOOK_CLASS, LOOK_VALUES, OTHER, Layout, memories, memory_index
from quacks_math.brew.sweep import (
    BEST,
    FIFTH_LOOK,
    FIRST_CHIPS,
    OFFER_OPEN,
    PLAIN,
    STRONG_LOOK,
    Terms,
    rank,
    row_of,
    rule_stops,
    step_options,
    strong_options,
)
from quacks_math.brew.worth import EXPLODED, PROTECTED, STOPPED
from quacks_math.compiled import jit_options
from quacks_math.material.chips import KIND_COLOUR, YELLOW
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.placing import bonus_spaces, doubling_after, is_set_aside, protection_after

TIE = 1e-12
"""Values closer than this are equal: the rounding of sums of a few dozen terms."""
HERE, AFTER, OFFERED = range(3)
"""Where a state belongs: to the pass itself, to the looks of the offer's chip, or behind the offer."""
RESTARTED = -1
"""Stands for a state where the brew begins again."""
ENDED = -2
"""Stands, less the number of the ending, for a state where the brew has ended."""


class Tally(NamedTuple):
    """Where the probability ends."""

    scoring: NDArray[np.float64]  # (3 endings, 54) by scoring space
    rubies: NDArray[np.float64]  # (most rubies + 1,) by rubies gained
    restart: NDArray[np.float64]  # (F, Q, H) probability of beginning again


def add_ending(
    tally: Tally, indices: NDArray[np.int16], rubies: NDArray[np.int16], ending: int, row: int, space: int, hits: int,
    mass: float,
) -> None:  # fmt: skip
    """Count one way to end.

    Args:
        tally: Counted here.
        indices: Shape (3, rows, 53): scoring space of a finished pot.
        rubies: Likewise the rubies gained.
        ending: How it ended.
        row: Row of the pot.
        space: Space of its last chip.
        hits: Rubies gained while brewing that the row does not know.
        mass: Probability.
    """
    tally.scoring[ending, indices[ending, row, space]] += mass
    tally.rubies[min(len(tally.rubies) - 1, rubies[ending, row, space] + hits)] += mass


def landing(
    source: NDArray[np.float64], layout: Layout, point: int, memory: int, space: int, ways: int,
    options: NDArray[np.int64], group: int,
) -> tuple[int, float, int]:  # fmt: skip
    """Return (state, value, space) that a placed chip leads to, by the best way to move it."""
    size = layout.size[point]
    stride = layout.pair_count[layout.variant[point // len(layout.white_sum)]] * size
    best_entry, best_value, best_space = -1, -np.inf, 0
    for way in range(ways):
        landed = min(LAST_CHIP_SPACE, space + options[way])
        entry = layout.offset[point] + memory * size + landed - layout.low[point]
        reward = 0.0
        if group >= 0:
            entry += layout.count[group, landed] * stride
            reward = layout.gain[group, landed]
        if source[entry] + reward > best_value:
            best_entry, best_value, best_space = entry, source[entry] + reward, landed
    return best_entry, best_value, best_space


def coloured_landing(
    source: NDArray[np.float64], values: NDArray[np.float64], layout: Layout, coloured: int, white: int, group: int,
    last: int, before: int, stirred: int, flask: int, protected: int, doubled: int, counters: int, space: int,
    options: NDArray[np.int64],
) -> tuple[int, float, int]:  # fmt: skip
    """Return (state, value, space) that drawing a coloured chip leads to by the best choice."""
    kind = layout.kind[group]
    whites = len(layout.white_sum)
    next_coloured = coloured + layout.stride[group]
    variant = layout.variant[next_coloured]
    shield = protection_after(kind, protected, layout.books)
    stays = 1 if stirred and white == layout.fresh_white else 0
    if is_set_aside(kind, layout.books):
        options[0] = 0
        memory = memory_index(layout, next_coloured, stays, flask, shield, doubled, counters)
        memory += layout.pair_index[variant, last, before]
        return landing(values, layout, next_coloured * whites + white, memory, space, 1, options, -1)
    last_white = last if last < 4 else 0
    bonus = bonus_spaces(
        kind, layout.oranges[coloured], layout.reds[coloured], layout.yellows[coloured], last_white, layout.books, layout.card
    )
    ways = step_options(kind, bonus, doubled, layout, options)
    then = 1 if doubling_after(kind, layout.books) else 0
    memory = memory_index(layout, next_coloured, stays, flask, shield, then, counters)
    new_last = layout.class_of_kind[kind]
    pair = layout.pair_index[variant, new_last, layout.before_of_class[last]]
    point = next_coloured * whites + white
    entry, value, at = landing(source, layout, point, memory + pair, space, ways, options, group)
    if last_white and KIND_COLOUR[kind] == YELLOW and layout.books.yellow == 1:
        pair = layout.pair_index[variant, new_last, before]
        point = next_coloured * whites + layout.white_previous[white, last_white - 1]
        memory = memory_index(layout, next_coloured, 0, flask, shield, then, counters) + pair
        returned, better, there = landing(source, layout, point, memory, space, ways, options, group)
        if better > value + TIE:
            return returned, better, there
    return entry, value, at


def white_landing(
    source: NDArray[np.float64], values: NDArray[np.float64], layout: Layout, terms: Terms, phase: int, coloured: int,
    white: int, index: int, pair: int, last: int, looking: bool, stirred: int, flask: int, protected: int, doubled: int,
    counters: int, step: int, options: NDArray[np.int64],
) -> tuple[int, float, int, int, bool]:  # fmt: skip
    """Return (state or ending, value, space, row, put back) that drawing a white chip leads to by the best choice.

    A white placed through a look is never better put back than not placed at all, so that is not tried.
    """
    whites = len(layout.white_sum)
    point = coloured * whites + white
    space = layout.low[point] + step
    green = layout.before_of_class[last]
    bonus = bonus_spaces(index, 0, layout.reds[coloured], 0, 0, layout.books, layout.card)
    ways = step_options(index, bonus, doubled, layout, options)
    if layout.white_sum[white] + index + 1 > layout.limit[coloured]:
        ending = PROTECTED if protected else EXPLODED
        total = layout.white_sum[white] + index + 1
        row = row_of(layout, terms, layout.key[coloured], total, OTHER, green, flask, 0, counters)
        best, at = -np.inf, 0
        for way in range(ways):
            landed = min(LAST_CHIP_SPACE, space + options[way])
            if terms.rows[ending, row, landed] > best:
                best, at = terms.rows[ending, row, landed], landed
        if phase != PLAIN and terms.restart[flask, counters] > best + TIE:
            return RESTARTED, terms.restart[flask, counters], 0, 0, False
        return ENDED - ending, best, at, row, False
    shield = max(0, protected - 1)
    kept = memory_index(layout, coloured, 0, flask, shield, 0, counters)
    kept += layout.pair_index[layout.variant[coloured], index + 1, green]
    target = coloured * whites + layout.white_next[white, index]
    entry, value, _ = landing(source, layout, target, kept, space, ways, options, -1)
    back = False
    if not looking:
        for choice in range(2):
            if (choice == 0 and flask == 0) or (choice == 1 and stirred == 0):
                continue
            origin = memory_index(layout, coloured, 0, flask if choice == 1 else 0, shield, doubled, counters) + pair
            origin = layout.offset[point] + origin * layout.size[point] + step
            if values[origin] > value + TIE:
                entry, value, back = origin, values[origin], True
    return entry, value, 0, 0, back


def shares(
    worth: NDArray[np.float64], counts: NDArray[np.int64], kinds: int, nothing: float, seen: int, chips: int,
    order: NDArray[np.int64], tail: NDArray[np.float64],
) -> float:  # fmt: skip
    """Turn the worth of placing each kind seen in a look into the chance that it is placed.

    Args:
        worth: Worth by kind on entry; chances on return, with that of placing nothing behind the last kind.
        counts: Chips of each kind in the bag.
        kinds: Number of kinds.
        nothing: Worth of placing nothing.
        seen: Chips looked at.
        chips: Chips in the bag.
        order: Scratch.
        tail: See ``Terms``.

    Returns:
        The expected worth of the look.
    """
    for entry in range(kinds):
        order[entry] = entry
    rank(worth, kinds, order)
    seen = min(seen, chips)
    outside = chips
    none_better = 1.0
    expected = 0.0
    for place in range(kinds):
        entry = order[place]
        value = worth[entry]
        if value <= nothing + TIE:
            worth[entry] = 0.0
            continue
        outside -= counts[entry]
        none_now = tail[seen, chips, outside]
        worth[entry] = none_better - none_now
        expected += worth[entry] * value
        none_better = none_now
    worth[kinds] = none_better
    return expected + none_better * nothing


def spread(
    mass: NDArray[np.float64], mass_after: NDArray[np.float64], mass_plain: NDArray[np.float64],
    values: NDArray[np.float64], after: NDArray[np.float64], plain: NDArray[np.float64],
    hit_kinds: int, indices: NDArray[np.int16], rubies: NDArray[np.int16], layout: Layout, terms: Terms, phase: int,
    tally: Tally,
) -> None:  # fmt: skip
    """Send the probability of all states on to where it ends.

    Args:
        mass: Shape (states * H,): probability by state and rubies gained while brewing.
        mass_after: Likewise for looks of the chip with which the offer of Second Chance comes.
        mass_plain: Likewise for states without the card.
        values: Values of the states of ``mass``.
        after: Values of states with the offer of Second Chance: the better of going on and beginning again.
        plain: Values of the states of ``mass_plain``.
        hit_kinds: H.
        indices: See ``add_ending``.
        rubies: See ``add_ending``.
        layout: The layout.
        terms: How brews end.
        phase: As in ``sweep``.
        tally: Where it ends.
    """
    groups = len(layout.kind)
    whites = len(layout.white_sum)
    room = groups + 4
    options = np.zeros(4, dtype=np.int64)
    worth = np.zeros(room)
    counts = np.zeros(room, dtype=np.int64)
    order = np.zeros(room, dtype=np.int64)
    rows = np.zeros(room, dtype=np.int64)
    spaces = np.zeros(room, dtype=np.int64)
    targets = np.zeros(room, dtype=np.int64)  # state, or less than 0: ends as ENDED - ending
    hits_of = np.zeros(room, dtype=np.int64)
    counters_of = np.zeros(room, dtype=np.int64)
    place = np.zeros(room, dtype=np.int64)  # which of the three probabilities a target belongs to
    for coloured in range(len(layout.in_pot)):
        for white in range(whites - 1, -1, -1):
            point = coloured * whites + white
            size = layout.size[point]
            in_pot = layout.in_pot[coloured] + layout.white_out[white].sum()
            if size == 0 or (phase == OFFER_OPEN and in_pot >= FIRST_CHIPS):
                continue
            if phase == FIFTH_LOOK and in_pot < FIRST_CHIPS:
                continue
            uses_offer = phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS)
            source = after if uses_offer else values
            chips = layout.bag_left[coloured] + layout.white_left[white].sum()
            variant = layout.variant[coloured]
            pairs = layout.pair_count[variant]
            stops = rule_stops(layout, terms, coloured, white)
            for memory in range(memories(layout, coloured, white) - 1, -1, -1):
                pair = memory % pairs
                flags = memory // pairs
                counters = flags % layout.counters
                flags //= layout.counters
                doubled = flags % layout.doublings[coloured]
                flags //= layout.doublings[coloured]
                protected = flags % layout.protections[coloured]
                flags //= layout.protections[coloured]
                flask = flags % layout.flasks
                stirred = flags // layout.flasks
                last = layout.pair_last[variant, pair]
                before = layout.pair_before[variant, pair]
                look = last - LOOK_CLASS
                if phase == FIFTH_LOOK and look < 0:
                    continue
                if look >= 0:
                    last = OTHER
                for step in range(size):
                    state = layout.offset[point] + memory * size + step
                    total = 0.0
                    for hits in range(hit_kinds):
                        total += mass[state * hit_kinds + hits]
                    if total == 0.0:
                        continue
                    space = layout.low[point] + step
                    kinds = 0
                    ends = False
                    if look < 0:
                        key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
                        stop_row = row_of(
                            layout, terms, key, layout.white_sum[white], last, before, flask, doubled, counters
                        )
                        stop = terms.rows[STOPPED, stop_row, space]
                        ends = chips == 0 or stops
                        if terms.is_strong and (ends or terms.rule == BEST):
                            kinds = strong_options(
                                layout, terms, coloured, white, space, last, flask, doubled, counters, worth, counts,
                                rows, spaces,
                            )  # fmt: skip
                            stop = shares(worth, counts, kinds, stop, STRONG_LOOK, chips, order, terms.tail)
                        if not ends and terms.rule == BEST:
                            ends = stop >= values[state] - TIE
                        if ends:
                            if not terms.is_strong:
                                worth[0] = 1.0
                            rows[kinds] = stop_row
                            spaces[kinds] = space
                            for entry in range(kinds + 1):
                                targets[entry] = ENDED - STOPPED
                                hits_of[entry] = 0
                            kinds += 1
                    if not ends:
                        kinds = 0
                        for group in range(groups):
                            here = layout.left[group] - layout.out[coloured, group]
                            if here == 0:
                                continue
                            aside = is_set_aside(layout.kind[group], layout.books)
                            targets[kinds], worth[kinds], landed = coloured_landing(
                                source, values, layout, coloured, white, group, last, before, stirred, flask, protected,
                                doubled, counters, space, options,
                            )  # fmt: skip
                            counts[kinds] = here
                            place[kinds] = HERE
                            hits_of[kinds] = 0
                            counters_of[kinds] = counters
                            if not aside:
                                hits_of[kinds] = layout.hit[group, landed]
                                counters_of[kinds] += layout.count[group, landed]
                                if uses_offer:
                                    looks = layout.class_of_kind[layout.kind[group]] >= LOOK_CLASS
                                    place[kinds] = AFTER if looks else OFFERED
                            kinds += 1
                        for index in range(3):
                            here = layout.white_left[white, index]
                            if here == 0:
                                continue
                            targets[kinds], worth[kinds], landed, row, back = white_landing(
                                source, values, layout, terms, phase, coloured, white, index, pair, last, look >= 0,
                                stirred, flask, protected, doubled, counters, step, options,
                            )  # fmt: skip
                            counts[kinds] = here
                            rows[kinds] = row
                            spaces[kinds] = landed
                            hits_of[kinds] = 0
                            counters_of[kinds] = counters
                            place[kinds] = OFFERED if uses_offer and not back else HERE
                            kinds += 1
                        if look >= 0:
                            none = layout.pair_index[variant, OTHER, before]
                            targets[kinds] = layout.offset[point] + (memory - pair + none) * size + step
                            nothing = after[targets[kinds]] if phase == FIFTH_LOOK else values[targets[kinds]]
                            place[kinds] = OFFERED if phase == FIFTH_LOOK else HERE
                            hits_of[kinds] = 0
                            counters_of[kinds] = counters
                            shares(worth, counts, kinds, nothing, LOOK_VALUES[look], chips, order, terms.tail)
                            kinds += 1
                        else:
                            for entry in range(kinds):
                                worth[entry] = counts[entry] / chips
                    for entry in range(kinds):
                        for hits in range(hit_kinds):
                            share = mass[state * hit_kinds + hits] * worth[entry]
                            if share == 0.0:
                                continue
                            target = targets[entry]
                            slot = target * hit_kinds + hits + hits_of[entry]
                            if target == RESTARTED:
                                tally.restart[flask, counters, hits] += share
                            elif target < 0:
                                add_ending(
                                    tally, indices, rubies, ENDED - target, rows[entry], spaces[entry], hits, share
                                )
                            elif place[entry] == HERE:
                                mass[slot] += share
                            elif place[entry] == AFTER:
                                mass_after[slot] += share
                            elif terms.restart[flask, counters_of[entry]] > plain[target] + TIE:
                                tally.restart[flask, counters_of[entry], hits + hits_of[entry]] += share
                            else:
                                mass_plain[slot] += share


numba.jit_module(**jit_options(__file__))
