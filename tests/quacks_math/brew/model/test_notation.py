"""The written form of bags and pots: what is printed parses back, what cannot be read is refused with a sentence."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quacks_math.brew.model.bag import Bag
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
from quacks_math.brew.model.notation import parse_bag, parse_pot, print_bag, print_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import replay
from quacks_math.material.chips import KINDS
from tests.examples import examples
from tests.quacks_math.random_brews import RANDOM, random_brew, random_log

COUNTS = st.lists(st.integers(0, 11), min_size=18, max_size=18).map(tuple)


@given(COUNTS)
def test_a_printed_bag_parses_back(counts: tuple[int, ...]) -> None:
    bag = Bag(counts)
    assert parse_bag(print_bag(bag)) == bag
    assert print_bag(parse_bag(print_bag(bag))) == print_bag(bag)


@given(st.lists(st.sampled_from(KINDS), max_size=40), st.randoms())
def test_order_case_commas_and_way_of_counting_do_not_matter(kinds: list[str], rng: random.Random) -> None:
    entries = []
    for kind in kinds:
        form = rng.choice(["{}", "{}x1", "1{}", "1x{}", "{}X1", "{}*1"])
        entries.append(form.format(rng.choice([kind, kind.lower()])))
    assert parse_bag(rng.choice([" ", ", ", ",", "\n", "; "]).join(entries)) == Bag.of(Counter(kinds))


def test_a_bag_is_printed_in_canonical_order_and_equal_kinds_add_up() -> None:
    assert print_bag(parse_bag("g1, 2W1 O1 W3 w1x2 W2x2")) == "W1x4 W2x2 W3 O1 G1"
    assert print_bag(parse_bag("W1x0 O1")) == "O1"
    assert print_bag(parse_bag("")) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W4", "'W4' is not a chip"),
        ("W1 Q2", "'Q2' is not a chip"),
        ("L", "belongs to an expansion"),
        ("O6", "belongs to an expansion"),
        ("W1x-2", "is not a chip"),
        ("W1x", "is not a chip"),
        ("x4", "is not a chip"),
        ("3W1x2", "is no entry of a bag"),
        ("W1x100", "at most 99"),
        ("W1x50 W1x50", "100 is no number of W1 chips; use 0 to 99"),
        ("W1x99999999999999999999999", "at most 99"),
        ("W1x" + "9" * 5000, "at most 99"),
        ("W1x90 W2x90 W3x90", "270 chips; at most 200"),
        ("W1 " * 4000, "at most 10000"),
        ("W1x2.5", "is not a chip"),
        ("W1x٣", "is not a chip"),
        ("\x00", "is not a chip"),
    ],
)
def test_a_bag_that_cannot_be_is_refused_with_the_offending_text(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        parse_bag(text)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


def test_more_chips_than_the_box_holds_are_allowed_up_to_99_of_a_kind() -> None:
    assert parse_bag("K1x99").count("K1") == 99


EXAMPLES: list[tuple[str, tuple[BrewEvent, ...]]] = [
    ("", ()),
    ("W3 O1", (Drew("W3"), Drew("O1"))),
    ("W3! O1", (Drew("W3"), UsedFlask(), Drew("O1"))),
    ("W1~ W1", (Drew("W1"), Stirred(), Drew("W1"))),
    ("W1 Y1<", (Drew("W1"), Drew("Y1"), ReturnedWhite())),
    ("W1 Y1", (Drew("W1"), Drew("Y1"))),
    ("W3= Y1=", (Drew("W3"), Kept(), Drew("Y1"), Kept())),
    ("B2", (Drew("B2"),)),
    ("B2 |", (Drew("B2"), WentOn())),
    ("B2 O1", (Drew("B2"), Drew("O1"))),
    ("B2[W3 R1]", (Drew("B2"), Looked(("W3", "R1")))),
    ("B2[W3 R1] O1", (Drew("B2"), Looked(("W3", "R1")), Drew("O1"))),
    ("B2[W3 R1>R1]", (Drew("B2"), Looked(("W3", "R1")), Placed("R1"))),
    ("B2[W3 R1>-] O1", (Drew("B2"), Looked(("W3", "R1")), Placed(None), Drew("O1"))),
    ("B2[W3 R1>W3!] O1", (Drew("B2"), Looked(("W3", "R1")), Placed("W3"), UsedFlask(), Drew("O1"))),
    (
        "B2[B1 W1>B1[O1>O1]] G1",
        (Drew("B2"), Looked(("B1", "W1")), Placed("B1"), Looked(("O1",)), Placed("O1"), Drew("G1")),
    ),
    ("B2[B1 W1>B1[O1]]", (Drew("B2"), Looked(("B1", "W1")), Placed("B1"), Looked(("O1",)))),
    ("W1 W1 W1 W1 O1 / W3", (*(Drew("W1"),) * 4, Drew("O1"), Restarted(), Drew("W3"))),
    ("W1 .", (Drew("W1"), Stopped())),
    (".[W3 R1>R1]", (Stopped(), Looked(("W3", "R1")), Placed("R1"))),
    (". |", (Stopped(), WentOn())),
    (
        "R1 R2 R4 . +R1 _R2 -R4",
        (*map(Drew, ("R1", "R2", "R4")), Stopped(), PlacedRed("R1"), KeptRed("R2"), ReturnedRed("R4")),
    ),
    ("O1 R1=1 W1", (Drew("O1"), Drew("R1", 1), Drew("W1"))),
    ("W1=1! B1[O1>O1=1]", (Drew("W1", 1), UsedFlask(), Drew("B1"), Looked(("O1",)), Placed("O1", 1))),
    (". +R1=2", (Stopped(), PlacedRed("R1", 2))),
]


@pytest.mark.parametrize(("text", "events"), EXAMPLES)
def test_every_mark_has_its_event_and_is_printed_again(text: str, events: tuple[BrewEvent, ...]) -> None:
    assert parse_pot(text) == events
    assert print_pot(events) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("w3,o1", "W3 O1"),
        ("W1x2 W2", "W1 W1 W2"),
        ("W3!O1", "W3! O1"),
        ("W3 ! O1", "W3! O1"),
        ("B2[", "B2["),
        ("B2[W3 R1", "B2[W3 R1]"),
        ("B2[W3 R1>R1", "B2[W3 R1>R1]"),
        ("b4[w1x3 o1>o1]", "B4[W1 W1 W1 O1>O1]"),
        ("B2[B1 W1>B1[", "B2[B1 W1>B1["),
        ("W1 . [W3 R1 > -]", "W1 .[W3 R1>-]"),
        ("  \n", ""),
    ],
)
def test_loose_writing_is_read_and_printed_in_one_way(text: str, canonical: str) -> None:
    assert print_pot(parse_pot(text)) == canonical
    assert parse_pot(canonical) == parse_pot(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W9", "'W9' is not a chip"),
        ("W1 L", "belongs to an expansion"),
        ("W1W2", "'W1W2' is not a chip"),
        ("! W1", "'!' stands where a chip is expected"),
        ("W1 ]", "']' stands where a chip is expected"),
        ("B2[>R1]", "at least one chip"),
        ("B2[]", "at least one chip"),
        ("B2[W3>]", "A chip must follow '>', not ']'"),
        ("B2[W3>", "A chip must follow '>', but the text ends"),
        ("B2[W3>W3x2]", "must be one chip"),
        ("B2[W3 !]", "'!' stands inside of a look"),
        ("B2[W3>W3 O1", "'O1' stands inside of a look"),
        ("+", "A chip must follow"),
        ("+R1x2", "must be one chip"),
        ("W1x0", "cannot have come out"),
        ("W1x999", "cannot have come out"),
        ("R1=100", "too far for a chip"),
        ("R1=" + "1" * 5000, "too far for a chip"),
        ("W1 ?", "'\\?' has no meaning in a pot"),
        ("4W1", "'4' has no meaning in a pot"),
        ("W1 " * 4000, "at most 10000"),
        ("\x00", "has no meaning"),
    ],
)
def test_a_pot_that_cannot_be_read_is_refused_with_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        parse_pot(text)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


@examples(300)
@given(RANDOM)
def test_the_log_of_any_legal_brew_prints_parses_and_replays(rng: random.Random) -> None:
    brew = random_brew(rng)
    events, states = random_log(rng, brew)
    text = print_pot(events)
    assert parse_pot(text) == events
    assert replay(replace(brew, pot=parse_pot(text))) == replace_brew(states[-1], events)


@pytest.mark.parametrize("text", ["G1[", "O1 W1[", ".[", "B1 W1>[", "B2 O1["])
def test_a_look_is_marked_only_where_one_is_pending(text: str) -> None:
    with pytest.raises(ValueError, match=r"Nothing may be looked at now|stands where a chip"):
        replay(Brew(Bag.parse("B2x2 B1 G1 W1 O1"), pot=parse_pot(text)))


@pytest.mark.parametrize(
    ("text", "setting"),
    [("B2[", {}), ("B2[W1 B1>B1[", {}), ("G1 .[", {"card": "strong_ingredient"}), ("B2", {}), ("B2[O1 W1", {})],
)
def test_a_pending_look_may_be_marked_or_not(text: str, setting: dict[str, Any]) -> None:
    brew = Brew(Bag.parse("B2x2 B1 G1 W1 O1"), pot=parse_pot(text), **setting)
    state = replay(brew)
    assert state.look > 0
    assert replay(replace(brew, pot=parse_pot(print_pot(brew.pot)))) == state


def test_a_marked_look_that_is_told_later_is_the_look_itself() -> None:
    pot = (Drew("B2"), Looked(()), Looked(("W1", "O1")), Placed("O1"))
    assert print_pot(pot) == "B2[W1 O1>O1]"
    marked, told = (replay(Brew(Bag.parse("B2 W1 O1"), pot=log)) for log in (pot, parse_pot("B2[W1 O1>O1]")))
    assert (marked.pot, marked.left) == (told.pot, told.left)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Drew(None), "kind cannot be None; use the name of a chip"),
        (lambda: Drew("O1", "2"), "spaces cannot be '2'; use a whole number"),
        (lambda: Placed(3), "kind cannot be 3"),
        (lambda: PlacedRed(None), "kind cannot be None"),
        (lambda: KeptRed(1), "kind cannot be 1"),
        (lambda: ReturnedRed(1), "kind cannot be 1"),
        (lambda: Looked("W1"), "seen cannot be 'W1'; use a tuple of chips"),
        (lambda: Looked((1,)), "seen cannot be 1; use a tuple of chips"),
        (lambda: parse_pot(None), "A bag or pot cannot be None; use its text"),
        (lambda: print_pot("W1"), "A pot cannot be 'W1'; use a tuple of events"),
        (lambda: print_pot(("W1",)), "A pot cannot be 'W1'; use a tuple of events"),
        (lambda: print_bag("W1"), "bag cannot be 'W1'; use a Bag"),
        (lambda: replay("W1"), "brew cannot be 'W1'; use a Brew"),
    ],
)
def test_what_is_no_event_pot_or_bag_is_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make()


def test_the_chips_seen_are_kept_as_a_tuple() -> None:
    seen = ["W1"]
    look = Looked(seen)  # type: ignore[arg-type]  # a list is taken too
    seen.append("O1")
    assert look == Looked(("W1",))


def replace_brew(state, events):  # noqa: ANN001, ANN201 (a state whose brew carries the log, to compare with a replay)
    brew = replace(state.brew, pot=events)
    before = None if state.before_draw is None else replace(state.before_draw, brew=brew)
    return replace(state, brew=brew, before_draw=before)


@examples(200)
@given(st.text(alphabet="WOGBRYPKL0123456789x=!~<[]>-/.|+_ ,", max_size=30))
def test_any_text_is_read_or_refused_with_one_sentence(text: str) -> None:
    for parse, print_again in ((parse_pot, print_pot), (parse_bag, print_bag)):
        sentence = ""
        try:
            found = parse(text)
        except ValueError as refusal:
            sentence = str(refusal)
        if sentence:
            assert sentence.endswith(".")
            assert "\n" not in sentence
        else:
            assert parse(print_again(found)) == found
