"""Steps A to D of the evaluation: bonus die, chip effects, rubies, victory points."""

from quacks_math.game.engine.ledger import gain, gain_steps
from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import Ask, GameState, Pot, Task
from quacks_math.material.cards import Card
from quacks_math.material.track import COINS, VICTORY_POINTS
from quacks_math.rules.evaluation import NOBODY, black_reward, card_points, card_steps, die_rolls, rubies_of_space
from quacks_math.rules.rounds import left_of, may_roll, right_of

POINTS = "points"
COINS_ANSWER = "coins"


def pot_of(state: GameState, seat: int) -> Pot:
    """Return the finished pot of a seat.

    Raises:
        ValueError: If the seat is still brewing.
    """
    pot = state.seats[seat].pot
    if pot is None:
        raise ValueError(f"{state.setup.seats[seat].name} has not finished brewing.")
    return pot


def begin_schadenfreude(state: GameState) -> GameState:
    """Return the state after the brew: under Schadenfreude the left neighbours of exploded pots choose a chip."""
    seats = len(state.seats)
    if state.card != Card.SCHADENFREUDE or seats == 1:
        return state
    glad = [seat for seat in state.tracked_in_turn if pot_of(state, right_of(seat, seats)).exploded]
    return state.later(*(Task(Ask.CARD, seat) for seat in glad))


def rollers(state: GameState) -> tuple[int, ...]:
    """Return the seats that roll the bonus die, tracked or not, in turn order."""
    pots = [pot_of(state, seat) for seat in range(len(state.seats))]
    furthest = max((pot.scoring_space for pot in pots if not pot.exploded), default=NOBODY)
    return tuple(seat for seat in state.turn_order if may_roll(pots[seat].scoring_space, pots[seat].exploded, furthest))


def begin_die(state: GameState) -> GameState:
    """Return the state at step A: who may roll the bonus die rolls it."""
    tasks = [Task(Ask.ROLL, seat) for seat in rollers(state) if state.is_tracked(seat)]
    return state.later(*(task for task in tasks for _ in range(die_rolls(state.card))))


def reward_black(state: GameState, task: Task) -> GameState:
    """Return the state after the black chips of a seat paid."""
    seats = len(state.seats)
    left = pot_of(state, left_of(task.seat, seats)).blacks if seats > 1 else NOBODY
    right = pot_of(state, right_of(task.seat, seats)).blacks if seats > 2 else NOBODY
    steps, rubies = black_reward(pot_of(state, task.seat).blacks, left, right, state.setup.rulings)
    return gain_steps(gain(state, task.seat, rubies=rubies), task.seat, steps)


def begin_points(state: GameState) -> GameState:
    """Return the state at steps C and D; after them Seasoned Perfectly."""
    state = state.later(*(Task(Ask.POINTS, seat) for seat in state.tracked_in_turn))
    if state.card == Card.SEASONED_PERFECTLY:
        state = state.later(*(Task(Ask.SEASONED, seat) for seat in state.tracked_in_turn))
    return state


def pay_space(state: GameState, task: Task) -> GameState:
    """Return the state after step C, and D unless the seat has to choose between points and coins."""
    pot = pot_of(state, task.seat)
    state = gain(
        state,
        task.seat,
        points=int(card_points(pot.scoring_space, state.card)),
        rubies=int(rubies_of_space(pot.scoring_space, state.card)),
    )
    if pot.exploded and not pot.protected:
        return state.first(Task(Ask.EXPLODED, task.seat))
    return _pay_points(state, task.seat).with_seat(task.seat, takes_coins=True)


def _pay_points(state: GameState, seat: int) -> GameState:
    """Pay the victory points of the scoring space."""
    points = int(VICTORY_POINTS[pot_of(state, seat).scoring_space])
    return gain(state, seat, points=points)


def coins_of(state: GameState, seat: int) -> int:
    """Return the coins that the scoring space of a seat shows."""
    return int(COINS[pot_of(state, seat).scoring_space])


def _exploded_options(_: GameState, __: Task) -> tuple[Option, ...]:
    """Points or coins."""
    return (Option(POINTS), Option(COINS_ANSWER))


def _exploded(state: GameState, task: Task, answer: str) -> GameState:
    """Pay the points, or keep the coins for step E."""
    if answer == POINTS:
        return _pay_points(state, task.seat)
    return state.with_seat(task.seat, takes_coins=True)


EXPLODED = Decision(_exploded_options, _exploded)
"""What an exploded pot takes."""


def reward_seasoned(state: GameState, task: Task) -> GameState:
    """Return the state after Seasoned Perfectly paid a seat."""
    brew = state.seats[task.seat].brew
    return gain_steps(state, task.seat, card_steps(brew.white_sum if brew else 0, state.card))
