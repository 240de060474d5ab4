"""``quacks simulate``: keys of the JSON, the table, the file, and bad input."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest

from quacks_math.cli import main
from quacks_math.command import simulate as command
from quacks_math.game.simulation.simulate import CHUNK


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *words])
    code = ended.value.code
    assert isinstance(code, int)
    return code


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("risk25,white7", "--games", "30", "--seed", "5", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {"games", "seats", "seconds", "games_per_second", "seed", "complete"} <= set(found)
    assert (found["games"], found["seed"], found["complete"]) == (30, 5, True)
    for seat, name in zip(found["seats"], ("risk25", "white7"), strict=True):
        assert seat["strategy"] == name
        assert {"mean_victory_points", "standard_error", "sd", "win_share", "bought"} <= set(seat)
        assert len(seat["explosion_share"]) == len(seat["coins_share_after_explosion"]) == 9


def test_the_table_names_every_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("risk25,white7,random", "--games", "20", "--books", "set3", "--tubes", "--no-cards") == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("risk25", "white7", "random", "20 games"))


def test_every_game_can_be_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    assert run("risk25,white7", "--games", "20", "--out", str(path), "--json") == 0
    assert pl.read_parquet(path).shape == (40, 5)
    assert json.loads(capsys.readouterr().out)["games"] == 20


def test_the_first_ctrl_c_is_taken_down_and_the_second_ends() -> None:
    with command.interruptible() as interrupted:
        assert not interrupted()
        signal.raise_signal(signal.SIGINT)
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with command.interruptible() as interrupted:
        assert not interrupted()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_after_ctrl_c_the_games_that_are_done_are_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def at_once() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    monkeypatch.setattr(command, "interruptible", at_once)
    wanted = 1000 * CHUNK
    assert run("white7", "--games", str(wanted), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] is False
    assert 0 < found["games"] < wanted
    assert run("white7", "--games", str(wanted)) == 0
    assert f"of {wanted} games were played" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nobody",), "'nobody' is no strategy"),
        (("risk25,",), "'' is no strategy"),
        (("risk25," * 5 + "risk25",), "6 seats"),
        (("risk25", "--games", "many"), "'many' is no number for --games"),
        (("risk25", "--games", "0"), "games 0"),
        (("risk25", "--seed", "-3"), "seed -3"),
        (("risk25", "--books", "set9"), "set9"),
        (("risk25", "--out", "/nowhere/games.parquet"), "does not exist"),
    ],
)
def test_bad_input_ends_with_2_and_one_sentence(
    words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    complaint = capsys.readouterr().err
    assert reason in complaint
    assert complaint.count("\n") == 1
    assert complaint.endswith(".\n")
