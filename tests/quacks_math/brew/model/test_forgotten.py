"""A pot told by counts: the flask and yellow of set 1 are offered where the way back is known, and words say where not."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from quacks_math.brew.advise import advise
from quacks_math.brew.approximate.advise import advise_by_simulation
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import Drew
from quacks_math.brew.model.forgotten import not_known, way_to_last, ways_to_last
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.brew.model.transitions import BrewState, apply, legal_actions, replay
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import Books, books_from
from quacks_math.material.chips import BLUE, GREEN, KIND_COLOUR, KINDS, R1, kind_index
from quacks_math.material.rulings import rulings_from
from quacks_math.rules.placing import is_white
from tests.examples import examples
from tests.oracle import brew_oracle
from tests.quacks_math.brew_twins import Question, close, events_for_oracle, for_oracle, rates_of
from tests.quacks_math.random_brews import RANDOM, random_brew, random_log

LEFT = "W1x2 W2 O1 G1"


def told(books: str = "", rulings: dict[str, str] | None = None, **counts: Any) -> Brew:
    sets = {name: int(number) for name, _, number in (word.partition("=") for word in books.split())}
    counts = {"left": Bag.parse(LEFT), "white_sum": 4, "space": 9, **counts}
    return Brew.from_counts(books=books_from(sets), rulings=rulings_from(rulings or {}), **counts)


def moves(books: str = "", rulings: dict[str, str] | None = None, **counts: Any) -> set[str]:
    return set(legal_actions(replay(told(books, rulings, **counts))))


def words(books: str = "", rulings: dict[str, str] | None = None, **counts: Any) -> str:
    return " ".join(not_known(replay(told(books, rulings, **counts))))


def test_the_flask_is_worth_the_same_with_counts_as_with_the_order() -> None:
    rivals = (Rival(53),)
    counted = told(white_sum=7, space=7, last="W3", round=9, rivals=rivals)
    ordered = Brew(Bag.parse(f"{LEFT} W3 W2x2"), pot=parse_pot("W2 W2 W3"), round=9, rivals=rivals)
    assert advise(counted).values == pytest.approx(advise(ordered).values, abs=1e-12)
    assert advise(counted).action == "use_flask"
    assert advise(counted).values["use_flask"] == pytest.approx(413 / 180)
    assert advise(counted).values["stop"] == pytest.approx(2)


def test_the_oracle_agrees_on_what_the_flask_brings_to_a_pot_told_by_counts() -> None:
    counted = told("yellow=2 red=3", left=Bag.parse("W1 W2 R1"), white_sum=5, space=8, last="W2", before="Y1")
    ordered = Brew(Bag.parse("W1 W2x2 R1 Y1 W3"), Books(red=3, yellow=2), pot=parse_pot("W3 Y1 W2"))
    assert replay(ordered).position == 8
    question = Question(ordered)
    values = brew_oracle.values(for_oracle(question), events_for_oracle(ordered.pot))
    found = advise(counted, rates=rates_of(0)).values
    assert set(values) == set(found) == {"use_flask", "keep", "draw", "stop"}
    for move, value in values.items():
        assert found[move] == close(value), move


def test_the_flask_leads_back_to_the_pot_before_the_last_white() -> None:
    back = replay(told(last="W3", before="O1", flask=True))
    assert back.before_draw is not None
    assert (back.before_draw.position, back.before_draw.white_sum, back.before_draw.last) == (6, 1, kind_index("O1"))
    assert back.before_draw.left[kind_index("W3")] == 1
    assert "use_flask" not in moves(last="W3", flask=False)
    assert "use_flask" not in moves(last="O1")
    assert "use_flask" not in moves(white_sum=8, last="W3"), "an exploded pot stays exploded"


@pytest.mark.parametrize(
    ("books", "rulings", "counts", "known"),
    [
        # Red of set 4: a W1 behind a red chip moves two.
        ("red=4", {}, {"last": "W1"}, None),
        ("red=4", {}, {"last": "W1", "space_before": 7}, 7),
        ("red=4", {}, {"last": "W1", "pot": {"R1": 1}}, 7),
        ("red=4", {}, {"last": "W1", "space": 4}, 3),
        ("red=4", {}, {"last": "W1", "space": 5}, 4),
        ("red=4", {}, {"last": "W2"}, 7),
        # Yellow of set 2: the chip behind it moves twice its value.
        ("yellow=2", {}, {"last": "W3"}, None),
        ("yellow=2", {}, {"last": "W3", "before": "Y1"}, 3),
        ("yellow=2", {}, {"last": "W3", "before": "O1"}, 6),
        ("yellow=2", {}, {"last": "W3", "space_before": 3}, 3),
        ("yellow=2", {}, {"last": "W3", "space": 7}, 4),
        # Both: two spaces may be either, but for what else is told.
        ("yellow=2 red=4", {}, {"last": "W1", "space_before": 7}, None),
        ("yellow=2 red=4", {}, {"last": "W1", "space_before": 7, "pot": {"R1": 1}}, 7),
        ("yellow=2 red=4", {}, {"last": "W1", "space_before": 7, "before": "Y1"}, 7),
        # At the end of the track every chip lies on the last space.
        ("", {}, {"last": "W3", "space": 52}, None),
        ("", {}, {"last": "W3", "space": 52, "space_before": 50}, 50),
        ("", {}, {"last": "W3", "space": 52, "space_before": 52}, 52),
        # Red of set 3 only moves red chips; extra spaces may be declined by a house rule.
        ("red=3", {}, {"last": "W3"}, 6),
        ("red=4", {"extra_spaces": "may_decline"}, {"last": "W1", "pot": {"R1": 1}}, None),
        ("red=4", {"extra_spaces": "may_decline"}, {"last": "W1", "pot": {"R1": 1}, "space_before": 8}, 8),
        # By a house rule the flask does not reach a chip that came by a look.
        ("blue=1", {"flask_after_look": "not_allowed"}, {"last": "W3"}, None),
        ("blue=1", {"flask_after_look": "not_allowed"}, {"last": "W3", "before": "B2"}, None),
        ("blue=1", {"flask_after_look": "not_allowed"}, {"last": "W3", "before": "O1"}, 6),
    ],
)
def test_the_flask_is_offered_where_the_way_back_is_known_and_only_there(
    books: str, rulings: dict[str, str], counts: dict[str, Any], known: int | None
) -> None:
    state = replay(told(books, rulings, **counts))
    assert ("use_flask" in legal_actions(state)) == (known is not None)
    assert (known is None) == ("flask is not offered" in words(books, rulings, **counts))
    if known is not None:
        assert state.before_draw is not None
        assert state.before_draw.position == known


def test_what_is_missing_is_named() -> None:
    assert words(last="W3", space=52).startswith(
        "The flask is not offered: where W3 came from is not known; tell the space before it."
    )
    both = words("yellow=2 red=4", last="W1", space_before=7)
    assert "tell the chip before it, and the red chips in the pot" in both
    assert "The last chip is not told, so the flask is not offered; tell it." in words()
    assert "No white chip is offered to go back by Y1; tell the chip before it." in words(last="Y1")
    assert "Y1" not in words("yellow=2", last="Y1", before="O1")
    assert not words("green=3", last="W3", before="O1")
    assert "Well Stirred" in words(last="W3", white_sum=3, space=52, card="well_stirred")
    ordered = Brew(Bag.parse("W3 O1"), pot=parse_pot("W3"))
    assert not not_known(replay(ordered))
    assert advise(told(last="W3", space=52)).as_json()["forgotten"] == list(
        not_known(replay(told(last="W3", space=52)))
    )


def test_a_doubling_comes_back_with_the_flask() -> None:
    state = replay(told("yellow=2", last="W3", before="Y1"))
    assert state.before_draw is not None
    assert (state.before_draw.position, state.before_draw.doubled) == (3, True)


def test_a_red_chip_that_must_lie_in_the_pot_moves_the_next_w1_too() -> None:
    assert replay(told("red=4", last="W1", space_before=7)).reds == 1
    after = apply(replay(told("red=4", last="W1", space_before=7)), Drew("W1"))
    assert after.position == 11
    assert replay(told("red=4", last="W1", space_before=8)).reds == 0


def test_yellow_1_sends_the_white_told_as_the_chip_before_back() -> None:
    assert "return" in moves(last="Y1", before="W3")
    assert "return" not in moves(last="Y1")
    assert "return" not in moves(last="Y1", before="O1")
    assert "return" not in moves("yellow=4", last="Y1", before="W3", space=11)
    assert "return" not in moves(last="Y1", before="W3", space=52), "where the white lies is not known"
    assert "return" in moves(last="Y1", before="W3", space=52, space_before=52)
    counted = told(last="Y1", before="W3", left=Bag.parse("W1 W2 O1"), space=5)
    ordered = Brew(Bag.parse("W1x2 W2 O1 W3 Y1"), pot=parse_pot("W1 W3 Y1"))
    assert advise(counted).values == pytest.approx(advise(ordered).values, abs=1e-12)


def test_well_stirred_puts_the_only_white_back() -> None:
    assert {"return", "use_flask"} <= moves(last="W3", white_sum=3, card="well_stirred")
    assert "return" not in moves(last="W3", white_sum=4, card="well_stirred")


def test_the_chip_before_counts_as_next_to_last() -> None:
    green = Brew(Bag.parse("W1 G1 O1"), pot=parse_pot("G1 O1"))
    counted = Brew.from_counts(left=Bag.parse("W1"), white_sum=0, space=2, last="O1", before="G1")
    assert advise(counted).values == pytest.approx(advise(green).values)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ({"space_before": 7}, "A space before needs the last chip; tell that too."),
        ({"before": "O1"}, "A chip before needs the last chip"),
        ({"last": "W3", "space_before": 7}, "space before 7 is not possible: W3 lies on space 9; it came from 6."),
        ({"last": "W3", "space_before": 10}, "space before 10 is not possible; use 0 .the start. to 9"),
        ({"last": "W3", "space_before": True}, "space before True is not possible"),
        ({"last": "W3", "before": "X1"}, "'X1' is not a chip"),
        ({"last": "W3", "before": "O1", "pot": {"O1": 0}}, "1 O1 cannot be taken"),
        ({"last": "W1", "before": "W1", "pot": {"W1": 1}}, "2 W1 cannot be taken"),
        ({"last": "W3", "before": "R1", "books": Books(red=2)}, "R1 is set aside with red of set 2"),
        ({"last": "W3", "before": "O1", "space": 4}, "not possible"),
    ],
)
def test_what_cannot_lie_before_the_last_chip_is_refused(counts: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Brew.from_counts(**{"left": Bag.parse(LEFT), "white_sum": 4, "space": 9, **counts})


def counted_from(brew: Brew, state: BrewState, *, pot: bool, before: bool, space_before: int | None = None) -> Brew:
    """Return a brew told by counts: its last chip, and as much else as is asked for."""
    lying = Counter(KINDS[chip.kind] for chip in state.pot)
    return Brew.from_counts(
        left=Bag(state.left),
        white_sum=state.white_sum,
        space=state.position,
        last=KINDS[state.pot[-1].kind],
        before=KINDS[state.pot[-2].kind] if before and len(state.pot) > 1 else None,
        space_before=space_before,
        pot=lying if pot else None,
        books=brew.books, start=brew.start, rats=brew.rats, limit=brew.limit, card=brew.card, flask=state.flask,
        beside=Bag.of({KINDS[R1 + red]: count for red, count in enumerate(state.aside)}), rulings=brew.rulings,
    )  # fmt: skip


UNUSED = ("return", "keep")
"""Moves that counts may offer too: Well Stirred counts as unused where no other white lies in the pot."""


@examples(200)
@given(RANDOM)
def test_a_way_back_that_is_called_known_is_the_true_one(rng: random.Random) -> None:
    brew = random_brew(rng)
    events, states = random_log(rng, brew)
    for event, before, state in zip(events, states[:-1], states[1:], strict=True):
        if not isinstance(event, Drew) or not is_white(kind_index(event.kind)) or state.exploded:
            continue
        truth = (before.position, before.doubled)
        for pot in (False, True):
            for named in (False, True):
                counted = counted_from(brew, state, pot=pot, before=named)
                assert counted.tally is not None
                assert truth in {(way.space_before, way.doubled) for way in ways_to_last(counted, counted.tally)}
                way = way_to_last(counted)
                assert way is None or (way.space_before, way.doubled) == truth
                # Untold yellow chips of set 3 do not raise the limit.
                assert not pot or set(legal_actions(replay(counted))) <= {*legal_actions(state), *UNUSED}


@examples(30)
@given(RANDOM)
def test_counts_with_the_chip_before_are_worth_what_the_order_is_worth(rng: random.Random) -> None:
    brew = random_brew(rng)
    events, states = random_log(rng, brew)
    for number, state in enumerate(states[1:], start=1):
        last_event, colours = events[number - 1], [int(KIND_COLOUR[chip.kind]) for chip in state.pot]
        if (
            not isinstance(last_event, Drew)
            or state.exploded
            or not is_white(kind_index(last_event.kind))
            or len(state.pot) < 2
            or GREEN in colours[:-2]
            or BLUE in colours
            or brew.card in ("second_chance", "well_stirred", "strong_ingredient")
            or (brew.books.purple == 3 and state.purples)
            or (brew.rulings.flask_after_look and brew.books.blue == 1)
        ):
            continue
        ordered = Brew(**{name: getattr(brew, name) for name in Brew.__dataclass_fields__} | {"pot": events[:number]})
        counted = counted_from(brew, state, pot=True, before=True, space_before=states[number - 1].position)
        if way_to_last(counted) is None or sum(state.left) > 9:
            continue
        found, expected = advise(counted, rates=rates_of(1)), advise(ordered, rates=rates_of(1))
        assert found.values == pytest.approx(expected.values, abs=1e-9)


def test_a_simulation_of_counts_offers_the_flask_too() -> None:
    counted = told(last="W3", before="O1", left=Bag.parse("W1x3 W2 O1x2 G1"))
    exact = advise(counted)
    played = advise_by_simulation(counted, Objective(), StopRule(), None, None, 10**8)
    assert set(played.values) == set(exact.values)
    for move, value in played.values.items():
        assert value == pytest.approx(exact.values[move], abs=5 * (played.method.standard_error or 0.0) + 1e-9)
