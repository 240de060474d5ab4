"""``quacks replay FILE``."""

import json
from pathlib import Path

import pytest

from quacks_math.command.replay import replay
from quacks_math.game import Game, Setup, parse_game, print_game, read_game
from quacks_math.material.tables import DATA_FOLDER
from tests.quacks_math.game.make_playthroughs import FOLDER, SAMPLE, record
from tests.quacks_math.game.players import careful


def test_a_saved_and_a_written_game_are_printed_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded = json.loads((FOLDER / "set_1.json").read_text(encoding="utf-8"))["game"]
    game = read_game(json.dumps(recorded))
    saved, written = tmp_path / "game.json", tmp_path / "game.txt"
    saved.write_text(json.dumps(recorded), encoding="utf-8")
    replay(saved)
    text = capsys.readouterr().out
    assert text.startswith("Quacks game 1\nseats: Ann, Ben\n")
    assert text.count("\nRound ") == 9
    assert parse_game(text).state == game.state
    written.write_text(text, encoding="utf-8")
    replay(written)
    assert capsys.readouterr().out == text


def test_a_bad_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    with pytest.raises(ValueError, match="cannot be read"):
        replay(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="no text in UTF-8"):
        replay(file)
    file.write_text("Chess", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 1: This is not a game"):
        replay(file)
    file.write_text(print_game(Game.new(Setup.of("Ann"))) + "Ann: die 3\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 11: Here 'Round 2'"):
        replay(file)
    file.write_text("Quacks game 1\nseats: A\nbooks: red=2 red=3\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 3: 'red' stands twice; name it once"):
        replay(file)
    file.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 1: This is not a game of a known version; the first line must be"):
        replay(file)
    file.write_text("Quacks game 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Line 1: The text ends too early; another line must follow"):
        replay(file)


def test_the_sample_evening_is_a_whole_game_as_the_engine_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    file = DATA_FOLDER / "sample_evening.json"
    game = read_game(file.read_text(encoding="utf-8"))
    assert game.state.over
    assert game == record(SAMPLE, (careful,))
    replay(file)
    assert capsys.readouterr().out.count("\nRound ") == 9
