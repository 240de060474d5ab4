r"""The forward sweep: where best play, or a fixed stop rule, ends.

The values of the backward sweep tell which move is best in every state; sending probability along those moves, from the
root to the ends, gives the exact distribution of scoring spaces, explosions and rubies. Only states that are really
visited cost anything. Where two moves are equally good, stopping comes before drawing, keeping a chip before putting it
back, and placing nothing before placing something.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.layout import LOOK_CLASS, LOOK_VALUES, OTHER, Layout
from quacks_math.brew.look import TIE, shares
from quacks_math.brew.moves import (
    ASIDE,
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
from quacks_math.brew.sweep import FIFTH_LOOK, FIRST_CHIPS, OFFER_OPEN, PLAIN
from quacks_math.brew.terms import Terms, row_number, rule_stops
from quacks_math.brew.worth import EXPLODED, PROTECTED, STOPPED
from quacks_math.compiled import kernel, share
from quacks_math.material.track import LAST_CHIP_SPACE

MOST_PAID = 2
"""Most rubies that a pot can cost: one for each of two green chips of set 4."""
ON, AFTER, OFFERED = range(3)
"""Where a state belongs: to the pass itself, to the looks of the offer's chip, or behind the offer."""
LAID_ASIDE, PLACED, WHITE_PLACED, TOO_MUCH = range(4)
"""What happens to a chip that comes out."""
RESTARTED = -1
"""Stands for a state where the brew begins again."""
ENDED = -2
"""Stands, less the number of the ending, for a state where the brew has ended."""


class Tally(NamedTuple):
    """Where the probability ends."""

    scoring: NDArray[np.float64]  # (3 endings, 54) by scoring space
    rubies: NDArray[np.float64]  # by rubies gained plus ``MOST_PAID``
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
    tally.rubies[MOST_PAID + rubies[ending, row, space] + hits] += mass


def landing(
    source: NDArray[np.float64], base: int, stride: int, space: int, spaces: NDArray[np.int64], move: int,
    last_white: int, doubled: int, ways: int, gain: NDArray[np.float64], count: NDArray[np.int64], group: int,
) -> tuple[int, float, int]:  # fmt: skip
    """Return (state, value, space) that a placed chip leads to, by the best way to move it.

    The arguments are those of ``sweep.gather_best``, for the one space it is placed from.
    """
    best_entry, best_value, best_space = -1, -np.inf, 0
    for way in range(ways):
        landed = min(LAST_CHIP_SPACE, space + spaces[move, last_white, doubled, way])
        entry = base + landed
        reward = 0.0
        if group >= 0:
            entry += count[group, landed] * stride
            reward = gain[group, landed]
        if source[entry] + reward > best_value:
            best_entry, best_value, best_space = entry, source[entry] + reward, landed
    return best_entry, best_value, best_space


@kernel
def spread(
    mass: NDArray[np.float64], mass_after: NDArray[np.float64], mass_plain: NDArray[np.float64],
    values: NDArray[np.float64], after: NDArray[np.float64], plain: NDArray[np.float64], stop_worth: NDArray[np.float64],
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
        stop_worth: With Strong Ingredient, the worth of stopping in each state; what stops then stays in ``mass``.
        hit_kinds: H.
        indices: See ``add_ending``.
        rubies: See ``add_ending``.
        layout: The layout.
        terms: How brews end.
        phase: As in ``sweep``.
        tally: Where it ends.
    """
    gain, count, hit = layout.gain, layout.growth, layout.hit
    size_of, low_of, offset_of = layout.size, layout.low, layout.offset
    white_left, white_next, white_previous = layout.white_left, layout.white_next, layout.white_previous
    pair_last, pair_before, pair_index = layout.pair_last, layout.pair_before, layout.pair_index
    before_of_class = layout.before_of_class
    flasks, all_counters = layout.flasks, layout.counters
    rows, restart = terms.rows, terms.restart
    groups = len(layout.kind)
    whites = len(layout.white_sum)
    ways = 4 if layout.rulings.extra_spaces else 1
    moves, spaces = move_table(groups), spaces_table(groups)
    room = groups + 4
    held = np.zeros(hit_kinds)
    worth = np.zeros(room)
    counts = np.zeros(room, dtype=np.int64)
    order = np.zeros(room, dtype=np.int64)
    move_of = np.zeros(room, dtype=np.int64)
    goal = np.zeros(room, dtype=np.int64)  # LAID_ASIDE and so on
    base_of = np.zeros(room, dtype=np.int64)  # number of the state on space 0, or the row of an exploded pot
    may_return = np.zeros(room, dtype=np.bool_)  # whether yellow of set 1 may send a white chip back
    back_of = np.zeros(room, dtype=np.int64)  # base_of then
    stride_of = np.zeros(room, dtype=np.int64)
    back_stride = np.zeros(room, dtype=np.int64)
    space_at = np.zeros(room, dtype=np.int64)
    targets = np.zeros(room, dtype=np.int64)  # state, or less than 0: see RESTARTED and ENDED
    hits_of = np.zeros(room, dtype=np.int64)
    counters_of = np.zeros(room, dtype=np.int64)
    place = np.zeros(room, dtype=np.int64)  # which of the three probabilities a target belongs to
    for coloured in range(len(layout.in_pot)):
        listed = False
        variant = layout.variant[coloured]
        pairs = layout.pair_count[variant]
        protections, doublings = layout.protections[coloured], layout.doublings[coloured]
        for white in range(whites - 1, -1, -1):
            point = coloured * whites + white
            size = int(size_of[point])
            if size == 0:
                continue
            low = int(low_of[point])
            in_pot = layout.in_pot[coloured]
            chips = layout.bag_left[coloured]
            for index in range(3):
                in_pot += layout.white_out[white, index]
                chips += white_left[white, index]
            if phase == OFFER_OPEN and in_pot >= FIRST_CHIPS:
                continue
            if phase == FIFTH_LOOK and in_pot < FIRST_CHIPS:
                continue
            uses_offer = phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= FIRST_CHIPS)
            source = after if uses_offer else values
            first = offset_of[point]
            white_sum = layout.white_sum[white]
            ends_here = chips == 0
            if terms.rule != BEST and rule_stops(layout, terms, coloured, white, in_pot, chips):
                ends_here = True
            key = layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured]
            stirs = 2 if white == layout.fresh_white else 1
            for memory in range(stirs * flasks * protections * doublings * all_counters * pairs - 1, -1, -1):
                begin = (first + memory * size) * hit_kinds
                visited = False
                for slot in range(begin, begin + size * hit_kinds):
                    visited = visited or mass[slot] > 0.0
                if not visited:
                    continue
                if not listed:
                    list_moves(layout, coloured, moves, spaces)
                    listed = True
                pair = memory % pairs
                flags = memory // pairs
                counters = flags % all_counters
                doubled = flags // all_counters % doublings
                protected = flags // (all_counters * doublings) % protections
                flask = flags // (all_counters * doublings * protections) % flasks
                stirred = flags // (all_counters * doublings * protections * flasks)
                last, before = pair_last[variant, pair], pair_before[variant, pair]
                look = last - LOOK_CLASS
                if look >= 0:
                    last = OTHER
                elif phase == FIFTH_LOOK:
                    continue
                green = before_of_class[last]
                last_white = last if last < 4 else 0
                shield = max(0, protected - 1)
                stop_row = row_number(
                    key, white_sum, terms.sevens, terms.pair_row[last, before], terms.pair_rows, flask, flasks, doubled,
                    terms.doublings, counters, all_counters,
                )  # fmt: skip
                emptied = first + (((shield * doublings + doubled) * all_counters + counters) * pairs + pair) * size
                unstirred = ((flask * protections + shield) * doublings + doubled) * all_counters + counters
                unstirred = first + (unstirred * pairs + pair) * size
                none = -1
                if look >= 0:
                    none = first + (memory - pair + pair_index[variant, OTHER, before]) * size
                kinds = 0
                for move in range(groups):
                    if moves[move, HERE] == 0:
                        continue
                    counts[kinds] = moves[move, HERE]
                    move_of[kinds] = move
                    place[kinds] = ON
                    may_return[kinds] = False
                    target = moves[move, NEXT] * whites + white
                    ahead = (stirred * flasks + flask) * moves[move, PROTECTIONS]
                    ahead = (ahead + max(shield, moves[move, SHIELD])) * moves[move, DOUBLINGS]
                    if moves[move, ASIDE]:
                        goal[kinds] = LAID_ASIDE
                        ahead = ((ahead + doubled) * all_counters + counters) * moves[move, PAIRS]
                        ahead += pair_index[moves[move, VARIANT], last, before]
                    else:
                        goal[kinds] = PLACED
                        ahead = ((ahead + moves[move, THEN]) * all_counters + counters) * moves[move, PAIRS]
                        ahead += pair_index[moves[move, VARIANT], moves[move, CLASS], green]
                        stride_of[kinds] = moves[move, PAIRS] * size_of[target]
                        if uses_offer:
                            place[kinds] = AFTER if moves[move, CLASS] >= LOOK_CLASS else OFFERED
                        if last_white and moves[move, RETURNS]:
                            origin = moves[move, NEXT] * whites + white_previous[white, last_white - 1]
                            behind = flask * moves[move, PROTECTIONS] + max(shield, moves[move, SHIELD])
                            behind = behind * moves[move, DOUBLINGS] + moves[move, THEN]
                            behind = (behind * all_counters + counters) * moves[move, PAIRS]
                            behind += pair_index[moves[move, VARIANT], moves[move, CLASS], before]
                            may_return[kinds] = True
                            back_of[kinds] = offset_of[origin] + behind * size_of[origin] - low_of[origin]
                            back_stride[kinds] = moves[move, PAIRS] * size_of[origin]
                    base_of[kinds] = offset_of[target] + ahead * size_of[target] - low_of[target]
                    kinds += 1
                for index in range(3):
                    if white_left[white, index] == 0:
                        continue
                    counts[kinds] = white_left[white, index]
                    move_of[kinds] = groups + index
                    place[kinds] = OFFERED if uses_offer else ON
                    if white_sum + index + 1 > layout.limit[coloured]:
                        goal[kinds] = TOO_MUCH
                        base_of[kinds] = row_number(
                            layout.key[coloured], white_sum + index + 1, terms.sevens, terms.pair_row[OTHER, green],
                            terms.pair_rows, flask, flasks, 0, terms.doublings, counters, all_counters,
                        )  # fmt: skip
                    else:
                        goal[kinds] = WHITE_PLACED
                        target = coloured * whites + white_next[white, index]
                        ahead = ((flask * protections + shield) * doublings) * all_counters + counters
                        ahead = ahead * pairs + pair_index[variant, index + 1, green]
                        base_of[kinds] = offset_of[target] + ahead * size_of[target] - low_of[target]
                    kinds += 1
                exploded = PROTECTED if protected else EXPLODED
                for step in range(size):
                    state = first + memory * size + step
                    total = 0.0
                    for hits in range(hit_kinds):
                        total += mass[state * hit_kinds + hits]
                    if total == 0.0:
                        continue
                    space = low + step
                    ends = False
                    if look < 0:
                        ends = ends_here
                        if not ends and terms.rule == BEST:
                            stop = stop_worth[state] if terms.is_strong else rows[STOPPED, stop_row, space]
                            ends = stop >= values[state] - TIE
                        if ends and terms.is_strong:
                            continue
                    for hits in range(hit_kinds):
                        held[hits] = mass[state * hit_kinds + hits]
                        mass[state * hit_kinds + hits] = 0.0
                        if ends and held[hits] > 0.0:
                            add_ending(tally, indices, rubies, STOPPED, stop_row, space, hits, held[hits])
                    if ends:
                        continue
                    for entry in range(kinds):
                        move = move_of[entry]
                        hits_of[entry] = 0
                        counters_of[entry] = counters
                        if goal[entry] == LAID_ASIDE:
                            targets[entry] = base_of[entry] + space
                            worth[entry] = values[targets[entry]]
                        elif goal[entry] == PLACED:
                            targets[entry], worth[entry], landed = landing(
                                source, base_of[entry], stride_of[entry], space, spaces, move, last_white, doubled, ways,
                                gain, count, move,
                            )  # fmt: skip
                            if may_return[entry]:
                                returned, better, at = landing(
                                    source, back_of[entry], back_stride[entry], space, spaces, move, last_white, doubled,
                                    ways, gain, count, move,
                                )  # fmt: skip
                                if better > worth[entry] + TIE:
                                    targets[entry], worth[entry], landed = returned, better, at
                            hits_of[entry] = hit[move, landed]
                            counters_of[entry] += count[move, landed]
                        elif goal[entry] == TOO_MUCH:
                            targets[entry] = ENDED - exploded
                            worth[entry] = -np.inf
                            for way in range(ways):
                                landed = min(LAST_CHIP_SPACE, space + spaces[move, 0, doubled, way])
                                if rows[exploded, base_of[entry], landed] > worth[entry]:
                                    worth[entry] = rows[exploded, base_of[entry], landed]
                                    space_at[entry] = landed
                            if phase != PLAIN and restart[flask, counters] > worth[entry] + TIE:
                                worth[entry] = restart[flask, counters]
                                targets[entry] = RESTARTED
                        else:
                            place[entry] = OFFERED if uses_offer else ON
                            targets[entry], worth[entry], landed = landing(
                                source, base_of[entry], 0, space, spaces, move, 0, doubled, ways, gain, count, -1
                            )
                            # A white seen in a look is never better put back than not placed: nothing to weigh there.
                            if look < 0 and flask == 1 and values[emptied + step] > worth[entry] + TIE:
                                targets[entry], worth[entry] = emptied + step, values[emptied + step]
                                place[entry] = ON
                            if look < 0 and stirred == 1 and values[unstirred + step] > worth[entry] + TIE:
                                targets[entry], worth[entry] = unstirred + step, values[unstirred + step]
                                place[entry] = ON
                    options = kinds
                    if look >= 0:
                        targets[kinds] = none + step
                        place[kinds] = OFFERED if phase == FIFTH_LOOK else ON
                        hits_of[kinds] = 0
                        counters_of[kinds] = counters
                        shares(worth, counts, kinds, values[none + step], LOOK_VALUES[look], chips, order, terms.tail)
                        options += 1
                    else:
                        for entry in range(kinds):
                            worth[entry] = counts[entry] / chips
                    for entry in range(options):
                        target = targets[entry]
                        for hits in range(hit_kinds):
                            share = held[hits] * worth[entry]
                            if share == 0.0:
                                continue
                            slot = target * hit_kinds + hits + hits_of[entry]
                            if target == RESTARTED:
                                tally.restart[flask, counters, hits] += share
                            elif target < 0:
                                add_ending(
                                    tally, indices, rubies, ENDED - target, base_of[entry], space_at[entry], hits, share
                                )
                            elif place[entry] == ON:
                                mass[slot] += share
                            elif place[entry] == AFTER:
                                mass_after[slot] += share
                            elif restart[flask, counters_of[entry]] > plain[target] + TIE:
                                tally.restart[flask, counters_of[entry], hits + hits_of[entry]] += share
                            else:
                                mass_plain[slot] += share


share(add_ending, landing)
