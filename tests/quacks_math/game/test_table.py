"""Setup, supply, order of chance, and the two passes of the potions phase."""

from collections.abc import Iterable

import numpy as np
import pytest

from quacks_math.brew.model.events import Drew, Looked
from quacks_math.game.engine.actions import Turn, Who, legal_actions, turn, why_illegal
from quacks_math.game.engine.events import Brewed, CardDrawn, ChipsDrawn, DieRolled, GameEvent, Reached
from quacks_math.game.engine.fold import apply, chance, start_game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import NOBODY, Ask, GameState
from quacks_math.material.cards import FORTUNE_CARDS
from quacks_math.material.chips import BOX, KINDS, STARTING_BAG
from quacks_math.rules.buying import starting_supply
from tests.quacks_math.game.table import asked, card, give, pots, say, stock, table


class Listed:
    """A source of chance that gives numbers from a list and remembers below what they had to be."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def integers(self, high: int, /) -> int:
        self.asked.append(high)
        return self.numbers.pop(0)


# Setup.


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ((), "0 seats are not possible; use 1 to 5"),
        (("A", "B", "C", "D", "E", "F"), "6 seats are not possible"),
        (("A", "A"), "not all different"),
        (("A:B",), "is no name for a seat"),
        (("",), "is no name for a seat"),
        (("A\n",), "is no name for a seat"),
    ],
)
def test_impossible_seats_are_refused(names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Setup.of(*names)


def test_somebody_must_be_tracked() -> None:
    with pytest.raises(ValueError, match="No seat is tracked"):
        Setup((Seat("Ann", tracked=False),))


def test_everybody_starts_with_the_same_bag_one_ruby_and_a_full_flask() -> None:
    for seat in start_game(Setup.of("Ann", "Ben")).seats:
        assert seat.bag == STARTING_BAG
        assert (seat.rubies, seat.flask, seat.droplet, seat.victory_points) == (1, True, 0, 0)


def test_starting_bags_come_from_the_supply() -> None:
    four = starting_supply(4)
    assert dict(zip(KINDS, four, strict=True))["W1"] == 20 - 16
    assert sum(four) == sum(BOX) - 4 * 9


def test_the_fifth_seat_brings_its_white_chips() -> None:
    five = dict(zip(KINDS, starting_supply(5), strict=True))
    assert (five["W1"], five["W2"], five["W3"]) == (25 - 20, 10 - 10, 5 - 5)
    assert (five["O1"], five["G1"]) == (20 - 5, 15 - 5)


def test_all_five_seats_get_the_white_chip_of_round_6() -> None:
    state = start_game(Setup.of("A", "B", "C", "D", "E", cards=False))
    while state.round < 6:
        actions = legal_actions(state)
        state = apply(state, actions[-1] if asked(state) != ("buy", actions_seat(state)) else actions[0])
        while (due := turn(state)) is not None and due.who == Who.CHANCE:
            state = apply(state, chance(state, np.random.default_rng(1)))
    assert state.supply[0] == 0
    assert all(seat.bag[0] == 5 for seat in state.seats)


def actions_seat(state: GameState) -> int:
    due = turn(state)
    return -1 if due is None else due.seat


# Supply.


def test_a_gift_that_the_supply_lacks_is_lost() -> None:
    state = stock(table(2), O1=1)
    state = pots(card(state), "W1 .", "W1 .")
    state = say(state, 6, 6)
    assert [seat.bag[3] for seat in state.seats] == [2, 1]


def test_a_chip_removed_from_a_bag_goes_back_to_the_supply() -> None:
    state = card(table(1), "just_in_time")
    assert say(state, "white").supply[0] == state.supply[0] + 1


# Order of chance.


def test_the_card_is_the_numbered_one_of_those_not_yet_seen() -> None:
    numbers = Listed([3])
    assert chance(table(1), numbers) == CardDrawn(list(FORTUNE_CARDS)[3])
    assert numbers.asked == [24]
    state = say(pots(card(table(1), "choose_wisely"), "W1 ."), 1, "buy")
    numbers = Listed([0, 22])
    assert chance(state, numbers) == CardDrawn("pot_filling_up")
    assert chance(state, numbers) == CardDrawn("living_in_luxury")
    assert numbers.asked == [23, 23]


def test_chips_are_numbered_in_canonical_order_and_taken_out_one_by_one() -> None:
    state = card(table(2), "less_is_more")
    numbers = Listed([8, 7, 6, 0, 0])
    assert chance(state, numbers) == ChipsDrawn(0, ("G1", "O1", "W3", "W1", "W1"))
    assert numbers.asked == [9, 8, 7, 6, 5]


def test_a_draw_asks_for_one_number_and_a_look_for_one_a_chip() -> None:
    state = give(table(1), 0, bag="W1x2 B2 R1")
    state = apply(card(state), Reached(0))
    numbers = Listed([2, 1, 1])
    event = chance(state, numbers)
    assert event == Brewed(0, Drew("B2"))
    state = apply(state, event)
    assert chance(state, numbers) == Brewed(0, Looked(("W1", "R1")))
    assert numbers.asked == [4, 3, 2]


def test_the_die_is_numbered_by_its_faces() -> None:
    numbers = Listed([5])
    assert chance(card(table(1), "roll_the_die"), numbers) == DieRolled(0, 6)
    assert numbers.asked == [6]


def test_chance_does_not_speak_when_a_seat_decides() -> None:
    with pytest.raises(ValueError, match="Chance is not due: seat speaks next"):
        chance(card(table(1)), Listed([]))


def test_every_order_of_three_chips_is_equally_likely() -> None:
    state = give(table(1), 0, bag="W1 O1 G1")
    state = card(state, "opportunistic_moment")
    rng = np.random.default_rng(5)
    counts: dict[GameEvent, int] = {}
    for _ in range(6000):
        event = chance(state, rng)
        counts[event] = counts.get(event, 0) + 1
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5, "chi-square, 5 degrees, 0.1 %"


# Passes of the potions phase.


def test_rounds_1_to_8_one_seat_brews_after_the_other_in_turn_order() -> None:
    state = start_game(Setup(Setup.of("Ann", "Ben").seats, cards=False, start_player=1))
    assert turn(state) == Turn(Who.SEAT, 1, Ask.BREW)
    state = apply(state, Reached(1))
    assert turn(state) == Turn(Who.CHANCE, 1, Ask.BREW)
    assert legal_actions(state) == ()
    assert "hand is in the bag" in (why_illegal(state, Reached(1)) or "")
    state = pots(state, "", "W1 .")
    assert turn(state) == Turn(Who.SEAT, 0, Ask.BREW)


def test_pots_may_be_entered_in_any_order_before_round_9() -> None:
    state = pots(card(table(2)), "W1 O1", "W2")
    assert pots(state, ".", ".") == pots(pots(card(table(2)), "", "W2 ."), "W1 O1 .")


def test_in_round_9_all_decide_before_anybody_draws() -> None:
    state = card(table(3, round_number=9))
    state = apply(apply(state, Reached(0)), Reached(1))
    assert turn(state) == Turn(Who.SEAT, 2, Ask.BREW)
    state = pots(state, "", "", ".")
    assert turn(state) == Turn(Who.CHANCE, 0, Ask.BREW)
    state = pots(state, "W1")
    assert turn(state) == Turn(Who.CHANCE, 1, Ask.BREW)
    state = pots(state, "", "W1")
    assert turn(state) == Turn(Who.SEAT, 0, Ask.BREW)


def test_in_round_9_a_look_is_finished_before_the_next_seat_draws() -> None:
    state = give(table(2, round_number=9), 0, bag="W1x4 B1")
    state = apply(apply(card(state), Reached(0)), Reached(1))
    state = pots(state, "B1")
    assert turn(state) == Turn(Who.CHANCE, 0, Ask.BREW)
    state = apply(state, Brewed(0, Looked(("W1",))))
    assert turn(state) == Turn(Who.SEAT, 0, Ask.BREW)
    assert [str(action) for action in legal_actions(state)] == [
        "Brewed(seat=0, event=Placed(kind='W1', spaces=None))",
        "Brewed(seat=0, event=Placed(kind=None, spaces=None))",
    ]


def test_red_chips_are_settled_after_everybody_has_stopped() -> None:
    state = give(table(2, books="red=2"), 0, bag="W1x4 R1")
    state = pots(card(state), "R1 W1 .")
    assert turn(state) == Turn(Who.SEAT, 1, Ask.BREW)
    state = pots(state, "", "W1 .")
    assert turn(state) == Turn(Who.SEAT, 0, Ask.BREW)
    assert len(legal_actions(state)) == 3


def test_the_card_of_the_round_belongs_to_nobody() -> None:
    assert turn(table(1)) == Turn(Who.CHANCE, NOBODY, Ask.DRAW_CARD)
