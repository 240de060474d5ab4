"""The log: undo is exact for every kind of event, nothing is half-applied."""

from typing import get_args

import pytest

from quacks_math.brew.model import transitions as brew_state
from quacks_math.brew.model.events import BrewEvent, Drew, Kept, Stopped, UsedFlask, WentOn
from quacks_math.brew.model.setting import Rival
from quacks_math.game.engine.events import Bought, Brewed, CardDrawn, Counted, DieRolled, GameEvent, PotTold
from quacks_math.game.engine.fold import start_game
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import GameState
from tests.quacks_math.game.players import random_games


def test_taking_back_an_event_of_any_kind_gives_exactly_the_state_before() -> None:
    undone: set[type] = set()
    for public in (False, True):
        for played in random_games(12, public=public):
            game = Game.of(played.setup, played.events)
            for count in range(len(played.events), -1, -1):
                assert game.state == played.states[count]
                if count:
                    event = played.events[count - 1]
                    undone.add(type(event.event if isinstance(event, Brewed) else event))
                    game = game.undo()
            assert game == Game.new(played.setup)
    unreached = {Bought, *get_args(GameEvent), *get_args(BrewEvent)} - undone
    # A brewed event is counted by what was brewed; the other two are below.
    assert unreached <= {Brewed, Kept, WentOn}


@pytest.mark.parametrize(
    ("card", "pot", "last"),
    [("charity", ("W1",), Kept()), ("second_chance", ("W2", "W1", "W1", "O1", "G1"), WentOn())],
)
def test_taking_back_a_choice_that_was_declined_opens_it_again(
    card: str, pot: tuple[str, ...], last: BrewEvent
) -> None:
    game = Game.new(Setup.of("Ann")).add(CardDrawn(card), *(Brewed(0, Drew(kind)) for kind in pot))
    declined = game.add(Brewed(0, last))
    assert declined.state != game.state
    assert declined.undo().state == game.state


def test_a_game_played_on_after_undo_equals_one_that_never_went_astray() -> None:
    game = Game.new(Setup.of("Ann", cards=False))
    straight = game.add(Brewed(0, Drew("W1")), Brewed(0, Stopped()))
    astray = game.add(Brewed(0, Drew("W1")), Brewed(0, UsedFlask())).undo().add(Brewed(0, Stopped()))
    assert astray == straight
    assert astray.state == straight.state


def test_several_events_are_added_together_or_not_at_all() -> None:
    game = Game.new(Setup.of("Ann", cards=False))
    with pytest.raises(ValueError, match="flask puts back only the white chip"):
        game.add(Brewed(0, Drew("O1")), Brewed(0, UsedFlask()))
    assert game.events == ()


def test_more_events_than_happened_cannot_be_taken_back() -> None:
    game = Game.new(Setup.of("Ann", cards=False)).add(Brewed(0, Drew("W1")))
    with pytest.raises(ValueError, match="2 events cannot be taken back; 1 have happened"):
        game.undo(2)
    with pytest.raises(ValueError, match="-1 events"):
        game.undo(-1)


def test_a_bad_log_names_the_event_and_the_reason() -> None:
    with pytest.raises(ValueError, match=r"^Event 2, Brewed: Ann: No G1 is left in the bag"):
        Game.of(Setup.of("Ann", cards=False), (Brewed(0, Drew("G1")), Brewed(0, Drew("G1"))))


# Seats of which only public facts are followed.


def with_ben() -> GameState:
    return start_game(Setup((Seat("Ann"), Seat("Ben", tracked=False)), cards=False))


def test_the_evaluation_waits_for_the_pot_of_a_public_seat() -> None:
    game = Game.new(with_ben().setup).add(Brewed(0, Drew("W3")), Brewed(0, Stopped()))
    assert game.state.seats[0].pot is not None
    assert game.state.step.name == "BREW"
    game = game.add(PotTold(1, 20, blacks=0))
    assert game.state.round == 1
    assert game.state.seats[0].pot is not None
    assert game.state.tasks[0].ask == "buy", "Ben rolls the die himself; what it brings is in his points"


def test_rats_and_the_die_look_at_public_seats() -> None:
    game = Game.new(with_ben().setup).add(Brewed(0, Drew("W3")), Brewed(0, Stopped()), PotTold(1, 20, exploded=True))
    assert game.state.tasks[0].ask == "roll"
    game = game.add(DieRolled(0, 1), Bought(0, ()))
    assert game.state.tasks[0].ask == "tell"
    game = game.add(Counted(1, victory_points=5, rubies=2))
    assert game.state.round == 2
    assert [seat.victory_points for seat in game.state.seats] == [1, 5]
    assert [seat.tails for seat in game.state.seats] == [2, 0]


def test_points_of_a_public_seat_may_be_told_before_they_are_asked_for() -> None:
    game = Game.new(with_ben().setup).add(Brewed(0, Drew("W3")), PotTold(1, 20), Counted(1, victory_points=5))
    game = game.add(Brewed(0, Stopped()), Bought(0, ()))
    assert game.state.round == 2


def test_purchases_of_a_public_seat_may_be_told_for_the_supply() -> None:
    game = Game.new(with_ben().setup).add(Brewed(0, Drew("W3")), Brewed(0, Stopped()), PotTold(1, 20))
    before = game.state.supply
    game = game.add(Bought(1, ("K1", "O1")))
    assert before[17] - game.state.supply[17] == 1
    with pytest.raises(ValueError, match="Ben: the book of P1 is not open in round 1"):
        game.add(Bought(1, ("P1",)))


def test_a_mistake_of_a_tracked_seat_can_be_set_straight() -> None:
    setup = Setup.of("Ann", "Ben")
    game = Game.new(setup).add(Counted(0, victory_points=7, droplet=2, flask=False, bag="W1x4 R4"))
    seat = game.state.seats[0]
    assert (seat.victory_points, seat.droplet, seat.flask) == (7, 2, False)
    assert (
        sum(game.state.supply) + sum(sum(seat.bag) for seat in game.state.seats)
        == sum(Game.new(setup).state.supply) + 2 * 9
    )
    with pytest.raises(ValueError, match="11 R4 are more than bag and supply hold"):
        game.add(Counted(0, bag="R4x11"))
    brewing = game.add(CardDrawn("charity"))
    with pytest.raises(ValueError, match="cannot be set straight while it is brewing"):
        brewing.add(Counted(0, bag="R4x2"))
    assert brewing.add(Counted(0, victory_points=3)).state.seats[0].victory_points == 3


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Counted(5, rubies=1), "Seat 5 does not exist"),
        (Counted(0, rubies=-1), "rubies -1 is not possible; use 0 to 999"),
        (Counted(0, tube=3), "without test tubes"),
        (Counted(1, bag="W1"), "its bag is not followed"),
        (PotTold(0, 13), "followed chip by chip"),
        (PotTold(1, 54), "54 is no scoring space; use 0 to 53"),
        (PotTold(1, 5, blacks=-1), "no number of black chips"),
        (Brewed(1, Drew("W1")), "its bag is not followed; tell its finished pot instead"),
        (Bought(1, ("O1",)), "the evaluation has not begun"),
        (CardDrawn("charity"), "'brew' is due now"),
        (CardDrawn("misfortune"), "is not a fortune card"),
        (DieRolled(0, 7), "'brew' is due now, not 'roll'"),
        ("W1", "is no event of a game"),
    ],
)
def test_what_cannot_happen_is_refused_with_the_reason(event: GameEvent, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Game.new(with_ben().setup).add(event)


def test_the_pot_of_a_seat_is_a_projection_of_the_log() -> None:
    setup = Setup((Seat("Ann"), Seat("Ben"), Seat("Cleo", tracked=False)), cards=False)
    events = (Brewed(0, Drew("W3")), Brewed(1, Drew("W1")), Brewed(0, UsedFlask()), PotTold(2, 13, blacks=2))
    game = Game.new(setup).add(*events)
    assert game.pot(0) == (Drew("W3"), UsedFlask())
    brew = game.brew(0)
    assert brew.pot == game.pot(0)
    assert brew.rivals == (Rival(13),)
    assert brew.rival_black == (2,)
    assert brew_state.replay(brew).left == game.state.seats[0].brew.left  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="Cleo has no brew that is followed"):
        game.brew(2)


def test_every_pot_of_every_game_is_what_its_events_say() -> None:
    for played in random_games(6):
        game = Game.of(played.setup, played.events)
        for count in range(0, len(played.events), 9):
            now = game.undo(count)
            for seat, mine in enumerate(now.state.seats):
                if mine.brew is not None and mine.pot is None:
                    state = brew_state.replay(now.brew(seat))
                    assert (state.left, state.pot, state.pending) == (mine.brew.left, mine.brew.pot, mine.brew.pending)


def test_nothing_happens_after_the_end() -> None:
    played = next(random_games(1))
    with pytest.raises(ValueError, match="The game is over"):
        Game.of(played.setup, played.events).add(DieRolled(0, 1))
