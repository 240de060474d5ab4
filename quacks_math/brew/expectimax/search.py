r"""Expectimax with a transposition table: judging a pot by looking a few steps ahead, without solving the brew.

Let S(s) be the payoff of stopping in state s (of the pot as it lies, exploded or not). Looking k steps ahead takes

.. math:: L_k(s) = \max\Bigl(S(s),\; \sum_i \tfrac{n_i}{n}\, L_{k-1}(s + i)\Bigr), \qquad L_0 = S

for the value of s: the Bellman equation of ``exact.backward``, cut off after k draws. As stopping is always possible and
every step may only add to it, :math:`S \le L_1 \le L_2 \le \ldots \le V`. A white chip that may go back (flask, Well Stirred)
counts with its better choice, a look (blue of set 1) and Strong Ingredient with the expected maximum of a sample without
replacement (``exact.look``): with the placeable kinds ranked by payoff, N chips in the bag and M of them outside the best j
kinds, none of those is among k seen chips with the hypergeometric chance C(M,k)/C(N,k). Under a stop rule the rule decides
about drawing, and the same payoffs decide everything else.

All of it works on rows of scratch pots: row 0 is the pot, the next rows hold what is being tried out. What is wanted
stands in two flat arrays, because kernels compile many times faster with few arguments: the table of ``expectimax.pot``
goes on with the whole numbers of the payoff, ``rates`` holds its other numbers.

The same pots come up again and again, within a brew and from brew to brew. What was worked out is therefore remembered in
a table of fixed size, a newer entry taking the place of an older one, under a 64-bit key: a weighted sum, modulo
:math:`2^{64}`, of everything that the answer depends on, with random odd weights (Zobrist 1970 has exclusive-ors of random
words instead). Two different pots share a key with a chance of the order of :math:`2^{-62}`.

References: Russell and Norvig, on games of chance (expectiminimax with one player); Zobrist (1970).
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.expectimax.pot import (
    ASIDE,
    BEFORE_DOUBLED,
    BEFORE_POSITION,
    BLACKS,
    BLOCK,
    CHIPS,
    DOUBLED,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    FLASK,
    GREEN_SUM,
    IN_BAG,
    KEPT,
    LEFT,
    LOOK,
    OVER,
    PAID_BOTH,
    POINTS,
    POSITION,
    PURPLE_POINTS,
    PURPLES,
    RUBIES,
    SECOND_CHANCE,
    START,
    STRONG_INGREDIENT,
    SWAPPABLE,
    TABLE_CARD,
    TABLE_SIZE,
    WHITE_SUM,
    Pot,
    Table,
    before_last_working,
    books_of,
    copy_top,
    exploding_chips,
    last_working,
    place_strong,
    receive,
    rulings_of,
    take_from_bag,
)
from quacks_math.brew.payoff.payoff import EXPLODED as ENDED_EXPLODED
from quacks_math.brew.payoff.payoff import PROTECTED, STOPPED, FinishedPot, Payoff, PayoffTable, payoff_of
from quacks_math.brew.payoff.stop_rule import BEST, rule_stops_at
from quacks_math.brew.payoff.swaps import swap_gains
from quacks_math.kernels.compile import compile_module, share
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_COUNT, PURPLE, RED
from quacks_math.material.extras import ROUNDS
from quacks_math.rules.cards import STRONG_LOOK
from quacks_math.rules.placing import is_white
from quacks_math.rules.traits import (
    MOVES_LAST_ON,
    READS_LAST_WHITE,
    SCORES_BY_SPACE,
    SELLS_STEPS_FOR_LAST_TWO,
    SWAPS,
)

MOST_STEPS = 3
"""How far look-ahead may look."""
ROWS = MOST_STEPS + 4
"""Scratch pots that look-ahead needs: a row for each step, for a look, for Strong Ingredient."""
WORTHS_KEPT = 1 << 13
"""Worths remembered by ``value_of``, a power of two."""
OUTLOOKS_KEPT = 1 << 18
"""Outlooks remembered by ``outlook``, a power of two."""
MEMO_SIZE = WORTHS_KEPT + OUTLOOKS_KEPT
MEMO_VALUES = WORTHS_KEPT + 2 * OUTLOOKS_KEPT
"""Lengths of the memo that look-ahead needs: keys, and numbers (of an outlook two: stopping and drawing)."""

OBJECTIVE, THRESHOLD, ROUND, HELD_RUBIES, FLASK_REFILLED, BLACK_LEFT, BLACK_RIGHT = range(TABLE_SIZE, TABLE_SIZE + 7)
"""Places of the worth's whole numbers on the table."""
RULE, NUMERATOR, DENOMINATOR, STEPS = range(TABLE_SIZE + 7, TABLE_SIZE + 11)
"""Places of the stop rule on the table, and of how far is looked ahead: 1 to MOST_STEPS."""
RUBY_RATE, DROPLET_RATE, FLASK_RATE, DIE_RATE, AGAIN, AGAIN_WITHOUT_FLASK = range(6)
"""Places of single rates. The last two: worth of starting again under A Second Chance, nothing gained so far."""
COIN_RATES = 6
DIE_CHANCES = COIN_RATES + 36
CHIP_RATES = DIE_CHANCES + 54
KEPT_RATES = CHIP_RATES + KIND_COUNT
BLACK_RATES = KEPT_RATES + 3
"""Places in the array of rates; the values of black chips are its rest."""
STOP_VALUE, DRAW_VALUE = KIND_COUNT, KIND_COUNT + 1
"""Places in a row of values beside those of the kinds: what stopping and what drawing is worth."""
VALUES = KIND_COUNT + 2

_WEIGHTS = np.random.default_rng(1).integers(2**62, size=BLOCK + 4) * 2 + 1
for _number in (START, BEFORE_POSITION, BEFORE_DOUBLED, SECOND_CHANCE, FIVE_LAY):
    _WEIGHTS[_number] = 0  # what lies ahead does not depend on them
SALT_WEIGHT, STEPS_WEIGHT, LAST_WEIGHT, BEFORE_WEIGHT = range(BLOCK, BLOCK + 4)
"""Places of further weights of ``outlook_key``."""

Pots = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
RateNumbers = npt.NDArray[np.float64]
Memo = npt.NDArray[np.int64]


def payoffs_on(table: Table, rates: RateNumbers) -> PayoffTable:
    """Return the same as the worth's own table."""
    return PayoffTable(
        table[OBJECTIVE],
        table[THRESHOLD],
        table[ROUND],
        table[HELD_RUBIES],
        table[TABLE_CARD],
        books_of(table),
        rulings_of(table),
        table[FLASK_REFILLED] == 1,
        rates[COIN_RATES:DIE_CHANCES],
        rates[RUBY_RATE],
        rates[DROPLET_RATE],
        rates[FLASK_RATE],
        rates[DIE_RATE],
        rates[DIE_CHANCES:CHIP_RATES],
        rates[CHIP_RATES:KEPT_RATES],
        rates[KEPT_RATES:BLACK_RATES],
        rates[BLACK_RATES:],
        table[BLACK_LEFT],
        table[BLACK_RIGHT],
    )


def memo_key(pot: Pot, table: Table) -> int:
    """Return a number that tells apart all pots whose worths may differ, -1 for a pot that is not worth remembering.

    From bit 0 on: position 6, flask 1, ending 2, empty 1, seven white 1, last chip 5 and chip before 5 (if they are
    green or purple), purple chips 2, black chips 5, gained by blue 7, chips to swap or points of purple (4 or 3) 8, sum
    of green 7, red chips set aside 3 x 4, doubled 1: 63 bits.
    """
    books = books_of(table)
    key = pot[POSITION] | (pot[FLASK] << 6) | ((pot[EXPLODED] + pot[PAID_BOTH]) << 7) | (int(pot[CHIPS] == 0) << 9)
    key |= int(pot[WHITE_SUM] == 7) << 10
    last = last_working(pot)
    before = before_last_working(pot)
    if last >= 0 and (KIND_COLOUR[last] == GREEN or KIND_COLOUR[last] == PURPLE):
        key |= (last + 1) << 11
    if before >= 0 and KIND_COLOUR[before] == GREEN:
        key |= (before + 1) << 16
    key |= min(3, pot[PURPLES]) << 21
    key |= pot[BLACKS] << 23
    gained = pot[RUBIES] + pot[POINTS]
    if SWAPS[PURPLE, books.purple]:
        key |= pot[SWAPPABLE] << 35
    elif SCORES_BY_SPACE[PURPLE, books.purple]:
        key |= pot[PURPLE_POINTS] << 35
    if MOVES_LAST_ON[GREEN, books.green]:
        key |= pot[GREEN_SUM] << 43
    reds = (pot[ASIDE] + pot[KEPT], pot[ASIDE + 1] + pot[KEPT + 1], pot[ASIDE + 2] + pot[KEPT + 2])
    if max(reds) > 0:
        key |= (reds[0] << 50) | (reds[1] << 54) | (reds[2] << 58) | (pot[DOUBLED] << 62)
    if gained > 127 or pot[BLACKS] > 31 or pot[PURPLE_POINTS] > 255 or pot[GREEN_SUM] > 127 or max(reds) > 15:
        return -1
    return int(key | (gained << 28))


def salt_of(table: Table) -> int:
    """Return a number that tells apart the tables of one simulation under which the worth of a pot may differ.

    Books, rulings, rates of a round and the objective stay as they are; rubies held matter only where they pay.
    """
    sells = SELLS_STEPS_FOR_LAST_TWO[GREEN, books_of(table).green]
    held = table[HELD_RUBIES] if table[ROUND] == ROUNDS or sells else 0
    return int(table[ROUND] | (table[TABLE_CARD] << 4) | (held << 9))


def outlook_key(pot: Pot, steps: int, table: Table) -> int:
    """Return the key under which the outlook of a pot is remembered.

    Of the last two chips only what may count later is told apart: green and purple, and a white before red of set 3.
    """
    key = salt_of(table) * _WEIGHTS[SALT_WEIGHT] + steps * _WEIGHTS[STEPS_WEIGHT]
    for number in range(BLOCK):
        key += pot[number] * _WEIGHTS[number]
    last = last_working(pot)
    before = before_last_working(pot)
    if last >= 0 and (
        KIND_COLOUR[last] == GREEN
        or KIND_COLOUR[last] == PURPLE
        or (is_white(last) and READS_LAST_WHITE[RED, books_of(table).red])
    ):
        key += (last + 1) * _WEIGHTS[LAST_WEIGHT]
    if before >= 0 and KIND_COLOUR[before] == GREEN:
        key += (before + 1) * _WEIGHTS[BEFORE_WEIGHT]
    return int(key)


def promised(values: Values, ruled: bool) -> float:
    """Return what a pot promises once the worths of stopping and drawing stand in its row of values.

    Args:
        values: Shape (VALUES,).
        ruled: Whether a stop rule decides; where it stops, drawing is worth minus infinity.
    """
    if ruled and values[DRAW_VALUE] > -np.inf:
        return float(values[DRAW_VALUE])
    return max(float(values[STOP_VALUE]), float(values[DRAW_VALUE]))


def prefers_drawing(pot: Pot, values: Values, table: Table) -> bool:
    """Say whether look-ahead draws, after ``outlook`` has left the worths of both moves.

    A few steps see only what a few chips bring, and stopping seems good where the next spaces pay little; therefore
    look-ahead never stops while no chip can explode the pot. What this costs where a last chip would be lost is far less.

    Args:
        pot: The pot.
        values: Its row of values, shape (VALUES,).
        table: What lies on the table and is wanted.
    """
    return bool(values[DRAW_VALUE] > values[STOP_VALUE] or exploding_chips(pot, table) == 0)


share(payoffs_on, memo_key, salt_of, outlook_key, promised, prefers_drawing)


def payoff_of_pot(pot: Pot, table: Table, rates: RateNumbers) -> Payoff:
    """Return the best evaluation of the pot when nothing is drawn any more."""
    swap_12 = swap_24 = swap_14 = 0.0
    if SWAPS[PURPLE, books_of(table).purple] and pot[PURPLES] > 0:
        swap_12, swap_24, swap_14 = swap_gains(pot[SWAPPABLE], rates[CHIP_RATES:KEPT_RATES])
    ending = STOPPED
    if pot[EXPLODED]:
        ending = PROTECTED if pot[PAID_BOTH] else ENDED_EXPLODED
    pot_now = FinishedPot(
        pot[POSITION],
        pot[WHITE_SUM],
        pot[CHIPS],
        last_working(pot),
        before_last_working(pot),
        pot[GREEN_SUM],
        pot[PURPLES],
        pot[BLACKS],
        swap_12,
        swap_24,
        swap_14,
        pot[ASIDE] + pot[KEPT],
        pot[ASIDE + 1] + pot[KEPT + 1],
        pot[ASIDE + 2] + pot[KEPT + 2],
        pot[DOUBLED] == 1,
        pot[FLASK] == 1,
        pot[RUBIES],
        pot[POINTS] + pot[PURPLE_POINTS],
        ending,
    )
    return payoff_of(pot_now, payoffs_on(table, rates))


def value_of(pot: Pot, table: Table, rates: RateNumbers, memo: Memo, memo_values: Values) -> float:
    """Return the value of the best evaluation of the pot, remembered if a pot like it was evaluated before.

    Args:
        pot: The pot when nothing is drawn any more.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        memo: Keys of the pots remembered, -1 at first; only for the tables of one simulation. Its length is a power of two.
        memo_values: Their values, likewise.
    """
    exact = memo_key(pot, table)
    if exact < 0:
        return float(payoff_of_pot(pot, table, rates).value)
    key = exact * _WEIGHTS[LAST_WEIGHT] + salt_of(table) * _WEIGHTS[SALT_WEIGHT]
    slot = (key >> 40) & (len(memo) - 1)
    if memo[slot] == key:
        return float(memo_values[slot])
    value = payoff_of_pot(pot, table, rates).value
    memo[slot] = key
    memo_values[slot] = value
    return value


def best_of_seen(pot: Pot, values: Values, seen: int, otherwise: float) -> float:
    """Return the expected best of the chips seen in a look.

    Args:
        pot: The pot whose bag is looked into.
        values: Shape (18,) or longer: worth of placing a chip of each kind that is in the bag; overwritten.
        seen: How many chips are seen; no more than the bag holds.
        otherwise: Worth of placing nothing.
    """
    in_bag = pot[IN_BAG]
    outside = in_bag
    expected = 0.0
    none_yet = 1.0
    while outside >= seen:
        best = -1
        for kind in range(KIND_COUNT):
            if pot[LEFT + kind] > 0 and values[kind] > otherwise and (best < 0 or values[kind] > values[best]):
                best = kind
        if best < 0:
            return expected + none_yet * otherwise
        outside -= pot[LEFT + best]
        still_none = 1.0
        for number in range(seen):
            still_none *= max(0.0, (outside - number) / (in_bag - number))
        expected += (none_yet - still_none) * values[best]
        none_yet = still_none
        values[best] = -np.inf
    return expected


def rule_stops(pot: Pot, table: Table) -> bool:
    """Say whether a stop rule ends drawing now; look-ahead does not by itself."""
    return rule_stops_at(
        table[RULE], table[NUMERATOR], table[DENOMINATOR], pot[WHITE_SUM], pot[CHIPS], exploding_chips(pot, table),
        pot[IN_BAG],
    )  # fmt: skip


def outlook(
    pots: Pots, values: Values, row: int, steps: int, table: Table, rates: RateNumbers, memo: Memo, memo_values: Values
) -> float:
    """Return what the pot in this row promises under the rule, looking some steps ahead.

    The worths of stopping and of drawing are left in ``values[row, STOP_VALUE]`` and ``values[row, DRAW_VALUE]``. A
    rule other than ``BEST`` decides at the first step; after that look-ahead is free to stop.

    Args:
        pots: Shape (ROWS, POT_SIZE); the rows after ``row`` are overwritten.
        values: Shape (ROWS, VALUES); this row and those after it are overwritten.
        row: Which pot.
        steps: How far; as many as the table says where the rule counts.
        table: What lies on the table and is wanted.
        rates: What things are worth.
        memo: Shape (MEMO_SIZE,): keys of what is remembered, -1 at first; only for the tables of one simulation.
        memo_values: Shape (MEMO_VALUES,): what is remembered.
    """
    pot, trial = pots[row], pots[row + 1]
    worths, worth_values = memo[:WORTHS_KEPT], memo_values[:WORTHS_KEPT]
    strong = table[TABLE_CARD] == STRONG_INGREDIENT and not pot[EXPLODED]
    looks = pot[IN_BAG] > 0 and not pot[OVER] and (strong or pot[LOOK] > 0)
    draws = steps > 0 and not pot[EXPLODED] and not pot[OVER] and pot[IN_BAG] > 0
    if not looks and not draws:
        values[row, STOP_VALUE] = value_of(pot, table, rates, worths, worth_values)
        values[row, DRAW_VALUE] = -np.inf
        return float(values[row, STOP_VALUE])
    ruled = table[RULE] != BEST and steps == table[STEPS]
    key = outlook_key(pot, steps, table)
    slot = (key >> 40) & (OUTLOOKS_KEPT - 1)
    place = WORTHS_KEPT + 2 * slot
    if memo[WORTHS_KEPT + slot] == key:
        values[row, STOP_VALUE] = memo_values[place]
        values[row, DRAW_VALUE] = memo_values[place + 1]
        return promised(values[row], ruled)
    stop = value_of(pot, table, rates, worths, worth_values)
    if looks:
        for kind in range(KIND_COUNT):
            if pot[LEFT + kind] > 0:
                copy_top(pot, trial)
                take_from_bag(trial, kind)
                if strong:
                    place_strong(trial, kind, table)
                else:
                    receive(trial, kind, table)
                values[row, kind] = value_of(trial, table, rates, worths, worth_values)
        seen = STRONG_LOOK if strong else pot[LOOK]
        stop = best_of_seen(pot, values[row], min(seen, pot[IN_BAG]), stop)
    values[row, STOP_VALUE] = stop
    values[row, DRAW_VALUE] = -np.inf
    if draws and not (ruled and rule_stops(pot, table)):
        total = 0.0
        undrawn = -np.inf
        if pot[FLASK] or pot[FIRST_WHITE]:
            copy_top(pot, trial)
            if not pot[FIRST_WHITE]:
                trial[FLASK] = 0
            trial[FIRST_WHITE] = 0
            undrawn = outlook(pots, values, row + 1, steps - 1, table, rates, memo, memo_values)
        for kind in range(KIND_COUNT):
            if pot[LEFT + kind] > 0:
                copy_top(pot, trial)
                take_from_bag(trial, kind)
                receive(trial, kind, table)
                after = outlook(pots, values, row + 1, steps - 1, table, rates, memo, memo_values)
                if is_white(kind) and not trial[EXPLODED]:
                    after = max(after, undrawn)
                total += pot[LEFT + kind] * after
        values[row, DRAW_VALUE] = total / pot[IN_BAG]
    memo[WORTHS_KEPT + slot] = key
    memo_values[place] = values[row, STOP_VALUE]
    memo_values[place + 1] = values[row, DRAW_VALUE]
    return promised(values[row], ruled)


# Compiled here and not shared: ``outlook`` calls itself, and whoever calls it need not wait until it is compiled again.
compile_module(globals())
