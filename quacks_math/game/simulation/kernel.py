"""The kernel that plays whole games, many of them, and adds up what happened.

Every game has a stream of chance of its own, started from the seed and the number of the game. All sums are whole
numbers. Therefore neither the number of threads nor the order in which they finish changes any result.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.expectimax.search import FLASK_REFILLED
from quacks_math.brew.expectimax.search import ROUND as WORTH_ROUND
from quacks_math.game.simulation.desk.ahead import Ahead, unowned_ahead
from quacks_math.game.simulation.desk.before import begin_round, count_tails, draw_card, play_card
from quacks_math.game.simulation.desk.brewing import brew_all
from quacks_math.game.simulation.desk.effects import bonus_die, chip_effects, pay_spaces, schadenfreude
from quacks_math.game.simulation.desk.memory import (
    BOTH_PAID,
    CARD,
    CHANCE,
    DROPLET,
    EXPLODED_POT,
    PAID,
    POT,
    ROLLS,
    ROUND,
    RUBIES_HELD,
    SCORING,
    SEAT_COUNT,
    START_PLAYER,
    TABLE,
    TAILS,
    TAKES_COINS,
    VICTORY_POINTS,
    WHIM,
    Game,
    Log,
    Seats,
)
from quacks_math.game.simulation.desk.shop import MAGIC_POTION, shop, use_rubies
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import kernel, share
from quacks_math.kernels.random_streams import STREAM_SIZE, seed_stream
from quacks_math.material.chips import KIND_COUNT
from quacks_math.material.track import COINS
from quacks_math.rules.rounds import LAST_ROUND, left_of, standing

EXPLOSIONS, COINS_CHOSEN, EXPLODED_UNPAID, POINTS_OF_POT, COINS_OF_POT, SPACES, TAIL_COUNT, DIE_ROLLS = range(8)
"""Sums by seat and round: pots exploded; exploded pots that chose coins, and that had to choose; points and coins paid
by the scoring space; index of the scoring space; rat tails; rolls of the die."""
POINTS_AFTER, RUBIES_AFTER, DROPLET_AFTER = range(8, 11)
"""Sums by seat and round: points, rubies and droplet when the round is over."""
BOUGHT = 11
"""Sums by seat, round and kind: chips bought."""
ROUND_SUMS = BOUGHT + KIND_COUNT
MOST_POINTS = 512
"""Final points are counted up to this number; more count as this number less one."""
WIN_UNIT = 60
"""A win counts 60, a shared one its share of it, always a whole number."""
WIN_SUM, WIN_SQUARES = range(2)

Sums = npt.NDArray[np.int64]


def play_round(game: Game, seats: Seats, ahead: Ahead | None, bought: Sums, log: Log) -> None:
    """Play one round from the round marker to the rubies."""
    begin_round(game, seats)
    draw_card(game)
    play_card(game, seats, log)
    game[TABLE + WORTH_ROUND] = game[ROUND]
    game[TABLE + FLASK_REFILLED] = int(game[CARD] == MAGIC_POTION)
    count_tails(game, seats)
    brew_all(game, seats, ahead, log)
    schadenfreude(game, seats, log)
    bonus_die(game, seats, log)
    chip_effects(game, seats, log)
    pay_spaces(game, seats, log)
    shop(game, seats, bought, log)
    use_rubies(game, seats, log)


def add_round(game: Game, seats: Seats, bought: Sums, sums: Sums) -> None:
    """Add up what happened in a round.

    Args:
        game: The game.
        seats: The seats.
        bought: Shape (n, 18): chips bought in the round; set back to 0.
        sums: Shape (n, 9, ROUND_SUMS): added to.
    """
    for number in range(game[SEAT_COUNT]):
        seat = seats[number]
        row = sums[number, game[ROUND] - 1]
        unpaid = seat[EXPLODED_POT] == 1 and seat[BOTH_PAID] == 0
        row[EXPLOSIONS] += seat[EXPLODED_POT]
        row[EXPLODED_UNPAID] += int(unpaid)
        row[COINS_CHOSEN] += int(unpaid and seat[TAKES_COINS] == 1)
        row[POINTS_OF_POT] += seat[PAID]
        row[COINS_OF_POT] += COINS[seat[SCORING]] * seat[TAKES_COINS]
        row[SPACES] += seat[SCORING]
        row[TAIL_COUNT] += seat[TAILS]
        row[DIE_ROLLS] += seat[ROLLS]
        row[POINTS_AFTER] += seat[VICTORY_POINTS]
        row[RUBIES_AFTER] += seat[RUBIES_HELD]
        row[DROPLET_AFTER] += seat[DROPLET]
        for kind in range(KIND_COUNT):
            row[BOUGHT + kind] += bought[number, kind]
            bought[number, kind] = 0


def add_game(game: Game, seats: Seats, finals: Sums, wins: Sums) -> None:
    """Add up how a game ended.

    Args:
        game: The game.
        seats: The seats.
        finals: Shape (n, MOST_POINTS): games by seat and final points; added to.
        wins: Shape (n, 2): sums and sums of squares of wins in 60ths; added to.
    """
    best = -1
    winners = 0
    for number in range(game[SEAT_COUNT]):
        place = standing(seats[number, VICTORY_POINTS], seats[number, SCORING])
        winners = winners + 1 if place == best else 1 if place > best else winners
        best = max(best, place)
    for number in range(game[SEAT_COUNT]):
        finals[number, min(MOST_POINTS - 1, seats[number, VICTORY_POINTS])] += 1
        if standing(seats[number, VICTORY_POINTS], seats[number, SCORING]) == best:
            share_of_win = WIN_UNIT // winners
            wins[number, WIN_SUM] += share_of_win
            wins[number, WIN_SQUARES] += share_of_win * share_of_win


def set_back(game: Game, seats: Seats, new_game: Game, new_seats: Seats) -> None:
    """Set the table as it is before round 1."""
    for place in range(len(game)):
        game[place] = new_game[place]
    for number in range(len(seats)):
        for place in range(POT):
            seats[number, place] = new_seats[number, place]


share(play_round, add_round, add_game, set_back)


@kernel
def play_games(
    first: int,
    games: int,
    key: Sums,
    new_game: Game,
    new_seats: Seats,
    desk_game: Game,
    desk_seats: Seats,
    desk_bought: Sums,
    look_ahead: Ahead | None,
    sums: Sums,
    finals: Sums,
    wins: Sums,
    records: Sums,
    decisions: Log,
) -> None:
    """Play games and add them up.

    Args:
        first: Number of the first game.
        games: How many.
        key: Shape (4,): words of the seed, two for chance and two for whims.
        new_game: Shape (GAME_SIZE,): the table before round 1; not changed.
        new_seats: Shape (n, SEAT_SIZE): the seats before round 1; not changed.
        desk_game: Shape (GAME_SIZE,): scratch.
        desk_seats: Shape (n, SEAT_SIZE): a copy of ``new_seats``, with its strategies; scratch.
        desk_bought: Shape (n, 18): zeros; scratch.
        look_ahead: What look-ahead needs, scratch; None if no seat looks ahead, which compiles in half the time.
        sums: Shape (n, 9, ROUND_SUMS): as in ``add_round``.
        finals: Shape (n, MOST_POINTS): as in ``add_game``.
        wins: Shape (n, 2): likewise.
        records: Shape (games, n, 2): final points and last scoring space of every game, written here; or (0, n, 2).
        decisions: Shape (m, 4): the log, see ``desk.memory``.
    """
    game, seats, bought, log = unowned(desk_game), unowned(desk_seats), unowned(desk_bought), unowned(decisions)
    ahead = unowned_ahead(look_ahead)
    for number in range(first, first + games):
        set_back(game, seats, new_game, new_seats)
        game[START_PLAYER] = (new_game[START_PLAYER] + number) % game[SEAT_COUNT]
        seed_stream(game[CHANCE:WHIM], key[0], key[1], number)
        seed_stream(game[WHIM : WHIM + STREAM_SIZE], key[2], key[3], number)
        for round_number in range(1, LAST_ROUND + 1):
            game[ROUND] = round_number
            play_round(game, seats, ahead, bought, log)
            add_round(game, seats, bought, sums)
            game[START_PLAYER] = left_of(game[START_PLAYER], game[SEAT_COUNT])
        add_game(game, seats, finals, wins)
        if len(records) > 0:
            for seat in range(len(seats)):
                records[number - first, seat, 0] = seats[seat, VICTORY_POINTS]
                records[number - first, seat, 1] = seats[seat, SCORING]
