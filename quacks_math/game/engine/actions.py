"""What may happen next in a game: whose turn it is, the legal moves, and why another move is not legal."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from quacks_math.brew.model.bag import Bag
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
from quacks_math.game.engine.flow import DECISIONS
from quacks_math.game.engine.questions import Option
from quacks_math.game.engine.state import NOBODY, Ask, GameState, Step
from quacks_math.game.engine.steps.before_round import number_to_draw
from quacks_math.game.engine.steps.brewing import decisions, next_seat, untold_seats, why_not_brewed, why_not_reach
from quacks_math.game.engine.steps.shop import offers, why_not_buy
from quacks_math.material.cards import FORTUNE_CARDS, Card
from quacks_math.material.chips import KIND_COUNT, KINDS, kind_index
from quacks_math.material.extras import LAST_GLASS
from quacks_math.material.track import LAST_CHIP_SPACE, LAST_SCORING_SPACE
from quacks_math.material.validation import shown

DIE_SIDES = 6
MOST_COUNTED = 999
"""More points, rubies or chips than this are taken for a slip of the finger."""


class Who(StrEnum):
    """Who speaks next."""

    SEAT = "seat"
    """A seat decides."""
    CHANCE = "chance"
    """Chance: draw it with ``engine.fold.chance`` or enter it."""
    TELLER = "teller"
    """Somebody tells what is known of a seat that is not tracked."""


class Turn(NamedTuple):
    """What is due.

    Attributes:
        who: Who speaks.
        seat: The seat, or ``NOBODY`` for the card of the round.
        ask: What for; see ``engine.state.Ask``.
    """

    who: Who
    seat: int
    ask: Ask


def turn(state: GameState) -> Turn | None:
    """Return what is due, None when the game is over."""
    if not state.tasks:
        return None
    task = state.tasks[0]
    if task.ask == Ask.BREW:
        due = next_seat(state)
        if due is None:
            return Turn(Who.TELLER, untold_seats(state)[0], task.ask)
        return Turn(Who.CHANCE if due.chance else Who.SEAT, due.seat, task.ask)
    if task.ask == Ask.TELL or (task.ask == Ask.DRAW_CHIPS and not state.is_tracked(task.seat)):
        return Turn(Who.TELLER, task.seat, task.ask)
    by_chance = task.ask in (Ask.DRAW_CARD, Ask.DRAW_CHIPS, Ask.ROLL)
    return Turn(Who.CHANCE if by_chance else Who.SEAT, task.seat, task.ask)


def options(state: GameState) -> tuple[Option, ...]:
    """Return the answers to the question that is due, each possible or with the reason why it is not.

    Empty if no question with a short list of answers is due (nothing, chance, a brew, buying).
    """
    if not state.tasks or state.tasks[0].ask not in DECISIONS:
        return ()
    task = state.tasks[0]
    return DECISIONS[task.ask].options(state, task)


def legal_actions(state: GameState) -> tuple[GameEvent, ...]:
    """Return the decisions of the seat whose turn it is; empty while chance or a teller speaks or the game is over.

    Seats brewing at the same time may act out of turn; ``steps.brewing.decisions`` lists what each can decide.
    """
    due = turn(state)
    if due is None or due.who != Who.SEAT:
        return ()
    if due.ask == Ask.BREW:
        brew = state.seats[due.seat].brew
        possible = () if brew is None else decisions(brew)
        return tuple(Reached(due.seat) if event is None else Brewed(due.seat, event) for event in possible)
    if due.ask == Ask.BUY:
        return (Bought(due.seat, ()), *(Bought(due.seat, kinds) for kinds in offers(state, due.seat)))
    return tuple(Chose(due.seat, due.ask.value, option.answer) for option in options(state) if option.why_not is None)


def _due(state: GameState, ask: Ask, seat: int) -> str | None:
    """Say why this is not due for this seat."""
    task = state.tasks[0]
    if task.ask != ask:
        return f"{task.ask.value!r} is due now, not {ask.value!r}"
    if task.seat not in (seat, NOBODY):
        return f"it is the turn of {state.setup.seats[task.seat].name}"
    return None


def _why_not_card(state: GameState, event: CardDrawn) -> str | None:
    if event.card not in FORTUNE_CARDS:
        return f"{shown(event.card)} is not a fortune card; use one of {', '.join(FORTUNE_CARDS)}"
    seen = None if Card[event.card.upper()] in state.unseen else f"{shown(event.card)} was seen in an earlier round"
    return _due(state, Ask.DRAW_CARD, NOBODY) or seen


def _why_not_chips(state: GameState, event: ChipsDrawn) -> str | None:
    not_due = _due(state, Ask.DRAW_CHIPS, event.seat)
    if not_due:
        return not_due
    bag = state.seats[event.seat].bag
    number = number_to_draw(state, event.seat)
    tracked = state.is_tracked(event.seat)
    if len(event.kinds) != number:
        return f"{len(event.kinds)} chips were drawn, but {number} have to be"
    for name in event.kinds:
        if name not in KINDS:
            return f"{shown(name)} is not a chip; use one of {' '.join(KINDS)}"
        if tracked and event.kinds.count(name) > bag[kind_index(name)]:
            return f"{event.kinds.count(name)} {name} were drawn, but {bag[kind_index(name)]} are in the bag"
    return None


def _why_not_roll(state: GameState, event: DieRolled) -> str | None:
    face = None if event.face in range(1, DIE_SIDES + 1) else f"{shown(event.face)} is no face of the die; use 1 to 6"
    return _due(state, Ask.ROLL, event.seat) or face


def _why_not_reached(state: GameState, event: Reached) -> str | None:
    return _due(state, Ask.BREW, event.seat) or why_not_reach(state, event.seat)


def _why_not_in_brew(state: GameState, event: Brewed) -> str | None:
    return _due(state, Ask.BREW, event.seat) or why_not_brewed(state, event.seat, event.event)


def _why_not_chosen(state: GameState, event: Chose) -> str | None:
    asked = [ask for ask in DECISIONS if ask.value == event.question]
    if not asked:
        return f"{shown(event.question)} is no question; use one of {', '.join(DECISIONS)}"
    not_due = _due(state, asked[0], event.seat)
    if not_due:
        return not_due
    for option in options(state):
        if option.answer == event.answer:
            return option.why_not
    possible = " or ".join(option.answer for option in options(state) if option.why_not is None)
    return f"{shown(event.answer)} is no answer here; choose {possible}"


def _why_not_bought(state: GameState, event: Bought) -> str | None:
    if not state.is_tracked(event.seat):
        early = "the evaluation has not begun" if state.step < Step.DIE else None
        return early or why_not_buy(state, event.seat, event.kinds)
    return _due(state, Ask.BUY, event.seat) or why_not_buy(state, event.seat, event.kinds)


def _why_not_told(state: GameState, event: PotTold) -> str | None:
    if state.is_tracked(event.seat):
        return "its pot is followed chip by chip and cannot be told"
    if event.scoring_space not in range(LAST_SCORING_SPACE + 1):
        return f"{shown(event.scoring_space)} is no scoring space; use 0 to {LAST_SCORING_SPACE}"
    if event.blacks not in range(MOST_COUNTED):
        return f"{shown(event.blacks)} is no number of black chips"
    return _due(state, Ask.BREW, event.seat)


def _why_not_counted(state: GameState, event: Counted) -> str | None:
    for name, highest in (
        ("victory_points", MOST_COUNTED),
        ("rubies", MOST_COUNTED),
        ("droplet", LAST_CHIP_SPACE),
        ("tube", LAST_GLASS),
    ):
        value = getattr(event, name)
        if value is not None and value not in range(highest + 1):
            return f"{name} {shown(value)} is not possible; use 0 to {highest}"
    if event.tube and not state.setup.tubes:
        return "the game is played without test tubes"
    brewing = state.seats[event.seat].brew is not None and state.seats[event.seat].pot is None
    if brewing and any(value is not None for value in (event.droplet, event.flask, event.bag)):
        return "droplet, flask and bag cannot be set straight while it is brewing"
    return _why_not_bag(state, event)


def _why_not_bag(state: GameState, event: Counted) -> str | None:
    """Say why a bag that was counted cannot be right."""
    if event.bag is None:
        return None
    if not state.is_tracked(event.seat):
        return "its bag is not followed"
    try:
        counts = Bag.parse(event.bag).counts
    except ValueError as error:
        return str(error).rstrip(".")
    owned = state.seats[event.seat].bag
    for kind in range(KIND_COUNT):
        if counts[kind] > owned[kind] + state.supply[kind]:
            return f"{counts[kind]} {KINDS[kind]} are more than bag and supply hold"
    return None


_CHECKS: dict[type, Callable[[GameState, Any], str | None]] = {
    CardDrawn: _why_not_card,
    ChipsDrawn: _why_not_chips,
    DieRolled: _why_not_roll,
    Reached: _why_not_reached,
    Brewed: _why_not_in_brew,
    Chose: _why_not_chosen,
    Bought: _why_not_bought,
    PotTold: _why_not_told,
    Counted: _why_not_counted,
}


def why_illegal(state: GameState, event: GameEvent) -> str | None:
    """Return one sentence that says why an event cannot happen now, None if it can.

    Args:
        state: The game.
        event: What is said to happen next.
    """
    if type(event) not in _CHECKS:
        return f"{shown(event)} is no event of a game."
    if state.over:
        return "The game is over."
    seat = getattr(event, "seat", NOBODY)
    if not isinstance(event, CardDrawn) and seat not in range(len(state.seats)):
        return f"Seat {shown(seat)} does not exist; use 0 to {len(state.seats) - 1}."
    reason = _CHECKS[type(event)](state, event)
    if reason is None:
        return None
    name = "The card" if seat == NOBODY else state.setup.seats[seat].name
    return f"{name}: {reason}."
