r"""The backward sweep: the exact value of every state of a brew.

A brew is a finite Markov decision process. With :math:`n` chips in the bag, :math:`n_i` of kind :math:`i`,

.. math::
    V(s) = \max\Bigl(\text{stop}(s),\; \sum_i \tfrac{n_i}{n}\,\text{placed}(s, i)\Bigr),

where ``placed`` is the worth of an exploded pot when the white sum passes the limit, and else the value of the next state
with its own choices inside: flask and Well Stirred ``max(V(s'), V(s without it))``, yellow of set 1
``max(keep, return)``, red of set 2 set aside, and a look of blue of set 1. Under a fixed stop rule the outer maximum is
replaced by the rule; the inner ones stay.

A look at :math:`k` of :math:`N` chips needs no enumeration of hands. Rank the kinds by the value of placing them, best
first, and let :math:`M_j` be the chips outside the best :math:`j` kinds; none of those is seen with probability
:math:`\binom{M_j}{k}/\binom{N}{k}`, so

.. math::
    L(s) = \sum_j \Bigl[\tbinom{M_{j-1}}{k} - \tbinom{M_j}{k}\Bigr] / \tbinom{N}{k} \cdot v_j
        \;+\; \tbinom{M_*}{k}/\tbinom{N}{k} \cdot V(\text{place nothing}),

the sum running over the kinds that are better than placing nothing. Strong Ingredient is the same at the stop.

The recursion ends because every transition leads to a point with more coloured chips out, or as many and a larger white
sum, or to the same state without flask, without Well Stirred, or after a look. Points are swept in that order; all loops
innermost run over contiguous spaces. Second Chance is solved in three passes over the same layout: without the card, the
looks of the chip that makes five, and the first four chips with the offer still open (``phase``).
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import (
    LAST_CLASSES,
    LOOK_CLASS,
    LOOK_VALUES,
    OTHER,
    Layout,
    memories,
    memory_index,
)
from quacks_math.brew.worth import EXPLODED, PROTECTED, STOPPED
from quacks_math.compiled import jit_options
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, PURPLE, RED, YELLOW
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.placing import (
    bonus_spaces,
    bonus_without_effect,
    doubling_after,
    is_set_aside,
    protection_after,
    spaces_moved,
)

BEST, RISK, WHITE_SUM, CHIPS, NEVER = range(5)
"""Numbers of the stop rules."""
PLAIN, FIFTH_LOOK, OFFER_OPEN = range(3)
"""Passes of the sweep; all but the first are for Second Chance."""
STRONG_LOOK = 5
"""Strong Ingredient shows up to this many chips."""
FIRST_CHIPS = 5
"""Second Chance is offered when this many chips lie in the pot."""
SPACES = LAST_CHIP_SPACE + 1


class Terms(NamedTuple):
    """What a brew ends in, and when a fixed rule ends it."""

    rows: NDArray[np.float64]  # (3 endings, rows, 53) worth of a finished pot by the space of its last chip
    pair_row: NDArray[np.int16]  # (LAST_CLASSES, BEFORE_CLASSES) pair as far as evaluation asks
    pair_rows: int
    sevens: int  # 2 where a white sum of exactly 7 matters, else 1
    doublings: int  # 2 where a pending doubling matters to set-aside red chips, else 1
    is_strong: bool  # Strong Ingredient
    rule: int
    rule_numerator: int
    rule_denominator: int
    tail: NDArray[np.float64]  # (6, N + 1, N + 1): [k, n, m] chance that k of n chips are all among m of them
    restart: NDArray[np.float64]  # (F, Q) value of beginning again (Second Chance)


def row_of(
    layout: Layout, terms: Terms, key: int, white_sum: int, last: int, before: int, flask: int, doubled: int, counters: int
) -> int:  # fmt: skip
    """Return the row of ``terms.rows`` that holds the worth of such a pot."""
    seven = 1 if terms.sevens == 2 and white_sum == 7 else 0
    row = key * terms.sevens + seven
    row = row * terms.pair_rows + terms.pair_row[last, before]
    row = row * layout.flasks + flask
    row = row * terms.doublings + (doubled if terms.doublings == 2 else 0)
    return int(row * layout.counters + counters)


def rule_stops(layout: Layout, terms: Terms, coloured: int, white: int) -> bool:
    """Say whether a fixed rule stops at this point.

    ``risk<=x`` draws while the chance that the next chip explodes the pot is at most x; ``white>=k`` stops at a white
    sum of k or more; ``chips>=n`` with n or more chips in the pot; ``never`` draws on.
    """
    if terms.rule == WHITE_SUM:
        return bool(layout.white_sum[white] >= terms.rule_numerator)
    if terms.rule == CHIPS:
        chips = layout.in_pot[coloured] + layout.white_out[white].sum()
        return bool(chips >= terms.rule_numerator)
    if terms.rule == RISK:
        exploding = 0
        for index in range(3):
            if layout.white_sum[white] + index + 1 > layout.limit[coloured]:
                exploding += layout.white_left[white, index]
        chips_left = layout.bag_left[coloured] + layout.white_left[white].sum()
        return bool(exploding * terms.rule_denominator > chips_left * terms.rule_numerator)
    return False


def rank(values: NDArray[np.float64], kinds: int, order: NDArray[np.int64]) -> None:
    """Sort the first ``kinds`` entries of ``order`` by value, best first; a nearly right order costs little."""
    for place in range(1, kinds):
        moving = order[place]
        value = values[moving]
        spot = place
        while spot > 0 and values[order[spot - 1]] < value:
            order[spot] = order[spot - 1]
            spot -= 1
        order[spot] = moving


def best_seen(
    values: NDArray[np.float64], counts: NDArray[np.int64], kinds: int, nothing: float, seen: int, chips: int,
    order: NDArray[np.int64], tail: NDArray[np.float64],
) -> float:  # fmt: skip
    """Return the expected value of placing the best of the chips seen, or nothing.

    Args:
        values: Value of placing each kind.
        counts: Chips of each kind in the bag.
        kinds: How many entries of the above are in use.
        nothing: Value of placing nothing.
        seen: Chips looked at.
        chips: Chips in the bag.
        order: Ranking of the kinds to start from; the true one afterwards.
        tail: See ``Terms``.
    """
    rank(values, kinds, order)
    seen = min(seen, chips)
    outside = chips
    none_better = 1.0
    expected = 0.0
    for place in range(kinds):
        value = values[order[place]]
        if value <= nothing:
            break
        outside -= counts[order[place]]
        none_now = tail[seen, chips, outside]
        expected += (none_better - none_now) * value
        none_better = none_now
    return expected + none_better * nothing


def step_options(
    kind: int, bonus: int, doubled: int, layout: Layout, options: NDArray[np.int64]
) -> int:
    """Write how far a chip may move to ``options`` and return how many ways there are.

    There is one way; under the ruling that extra spaces may be declined, bonus and doubling can each be left out.
    """
    value = KIND_VALUE[kind]
    options[0] = spaces_moved(value, bonus, doubled == 1, layout.rulings)
    ways = 1
    if layout.rulings.extra_spaces:
        for way in range(1, 4):
            less_bonus = bonus if way == 2 else 0
            options[way] = spaces_moved(value, less_bonus, doubled == 1 and way == 1, layout.rulings)
        ways = 4
    return ways


def look_up(
    into: NDArray[np.float64], source: NDArray[np.float64], layout: Layout, point: int, memory: int, first: int, size: int,
    ways: int, options: NDArray[np.int64], group: int,
) -> None:  # fmt: skip
    """Write the values of the states that a placed chip leads to, the best over all ways to move it.

    Args:
        into: Where to, one entry per space of the state the chip is placed from.
        source: Values of states.
        layout: The layout.
        point: Point the chip leads to.
        memory: Memory there, with the counters as they were.
        first: Lowest space placed from.
        size: Number of spaces placed from.
        ways: Number of ``options``.
        options: Spaces moved.
        group: Group of the chip, for its reward and counters; -1 for white.
    """
    target_size = layout.size[point]
    for way in range(ways):
        start = first + options[way]
        base = layout.offset[point] + memory * target_size - layout.low[point]
        if layout.counters == 1 and ways == 1:
            inside = min(size, max(0, LAST_CHIP_SPACE + 1 - start))
            base += start
            for step in range(inside):
                into[step] = source[base + step]
            for step in range(inside, size):
                into[step] = source[base - start + LAST_CHIP_SPACE]
            if group >= 0:
                for step in range(size):
                    into[step] += layout.gain[group, min(LAST_CHIP_SPACE, start + step)]
        else:
            stride = layout.pair_count[layout.variant[point // len(layout.white_sum)]] * target_size
            for step in range(size):
                space = min(LAST_CHIP_SPACE, start + step)
                entry = base + space
                reward = 0.0
                if group >= 0:
                    entry += layout.count[group, space] * stride
                    reward = layout.gain[group, space]
                value = source[entry] + reward
                if way == 0 or value > into[step]:
                    into[step] = value


def white_placed(
    into: NDArray[np.float64], source: NDArray[np.float64], layout: Layout, terms: Terms, phase: int,
    coloured: int, white: int, index: int, last: int, flask: int, protected: int, doubled: int, counters: int,
    options: NDArray[np.int64],
) -> bool:  # fmt: skip
    """Write the values of placing a white chip and keeping it; return False where it explodes the pot."""
    point = coloured * len(layout.white_sum) + white
    first, size = layout.low[point], layout.size[point]
    bonus = bonus_spaces(index, 0, layout.reds[coloured], 0, 0, layout.books, layout.card)
    ways = step_options(index, bonus, doubled, layout, options)
    before = layout.before_of_class[last]
    if layout.white_sum[white] + index + 1 > layout.limit[coloured]:
        ending = PROTECTED if protected else EXPLODED
        total = layout.white_sum[white] + index + 1
        row = row_of(layout, terms, layout.key[coloured], total, OTHER, before, flask, 0, counters)
        for step in range(size):
            best = -np.inf
            for way in range(ways):
                best = max(best, terms.rows[ending, row, min(LAST_CHIP_SPACE, first + step + options[way])])
            if phase != PLAIN:
                best = max(best, terms.restart[flask, counters])
            into[step] = best
        return False
    following = layout.white_next[white, index]
    pair = layout.pair_index[layout.variant[coloured], index + 1, before]
    memory = memory_index(layout, coloured, 0, flask, max(0, protected - 1), 0, counters) + pair
    target = coloured * len(layout.white_sum) + following
    look_up(into, source, layout, target, memory, first, size, ways, options, -1)
    return True


def coloured_placed(
    into: NDArray[np.float64], scratch: NDArray[np.float64], source: NDArray[np.float64], values: NDArray[np.float64],
    layout: Layout, coloured: int, white: int, group: int, last: int, before: int, stirred: int, flask: int,
    protected: int, doubled: int, counters: int, options: NDArray[np.int64],
) -> None:  # fmt: skip
    """Write the values of drawing a coloured chip, with the choices that it brings.

    Args:
        into: Where to.
        scratch: Room for as many values.
        source: Values of states with one more chip in the pot.
        values: Values of states with as many chips in the pot (for a chip set aside).
        layout: The layout.
        coloured: Coloured number.
        white: White combination.
        group: Group of the chip.
        last: Class of the last chip.
        before: Class of the chip before it.
        stirred: 1 while Well Stirred is unused.
        flask: 1 with a full flask.
        protected: Protected draws left.
        doubled: 1 with a pending doubling.
        counters: Counters.
        options: Scratch for the ways to move.
    """
    kind = layout.kind[group]
    whites = len(layout.white_sum)
    point = coloured * whites + white
    first, size = layout.low[point], layout.size[point]
    next_coloured = coloured + layout.stride[group]
    variant = layout.variant[next_coloured]
    shield = protection_after(kind, protected, layout.books)
    stays = 1 if stirred and white == layout.fresh_white else 0
    if is_set_aside(kind, layout.books):
        options[0] = 0
        memory = memory_index(layout, next_coloured, stays, flask, shield, doubled, counters)
        memory += layout.pair_index[variant, last, before]
        look_up(into, values, layout, next_coloured * whites + white, memory, first, size, 1, options, -1)
        return
    last_white = last if last < 4 else 0
    bonus = bonus_spaces(
        kind, layout.oranges[coloured], layout.reds[coloured], layout.yellows[coloured], last_white, layout.books, layout.card
    )
    ways = step_options(kind, bonus, doubled, layout, options)
    then = 1 if doubling_after(kind, layout.books) else 0
    memory = memory_index(layout, next_coloured, stays, flask, shield, then, counters)
    new_last = layout.class_of_kind[kind]
    pair = layout.pair_index[variant, new_last, layout.before_of_class[last]]
    look_up(into, source, layout, next_coloured * whites + white, memory + pair, first, size, ways, options, group)
    if last_white and KIND_COLOUR[kind] == YELLOW and layout.books.yellow == 1:
        pair = layout.pair_index[variant, new_last, before]
        previous = layout.white_previous[white, last_white - 1]
        memory = memory_index(layout, next_coloured, 0, flask, shield, then, counters) + pair
        look_up(scratch, source, layout, next_coloured * whites + previous, memory, first, size, ways, options, group)
        for step in range(size):
            into[step] = max(into[step], scratch[step])


def offer(values: NDArray[np.float64], layout: Layout, terms: Terms) -> None:
    """Raise values to what beginning again is worth wherever that is more: the offer of Second Chance."""
    whites = len(layout.white_sum)
    for point in range(len(layout.size)):
        coloured, white = point // whites, point % whites
        size = layout.size[point]
        if size == 0:
            continue
        pairs = layout.pair_count[layout.variant[coloured]]
        flags_below = layout.protections[coloured] * layout.doublings[coloured]
        for memory in range(memories(layout, coloured, white)):
            counters = memory // pairs % layout.counters
            flask = memory // (pairs * layout.counters * flags_below) % layout.flasks
            start = layout.offset[point] + memory * size
            for state in range(start, start + size):
                values[state] = max(values[state], terms.restart[flask, counters])


def asks_for_last(kind: int, layout: Layout) -> bool:
    """Say whether drawing this kind depends on the last chips of the pot beyond their green."""
    colour = KIND_COLOUR[kind]
    if colour == YELLOW:
        return layout.books.yellow == 1
    return colour == RED and layout.books.red in (2, 3)


def sweep(
    numbers: NDArray[np.int64], values: NDArray[np.float64], after: NDArray[np.float64], layout: Layout, terms: Terms,
    phase: int,
) -> None:  # fmt: skip
    """Write the values of all states at some coloured numbers of one layer (as many coloured chips out).

    Args:
        numbers: Coloured numbers; all numbers with more coloured chips out are done.
        values: Values of all states, written here.
        after: Values of states in which the offer of Second Chance has been used; ``values`` in the plain pass.
        layout: The layout.
        terms: How brews end.
        phase: ``PLAIN``, ``FIFTH_LOOK`` or ``OFFER_OPEN``.
    """
    groups = len(layout.kind)
    whites = len(layout.white_sum)
    sums = np.zeros((LAST_CLASSES, SPACES))
    placed = np.zeros((LAST_CLASSES, groups + 3, SPACES))
    told = np.zeros((groups + 3, SPACES))
    row = np.zeros(SPACES)
    scratch = np.zeros(SPACES)
    options = np.zeros(4, dtype=np.int64)
    seen_values = np.zeros(groups + 3)
    seen_counts = np.zeros(groups + 3, dtype=np.int64)
    order = np.zeros(groups + 3, dtype=np.int64)
    rows = np.zeros(groups + 3, dtype=np.int64)
    spaces = np.zeros(groups + 3, dtype=np.int64)
    entry_of = np.zeros(groups + 3, dtype=np.int64)
    for coloured in numbers:
        for white in range(whites):
            point = coloured * whites + white
            size = layout.size[point]
            if size == 0:
                continue
            in_pot = layout.in_pot[coloured] + layout.white_out[white].sum()
            if phase == OFFER_OPEN and in_pot >= FIRST_CHIPS:
                continue
            if phase == FIFTH_LOOK and in_pot < FIRST_CHIPS:
                continue
            source = after if phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS) else values
            low = layout.low[point]
            offset = layout.offset[point]
            chips = layout.bag_left[coloured] + layout.white_left[white].sum()
            variant = layout.variant[coloured]
            pairs = layout.pair_count[variant]
            stops = rule_stops(layout, terms, coloured, white)
            for stirred in range(2 if white == layout.fresh_white else 1):
                for flask in range(layout.flasks):
                    for protected in range(layout.protections[coloured]):
                        for doubled in range(layout.doublings[coloured]):
                            for counters in range(layout.counters):
                                memory = memory_index(layout, coloured, stirred, flask, protected, doubled, counters)
                                white_may_return = flask == 1 or stirred == 1
                                done = np.zeros(LAST_CLASSES, dtype=np.bool_)
                                for pair in range(pairs):
                                    last = layout.pair_last[variant, pair]
                                    before = layout.pair_before[variant, pair]
                                    if last >= LOOK_CLASS:
                                        continue
                                    green = layout.before_of_class[last]
                                    if not done[green]:
                                        done[green] = True
                                        for step in range(size):
                                            sums[green, step] = 0.0
                                        for group in range(groups):
                                            here = layout.left[group] - layout.out[coloured, group]
                                            if here == 0 or asks_for_last(layout.kind[group], layout):
                                                continue
                                            coloured_placed(
                                                placed[green, group], scratch, source, values, layout, coloured, white,
                                                group, last, before, stirred, flask, protected, doubled, counters, options,
                                            )  # fmt: skip
                                            share = here / chips
                                            for step in range(size):
                                                sums[green, step] += share * placed[green, group, step]
                                        for index in range(3):
                                            here = layout.white_left[white, index]
                                            if here == 0:
                                                continue
                                            survives = white_placed(
                                                placed[green, groups + index], source, layout, terms, phase, coloured,
                                                white, index, last, flask, protected, doubled, counters, options,
                                            )  # fmt: skip
                                            if survives and white_may_return:
                                                continue
                                            share = here / chips
                                            for step in range(size):
                                                sums[green, step] += share * placed[green, groups + index, step]
                                    for step in range(size):
                                        row[step] = sums[green, step]
                                    if white_may_return:
                                        for index in range(3):
                                            here = layout.white_left[white, index]
                                            survives = layout.white_sum[white] + index + 1 <= layout.limit[coloured]
                                            if here == 0 or not survives:
                                                continue
                                            share = here / chips
                                            shield = max(0, protected - 1)
                                            for step in range(size):
                                                best = placed[green, groups + index, step]
                                                if flask == 1:
                                                    back = memory_index(
                                                        layout, coloured, 0, 0, shield, doubled, counters
                                                    )
                                                    best = max(best, values[offset + (back + pair) * size + step])
                                                if stirred == 1:
                                                    back = memory_index(
                                                        layout, coloured, 0, flask, shield, doubled, counters
                                                    )
                                                    best = max(best, values[offset + (back + pair) * size + step])
                                                row[step] += share * best
                                    for group in range(groups):
                                        here = layout.left[group] - layout.out[coloured, group]
                                        if here == 0 or not asks_for_last(layout.kind[group], layout):
                                            continue
                                        coloured_placed(
                                            told[group], scratch, source, values, layout, coloured, white, group, last,
                                            before, stirred, flask, protected, doubled, counters, options,
                                        )  # fmt: skip
                                        share = here / chips
                                        for step in range(size):
                                            row[step] += share * told[group, step]
                                    base = offset + (memory + pair) * size
                                    if phase != FIFTH_LOOK:
                                        key = layout.key[coloured]
                                        if in_pot == 0:
                                            key = layout.key_empty[coloured]
                                        stop_row = row_of(
                                            layout, terms, key, layout.white_sum[white], last, before, flask, doubled,
                                            counters,
                                        )  # fmt: skip
                                        for step in range(size):
                                            if chips > 0 and terms.rule != BEST and not stops:
                                                values[base + step] = row[step]
                                                continue
                                            if terms.is_strong:
                                                for entry in range(groups + 3):
                                                    order[entry] = entry
                                                kinds = strong_options(
                                                    layout, terms, coloured, white, low + step, last, flask, doubled,
                                                    counters, seen_values, seen_counts, rows, spaces,
                                                )  # fmt: skip
                                                stop = best_seen(
                                                    seen_values, seen_counts, kinds,
                                                    terms.rows[STOPPED, stop_row, low + step], STRONG_LOOK, chips,
                                                    order, terms.tail,
                                                )  # fmt: skip
                                            else:
                                                stop = terms.rows[STOPPED, stop_row, low + step]
                                            if chips == 0 or stops or stop >= row[step]:
                                                values[base + step] = stop
                                            else:
                                                values[base + step] = row[step]
                                    if last != OTHER:
                                        continue
                                    for look in range(3):
                                        looking = layout.pair_index[variant, LOOK_CLASS + look, before]
                                        if looking < 0:
                                            continue
                                        kinds = 0
                                        for group in range(groups):
                                            here = layout.left[group] - layout.out[coloured, group]
                                            if here > 0:
                                                entry_of[kinds] = group
                                                seen_counts[kinds] = here
                                                kinds += 1
                                        for index in range(3):
                                            here = layout.white_left[white, index]
                                            if here > 0:
                                                entry_of[kinds] = groups + index
                                                seen_counts[kinds] = here
                                                kinds += 1
                                        for entry in range(kinds):
                                            order[entry] = entry
                                        target = offset + (memory + looking) * size
                                        nothing = after if phase == FIFTH_LOOK else values
                                        for step in range(size):
                                            for entry in range(kinds):
                                                which = entry_of[entry]
                                                if which < groups and asks_for_last(layout.kind[which], layout):
                                                    seen_values[entry] = told[which, step]
                                                else:
                                                    seen_values[entry] = placed[green, which, step]
                                            values[target + step] = best_seen(
                                                seen_values, seen_counts, kinds, nothing[base + step],
                                                LOOK_VALUES[look], chips, order, terms.tail,
                                            )  # fmt: skip


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
            moved = spaces_moved(KIND_VALUE[kind], bonus * (way // 2 == 0), doubled == 1 and way % 2 == 0, layout.rulings)
            landed = min(LAST_CHIP_SPACE, space + moved)
            reward, more = 0.0, 0
            if gain_group >= 0:
                reward, more = layout.gain[gain_group, landed], layout.count[gain_group, landed]
            if terms.rows[STOPPED, row + more, landed] + reward > worth[kinds]:
                worth[kinds] = terms.rows[STOPPED, row + more, landed] + reward
                rows[kinds] = row + more
                spaces[kinds] = landed
        kinds += 1
    return kinds


numba.jit_module(**jit_options(__file__))
