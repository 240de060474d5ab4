"""The actions of the decision process: the legal moves by name, and for everything else one sentence that says why not."""

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
from quacks_math.brew.model.state import BrewState, Phase, spaces_possible
from quacks_math.material.cards import Card
from quacks_math.material.chips import KINDS, R1, R4, YELLOW, kind_index
from quacks_math.material.validation import shown
from quacks_math.rules.placing import is_set_aside, is_white
from quacks_math.rules.traits import sets_with, traits_of

_SIMPLE_ACTIONS: dict[str, BrewEvent] = {
    "stop": Stopped(),
    "bag_empty": Stopped(),
    "use_flask": UsedFlask(),
    "keep": Kept(),
    "restart": Restarted(),
    "go_on": WentOn(),
    "place:none": Placed(None),
}
ENDS_EXPLODED = ("take_points", "take_coins", "exploded")
"""Moves that are no event of the brew: what an exploded pot takes in the evaluation, both where it was protected."""
_RED_ACTIONS = {"place_red": PlacedRed, "keep_red": KeptRed, "return_red": ReturnedRed}


def _why_no_kind(kind: object) -> str | None:
    """Say why this is not the name of a chip as events write it."""
    if isinstance(kind, str) and kind in KINDS:
        return None
    return f"{shown(kind)} is not a chip; use one of {' '.join(KINDS)}."


def _why_not_spaces(state: BrewState, kind: int, spaces: int | None, *, works: bool = True) -> str | None:
    """Say why a chip that is placed now cannot move so many spaces."""
    if spaces is None:
        return None
    if works and state.phase not in (Phase.SETTLING, Phase.STRONG_LOOK) and is_set_aside(kind, state.brew.books):
        return f"{KINDS[kind]} is set aside and moves no spaces; leave out ={spaces}."
    if not state.brew.rulings.extra_spaces:
        return f"Extra spaces are always taken (ruling extra_spaces); leave out ={spaces} after {KINDS[kind]}."
    possible = spaces_possible(state, kind, works=works)
    if spaces not in possible:
        return f"{KINDS[kind]} cannot move {spaces} spaces here; it moves {' or '.join(map(str, possible))}."
    return None


def _why_drawing_ended(state: BrewState) -> str | None:
    """Say why no chip can be drawn any more and nothing stopped."""
    if state.exploded:
        return "The pot has exploded, so drawing has ended."
    if state.drawing_ended:
        return "The brew was stopped, so drawing has ended."
    return None


def _why_not_drew(state: BrewState, event: Drew) -> str | None:
    """Say why this chip cannot come out of the bag."""
    reason = _why_no_kind(event.kind) or _why_drawing_ended(state)
    if reason is not None:
        return reason
    kind = kind_index(event.kind)
    if not state.chips_left:
        return f"The bag is empty, so {event.kind} cannot be drawn."
    if not state.left[kind]:
        return f"No {event.kind} is left in the bag, which had {state.brew.bag.counts[kind]} before the round."
    return _why_not_spaces(state, kind, event.spaces)


def _why_not_put_back(state: BrewState, choice: str) -> str | None:
    """Say why the white chip just drawn cannot be put back by the flask or by Well Stirred."""
    last_white = bool(state.pot) and is_white(state.pot[-1].kind)
    if choice in state.pending and last_white:
        return None
    name = "The flask" if choice == "use_flask" else "Well Stirred"
    if choice == "use_flask" and not state.flask:
        return "The flask is empty, so it cannot put a chip back."
    if choice == "return" and state.brew.card_number != Card.WELL_STIRRED:
        return "Only the card Well Stirred puts the first white chip back, and it is not in play."
    if state.exploded:
        return f"{name} cannot put back the chip that made the pot explode."
    if choice == "return" and last_white:
        return "Well Stirred puts back only the first white chip drawn in the round."
    return f"{name} puts back only the white chip that was just drawn."


def _why_not_returned(state: BrewState) -> str | None:
    """Say why no white chip goes back by yellow of set 1."""
    if "return" in state.pending and not is_white(state.pot[-1].kind):
        return None
    books = state.brew.books
    if not traits_of(YELLOW, books).returns_white:
        others = " or ".join(map(str, sets_with("returns_white", YELLOW)))
        return f"Yellow of set {books.yellow} sends no white chip back; set {others} does that."
    return "A white chip goes back only right after a yellow chip that was placed directly behind it."


def _why_not_kept(state: BrewState) -> str | None:
    """Say why there is nothing to keep."""
    if "use_flask" in state.pending or "return" in state.pending:
        return None
    return "No white chip could be put back now, so there is nothing to keep."


def _why_not_looked(state: BrewState, event: Looked) -> str | None:
    """Say why these chips cannot have been seen now."""
    if state.phase not in (Phase.LOOKING, Phase.STRONG_LOOK):
        return "Nothing may be looked at now; blue chips of set 1 and Strong Ingredient after the stop allow it."
    if state.seen is not None:
        return "The chips of this look are told already."
    reason = next((reason for reason in map(_why_no_kind, event.seen) if reason), None)
    if reason is not None:
        return reason
    if event.seen and len(event.seen) != state.look:
        return f"{len(event.seen)} chips are told as seen, but this look shows {state.look}."
    for kind in dict.fromkeys(event.seen):
        if event.seen.count(kind) > state.left[kind_index(kind)]:
            return f"{event.seen.count(kind)} {kind} cannot be seen; the bag has {state.left[kind_index(kind)]}."
    return None


def _why_not_placed(state: BrewState, event: Placed) -> str | None:
    """Say why this chip cannot be placed from a look."""
    if state.seen is None:
        return "No chips have been seen of which one could be placed."
    if event.kind is None:
        return None if event.spaces is None else f"No chip is placed, so none moves; leave out ={event.spaces}."
    reason = _why_no_kind(event.kind)
    if reason is not None:
        return reason
    kind = kind_index(event.kind)
    if kind not in state.seen:
        return f"{event.kind} was not seen; only {' '.join(KINDS[seen] for seen in sorted(state.seen))} can be placed."
    return _why_not_spaces(state, kind, event.spaces, works=state.phase is not Phase.STRONG_LOOK)


def _why_not_restarted(state: BrewState) -> str | None:
    """Say why the round cannot begin again."""
    if "restart" in state.pending:
        return None
    if state.brew.card_number != Card.SECOND_CHANCE:
        return "Only the card A Second Chance lets a round begin again, and it is not in play."
    if state.second_chance:
        return "A Second Chance is offered when the first five chips lie in the pot, or when the pot explodes before."
    return "A Second Chance is offered only once, and it was taken or declined."


def _why_not_went_on(state: BrewState) -> str | None:
    """Say why there is no offer to decline."""
    untold_look = state.seen is None and state.phase in (Phase.LOOKING, Phase.STRONG_LOOK)
    if untold_look or "restart" in state.pending:
        return None
    return "No look and no Second Chance is open that could be declined."


def _why_not_settled(state: BrewState, event: PlacedRed | KeptRed | ReturnedRed) -> str | None:
    """Say why this red chip beside the pot cannot be settled now."""
    reason = _why_no_kind(event.kind)
    if reason is not None:
        return reason
    kind = kind_index(event.kind)
    if not R1 <= kind <= R4 or not state.aside[kind - R1]:
        return f"No {event.kind} lies beside the pot."
    if not state.drawing_ended and not state.exploded and state.chips_left:
        return f"{event.kind} stays beside the pot until the brew is stopped or the pot has exploded."
    return _why_not_spaces(state, kind, event.spaces, works=False) if isinstance(event, PlacedRed) else None


def why_illegal(state: BrewState, event: BrewEvent) -> str | None:  # noqa: PLR0911 (one answer per kind of event)
    """Return one sentence that says why an event cannot happen now, None if it can.

    A draw or a stop declines whatever was open before; so does a red chip that is settled.

    Args:
        state: The state.
        event: What is said to happen next.
    """
    match event:
        case Drew():
            return _why_not_drew(state, event)
        case UsedFlask():
            return _why_not_put_back(state, "use_flask")
        case Stirred():
            return _why_not_put_back(state, "return")
        case Kept():
            return _why_not_kept(state)
        case ReturnedWhite():
            return _why_not_returned(state)
        case Looked():
            return _why_not_looked(state, event)
        case Placed():
            return _why_not_placed(state, event)
        case Restarted():
            return _why_not_restarted(state)
        case WentOn():
            return _why_not_went_on(state)
        case Stopped():
            return _why_drawing_ended(state)
        case PlacedRed() | KeptRed() | ReturnedRed():
            return _why_not_settled(state, event)


def legal_actions(state: BrewState) -> tuple[str, ...]:
    """Return the moves of the player by name, those that answer an open choice first.

    ``draw`` and ``stop`` are there while drawing is possible and decline what is open; with an empty bag ``bag_empty``
    stands for both. An exploded pot without anything to settle takes points or coins; where the explosion was protected
    it gets both and has the one entry ``exploded``. A finished pot that was stopped has none.
    """
    match state.phase:
        case Phase.DONE:
            if not state.exploded:
                return ()
            return ("exploded",) if state.protected_explosion else ENDS_EXPLODED[:2]
        case Phase.SETTLING:
            kinds = [KINDS[R1 + red] for red, count in enumerate(state.aside) if count]
            return tuple(f"{action}:{kind}" for action in _RED_ACTIONS for kind in kinds)
        case Phase.STRONG_LOOK:
            return ("look", "go_on") if state.seen is None else _placings(state.seen)
        case Phase.LOOKING:
            return (*(("look",) if state.seen is None else _placings(state.seen)), "draw", "stop")
    choices = list(state.pending)
    if "use_flask" in choices or "return" in choices:
        choices.append("keep")
    if "restart" in choices:
        choices.append("go_on")
    if not state.exploded:
        choices += ["draw", "stop"] if state.chips_left else ["bag_empty"]
    return tuple(choices)


def exploding_moves(state: BrewState) -> tuple[str, ...]:
    """Return the legal moves that make the pot explode for certain: chips of a look, and a draw that nothing survives."""
    exploding = {f"place:{KINDS[kind]}" for kind in state.seen or () if state.explodes_with(kind)}
    if all(state.explodes_with(kind) for kind, left in enumerate(state.left) if left):
        exploding.add("draw")
    return tuple(move for move in legal_actions(state) if move in exploding)


def _placings(seen: tuple[int, ...]) -> tuple[str, ...]:
    """Return the moves after a look, in canonical order of the chips."""
    return (*(f"place:{KINDS[kind]}" for kind in sorted(set(seen))), "place:none")


def action_event(state: BrewState, action: str) -> BrewEvent:
    """Return the event that a move is.

    Args:
        state: The state.
        action: A move, as ``legal_actions`` names them.

    Raises:
        ValueError: If the move is not possible now, or its event depends on what comes out of the bag (``draw``,
            ``look``), or it is no move at all but a state of affairs (``exploded``).
    """
    legal = legal_actions(state)
    if action not in legal:
        possible = ", ".join(legal) or "nothing, the brew is over"
        raise ValueError(f"{action!r} is not possible now; possible: {possible}.")
    if action in ("draw", "look"):
        raise ValueError(f"{action!r} has no event before it is told what came out of the bag; use Drew or Looked.")
    if action in ENDS_EXPLODED:
        raise ValueError(f"{action!r} belongs to the evaluation; nothing is left to do in this brew.")
    if action in _SIMPLE_ACTIONS:
        return _SIMPLE_ACTIONS[action]
    if action == "return":
        return Stirred() if is_white(state.pot[-1].kind) else ReturnedWhite()
    name, kind = action.split(":")
    return Placed(kind) if name == "place" else _RED_ACTIONS[name](kind)
