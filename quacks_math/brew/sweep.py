r"""The backward sweep: the exact value of every state of a brew.

A brew is a finite Markov decision process. With :math:`n` chips in the bag, :math:`n_i` of kind :math:`i`,

.. math::
    V(s) = \max\Bigl(\text{stop}(s),\; \sum_i \tfrac{n_i}{n}\,\text{placed}(s, i)\Bigr),

where ``placed`` is the worth of an exploded pot when the white sum passes the limit, and else the value of the next state
with its own choices inside: flask and Well Stirred ``max(V(s'), V(s without it))``, yellow of set 1
``max(keep, return)``, red of set 2 set aside, and a look of blue of set 1. Under a fixed stop rule the outer maximum is
replaced by the rule; the inner ones stay.

A look (``look``) needs no enumeration of hands; Strong Ingredient (``strong``) is the same at the stop.

The recursion ends because every transition leads to a point with more coloured chips out, or as many and a larger white
sum, or to the same state without flask, without Well Stirred, or after a look. Points are swept in that order; all loops
innermost run over contiguous spaces. Second Chance is solved in three passes over the same layout: without the card, the
looks of the chip that makes five, and the first four chips with the offer still open (``phase``).
"""

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import BEFORE_CLASSES, LOOK_CLASS, LOOK_VALUES, OTHER, Layout, memories
from quacks_math.brew.look import best_seen
from quacks_math.brew.moves import (
    ASIDE,
    ASKS,
    CLASS,
    DOUBLINGS,
    HERE,
    NEXT,
    PAIRS,
    PROTECTIONS,
    RETURNS,
    SHIELD,
    THEN,
    VARIANT,
    list_moves,
    move_table,
    spaces_table,
)
from quacks_math.brew.stopping import BEST
from quacks_math.brew.terms import Terms, row_number, rule_stops
from quacks_math.brew.worth import EXPLODED, PROTECTED, STOPPED
from quacks_math.compiled import kernel, share
from quacks_math.material.track import LAST_CHIP_SPACE

PLAIN, FIFTH_LOOK, OFFER_OPEN = range(3)
"""Passes of the sweep; all but the first are for Second Chance."""
FIRST_CHIPS = 5
"""Second Chance is offered when this many chips lie in the pot."""
SPACES = LAST_CHIP_SPACE + 1


def gather(into: NDArray[np.float64], row: int, source: NDArray[np.float64], base: int, start: int, size: int) -> None:
    """Copy the values of the states on the spaces from ``start`` on; beyond the end of the track all chips lie on 52.

    Args:
        into: Shape (rows, 53).
        row: Row to write.
        source: Values of states.
        base: Number of the state on space 0 of the target's memory.
        start: Space that the chip lands on from the lowest space.
        size: Number of spaces.
    """
    inside = min(size, max(0, SPACES - start))
    for step in range(inside):
        into[row, step] = source[base + start + step]
    for step in range(inside, size):
        into[row, step] = source[base + LAST_CHIP_SPACE]


def gather_best(
    into: NDArray[np.float64], row: int, source: NDArray[np.float64], base: int, stride: int, low: int, size: int,
    spaces: NDArray[np.int64], move: int, last_white: int, doubled: int, ways: int, gain: NDArray[np.float64],
    count: NDArray[np.int64], group: int,
) -> None:  # fmt: skip
    """Write the best value over all ways to move a chip, its reward and its counters included.

    Args:
        into: Shape (rows, 53).
        row: Row to write.
        source: Values of states.
        base: Number of the state on space 0 of the target's memory, counters as they were.
        stride: Distance between states that differ by one in their counters.
        low: Lowest space the chip is placed from.
        size: Number of spaces.
        spaces: See ``moves.spaces_table``.
        move: The move.
        last_white: Value of the white chip directly before, or 0.
        doubled: 1 with a pending doubling.
        ways: How many ways there are.
        gain: See ``Layout``.
        count: See ``Layout``.
        group: Group of the chip, -1 for white.
    """
    for way in range(ways):
        start = low + spaces[move, last_white, doubled, way]
        for step in range(size):
            space = min(LAST_CHIP_SPACE, start + step)
            if group >= 0:
                value = source[base + space + count[group, space] * stride] + gain[group, space]
            else:
                value = source[base + space]
            if way == 0 or value > into[row, step]:
                into[row, step] = value


@kernel
def offer(values: NDArray[np.float64], layout: Layout, terms: Terms) -> None:
    """Raise values to what beginning again is worth wherever that is more: the offer of Second Chance."""
    whites = len(layout.white_sum)
    for point in range(len(layout.size)):
        coloured, white = point // whites, point % whites
        size = int(layout.size[point])
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


@kernel
def sweep(
    numbers: NDArray[np.int64], values: NDArray[np.float64], after: NDArray[np.float64], layout: Layout, terms: Terms,
    phase: int,
) -> None:  # fmt: skip
    """Write the values of all states at some coloured numbers of one layer (as many coloured chips out).

    Args:
        numbers: Coloured numbers; all numbers with more coloured chips out are done.
        values: Values of all states, written here; with Strong Ingredient the worth of stopping on entry.
        after: Values of states in which the offer of Second Chance has been used; ``values`` in the plain pass.
        layout: The layout.
        terms: How brews end.
        phase: ``PLAIN``, ``FIFTH_LOOK`` or ``OFFER_OPEN``.
    """
    # Arrays are taken out of the tuples once: passing the tuples about in the loops would cost more than the arithmetic.
    kind, gain, has_gain, count = layout.kind, layout.gain, layout.has_gain, layout.growth
    size_of, low_of, offset_of = layout.size, layout.low, layout.offset
    white_left, white_next, white_previous = layout.white_left, layout.white_next, layout.white_previous
    pair_last, pair_before, pair_index = layout.pair_last, layout.pair_before, layout.pair_index
    before_of_class = layout.before_of_class
    flasks, all_counters = layout.flasks, layout.counters
    rows, tail, restart = terms.rows, terms.tail, terms.restart
    groups = len(kind)
    whites = len(layout.white_sum)
    ways = 4 if layout.rulings.extra_spaces else 1
    plain_moves = ways == 1 and all_counters == 1
    moves, spaces = move_table(groups), spaces_table(groups)
    sums = np.zeros((BEFORE_CLASSES, SPACES))
    placed = np.zeros((BEFORE_CLASSES * (groups + 3), SPACES))
    told = np.zeros((groups, SPACES))
    row = np.zeros((2, SPACES))
    done = np.zeros(BEFORE_CLASSES, dtype=np.bool_)
    seen_values = np.zeros(groups + 3)
    seen_counts = np.zeros(groups + 3, dtype=np.int64)
    order = np.zeros(groups + 3, dtype=np.int64)
    entry_of = np.zeros(groups + 3, dtype=np.int64)
    for coloured in numbers:
        list_moves(layout, coloured, moves, spaces)
        variant = layout.variant[coloured]
        pairs = layout.pair_count[variant]
        protections, doublings = layout.protections[coloured], layout.doublings[coloured]
        limit = layout.limit[coloured]
        looks = books_look(layout, variant)
        for white in range(whites):
            point = coloured * whites + white
            size = int(size_of[point])
            if size == 0:
                continue
            in_pot = layout.in_pot[coloured]
            chips = layout.bag_left[coloured]
            for index in range(3):
                in_pot += layout.white_out[white, index]
                chips += white_left[white, index]
                moves[groups + index, HERE] = white_left[white, index]
            if phase == OFFER_OPEN and in_pot >= FIRST_CHIPS:
                continue
            if phase == FIFTH_LOOK and in_pot < FIRST_CHIPS:
                continue
            source = after if phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS) else values
            low = int(low_of[point])
            offset = offset_of[point]
            white_sum = layout.white_sum[white]
            stops = terms.rule != BEST and rule_stops(layout, terms, coloured, white, in_pot, chips)
            goes_on = terms.rule != BEST and not stops
            key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
            is_fresh = white == layout.fresh_white
            for flags in range((2 if is_fresh else 1) * flasks * protections * doublings * all_counters):
                counters = flags % all_counters
                doubled = flags // all_counters % doublings
                protected = flags // (all_counters * doublings) % protections
                flask = flags // (all_counters * doublings * protections) % flasks
                stirred = flags // (all_counters * doublings * protections * flasks)
                shield = max(0, protected - 1)
                back_flask = ((shield * doublings + doubled) * all_counters + counters) * pairs
                back_stirred = (
                    ((flask * protections + shield) * doublings + doubled) * all_counters + counters
                ) * pairs
                white_may_return = flask == 1 or stirred == 1
                done[:] = False
                for pair in range(pairs):
                    last, before = pair_last[variant, pair], pair_before[variant, pair]
                    if last >= LOOK_CLASS:
                        continue
                    green = before_of_class[last]
                    first = green * (groups + 3)
                    if not done[green]:
                        done[green] = True
                        for step in range(size):
                            sums[green, step] = 0.0
                        for move in range(groups):
                            here = moves[move, HERE]
                            if here == 0 or moves[move, ASKS]:
                                continue
                            target = moves[move, NEXT] * whites + white
                            memory = (stirred * flasks + flask) * moves[move, PROTECTIONS]
                            memory = (memory + max(shield, moves[move, SHIELD])) * moves[move, DOUBLINGS]
                            memory = (memory + moves[move, THEN]) * all_counters + counters
                            memory *= moves[move, PAIRS]
                            memory += pair_index[moves[move, VARIANT], moves[move, CLASS], green]
                            base = offset_of[target] + memory * size_of[target] - low_of[target]
                            if plain_moves:
                                start = low + spaces[move, 0, doubled, 0]
                                gather(placed, first + move, source, base, start, size)
                                if has_gain[move]:
                                    for step in range(size):
                                        placed[first + move, step] += gain[move, min(LAST_CHIP_SPACE, start + step)]
                            else:
                                gather_best(
                                    placed, first + move, source, base, moves[move, PAIRS] * size_of[target], low, size,
                                    spaces, move, 0, doubled, ways, gain, count, move,
                                )  # fmt: skip
                            share = here / chips
                            for step in range(size):
                                sums[green, step] += share * placed[first + move, step]
                        for index in range(3):
                            move = groups + index
                            here = moves[move, HERE]
                            if here == 0:
                                continue
                            if white_sum + index + 1 > limit:
                                ending = row_number(
                                    layout.key[coloured], white_sum + index + 1, terms.sevens, terms.pair_row[0, green],
                                    terms.pair_rows, flask, flasks, 0, terms.doublings, counters, all_counters,
                                )  # fmt: skip
                                exploded = PROTECTED if protected else EXPLODED
                                for step in range(size):
                                    best = -np.inf
                                    for way in range(ways):
                                        space = min(LAST_CHIP_SPACE, low + step + spaces[move, 0, doubled, way])
                                        best = max(best, rows[exploded, ending, space])
                                    if phase != PLAIN:
                                        best = max(best, restart[flask, counters])
                                    placed[first + move, step] = best
                            else:
                                target = coloured * whites + white_next[white, index]
                                memory = ((flask * protections + shield) * doublings) * all_counters + counters
                                memory = memory * pairs + pair_index[variant, index + 1, green]
                                base = offset_of[target] + memory * size_of[target] - low_of[target]
                                if ways == 1:
                                    gather(placed, first + move, source, base, low + spaces[move, 0, doubled, 0], size)
                                else:
                                    gather_best(
                                        placed, first + move, source, base, 0, low, size, spaces, move, 0, doubled, ways,
                                        gain, count, -1,
                                    )  # fmt: skip
                                if white_may_return:
                                    continue
                            share = here / chips
                            for step in range(size):
                                sums[green, step] += share * placed[first + move, step]
                    for step in range(size):
                        row[0, step] = sums[green, step]
                    if white_may_return:
                        for index in range(3):
                            here = moves[groups + index, HERE]
                            if here == 0 or white_sum + index + 1 > limit:
                                continue
                            share = here / chips
                            emptied = offset + (back_flask + pair) * size
                            unstirred = offset + (back_stirred + pair) * size
                            for step in range(size):
                                best = placed[first + groups + index, step]
                                if flask == 1:
                                    best = max(best, values[emptied + step])
                                if stirred == 1:
                                    best = max(best, values[unstirred + step])
                                row[0, step] += share * best
                    for move in range(groups):
                        here = moves[move, HERE]
                        if here == 0 or not moves[move, ASKS]:
                            continue
                        target = moves[move, NEXT] * whites + white
                        memory = (stirred * flasks + flask) * moves[move, PROTECTIONS]
                        memory = (memory + max(shield, moves[move, SHIELD])) * moves[move, DOUBLINGS]
                        if moves[move, ASIDE]:
                            memory = ((memory + doubled) * all_counters + counters) * moves[move, PAIRS]
                            memory += pair_index[moves[move, VARIANT], last, before]
                            base = offset_of[target] + memory * size_of[target] - low_of[target]
                            gather(told, move, values, base, low, size)
                        else:
                            last_white = last if last < 4 else 0
                            memory = ((memory + moves[move, THEN]) * all_counters + counters) * moves[move, PAIRS]
                            memory += pair_index[moves[move, VARIANT], moves[move, CLASS], green]
                            stride = moves[move, PAIRS] * size_of[target]
                            base = offset_of[target] + memory * size_of[target] - low_of[target]
                            gather_best(
                                told, move, source, base, stride, low, size, spaces, move, last_white, doubled, ways, gain,
                                count, move,
                            )  # fmt: skip
                            if last_white and moves[move, RETURNS]:
                                target = moves[move, NEXT] * whites + white_previous[white, last_white - 1]
                                memory = flask * moves[move, PROTECTIONS] + max(shield, moves[move, SHIELD])
                                memory = memory * moves[move, DOUBLINGS] + moves[move, THEN]
                                memory = (memory * all_counters + counters) * moves[move, PAIRS]
                                memory += pair_index[moves[move, VARIANT], moves[move, CLASS], before]
                                stride = moves[move, PAIRS] * size_of[target]
                                base = offset_of[target] + memory * size_of[target] - low_of[target]
                                gather_best(
                                    row, 1, source, base, stride, low, size, spaces, move, last_white, doubled, ways, gain,
                                    count, move,
                                )  # fmt: skip
                                for step in range(size):
                                    told[move, step] = max(told[move, step], row[1, step])
                        share = here / chips
                        for step in range(size):
                            row[0, step] += share * told[move, step]
                    base = offset + (flags * pairs + pair) * size
                    if phase != FIFTH_LOOK:
                        if goes_on and chips > 0:
                            for step in range(size):
                                values[base + step] = row[0, step]
                        else:
                            stop_row = row_number(
                                key, white_sum, terms.sevens, terms.pair_row[last, before], terms.pair_rows, flask, flasks,
                                doubled, terms.doublings, counters, all_counters,
                            )  # fmt: skip
                            for step in range(size):
                                row[1, step] = rows[STOPPED, stop_row, low + step]
                            if terms.is_strong:
                                for step in range(size):
                                    row[1, step] = values[base + step]
                            if chips == 0 or stops:
                                for step in range(size):
                                    values[base + step] = row[1, step]
                            else:
                                for step in range(size):
                                    values[base + step] = max(row[0, step], row[1, step])
                    if last != OTHER or not looks:
                        continue
                    kinds = 0
                    for move in range(groups + 3):
                        if moves[move, HERE] > 0:
                            entry_of[kinds] = move
                            seen_counts[kinds] = moves[move, HERE]
                            order[kinds] = kinds
                            kinds += 1
                    for look in range(3):
                        looking = pair_index[variant, LOOK_CLASS + look, before]
                        if looking < 0:
                            continue
                        target = offset + (flags * pairs + looking) * size
                        for step in range(size):
                            for entry in range(kinds):
                                move = entry_of[entry]
                                if move < groups and moves[move, ASKS]:
                                    seen_values[entry] = told[move, step]
                                else:
                                    seen_values[entry] = placed[first + move, step]
                            values[target + step] = best_seen(
                                seen_values,
                                seen_counts,
                                kinds,
                                values[base + step],
                                LOOK_VALUES[look],
                                chips,
                                order,
                                tail,
                            )


def books_look(layout: Layout, variant: int) -> bool:
    """Say whether a pending look is among the pairs of a variant."""
    pending = False
    for pair in range(layout.pair_count[variant]):
        pending = pending or layout.pair_last[variant, pair] >= LOOK_CLASS
    return pending


share(gather, gather_best, books_look)
