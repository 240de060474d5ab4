"""Steps E and F on the simulator's desk: buying, rubies, and what is left after round 9."""

from quacks_math.game.simulation.desk.memory import (
    BY_WHIM,
    CARD,
    DROPLET,
    DROPLET_ANSWER,
    FLASK_ANSWER,
    FLASK_FULL,
    FLASK_WORTH,
    GLASS,
    NONE_ANSWER,
    OPTIONS,
    POINT,
    PRICE,
    ROUND,
    RUBIES_HELD,
    RUBY_WORTH,
    RULE_KIND,
    SAID_BUY,
    SAID_RUBIES,
    SCORING,
    SEAT_COUNT,
    START_PLAYER,
    STEP_WORTH,
    SUPPLY,
    TABLE,
    TAKES_COINS,
    TUBE_ANSWER,
    TUBES,
    VICTORY_POINTS,
    WHIM,
    Game,
    Log,
    Seat,
    Seats,
    answer_to,
    move_chips,
    note,
    offer,
    tube_step,
    tube_worth,
    want,
)
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import below
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COUNT, NO_KIND
from quacks_math.material.extras import LAST_GLASS
from quacks_math.material.track import COINS, LAST_CHIP_SPACE
from quacks_math.rules.buying import may_buy
from quacks_math.rules.evaluation import (
    RUBIES_PER_FLASK,
    RUBIES_PER_STEP,
    points_from_coins,
    points_from_rubies,
)
from quacks_math.rules.rounds import LAST_ROUND, droplet_after, seat_in_turn

MAGIC_POTION = int(Card.MAGIC_POTION)


def buy(game: Game, seat: Seat, number: int, bought: Game, log: Log) -> None:
    """Let a seat buy the one or two chips that are worth most to its strategy, or by whim any.

    Args:
        game: The game.
        seat: The seat.
        number: Its number.
        bought: Shape (18,): chips bought by kind; added to.
        log: The log of decisions.
    """
    coins = COINS[seat[SCORING]]
    prices, supply = game[PRICE:TABLE], game[SUPPLY:PRICE]
    whim = seat[RULE_KIND] == BY_WHIM
    best_first, best_second, best, found = NO_KIND, NO_KIND, 0, 0
    for kind in range(KIND_COUNT):
        game[OPTIONS + kind] = -1
    for first in range(KIND_COUNT):
        if not may_buy(first, NO_KIND, coins, game[ROUND], prices, supply):
            continue
        worth = want(game, seat, first)
        game[OPTIONS + first] = worth
        found += 1
        if (below(game[WHIM:], found) == 0) if whim else worth > best:
            best_first, best_second, best = first, NO_KIND, worth
        for second in range(first):
            together = worth + game[OPTIONS + second]
            if not whim and (together <= best or worth <= 0 or game[OPTIONS + second] <= 0):
                continue
            if not may_buy(first, second, coins, game[ROUND], prices, supply):
                continue
            found += 1
            # Reservoir sampling: the n-th legal purchase takes the place with chance 1/n, so that all are equally likely.
            if not whim or below(game[WHIM:], found) == 0:
                best_first, best_second, best = first, second, together
    if found == 0:
        return
    note(log, SAID_BUY, number, best_first, best_second)
    for kind in (best_first, best_second):
        if kind != NO_KIND:
            move_chips(game, seat, kind, 1)
            bought[kind] += 1


def spend_rubies(game: Game, seat: Seat, number: int, log: Log) -> None:
    """Let a seat spend rubies until it is done; after round 9 only test tubes are of use."""
    late = game[ROUND] == LAST_ROUND
    while seat[RUBIES_HELD] >= RUBIES_PER_STEP:
        count = 0
        if not late and seat[DROPLET] < LAST_CHIP_SPACE:
            count = offer(game, count, DROPLET_ANSWER, seat[STEP_WORTH])
        if game[TUBES] and seat[GLASS] < LAST_GLASS:
            count = offer(game, count, TUBE_ANSWER, tube_worth(seat, game))
        if not late and not seat[FLASK_FULL]:
            count = offer(game, count, FLASK_ANSWER, seat[FLASK_WORTH])
        if count == 0:
            return
        keep = POINT - 1 if late else RUBIES_PER_STEP * seat[RUBY_WORTH]
        count = offer(game, count, NONE_ANSWER, keep)
        answer = answer_to(game, seat, number, SAID_RUBIES, count, log)
        if answer == NONE_ANSWER:
            return
        seat[RUBIES_HELD] -= RUBIES_PER_FLASK if answer == FLASK_ANSWER else RUBIES_PER_STEP
        if answer == DROPLET_ANSWER:
            seat[DROPLET] = droplet_after(seat[DROPLET], 1)
        elif answer == TUBE_ANSWER:
            tube_step(game, seat)
        else:
            seat[FLASK_FULL] = 1


def shop(game: Game, seats: Seats, bought: Game, log: Log) -> None:
    """Step E in turn order; after round 9 coins turn into points.

    Args:
        game: The game.
        seats: The seats.
        bought: Shape (n, 18): chips bought by seat and kind; added to.
        log: The log of decisions.
    """
    count = game[SEAT_COUNT]
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        if not seat[TAKES_COINS]:
            continue
        if game[ROUND] == LAST_ROUND:
            seat[VICTORY_POINTS] += points_from_coins(COINS[seat[SCORING]])
        else:
            buy(game, seat, number, bought[number], log)


def use_rubies(game: Game, seats: Seats, log: Log) -> None:
    """Step F in turn order: Magic Potion, rubies; after round 9 what is left turns into points."""
    count = game[SEAT_COUNT]
    if game[CARD] == MAGIC_POTION:
        for number in range(count):
            seats[number, FLASK_FULL] = 1
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        spend_rubies(game, seat, number, log)
        if game[ROUND] == LAST_ROUND:
            points = points_from_rubies(seat[RUBIES_HELD])
            seat[VICTORY_POINTS] += points
            seat[RUBIES_HELD] -= RUBIES_PER_STEP * points


share(buy, spend_rubies, shop, use_rubies)
