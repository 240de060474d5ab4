"""The transitions of the decision process: one brew as the fold of its event log.

``apply`` returns the state after an event, ``replay`` the state after a whole log. Which events are legal stands in
``model.legality``, what a state consists of in ``model.state``; both are offered here too. Where chips lie and what they
do is said in ``rules.placing``; here stands only when it happens.
"""

from dataclasses import replace

from quacks_math.brew.model.events import (
    BrewEvent,
    Drew,
    Kept,
    KeptRed,
    Looked,
    Placed,
    PlacedRed,
    Restarted,
    ReturnedRed,
    ReturnedWhite,
    Stirred,
    Stopped,
    UsedFlask,
    WentOn,
)
from quacks_math.brew.model.forgotten import implies_red, may_come_from_look, way_to_last
from quacks_math.brew.model.legality import action_event, legal_actions, why_illegal
from quacks_math.brew.model.notation import print_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import NO_CHIP, UNKNOWN_SPACE, BrewState, Phase, PlacedChip, spaces_possible
from quacks_math.brew.model.tally import Tally
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_VALUE, R1, R4, kind_index
from quacks_math.material.validation import of_type, shown
from quacks_math.rules import placing
from quacks_math.rules.cards import SECOND_CHANCE_CHIPS, STRONG_LOOK

__all__ = [
    "NO_CHIP",
    "UNKNOWN_SPACE",
    "BrewState",
    "Phase",
    "PlacedChip",
    "action_event",
    "apply",
    "legal_actions",
    "replay",
    "spaces_possible",
    "start_state",
    "why_illegal",
]


def _plus(counts: tuple[int, ...], kind: int, change: int) -> tuple[int, ...]:
    """Return counts with more or fewer chips of a kind."""
    return (*counts[:kind], counts[kind] + change, *counts[kind + 1 :])


def _plus_red(reds: tuple[int, int, int], kind: int, change: int) -> tuple[int, int, int]:
    """Return the numbers of R1, R2, R4 with more or fewer of one."""
    one, two, four = _plus(reds, kind - R1, change)
    return one, two, four


def start_state(brew: Brew) -> BrewState:
    """Return the state before the first event: an empty pot, or what is known of one whose order was forgotten."""
    red_1, red_2, red_4 = brew.beside.counts[R1 : R1 + 3]
    state = BrewState(
        brew=brew,
        left=brew.bag.counts,
        pot=(),
        aside=(red_1, red_2, red_4),
        kept=(0, 0, 0),
        position=brew.first_space,
        white_sum=0,
        flask=brew.flask,
        first_white=brew.card_number == Card.WELL_STIRRED,
        second_chance=brew.card_number == Card.SECOND_CHANCE,
    )
    if brew.tally is None:
        return state
    return _counted(state, brew.tally)


def _counted(state: BrewState, tally: Tally) -> BrewState:
    """Return what is known of a pot whose order was forgotten.

    Args:
        state: The state before the first event.
        tally: What was told.
    """
    brew, way = state.brew, way_to_last(state.brew)
    last = None if tally.last is None else kind_index(tally.last)
    before = None if tally.before is None or way is None else kind_index(tally.before)
    known = list(tally.pot.counts)
    for kind in (last, before):
        if kind is not None:
            known[kind] -= 1
    chips = [PlacedChip(kind, UNKNOWN_SPACE) for kind, count in enumerate(known) for _ in range(count)]
    if implies_red(brew):
        # One that no step of the evaluation asks for; that it lies there is all that is known.
        chips.append(PlacedChip(R4, UNKNOWN_SPACE))
    if before is not None and way is not None:
        chips.append(PlacedChip(before, way.space_before))
    state = replace(state, left=(brew.bag - tally.pot).counts, second_chance=False)
    if last is not None and placing.is_white(last) and way is not None and not may_come_from_look(brew):
        # All of it is known, so the chip is drawn like any other: flask and Well Stirred can put it back.
        white_sum = tally.white_sum - int(KIND_VALUE[last])
        earlier = replace(
            state,
            left=_plus(state.left, last, 1),
            pot=tuple(chips),
            position=way.space_before,
            white_sum=white_sum,
            doubled=way.doubled,
            first_white=state.first_white and white_sum == 0,
        )
        return _drawn(earlier, last, way.spaces)
    white_before = int(KIND_VALUE[before]) if before is not None and placing.is_white(before) else 0
    state = replace(
        state,
        pot=(*chips, *(() if last is None else (PlacedChip(last, tally.space),))),
        position=tally.space,
        white_sum=tally.white_sum,
        doubled=last is not None and bool(placing.doubling_after(last, brew.books)),
        protected=0 if last is None else int(placing.protection_after(last, 0, brew.books)),
        first_white=state.first_white and tally.white_sum == 0,
        pending=("return",) * (last is not None and bool(placing.may_return_white(last, white_before, brew.books))),
    )
    return _ended(replace(state, exploded=True)) if state.white_sum > state.white_limit else state


def _settling(state: BrewState) -> BrewState:
    """Return the state once only the red chips beside the pot may be left to settle."""
    phase = Phase.SETTLING if any(state.aside) else Phase.DONE
    return replace(state, phase=phase, look=0, seen=None, pending=(), before_draw=None)


def _ended(state: BrewState) -> BrewState:
    """Return the state once drawing has ended: Strong Ingredient, then the red chips beside the pot."""
    if state.brew.card_number == Card.STRONG_INGREDIENT and not state.exploded and state.chips_left:
        return replace(state, phase=Phase.STRONG_LOOK, look=min(STRONG_LOOK, state.chips_left), pending=())
    return _settling(state)


def _after_effects(state: BrewState) -> BrewState:
    """Return the state once the last chip's effects are done: the fifth chip brings the offer of A Second Chance."""
    state = replace(state, look=0, seen=None)
    if state.second_chance and state.five_lay:
        return replace(state, phase=Phase.OFFERED, pending=(*state.pending, "restart"))
    return replace(state, phase=Phase.DRAWING)


def _without_choices(state: BrewState) -> BrewState:
    """Return the state with everything declined that the last chip left open."""
    if state.phase is Phase.LOOKING:
        state = _after_effects(state)
    offered = "restart" in state.pending
    state = replace(
        state,
        pending=(),
        before_draw=None,
        second_chance=state.second_chance and not offered,
        phase=Phase.DRAWING if offered else state.phase,
    )
    return _ended(state) if state.exploded else state


def _laid(state: BrewState, kind: int, spaces: int, *, inert: bool = False) -> BrewState:
    """Return the state with a chip behind the last one; a doubling is used up, no effect is carried out."""
    position = int(placing.space_after(state.position, spaces))
    return replace(
        state,
        pot=(*state.pot, PlacedChip(kind, position, inert)),
        position=position,
        white_sum=state.white_sum + (int(KIND_VALUE[kind]) if placing.is_white(kind) else 0),
        doubled=False,
    )


def _placed(
    state: BrewState, kind: int, spaces: int | None, before: BrewState, *, protected: bool, flask_reaches: bool
) -> BrewState:
    """Return the state after a chip, already out of the bag, was placed and its effect carried out.

    Args:
        state: The state without open choices.
        kind: The chip.
        spaces: How far it moves, None for all the way.
        before: The state to go back to when the chip, being white, is put back.
        protected: Whether it came with a protected draw.
        flask_reaches: Whether the flask, if full, may put it back.
    """
    brew = state.brew
    was_first_white = state.first_white
    may_return = bool(placing.may_return_white(kind, state.last_white, brew.books))
    state = _laid(state, kind, spaces_possible(state, kind)[0] if spaces is None else spaces)
    state = replace(state, five_lay=state.five_lay or len(state.pot) >= SECOND_CHANCE_CHIPS)
    if placing.is_white(kind):
        state = replace(state, first_white=False)
        if state.white_sum > state.white_limit:
            state = replace(state, exploded=True, protected_explosion=protected)
            if state.second_chance:
                return replace(state, phase=Phase.OFFERED, pending=("restart",))
            return _ended(state)
        pending = ("use_flask",) * (state.flask and flask_reaches) + ("return",) * was_first_white
        before = replace(before, first_white=False)
        return _after_effects(replace(state, pending=pending, before_draw=before if pending else None))
    rubies, points = placing.blue_gain(kind, state.position, brew.books)
    state = replace(
        state,
        doubled=bool(placing.doubling_after(kind, brew.books)),
        rubies=state.rubies + int(rubies),
        points=state.points + int(points),
        look=min(int(placing.looks_at(kind, brew.books)), state.chips_left),
        pending=("return",) * may_return,
    )
    return replace(state, phase=Phase.LOOKING) if state.look else _after_effects(state)


def _set_aside(state: BrewState, kind: int) -> BrewState:
    """Return the state with a red chip of set 2, already out of the bag, beside the pot."""
    return replace(state, aside=_plus_red(state.aside, kind, 1))


def _drawn(state: BrewState, kind: int, spaces: int | None) -> BrewState:
    """Return the state after a chip came out of the bag; whatever was open before is declined."""
    state = _without_choices(state)
    left_protected = int(placing.protection_after(kind, state.protected, state.brew.books))
    before = replace(state, protected=left_protected)
    after = replace(before, left=_plus(state.left, kind, -1))
    if placing.is_set_aside(kind, state.brew.books):
        return _set_aside(after, kind)
    return _placed(after, kind, spaces, before, protected=state.protected > 0, flask_reaches=True)


def _picked(state: BrewState, kind: int, spaces: int | None) -> BrewState:
    """Return the state after one of the chips seen was placed; the others went back."""
    after = replace(state, left=_plus(state.left, kind, -1), look=0, seen=None, phase=Phase.DRAWING)
    if state.phase is Phase.STRONG_LOOK:
        spaces = spaces_possible(state, kind, works=False)[0] if spaces is None else spaces
        return _settling(_laid(after, kind, spaces, inert=not state.brew.rulings.strong_step_b))
    if placing.is_set_aside(kind, state.brew.books):
        return _after_effects(_set_aside(after, kind))
    flask_reaches = not state.brew.rulings.flask_after_look
    return _placed(after, kind, spaces, _after_effects(state), protected=False, flask_reaches=flask_reaches)


def _white_returned(state: BrewState) -> BrewState:
    """Return the state after yellow of set 1 sent back the white chip before it, whose space stays empty."""
    white = state.pot[-2].kind
    return replace(
        state,
        left=_plus(state.left, white, 1),
        pot=(*state.pot[:-2], state.pot[-1]),
        white_sum=state.white_sum - int(KIND_VALUE[white]),
        pending=tuple(choice for choice in state.pending if choice != "return"),
    )


def _restarted(state: BrewState) -> BrewState:
    """Return the state after A Second Chance: all chips go back, flask, rubies and points stay as they are."""
    return replace(
        start_state(state.brew), flask=state.flask, rubies=state.rubies, points=state.points, second_chance=False
    )


def _before_settling(state: BrewState) -> BrewState:
    """Return the state with everything declined that would come before settling the red chips.

    With an empty bag nobody need say that drawing has ended.
    """
    if state.phase is Phase.STRONG_LOOK:
        return _settling(state)
    if state.phase in (Phase.SETTLING, Phase.DONE):
        return state
    state = _without_choices(state)
    return _ended(state) if not state.chips_left else state


def _red_settled(state: BrewState, event: PlacedRed | KeptRed | ReturnedRed) -> BrewState:
    """Return the state after one red chip beside the pot was placed, kept or put back."""
    kind = kind_index(event.kind)
    state = _before_settling(state)
    state = replace(state, aside=_plus_red(state.aside, kind, -1))
    match event:
        case PlacedRed(spaces=spaces):
            state = _laid(state, kind, spaces_possible(state, kind)[0] if spaces is None else spaces)
        case KeptRed():
            state = replace(state, kept=_plus_red(state.kept, kind, 1))
        case ReturnedRed():
            state = replace(state, left=_plus(state.left, kind, 1))
    return _settling(state)


def apply(state: BrewState, event: BrewEvent) -> BrewState:  # noqa: PLR0911 (one answer per kind of event)
    """Return the state after an event.

    Raises:
        ValueError: If the event cannot happen now; the message is that of ``why_illegal``.
    """
    reason = why_illegal(state, event)
    if reason is not None:
        raise ValueError(reason)
    match event:
        case Drew(kind, spaces):
            return _drawn(state, kind_index(kind), spaces)
        case UsedFlask() if state.before_draw is not None:
            return replace(state.before_draw, flask=False)
        case Stirred() if state.before_draw is not None:
            return state.before_draw
        case Kept():
            return replace(state, pending=("restart",) * ("restart" in state.pending), before_draw=None)
        case ReturnedWhite():
            return _white_returned(state)
        case Looked(seen):
            return replace(state, seen=tuple(kind_index(kind) for kind in seen) or None)
        case Placed(None):
            return _settling(state) if state.phase is Phase.STRONG_LOOK else _after_effects(state)
        case Placed(str(kind), spaces):
            return _picked(state, kind_index(kind), spaces)
        case Restarted():
            return _restarted(state)
        case WentOn():
            return _settling(state) if state.phase is Phase.STRONG_LOOK else _without_choices(state)
        case Stopped():
            return _ended(_without_choices(state))
        case PlacedRed() | KeptRed() | ReturnedRed():
            return _red_settled(state, event)
    raise ValueError(f"{shown(event)} is no event of a brew; use those of quacks_math.brew.model.events.")


def replay(brew: Brew) -> BrewState:
    """Return the state after everything that came out so far.

    Raises:
        ValueError: If the rules forbid it; names the number of the event and the reason.
    """
    state = start_state(of_type(brew, Brew, "brew", "a Brew, such as Brew(Bag.parse('W1x4 O1'))"))
    for number, event in enumerate(brew.pot, start=1):
        try:
            state = apply(state, event)
        except ValueError as error:
            reason = (
                str(error) if ";" in str(error) else f"{str(error)[:-1]}; leave it out or correct what comes before it."
            )
            raise ValueError(f"Event {number} of the pot, {print_pot((event,))}: {reason}") from error
    return state
