"""The potions phase at the table: whose turn it is to draw, and what a finished pot leaves behind.

What happens inside a pot is the business of ``brew.model.transitions``. Here stand the two passes of the phase and the laps of
round 9, as ``rules.rounds`` lays them down. In rounds 1 to 8 events of several seats may be entered in any order;
``next_seat`` names the one that comes next when nobody enters anything.
"""

from typing import NamedTuple

from quacks_math.brew.model import transitions as brew_state
from quacks_math.brew.model.events import BrewEvent, Drew, Stopped
from quacks_math.brew.model.legality import ENDS_EXPLODED
from quacks_math.brew.model.transitions import BrewState, Phase
from quacks_math.game.engine.ledger import gain
from quacks_math.game.engine.state import GameState, Lap, Pot
from quacks_math.material.chips import KIND_COUNT
from quacks_math.rules.rounds import LAST_ROUND

_FIRST_PASS = (Phase.DRAWING, Phase.LOOKING, Phase.OFFERED)
_SECOND_PASS = (Phase.STRONG_LOOK, Phase.SETTLING)


class Due(NamedTuple):
    """Which seat is next, and whether chance speaks (a draw or a look) or the seat decides."""

    seat: int
    chance: bool


def brew_at(state: GameState, seat: int) -> BrewState | None:
    """Return the brew of a seat, None if it has none that is followed."""
    return state.seats[seat].brew


def _waits_for_chance(state: GameState, seat: int) -> bool:
    """Say whether a hand is in the bag, or chips are to be looked at."""
    brew = brew_at(state, seat)
    looks = brew is not None and bool(brew.look) and brew.seen is None
    return looks or state.seats[seat].lap == Lap.REACHED


def _in_phase(state: GameState, phases: tuple[Phase, ...]) -> list[int]:
    """Return the tracked seats whose brew is in one of these phases, in turn order."""
    return [
        seat for seat in state.tracked_in_turn if (brew := brew_at(state, seat)) is not None and brew.phase in phases
    ]


def next_seat(state: GameState) -> Due | None:
    """Return who is next in the potions phase, None when every tracked seat is done."""
    drawing = _in_phase(state, _FIRST_PASS)
    if drawing and state.round == LAST_ROUND:
        looking = _in_phase(state, (Phase.LOOKING,))
        deciding = [seat for seat in drawing if state.seats[seat].lap == Lap.DECIDES]
        reached = [seat for seat in drawing if state.seats[seat].lap == Lap.REACHED]
        seat = (looking or deciding or reached)[0]
        return Due(seat, _waits_for_chance(state, seat))
    waiting = drawing or _in_phase(state, _SECOND_PASS)
    return Due(waiting[0], _waits_for_chance(state, waiting[0])) if waiting else None


def untold_seats(state: GameState) -> tuple[int, ...]:
    """Return the seats, not tracked, whose pot has not been told."""
    return tuple(seat for seat in state.turn_order if not state.is_tracked(seat) and state.seats[seat].pot is None)


def decisions(brew: BrewState) -> tuple[BrewEvent | None, ...]:
    """Return what a seat can decide in its brew; None stands for drawing a chip.

    What only says in other words that the last chip is left as it is (``keep``, ``go_on``, a draw or stop that passes
    over chips seen) is left out, because draw and stop say it too. A look is always taken: it costs nothing; while its
    chips are not told there is nothing to decide.
    """
    actions = brew_state.legal_actions(brew)
    if brew.look:
        actions = tuple(action for action in actions if action.startswith("place"))
    passed_over = {"keep", "look", *ENDS_EXPLODED} | (set() if brew.exploded else {"go_on"})
    return tuple(
        None if action == "draw" else brew_state.action_event(brew, action)
        for action in actions
        if action not in passed_over
    )


def why_not_reach(state: GameState, seat: int) -> str | None:
    """Return why a seat cannot decide to draw now, None if it can."""
    brew = brew_at(state, seat)
    if brew is None:
        return "its bag is not followed"
    if state.seats[seat].lap == Lap.DREW:
        return "it has its chip of this lap; in round 9 the others draw first"
    if state.seats[seat].lap == Lap.REACHED:
        return "its hand is in the bag already"
    if brew.look or "draw" not in brew_state.legal_actions(brew):
        return "it cannot draw any more" if brew.drawing_ended or not brew.chips_left else "another choice is open"
    return None


def why_not_brewed(state: GameState, seat: int, event: BrewEvent) -> str | None:
    """Return why this cannot happen in the brew of a seat now, None if it can."""
    brew = brew_at(state, seat)
    if brew is None:
        return "its bag is not followed; tell its finished pot instead"
    lap = state.seats[seat].lap
    if lap == Lap.REACHED and not isinstance(event, Drew):
        return "its hand is in the bag; tell which chip came out"
    if lap == Lap.DREW and isinstance(event, Drew | Stopped):
        return "it has its chip of this lap; in round 9 the others draw first"
    reason = brew_state.why_illegal(brew, event)
    return reason.rstrip(".") if reason else None


def brewed(state: GameState, seat: int, event: BrewEvent) -> GameState:
    """Return the state after something legal happened in the brew of a seat."""
    brew = brew_at(state, seat)
    if brew is None:
        raise ValueError(f"{state.setup.seats[seat].name} has no brew that is followed.")
    after = brew_state.apply(brew, event)
    lap = state.seats[seat].lap
    if isinstance(event, Drew):
        lap = Lap.DREW if state.round == LAST_ROUND else Lap.DECIDES
    state = state.with_seat(seat, brew=after, lap=lap)
    if after.phase is Phase.DONE:
        state = _finished(state, seat, after)
    return _next_lap(state)


def _finished(state: GameState, seat: int, brew: BrewState) -> GameState:
    """Return the state after a brew: everything but kept red chips is the seat's bag again."""
    bag = list(brew.left)
    for chip in brew.pot:
        bag[chip.kind] += 1
    pot = Pot(brew.die_index, brew.exploded, brew.protected_explosion, brew.blacks)
    state = state.with_seat(seat, bag=tuple(bag), beside=brew.kept, flask=brew.flask, pot=pot)
    return gain(state, seat, points=brew.points, rubies=brew.rubies)


def _next_lap(state: GameState) -> GameState:
    """Return the state with a new lap begun if every seat still drawing has its chip."""
    drawing = _in_phase(state, _FIRST_PASS)
    if any(state.seats[seat].lap != Lap.DREW for seat in drawing):
        return state
    for seat in drawing:
        state = state.with_seat(seat, lap=Lap.DECIDES)
    return state


def chip_at(place: int, left: tuple[int, ...]) -> int:
    """Return the kind of the chip with this number in a bag whose chips lie in canonical order.

    Args:
        place: 0 to the number of chips in the bag minus 1.
        left: Chips by kind, shape (18,).
    """
    for kind in range(KIND_COUNT):
        place -= left[kind]
        if place < 0:
            return kind
    raise ValueError(f"The bag has only {sum(left)} chips.")
