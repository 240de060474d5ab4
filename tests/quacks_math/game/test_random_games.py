"""Laws that hold in every game, checked on random play of all seats, sets, cards, switches and rulings."""

from collections import Counter

import numpy as np
import pytest

from quacks_math.brew.model.events import Drew
from quacks_math.game.engine.actions import legal_actions, why_illegal
from quacks_math.game.engine.events import Brewed, CardDrawn, Counted
from quacks_math.game.engine.fold import replay, winners
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.state import GameState
from quacks_math.game.record.parser import parse_game
from quacks_math.game.record.printer import print_game
from quacks_math.game.record.saved import read_game, save_game
from quacks_math.material.cards import FORTUNE_CARDS
from quacks_math.material.chips import KIND_COUNT, R1
from tests.quacks_math.game.players import Played, play, random_games, random_setup

pytestmark = pytest.mark.proof

GAMES = 60


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return list(random_games(GAMES))


@pytest.fixture(scope="module")
def public_games() -> list[Played]:
    return list(random_games(GAMES // 2, public=True))


def chips_on_the_table(state: GameState) -> tuple[int, ...]:
    """Return all chips in bags, pots, beside pots and supply, by kind."""
    counts = list(state.supply)
    for seat in state.seats:
        brewing = seat.brew is not None and seat.pot is None
        beside = seat.beside
        owned = list(seat.bag)
        if seat.brew is not None and brewing:
            owned = list(seat.brew.left)
            for chip in seat.brew.pot:
                owned[chip.kind] += 1
            beside = tuple(a + b for a, b in zip(seat.brew.aside, seat.brew.kept, strict=True))
        for kind in range(KIND_COUNT):
            counts[kind] += owned[kind]
        for red, count in enumerate(beside):
            counts[R1 + red] += count
    return tuple(counts)


def test_no_chip_is_ever_lost_or_made(games: list[Played]) -> None:
    for game in games:
        assert len({chips_on_the_table(state) for state in game.states}) == 1


def test_nothing_is_ever_negative(games: list[Played]) -> None:
    for game in games:
        for state in game.states:
            assert min(state.supply) >= 0
            for seat in state.seats:
                assert min(*seat.bag, *seat.beside, seat.rubies, seat.tails, seat.victory_points) >= 0
                assert 0 <= seat.droplet <= 52
                assert 0 <= seat.tube <= 12


def test_every_number_is_a_plain_number_that_can_be_saved(games: list[Played]) -> None:
    for game in games:
        for state in game.states:
            for seat in state.seats:
                numbers = (seat.victory_points, seat.rubies, seat.droplet, seat.tube, seat.tails)
                assert {type(number) for number in (*seat.bag, *seat.beside, *numbers)} == {int}
                assert seat.pot is None or {type(seat.pot.scoring_space), type(seat.pot.blacks)} == {int}


def test_points_droplets_and_tubes_never_fall(games: list[Played]) -> None:
    for game in games:
        for before, after in zip(game.states, game.states[1:], strict=False):
            for mine, then in zip(before.seats, after.seats, strict=True):
                assert then.victory_points >= mine.victory_points
                assert then.droplet >= mine.droplet
                assert then.tube >= mine.tube


def test_a_pot_explodes_exactly_when_the_white_sum_passes_the_limit(games: list[Played]) -> None:
    for game in games:
        for state in game.states:
            for seat in state.seats:
                if seat.brew is not None and state.card.name != "STRONG_INGREDIENT":
                    assert seat.brew.exploded == (seat.brew.white_sum > seat.brew.white_limit)


def test_everything_offered_is_legal_and_everything_that_happened_was(games: list[Played]) -> None:
    for game in games[::4]:
        for state, event in zip(game.states, game.events, strict=False):
            assert why_illegal(state, event) is None
            for action in legal_actions(state):
                assert why_illegal(state, action) is None


def test_every_game_ends_after_nine_rounds_with_a_winner(games: list[Played], public_games: list[Played]) -> None:
    for game in games + public_games:
        last = game.states[-1]
        assert last.over
        assert last.round == 9
        best = max(seat.victory_points for seat in last.seats)
        assert all(last.seats[seat].victory_points == best for seat in winners(last))


def test_no_card_comes_twice(games: list[Played]) -> None:
    for game in games:
        cards = [event.card for event in game.events if isinstance(event, CardDrawn)]
        assert len(cards) == len(set(cards)) == (9 if game.setup.cards else 0)


def test_every_card_was_played(games: list[Played]) -> None:
    played = {event.card for game in games for event in game.events if isinstance(event, CardDrawn)}
    assert played == set(FORTUNE_CARDS)


def test_in_round_9_nobody_is_a_chip_ahead(games: list[Played]) -> None:
    for game in games:
        draws: Counter[int] = Counter()
        stopped: set[int] = set()
        for state, event in zip(game.states, game.events, strict=False):
            if state.round != 9 or not isinstance(event, Brewed):
                continue
            if isinstance(event.event, Drew):
                still = [s for s, seat in enumerate(state.seats) if seat.brew and not seat.brew.drawing_ended]
                assert all(draws[event.seat] <= draws[other] for other in still if other not in stopped)
                draws[event.seat] += 1


def test_replay_is_the_same_game(games: list[Played]) -> None:
    for game in games[::6]:
        assert replay(game.setup, game.events) == game.states


def test_a_saved_game_is_the_same_game(games: list[Played], public_games: list[Played]) -> None:
    for played in games[::3] + public_games[::3]:
        game = Game.of(played.setup, played.events)
        read = read_game(save_game(game))
        assert read == game
        assert read.state == game.state


def test_a_game_read_back_from_its_text_ends_the_same(games: list[Played], public_games: list[Played]) -> None:
    for played in games[::3] + public_games[::3]:
        text = print_game(Game.of(played.setup, played.events))
        read = parse_game(text)
        assert read.state == played.states[-1]
        assert print_game(read) == text


def test_an_unfinished_game_can_be_read_back_too(games: list[Played]) -> None:
    for number, played in enumerate(games[:20]):
        cut = len(played.events) * (number + 1) // 21
        game = Game.of(played.setup, played.events[:cut])
        text = print_game(game)
        read = parse_game(text)
        assert print_game(read) == text
        if not any(seat.lap == 1 for seat in game.state.seats):
            assert read.state == game.state


def test_points_told_of_public_seats_stand(public_games: list[Played]) -> None:
    for game in public_games:
        for state, event in zip(game.states[1:], game.events, strict=True):
            if isinstance(event, Counted):
                assert state.seats[event.seat].victory_points == event.victory_points


def test_the_same_numbers_give_the_same_game() -> None:
    one, two = (np.random.default_rng(7) for _ in range(2))
    assert play(random_setup(one), one) == play(random_setup(two), two)
