"""Saved games and written games: what is refused, and with which reason."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quacks_math.brew.model.events import Drew, Looked, Placed, Stopped, UsedFlask
from quacks_math.game.engine.events import Brewed, CardDrawn, Counted, DieRolled
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Setup
from quacks_math.game.record.parser import parse_game
from quacks_math.game.record.printer import print_game
from quacks_math.game.record.saved import read_game, save_game
from quacks_math.material.rulings import rulings_from
from tests.examples import examples

GAME = Game.new(Setup.of("Ann", "Bén", tubes=True)).add(
    CardDrawn("roll_the_die"),
    DieRolled(0, 4),
    DieRolled(1, 1),
    Counted(1, rubies=3),
    Brewed(0, Drew("W3")),
    Brewed(0, UsedFlask()),
    Brewed(1, Drew("W1")),
    Brewed(0, Drew("O1")),
    Brewed(0, Stopped()),
)


def refusal(reader: Callable[[str], Game], text: str) -> str | None:
    """Return why a reader refuses a text, None if it reads it; anything but a ``ValueError`` is an error."""
    try:
        reader(text)
    except ValueError as error:
        return str(error)
    return None


def broken(change: Callable[[dict[str, Any]], object]) -> str:
    raw = json.loads(save_game(GAME))
    change(raw)
    return json.dumps(raw)


def test_the_file_is_json_with_one_event_a_line() -> None:
    text = save_game(GAME)
    assert len(text.splitlines()) == len(GAME.events) + 2
    raw = json.loads(text)
    assert (raw["format"], raw["version"]) == ("quacks game", 1)
    assert raw["events"][4] == {"type": "brewed", "seat": 0, "event": {"type": "drew", "kind": "W3"}}
    assert read_game(text) == GAME


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda raw: raw.update(version=2), "Version 2 of saved games is not known; this program reads 1"),
        (lambda raw: raw.pop("version"), "Version None"),
        (lambda raw: raw.update(format="chess"), "not a saved game"),
        (lambda raw: raw.pop("setup"), "setup: Field required"),
        (lambda raw: raw.update(comment="x"), "comment: is not known here; leave it out"),
        (lambda raw: raw["setup"].update(seats=[]), "0 seats are not possible"),
        (lambda raw: raw["setup"].update(books={"red": 7}), "7 is no set for red"),
        (lambda raw: raw["setup"].update(rulings={"x": "y"}), "'x' is not a ruling"),
        (lambda raw: raw["setup"].update(tubes="yes"), "setup.tubes"),
        (lambda raw: raw["setup"].update(start_player=2), "Start player 2 is no seat"),
        (lambda raw: raw["events"][1].update(type="flew"), "^Event 2: .*'flew'"),
        (lambda raw: raw["events"][1].pop("type"), "^Event 2: "),
        (lambda raw: raw["events"][1].pop("face"), "^Event 2: face: Field required"),
        (lambda raw: raw["events"][1].update(face="4"), "^Event 2: face: .*'4'"),
        (lambda raw: raw["events"][1].update(face=True), "^Event 2: face"),
        (lambda raw: raw["events"][1].update(face=9), "^Event 2, DieRolled: Ann: 9 is no face"),
        (lambda raw: raw["events"][4]["event"].update(type="ate"), "^Event 5: .*'ate'"),
        (lambda raw: raw["events"][4]["event"].update(kind="W9"), "^Event 5, Brewed: Ann: 'W9' is not a chip"),
        (lambda raw: raw["events"].pop(0), "^Event 1, DieRolled: Ann: 'draw_card' is due now"),
        (lambda raw: raw["events"].pop(4), "^Event 5, Brewed: Ann: The flask puts back only"),
    ],
)
def test_a_bad_file_is_refused_with_the_number_of_the_event_and_the_reason(
    change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        read_game(broken(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", '"quacks game"', "[" * 100_000])
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not valid JSON|nested too deeply|not a saved game"):
        read_game(text)


def test_a_key_twice_or_a_number_beyond_all_meaning_is_refused() -> None:
    text = save_game(GAME)
    with pytest.raises(ValueError, match="The saved game has the key 'version' twice in one object"):
        read_game(text.replace('"version": 1', '"version": 1, "version": 1'))
    with pytest.raises(ValueError, match="The saved game has a number of 5000 digits; use at most 18"):
        read_game(text.replace('"version": 1', f'"version": {"1" * 5000}'))


def test_rulings_are_saved_by_name() -> None:
    game = Game.new(Setup(Setup.of("Ann").seats, rulings=rulings_from({"black_zero": "both_step"})))
    assert json.loads(save_game(game))["setup"]["rulings"] == {"black_zero": "both_step"}
    assert read_game(save_game(game)) == game


# The written form.


def test_the_written_form_for_people() -> None:
    assert print_game(GAME) == (
        "Quacks game 1\n"
        "seats: Ann, Bén\n"
        "books: green=1 blue=1 red=1 yellow=1 purple=1\n"
        "tubes: yes\n"
        "cards: yes\n"
        "rulings: printed\n"
        "start: Ann\n"
        "\n"
        "Round 1: roll_the_die\n"
        "Ann: die 4 ; pot W3! O1 .  # space 2: 2 coins, 0 points; 0 points, 2 rubies, droplet 0, glass 0, flask empty\n"
        "Bén: die 1 ; counts rubies 3 @ brew ; pot W1  # 1 points, 3 rubies, droplet 0, glass 0, flask full\n"
    )


def test_the_written_form_is_read_back() -> None:
    assert parse_game(print_game(GAME)).state == GAME.state


def test_looks_returns_and_restarts_are_written_as_in_a_pot() -> None:
    game = Game.new(Setup.of("Ann", cards=False)).add(Counted(0, rubies=2))
    events = (Drew("W3"), UsedFlask(), Drew("W1"), Drew("G1"), Stopped())
    game = game.add(*(Brewed(0, event) for event in events))
    assert "pot W3! W1 G1 ." in print_game(game)
    assert parse_game(print_game(game)).state == game.state
    strong = Game.new(Setup.of("Ann")).add(CardDrawn("strong_ingredient"), Brewed(0, Drew("W1")), Brewed(0, Stopped()))
    strong = strong.add(Brewed(0, Looked(("W3", "W2", "W2", "W1", "O1"))), Brewed(0, Placed("O1")))
    assert "pot W1 .[W3 W2 W2 W1 O1>O1]" in print_game(strong)
    assert parse_game(print_game(strong)).state == strong.state


HEAD = "\n".join(print_game(GAME).splitlines()[:7])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Line 1: This is not a game of a known version"),
        ("Chess", "Line 1: This is not a game of a known version"),
        (HEAD.replace("start: Ann", "start: Zoe"), "Line 7: 'Zoe' is no seat"),
        (HEAD.replace("yes", "maybe", 1), "Line 4: 'maybe' is not possible; use yes or no"),
        (HEAD.replace("green=1", "green"), "Line 3: 'green' is not of the form name=value"),
        (HEAD.replace("printed", "x=y"), "Line 6: 'x' is not a ruling"),
        (f"{HEAD}\nRound 2\nAnn:\nBén:", "Line 8: Here 'Round 1'"),
        (f"{HEAD}\nRound 1\nAnn:", "ends too early"),
        (f"{HEAD}\nRound 1\nBén:\nAnn:", "Line 9: 'Bén:' stands where 'Ann: …' is expected"),
        (f"{HEAD}\nRound 1: charity\nAnn: pot W9\nBén:", "Line 9: .*W9"),
        (f"{HEAD}\nRound 1: charity\nAnn: flies\nBén:", "Line 9: 'flies' is no item"),
        (f"{HEAD}\nRound 1: charity\nAnn: counts hats 3\nBén:", "Line 9: 'hats' cannot be counted"),
        (f"{HEAD}\nRound 1: charity\nAnn: counts rubies x\nBén:", "Line 9: 'x' is no number"),
        (f"{HEAD}\nRound 1: charity\nAnn: counts rubies 2 @ lunch\nBén:", "Line 9: 'lunch' is no step"),
        (f"{HEAD}\nRound 1: charity\nAnn: scores high\nBén:", "Line 9: 'high' is no finished pot"),
        (f"{HEAD}\nRound 1: charity\nAnn: pot W1 . ; die 3\nBén:", "Line 9: DieRolled: Ann: 'brew' is due now"),
        (f"{HEAD}\nRound 1: charity\nAnn: pot G1x2 .\nBén:", "Line 9, event 3, Brewed: Ann: No G1 is left"),
        (f"{HEAD}\nRound 1: nonsense\nAnn:\nBén:", "Line 8, event 1, CardDrawn: The card: 'nonsense' is not"),
        (f"{HEAD}\nRound 1: charity\nAnn:\nBén:\nRound 2: choose_wisely\nAnn:\nBén:", "round 1 is not finished"),
    ],
)
def test_a_bad_text_is_refused_with_the_line_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_game(text)


@examples(150)
@given(st.data())
def test_whatever_is_written_is_read_or_refused_in_one_sentence(data: st.DataObject) -> None:
    text = list(print_game(GAME))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.text(alphabet="WOGBR123 ;:@.!<>[]/|\n#=x", max_size=4))
    for reader in (parse_game, read_game):
        assert refusal(reader, "".join(text)) != ""


@examples(150)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    text = list(save_game(GAME))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at] = data.draw(st.sampled_from(["", "0", "-", '"', "W", "9", "null", "true", "{", "]", "1e400"]))
    assert refusal(read_game, "".join(text)) != ""
