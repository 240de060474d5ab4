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

from quacks_math.brew.exact.look import weigh_looks
from quacks_math.brew.exact.state_space.index import BEFORE_CLASSES, LOOK_CLASS, LOOK_VALUES, OTHER, Layout, flag_count
from quacks_math.brew.exact.state_space.stop_payoffs import Terms, row_number, rule_stops
from quacks_math.brew.exact.state_space.transitions import (
    ASIDE,
    ASKING,
    BASE,
    CALM,
    CHIPS,
    CLASS,
    EDGE_FIELDS,
    MOVE,
    NEXT,
    PAIRS,
    RETURNS,
    SAFE,
    SIZE,
    TOO_MUCH,
    VARIANT,
    bursting,
    landing,
    list_edges,
    list_moves,
    move_table,
    returning,
    spaces_table,
    turn_edges,
)
from quacks_math.brew.payoff.payoff import EXPLODED, PROTECTED, STOPPED
from quacks_math.brew.payoff.stop_rule import BEST
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import flexible_kernel
from quacks_math.material.track import LAST_CHIP_SPACE

PLAIN, FIFTH_LOOK, OFFER_OPEN = range(3)
"""Passes of the sweep; all but the first are for Second Chance."""
FIRST_CHIPS = 5
"""Second Chance is offered when this many chips lie in the pot."""
SPACES = LAST_CHIP_SPACE + 1


@flexible_kernel
def offer(values: NDArray[np.float64], layout: Layout, terms: Terms) -> None:
    """Raise values to what beginning again is worth wherever that is more: the offer of Second Chance."""
    whites = len(layout.white_sum)
    for point in range(len(layout.size)):
        coloured, white = point // whites, point % whites
        size = int(layout.size[point])
        if size == 0:
            continue
        pairs = layout.pair_count[layout.variant[point]]
        flags_below = layout.protections[coloured] * layout.doublings[coloured]
        for flags in range(flag_count(layout, coloured, white)):
            counters = flags % layout.counters
            flask = flags // (layout.counters * flags_below) % layout.flasks
            start = layout.offset[point] + flags * pairs * size
            for state in range(start, start + pairs * size):
                values[state] = max(values[state], terms.restart[flask, counters])


@flexible_kernel
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
    # Arrays are taken out of the tuples once, and without owners: passing tuples about or counting references, for which
    # threads wait for each other, would cost more than the arithmetic.
    gain, has_gain, count = unowned(layout.gain), unowned(layout.has_gain), unowned(layout.growth)
    size_of, low_of = unowned(layout.size), unowned(layout.low)
    offset_of, variant_of = unowned(layout.offset), unowned(layout.variant)
    white_left, white_next = unowned(layout.white_left), unowned(layout.white_next)
    white_previous, before_of_class = unowned(layout.white_previous), unowned(layout.before_of_class)
    pair_count, pair_index = unowned(layout.pair_count), unowned(layout.pair_index)
    pair_last, pair_before = unowned(layout.pair_last), unowned(layout.pair_before)
    flasks, all_counters = layout.flasks, layout.counters
    rows, tail, restart = unowned(terms.rows), unowned(terms.tail), unowned(terms.restart)
    values, after = unowned(values), unowned(after)
    groups, whites = len(layout.kind), len(layout.white_sum)
    ways = 4 if layout.rulings.extra_spaces else 1
    plain_moves = ways == 1 and all_counters == 1
    room = groups + 3
    moves, spaces = move_table(groups), spaces_table(groups)
    edges, ends = np.zeros((room, EDGE_FIELDS), dtype=np.int64), np.zeros(4, dtype=np.int64)
    shares, base, jump = np.zeros(room), np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    stride = np.zeros(room, dtype=np.int64)
    sums = np.zeros((BEFORE_CLASSES, SPACES))
    placed = np.zeros((BEFORE_CLASSES, SPACES, room))
    done = np.zeros(BEFORE_CLASSES, dtype=np.bool_)
    counts, looks = np.zeros(room, dtype=np.int64), np.zeros(len(LOOK_VALUES), dtype=np.int64)
    best, outside = np.zeros(room + 1), np.zeros(room + 1, dtype=np.int64)
    order = np.zeros(room + 1, dtype=np.int64)
    for coloured in numbers:
        list_moves(layout, coloured, moves, spaces)
        protections, doublings = layout.protections[coloured], layout.doublings[coloured]
        for white in range(whites):
            point = coloured * whites + white
            size = int(size_of[point])
            if size == 0:
                continue
            in_pot = layout.in_pot[coloured] + layout.white_in_pot[white]
            chips = layout.bag_left[coloured] + layout.white_in_bag[white]
            if phase == OFFER_OPEN and in_pot >= FIRST_CHIPS:
                continue
            if phase == FIFTH_LOOK and in_pot < FIRST_CHIPS:
                continue
            source = after if phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS) else values
            variant = variant_of[point]
            pairs = pair_count[variant]
            low, offset = int(low_of[point]), offset_of[point]
            white_sum = layout.white_sum[white]
            stops = terms.rule != BEST and rule_stops(layout, terms, coloured, white, in_pot, chips)
            goes_on = terms.rule != BEST and not stops
            key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
            list_edges(
                moves, coloured, white, layout.limit[coloured] - white_sum, white_left, white_next, offset_of, low_of,
                size_of, variant_of, pair_count, edges, ends,
            )  # fmt: skip
            calm, safe, too_much, asking = ends[CALM], ends[SAFE], ends[TOO_MUCH], ends[ASKING]
            gains = False
            for edge in range(asking):
                shares[edge] = edges[edge, CHIPS] / chips
                counts[edge] = edges[edge, CHIPS]
                gains = gains or (edge < calm and has_gain[edges[edge, MOVE]])
            stirs = 2 if white == layout.fresh_white else 1
            for flags in range(stirs * flasks * protections * doublings * all_counters):
                counters = flags % all_counters
                doubled = flags // all_counters % doublings
                protected = flags // (all_counters * doublings) % protections
                flask = flags // (all_counters * doublings * protections) % flasks
                stirred = flags // (all_counters * doublings * protections * flasks)
                shield = max(0, protected - 1)
                turn_edges(
                    edges, ends, moves, protections, doublings, flasks, all_counters, stirred, flask, shield, doubled,
                    counters,
                )  # fmt: skip
                below = (shield * doublings + doubled) * all_counters + counters
                emptied = offset + below * pairs * size
                unstirred = offset + (flask * protections * doublings * all_counters + below) * pairs * size
                white_may_return = flask == 1 or stirred == 1
                counted = calm if white_may_return else safe
                exploded = PROTECTED if protected else EXPLODED
                done[:] = False
                for pair in range(pairs):
                    last, before = pair_last[variant, pair], pair_before[variant, pair]
                    if last >= LOOK_CLASS:
                        break
                    if phase == FIFTH_LOOK and last != OTHER:
                        continue
                    green = before_of_class[last]
                    if not done[green]:
                        done[green] = True
                        for edge in range(safe):
                            move = edges[edge, MOVE]
                            entry = pair_index[edges[edge, VARIANT], moves[move, CLASS], green]
                            base[edge] = edges[edge, BASE] + entry * edges[edge, SIZE]
                            stride[edge] = edges[edge, PAIRS] * edges[edge, SIZE]
                            jump[edge] = spaces[move, 0, doubled, 0]
                        for edge in range(safe, too_much):
                            base[edge] = row_number(
                                layout.key[coloured], white_sum + edges[edge, MOVE] - groups + 1, terms.sevens,
                                terms.pair_row[OTHER, green], terms.pair_rows, flask, flasks, 0, terms.doublings, counters,
                                all_counters,
                            )  # fmt: skip
                        for step in range(size):
                            space = low + step
                            total = 0.0
                            if plain_moves:
                                for edge in range(counted):
                                    value = source[base[edge] + min(LAST_CHIP_SPACE, space + jump[edge])]
                                    placed[green, step, edge] = value
                                    total += shares[edge] * value
                                for edge in range(counted, safe):
                                    value = source[base[edge] + min(LAST_CHIP_SPACE, space + jump[edge])]
                                    placed[green, step, edge] = value
                                if gains:
                                    for edge in range(calm):
                                        landed = min(LAST_CHIP_SPACE, space + jump[edge])
                                        reward = gain[edges[edge, MOVE], landed]
                                        placed[green, step, edge] += reward
                                        total += shares[edge] * reward
                            else:
                                for edge in range(safe):
                                    value = landing(
                                        source, base[edge], stride[edge], space, spaces, edges[edge, MOVE], 0, doubled, ways,
                                        gain, count,
                                    )[1]  # fmt: skip
                                    placed[green, step, edge] = value
                                    if edge < counted:
                                        total += shares[edge] * value
                            for edge in range(safe, too_much):
                                if ways == 1:
                                    landed = min(LAST_CHIP_SPACE, space + spaces[edges[edge, MOVE], 0, doubled, 0])
                                    value = rows[exploded, base[edge], landed]
                                else:
                                    value = bursting(
                                        rows, exploded, base[edge], space, spaces, edges[edge, MOVE], doubled, ways
                                    )[0]
                                if phase != PLAIN:
                                    value = max(value, restart[flask, counters])
                                placed[green, step, edge] = value
                                total += shares[edge] * value
                            sums[green, step] = total
                    last_white = last if last < 4 else 0
                    for edge in range(too_much, asking):
                        move = edges[edge, MOVE]
                        if moves[move, ASIDE]:
                            entry = pair_index[edges[edge, VARIANT], last, before]
                            at_zero = edges[edge, BASE] + entry * edges[edge, SIZE] + low
                            for step in range(size):
                                placed[green, step, edge] = values[at_zero + step]
                            continue
                        entry = pair_index[edges[edge, VARIANT], moves[move, CLASS], green]
                        at_zero = edges[edge, BASE] + entry * edges[edge, SIZE]
                        distance = edges[edge, PAIRS] * edges[edge, SIZE]
                        returns = last_white > 0 and moves[move, RETURNS] == 1
                        back, back_distance = 0, 0
                        if returns:
                            back, back_distance = returning(
                                moves, move, moves[move, NEXT] * whites + white_previous[white, last_white - 1], before, flask,
                                shield, counters, all_counters, offset_of, low_of, size_of, variant_of, pair_count, pair_index,
                            )  # fmt: skip
                        if plain_moves and not has_gain[move]:
                            first = low + spaces[move, last_white, doubled, 0]
                            for step in range(size):
                                landed = min(LAST_CHIP_SPACE, first + step)
                                value = source[at_zero + landed]
                                if returns:
                                    value = max(value, source[back + landed])
                                placed[green, step, edge] = value
                            continue
                        for step in range(size):
                            value = landing(
                                source,
                                at_zero,
                                distance,
                                low + step,
                                spaces,
                                move,
                                last_white,
                                doubled,
                                ways,
                                gain,
                                count,
                            )[1]
                            if returns:
                                returned = landing(
                                    source, back, back_distance, low + step, spaces, move, last_white, doubled, ways, gain,
                                    count,
                                )[1]  # fmt: skip
                                value = max(value, returned)
                            placed[green, step, edge] = value
                    start = offset + (flags * pairs + pair) * size
                    stop_row = row_number(
                        key, white_sum, terms.sevens, terms.pair_row[last, before], terms.pair_rows, flask, flasks, doubled,
                        terms.doublings, counters, all_counters,
                    )  # fmt: skip
                    for step in range(size):
                        space = low + step
                        total = sums[green, step]
                        if white_may_return:
                            for edge in range(calm, safe):
                                value = placed[green, step, edge]
                                if flask == 1:
                                    value = max(value, values[emptied + pair * size + step])
                                if stirred == 1:
                                    value = max(value, values[unstirred + pair * size + step])
                                total += shares[edge] * value
                        for edge in range(too_much, asking):
                            total += shares[edge] * placed[green, step, edge]
                        if phase != FIFTH_LOOK:
                            if chips == 0 or not goes_on:
                                stop = values[start + step] if terms.is_strong else rows[STOPPED, stop_row, space]
                                total = stop if chips == 0 or stops else max(stop, total)
                            values[start + step] = total
                    if last == OTHER and pair_last[variant, pairs - 1] >= LOOK_CLASS:
                        for look in range(len(LOOK_VALUES)):
                            looking = pair_index[variant, LOOK_CLASS + look, before]
                            looks[look] = offset + (flags * pairs + looking) * size if looking >= 0 else -1
                        weigh_looks(
                            values, start, size, looks, LOOK_VALUES, placed[green], counts, asking, chips, order, tail, best,
                            outside,
                        )  # fmt: skip
