r"""The forward sweep: where best play, or a fixed stop rule, ends.

The values of the backward sweep tell which move is best in every state; sending probability along those moves, from the
root to the ends, gives the exact distribution of scoring spaces, explosions and rubies. Only states that are really
visited cost anything. Where two moves are equally good, stopping comes before drawing, keeping a chip before putting it
back, and placing nothing before placing something.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.exact.backward import FIFTH_LOOK, FIRST_CHIPS, OFFER_OPEN, PLAIN, SPACES
from quacks_math.brew.exact.look import TIE, shares
from quacks_math.brew.exact.state_space.index import LOOK_CLASS, LOOK_VALUES, OTHER, Layout, flag_count
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
from quacks_math.kernels.compile import flexible_kernel, share
from quacks_math.material.track import LAST_CHIP_SPACE

ON, AFTER, OFFERED = range(3)
"""Where a state belongs: to the pass itself, to the looks of the offer's chip, or behind the offer."""
RESTARTED = -1
"""Stands for a state where the brew begins again."""
ENDED = -2
"""Stands, less the number of the ending, for a state where the brew has ended."""


class Ended(NamedTuple):
    """Where probability has ended."""

    pots: NDArray[np.float64]  # (3 endings, rows, 53, H) finished pots by their row in ``Terms.rows``
    restart: NDArray[np.float64]  # (F, Q, H) beginning again


@flexible_kernel
def spread(
    mass: NDArray[np.float64], mass_after: NDArray[np.float64], mass_plain: NDArray[np.float64],
    values: NDArray[np.float64], after: NDArray[np.float64], plain: NDArray[np.float64], stop_worth: NDArray[np.float64],
    hit_kinds: int, layout: Layout, terms: Terms, phase: int, ended: Ended,
) -> None:  # fmt: skip
    """Send the probability of all states on to where it ends.

    Args:
        mass: Shape (states * H,): probability by state and rubies gained while brewing.
        mass_after: Likewise for looks of the chip with which the offer of Second Chance comes.
        mass_plain: Likewise for states without the card.
        values: Values of the states of ``mass``.
        after: Values of states with the offer of Second Chance: the better of going on and beginning again.
        plain: Values of the states of ``mass_plain``.
        stop_worth: With Strong Ingredient, the worth of stopping in each state; what stops then stays in ``mass``.
        hit_kinds: H.
        layout: The layout.
        terms: How brews end.
        phase: As in ``sweep``.
        ended: Where it ends, added to.
    """
    # Counting references to arrays, one by one for every call, would cost more than the arithmetic.
    gain, count, hit = unowned(layout.gain), unowned(layout.growth), unowned(layout.hit)
    size_of, low_of = unowned(layout.size), unowned(layout.low)
    offset_of, variant_of = unowned(layout.offset), unowned(layout.variant)
    white_left, white_next = unowned(layout.white_left), unowned(layout.white_next)
    white_previous, before_of_class = unowned(layout.white_previous), unowned(layout.before_of_class)
    pair_count, pair_index = unowned(layout.pair_count), unowned(layout.pair_index)
    pair_last, pair_before = unowned(layout.pair_last), unowned(layout.pair_before)
    flasks, all_counters = layout.flasks, layout.counters
    rows, restart, tail = unowned(terms.rows), unowned(terms.restart), unowned(terms.tail)
    mass, mass_after, mass_plain = unowned(mass), unowned(mass_after), unowned(mass_plain)
    values, after, plain, stop_worth = unowned(values), unowned(after), unowned(plain), unowned(stop_worth)
    pots, restarted = unowned(ended.pots), unowned(ended.restart)
    groups, whites = len(layout.kind), len(layout.white_sum)
    ways = 4 if layout.rulings.extra_spaces else 1
    room = groups + 4
    moves, spaces = move_table(groups), spaces_table(groups)
    edges, ends = np.zeros((room, EDGE_FIELDS), dtype=np.int64), np.zeros(4, dtype=np.int64)
    chances, ranked = np.zeros(room), np.zeros(room)
    counts, order, sorted_edges = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64), -1
    row_of = np.zeros(room, dtype=np.int64)  # of a pot that the chip explodes
    base_of = np.zeros(room, dtype=np.int64)  # state on space 0
    stride_of = np.zeros(room, dtype=np.int64)  # distance between its counters, 0 for a chip that is set aside
    jump_of = np.zeros(room, dtype=np.int64)  # where the chip lands from the lowest space
    # By state with something to send on, and by what may come out of the bag:
    steps = np.zeros(SPACES, dtype=np.int64)
    held = np.zeros((SPACES, hit_kinds))
    worth = np.zeros((SPACES, room))
    targets = np.zeros((SPACES, room), dtype=np.int64)  # state, or less than 0: see RESTARTED and ENDED
    space_at = np.zeros((SPACES, room), dtype=np.int64)
    hits_of = np.zeros((SPACES, room), dtype=np.int64)
    counters_of = np.zeros((SPACES, room), dtype=np.int64)
    place = np.zeros((SPACES, room), dtype=np.int64)  # which of the three probabilities a target belongs to
    for coloured in range(len(layout.in_pot)):
        listed = False
        protections, doublings = layout.protections[coloured], layout.doublings[coloured]
        for white in range(whites - 1, -1, -1):
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
            variant = variant_of[point]
            pairs = pair_count[variant]
            low, first = int(low_of[point]), offset_of[point]
            flag_sets = flag_count(layout, coloured, white)
            if not any_above_zero(mass, first * hit_kinds, (first + flag_sets * pairs * size) * hit_kinds):
                continue
            if not listed:
                list_moves(layout, coloured, moves, spaces)
                listed = True
            white_sum = layout.white_sum[white]
            list_edges(
                moves, coloured, white, layout.limit[coloured] - white_sum, white_left, white_next, offset_of, low_of,
                size_of, variant_of, pair_count, edges, ends,
            )  # fmt: skip
            calm, safe, too_much, asking = ends[CALM], ends[SAFE], ends[TOO_MUCH], ends[ASKING]
            for edge in range(asking):
                if asking != sorted_edges:
                    order[edge] = edge
                counts[edge] = edges[edge, CHIPS]
                chances[edge] = edges[edge, CHIPS] / chips
            sorted_edges = asking
            uses_offer = phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS)
            source = after if uses_offer else values
            ends_here = chips == 0
            if terms.rule != BEST and rule_stops(layout, terms, coloured, white, in_pot, chips):
                ends_here = True
            key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
            for flags in range(flag_sets - 1, -1, -1):
                begin = first + flags * pairs * size
                if not any_above_zero(mass, begin * hit_kinds, (begin + pairs * size) * hit_kinds):
                    continue
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
                exploded = PROTECTED if protected else EXPLODED
                white_may_return = flask == 1 or stirred == 1
                for pair in range(pairs - 1, -1, -1):
                    start = begin + pair * size
                    if not any_above_zero(mass, start * hit_kinds, (start + size) * hit_kinds):
                        continue
                    last, before = pair_last[variant, pair], pair_before[variant, pair]
                    look = last - LOOK_CLASS
                    if look >= 0:
                        last = OTHER
                    elif phase == FIFTH_LOOK:
                        continue
                    green = before_of_class[last]
                    last_white = last if last < 4 else 0
                    stop_row = row_number(
                        key, white_sum, terms.sevens, terms.pair_row[last, before], terms.pair_rows, flask, flasks, doubled,
                        terms.doublings, counters, all_counters,
                    )  # fmt: skip
                    below = (shield * doublings + doubled) * all_counters + counters
                    emptied = first + (below * pairs + pair) * size
                    unstirred = first + ((flask * protections * doublings * all_counters + below) * pairs + pair) * size
                    going = 0
                    for step in range(size):
                        state = start + step
                        total = 0.0
                        for hits in range(hit_kinds):
                            held[going, hits] = mass[state * hit_kinds + hits]
                            total += held[going, hits]
                        if total == 0.0:
                            continue
                        ends_now = False
                        if look < 0:
                            ends_now = ends_here
                            if not ends_now and terms.rule == BEST:
                                stop = stop_worth[state] if terms.is_strong else rows[STOPPED, stop_row, low + step]
                                ends_now = stop >= values[state] - TIE
                            if ends_now and terms.is_strong:
                                continue
                        for hits in range(hit_kinds):
                            mass[state * hit_kinds + hits] = 0.0
                            if ends_now and held[going, hits] > 0.0:
                                pots[STOPPED, stop_row, low + step, hits] += held[going, hits]
                        if not ends_now:
                            steps[going] = step
                            going += 1
                    if going == 0:
                        continue
                    # Without extra spaces to decline or an offer to weigh, what a chip leads to follows from its space.
                    direct = ways == 1 and phase == PLAIN
                    at_once = direct and look < 0
                    for edge in range(asking):
                        move = edges[edge, MOVE]
                        if safe <= edge < too_much:
                            row_of[edge] = row_number(
                                layout.key[coloured], white_sum + move - groups + 1, terms.sevens,
                                terms.pair_row[OTHER, green], terms.pair_rows, flask, flasks, 0, terms.doublings, counters,
                                all_counters,
                            )  # fmt: skip
                            jump_of[edge] = low + spaces[move, 0, doubled, 0]
                            for number in range(going):
                                if direct:
                                    landed = min(LAST_CHIP_SPACE, steps[number] + jump_of[edge])
                                    worth[number, edge] = rows[exploded, row_of[edge], landed]
                                    for hits in range(hit_kinds if at_once else 0):
                                        pots[exploded, row_of[edge], landed, hits] += chances[edge] * held[number, hits]
                                    continue
                                targets[number, edge] = ENDED - exploded
                                worth[number, edge], space_at[number, edge] = bursting(
                                    rows, exploded, row_of[edge], low + steps[number], spaces, move, doubled, ways
                                )
                                if phase != PLAIN and restart[flask, counters] > worth[number, edge] + TIE:
                                    worth[number, edge] = restart[flask, counters]
                                    targets[number, edge] = RESTARTED
                            continue
                        lies_behind = last_white if edge >= too_much else 0
                        lies = OFFERED if uses_offer else ON
                        if edge >= too_much and moves[move, ASIDE]:
                            entry = pair_index[edges[edge, VARIANT], last, before]
                            base = edges[edge, BASE] + entry * edges[edge, SIZE]
                            base_of[edge], stride_of[edge], jump_of[edge] = base, 0, low
                            for number in range(going):
                                target = base + low + steps[number]
                                if at_once:
                                    for hits in range(hit_kinds):
                                        mass[target * hit_kinds + hits] += chances[edge] * held[number, hits]
                                    continue
                                targets[number, edge], worth[number, edge] = target, values[target]
                                hits_of[number, edge], counters_of[number, edge] = 0, counters
                                place[number, edge] = OFFERED if phase == FIFTH_LOOK else ON
                            continue
                        if uses_offer and moves[move, CLASS] >= LOOK_CLASS:
                            lies = AFTER
                        entry = pair_index[edges[edge, VARIANT], moves[move, CLASS], green]
                        base = edges[edge, BASE] + entry * edges[edge, SIZE]
                        stride = edges[edge, PAIRS] * edges[edge, SIZE]
                        base_of[edge], stride_of[edge] = base, stride
                        jump_of[edge] = low + spaces[move, 0, doubled, 0]
                        if direct and (look >= 0 or edge < calm or (edge < safe and not white_may_return)):
                            for number in range(going):
                                landed = min(LAST_CHIP_SPACE, steps[number] + jump_of[edge])
                                target, more = base + landed, 0
                                if move < groups:
                                    target += count[move, landed] * stride
                                    more = hit[move, landed]
                                if look >= 0:
                                    worth[number, edge] = source[target]
                                    if move < groups:
                                        worth[number, edge] += gain[move, landed]
                                    continue
                                for hits in range(hit_kinds - more):
                                    mass[target * hit_kinds + hits + more] += chances[edge] * held[number, hits]
                            continue
                        returns = lies_behind > 0 and moves[move, RETURNS] == 1
                        back, back_stride = 0, 0
                        if returns:
                            back, back_stride = returning(
                                moves, move, moves[move, NEXT] * whites + white_previous[white, last_white - 1], before,
                                flask, shield, counters, all_counters, offset_of, low_of, size_of, variant_of, pair_count,
                                pair_index,
                            )  # fmt: skip
                        for number in range(going):
                            step = steps[number]
                            target, value, landed = landing(
                                source, base, stride, low + step, spaces, move, lies_behind, doubled, ways, gain, count
                            )
                            if returns:
                                returned, better, at = landing(
                                    source, back, back_stride, low + step, spaces, move, lies_behind, doubled, ways, gain,
                                    count,
                                )  # fmt: skip
                                if better > value + TIE:
                                    target, value, landed = returned, better, at
                            more, grown, put_back = 0, 0, False
                            if move < groups:
                                more, grown = hit[move, landed], count[move, landed]
                            elif look < 0:
                                # A white seen in a look is never better put back than not placed: nothing to weigh there.
                                for flag in range(2):
                                    offered = flask == 1 if flag == 0 else stirred == 1
                                    back = (emptied if flag == 0 else unstirred) + step
                                    if offered and values[back] > value + TIE:
                                        target, value, put_back = back, values[back], True
                            if at_once:
                                for hits in range(hit_kinds - more):
                                    mass[target * hit_kinds + hits + more] += chances[edge] * held[number, hits]
                                continue
                            targets[number, edge], worth[number, edge] = target, value
                            hits_of[number, edge], counters_of[number, edge] = more, counters + grown
                            place[number, edge] = ON if put_back else lies
                    for number in range(0 if at_once else going):
                        step = steps[number]
                        options = asking
                        if look >= 0:
                            none = begin + pair_index[variant, OTHER, before] * size + step
                            targets[number, asking] = none
                            place[number, asking] = OFFERED if phase == FIFTH_LOOK else ON
                            hits_of[number, asking], counters_of[number, asking] = 0, counters
                            for edge in range(asking):
                                ranked[edge] = worth[number, edge]
                            shares(ranked, counts, asking, values[none], LOOK_VALUES[look], chips, order, tail)
                            options += 1
                        else:
                            for edge in range(asking):
                                ranked[edge] = chances[edge]
                        for edge in range(options):
                            if direct and edge < asking:
                                if ranked[edge] == 0.0:
                                    continue
                                landed = min(LAST_CHIP_SPACE, step + jump_of[edge])
                                if safe <= edge < too_much:
                                    for hits in range(hit_kinds):
                                        pots[exploded, row_of[edge], landed, hits] += ranked[edge] * held[number, hits]
                                    continue
                                target, more = base_of[edge] + landed, 0
                                if edges[edge, MOVE] < groups and stride_of[edge] > 0:
                                    target += count[edges[edge, MOVE], landed] * stride_of[edge]
                                    more = hit[edges[edge, MOVE], landed]
                                for hits in range(hit_kinds - more):
                                    mass[target * hit_kinds + hits + more] += ranked[edge] * held[number, hits]
                                continue
                            target = targets[number, edge]
                            for hits in range(hit_kinds):
                                share = held[number, hits] * ranked[edge]
                                if share == 0.0:
                                    continue
                                if target == RESTARTED:
                                    restarted[flask, counters, hits] += share
                                    continue
                                if target < 0:
                                    pots[ENDED - target, row_of[edge], space_at[number, edge], hits] += share
                                    continue
                                hits_then, counters_then = hits + hits_of[number, edge], counters_of[number, edge]
                                slot = target * hit_kinds + hits_then
                                if place[number, edge] == ON:
                                    mass[slot] += share
                                elif place[number, edge] == AFTER:
                                    mass_after[slot] += share
                                elif restart[flask, counters_then] > plain[target] + TIE:
                                    restarted[flask, counters_then, hits_then] += share
                                else:
                                    mass_plain[slot] += share


def any_above_zero(mass: NDArray[np.float64], first: int, end: int) -> bool:
    """Say whether any probability stands between two places."""
    for slot in range(first, end):  # noqa: SIM110 (the compiler knows no generators)
        if mass[slot] > 0.0:
            return True
    return False


share(any_above_zero)
