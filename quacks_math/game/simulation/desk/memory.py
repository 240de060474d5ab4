"""Where things lie on the simulator's desk, and how a seat gains and decides.

A game is two int64 arrays. ``game`` of shape (GAME_SIZE,) holds what belongs to the whole table, ``seats`` of shape
(n, SEAT_SIZE) a row for each seat: its numbers, its bag, its strategy and its pot. A third array ``log`` of shape
(m, 4) takes down every decision if m is more than 1; its first row holds the number of the last row written.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.expectimax.pot import POT_SIZE, Pot, Table, rulings_of
from quacks_math.brew.expectimax.search import STEPS
from quacks_math.brew.payoff.stop_rule import NEVER
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import STREAM_SIZE, Stream, below
from quacks_math.material.chips import KIND_COLOUR, KIND_COUNT, NO_KIND, O1
from quacks_math.material.extras import (
    DIE_ORANGES,
    DIE_POINTS,
    DIE_RUBIES,
    DIE_STEPS,
    LAST_GLASS,
    TUBE_KIND,
    TUBE_POINTS,
    TUBE_RUBIES,
)
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.evaluation import gift_is_given
from quacks_math.rules.rounds import LAST_ROUND, droplet_after

Game = npt.NDArray[np.int64]
Seat = npt.NDArray[np.int64]
Seats = npt.NDArray[np.int64]
Log = npt.NDArray[np.int64]

ROUND, CARD, START_PLAYER, SEAT_COUNT, TUBES, CARDS, UNSEEN = range(7)
"""Numbers of the game; ``UNSEEN`` has bit k set while card k has not been seen."""
SUPPLY = 8
PRICE = SUPPLY + KIND_COUNT
TABLE = PRICE + KIND_COUNT
"""The table of the brew (``expectimax.pot`` and ``expectimax.search``)."""
TABLE_LENGTH = STEPS + 1
CHANCE = TABLE + TABLE_LENGTH
"""The stream of chance."""
WHIM = CHANCE + STREAM_SIZE
"""The stream that the random strategy decides by, so that whims do not change chance."""
MOST_OPTIONS = 200
OPTIONS = WHIM + STREAM_SIZE
SCORES = OPTIONS + MOST_OPTIONS
"""The answers to the question that is due, and how a strategy likes each."""
GAME_SIZE = SCORES + MOST_OPTIONS

VICTORY_POINTS, RUBIES_HELD, DROPLET, GLASS, FLASK_FULL, TAILS, TAILS_GIVEN, TAILS_LOST = range(8)
"""Numbers of a seat that last."""
SCORING, DIE_SPACE, EXPLODED_POT, BOTH_PAID, BLACK_CHIPS, TAKES_POINTS, TAKES_COINS, ROLLS, PAID = range(8, 17)
"""Numbers of a seat's finished pot and of what it was paid: points or coins of its space."""
DRAWING, REACHED, ARRIVED, BY_LOOK, DRAWN_SUM = range(17, 22)
"""Numbers of a seat while it brews."""
BESIDE = 24
BAG = BESIDE + 3
"""Everything the seat owns but red chips kept beside the pot."""
STRATEGY = BAG + KIND_COUNT

RULE_KIND, RULE_NUMERATOR, RULE_DENOMINATOR, LOOK_STEPS = range(STRATEGY, STRATEGY + 4)
FLASK_FROM, FLASK_WHEN, RETURN_FROM, STIR_FROM, RESTART_FROM, COINS_UNTIL = range(STRATEGY + 4, STRATEGY + 10)
RUBY_WORTH, STEP_WORTH, FLASK_WORTH, TAIL_WORTH, WHITE_WORTH, TUBE_BONUS = range(STRATEGY + 10, STRATEGY + 16)
"""A strategy's single numbers; worths are in thousandths of a point."""
LOOK_RANK = STRATEGY + 16
"""How gladly a kind is placed through a look, 0 for never."""
WEIGHT = LOOK_RANK + KIND_COUNT
CAP = WEIGHT + KIND_COUNT
FIRST_ROUND = CAP + KIND_COUNT
LAST_ROUND_WANTED = FIRST_ROUND + KIND_COUNT
"""How much a kind is worth, how many are wanted at most, and from which round to which."""
SYNERGY = LAST_ROUND_WANTED + KIND_COUNT
"""Shape (18, 8) laid flat: what each chip of a colour that is owned adds to a kind."""
STRATEGY_END = SYNERGY + 8 * KIND_COUNT
STRATEGY_SIZE = STRATEGY_END - STRATEGY
POT = STRATEGY_END
SEAT_SIZE = POT + POT_SIZE

BY_LOOK_AHEAD, BY_WHIM = NEVER + 1, NEVER + 2
"""Brew rules of strategies besides the fixed ones of ``payoff.stop_rule``."""
SYNERGY_CHIPS = 4
"""More chips of a colour add nothing."""
POINT = 1000
"""Worth of a victory point, in thousandths."""

SAID_DRAW, SAID_STOP, SAID_FLASK, SAID_STIR, SAID_RETURN, SAID_PLACE, SAID_RESTART, SAID_GO_ON, SAID_RED = range(9)
SAID_CARD, SAID_EXCHANGE, SAID_STEP, SAID_MOVE, SAID_PURPLE, SAID_GREEN, SAID_EXPLODED, SAID_BUY, SAID_RUBIES = range(
    9, 18
)
"""What a row of the log is about: ``(what, seat, answer, second answer)``."""
DROPLET_ANSWER, TUBE_ANSWER, FLASK_ANSWER, RUBIES_ANSWER, POINTS_ANSWER, WHITE_ANSWER, COINS_ANSWER, PAY_ANSWER = range(
    -9, -1
)
NONE_ANSWER = -1
"""Answers that are not a kind or a number."""
PLACE_RED, KEEP_RED, RETURN_RED = range(3)
SWAP = 100
"""An answer SWAP + 18 * a + b says that chip a becomes chip b."""


def note(log: Log, what: int, seat_number: int, answer: int, second: int) -> None:
    """Take down a decision, if decisions are taken down."""
    row = log[0, 0] + 1
    if row < len(log):
        log[row, 0] = what
        log[row, 1] = seat_number
        log[row, 2] = answer
        log[row, 3] = second
        log[0, 0] = row


def offer(game: Game, count: int, answer: int, score: int) -> int:
    """Add an answer with its score and return how many there are now."""
    game[OPTIONS + count] = answer
    game[SCORES + count] = score
    return count + 1


def choose(game: Game, seat: Seat, count: int) -> int:
    """Return the answer that the seat's strategy likes best (the first of equals), or any of them by whim."""
    if seat[RULE_KIND] == BY_WHIM:
        return int(game[OPTIONS + below(game[WHIM : WHIM + STREAM_SIZE], count)])
    best = 0
    for number in range(1, count):
        if game[SCORES + number] > game[SCORES + best]:
            best = number
    return int(game[OPTIONS + best])


def answer_to(game: Game, seat: Seat, number: int, question: int, count: int, log: Log) -> int:
    """Choose an answer and take it down; where only one is possible nobody is asked.

    Args:
        game: The game, the answers among its options.
        seat: The seat.
        number: Its number.
        question: What the row of the log is about.
        count: How many answers there are, at least one.
        log: The log of decisions.
    """
    if count == 1:
        return int(game[OPTIONS])
    answer = choose(game, seat, count)
    note(log, question, number, answer, 0)
    return answer


def table_of(game: Game) -> Table:
    """Return the table of the brew."""
    return game[TABLE:CHANCE]


def stream_of(game: Game) -> Stream:
    """Return the stream of chance."""
    return game[CHANCE:WHIM]


def pot_of(seat: Seat) -> Pot:
    """Return the pot of a seat."""
    return seat[POT:]


def can_be_given(game: Game, kind: int) -> bool:
    """Say whether a reward can be this chip now: its book is open and the supply holds one."""
    return bool(game[SUPPLY + kind] > 0 and gift_is_given(kind, game[ROUND], rulings_of(table_of(game))))


def move_chips(game: Game, seat: Seat, kind: int, count: int) -> None:
    """Move chips from the supply to a seat, or back if ``count`` is negative."""
    seat[BAG + kind] += count
    game[SUPPLY + kind] -= count


def gain_chip(game: Game, seat: Seat, kind: int) -> None:
    """Give a seat a chip of the supply; without one, or before its book is open, it is lost."""
    if kind != NO_KIND and can_be_given(game, kind):
        move_chips(game, seat, kind, 1)


def swap_chips(game: Game, seat: Seat, answer: int) -> None:
    """Swap a chip of a seat for another one as a SWAP answer says."""
    move_chips(game, seat, (answer - SWAP) // KIND_COUNT, -1)
    move_chips(game, seat, (answer - SWAP) % KIND_COUNT, 1)


def owned(seat: Seat, colour: int) -> int:
    """Return how many chips of a colour a seat owns."""
    total = 0
    for kind in range(KIND_COUNT):
        if KIND_COLOUR[kind] == colour:
            total += seat[BAG + kind]
    return int(total)


def want(game: Game, seat: Seat, kind: int) -> int:
    """Return what a chip is worth to a strategy for the whole game, in thousandths of a point; 0 if not wanted."""
    if seat[BAG + kind] >= seat[CAP + kind]:
        return 0
    if not seat[FIRST_ROUND + kind] <= game[ROUND] <= seat[LAST_ROUND_WANTED + kind]:
        return 0
    worth = seat[WEIGHT + kind]
    for colour in range(8):
        each = seat[SYNERGY + 8 * kind + colour]
        if each != 0:
            worth += each * min(SYNERGY_CHIPS, owned(seat, colour))
    return int(worth)


def want_now(game: Game, seat: Seat, kind: int) -> int:
    """Return the same for the rounds that are left, the present one included."""
    return int(want(game, seat, kind) * (LAST_ROUND + 1 - game[ROUND]) // LAST_ROUND)


def tube_worth(seat: Seat, game: Game) -> int:
    """Return how a strategy likes the next glass: what it pays, and the strategy's fondness of tubes."""
    glass = seat[GLASS] + 1
    kind = TUBE_KIND[glass]
    chip = want_now(game, seat, kind) if kind >= 0 and game[ROUND] < LAST_ROUND and can_be_given(game, kind) else 0
    return int(POINT * TUBE_POINTS[glass] + seat[RUBY_WORTH] * TUBE_RUBIES[glass] + chip + seat[TUBE_BONUS])


def tube_step(game: Game, seat: Seat) -> None:
    """Move the second droplet one glass on, which pays at once; past the last glass nothing."""
    if seat[GLASS] >= LAST_GLASS:
        return
    seat[GLASS] += 1
    glass = seat[GLASS]
    seat[VICTORY_POINTS] += TUBE_POINTS[glass]
    seat[RUBIES_HELD] += TUBE_RUBIES[glass]
    gain_chip(game, seat, TUBE_KIND[glass])


def _move_droplet(game: Game, seat: Seat, steps: int, optional: bool, number: int, log: Log) -> None:
    """Decide about one droplet move and carry it out."""
    count = 0
    late = game[ROUND] == LAST_ROUND
    if seat[DROPLET] < LAST_CHIP_SPACE:
        count = offer(game, count, DROPLET_ANSWER, 0 if late else seat[STEP_WORTH])
    if game[TUBES] and seat[GLASS] < LAST_GLASS:
        count = offer(game, count, TUBE_ANSWER, tube_worth(seat, game))
    if optional:
        count = offer(game, count, NONE_ANSWER, -POINT)
    if count == 0:
        return
    answer = answer_to(game, seat, number, SAID_STEP, count, log)
    if answer == DROPLET_ANSWER:
        seat[DROPLET] = droplet_after(seat[DROPLET], steps)
    elif answer == TUBE_ANSWER:
        for _ in range(steps):
            tube_step(game, seat)


def gain_steps(game: Game, seat: Seat, steps: int, optional: bool, number: int, log: Log) -> None:
    """Give a seat droplet steps; where there is a choice, it is made at once.

    Args:
        game: The game.
        seat: The seat.
        steps: How many, 0 for none.
        optional: Whether they may be left.
        number: The seat's number.
        log: The log of decisions.
    """
    if steps == 0:
        return
    if not game[TUBES] and not optional:
        seat[DROPLET] = droplet_after(seat[DROPLET], steps)
    elif rulings_of(table_of(game)).split_steps:
        _move_droplet(game, seat, steps, optional, number, log)
    else:
        for _ in range(steps):
            _move_droplet(game, seat, 1, optional, number, log)


def roll_die(game: Game, seat: Seat, number: int, log: Log) -> None:
    """Roll the bonus die for a seat and pay what it shows."""
    face = below(stream_of(game), 6)
    seat[VICTORY_POINTS] += DIE_POINTS[face]
    seat[RUBIES_HELD] += DIE_RUBIES[face]
    for _ in range(DIE_ORANGES[face]):
        gain_chip(game, seat, O1)
    gain_steps(game, seat, DIE_STEPS[face], False, number, log)


share(
    note,
    offer,
    choose,
    answer_to,
    table_of,
    stream_of,
    pot_of,
    can_be_given,
    move_chips,
    gain_chip,
    swap_chips,
    owned,
    want,
    want_now,
    tube_worth,
    tube_step,
    _move_droplet,
    gain_steps,
    roll_die,
)
