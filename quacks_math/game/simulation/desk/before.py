"""Before the brew, on the simulator's desk: the round marker, the fortune card, the rat tails."""

from quacks_math.brew.expectimax.pot import TABLE_CARD, rulings_of
from quacks_math.game.simulation.desk.memory import (
    BAG,
    CARD,
    CARDS,
    DRAWN_SUM,
    DROPLET_ANSWER,
    NONE_ANSWER,
    POINT,
    POINTS_ANSWER,
    ROUND,
    RUBIES_ANSWER,
    RUBIES_HELD,
    RUBY_WORTH,
    SAID_CARD,
    SAID_EXCHANGE,
    SEAT_COUNT,
    START_PLAYER,
    STEP_WORTH,
    SUPPLY,
    SWAP,
    TABLE,
    TAIL_WORTH,
    TAILS,
    TAILS_GIVEN,
    TAILS_LOST,
    UNSEEN,
    VICTORY_POINTS,
    WEIGHT,
    WHITE_ANSWER,
    WHITE_WORTH,
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
    roll_die,
    stream_of,
    swap_chips,
    table_of,
    want,
    want_now,
)
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import below
from quacks_math.material.cards import Card
from quacks_math.material.chips import B2, G1, KIND_COUNT, KIND_VALUE, NO_KIND, W1
from quacks_math.rules.cards import (
    CHOOSE_WISELY,
    JUST_IN_TIME_POINTS,
    LESS_IS_MORE,
    ONLY_CHOOSE_ONE,
    ONLY_CHOOSE_ONE_RUBIES,
    OPPORTUNISTIC_MOMENT,
    POT_FILLING_UP,
    RATS_ARE_FRIENDS,
    WHEEL_AND_DEAL,
    WHEEL_AND_DEAL_PRICE,
    card_droplet_steps,
    card_offers,
    chips_drawn_for,
    next_larger,
    tails_to_give,
)
from quacks_math.rules.rounds import LAST_ROUND, extra_whites, seat_in_turn, tails_of_round

CHARITY = int(Card.CHARITY)
GOOD_START = int(Card.GOOD_START)
ROLL_THE_DIE = int(Card.ROLL_THE_DIE)
BEGINNERS_BONUS = int(Card.BEGINNERS_BONUS)
JUST_IN_TIME = int(Card.JUST_IN_TIME)
MOST_CARDS = 24


def begin_round(game: Game, seats: Seats) -> None:
    """Put the extra white chips into the bags and forget the round before."""
    for turn in range(game[SEAT_COUNT]):
        seat = seats[seat_in_turn(turn, game[START_PLAYER], game[SEAT_COUNT])]
        seat[TAILS_GIVEN] = 0
        seat[TAILS_LOST] = 0
        for _ in range(extra_whites(game[ROUND])):
            gain_chip(game, seat, W1)


def draw_card(game: Game) -> None:
    """Turn up the card of the round: one of those not yet seen, in ascending number."""
    game[CARD] = 0
    if game[CARDS]:
        unseen = 0
        for card in range(1, MOST_CARDS + 1):
            unseen += game[UNSEEN] >> card & 1
        place = below(stream_of(game), unseen)
        for card in range(1, MOST_CARDS + 1):
            if game[UNSEEN] >> card & 1:
                if place == 0:
                    game[CARD] = card
                    break
                place -= 1
        game[UNSEEN] &= ~(1 << game[CARD])
    game[TABLE + TABLE_CARD] = game[CARD]


def tails_now(game: Game, seats: Seats, number: int) -> int:
    """Return the rat tails of a seat as the points stand now."""
    leader = 0
    for other in range(game[SEAT_COUNT]):
        leader = max(leader, seats[other, VICTORY_POINTS])
    return int(tails_of_round(game[ROUND], seats[number, VICTORY_POINTS], leader, game[CARD]))


def take_chip_of_card(game: Game, seat: Seat, count: int) -> int:
    """Offer every chip that the card lets a seat take now and return how many answers there are."""
    rulings = rulings_of(table_of(game))
    for kind in range(KIND_COUNT):
        if card_offers(game[CARD], kind, game[ROUND], rulings) and can_be_given(game, kind):
            count = offer(game, count, kind, want_now(game, seat, kind))
    return count


def answer_card(game: Game, seat: Seat, number: int, tails: int, log: Log) -> None:
    """Let a seat answer the card of the round and carry it out.

    Args:
        game: The game.
        seat: The seat.
        number: Its number.
        tails: Its rat tails at this moment.
        log: The log of decisions.
    """
    card = game[CARD]
    rulings = rulings_of(table_of(game))
    count = 0
    if card == CHOOSE_WISELY:
        count = offer(game, count, DROPLET_ANSWER, card_droplet_steps(card) * seat[STEP_WORTH])
    elif card == ONLY_CHOOSE_ONE:
        count = offer(game, count, RUBIES_ANSWER, ONLY_CHOOSE_ONE_RUBIES * seat[RUBY_WORTH])
    elif card == RATS_ARE_FRIENDS:
        lost = tails * seat[TAIL_WORTH] if rulings.rats_friends else 0
        count = offer(game, count, POINTS_ANSWER, tails * POINT - lost)
    elif card == WHEEL_AND_DEAL:
        count = offer(game, count, NONE_ANSWER, WHEEL_AND_DEAL_PRICE * seat[RUBY_WORTH])
    elif card == JUST_IN_TIME:
        count = offer(game, count, POINTS_ANSWER, JUST_IN_TIME_POINTS * POINT)
        if seat[BAG + W1] > 0:
            rounds = LAST_ROUND + 1 - game[ROUND]
            count = offer(game, count, WHITE_ANSWER, seat[WHITE_WORTH] * rounds // LAST_ROUND)
    elif card == GOOD_START:
        for given in range(tails_to_give(tails) + 1):
            count = offer(game, count, given, given * (seat[RUBY_WORTH] - seat[TAIL_WORTH]))
    if card != WHEEL_AND_DEAL or seat[RUBIES_HELD] >= WHEEL_AND_DEAL_PRICE:
        count = take_chip_of_card(game, seat, count)
    if count == 0:
        return
    answer = answer_to(game, seat, number, SAID_CARD, count, log)
    if answer == DROPLET_ANSWER:
        gain_steps(game, seat, card_droplet_steps(card), False, number, log)
    elif answer == RUBIES_ANSWER:
        seat[RUBIES_HELD] += ONLY_CHOOSE_ONE_RUBIES
    elif answer == POINTS_ANSWER:
        seat[VICTORY_POINTS] += JUST_IN_TIME_POINTS if card == JUST_IN_TIME else tails
        seat[TAILS_LOST] = int(card == RATS_ARE_FRIENDS and rulings.rats_friends)
    elif answer == WHITE_ANSWER:
        move_chips(game, seat, W1, -1)
    elif card == GOOD_START:
        seat[RUBIES_HELD] += answer
        seat[TAILS_GIVEN] = answer
    elif answer != NONE_ANSWER:
        if card == WHEEL_AND_DEAL:
            seat[RUBIES_HELD] -= WHEEL_AND_DEAL_PRICE
        gain_chip(game, seat, answer)


def draw_for_card(game: Game, seat: Seat, number: int, log: Log) -> None:
    """Draw chips for Less is More or An Opportunistic Moment; under the latter exchange one, or take a green 1-chip."""
    bag = 0
    for kind in range(KIND_COUNT):
        bag += seat[BAG + kind]
    drawn = 0
    seat[DRAWN_SUM] = 0
    left = seat[BAG : BAG + KIND_COUNT].copy()
    for taken in range(min(chips_drawn_for(game[CARD]), bag)):
        place = below(stream_of(game), bag - taken)
        kind = 0
        while place >= left[kind]:
            place -= left[kind]
            kind += 1
        left[kind] -= 1
        drawn |= 1 << kind
        seat[DRAWN_SUM] += KIND_VALUE[kind]
    if game[CARD] != OPPORTUNISTIC_MOMENT:
        return
    count = 0
    for kind in range(KIND_COUNT):
        larger = next_larger(kind)
        if drawn >> kind & 1 and larger != NO_KIND and game[SUPPLY + larger] > 0:
            count = offer(
                game, count, SWAP + KIND_COUNT * kind + larger, want(game, seat, larger) - seat[WEIGHT + kind]
            )
    if count == 0:
        gain_chip(game, seat, G1)
        return
    count = offer(game, count, NONE_ANSWER, -POINT)
    answer = answer_to(game, seat, number, SAID_EXCHANGE, count, log)
    if answer != NONE_ANSWER:
        swap_chips(game, seat, answer)


def _reward_less_is_more(game: Game, seats: Seats) -> None:
    """Pay Less is More: the lowest totals take a blue 2-chip, everybody else a ruby."""
    lowest = seats[0, DRAWN_SUM]
    for number in range(game[SEAT_COUNT]):
        lowest = min(lowest, seats[number, DRAWN_SUM])
    for turn in range(game[SEAT_COUNT]):
        seat = seats[seat_in_turn(turn, game[START_PLAYER], game[SEAT_COUNT])]
        if seat[DRAWN_SUM] == lowest:
            gain_chip(game, seat, B2)
        else:
            seat[RUBIES_HELD] += 1


def play_card(game: Game, seats: Seats, log: Log) -> None:
    """Do what the card of the round does before the brew, seat by seat in turn order."""
    card = game[CARD]
    count = game[SEAT_COUNT]
    fewest_rubies = seats[0, RUBIES_HELD]
    fewest_points = seats[0, VICTORY_POINTS]
    for number in range(count):
        fewest_rubies = min(fewest_rubies, seats[number, RUBIES_HELD])
        fewest_points = min(fewest_points, seats[number, VICTORY_POINTS])
        seats[number, TAILS] = tails_now(game, seats, number)
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        seat = seats[number]
        if card in (CHOOSE_WISELY, ONLY_CHOOSE_ONE, WHEEL_AND_DEAL, GOOD_START, JUST_IN_TIME, RATS_ARE_FRIENDS):
            answer_card(game, seat, number, seat[TAILS], log)
        elif card == POT_FILLING_UP:
            gain_steps(game, seat, card_droplet_steps(card), False, number, log)
        elif card == CHARITY and seat[RUBIES_HELD] == fewest_rubies:
            seat[RUBIES_HELD] += 1
        elif card == BEGINNERS_BONUS and seat[VICTORY_POINTS] == fewest_points:
            gain_chip(game, seat, G1)
        elif card in (LESS_IS_MORE, OPPORTUNISTIC_MOMENT):
            draw_for_card(game, seat, number, log)
        elif card == ROLL_THE_DIE:
            roll_die(game, seat, number, log)
    if card == LESS_IS_MORE:
        _reward_less_is_more(game, seats)


def count_tails(game: Game, seats: Seats) -> None:
    """Count the rat tails of all seats at once; those given up or lost are gone."""
    for number in range(game[SEAT_COUNT]):
        seat = seats[number]
        seat[TAILS] = 0 if seat[TAILS_LOST] else max(0, tails_now(game, seats, number) - seat[TAILS_GIVEN])


share(
    begin_round,
    draw_card,
    tails_now,
    take_chip_of_card,
    answer_card,
    draw_for_card,
    _reward_less_is_more,
    play_card,
    count_tails,
)
