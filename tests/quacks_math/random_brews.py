"""Random brews and random legal logs of them, over all books, brew cards and rulings."""

import random
from collections import Counter

from hypothesis import strategies as st

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import BrewEvent, Drew, Looked, Placed, PlacedRed
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import (
    BrewState,
    Phase,
    action_event,
    apply,
    legal_actions,
    spaces_possible,
    start_state,
)
from quacks_math.material.books import Books
from quacks_math.material.cards import BREW_CARDS
from quacks_math.material.chips import KINDS, kind_index
from quacks_math.material.rulings import Rulings
from quacks_math.rules.placing import is_set_aside

CARDS = (None, *(card.name.lower() for card in BREW_CARDS), "second_chance", "strong_ingredient", "well_stirred")


def random_brew(rng: random.Random, *, may_decline: bool = True) -> Brew:
    """Return a brew with a bag of 1 to 14 chips."""
    books = Books(*(rng.randint(1, 4) for _ in Books._fields))
    whites = ["W1"] * 4 + ["W2"] * 2 + ["W3"]
    chips = [rng.choice(KINDS) if rng.random() < 0.6 else rng.choice(whites) for _ in range(rng.randint(1, 14))]
    card = rng.choice(CARDS)
    beside = Bag.of({rng.choice(["R1", "R2", "R4"]): rng.randint(0, 2)}) if books.red == 2 else Bag()
    return Brew(
        Bag.of(Counter(chips)),
        books=books,
        start=rng.choice([0, 0, rng.randint(0, 10), rng.randint(30, 52)]),
        limit=7 if card == "living_in_luxury" else rng.choice([7, 7, 7, rng.randint(3, 12)]),
        card=card,
        flask=rng.random() < 0.8,
        beside=beside,
        rulings=Rulings(
            empty_pot=rng.randint(0, 1),
            flask_after_look=rng.randint(0, 1),
            yellow2_doubles=rng.randint(0, 1),
            limits=rng.randint(0, 1),
            extra_spaces=rng.randint(0, 1) if may_decline else 0,
            strong_step_b=rng.randint(0, 1),
        ),
    )


def _spaces(rng: random.Random, state: BrewState, kind: int, *, works: bool = True) -> int | None:
    """Return a way to move a chip, None for all of it."""
    if not state.brew.rulings.extra_spaces or rng.random() < 0.5:
        return None
    return rng.choice(spaces_possible(state, kind, works=works))


def random_event(rng: random.Random, state: BrewState) -> BrewEvent | None:
    """Return an event that may happen next, None if nothing can."""
    actions = list(legal_actions(state))
    if len(actions) > 1 and "stop" in actions and rng.random() < 0.85:
        actions.remove("stop")
    if state.phase is Phase.DONE:
        return None
    action = rng.choice(actions)
    if action == "draw":
        kind = rng.choices(range(len(KINDS)), state.left)[0]
        aside = is_set_aside(kind, state.brew.books)
        return Drew(KINDS[kind], None if aside else _spaces(rng, state, kind))
    if action == "look":
        bag = [kind for kind, left in zip(KINDS, state.left, strict=True) for _ in range(left)]
        return Looked(tuple(rng.sample(bag, state.look)))
    event = action_event(state, action)
    if isinstance(event, Placed) and event.kind is not None:
        kind = kind_index(event.kind)
        strong = state.phase is Phase.STRONG_LOOK
        if strong or not is_set_aside(kind, state.brew.books):
            return Placed(event.kind, _spaces(rng, state, kind, works=not strong))
    if isinstance(event, PlacedRed):
        return PlacedRed(event.kind, _spaces(rng, state, kind_index(event.kind)))
    return event


def random_log(rng: random.Random, brew: Brew) -> tuple[tuple[BrewEvent, ...], list[BrewState]]:
    """Play a brew for some while by random legal moves; return its events and all states, the first one included."""
    states = [start_state(brew)]
    events: list[BrewEvent] = []
    while rng.random() < 0.97:
        event = random_event(rng, states[-1])
        if event is None:
            break
        events.append(event)
        states.append(apply(states[-1], event))
    return tuple(events), states


RANDOM = st.integers(0, 2**32).map(random.Random)
"""Reproducible sources of chance; a failing one is named by hypothesis."""
