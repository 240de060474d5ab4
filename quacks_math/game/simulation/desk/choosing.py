"""The choices inside a brew of a seat that looks ahead: each by what the pots promise that it leads to.

A pot promises what ``brew.expectimax.search.outlook`` says, the steps ahead that the seat's strategy names; the same number
decides whether it draws or stops. A promise becomes a score in billionths of a point, so that sums in another order do
not tell equal ones apart. A Second Chance is not judged so: a step or two of a pot begun anew say nothing of a whole
brew, and ``Strategy.restart_from`` stays the rule.
"""

from quacks_math.brew.expectimax.choices import NOTHING, carry_out, list_options
from quacks_math.brew.expectimax.pot import ASIDE, EXPLODED, KEPT, LOOK, OVER, copy_pot, place_red
from quacks_math.brew.expectimax.search import (
    DRAW_VALUE,
    HELD_RUBIES,
    KEPT_RATES,
    STEPS,
    STOP_VALUE,
    outlook,
    prefers_drawing,
)
from quacks_math.game.simulation.desk.ahead import Ahead
from quacks_math.game.simulation.desk.memory import (
    KEEP_RED,
    LOOK_STEPS,
    NONE_ANSWER,
    OPTIONS,
    PLACE_RED,
    RETURN_RED,
    ROUND,
    RUBIES_HELD,
    SCORES,
    Game,
    Seat,
    pot_of,
    stream_of,
    table_of,
)
from quacks_math.kernels.compile import share
from quacks_math.material.chips import R1
from quacks_math.rules.rounds import LAST_ROUND

SHARPNESS = 1e9
"""Scores to a point of promised worth."""


def _promise(game: Game, seat: Seat, ahead: Ahead) -> int:
    """Return the score of the pot in the first scratch row."""
    table = table_of(game)
    steps = seat[LOOK_STEPS]
    table[STEPS] = steps
    table[HELD_RUBIES] = seat[RUBIES_HELD]
    rates = ahead.rates[game[ROUND]]
    outlook(ahead.pots, ahead.values, ahead.here[0], steps, table, rates, ahead.memo, ahead.memo_values)
    score: int = round(SHARPNESS * max(ahead.values[0, STOP_VALUE], ahead.values[0, DRAW_VALUE]))
    return score


def look_ahead_stops(game: Game, seat: Seat, ahead: Ahead) -> bool:
    """Say whether stopping is worth at least as much as drawing."""
    copy_pot(pot_of(seat), ahead.pots[0])
    _promise(game, seat, ahead)
    return not prefers_drawing(pot_of(seat), ahead.values[0], table_of(game))


def after_option(game: Game, seat: Seat, ahead: Ahead, option: int) -> int:
    """Return what the pot promises after an option about the chip that came last.

    Args:
        game: The game.
        seat: The seat.
        ahead: What look-ahead needs.
        option: As in ``brew.expectimax.choices``.
    """
    copy_pot(pot_of(seat), ahead.pots[0])
    carry_out(ahead.pots[0], option, table_of(game))
    return _promise(game, seat, ahead)


def after_placing(game: Game, seat: Seat, ahead: Ahead, kind: int) -> int:
    """Return what the pot promises after a chip seen is placed, with the best of what may then be done about it.

    Args:
        game: The game.
        seat: The seat.
        ahead: What look-ahead needs.
        kind: The chip, or ``NONE_ANSWER``.
    """
    first = after_option(game, seat, ahead, NOTHING if kind == NONE_ANSWER else kind)
    trial = ahead.pots[0]
    if kind == NONE_ANSWER or trial[OVER] or trial[EXPLODED] or trial[LOOK] > 0:
        return first
    # No chance is used: there is no further look.
    if list_options(trial, kind, True, ahead.options, stream_of(game), table_of(game)) == 0:
        return first
    left = _promise(game, seat, ahead)
    carry_out(trial, ahead.options[0], table_of(game))
    return max(left, _promise(game, seat, ahead))


def judge_seen(game: Game, seat: Seat, ahead: Ahead, count: int) -> None:
    """Score the chips seen in a look, and placing none.

    Args:
        game: The game; the kinds and ``NONE_ANSWER`` stand among its options.
        seat: The seat.
        ahead: What look-ahead needs.
        count: How many options there are.
    """
    for number in range(count):
        game[SCORES + number] = after_placing(game, seat, ahead, game[OPTIONS + number])


def judge_red(game: Game, seat: Seat, ahead: Ahead, red: int) -> None:
    """Score what may be done with a red chip beside the pot (set 2): place it, keep it, put it back.

    Those still beside the pot count with their best use, those already kept are kept in any case.

    Args:
        game: The game; the three answers stand among its options, in this order.
        seat: The seat.
        ahead: What look-ahead needs.
        red: 0 to 2: its size.
    """
    for answer in (PLACE_RED, KEEP_RED, RETURN_RED):
        trial = ahead.pots[0]
        copy_pot(pot_of(seat), trial)
        trial[ASIDE + red] -= 1
        for kept in range(3):
            trial[KEPT + kept] = 0
        if answer == PLACE_RED:
            place_red(trial, R1 + red, table_of(game))
        score = _promise(game, seat, ahead)
        if answer == KEEP_RED and game[ROUND] < LAST_ROUND:
            score += round(SHARPNESS * max(0.0, ahead.rates[game[ROUND], KEPT_RATES + red]))
        game[SCORES + answer] = score


share(_promise, look_ahead_stops, after_option, after_placing, judge_seen, judge_red)
