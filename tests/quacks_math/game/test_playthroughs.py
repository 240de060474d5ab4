"""Golden playthroughs: recorded games end every round as recorded, and no card or book lacks one."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from quacks_math.game.engine.events import CardDrawn, Chose
from quacks_math.game.engine.flow import DECISIONS
from quacks_math.game.engine.log import Game
from quacks_math.game.record.saved import read_game
from quacks_math.material.books import BOOK_COLOURS, SETS
from quacks_math.material.cards import FORTUNE_CARDS
from quacks_math.material.chips import KIND_COLOUR, Colour
from tests.quacks_math.game.make_playthroughs import FOLDER, PLANS, playthrough, record

FILES = sorted(FOLDER.glob("*.json"))


def read(file: Path) -> tuple[dict[str, Any], Game]:
    raw = json.loads(file.read_text(encoding="utf-8"))
    return raw, read_game(json.dumps(raw["game"]))


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [read(file)[1] for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_recorded_game_ends_every_round_as_recorded(file: Path) -> None:
    raw, game = read(file)
    now = playthrough(game)
    for number, (recorded, played) in enumerate(zip(raw["rounds"], now["rounds"], strict=True), start=1):
        assert played == recorded, f"round {number}"
    assert now["winners"] == raw["winners"]


def test_every_card_has_a_playthrough(games: list[Game]) -> None:
    played = {event.card for game in games for event in game.events if isinstance(event, CardDrawn)}
    assert played == set(FORTUNE_CARDS)


def test_every_book_has_a_playthrough_in_which_its_chips_lie_in_a_pot(games: list[Game]) -> None:
    played = set()
    for game in games:
        for state in game.states:
            for seat in state.seats:
                if seat.brew is not None:
                    chips = {Colour(KIND_COLOUR[chip.kind]).name.lower() for chip in seat.brew.pot}
                    chips |= {"red"} if any(seat.brew.aside) else set()
                    played |= {(colour, getattr(state.setup.books, colour, 0)) for colour in chips}
    books = {*product(BOOK_COLOURS, SETS), ("black", 0), ("orange", 0), ("white", 0)}
    assert not books - played


def test_every_question_is_answered_in_a_playthrough(games: list[Game]) -> None:
    asked = {event.question for game in games for event in game.events if isinstance(event, Chose)}
    assert asked == {ask.value for ask in DECISIONS}


def test_playthroughs_have_one_to_five_seats_with_and_without_test_tubes(games: list[Game]) -> None:
    assert {len(game.setup.seats) for game in games} == {1, 2, 3, 4, 5}
    assert {game.setup.tubes for game in games} == {False, True}


def test_the_recorded_files_are_those_of_the_plans() -> None:
    assert [file.stem for file in FILES] == sorted(plan.name for plan in PLANS)
    assert record(PLANS[0]) == read(FOLDER / f"{PLANS[0].name}.json")[1]
