"""Choices that a fortune card gives: which answers there are and what they do."""

from quacks_math.game.engine.ledger import DROPLET, NONE, gain, gain_chip, gain_steps, move_chips, why_not_gain
from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import GameState, Task
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COUNT, KINDS, NO_KIND, W1, kind_index
from quacks_math.rules.cards import (
    GOOD_START_MOST_TAILS,
    JUST_IN_TIME_POINTS,
    ONLY_CHOOSE_ONE_RUBIES,
    WHEEL_AND_DEAL_PRICE,
    card_droplet_steps,
    card_offers,
    next_larger,
    tails_to_give,
)
from quacks_math.rules.rounds import LAST_ROUND

RUBIES = "rubies"
POINTS = "points"
WHITE = "white"


def _chips(state: GameState) -> tuple[Option, ...]:
    """The chips that the card offers once all books are open, each with why it cannot be taken now."""
    offered = [kind for kind in range(KIND_COUNT) if card_offers(state.card, kind, LAST_ROUND, state.setup.rulings)]
    return tuple(Option(KINDS[kind], why_not_gain(state, kind)) for kind in offered)


def _card_options(state: GameState, task: Task) -> tuple[Option, ...]:  # noqa: PLR0911 (one answer per card)
    """The answers to the card of the round."""
    mine = state.seats[task.seat]
    if state.card == Card.CHOOSE_WISELY:
        return (Option(DROPLET), *_chips(state))
    if state.card == Card.ONLY_CHOOSE_ONE:
        return (*_chips(state), Option(RUBIES))
    if state.card == Card.RATS_ARE_FRIENDS:
        return (*_chips(state), Option(POINTS))
    if state.card == Card.WHEEL_AND_DEAL:
        poor = None if mine.rubies >= WHEEL_AND_DEAL_PRICE else "it costs a ruby and there is none"
        return (*(Option(chip, why_not or poor) for chip, why_not in _chips(state)), Option(NONE))
    if state.card == Card.JUST_IN_TIME:
        return (Option(POINTS), Option(WHITE, None if mine.bag[W1] else "no W1 is in the bag"))
    if state.card == Card.GOOD_START:
        most = tails_to_give(task.data[0])
        few = f"only {task.data[0]} rat tails are there to give"
        return tuple(Option(str(tails), None if tails <= most else few) for tails in range(GOOD_START_MOST_TAILS + 1))
    return _chips(state)


def _card(state: GameState, task: Task, answer: str) -> GameState:  # noqa: PLR0911 (one result per answer)
    """Do what was chosen."""
    seat = task.seat
    if answer == DROPLET:
        return gain_steps(state, seat, card_droplet_steps(state.card))
    if answer == RUBIES:
        return gain(state, seat, rubies=ONLY_CHOOSE_ONE_RUBIES)
    if answer == POINTS and state.card == Card.JUST_IN_TIME:
        return gain(state, seat, points=JUST_IN_TIME_POINTS)
    if answer == POINTS:
        lost = bool(state.setup.rulings.rats_friends)
        return gain(state, seat, points=task.data[0]).with_seat(seat, tails_lost=lost)
    if answer == WHITE:
        return move_chips(state, seat, W1, -1)
    if answer == NONE:
        return state
    if state.card == Card.GOOD_START:
        return gain(state, seat, rubies=int(answer)).with_seat(seat, tails_given=int(answer))
    if state.card == Card.WHEEL_AND_DEAL:
        state = gain(state, seat, rubies=-WHEEL_AND_DEAL_PRICE)
    return gain_chip(state, seat, kind_index(answer))


CARD = Decision(_card_options, _card)
"""The choice that the card of the round gives."""


def exchanges(state: GameState, seat: int) -> tuple[Option, ...]:
    """Return the exchanges of An Opportunistic Moment for the chips drawn, written ``G1>G2``."""
    options = []
    for kind in sorted(set(state.seats[seat].drawn)):
        larger = next_larger(kind)
        if larger != NO_KIND:
            why_not = None if state.supply[larger] else f"no {KINDS[larger]} is left in the supply"
            options.append(Option(f"{KINDS[kind]}>{KINDS[larger]}", why_not))
    return tuple(options)


def swap(state: GameState, seat: int, answer: str) -> GameState:
    """Return the state after a chip was swapped for a larger one, written ``G1>G2``."""
    old, new = (kind_index(kind) for kind in answer.split(">"))
    return move_chips(move_chips(state, seat, old, -1), seat, new, 1)


def _exchange_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """The exchanges, or none: who could exchange and declines gets nothing."""
    return (*exchanges(state, task.seat), Option(NONE))


def _exchange(state: GameState, task: Task, answer: str) -> GameState:
    """Exchange the chip chosen."""
    return state if answer == NONE else swap(state, task.seat, answer)


EXCHANGE = Decision(_exchange_options, _exchange)
"""An Opportunistic Moment."""
