"""``quacks simulate``: keys of the JSON, the table, the file, and bad input."""

import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from quacks_math.cli import main
from quacks_math.command import simulate as command
from quacks_math.command.tables import new_table
from quacks_math.game.simulation.simulate import CHUNK
from quacks_math.game.simulation.strategies import named_strategies


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *words])
    code = ended.value.code
    assert isinstance(code, int)
    return code


ROOT = Path(__file__).parents[3]
PROGRAM = """
import signal
from quacks_math.command import simulate as command

usual = command.Progress.update
left = [None] * {presses}

def press(*words, **named):
    # As soon as games are being played, whoever waits presses Ctrl-C: once for what is done, again for the end.
    usual(*words, **named)
    while left:
        left.pop()
        signal.raise_signal(signal.SIGINT)

command.Progress.update = press
from quacks_math.cli import main
main(["simulate", "look_ahead,look_ahead,look_ahead,look_ahead", "--games", "1000000", *{words}])
"""
"""Games for days, four seats that look ahead each."""
LONGEST = 300
"""Seconds within which a process that ends at once has ended, however slow the machine."""


def played_until_ctrl_c(presses: int, *words: str) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(presses=presses, words=words)
    return subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONGEST
    )


def test_a_second_ctrl_c_ends_at_once_with_one_sentence() -> None:
    ran = played_until_ctrl_c(2)
    assert (ran.returncode, ran.stdout) == (130, "")
    assert ran.stderr == "Stopped by Ctrl-C, without an answer.\n"


def test_one_ctrl_c_shows_what_is_done() -> None:
    ran = played_until_ctrl_c(1)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "of 1000000 games were played" in ran.stdout


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


def test_a_file_that_was_there_is_written_over_and_not_touched_before(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_bytes(b"before")
    assert run("risk25", "--games", "0", "--out", str(path)) == 2
    assert path.read_bytes() == b"before"
    assert run("risk25", "--games", "3", "--out", str(path)) == 0
    assert pl.read_parquet(path).shape == (3, 5)


def a_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.parquet")
    return folder / "pipe.parquet"


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (a_pipe, "it is a pipe or a device; name a file"),
        (lambda _: Path("/dev/full"), "it is a pipe or a device; name a file"),
        (lambda _: Path("/dev/null"), "it is a pipe or a device; name a file"),
        (lambda folder: folder, "it is a folder; name a file"),
        (lambda folder: folder / "no" / "x.parquet", "the folder {}/no' does not exist; make it first"),
        (lambda _: Path("/proc/games.parquet"), "(No such file or directory)"),
        (lambda folder: folder / ("x" * 300), "(File name too long)"),
    ],
    ids=["pipe", "full", "null", "folder", "nowhere", "proc", "long"],
)
def test_where_no_file_can_be_written_is_told_before_anything_is_played(
    target: Callable[[Path], Path],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def play(*_: object, **__: object) -> None:
        pytest.fail("games were played")

    monkeypatch.setattr(command, "simulate", play)
    assert run("white7", "--out", str(target(tmp_path))) == 2
    complaint = capsys.readouterr()
    assert reason.replace("{}", f"'{tmp_path}") in complaint.err
    assert (complaint.err.count("\n"), complaint.out) == (1, "")


def test_what_came_out_is_shown_even_if_the_disk_is_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    assert run("white7", "--games", "500") == 0
    capsys.readouterr()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        code = run("white7", "--games", "500", "--out", str(path))
        shown = capsys.readouterr()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == 2
    assert "500 games in" in shown.out
    assert "cannot be written" in shown.err
    assert shown.err.endswith("; what came out is printed, the same --seed plays the same games again.\n")
    assert not path.exists()


@pytest.mark.parametrize("columns", ["40", "80"])
def test_no_name_is_cut_so_that_two_become_one(
    columns: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"a_name_of_thirty_characters__{letter}" for letter in "abcde"]
    for name in names:
        (tmp_path / f"{name}.json").write_text(json.dumps({"name": name, "rule": "white>=7"}))
    monkeypatch.setenv("COLUMNS", columns)
    assert run(",".join(str(tmp_path / f"{name}.json") for name in names), "--games", "3") == 0
    shown = capsys.readouterr().out
    assert "…" not in shown
    assert all(shown.count(name) == 3 for name in names)


def test_on_a_narrow_terminal_a_long_name_goes_on_below_and_no_number_is_cut() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=80)
    name = "a_name_of_thirty_characters__a"
    table = new_table("strategy", *["a heading"] * 6)
    table.add_row(name, *["1234.56"] * 6)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert name in "".join(line.split()[0] for line in lines if line.strip())
    assert sum(line.count("1234.56") for line in lines) == 6


def test_a_share_of_few_games_is_not_shown_as_certain(capsys: pytest.CaptureFixture[str]) -> None:
    # Four games prove little.
    assert run("white5", "--games", "4", "--seed", "1") == 0
    shown = capsys.readouterr().out
    assert "<50.0%" in shown or ">50.0%" in shown
    assert not re.search(r"(?<![0-9.])(0|100|0\.0|100\.0)%", shown)


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


def test_the_named_strategies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list") == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in named_strategies())
    assert run("--list", "--json") == 0
    entries = json.loads(capsys.readouterr().out)["strategies"]
    assert [entry["name"] for entry in entries] == list(named_strategies())
    assert all(entry["about"] and entry["rule"] for entry in entries)
