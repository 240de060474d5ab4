"""The advice in words: never more certain than the numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard.sentences.choices import choices_of
from dashboard.sentences.headline import headline, method_label, number, rule_label, too_close
from dashboard.sentences.payout import explosion_of, payout_lines, pays_sentence, scored
from dashboard.solver.client import Reckoned, Reply
from dashboard.table.share import decode, encode
from dashboard.table.state import Table, first_table, with_setting
from dashboard.table_page.first import _either
from dashboard.table_page.tables import _provenance
from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.results.advice import Method
from quacks_math.material.books import Books

EXACT = Method("exact", 100, 0.03)


def table_of(bag: str, pot: str, **setting: object) -> Table:
    table = with_setting(first_table(), bag=Bag.parse(bag), **setting)
    return replace(table, brew=replace(table.brew, pot=parse_pot(pot)))


def said(table: Table) -> tuple[str, str, str]:
    found = headline(table, table.moment, Reply(advice=Reckoned.of(advise(table.brew, table.objective, table.rule))))
    return found.verdict, found.word, found.sentence.replace("\N{NO-BREAK SPACE}", " ")


def with_values(table: Table, action: str, error: float | None = None, **values: float) -> tuple[str, str, str]:
    advice = Reckoned.of(advise(table.brew))
    method = Method("exact" if error is None else "simulated", 1, 0.0, error)
    named = {move.replace("_none", ":none"): value for move, value in values.items()}
    found = headline(table, table.moment, Reply(advice=replace(advice, action=action, values=named, method=method)))
    return found.verdict, found.word, found.sentence.replace("\N{NO-BREAK SPACE}", " ")


START = table_of("W1x4 W2x2 W3 O1 G1", "")


def test_a_safe_draw_is_advised_with_both_values_and_their_difference() -> None:
    verdict, _, sentence = with_values(START, "draw", draw=7.77, stop=1.21)
    assert verdict == "draw"
    assert sentence == "Drawing is much better: 7.8 VP against 1.2, a difference of 6.6 VP."


def test_the_difference_shown_is_that_of_the_numbers_shown() -> None:
    assert "8.1 VP against 5.3, a difference of 2.8 VP" in with_values(START, "draw", draw=8.05, stop=5.34)[2]


def test_a_small_difference_is_no_advice() -> None:
    verdict, _, sentence = with_values(START, "draw", draw=8.05, stop=8.02)
    assert verdict == "close"
    assert "8.05 VP" in sentence
    assert "8.02" in sentence


def test_a_difference_within_the_error_of_a_simulation_is_no_advice() -> None:
    assert with_values(START, "stop", 0.3, draw=8.0, stop=8.5)[0] == "close"
    assert with_values(START, "stop", 0.1, draw=8.0, stop=8.5)[0] == "stop"


@pytest.mark.parametrize(("kind", "margin"), [("worth", 0.04), ("beat", 0.004), ("coins", 0.09), ("space", 0.09)])
def test_every_objective_has_a_least_difference(kind: str, margin: float) -> None:
    table = replace(START, objective=Objective("beat", 3) if kind == "beat" else Objective(kind))  # type: ignore[arg-type]
    assert too_close(margin, 0.5, table, EXACT)
    assert not too_close(3 * margin, 0.5, table, EXACT)


def test_a_rule_speaks_in_its_own_name() -> None:
    table = replace(table_of("W1x4 W2x2 W3 O1 G1", "W3 W2 O1 W1"), rule=StopRule.parse("risk<=1/10"))
    verdict, _, sentence = said(table)
    assert verdict == "stop"
    assert sentence.startswith("By your rule, draw up to 10% risk: Stopping.")


@pytest.mark.parametrize(
    ("bag", "pot", "setting", "verdict"),
    [
        ("W1x2 W3 O1 R1", "O1 W3", {}, {"draw", "choose", "close"}),
        ("W1 B2 O1 R4", "B2", {}, {"choose"}),
        ("W1 B2 O1 R4", "B2[O1 R4", {}, {"choose"}),
        ("O1", "O1", {}, {"empty"}),
        ("W3x3", "W3x3", {}, {"exploded"}),
        ("O1x3", "O1 .", {}, {"stopped"}),
        ("O1 R1", "R1 .", {"books": Books(1, 1, 2, 1, 1)}, {"choose"}),
        ("W3x4 O1", "W3x3", {"card": "second_chance"}, {"choose", "close"}),
        ("W1x9", "W1x5", {"card": "second_chance"}, {"choose", "close", "draw", "stop"}),
        ("O1x9", "O1 .", {"card": "strong_ingredient"}, {"choose"}),
        ("O1x9", "O1 .[O1x5", {"card": "strong_ingredient"}, {"choose"}),
    ],
)
def test_every_moment_has_a_headline(bag: str, pot: str, setting: dict[str, object], verdict: set[str]) -> None:
    found, _, sentence = said(table_of(bag, pot, **setting))
    assert found in verdict
    assert sentence


def test_before_the_answer_comes_the_page_says_what_it_waits_for() -> None:
    moment = START.moment
    assert headline(START, moment, Reply(preparing=True)).word == "Preparing"
    assert headline(START, moment, Reply()).verdict == "thinking"
    assert headline(START, moment, Reply(problem="No.")).sentence == "No."


def test_an_explosion_leaves_points_or_coins() -> None:
    table = table_of("W1x4 W2x2 W3 O1 G1", "W3 W2 W2 W1")
    either = explosion_of(table, table.moment)
    assert (either.points, either.coins, either.better) == (1, 9, "coins")
    assert "take the coins" in pays_sentence(table, table.moment, None)
    assert pays_sentence(table, table.moment, None).endswith("VP by this round's rates.")
    last = with_setting(table, round=9)
    assert explosion_of(last, last.moment) == (1, 9, 1.0, 1.0, 1.0)
    assert pays_sentence(last, last.moment, None).endswith("1 VP or 9 coins: take either, that makes no difference.")


def test_a_protected_explosion_pays_both() -> None:
    table = table_of("W3x3 B1", "W3 W3 B1 W3", books=Books(1, 2, 1, 1, 1))
    assert "but no die" in pays_sentence(table, table.moment, None)


@pytest.mark.parametrize(
    ("pot", "setting", "line"),
    [
        ("W1 G1 .", {"books": Books(1, 1, 1, 1, 1)}, "Green last or next to last: 1 ruby."),
        ("W3 W3 W1 G2 .", {"books": Books(3, 1, 1, 1, 1)}, "has moved on 2 spaces"),
        ("W3 W3 W1 G2", {"books": Books(3, 1, 1, 1, 1)}, "may move on 2 spaces"),
        ("P1 P1 .", {}, "Purple: 1 VP, 1 ruby."),
        ("P1 P1 .", {"books": Books(1, 1, 1, 1, 2)}, "give 2 for G1 B2, 3 VP, 1 droplet step"),
        ("P1 P1 .", {"books": Books(1, 1, 1, 1, 4)}, "swap a 2-chip for a 4-chip"),
        ("W3 O1 K1 K1 .", {}, "Black: 2 in the pot"),
        ("W3 W3 W1 .", {"card": "seasoned_perfectly"}, "1 droplet step"),
        ("O1 .", {"card": "pot_is_full"}, "rolls: 2"),
    ],
)  # fmt: skip
def test_what_the_chips_and_the_card_bring_is_listed(pot: str, setting: dict[str, object], line: str) -> None:
    table = table_of("W1x2 W2x2 W3x3 O1x2 G1 G2 P1x3 K1x2", pot, **setting)
    assert any(line in text for text in payout_lines(table, table.moment))


def test_numbers_and_methods_are_written_for_people() -> None:
    assert method_label(EXACT) == "exact, 0.03 s"
    assert method_label(Method("exact", 1, 0.001)) == "exact, <0.01 s"
    both = "simulated: at least that, ± 0.12, play loses about 0.05"
    assert method_label(Method("simulated", 1, 1.0, 0.123, 0.051)) == both
    none = "simulated: at least that, ± <0.01, play loses about <0.01"
    assert method_label(Method("simulated", 1, 1.0, 1e-12, 0.0)) == none
    to_beat, played = replace(START, objective=Objective("beat", 1)), Method("simulated", 10_000, 1.0, 0.001)
    assert [number(value, to_beat, EXACT) for value in (0.0, 0.25, 1.0)] == ["0%", "25%", "100%"]
    assert [number(value, to_beat, played) for value in (0.0, 0.25, 1.0)] == ["<0.1%", "25.0%", ">99.9%"]
    assert rule_label(StopRule.parse("white>=6")) == "stop at white 6"


def test_an_exploded_pot_names_both_values() -> None:
    table = table_of("W1x4 W2x2 W3 O1 G1", "W3 W2 W2 W1")
    values = advise(table.brew).values
    shown = _either(table, table.moment)
    for move in ("take_points", "take_coins"):
        assert f"all in all {number(values[move], table, EXACT)}" in shown
    assert "q-better" in shown
    assert _either(replace(table, objective=Objective("coins")), table.moment) == shown, (
        "an aim that counts nothing here"
    )
    last = with_setting(table, round=9)
    assert "q-better" not in _either(last, last.moment)
    beating = replace(last, objective=Objective("beat", 1))
    assert _either(beating, last.moment).count("all in all 50%") == 2, "one point ties"


def test_green_3_is_scored_on_the_page_once_drawing_has_ended() -> None:
    books = Books(green=3)
    table = table_of("G1 W2x2 W3 G2 O1", "G1 W2 W2 W3 G2 .", books=books)
    assert scored(table, table.moment).index == 14
    assert "14 coins, 3" in pays_sentence(table, table.moment, None).replace("\N{NO-BREAK SPACE}", " ")
    going = table_of("G1 W2x2 W3 G2 O1", "G1 W2 W2 W3 G2", books=books)
    assert scored(going, going.moment).index == 11


def test_where_nothing_can_succeed_the_page_says_so() -> None:
    table = replace(with_setting(START, round=9), objective=Objective("beat", 40))
    assert said(table) == ("choose", "Out of reach", "No play reaches 40 points any more.")
    assert said(replace(table_of("W3x3", "W3x2"), objective=Objective("vp")))[1] != "Out of reach"


def test_a_tie_of_three_names_all_three_on_the_page() -> None:
    white = table_of("W1x4 W2x2 W3 O1 G1", "W3 W2 O1 W1")
    verdict, _, sentence = with_values(white, "use_flask", use_flask=8.03, keep=8.02, draw=8.02, stop=8.01)
    assert (verdict, sentence) == (
        "close",
        "Flask 8.03 VP, Drawing 8.02, Stopping 8.01: at most 0.02 VP apart, too little to tell.",
    )
    look = table_of("B2 W1 O1 R4", "B2[O1 R4")
    named = {"place:O1": 8.0, "place:R4": 8.01, "place_none": 5.0, "draw": 5.0, "stop": 5.0}
    verdict, _, sentence = with_values(look, "place:R4", **named)
    assert (verdict, sentence.split(":")[0]) == ("close", "Placing R4 8.01 VP, Placing O1 8.00")


def test_an_option_that_explodes_the_pot_is_marked() -> None:
    table = table_of("W1x4 W2x2 W3 O1 G1 B2", "W3 W2 W1 B2[W2 O1")
    choices = choices_of(table, table.moment, Reckoned.of(advise(table.brew)))
    assert choices is not None
    details = {option.name: option.detail.replace("\N{NO-BREAK SPACE}", " ") for option in choices.options}
    assert details["do:place:W2"] == "explodes, 6.9 VP"
    assert [name for name, detail in details.items() if "explodes" in detail] == ["do:place:W2"]
    waiting = choices_of(table, table.moment, None)
    assert waiting is not None
    assert [option.detail for option in waiting.options if option.detail] == ["explodes"]


def test_counts_say_on_the_page_what_is_not_offered() -> None:
    brew = Brew.from_counts(left=Bag.parse("W1x2 O1"), white_sum=4, space=52, last="W3")
    table = replace(START, brew=brew)
    assert any("flask is not offered" in line for line in _provenance(table, Reply()))
    known = replace(table, brew=Brew.from_counts(left=brew.bag, white_sum=4, space=52, last="W3", space_before=50))
    assert not any("flask is not offered" in line for line in _provenance(known, Reply()))
    assert decode(encode(known)) == known


def test_a_lead_smaller_than_what_the_simulated_play_loses_is_no_advice() -> None:
    table = first_table()
    sure = Method("simulated", 1000, 1.0, 0.001, 0.0)
    lossy = Method("simulated", 1000, 1.0, 0.001, 0.5)
    assert not too_close(0.45, 5.0, table, sure)
    assert too_close(0.45, 5.0, table, lossy)
