"""Evaluation on the simulator's desk, steps A to D: bonus die, chip effects, rubies, victory points."""

from quacks_math.brew.expectimax.pot import (
    CHIPS,
    GREEN_SUM,
    POSITION,
    PURPLE_POINTS,
    PURPLES,
    SWAPPABLE,
    WHITE_SUM,
    before_last_working,
    books_of,
    last_working,
    rulings_of,
)
from quacks_math.game.simulation.desk.before import answer_card
from quacks_math.game.simulation.desk.memory import (
    BLACK_CHIPS,
    BOTH_PAID,
    CARD,
    COINS_ANSWER,
    COINS_UNTIL,
    DIE_SPACE,
    EXPLODED_POT,
    NONE_ANSWER,
    PAID,
    PAY_ANSWER,
    POINT,
    POINTS_ANSWER,
    ROLLS,
    ROUND,
    RUBIES_HELD,
    RUBY_WORTH,
    SAID_EXPLODED,
    SAID_GREEN,
    SAID_MOVE,
    SAID_PURPLE,
    SCORING,
    SEAT_COUNT,
    START_PLAYER,
    STEP_WORTH,
    SUPPLY,
    SWAP,
    TAKES_COINS,
    TAKES_POINTS,
    WEIGHT,
    Game,
    Log,
    Seat,
    Seats,
    answer_to,
    can_be_given,
    gain_chip,
    gain_steps,
    move_chips,
    offer,
    pot_of,
    roll_die,
    swap_chips,
    table_of,
    want,
    want_now,
)
from quacks_math.game.simulation.desk.memory import VICTORY_POINTS as POINTS_OF_SEAT
from quacks_math.kernels.compile import share
from quacks_math.material.chips import B1, G1, KIND_COUNT, NO_KIND, P1, PURPLE, R1, Y1
from quacks_math.material.track import COINS, VICTORY_POINTS
from quacks_math.rules.cards import LARGER_KIND, SCHADENFREUDE
from quacks_math.rules.evaluation import (
    NOBODY,
    SEASONED_PERFECTLY,
    black_reward,
    card_points,
    card_steps,
    die_rolls,
    gifts_for_last,
    green_3_spaces,
    points_by_space,
    points_from_coins,
    reward_may_be_left,
    rubies_of_last_two,
    rubies_of_space,
    scoring_space,
    steps_for_sale,
    tier_reached,
)
from quacks_math.rules.placing import NO_CHIP, space_after
from quacks_math.rules.rounds import LAST_ROUND, left_of, may_roll, right_of, seat_in_turn
from quacks_math.rules.traits import (
    REWARD_GIFTS,
    REWARD_GIVEN,
    REWARD_POINTS,
    REWARD_RUBIES,
    REWARD_STEPS,
    SWAP_LARGER,
    SWAP_VALUE,
    SWAPS,
)

SWAP_COLOURS = (G1, B1, R1, Y1)
"""The 1-chip of each colour that has larger ones, in the order of the bits of SWAPPABLE."""


def schadenfreude(game: Game, seats: Seats, log: Log) -> None:
    """Let the left neighbours of exploded pots choose a chip."""
    count = game[SEAT_COUNT]
    if game[CARD] != SCHADENFREUDE or count == 1:
        return
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        if seats[right_of(number, count), EXPLODED_POT]:
            answer_card(game, seats[number], number, 0, log)


def bonus_die(game: Game, seats: Seats, log: Log) -> None:
    """Step A: who may roll the bonus die rolls it."""
    count = game[SEAT_COUNT]
    furthest = NOBODY
    for number in range(count):
        seats[number, ROLLS] = 0
        if not seats[number, EXPLODED_POT]:
            furthest = max(furthest, seats[number, DIE_SPACE])
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        if may_roll(seat[DIE_SPACE], seat[EXPLODED_POT] == 1, furthest):
            for _ in range(die_rolls(game[CARD])):
                roll_die(game, seat, number, log)
                seat[ROLLS] += 1


def _black(game: Game, seats: Seats, number: int, log: Log) -> None:
    """Pay the black chips of a seat."""
    count = game[SEAT_COUNT]
    left = seats[left_of(number, count), BLACK_CHIPS] if count > 1 else NOBODY
    right = seats[right_of(number, count), BLACK_CHIPS] if count > 2 else NOBODY
    seat = seats[number]
    steps, rubies = black_reward(seat[BLACK_CHIPS], left, right, rulings_of(table_of(game)))
    seat[RUBIES_HELD] += rubies
    gain_steps(game, seat, steps, False, number, log)


def _move_on(game: Game, seat: Seat, number: int, log: Log) -> None:
    """Green of set 3: move the last chip on, or leave it; a moved purple chip of set 3 scores on its new space."""
    pot = pot_of(seat)
    books = books_of(table_of(game))
    rulings = rulings_of(table_of(game))
    spaces = green_3_spaces(pot[GREEN_SUM], pot[WHITE_SUM], books) if pot[CHIPS] > 0 else 0
    if spaces == 0:
        return
    count = offer(game, 0, 1, 1)
    count = offer(game, count, 0, 0)
    answer = answer_to(game, seat, number, SAID_MOVE, count, log)
    if answer == 0:
        return
    last = last_working(pot)
    moved = space_after(pot[POSITION], spaces)
    pot[PURPLE_POINTS] += points_by_space(last, moved, books, rulings)
    pot[PURPLE_POINTS] -= points_by_space(last, pot[POSITION], books, rulings)
    pot[POSITION] = moved
    seat[SCORING] = scoring_space(moved, pot[CHIPS], rulings)


def _offer_swaps(game: Game, seat: Seat, tier: int, count: int) -> int:
    """Offer the swaps that purple of set 4 allows up to this tier."""
    pot = pot_of(seat)
    book = books_of(table_of(game)).purple
    for colour in range(4):
        for size in range(2):
            kind = SWAP_COLOURS[colour] + size
            if not pot[SWAPPABLE] >> (2 * colour + size) & 1:
                continue
            for lower in range(1, tier + 1):
                larger = LARGER_KIND[kind, SWAP_LARGER[PURPLE, book, lower]]
                if SWAP_VALUE[PURPLE, book, lower] == size + 1 and larger != NO_KIND and game[SUPPLY + larger] > 0:
                    gained = want(game, seat, larger) - seat[WEIGHT + kind]
                    count = offer(game, count, SWAP + KIND_COUNT * kind + larger, gained)
    return count


def _purple(game: Game, seat: Seat, number: int, log: Log) -> None:
    """Pay the reward of the purple chips that the seat chooses (sets 1, 2 and 4)."""
    pot = pot_of(seat)
    books = books_of(table_of(game))
    book = books.purple
    tier = tier_reached(pot[PURPLES], books)
    if tier == 0:
        return
    count = 0
    if reward_may_be_left(books):
        count = offer(game, count, NONE_ANSWER, 0)
    if SWAPS[PURPLE, book]:
        count = _offer_swaps(game, seat, tier, count)
    else:
        step_worth = 0 if game[ROUND] == LAST_ROUND else seat[STEP_WORTH]
        for lower in range(1, tier + 1):
            score = POINT * REWARD_POINTS[PURPLE, book, lower] + seat[RUBY_WORTH] * REWARD_RUBIES[PURPLE, book, lower]
            score += step_worth * REWARD_STEPS[PURPLE, book, lower]
            if game[ROUND] < LAST_ROUND:
                score -= REWARD_GIVEN[PURPLE, book, lower] * seat[WEIGHT + P1]
                for gift in REWARD_GIFTS[PURPLE, book, lower]:
                    if gift != NO_KIND and can_be_given(game, gift):
                        score += want_now(game, seat, gift)
            count = offer(game, count, lower, score)
    answer = answer_to(game, seat, number, SAID_PURPLE, count, log)
    if answer == NONE_ANSWER:
        return
    if SWAPS[PURPLE, book]:
        swap_chips(game, seat, answer)
        return
    seat[POINTS_OF_SEAT] += REWARD_POINTS[PURPLE, book, answer]
    seat[RUBIES_HELD] += REWARD_RUBIES[PURPLE, book, answer]
    move_chips(game, seat, P1, -REWARD_GIVEN[PURPLE, book, answer])
    for gift in REWARD_GIFTS[PURPLE, book, answer]:
        gain_chip(game, seat, gift)
    gain_steps(game, seat, REWARD_STEPS[PURPLE, book, answer], True, number, log)


def _green(game: Game, seat: Seat, number: int, kind: int, log: Log) -> None:
    """Pay one green chip of set 2 (a chip to take) or set 4 (a ruby for a droplet step)."""
    books = books_of(table_of(game))
    first, second = gifts_for_last(kind, books)
    count = 0
    if first != NO_KIND:
        for gift in (first, second):
            if gift != NO_KIND and can_be_given(game, gift):
                count = offer(game, count, gift, want_now(game, seat, gift))
        count = offer(game, count, NONE_ANSWER, 0 if game[ROUND] < LAST_ROUND else POINT)
    elif steps_for_sale(kind, NO_CHIP, books) > 0 and seat[RUBIES_HELD] > 0:
        count = offer(game, count, PAY_ANSWER, seat[STEP_WORTH] if game[ROUND] < LAST_ROUND else 0)
        count = offer(game, count, NONE_ANSWER, seat[RUBY_WORTH])
    if count == 0:
        return
    answer = answer_to(game, seat, number, SAID_GREEN, count, log)
    if answer == PAY_ANSWER:
        seat[RUBIES_HELD] -= 1
        gain_steps(game, seat, 1, False, number, log)
    elif answer != NONE_ANSWER:
        gain_chip(game, seat, answer)


def chip_effects(game: Game, seats: Seats, log: Log) -> None:
    """Step B, seat by seat: black, green of set 3, green of set 1 and purple of set 3, purple, green of 2 and 4."""
    count = game[SEAT_COUNT]
    books = books_of(table_of(game))
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        pot = pot_of(seat)
        _black(game, seats, number, log)
        _move_on(game, seat, number, log)
        seat[RUBIES_HELD] += rubies_of_last_two(last_working(pot), before_last_working(pot), books)
        seat[POINTS_OF_SEAT] += pot[PURPLE_POINTS]
        _purple(game, seat, number, log)
        _green(game, seat, number, last_working(pot), log)
        _green(game, seat, number, before_last_working(pot), log)


def pay_spaces(game: Game, seats: Seats, log: Log) -> None:
    """Steps C and D in turn order, then Seasoned Perfectly."""
    count = game[SEAT_COUNT]
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        space = seat[SCORING]
        seat[POINTS_OF_SEAT] += card_points(space, game[CARD])
        seat[RUBIES_HELD] += rubies_of_space(space, game[CARD])
        seat[TAKES_POINTS] = 1
        seat[TAKES_COINS] = 1
        if seat[EXPLODED_POT] and not seat[BOTH_PAID]:
            late = game[ROUND] == LAST_ROUND
            points = VICTORY_POINTS[space] - points_from_coins(COINS[space])
            score = points if late else (1 if game[ROUND] > seat[COINS_UNTIL] else -1)
            options = offer(game, 0, POINTS_ANSWER, score)
            options = offer(game, options, COINS_ANSWER, 0)
            answer = answer_to(game, seat, number, SAID_EXPLODED, options, log)
            seat[TAKES_POINTS] = int(answer == POINTS_ANSWER)
            seat[TAKES_COINS] = int(answer == COINS_ANSWER)
        seat[PAID] = VICTORY_POINTS[space] if seat[TAKES_POINTS] else 0
        seat[POINTS_OF_SEAT] += seat[PAID]
    if game[CARD] == SEASONED_PERFECTLY:
        for turn in range(count):
            number = seat_in_turn(turn, game[START_PLAYER], count)
            seat = seats[number]
            gain_steps(game, seat, card_steps(pot_of(seat)[WHITE_SUM], game[CARD]), False, number, log)


share(
    schadenfreude,
    bonus_die,
    _black,
    _move_on,
    _offer_swaps,
    _purple,
    _green,
    chip_effects,
    pay_spaces,
)
