"""Laws of a brew over random legal logs, and the pot of the state against the pot of the oracle."""

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

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
from quacks_math.brew.model.legality import ENDS_EXPLODED
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import (
    BrewState,
    Phase,
    action_event,
    apply,
    legal_actions,
    start_state,
    why_illegal,
)
from quacks_math.material.chips import KIND_VALUE, KINDS, R1
from quacks_math.rules.placing import is_white
from tests.examples import examples
from tests.oracle import brew_oracle, brew_pot
from tests.oracle.brew_setup import DEFAULT_RULINGS, OTHER_RULINGS, OracleBrew
from tests.quacks_math.random_brews import RANDOM, random_brew, random_log


def chips_everywhere(state: BrewState) -> Counter[int]:
    """Count the chips in bag and pot and beside it."""
    chips = Counter({kind: left for kind, left in enumerate(state.left) if left})
    chips.update(chip.kind for chip in state.pot)
    for red in range(3):
        chips[R1 + red] += state.aside[red] + state.kept[red]
    return +chips


@examples(300)
@given(RANDOM)
def test_chips_are_never_lost_and_the_white_sum_is_that_of_the_pot(rng: random.Random) -> None:
    brew = random_brew(rng)
    whole = chips_everywhere(start_state(brew))
    for state in random_log(rng, brew)[1]:
        assert chips_everywhere(state) == whole
        assert state.white_sum == sum(int(KIND_VALUE[chip.kind]) for chip in state.pot if is_white(chip.kind))
        assert not state.exploded or state.white_sum > state.white_limit
        assert state.exploded or state.phase in (Phase.SETTLING, Phase.DONE) or state.white_sum <= state.white_limit
        assert state.position == (state.pot[-1].space if state.pot else brew.first_space)
        assert brew.first_space <= state.position <= 52


@examples(200)
@given(RANDOM)
def test_every_event_is_legal_or_refused_with_one_sentence_and_then_not_applied(rng: random.Random) -> None:
    brew = random_brew(rng)
    state = random_log(rng, brew)[1][-1]
    kind = rng.choice([*KINDS, "X1"])
    events: list[BrewEvent] = [
        Drew(kind), Drew(kind, 3), UsedFlask(), Stirred(), Kept(), ReturnedWhite(), Looked((kind,)), Placed(kind),
        Placed(None), Restarted(), WentOn(), Stopped(), PlacedRed(kind), PlacedRed(kind, 2), KeptRed(kind),
        ReturnedRed(kind),
    ]  # fmt: skip
    for event in events:
        reason = why_illegal(state, event)
        if reason is None:
            assert isinstance(apply(state, event), BrewState)
        else:
            assert reason.endswith(".")
            assert "\n" not in reason
            with pytest.raises(ValueError, match=re.escape(reason)):
                apply(state, event)


@examples(200)
@given(RANDOM)
def test_every_legal_action_has_a_legal_event_or_waits_for_chance(rng: random.Random) -> None:
    for state in random_log(rng, random_brew(rng))[1]:
        for action in legal_actions(state):
            if action not in ("draw", "look", *ENDS_EXPLODED):
                assert why_illegal(state, action_event(state, action)) is None


def oracle_brew(brew: Brew) -> OracleBrew:
    """Tell the oracle the same setting."""
    sides = (DEFAULT_RULINGS, OTHER_RULINGS)
    return OracleBrew(
        bag=tuple(zip(KINDS, brew.bag.counts, strict=True)),
        books=tuple((colour[0].upper(), number) for colour, number in brew.books._asdict().items()),
        start=brew.first_space,
        limit=brew.limit,
        card=brew.card,
        flask=brew.flask,
        beside=tuple((kind, brew.beside.count(kind)) for kind in ("R1", "R2", "R4")),
        rulings=tuple((name, sides[getattr(brew.rulings, name)][name]) for name in DEFAULT_RULINGS),
    )


ORACLE_NAMES = {
    Drew: "draw",
    UsedFlask: "flask",
    Stirred: "stir",
    ReturnedWhite: "return",
    Looked: "look",
    Placed: "place",
    Restarted: "restart",
    Stopped: "stop",
    PlacedRed: "red",
    KeptRed: "keep",
    ReturnedRed: "back",
}


def oracle_event(event: BrewEvent) -> tuple[Any, ...] | None:
    """Return the event in the oracle's words; None where it has none because nothing changes but an open choice."""
    if type(event) not in ORACLE_NAMES:
        return None
    return (ORACLE_NAMES[type(event)], *(getattr(event, name) for name in ("kind", "seen") if hasattr(event, name)))


@examples(300)
@given(RANDOM)
def test_the_pot_is_the_oracles_pot(rng: random.Random) -> None:
    brew = random_brew(rng, may_decline=False)
    told = oracle_brew(brew)
    pot = brew_pot.first_pot(told)
    events, states = random_log(rng, brew)
    for event, state in zip(events, states[1:], strict=True):
        name = oracle_event(event)
        if name is None:
            if isinstance(event, WentOn):
                break
            continue
        pot = brew_oracle.after_event(told, pot, name)
        assert dict(pot.bag) == {KINDS[kind]: left for kind, left in enumerate(state.left) if left}
        assert pot.chips == tuple((KINDS[chip.kind], chip.space) for chip in state.pot)
        assert (pot.flask, pot.doubled, pot.window) == (state.flask, state.doubled, state.protected)
        assert (pot.rubies, pot.points) == (state.rubies, state.points)
        assert (pot.exploded, pot.protected) == (state.exploded, state.protected_explosion)
        assert (pot.offer == brew_pot.OFFER_PENDING) == ("restart" in state.pending)
        assert pot.may_return == ("return" in state.pending)
        assert (pot.before_white is not None and pot.flask_reaches) == ("use_flask" in state.pending)
        assert sorted(pot.aside + pot.beside) == [
            kind for kind, count in zip(("R1", "R2", "R4"), state.aside, strict=True) for _ in range(count)
        ]
        if state.phase in (Phase.DRAWING, Phase.LOOKING, Phase.OFFERED):
            assert brew_pot.white_limit(told, brew_pot.number_of(pot, "Y")) == state.white_limit
