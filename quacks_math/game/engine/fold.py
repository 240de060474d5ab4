"""A game as the fold of its events: the first state, the state after an event, and events that chance brings."""

from typing import Protocol

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import Drew, Looked
from quacks_math.game.engine.actions import DIE_SIDES, Who, turn, why_illegal
from quacks_math.game.engine.events import (
    Bought,
    Brewed,
    CardDrawn,
    ChipsDrawn,
    Chose,
    Counted,
    DieRolled,
    GameEvent,
    PotTold,
    Reached,
)
from quacks_math.game.engine.flow import DECISIONS, begin, settle
from quacks_math.game.engine.ledger import gain_die, move_chips
from quacks_math.game.engine.setup import Setup
from quacks_math.game.engine.state import Ask, GameState, Lap, Pot, Step, table_before_round_1
from quacks_math.game.engine.steps.before_round import number_to_draw, read_card, take_drawn
from quacks_math.game.engine.steps.brewing import brewed, chip_at
from quacks_math.game.engine.steps.shop import buy
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COUNT, KINDS, kind_index
from quacks_math.rules.rounds import standing


class Numbers(Protocol):
    """A source of chance: a ``numpy.random.Generator``, or anything else that gives whole numbers."""

    def integers(self, high: int, /) -> int:
        """Return a whole number from 0 to ``high`` - 1."""


def start_game(setup: Setup) -> GameState:
    """Return the state of a new game, the first task due."""
    return settle(begin(table_before_round_1(setup), Step.CARD))


def apply(state: GameState, event: GameEvent) -> GameState:
    """Return the state after an event and everything that follows from it by itself.

    Raises:
        ValueError: If the event cannot happen now; the message is that of ``why_illegal``.
    """
    reason = why_illegal(state, event)
    if reason is not None:
        raise ValueError(reason)
    return settle(_happened(state, event))


def _happened(state: GameState, event: GameEvent) -> GameState:  # noqa: PLR0911 (one answer per kind of event)
    """Return the state right after a legal event."""
    match event:
        case CardDrawn(card):
            return read_card(state.without_task(), Card[card.upper()])
        case ChipsDrawn(seat, kinds):
            return take_drawn(state.without_task(), seat, tuple(kind_index(kind) for kind in kinds))
        case DieRolled(seat, face):
            return gain_die(state.without_task(), seat, face - 1)
        case Reached(seat):
            return state.with_seat(seat, lap=Lap.REACHED)
        case Brewed(seat, what):
            return brewed(state, seat, what)
        case Chose(_, _, answer):
            task = state.tasks[0]
            return DECISIONS[task.ask].resolve(state.without_task(), task, answer)
        case Bought(seat, kinds):
            return buy(state.without_task() if state.is_tracked(seat) else state, seat, kinds)
        case PotTold(seat, scoring_space, exploded, blacks):
            return state.with_seat(seat, pot=Pot(scoring_space, exploded, blacks=blacks))
        case Counted():
            return _counted(state, event)


def _counted(state: GameState, event: Counted) -> GameState:
    """Return the state set straight; a different bag is made up from the supply."""
    names = ("victory_points", "rubies", "droplet", "tube", "flask")
    told = {name: getattr(event, name) for name in names if getattr(event, name) is not None}
    if state.seats[event.seat].pot is not None and (event.victory_points is not None or event.rubies is not None):
        told["told"] = True
    state = state.with_seat(event.seat, **told)
    if event.bag is None:
        return state
    counts = Bag.parse(event.bag).counts
    for kind in range(KIND_COUNT):
        state = move_chips(state, event.seat, kind, counts[kind] - state.seats[event.seat].bag[kind])
    return state


def _drawn(rng: Numbers, left: tuple[int, ...], number: int) -> tuple[str, ...]:
    """Return chips drawn one after another without putting back."""
    bag = list(left)
    kinds = []
    for _ in range(number):
        kind = chip_at(int(rng.integers(sum(bag))), tuple(bag))
        bag[kind] -= 1
        kinds.append(KINDS[kind])
    return tuple(kinds)


def chance(state: GameState, rng: Numbers) -> GameEvent:
    """Return what chance brings now, in the order and numbering that ``rules.rounds`` lays down.

    Args:
        state: The game, in which chance is due.
        rng: Where the numbers come from.

    Raises:
        ValueError: If not chance but a seat or a teller speaks next, or the game is over.
    """
    due = turn(state)
    if due is None or due.who != Who.CHANCE:
        raise ValueError("Chance is not due: " + ("the game is over." if due is None else f"{due.who} speaks next."))
    if due.ask == Ask.DRAW_CARD:
        return CardDrawn(Card(state.unseen[int(rng.integers(len(state.unseen)))]).name.lower())
    seat = state.seats[due.seat]
    if due.ask == Ask.DRAW_CHIPS:
        return ChipsDrawn(due.seat, _drawn(rng, seat.bag, number_to_draw(state, due.seat)))
    if due.ask == Ask.ROLL:
        return DieRolled(due.seat, 1 + int(rng.integers(DIE_SIDES)))
    if seat.brew is None:
        raise AssertionError("a seat whose brew waits for chance has a brew")
    if seat.brew.look:
        return Brewed(due.seat, Looked(_drawn(rng, seat.brew.left, seat.brew.look)))
    return Brewed(due.seat, Drew(_drawn(rng, seat.brew.left, 1)[0]))


def replay(setup: Setup, events: tuple[GameEvent, ...]) -> tuple[GameState, ...]:
    """Return the states before the first and after every event.

    Raises:
        ValueError: If an event cannot happen; names its number and the reason.
    """
    states = [start_game(setup)]
    for number, event in enumerate(events, start=1):
        try:
            states.append(apply(states[-1], event))
        except ValueError as error:
            raise ValueError(f"Event {number}, {type(event).__name__}: {error}") from error
    return tuple(states)


def places(state: GameState) -> tuple[int, ...]:
    """Return the place of every seat as the points stand: 1 for the best; equal ones share a place.

    Points first, then the scoring space of the last finished pot. After round 9 place 1 has won.
    """
    pots = [seat.pot or seat.last_pot for seat in state.seats]
    numbers = [
        standing(seat.victory_points, pot.scoring_space if pot else 0)
        for seat, pot in zip(state.seats, pots, strict=True)
    ]
    return tuple(1 + sum(other > number for other in numbers) for number in numbers)


def winners(state: GameState) -> tuple[int, ...]:
    """Return the seats that have won; several share the win.

    Raises:
        ValueError: If the game is not over.
    """
    if not state.over:
        raise ValueError(f"Nobody has won in round {state.round}; play to the end of round 9.")
    return tuple(seat for seat, place in enumerate(places(state)) if place == 1)
