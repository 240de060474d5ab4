"""The few successors of a state that can follow without a draw; what lies behind a draw is the business of the sweep."""

from collections.abc import Iterator
from dataclasses import replace

from quacks_math.brew.model.events import BrewEvent, Drew, Placed, PlacedRed
from quacks_math.brew.model.legality import action_event, legal_actions
from quacks_math.brew.model.state import BrewState, Phase, spaces_possible
from quacks_math.brew.model.transitions import apply
from quacks_math.material.chips import KINDS
from quacks_math.rules.placing import is_set_aside


def ways_to_draw(state: BrewState, kind: int) -> Iterator[Drew]:
    """Yield the events by which a chip can come out: one, or one for each way to decline extra spaces."""
    name = KINDS[kind]
    yield Drew(name)
    if state.brew.rulings.extra_spaces and not is_set_aside(kind, state.brew.books):
        for spaces in spaces_possible(state, kind)[1:]:
            yield Drew(name, spaces)


def ways_to_place(state: BrewState, kind: int) -> Iterator[Placed]:
    """Yield the events by which a chip that was seen can be placed, likewise."""
    name = KINDS[kind]
    yield Placed(name)
    strong = state.phase is Phase.STRONG_LOOK
    if state.brew.rulings.extra_spaces and (strong or not is_set_aside(kind, state.brew.books)):
        for spaces in spaces_possible(state, kind, works=not strong)[1:]:
            yield Placed(name, spaces)


def ways_to_place_red(state: BrewState, kind: int) -> Iterator[PlacedRed]:
    """Yield the events by which a red chip beside the pot can be placed after the end, likewise."""
    name = KINDS[kind]
    yield PlacedRed(name)
    if state.brew.rulings.extra_spaces:
        for spaces in spaces_possible(state, kind, works=False)[1:]:
            yield PlacedRed(name, spaces)


def _events_that_wait(state: BrewState) -> Iterator[BrewEvent]:
    """Yield the events that answer what is open now, without a draw, a stop or a new beginning."""
    for move in legal_actions(state):
        if move.startswith("place:") and move != "place:none":
            yield from ways_to_place(state, KINDS.index(move[6:]))
        elif move not in ("draw", "stop", "look", "bag_empty", "restart"):
            yield action_event(state, move)


def seeds_of(state: BrewState) -> Iterator[BrewState]:
    """Yield the states behind all open choices in which the next chip may be drawn or a look is pending."""
    if state.phase in (Phase.DONE, Phase.SETTLING, Phase.STRONG_LOOK):
        return
    if state.phase is Phase.LOOKING and state.seen is None:
        yield state
        yield from seeds_of(apply(replace(state, seen=()), Placed(None)))
        return
    if state.phase is Phase.DRAWING:
        yield replace(state, pending=(), before_draw=None)
    for event in _events_that_wait(state):
        yield from seeds_of(apply(state, event))
