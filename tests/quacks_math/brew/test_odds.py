"""Exact chances: known answers, and a twin that tries every order of the bag."""

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.chances import chance_among, explode_next, explode_within, next_chips
from quacks_math.brew.model.events import Drew
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import BrewState, apply, replay, start_state
from quacks_math.brew.odds import odds
from quacks_math.material.books import Books
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, KINDS, WHITE, kind_index
from quacks_math.material.extras import DIE_POINTS
from quacks_math.material.rulings import Rulings
from tests.examples import examples

CASES = json.loads((Path(__file__).parents[2] / "cases" / "odds.json").read_text(encoding="utf-8"))["cases"]
START = Bag.parse("W1x4 W2x2 W3 O1 G1")
LATE = Bag.parse("W1x5 W2x2 W3 O1x4 G2 G4 R1x2 R2x2 R4 B2x2 B4 P1x3 K1")


def cases_asking(*asked: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["ask"] in asked]


def brew_of(case: dict[str, Any]) -> Brew:
    if case["ask"] == "counts":
        return Brew.from_counts(left=Bag.parse(case["left"]), white_sum=case["white_sum"], space=case["space"])
    return Brew(
        Bag.parse(case["bag"]),
        card=case.get("card"),
        flask=case.get("flask", True),
        pot=parse_pot(case.get("pot", "")),
    )


@pytest.mark.parametrize("case", cases_asking("pot", "counts"))
def test_known_answers_about_the_next_draws(case: dict[str, Any]) -> None:
    brew = brew_of(case)
    state, found = replay(brew), odds(brew)
    within = {str(draws): chance for draws, chance in enumerate(found.explode_within, start=1)}
    on_draw = {key: chance - within.get(str(int(key) - 1), Fraction(0)) for key, chance in within.items()}
    for name, expected in case["expected"].items():
        match name:
            case "explode_next":
                assert found.explode_next == Fraction(expected)
            case "explode_within":
                assert {draws: within[draws] for draws in expected} == {k: Fraction(v) for k, v in expected.items()}
            case "explode_on":
                assert on_draw == {k: Fraction(v) for k, v in expected.items()}
            case "survive":
                assert {k: 1 - within[k] for k in expected} == {k: Fraction(v) for k, v in expected.items()}
            case "next":
                shares = {chip.kind: chip.fraction for chip in found.next}
                assert shares == {k: Fraction(v) for k, v in expected.items()}
            case "bag_left":
                assert Bag(state.left) == Bag.parse(expected)
            case "share_of_white":
                share = sum(chip.fraction for chip in found.next if chip.kind.startswith("W"))
                assert share == Fraction(expected)
            case _:
                assert getattr(found, name) == expected


@pytest.mark.parametrize("case", cases_asking("among"))
def test_known_answers_about_chips_taken_together(case: dict[str, Any]) -> None:
    left = Bag.parse(case["left"])
    if "bag" in case:
        assert Bag(replay(brew_of(case)).left) == left
    assert chance_among(left, tuple(case["wanted"]), case["draws"], case["at_least"]) == Fraction(case["expected"])


@pytest.mark.parametrize("case", cases_asking("mean_sum"))
def test_mean_sum_of_chips_taken_together(case: dict[str, Any]) -> None:
    mean = sum(chip.fraction * int(KIND_VALUE[kind_index(chip.kind)]) for chip in odds(brew_of(case)).next)
    assert case["draws"] * mean == Fraction(case["expected"])


@pytest.mark.parametrize("case", cases_asking("die"))
def test_the_bonus_die_has_six_faces_and_shows_one_point_twice(case: dict[str, Any]) -> None:
    faces = Counter(int(points) for points in DIE_POINTS)
    assert Fraction(faces[1], len(DIE_POINTS)) == Fraction(case["expected"]["one_point"])
    assert Fraction(int(DIE_POINTS.sum()), len(DIE_POINTS)) == Fraction(case["expected"]["mean_points"])


def test_every_case_is_asked_in_a_known_way() -> None:
    assert {case["ask"] for case in CASES} == {"pot", "counts", "among", "mean_sum", "die"}


def explodes_within_by_trying_all_orders(state: BrewState) -> tuple[Fraction, ...]:
    """Draw every order of the chips left, one by one, and count how early the pot explodes."""
    bag = [kind for kind, left in enumerate(state.left) for _ in range(left)]
    exploded_on: Counter[int] = Counter()
    orders = 0
    for order in permutations(bag):
        orders += 1
        now = state
        for draw, kind in enumerate(order, start=1):
            now = apply(now, Drew(KINDS[kind]))
            if now.exploded:
                exploded_on[draw] += 1
                break
    return tuple(
        Fraction(sum(count for on, count in exploded_on.items() if on <= draws), orders)
        for draws in range(1, len(bag) + 1)
    )


@examples(30)
@given(
    kinds=st.lists(st.sampled_from(["W1", "W2", "W3", "W3", "Y1", "Y2", "Y4", "O1"]), min_size=1, max_size=5),
    yellow=st.sampled_from([1, 2, 3, 3, 3]),
    limit=st.integers(3, 8),
    card=st.sampled_from([None, None, "living_in_luxury"]),
    added=st.booleans(),
)
def test_explosion_within_k_draws_equals_trying_all_orders(
    kinds: list[str], yellow: int, limit: int, card: str | None, added: bool
) -> None:
    brew = Brew(
        Bag.of(Counter(kinds)),
        books=Books(yellow=yellow),
        limit=7 if card else limit,
        card=card,
        rulings=Rulings(limits=int(added)),
    )
    state = start_state(brew)
    assert explode_within(state) == explodes_within_by_trying_all_orders(state)


def test_a_rising_limit_is_counted_in_the_order_of_the_draws() -> None:
    # With W2 W2 W3 out the next white explodes unless the yellow comes first.
    pot = parse_pot("W2 W2 W3")
    brew = Brew(Bag.parse("W1 W2x2 W3 Y1"), books=Books(yellow=3), pot=pot)
    assert odds(brew).explode_within == (Fraction(1, 2), Fraction(1, 2))
    assert odds(Brew(Bag.parse("W1 W2x2 W3 Y1"), pot=pot)).explode_within == (Fraction(1, 2), Fraction(1))


@examples(60)
@given(
    counts=st.lists(st.integers(0, 4), min_size=18, max_size=18),
    yellow=st.sampled_from([1, 3]),
    draws=st.lists(st.integers(0, 10**6), max_size=8),
)
def test_chances_obey_the_laws_of_chances(counts: list[int], yellow: int, draws: list[int]) -> None:
    state = start_state(Brew(Bag(tuple(counts)), books=Books(yellow=yellow, red=2)))
    for pick in draws:
        held = [kind for kind, left in enumerate(state.left) if left]
        if not held or state.exploded:
            break
        state = apply(state, Drew(KINDS[held[pick % len(held)]]))
    chips, within = next_chips(state), explode_within(state)
    assume(not state.exploded and state.chips_left)
    assert sum(chip.fraction for chip in chips) == 1
    assert len(within) == state.chips_left
    assert within[0] == explode_next(state)
    assert all(0 <= before <= after <= 1 for before, after in pairwise(within))


@pytest.mark.parametrize(("bag", "pot"), [("", ""), ("W1", "W1"), ("W3x4 O1", "W3 W3 W3"), ("W1 O1", "W1 .")])
def test_nothing_can_come_out_of_an_empty_bag_or_once_drawing_has_ended(bag: str, pot: str) -> None:
    state = replay(Brew(Bag.parse(bag), pot=parse_pot(pot)))
    assert (next_chips(state), explode_within(state), explode_next(state)) == ((), (), 0)


@examples(40)
@given(counts=st.lists(st.integers(0, 3), min_size=18, max_size=18), limit=st.integers(2, 12))
def test_more_white_limit_never_hurts(counts: list[int], limit: int) -> None:
    low = explode_within(start_state(Brew(Bag(tuple(counts)), limit=limit)))
    high = explode_within(start_state(Brew(Bag(tuple(counts)), limit=limit + 1)))
    assert all(less >= more for less, more in zip(low, high, strict=True))


def test_next_chips_say_where_each_lands_what_it_counts_and_whether_it_explodes() -> None:
    brew = Brew(Bag.parse("W1x4 W2x2 W3 O1x2 R1 R2"), pot=parse_pot("W3 W2 O1"))
    found = {
        chip.kind: (chip.left, chip.fraction, chip.lands_on, chip.white_sum, chip.explodes) for chip in odds(brew).next
    }
    assert found == {
        "W1": (4, Fraction(1, 2), 7, 6, False),
        "W2": (1, Fraction(1, 8), 8, 7, False),
        "O1": (1, Fraction(1, 8), 7, 5, False),
        "R1": (1, Fraction(1, 8), 8, 5, False),
        "R2": (1, Fraction(1, 8), 9, 5, False),
    }


def test_a_red_chip_of_set_2_lands_nowhere_when_drawn() -> None:
    chip = next_chips(start_state(Brew(Bag.parse("R1"), books=Books(red=2))))[0]
    assert (chip.kind, chip.lands_on, chip.fraction) == ("R1", None, 1)


def test_doubling_and_the_end_of_the_track_show_in_where_chips_land() -> None:
    doubled = Brew(Bag.parse("Y2 R4 W1"), books=Books(yellow=2), start=20, pot=parse_pot("Y2"))
    assert {chip.kind: chip.lands_on for chip in odds(doubled).next} == {"W1": 24, "R4": 30}
    assert {chip.kind: chip.lands_on for chip in odds(Brew(Bag.parse("R4 W1"), start=51)).next} == {"W1": 52, "R4": 52}


def test_nothing_can_be_drawn_after_stop_explosion_or_from_an_empty_bag() -> None:
    for pot in ("W3 W2 W1 .", "W3 W2 W1 W2", "."):
        found = odds(Brew(START, pot=parse_pot(pot)))
        assert (found.next, found.explode_within, found.explode_next) == ((), (), 0)
    assert odds(Brew(Bag())).explode_next == 0
    assert odds(Brew(Bag())).explode_within == ()


def test_a_protected_explosion_is_an_explosion() -> None:
    brew = Brew(Bag.parse("W3x2 W2 B4"), books=Books(blue=2), pot=parse_pot("W3 W2 B4"))
    assert odds(brew).explode_next == 1


def test_order_of_entry_does_not_matter_for_the_risk() -> None:
    pots = ("W3 W2 W1 O1", "O1 W1 W2 W3", "W2 O1 W3 W1")
    assert len({odds(Brew(START, pot=parse_pot(pot))).explode_within for pot in pots}) == 1


def test_safe_chips_do_not_change_the_chance_that_blind_draws_of_white_chips_explode() -> None:
    more = Bag.parse("W1x4 W2x2 W3 O1x11 G1")
    assert odds(Brew(START)).explode_within[-1] == odds(Brew(more)).explode_within[-1] == 1


def test_json_has_the_keys_of_the_written_interface() -> None:
    found = odds(Brew(START, pot=parse_pot("W3 W2 W1"))).as_json()
    assert json.loads(json.dumps(found)) == found
    assert found["scoring_space"] == {"index": 7, "coins": 7, "victory_points": 1, "ruby": False}
    assert found["explode_next"] == {"fraction": "1/6", "value": 1 / 6}
    assert found["explode_within"][2] == {"draws": 3, "fraction": "17/20", "value": 0.85}
    assert found["next"][1] == {
        "kind": "W2", "left": 1, "fraction": "1/6", "lands_on": 8, "white_sum": 8, "explodes": True,
    }  # fmt: skip
    assert list(found) == [
        "chips_left", "white_sum", "white_limit", "exploded", "protected", "position", "scoring_space", "explode_next",
        "explode_within", "next",
    ]  # fmt: skip


def test_chance_among_is_exactly_zero_or_one_where_nothing_else_is_possible() -> None:
    assert chance_among(START, ("O1",), 3, 2) == 0
    assert chance_among(START, ("O1",), 0, 1) == 0
    assert chance_among(START, ("O1",), 20, 1) == 1
    assert chance_among(Bag(), ("O1",), 1, 0) == 1
    with pytest.raises(ValueError, match="-1 chips"):
        chance_among(START, ("O1",), -1)
    with pytest.raises(ValueError, match="is not a chip"):
        chance_among(START, ("X1",), 1)


def test_the_late_bag_is_answered_in_full() -> None:
    within = odds(Brew(LATE)).explode_within
    assert within[11] == Fraction(3909, 21850)
    whites = sum(count for kind, count in enumerate(LATE.counts) if KIND_COLOUR[kind] == WHITE)
    assert len(within) == len(LATE)
    assert within[-1] == 1
    assert whites == 8
