"""How a round flows: the steps one after another, and everything that happens without anybody being asked."""

from collections.abc import Callable
from dataclasses import replace

from quacks_math.game.engine.ledger import STEP
from quacks_math.game.engine.questions import Decision
from quacks_math.game.engine.state import Ask, GameState, SeatState, Step, Task
from quacks_math.game.engine.steps import card_choices, chip_effects, evaluation, shop
from quacks_math.game.engine.steps.before_round import begin_brew, begin_card, reward_less_is_more
from quacks_math.game.engine.steps.brewing import next_seat, untold_seats
from quacks_math.material.cards import Card
from quacks_math.rules.rounds import LAST_ROUND, left_of

DECISIONS: dict[Ask, Decision] = {
    Ask.CARD: card_choices.CARD,
    Ask.EXCHANGE: card_choices.EXCHANGE,
    Ask.STEP: STEP,
    Ask.MOVE: chip_effects.MOVE,
    Ask.PURPLE: chip_effects.PURPLE_REWARD,
    Ask.GREEN: chip_effects.GREEN_REWARD,
    Ask.EXPLODED: evaluation.EXPLODED,
    Ask.RUBIES: shop.RUBIES,
}
"""The questions with a short list of answers."""

_BY_ITSELF: dict[Ask, Callable[[GameState, Task], GameState]] = {
    Ask.LESS_IS_MORE: reward_less_is_more,
    Ask.BLACK: evaluation.reward_black,
    Ask.FIXED: chip_effects.reward_fixed,
    Ask.POINTS: evaluation.pay_space,
    Ask.SEASONED: evaluation.reward_seasoned,
    Ask.CONVERT_COINS: shop.convert_coins,
    Ask.CONVERT_RUBIES: shop.convert_rubies,
}


def _begin_telling(state: GameState) -> GameState:
    """Return the state at the end of a round: points and rubies of seats that are not tracked are due."""
    untold = [seat for seat in state.turn_order if not state.is_tracked(seat) and not state.seats[seat].told]
    return state.later(*(Task(Ask.TELL, seat) for seat in untold))


_BEGIN: dict[Step, Callable[[GameState], GameState]] = {
    Step.CARD: begin_card,
    Step.BREW: begin_brew,
    Step.SCHADENFREUDE: evaluation.begin_schadenfreude,
    Step.DIE: evaluation.begin_die,
    Step.EFFECTS: chip_effects.begin_effects,
    Step.POINTS: evaluation.begin_points,
    Step.SHOP: shop.begin_shop,
    Step.RUBIES: shop.begin_rubies,
    Step.TELLING: _begin_telling,
}


def begin(state: GameState, step: Step) -> GameState:
    """Return the state at the beginning of a step, its tasks laid down."""
    state = replace(state, step=step)
    return state if step == Step.OVER else _BEGIN[step](state)


def _next_step(state: GameState) -> GameState:
    """Return the state at the beginning of the next step, of this round or the next."""
    if state.step != Step.TELLING:
        return begin(state, Step(state.step + 1))
    if state.round == LAST_ROUND:
        return begin(state, Step.OVER)
    kept = ("bag", "victory_points", "rubies", "droplet", "tube", "flask", "beside")
    seats = tuple(SeatState(last_pot=seat.pot, **{name: getattr(seat, name) for name in kept}) for seat in state.seats)
    start_player = left_of(state.start_player, len(seats))
    state = replace(state, seats=seats, round=state.round + 1, card=Card.NONE, start_player=start_player)
    return begin(state, Step.CARD)


def _without_asking(state: GameState, task: Task) -> GameState | None:  # noqa: PLR0911 (one answer per kind of task)
    """Return the state after a task that needs nobody, None if somebody has to decide, draw, roll or tell."""
    if task.ask in _BY_ITSELF:
        return _BY_ITSELF[task.ask](state.without_task(), task)
    if task.ask in DECISIONS:
        decision = DECISIONS[task.ask]
        possible = [option.answer for option in decision.options(state, task) if option.why_not is None]
        if not possible:
            return state.without_task()
        return decision.resolve(state.without_task(), task, possible[0]) if len(possible) == 1 else None
    if task.ask == Ask.BREW:
        return None if next_seat(state) or untold_seats(state) else state.without_task()
    if task.ask == Ask.TELL:
        return state.without_task() if state.seats[task.seat].told else None
    if task.ask == Ask.BUY:
        return None if next(shop.offers(state, task.seat), None) else state.without_task()
    return None


def settle(state: GameState) -> GameState:
    """Return the state after everything that happens by itself; then a task is due, or the game is over."""
    while not state.over:
        if not state.tasks:
            state = _next_step(state)
            continue
        after = _without_asking(state, state.tasks[0])
        if after is None:
            return state
        state = after
    return state
