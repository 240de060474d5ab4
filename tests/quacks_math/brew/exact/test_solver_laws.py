"""Laws that hold whatever the numbers are: of chances, of best play, and of one solution asked in several ways."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quacks_math.brew.advise import Advice, advice_from, advise, solve_brew
from quacks_math.brew.exact import solve as solver
from quacks_math.brew.exact.state_space.build import TooLargeError
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import Phase, legal_actions
from quacks_math.brew.odds import odds
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import Books
from quacks_math.material.track import COINS, VICTORY_POINTS
from tests.examples import examples
from tests.quacks_math.brew_twins import (
    CARDS,
    Question,
    close,
    questions,
    rates_of,
    state_of,
)

pytestmark = pytest.mark.proof

RULES = ("never", "risk<=1/4", "white>=5", "chips>=3", "risk<=0")
START = "W1x4 W2x2 W3 O1 G1"
MIDDLE = "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"


def answer(question: Question, **changed: object) -> Advice:
    """Return the answer to a question, some of it changed."""
    asked = replace(question, **changed)  # type: ignore[arg-type]
    return advise(asked.brew, Objective.parse(asked.objective), StopRule.parse(asked.rule), rates_of(asked.rates))


def best(found: Advice) -> float:
    return max(found.values.values())


@examples(300)
@given(questions(chips=10, kinds=6, cards=(None, *CARDS, "second_chance"), rules=("best", *RULES)))
def test_probabilities_sum_to_one(question: Question) -> None:
    outcome = answer(question).outcome
    assert sum(space.probability for space in outcome.scoring_space) == close(1)
    assert sum(space.probability for space in outcome.scoring_space if space.exploded) == close(outcome.explode)
    assert all(0 <= space.probability <= 1 + 1e-12 for space in outcome.scoring_space)
    assert not outcome.rubies or sum(outcome.rubies.values()) == close(1)
    assert all(more <= less + 1e-12 for less, more in pairwise(outcome.chance_coins_at_least.values()))


@examples(60)
@given(questions(chips=8), st.sampled_from(RULES))
def test_best_play_is_at_least_as_good_as_any_rule(question: Question, rule: str) -> None:
    assert best(answer(question)) >= best(answer(question, rule=rule)) - 1e-9


@examples(200)
@given(questions(chips=10, kinds=6, cards=(None, *CARDS, "second_chance"), objectives=("coins", "vp", "space")))
def test_where_play_ends_is_worth_what_was_promised(question: Question) -> None:
    # A protected explosion counts fully, and the outcome does not tell it from another one.
    assume(question.brew.books.blue != 2)
    found = answer(question)
    printed = {"coins": COINS, "vp": VICTORY_POINTS, "space": np.arange(54)}[question.objective]
    ends = found.outcome.scoring_space
    assert sum(end.probability * printed[end.index] for end in ends if not end.exploded) == close(best(found))


@examples(50)
@given(questions(chips=7), st.integers(1, 3))
def test_a_higher_white_limit_never_hurts(question: Question, more: int) -> None:
    brew = replace(question.brew, pot=())
    higher = replace(brew, limit=brew.limit + more if brew.card != "living_in_luxury" else brew.limit)
    assert best(answer(question, brew=higher)) >= best(answer(question, brew=brew)) - 1e-9


@examples(50)
@given(questions(chips=7))
def test_a_full_flask_is_never_worse_than_an_empty_one(question: Question) -> None:
    full, empty = (replace(question.brew, pot=(), flask=flask) for flask in (True, False))
    assert best(answer(question, brew=full)) >= best(answer(question, brew=empty)) - 1e-9


@examples(60)
@given(
    st.lists(st.sampled_from(["W1", "W1", "W2", "O1", "K1", "P1"]), min_size=2, max_size=5),
    st.randoms(use_true_random=False),
    st.sampled_from(["worth", "coins", "vp", "space"]),
    st.integers(0, 9),
)
def test_the_order_of_entry_does_not_matter_where_no_book_asks_for_it(
    out: list[str], rng: object, objective: str, rates: int
) -> None:
    shuffled = list(out)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    bag = Bag.of(Counter(out)) + Bag.parse("W1 W2x2 W3 O1 B1 R1")
    first, second = (
        advise(Brew(bag, pot=parse_pot(" ".join(chips) + " O1")), Objective.parse(objective), rates=rates_of(rates))
        for chips in (out, shuffled)
    )
    assert first.values == pytest.approx(second.values, abs=1e-9)
    assert first.outcome.explode == close(second.outcome.explode)


@examples(40)
@given(
    st.lists(st.sampled_from(["W1", "W2", "O1", "K1"]), min_size=1, max_size=4),
    st.sampled_from([None, "pot_is_full", "seasoned_perfectly", "pumpkin_patch_party"]),
)
def test_counts_are_as_good_as_the_order_where_no_book_asks_for_it(out: list[str], card: str | None) -> None:
    left = Bag.parse("W1 W2 W3 O1x2 B1 Y2 R2")
    told = Brew(left + Bag.of(Counter(out)) + Bag.of({"O1": 1}), card=card, pot=parse_pot(" ".join(out) + " O1"))
    state = state_of(told)
    counted = Brew.from_counts(
        left=left, white_sum=state.white_sum, space=state.position, pot=Counter([*out, "O1"]), last="O1", card=card
    )
    assert advise(counted, rates=rates_of(2)).values == pytest.approx(advise(told, rates=rates_of(2)).values, abs=1e-9)


@examples(80)
@given(questions(chips=9))
def test_more_blind_draws_never_explode_less(question: Question) -> None:
    within = odds(question.brew).explode_within
    assert all(less <= more for less, more in pairwise(within))
    assert not within or within[0] == odds(question.brew).explode_next


@pytest.mark.parametrize("rule", ["white>=5", "white>=6", "white>=7", "never"])
@pytest.mark.parametrize("safe", ["O1", "O1x3 K1", "B1 B2 B4 P1 Y4", "R4x3 G2 Y1"])
def test_safe_chips_do_not_change_the_chance_of_exploding_under_a_white_sum_rule(rule: str, safe: str) -> None:
    whites = Bag.parse("W1x4 W2x2 W3")
    books = Books(blue=3, yellow=4)
    few, many = (
        advise(Brew(bag, books=books, flask=False), rule=StopRule.parse(rule)).outcome.explode
        for bag in (whites, whites + Bag.parse(safe))
    )
    assert few == close(many)


@examples(60)
@given(questions(chips=8, rules=("best", "best", "white>=6", "risk<=1/3")), st.integers(0, 3))
def test_the_solution_of_an_earlier_moment_answers_as_a_fresh_one(question: Question, earlier: int) -> None:
    brew = question.brew
    before = replace(brew, pot=brew.pot[:earlier])
    objective, rule = Objective.parse(question.objective), StopRule.parse(question.rule)
    solution = solve_brew(before, objective, rule, rates_of(question.rates))
    later, fresh = advice_from(solution, brew), answer(question)
    assert later.values == pytest.approx(fresh.values, abs=1e-9)
    assert later.next_values == pytest.approx(fresh.next_values, abs=1e-9)
    if len({round(value, 9) for value in fresh.values.values()}) == len(fresh.values):
        assert later.outcome.explode == close(fresh.outcome.explode)
    assert later.action in fresh.values
    assert fresh.values[later.action] == close(fresh.values[fresh.action])


@examples(60)
@given(questions(chips=8))
def test_the_value_of_drawing_is_the_mean_of_the_values_after_each_chip(question: Question) -> None:
    state = state_of(question.brew)
    assume(state.phase is Phase.DRAWING and "draw" in legal_actions(state))
    found = answer(question)
    shares = {chip.kind: float(chip.fraction) for chip in found.odds.next}
    assert found.values["draw"] == close(sum(shares[kind] * value for kind, value in found.next_values.items()))
    assert best(found) == close(max(value for move, value in found.values.items() if move not in ("keep", "go_on")))


@examples(40)
@given(questions(chips=8, objectives=("coins",)), st.data())
def test_kinds_that_act_alike_may_be_called_by_another_name(question: Question, data: st.DataObject) -> None:
    # Who counts coins does not care whether a black or a purple chip came out; the solver merges them.
    brew = replace(question.brew, pot=(), card=None)
    blacks = brew.bag.count("K1") + data.draw(st.integers(0, 2))
    purples = brew.bag.count("P1")
    bag = brew.bag - Bag.of({"K1": brew.bag.count("K1"), "P1": purples})
    together = replace(brew, bag=bag + Bag.of({"K1": blacks + purples}))
    apart = replace(brew, bag=bag + Bag.of({"K1": blacks, "P1": purples}))
    first, second = answer(question, brew=together), answer(question, brew=apart)
    assert first.values == pytest.approx(second.values, abs=1e-9)
    assert first.outcome.explode == close(second.outcome.explode)


@examples(30)
@given(questions(chips=8), st.randoms(use_true_random=False))
def test_the_order_of_a_bag_in_writing_does_not_matter(question: Question, rng: object) -> None:
    words = str(question.brew.bag).split()
    rng.shuffle(words)  # type: ignore[attr-defined]
    again = answer(question, brew=replace(question.brew, bag=Bag.parse(" ".join(words))))
    found = answer(question)
    assert (again.values, again.outcome, again.action) == (found.values, found.outcome, found.action)


@pytest.mark.parametrize("books", [Books(), Books(1, 2, 3, 4, 1), Books(3, 3, 2, 2, 3)])
@pytest.mark.parametrize("card", [None, "second_chance"])
def test_the_number_of_threads_does_not_change_a_bit(
    books: Books, card: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    brew = Brew(Bag.parse(MIDDLE), books=books, card=card)
    alone = advise(brew)
    monkeypatch.setattr(solver, "MANY_STATES", 1000)  # so that a bag of this size is shared out too
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as threads:
            shared = advise(brew, executor=threads)
        assert (shared.values, shared.outcome) == (alone.values, alone.outcome)


def test_a_brew_over_the_budget_is_refused_with_both_numbers() -> None:
    with pytest.raises(TooLargeError) as refused:
        solve_brew(Brew(Bag.parse(MIDDLE)), budget=1000)
    assert refused.value.states > refused.value.budget
    assert f"{refused.value.states:,}" in str(refused.value)


def test_beating_a_number_is_asked_in_the_last_round_only() -> None:
    with pytest.raises(ValueError, match="round 9, not 4"):
        advise(Brew(Bag.parse(START), round=4), Objective("beat", 5))
    found = advise(Brew(Bag.parse(START), round=9), Objective("beat", 5), rates=Rates())
    assert 0 <= best(found) <= 1
