"""What taps do to a table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.components.chip_pad import Tap
from dashboard.sentences.choices import choices_of, pad_buttons, pad_chips, pad_closed
from dashboard.table.moves import bag_after_tap, context_of, moved
from dashboard.table.state import Table, first_table, with_new_pot, with_setting
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import KeptRed, Stopped
from quacks_math.brew.model.notation import parse_pot, print_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import Phase
from quacks_math.material.books import Books
from quacks_math.material.rulings import Rulings
from tests.examples import examples

CHANCE = random.Random(1)  # noqa: S311 (chips, not secrets)


def table_of(bag: str = "W1x4 W2x2 W3 O1 G1", pot: str = "", **setting: object) -> Table:
    table = with_setting(first_table(), bag=Bag.parse(bag), **setting)
    return replace(table, brew=replace(table.brew, pot=parse_pot(pot)))


def tapped(table: Table, *actions: str) -> Table:
    for number, action in enumerate(actions, start=1):
        context = context_of(table) if action.startswith("do:") else ""
        result = moved(table, Tap(number, action, context))
        assert not result.refused, result.said
        table = result.table
    return table


def pot_of(table: Table) -> str:
    return print_pot(table.brew.pot)


def test_chips_undo_and_stop_make_the_log() -> None:
    table = tapped(table_of(), "chip:W1", "chip:O1", "chip:G1", "undo", "stop")
    assert pot_of(table) == "W1 O1 ."
    assert pot_of(tapped(table, "undo", "undo")) == "W1"


def test_extra_spaces_can_be_declined_where_the_ruling_allows_it_and_only_there() -> None:
    may = Rulings(extra_spaces=1)
    table = table_of("W1x3 O1x2 R1x2 G1", "O1 R1", books=Books(red=1), rulings=may)
    offered = choices_of(table, table.moment, None)
    assert offered is not None
    assert [(option.name, option.label) for option in offered.options] == [("do:moved:1", "R1 moved 1")]
    declined = tapped(table, "do:moved:1")
    assert pot_of(declined) == "O1 R1=1"
    assert table.moment.position - declined.moment.position == 1
    assert pot_of(tapped(declined, "do:moved:2")) == "O1 R1=2"
    assert pot_of(tapped(declined, "undo")) == "O1"
    for pot, rulings in (("O1 R1", Rulings()), ("O1 W1 O1", may), ("R1", may), ("", may)):
        other = table_of("W1x3 O1x2 R1x2 G1", pot, books=Books(red=1), rulings=rulings)
        assert choices_of(other, other.moment, None) is None
        assert moved(other, Tap(1, "do:moved:1", context_of(other))).refused


def test_an_impossible_tap_changes_nothing_and_is_explained() -> None:
    table = table_of(pot="W3 O1")
    for action in ("chip:O1", "chip:K1", "chip:X7", "do:restart", "nonsense"):
        result = moved(table, Tap(1, action, context_of(table)))
        assert result.refused
        assert result.table == table
        assert result.said


def test_an_answer_to_a_question_that_is_gone_is_not_counted() -> None:
    table = table_of(pot="W3")
    late = context_of(table)
    after = tapped(table, "do:keep")
    again = moved(after, Tap(9, "do:use_flask", late))
    assert again.refused
    assert again.table == after


def test_a_look_is_told_chip_by_chip_and_taken_back_chip_by_chip() -> None:
    table = table_of("W1x2 B2 O1 R1 G1", "B2")
    half = tapped(table, "chip:W1")
    assert half.told == ("W1",)
    assert pot_of(half) == "B2"
    full = tapped(half, "chip:R1")
    assert full.told == ()
    assert pot_of(full) == "B2[W1 R1]"
    assert tapped(full, "undo") == half
    assert tapped(half, "undo") == table
    assert pot_of(tapped(full, "chip:R1")) == "B2[W1 R1>R1]"
    assert pot_of(tapped(full, "do:place:none")) == "B2[W1 R1>-]"


def test_more_of_a_kind_than_the_bag_has_cannot_be_seen() -> None:
    table = tapped(table_of("W1x2 B2 O1 R1", "B2"), "chip:O1")
    assert moved(table, Tap(2, "chip:O1")).refused


def test_a_look_can_be_left_alone() -> None:
    table = tapped(table_of("W1x2 B2 O1 R1", "B2"), "do:go_on")
    assert table.moment.phase is Phase.DRAWING


def test_draw_for_me_draws_every_chip_equally_often() -> None:
    table = table_of("W1x2 O1 G1")
    chance = random.Random(7)  # noqa: S311 (chips, not secrets)
    drawn = Counter(pot_of(moved(table, Tap(1, "draw"), chance).table) for _ in range(4_000))
    assert set(drawn) == {"W1", "O1", "G1"}
    # Four standard errors of 2000 of 4000.
    assert abs(drawn["W1"] - 2_000) < 4 * 32


def test_draw_for_me_looks_at_what_the_look_still_shows() -> None:
    table = tapped(table_of("W1x2 B2 O1 R1", "B2"), "chip:O1")
    seen = moved(table, Tap(2, "draw"), CHANCE).table.moment.seen
    assert seen is not None
    assert len(seen) == 2


def test_a_new_pot_keeps_the_bag_and_the_red_chips_that_were_kept() -> None:
    table = table_of("W1 R1x2 O1", "R1 O1 .", books=Books(1, 1, 2, 1, 1))
    table = tapped(table, "do:keep_red:R1")
    assert isinstance(table.brew.pot[-1], KeptRed)
    after = with_new_pot(table)
    assert after.brew.pot == ()
    assert str(after.brew.bag) == "W1 O1 R1"
    assert str(after.brew.beside) == "R1"


def test_the_next_pot_of_a_counted_one_has_no_counts() -> None:
    table = replace(first_table(), brew=Brew.from_counts(left=Bag.parse("W1 O1"), white_sum=2, space=4))
    assert with_new_pot(table).brew.tally is None


def test_the_bag_builder_adds_and_takes_and_never_contradicts_the_pot() -> None:
    table = table_of(pot="O1")
    assert str(bag_after_tap(table, Tap(1, "more:K1")).table.brew.bag) == "W1x4 W2x2 W3 O1 G1 K1"
    for action in ("less:O1", "less:K1", "more:X1", "much:W1"):
        result = bag_after_tap(table, Tap(1, action))
        assert result.refused
        assert result.table == table


def test_the_pad_keeps_the_kinds_that_ran_out() -> None:
    chips = {chip.kind: chip for chip in pad_chips(table_of(pot="W3 O1"), table_of(pot="W3 O1").moment)}
    assert list(chips) == ["W1", "W2", "W3", "O1", "G1"]
    assert (chips["O1"].left, chips["W1"].left) == (0, 4)


def test_the_pad_marks_what_would_explode() -> None:
    table = table_of(pot="W3 W2 W1")
    assert {chip.kind for chip in pad_chips(table, table.moment) if chip.explodes} == {"W2"}


def test_with_chips_seen_only_those_can_be_tapped() -> None:
    table = table_of("W1x2 B2 O1 R1", "B2[W1 R1")
    assert {chip.kind for chip in pad_chips(table, table.moment) if chip.left} == {"W1", "R1"}
    assert not pad_closed(table.moment)


@pytest.mark.parametrize(
    ("bag", "pot", "setting", "options"),
    [
        ("W1x2 W3", "W3", {}, ["do:use_flask", "do:keep"]),
        ("W1x2 W3", "W3", {"flask": False}, None),
        ("W1x2 W3 Y1", "W3 Y1", {}, ["do:return", "do:keep"]),
        ("W1x2 W3", "W1", {"card": "well_stirred", "flask": False}, ["do:return", "do:keep"]),
        ("W1x9", "W1x5", {"card": "second_chance", "flask": False}, ["do:restart", "do:go_on"]),
        ("W3x4", "W3x3", {"card": "second_chance"}, ["do:restart", "do:go_on"]),
        ("O1 R1 R2", "R1 R2 .", {"books": Books(1, 1, 2, 1, 1)}, [
            *("do:place_red:R1", "do:place_red:R2"),
            *("do:keep_red:R1", "do:keep_red:R2", "do:return_red:R1", "do:return_red:R2"),
        ]),
        ("O1x9", "O1 .", {"card": "strong_ingredient"}, ["do:go_on"]),
        ("O1x9", "O1 .", {}, ["do:fresh"]),
        ("O1x9", "O1", {}, None),
    ],
)  # fmt: skip
def test_every_open_choice_is_offered(
    bag: str, pot: str, setting: dict[str, object], options: list[str] | None
) -> None:
    table = table_of(bag, pot, **setting)
    choices = choices_of(table, table.moment, None)
    assert (None if choices is None else [option.name for option in choices.options]) == options


def test_after_the_end_only_undo_is_open() -> None:
    table = table_of(pot="O1 .")
    ended = "The brew was stopped, so drawing has ended."
    buttons = {button.name: button.reason for button in pad_buttons(table, table.moment, stop=False)}
    assert buttons == {"undo": "", "draw": ended, "stop": ended}
    assert pad_closed(table.moment) == ended


@pytest.mark.parametrize(
    ("bag", "pot", "setting", "reasons"),
    [
        ("O1 W1", "", {}, ("There is nothing to take back.", "", "")),
        ("W3x4", "W3x3", {}, ("", *["The pot has exploded, so drawing has ended."] * 2)),
        ("O1", "O1", {}, ("", "The bag is empty.", "")),
        ("W1x2 B2 O1 R1", "B2[W1 R1", {}, ("", "First place one of the chips seen, or nothing.", "")),
        ("O1x9", "O1 .", {"card": "strong_ingredient"}, ("", "", "The brew was stopped, so drawing has ended.")),
    ],
)
def test_a_button_that_is_closed_says_why(
    bag: str, pot: str, setting: dict[str, object], reasons: tuple[str, str, str]
) -> None:
    table = table_of(bag, pot, **setting)
    assert tuple(button.reason for button in pad_buttons(table, table.moment, stop=False)) == reasons


@examples(100)
@given(st.lists(st.sampled_from(["draw", "undo", "stop", "chip:W1", "chip:O1", "chip:B2", "do:use_flask", "do:keep"])))
def test_no_series_of_taps_makes_an_impossible_pot(actions: list[str]) -> None:
    table = table_of("W1x3 W2 W3 O1x2 B2 Y1 R1")
    for number, action in enumerate(actions, start=1):
        table = moved(table, Tap(number, action, context_of(table)), CHANCE).table
        assert table.moment.white_sum >= 0


def test_stopping_is_an_event_like_any_other() -> None:
    assert tapped(table_of(), "stop").brew.pot == (Stopped(),)
