"""The exact solver equals the oracle, to 1e-9, in every number: under every book, card, ruling, rule and objective.

Each test holds one thing fixed and lets hypothesis choose the rest: a bag of up to five chips, the books, where the
brew starts, and what has come out already.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quacks_math.material.books import SETS, Books
from quacks_math.material.rulings import Rulings
from tests.examples import examples
from tests.quacks_math.brew_twins import CARDS, Question, any_books, check_question, questions, ruled

pytestmark = pytest.mark.proof

BOOKS = [(colour, number) for colour in Books._fields for number in SETS]
CLOSED = ("price", "rats_friends", "tube", "split_steps", "black_zero")
"""Rulings (by part of their name) that no brew of a single seat feels."""


@pytest.mark.parametrize(("colour", "number"), BOOKS, ids=[f"{colour}{number}" for colour, number in BOOKS])
@examples(14)
@given(data=st.data())
def test_every_book(colour: str, number: int, data: st.DataObject) -> None:
    letter = colour[0].upper()
    check_question(data.draw(questions(must=letter, books=any_books(**{colour: number}), cards=(None,))))


@pytest.mark.parametrize("must", ["GR", "BY", "PK", "BR", "GP", "OR", "YR", "BP"])
@examples(14)
@given(data=st.data())
def test_mixed_books(must: str, data: st.DataObject) -> None:
    check_question(data.draw(questions(must=must, cards=(None,))))


@pytest.mark.parametrize("card", CARDS)
@examples(20)
@given(data=st.data())
def test_every_card(card: str, data: st.DataObject) -> None:
    check_question(data.draw(questions(cards=(card,), chips=6 if card == "second_chance" else 5)))


RULED = {
    "purple3_space": (ruled(purple3_space="index"), "P", any_books(purple=3), (None,)),
    "empty_pot": (ruled(empty_pot="start_space"), "", any_books(), (None,)),
    "flask_after_look": (ruled(flask_after_look="not_allowed"), "B", any_books(blue=1), (None, "well_stirred")),
    "yellow2_doubles": (ruled(yellow2_doubles="bonus_too"), "YR", any_books(yellow=2), (None, "pumpkin_patch_party")),
    "limits": (ruled(limits="added"), "YY", any_books(yellow=3), ("living_in_luxury",)),
    "extra_spaces": (ruled(extra_spaces="may_decline"), "YR", any_books(yellow=2), (None, "pumpkin_patch_party")),
    "extra_spaces red": (ruled(extra_spaces="may_decline"), "OR", any_books(), (None, "pumpkin_patch_party")),
    "early_gift": (ruled(early_gift="given"), "GP", any_books(green=2, purple=2), (None,)),
    "strong_step_b": (ruled(strong_step_b="counts"), "GP", any_books(), ("strong_ingredient",)),
    "all at once": (Rulings(0, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1), "YR", any_books(), (None, *CARDS)),
}


@pytest.mark.parametrize("name", RULED)
@examples(16)
@given(data=st.data())
def test_every_ruling(name: str, data: st.DataObject) -> None:
    rulings, must, books, cards = RULED[name]
    check_question(data.draw(questions(must=must, books=books, cards=cards, rulings=rulings)))


def test_every_ruling_that_a_brew_feels_is_compared() -> None:
    felt = {name for name in Rulings._fields if not any(part in name for part in CLOSED)}
    assert felt == {name.split()[0] for name in RULED} - {"all"}


@pytest.mark.parametrize("rule", ["never", "white>=5", "white>=7", "chips>=2", "chips>=4", "risk<=1/4", "risk<=1/2"])
@examples(14)
@given(data=st.data())
def test_every_stop_rule(rule: str, data: st.DataObject) -> None:
    check_question(data.draw(questions(rules=(rule,))))


@pytest.mark.parametrize("objective", ["worth", "coins", "vp", "space"])
@examples(16)
@given(data=st.data())
def test_every_objective(objective: str, data: st.DataObject) -> None:
    check_question(data.draw(questions(objectives=(objective,), rules=("best", "risk<=1/3"))))


@examples(40)
@given(questions(rounds=(9,), objectives=("worth",), rules=("best", "best", "white>=6")))
def test_the_last_round_counts_points_only(question: Question) -> None:
    check_question(question)


@examples(40)
@given(
    questions(rounds=(9,), objectives=tuple(f"beat={points}" for points in range(9)), rules=("best", "best", "never"))
)
def test_the_chance_to_beat_a_number_of_points(question: Question) -> None:
    check_question(question)
