"""The potions phase on the simulator's desk: one seat after another, in round 9 in laps, then the second pass."""

from quacks_math.brew.expectimax.choices import (
    NOTHING,
    RETURN,
    STIR,
    USE_FLASK,
    carry_out,
    list_options,
    second_chance_is_due,
    see,
)
from quacks_math.brew.expectimax.pot import (
    ASIDE,
    BLACKS,
    CHIPS,
    EXPLODED,
    FLASK,
    IN_BAG,
    KEPT,
    LOOK,
    OVER,
    PAID_BOTH,
    POINTS,
    POSITION,
    RUBIES,
    SECOND_CHANCE,
    STACK,
    STRONG_INGREDIENT,
    TABLE_CARD,
    WHITE_SUM,
    clear_pot,
    draw,
    exploding_chips,
    place_red,
    put_in_bag,
    receive,
    rulings_of,
    start_again,
)
from quacks_math.brew.payoff.stop_rule import rule_stops_at
from quacks_math.game.simulation.desk.ahead import Ahead
from quacks_math.game.simulation.desk.choosing import after_option, judge_red, judge_seen, look_ahead_stops
from quacks_math.game.simulation.desk.memory import (
    ARRIVED,
    BAG,
    BESIDE,
    BLACK_CHIPS,
    BOTH_PAID,
    BY_LOOK,
    BY_LOOK_AHEAD,
    BY_WHIM,
    DIE_SPACE,
    DRAWING,
    DROPLET,
    EXPLODED_POT,
    FLASK_FROM,
    FLASK_FULL,
    FLASK_WHEN,
    KEEP_RED,
    LOOK_RANK,
    NONE_ANSWER,
    OPTIONS,
    PLACE_RED,
    REACHED,
    RESTART_FROM,
    RETURN_FROM,
    RETURN_RED,
    ROUND,
    RUBIES_HELD,
    RULE_DENOMINATOR,
    RULE_KIND,
    RULE_NUMERATOR,
    SAID_DRAW,
    SAID_FLASK,
    SAID_GO_ON,
    SAID_PLACE,
    SAID_RED,
    SAID_RESTART,
    SAID_RETURN,
    SAID_STIR,
    SAID_STOP,
    SCORING,
    SEAT_COUNT,
    START_PLAYER,
    STIR_FROM,
    TAILS,
    VICTORY_POINTS,
    WHIM,
    Game,
    Log,
    Seat,
    Seats,
    answer_to,
    choose,
    note,
    offer,
    pot_of,
    stream_of,
    table_of,
)
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import below
from quacks_math.material.chips import KIND_COUNT, KIND_VALUE, NO_KIND, R1
from quacks_math.rules.cards import STRONG_LOOK
from quacks_math.rules.evaluation import scoring_space
from quacks_math.rules.rounds import LAST_ROUND, rats_in_pot, seat_in_turn

WHIM_DRAWS = 6
"""By whim a seat draws this many times for each time it stops."""


def set_up_pot(game: Game, seat: Seat) -> None:
    """Put the whole bag of a seat into its pot's bag and the rat stone before its droplet."""
    pot = pot_of(seat)
    start = seat[DROPLET] + rats_in_pot(seat[DROPLET], seat[TAILS])
    clear_pot(pot, start, seat[FLASK_FULL], table_of(game)[TABLE_CARD])
    for kind in range(KIND_COUNT):
        put_in_bag(pot, kind, seat[BAG + kind])
    for red in range(3):
        pot[KEPT + red] = seat[BESIDE + red]
    seat[DRAWING] = 1
    seat[REACHED] = 0
    seat[ARRIVED] = NO_KIND


def _stops(game: Game, seat: Seat, ahead: Ahead | None) -> bool:
    """Say whether a seat that may draw stops."""
    pot = pot_of(seat)
    rule = seat[RULE_KIND]
    if rule == BY_WHIM:
        return below(game[WHIM : WHIM + 4], WHIM_DRAWS + 1) == 0
    if rule == BY_LOOK_AHEAD:
        return look_ahead_stops(game, seat, ahead) if ahead is not None else False
    return rule_stops_at(
        rule, seat[RULE_NUMERATOR], seat[RULE_DENOMINATOR], pot[WHITE_SUM], pot[CHIPS],
        exploding_chips(pot, table_of(game)), pot[IN_BAG],
    )  # fmt: skip


def _likes(seat: Seat, option: int, white: int, white_sum: int, stops: bool) -> int:
    """Return how a strategy likes an option about the last chip, 0 for leaving it as it is.

    Args:
        seat: The seat.
        option: What may be done.
        white: Value of the white chip that may go back.
        white_sum: White sum with it.
        stops: Whether the seat would stop if the chip stays.
    """
    if option == STIR:
        return 1 if white >= seat[STIR_FROM] else -1
    if option == RETURN:
        return 1 if white >= seat[RETURN_FROM] else -1
    return 1 if white >= seat[FLASK_FROM] and (stops or white_sum >= seat[FLASK_WHEN]) else -1


def _open_choice(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Decide about the chip that came last: Well Stirred, flask, yellow's return, or leave it."""
    pot = pot_of(seat)
    kind = seat[ARRIVED]
    seat[ARRIVED] = NO_KIND
    if kind == NO_KIND or pot[EXPLODED]:
        return
    options = game[OPTIONS:]
    if list_options(pot, kind, seat[BY_LOOK] == 1, options, stream_of(game), table_of(game)) == 0:
        return
    option = options[0]
    white = KIND_VALUE[kind] if option != RETURN else KIND_VALUE[pot[STACK + pot[CHIPS] - 2]]
    leave, take = 0, 0
    if ahead is not None and seat[RULE_KIND] == BY_LOOK_AHEAD:
        leave, take = after_option(game, seat, ahead, NOTHING), after_option(game, seat, ahead, option)
    elif seat[RULE_KIND] != BY_WHIM:
        stops = option == USE_FLASK and (pot[IN_BAG] == 0 or _stops(game, seat, ahead))
        take = _likes(seat, option, white, pot[WHITE_SUM], stops)
    count = offer(game, 0, NOTHING, leave)
    count = offer(game, count, option, take)
    if choose(game, seat, count) == NOTHING:
        return
    note(log, SAID_STIR if option == STIR else SAID_FLASK if option == USE_FLASK else SAID_RETURN, number, option, 0)
    carry_out(pot, option, table_of(game))


def decide(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Let a seat that is still drawing make its open choices, then draw or stop."""
    pot = pot_of(seat)
    _open_choice(game, seat, number, ahead, log)
    if second_chance_is_due(pot):
        pot[SECOND_CHANCE] = 0
        again = pot[EXPLODED] == 1 or pot[WHITE_SUM] >= seat[RESTART_FROM]
        count = offer(game, 0, SAID_GO_ON, 0)
        count = offer(game, count, SAID_RESTART, 1 if again else -1)
        if choose(game, seat, count) == SAID_RESTART:
            note(log, SAID_RESTART, number, 0, 0)
            start_again(pot)
        elif pot[EXPLODED]:
            note(log, SAID_GO_ON, number, 0, 0)
    if pot[EXPLODED]:
        seat[DRAWING] = 0
    elif pot[IN_BAG] == 0 or _stops(game, seat, ahead):
        note(log, SAID_STOP, number, 0, 0)
        seat[DRAWING] = 0
    else:
        note(log, SAID_DRAW, number, 0, 0)
        seat[REACHED] = 1


def _place_seen(game: Game, seat: Seat, number: int, count: int, ahead: Ahead | None, log: Log) -> int:
    """Place one of the chips seen, or none, and return it; they are listed as options."""
    pot = pot_of(seat)
    for seen in range(count):
        kind = game[OPTIONS + seen]
        rank = seat[LOOK_RANK + kind] if not pot[OVER] else 1000 * KIND_VALUE[kind] + seat[LOOK_RANK + kind]
        offer(game, seen, kind, rank)
    count = offer(game, count, NONE_ANSWER, 0)
    if ahead is not None and seat[RULE_KIND] == BY_LOOK_AHEAD:
        judge_seen(game, seat, ahead, count)
    answer = answer_to(game, seat, number, SAID_PLACE, count, log)
    if answer != NONE_ANSWER:
        carry_out(pot, answer, table_of(game))
    return answer


def take_chip(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Draw a chip for a seat and do what cannot wait: a look, and all looks that follow from it."""
    pot = pot_of(seat)
    table = table_of(game)
    seat[REACHED] = 0
    kind = draw(pot, stream_of(game))
    receive(pot, kind, table)
    seat[BY_LOOK] = 0
    while kind != NO_KIND and pot[LOOK] > 0:
        look = pot[LOOK]
        pot[LOOK] = 0
        if pot[IN_BAG] == 0:
            break
        kind = _place_seen(game, seat, number, see(pot, game[OPTIONS:], look, stream_of(game)), ahead, log)
        seat[BY_LOOK] = 1
    seat[ARRIVED] = kind
    if pot[EXPLODED] and not pot[SECOND_CHANCE]:
        seat[DRAWING] = 0


def brew_one(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Let a seat draw its whole pot."""
    while seat[DRAWING]:
        decide(game, seat, number, ahead, log)
        if seat[REACHED]:
            take_chip(game, seat, number, ahead, log)


def brew_in_laps(game: Game, seats: Seats, ahead: Ahead | None, log: Log) -> None:
    """Let all seats draw chip by chip: in each lap everybody decides, then everybody draws."""
    count = game[SEAT_COUNT]
    drawing = 1
    while drawing > 0:
        drawing = 0
        for turn in range(count):
            number = seat_in_turn(turn, game[START_PLAYER], count)
            if seats[number, DRAWING]:
                decide(game, seats[number], number, ahead, log)
                drawing += 1
        for turn in range(count):
            number = seat_in_turn(turn, game[START_PLAYER], count)
            if seats[number, REACHED]:
                take_chip(game, seats[number], number, ahead, log)


def _settle_reds(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Decide about every red chip beside the pot (set 2): place it, keep it or put it back; large ones first."""
    pot = pot_of(seat)
    for red in range(3):
        pot[ASIDE + red] += pot[KEPT + red]
        pot[KEPT + red] = 0
    for red in (2, 1, 0):
        for _ in range(pot[ASIDE + red]):
            count = offer(game, 0, PLACE_RED, 2)
            count = offer(game, count, KEEP_RED, 1)
            count = offer(game, count, RETURN_RED, 0)
            if ahead is not None and seat[RULE_KIND] == BY_LOOK_AHEAD:
                judge_red(game, seat, ahead, red)
            answer = choose(game, seat, count)
            note(log, SAID_RED, number, answer, R1 + red)
            if answer == PLACE_RED:
                place_red(pot, R1 + red, table_of(game))
            elif answer == KEEP_RED:
                pot[KEPT + red] += 1
            pot[ASIDE + red] -= 1


def finish_pot(game: Game, seat: Seat, number: int, ahead: Ahead | None, log: Log) -> None:
    """Carry out Strong Ingredient, settle the red chips, and write down how the pot ended."""
    pot = pot_of(seat)
    table = table_of(game)
    pot[OVER] = 1
    if table[TABLE_CARD] == STRONG_INGREDIENT and not pot[EXPLODED] and pot[IN_BAG] > 0:
        _place_seen(game, seat, number, see(pot, game[OPTIONS:], STRONG_LOOK, stream_of(game)), ahead, log)
    _settle_reds(game, seat, number, ahead, log)
    for red in range(3):
        seat[BAG + R1 + red] += seat[BESIDE + red] - pot[KEPT + red]
        seat[BESIDE + red] = pot[KEPT + red]
    seat[FLASK_FULL] = pot[FLASK]
    seat[VICTORY_POINTS] += pot[POINTS]
    seat[RUBIES_HELD] += pot[RUBIES]
    seat[EXPLODED_POT] = pot[EXPLODED]
    seat[BOTH_PAID] = pot[PAID_BOTH]
    seat[BLACK_CHIPS] = pot[BLACKS]
    seat[SCORING] = scoring_space(pot[POSITION], pot[CHIPS], rulings_of(table))
    seat[DIE_SPACE] = seat[SCORING]


def brew_all(game: Game, seats: Seats, ahead: Ahead | None, log: Log) -> None:
    """Play the potions phase of all seats."""
    count = game[SEAT_COUNT]
    for number in range(count):
        set_up_pot(game, seats[number])
    if game[ROUND] == LAST_ROUND:
        brew_in_laps(game, seats, ahead, log)
    else:
        for turn in range(count):
            number = seat_in_turn(turn, game[START_PLAYER], count)
            brew_one(game, seats[number], number, ahead, log)
    for turn in range(count):
        number = seat_in_turn(turn, game[START_PLAYER], count)
        finish_pot(game, seats[number], number, ahead, log)


share(
    set_up_pot,
    _stops,
    _likes,
    _open_choice,
    decide,
    _place_seen,
    take_chip,
    brew_one,
    brew_in_laps,
    _settle_reds,
    finish_pot,
    brew_all,
)
