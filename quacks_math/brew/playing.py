"""Playing one brew to its end under a stop rule or by looking ahead, many times over.

The rule decides about drawing; flask, returns, looks, A Second Chance and Strong Ingredient are decided by what each
choice promises (``look_ahead.outlook``). Extra spaces are always taken, also where a house rule lets them be declined.
"""

import numba
import numpy as np
import numpy.typing as npt

from quacks_math.brew.look_ahead import (
    BEST,
    DRAW_VALUE,
    ROWS,
    RUBY_RATE,
    STOP_VALUE,
    VALUES,
    Pots,
    RateNumbers,
    Rule,
    Values,
    look_ahead,
    outlook,
    rule_stops,
    verdict_of,
)
from quacks_math.brew.pot import (
    CHIPS,
    EXPLODED,
    FIRST_WHITE,
    FLASK,
    IN_BAG,
    LOOK,
    POINTS,
    POT_SIZE,
    RUBIES,
    SECOND_CHANCE,
    SECOND_CHANCE_CHIPS,
    STACK,
    STRONG_INGREDIENT,
    STRONG_LOOK,
    TABLE_CARD,
    Pot,
    Table,
    books_of,
    copy_pot,
    copy_top,
    draw,
    last_chip,
    place_strong,
    put_back_last_white,
    put_in_bag,
    receive,
    return_white,
    rulings_of,
    start_again,
    take_from_bag,
)
from quacks_math.brew.stream import Stream
from quacks_math.brew.worth import Verdict
from quacks_math.compiled import jit_options
from quacks_math.material.chips import KIND_VALUE
from quacks_math.rules.placing import is_set_aside, is_white, may_return_white

DECIDE, MUST_DRAW, CHIP_ARRIVED, LOOKING, STOPPED_DRAWING = range(5)
"""Where a brew is taken up: before the decision to draw, after it, with the choices of the last chip still open, with a
look pending, or when drawing has ended."""
VALUE_SUM, VALUE_SQUARES, RUBY_SUM, RUBY_SQUARES = range(4)
"""Places of the sums that ``play_many`` returns."""


def _decides_to_stop(pots: Pots, values: Values, rule: Rule, table: Table, rates: RateNumbers) -> bool:
    """Say whether drawing ends now."""
    if pots[0, IN_BAG] == 0:
        return True
    if rule.kind != BEST:
        return rule_stops(pots[0], rule, table)
    look_ahead(pots, values, 0, rule.steps, table, rates)
    return bool(values[0, STOP_VALUE] >= values[0, DRAW_VALUE])


def _white_choice(pots: Pots, values: Values, by_look: bool, rule: Rule, table: Table, rates: RateNumbers) -> None:
    """Decide about a white chip that was just placed: Well Stirred, flask, or keep it."""
    pot, trial = pots[0], pots[1]
    may_stir = pot[FIRST_WHITE] == 1
    may_flask = pot[FLASK] == 1 and not (by_look and rulings_of(table).flask_after_look)
    pot[FIRST_WHITE] = 0
    if not may_stir and not may_flask:
        return
    keep = outlook(pots, values, 0, rule, table, rates)
    copy_top(pot, trial)
    put_back_last_white(trial)
    if not may_stir:
        trial[FLASK] = 0
    if outlook(pots, values, 1, rule, table, rates) > keep:
        put_back_last_white(pot)
        if not may_stir:
            pot[FLASK] = 0


def _yellow_choice(pots: Pots, values: Values, rule: Rule, table: Table, rates: RateNumbers) -> None:
    """Decide whether the white chip directly before a yellow one goes back."""
    keep = outlook(pots, values, 0, rule, table, rates)
    copy_pot(pots[0], pots[1])
    return_white(pots[1])
    if outlook(pots, values, 1, rule, table, rates) >= keep:
        return_white(pots[0])


def _take_look(
    pots: Pots,
    values: Values,
    seen: npt.NDArray[np.int64],
    stream: Stream,
    rule: Rule,
    table: Table,
    rates: RateNumbers,
) -> int:
    """Look at chips after a blue one and place the best or none; return the kind placed, -1 for none."""
    pot, trial = pots[0], pots[1]
    count = min(pot[LOOK], pot[IN_BAG])
    pot[LOOK] = 0
    for number in range(count):
        seen[number] = draw(pot, stream)
    for number in range(count):
        put_in_bag(pot, seen[number], 1)
    best_kind = -1
    best = outlook(pots, values, 0, rule, table, rates)
    for number in range(count):
        kind = seen[number]
        copy_top(pot, trial)
        take_from_bag(trial, kind)
        receive(trial, kind, table)
        value = outlook(pots, values, 1, rule, table, rates)
        if value > best:
            best, best_kind = value, kind
    if best_kind >= 0:
        take_from_bag(pot, best_kind)
        receive(pot, best_kind, table)
    return best_kind


def _chip_arrived(
    pots: Pots,
    values: Values,
    seen: npt.NDArray[np.int64],
    stream: Stream,
    kind: int,
    by_look: bool,
    rule: Rule,
    table: Table,
    rates: RateNumbers,
) -> None:
    """Make the choices that a chip brings once it lies in the pot, and those of the chips that follow from it."""
    pot = pots[0]
    while kind >= 0 and not pot[EXPLODED]:
        if is_set_aside(kind, books_of(table)):
            return
        if is_white(kind):
            _white_choice(pots, values, by_look, rule, table, rates)
        elif pot[CHIPS] >= 2:
            before = pot[STACK + pot[CHIPS] - 2]
            white = KIND_VALUE[before] if is_white(before) else 0
            if may_return_white(kind, white, books_of(table)):
                _yellow_choice(pots, values, rule, table, rates)
        if pot[LOOK] == 0:
            return
        kind = _take_look(pots, values, seen, stream, rule, table, rates)
        by_look = True


def _second_chance(pots: Pots, values: Values, rule: Rule, table: Table, rates: RateNumbers) -> None:
    """Offer A Second Chance if it is due; taken if starting again promises more than going on."""
    pot = pots[0]
    if pot[SECOND_CHANCE] == 0 or (pot[CHIPS] < SECOND_CHANCE_CHIPS and not pot[EXPLODED]):
        return
    pot[SECOND_CHANCE] = 0
    go_on = look_ahead(pots, values, 0, 2, table, rates)
    again = rule.again if pot[FLASK] else rule.again_without_flask
    again += rates[RUBY_RATE] * pot[RUBIES] + pot[POINTS]
    if again > go_on:
        start_again(pot)


def _strong_ingredient(
    pots: Pots, seen: npt.NDArray[np.int64], stream: Stream, table: Table, rates: RateNumbers
) -> None:
    """Look at up to five chips after the stop and place the best or none."""
    pot, trial = pots[0], pots[1]
    count = min(STRONG_LOOK, pot[IN_BAG])
    for number in range(count):
        seen[number] = draw(pot, stream)
    for number in range(count):
        put_in_bag(pot, seen[number], 1)
    best_kind = -1
    best = verdict_of(pot, table, rates).value
    for number in range(count):
        copy_top(pot, trial)
        take_from_bag(trial, seen[number])
        place_strong(trial, seen[number], table)
        value = verdict_of(trial, table, rates).value
        if value > best:
            best, best_kind = value, seen[number]
    if best_kind >= 0:
        take_from_bag(pot, best_kind)
        place_strong(pot, best_kind, table)


def play(
    pots: Pots,
    values: Values,
    seen: npt.NDArray[np.int64],
    stream: Stream,
    entry: int,
    rule: Rule,
    table: Table,
    rates: RateNumbers,
) -> Verdict:
    """Play the brew in row 0 to its end and return its best evaluation.

    Args:
        pots: Shape (ROWS, POT_SIZE): the pot in row 0, scratch below.
        values: Shape (ROWS, VALUES): scratch.
        seen: Shape (5,): scratch for the chips of a look.
        stream: Where chance comes from.
        entry: Where the brew is taken up.
        rule: Who stops when.
        table: What lies on the table and is wanted.
        rates: What things are worth.
    """
    pot = pots[0]
    if entry == CHIP_ARRIVED:
        _chip_arrived(pots, values, seen, stream, last_chip(pot), False, rule, table, rates)
    elif entry == LOOKING:
        kind = _take_look(pots, values, seen, stream, rule, table, rates)
        _chip_arrived(pots, values, seen, stream, kind, True, rule, table, rates)
    if entry in (CHIP_ARRIVED, LOOKING):
        _second_chance(pots, values, rule, table, rates)
    must_draw = entry == MUST_DRAW and pot[IN_BAG] > 0
    while entry != STOPPED_DRAWING:
        if pot[EXPLODED]:
            break
        if not must_draw and _decides_to_stop(pots, values, rule, table, rates):
            break
        must_draw = False
        kind = draw(pot, stream)
        receive(pot, kind, table)
        _chip_arrived(pots, values, seen, stream, kind, False, rule, table, rates)
        _second_chance(pots, values, rule, table, rates)
    if table[TABLE_CARD] == STRONG_INGREDIENT and not pot[EXPLODED]:
        _strong_ingredient(pots, seen, stream, table, rates)
    return verdict_of(pot, table, rates)


def play_many(
    start: Pot, brews: int, entry: int, stream: Stream, rule: Rule, table: Table, rates: RateNumbers,
    spaces: npt.NDArray[np.int64], sums: npt.NDArray[np.float64],
) -> None:  # fmt: skip
    """Play a brew many times from the same pot and add up how it ended.

    Args:
        start: The pot to begin with; not changed.
        brews: How many times.
        entry: Where the brew is taken up.
        stream: Where chance comes from; goes on.
        rule: Who stops when.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        spaces: Shape (2, 54): brews by exploded and scoring space; added to.
        sums: Shape (4,): sums and sums of squares of value and rubies; added to.
    """
    pots = np.empty((ROWS, POT_SIZE), dtype=np.int64)
    values = np.empty((ROWS, VALUES), dtype=np.float64)
    seen = np.empty(STRONG_LOOK, dtype=np.int64)
    for _ in range(brews):
        copy_pot(start, pots[0])
        verdict = play(pots, values, seen, stream, entry, rule, table, rates)
        spaces[pots[0, EXPLODED], verdict.scoring_index] += 1
        sums[VALUE_SUM] += verdict.value
        sums[VALUE_SQUARES] += verdict.value * verdict.value
        sums[RUBY_SUM] += verdict.rubies
        sums[RUBY_SQUARES] += verdict.rubies * verdict.rubies


numba.jit_module(**jit_options(__file__))
