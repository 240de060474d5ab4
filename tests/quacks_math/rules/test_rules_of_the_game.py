"""Rules around the brew: buying, cards, rounds; and that compiled code reads the same text of them."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quacks_math.material.books import Books, price
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COUNT, KINDS, kind_index
from quacks_math.material.rulings import Rulings, rulings_from
from quacks_math.rules import buying, cards, evaluation, rounds
from tests.examples import examples

PRICES = buying.price_table(Books(), Rulings())
FULL = np.array(buying.starting_supply(2), dtype=np.int64)


@pytest.mark.parametrize(
    ("coins", "round_number", "single", "pairs"),
    [(2, 1, 0, 0), (3, 1, 1, 0), (10, 1, 8, 5), (10, 3, 10, 5), (13, 1, 8, 11)],
)
def test_known_numbers_of_legal_purchases(coins: int, round_number: int, single: int, pairs: int) -> None:
    possible = list(buying.purchases(coins, round_number, list(PRICES), list(FULL)))
    assert sum(1 for kinds in possible if len(kinds) == 1) == single
    assert sum(1 for kinds in possible if len(kinds) == 2) == pairs
    assert len(set(possible)) == len(possible)


def test_prices_follow_books_and_rulings() -> None:
    books = Books(green=3, blue=4)
    table = buying.price_table(books, rulings_from({"green3_price": "18", "blue4_price": "20"}))
    assert (table[kind_index("G4")], table[kind_index("B4")]) == (18, 20)
    assert [table[kind] for kind in range(3)] == [buying.NOT_FOR_SALE] * 3
    assert all(price(kind, books, Rulings()) is not None for kind in range(3, KIND_COUNT))


@given(st.integers(0, 35), st.integers(1, 9), st.integers(0, 17), st.integers(-1, 17), st.data())
@examples(300)
def test_a_purchase_is_legal_exactly_if_it_is_listed(
    coins: int, round_number: int, first: int, second: int, data: st.DataObject
) -> None:
    supply = data.draw(st.lists(st.integers(0, 2), min_size=KIND_COUNT, max_size=KIND_COUNT))
    listed = set(buying.purchases(coins, round_number, list(PRICES), supply))
    kinds = (first,) if second < 0 else tuple(sorted((first, second)))
    assert buying.may_buy(first, second, coins, round_number, list(PRICES), supply) == (kinds in listed)


@pytest.mark.parametrize(
    ("card", "late", "early"),
    [
        (Card.CHOOSE_WISELY, "P1", ""),
        (Card.ONLY_CHOOSE_ONE, "G2 B2 R2 Y2 K1", "G2 B2 R2 K1"),
        (Card.WHEEL_AND_DEAL, "O1 G1 B1 R1 Y1", "O1 G1 B1 R1"),
        (Card.RATS_ARE_FRIENDS, "G4 B4 R4 Y4", "G4 B4 R4"),
        (Card.SCHADENFREUDE, "G2 B2 R2 Y2", "G2 B2 R2"),
        (Card.CHARITY, "", ""),
    ],
)
def test_which_chips_a_card_offers(card: Card, late: str, early: str) -> None:
    def offered(round_number: int, rulings: Rulings) -> str:
        return " ".join(KINDS[kind] for kind in range(18) if cards.card_offers(card, kind, round_number, rulings))

    assert offered(3, Rulings()) == late
    assert offered(1, Rulings()) == early
    assert offered(1, rulings_from({"early_gift": "given"})) == late


def test_only_green_blue_red_and_yellow_chips_have_larger_ones() -> None:
    larger = {KINDS[kind]: KINDS[cards.next_larger(kind)] for kind in range(18) if cards.next_larger(kind) >= 0}
    assert larger == {f"{c}{v}": f"{c}{w}" for c in "GBRY" for v, w in (("1", "2"), ("2", "4"))}
    assert cards.LARGER_KIND[kind_index("B1"), 4] == kind_index("B4")
    assert cards.LARGER_KIND[kind_index("B4"), 2] == evaluation.NO_KIND


@pytest.mark.parametrize(
    ("mine", "leader", "tails"),
    [(19, 20, 0), (17, 20, 1), (0, 4, 1), (3, 12, 3), (39, 68, 12), (51, 68, 7), (49, 51, 0), (20, 20, 0)],
)
def test_known_rat_tails(mine: int, leader: int, tails: int) -> None:
    assert rounds.tails_of_round(2, mine, leader, Card.NONE) == tails
    assert rounds.tails_of_round(2, mine, leader, Card.RAT_INFESTATION) == 2 * tails
    assert rounds.tails_of_round(1, mine, leader, Card.NONE) == 0


def test_seats_sit_in_a_circle() -> None:
    assert [rounds.seat_in_turn(turn, 2, 4) for turn in range(4)] == [2, 3, 0, 1]
    assert all(rounds.right_of(rounds.left_of(seat, n), n) == seat for n in range(1, 6) for seat in range(n))


def test_the_rat_stone_and_the_droplet_stay_on_the_track() -> None:
    assert rounds.rats_in_pot(40, 20) == 12
    assert rounds.rats_in_pot(3, 4) == 4
    assert rounds.droplet_after(51, 2) == 52


def test_places_are_ordered_by_points_and_then_by_the_last_scoring_space() -> None:
    assert rounds.standing(52, 30) > rounds.standing(52, 27) > rounds.standing(51, 53)


SHARED: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (rounds.extra_whites, (6,)),
    (rounds.seat_in_turn, (1, 2, 3)),
    (rounds.left_of, (3, 4)),
    (rounds.right_of, (0, 4)),
    (rounds.tails_of_round, (4, 17, 68, 11)),
    (rounds.rats_in_pot, (40, 20)),
    (rounds.droplet_after, (51, 2)),
    (rounds.may_roll, (13, False, 13)),
    (rounds.standing, (52, 30)),
    (buying.is_for_sale, (13, 2, 8, 1)),
    (buying.may_buy, (10, 3, 9, 1, PRICES, FULL)),
    (cards.chips_drawn_for, (4,)),
    (cards.card_droplet_steps, (1,)),
    (cards.next_larger, (4,)),
    (cards.card_offers, (5, 17, 1, Rulings())),
    (cards.tails_to_give, (9,)),
    (evaluation.book_is_open, (16, 2)),
]


@pytest.mark.parametrize(("rule", "arguments"), SHARED, ids=[rule.__name__ for rule, _ in SHARED])
def test_compiled_code_reads_the_same_text_of_a_rule(rule: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    @numba.njit  # type: ignore[untyped-decorator]
    def compiled(arguments: tuple[Any, ...]) -> Any:
        return rule(*arguments)

    assert compiled(arguments) == rule(*arguments)
