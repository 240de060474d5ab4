"""The exact solver beside the oracle: the same question put to both, and small questions to put.

The oracle (``tests.oracle``) goes through whole pots with fractions; the solver sweeps over numbered states. They share
nothing but the printed tables.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import (
    BrewEvent,
    Drew,
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
from quacks_math.brew.model.transitions import BrewState, Phase, action_event, apply, legal_actions, start_state
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import SETS, Books
from quacks_math.material.cards import BREW_CARDS
from quacks_math.material.chips import KINDS
from quacks_math.material.rulings import RULINGS, Rulings
from tests.oracle import brew_oracle, brew_pot
from tests.oracle.brew_setup import OracleBrew, OracleRates

CLOSE = 1e-9
CARDS = tuple(card.name.lower() for card in BREW_CARDS)
COLOURED = KINDS[3:]
ORACLE_NAMES: dict[type[BrewEvent], str] = {
    Drew: "draw",
    UsedFlask: "flask",
    Stirred: "stir",
    ReturnedWhite: "return",
    Looked: "look",
    Placed: "place",
    Restarted: "restart",
    WentOn: "go_on",
    Stopped: "stop",
    PlacedRed: "red",
    KeptRed: "keep",
    ReturnedRed: "back",
}


@dataclass(frozen=True)
class Question:
    """What both are asked.

    Attributes:
        brew: The brew with what came out so far.
        objective: As written.
        rule: As written.
        rates: Number of one of the uneven tables of rates.
    """

    brew: Brew
    objective: str = "worth"
    rule: str = "best"
    rates: int = 0

    def __repr__(self) -> str:
        """Return the question without what is as always."""
        usual, brew = Brew(Bag()), self.brew
        names = ("books", "start", "limit", "card", "flask", "round", "rubies", "beside", "rulings", "pot")
        told = [f"{name}={getattr(brew, name)}" for name in names if getattr(brew, name) != getattr(usual, name)]
        return f"<{brew.bag}; {', '.join(told)}; {self.objective}, {self.rule}, rates {self.rates}>"


@cache
def uneven_rates(number: int) -> OracleRates:
    """Return a table of rates in which hardly two things are worth the same, so that best play is hardly ever tied."""
    rng = random.Random(number)  # noqa: S311 (a table to test with)

    def some(highest: int) -> Fraction:
        return Fraction(rng.randrange(1, highest * 128), 128)

    coins = [Fraction(0)]
    while len(coins) < 36:
        coins.append(coins[-1] + some(1) / 2)
    return OracleRates(
        coins=tuple(coins),
        ruby=some(2),
        droplet=some(2),
        flask=some(2),
        die=some(2),
        die_chance=tuple(some(1) for _ in range(54)),
        chip={kind: some(4) for kind in COLOURED},
        kept_red={kind: some(3) - Fraction(1, 2) for kind in ("R1", "R2", "R4")},
        black=tuple(some(2) for _ in range(19)),
    )


def rates_of(number: int) -> Rates:
    """Return the same table as the solver takes it."""
    table = uneven_rates(number)
    return Rates(
        coins=tuple(map(float, table.coins)),
        ruby=float(table.ruby),
        droplet=float(table.droplet),
        flask=float(table.flask),
        die=float(table.die),
        die_chance=tuple(map(float, table.die_chance)),
        chip=tuple(float(table.chip.get(kind, 0)) for kind in KINDS),
        kept_red=tuple(float(table.kept_red[kind]) for kind in ("R1", "R2", "R4")),
        black=tuple(map(float, table.black)),
    )


def for_oracle(question: Question) -> OracleBrew:
    """Return the question as the oracle takes it."""
    brew = question.brew
    others = {ruling: brew.rulings.choice(ruling) for ruling, number in brew.rulings._asdict().items() if number}
    return OracleBrew(
        bag=chips(brew.bag),
        books=tuple((colour[0].upper(), number) for colour, number in brew.books._asdict().items()),
        start=brew.first_space,
        limit=brew.limit,
        card=brew.card,
        flask=brew.flask,
        round=brew.round,
        rubies=brew.rubies,
        beside=chips(brew.beside),
        rulings=tuple(others.items()),
        objective=question.objective,
        rates=uneven_rates(question.rates),
        rule=question.rule,
    )


def chips(bag: Bag) -> tuple[tuple[str, int], ...]:
    """Return the chips of a bag as the oracle takes them."""
    return tuple((kind, count) for kind, count in zip(KINDS, bag.counts, strict=True) if count)


def events_for_oracle(pot: tuple[BrewEvent, ...]) -> tuple[tuple[Any, ...], ...]:
    """Return events as the oracle takes them; all extra spaces are taken in them."""
    told: list[tuple[Any, ...]] = []
    for event in pot:
        if event == Looked(()):  # a look that is still open
            continue
        detail = getattr(event, "seen", getattr(event, "kind", ()))
        told.append((ORACLE_NAMES[type(event)], *([] if detail == () else [detail])))
    return tuple(told)


def check_question(question: Question) -> bool:
    """Compare every number of the solver's answer with the oracle's; return whether the ends could be compared too.

    They cannot where somewhere two choices of equal value end differently.
    """
    brew, state = question.brew, state_of(question.brew)
    found = advise(brew, Objective.parse(question.objective), StopRule.parse(question.rule), rates_of(question.rates))
    oracle, events = for_oracle(question), events_for_oracle(brew.pot)
    values = brew_oracle.values(oracle, events)
    # While a look is open the oracle lists the look alone: stop and draw are asked for by carrying them out.
    if "stop" in found.values and "stop" not in values:
        values["stop"] = brew_oracle.best(oracle, (*events, ("stop",)))
    if "go_on" in found.values and "go_on" not in values:
        values["go_on"] = brew_oracle.best(oracle, (*events, *decline(state)))
    if not brew.rulings.extra_spaces:
        for kind, value in found.next_values.items():
            assert value == close(brew_oracle.best(oracle, (*events, ("draw", kind)))), f"value after {kind}"
        if "draw" not in values and found.next_values:
            shares = {chip.kind: chip.fraction for chip in found.odds.next}
            values["draw"] = sum(
                (share * brew_oracle.best(oracle, (*events, ("draw", kind))) for kind, share in shares.items()),
                Fraction(0),
            )
    assert set(values) <= set(found.values)
    for move, value in values.items():
        assert found.values[move] == close(value), f"value of {move}"
    if question.rule == "best":
        assert found.values[found.action] == close(max(found.values.values()))
    elif found.action in ("draw", "stop") and {"draw", "stop"} <= set(found.values):
        calm = brew_pot.settled(brew_oracle.pot_after(oracle, events))
        assert (found.action == "draw") == brew_oracle.wants_to_draw(oracle, calm)
    return check_ends(question, found.outcome, brew_oracle.outcome(oracle, events))


def check_ends(question: Question, found: Any, expected: dict[str, Any]) -> bool:
    """Compare where play ends; return whether that is one thing."""
    assert sum(space.probability for space in found.scoring_space) == close(1)
    if expected["ties"]:
        return False
    assert found.explode == close(expected["explode"])
    mine = {(space.index, space.exploded): space.probability for space in found.scoring_space}
    assert mine == pytest.approx({key: float(chance) for key, chance in expected["scoring"].items()}, abs=CLOSE)
    if question.objective == "worth" or question.objective.startswith("beat"):
        assert sum(found.rubies.values()) == close(1)
        if not expected["ruby_ties"]:
            rubies = {number: float(chance) for number, chance in expected["rubies"].items()}
            assert found.rubies == pytest.approx(rubies, abs=CLOSE)
    return True


def close(value: float | Fraction) -> Any:
    """Return what is equal to this value up to rounding."""
    return pytest.approx(float(value), abs=CLOSE)


def decline(state: BrewState) -> tuple[tuple[Any, ...], ...]:
    """Return the oracle's events for placing nothing from the look that is open."""
    seen = () if state.seen is not None else (("look", hands(state)[0].seen),)
    return (*seen, ("place", None))


def state_of(brew: Brew) -> BrewState:
    """Return the state after the events of a brew."""
    state = start_state(brew)
    for event in brew.pot:
        state = apply(state, event)
    return state


def hands(state: BrewState) -> list[Looked]:
    """Return two of the hands that a look may show: from either end of the bag."""
    bag = [kind for kind, left in zip(KINDS, state.left, strict=True) for _ in range(left)]
    return [Looked(tuple(bag[: state.look])), Looked(tuple(bag[::-1][: state.look]))]


def next_events(state: BrewState) -> list[BrewEvent]:
    """Return what may happen next without ending the brew, as far as the oracle can be told; coloured chips first."""
    events: list[BrewEvent] = []
    for action in legal_actions(state):
        if action == "draw":
            events += [Drew(kind) for kind, left in zip(KINDS[::-1], state.left[::-1], strict=True) if left]
        elif action == "look":
            events += hands(state)
        elif action not in ("keep", *ENDS_EXPLODED) and not (action == "go_on" and state.phase is Phase.STRONG_LOOK):
            events.append(action_event(state, action))
    return [event for event in events if apply(state, event).phase is not Phase.DONE]


def after_some_moves(brew: Brew, choices: list[int]) -> Brew:
    """Return the brew with one event for each choice, as long as one can happen."""
    state, pot = start_state(brew), []
    for choice in choices:
        possible = next_events(state)
        if not possible:
            break
        pot.append(possible[choice % len(possible)])
        state = apply(state, pot[-1])
    return replace(brew, pot=tuple(pot))


def any_books(**fixed: int) -> st.SearchStrategy[Books]:
    """Choose books, some of them fixed."""
    return st.builds(Books, **{c: st.just(fixed[c]) if c in fixed else st.sampled_from(SETS) for c in Books._fields})


@st.composite
def questions(
    draw: st.DrawFn,
    *,
    must: str = "",
    books: st.SearchStrategy[Books] | None = None,
    cards: tuple[str | None, ...] = (None, None, *CARDS),
    rulings: Rulings | None = None,
    rounds: tuple[int, ...] = (4, 1, 2, 9),
    objectives: tuple[str, ...] = ("worth", "worth", "coins", "vp", "space"),
    rules: tuple[str, ...] = ("best",),
    chips: int = 5,
    kinds: int = 2,
) -> Question:
    """Choose a question about a small bag.

    Args:
        draw: Given by hypothesis.
        must: The letters of colours of which at least one chip is in the bag.
        books: The books; any by default.
        cards: The cards to choose from.
        rulings: The rulings; the defaults by default.
        rounds: The rounds to choose from.
        objectives: The objectives to choose from.
        rules: The stop rules to choose from.
        chips: How many chips the bag has at most.
        kinds: How many coloured kinds are in it at most besides those that must be.
    """
    bag = [draw(st.sampled_from([kind for kind in KINDS if kind[0] == letter])) for letter in must]
    bag += draw(st.lists(st.sampled_from(["W1", "W2", "W3"]), min_size=1, max_size=3))
    free = max(0, chips - len(bag))
    # With a few kinds only, several chips of one kind are often in the bag.
    palette = [*bag[: len(must)], *draw(st.lists(st.sampled_from(COLOURED), min_size=1, max_size=kinds))]
    bag += draw(st.lists(st.sampled_from(palette), min_size=free // 2, max_size=free))
    chosen = draw(any_books() if books is None else books)
    card = draw(st.sampled_from(cards))
    beside = {"R2": 1} if chosen.red == 2 and draw(st.booleans()) else {}
    brew = Brew(
        Bag.of(Counter(bag)),
        books=chosen,
        start=draw(st.sampled_from([0, 3, 7, 12, 30, 47])),
        limit=7 if card == "living_in_luxury" else draw(st.sampled_from([7, 5, 4])),
        card=card,
        flask=draw(st.booleans()),
        round=draw(st.sampled_from(rounds)),
        rubies=draw(st.integers(0, 2)),
        beside=Bag.of(beside),
        rulings=rulings or Rulings(),
    )
    brew = after_some_moves(brew, draw(st.lists(st.integers(0, 12), max_size=4)))
    return Question(brew, draw(st.sampled_from(objectives)), draw(st.sampled_from(rules)), draw(st.integers(0, 9)))


def ruled(**choices: str) -> Rulings:
    """Return rulings by name."""
    return Rulings(**{ruling: list(RULINGS[ruling].choices).index(choice) for ruling, choice in choices.items()})
