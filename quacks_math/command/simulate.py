"""``quacks simulate``: whole games between strategies, as a table, JSON or a Parquet file."""

import io
import json
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from quacks_math.command.questions import whole_number
from quacks_math.command.request import read_books
from quacks_math.command.tables import new_table, wide_console
from quacks_math.game.simulation.results import Simulation
from quacks_math.game.simulation.simulate import Progress as Played
from quacks_math.game.simulation.simulate import simulate
from quacks_math.game.simulation.strategies import named_strategies, strategy_from
from quacks_math.material.chips import KINDS
from quacks_math.material.validation import MOST_SHOWN_OF_PATH, shown
from quacks_math.written import error, percent

MOST_KINDS = 4
"""So many kinds of chips, the ones bought most, are shown in the table."""


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Take down the first Ctrl-C instead of ending, and give the question whether there was one; a second one ends."""
    pressed = False
    usual = signal.getsignal(signal.SIGINT)

    def take_down(_number: int, _frame: FrameType | None) -> None:
        """Remember the Ctrl-C."""
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, take_down)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, usual)


def run(
    seats: str, *, games: str, seed: str, books: str | None, cards: bool, tubes: bool, out: Path | None, as_json: bool
) -> None:
    """Simulate games and print what came out; after Ctrl-C of those that are done.

    Args:
        seats: Names of strategies or paths of strategy files, separated by commas.
        games: How many games.
        seed: Where chance starts.
        books: The books in play; None for set 1.
        cards: Whether fortune cards are used.
        tubes: Whether the test-tube side is used.
        out: A Parquet file to write, one row for each game and seat; None for none.
        as_json: Print JSON instead of tables.

    Raises:
        ValueError: If an option is not possible, or the file cannot be written: if that can be known before anything is
            played, otherwise after the results were printed.
    """
    strategies = tuple(strategy_from(name.strip()) for name in seats.split(","))
    number, start, chosen = whole_number("games", games), whole_number("seed", seed), read_books(books)
    if out is not None:
        _check_target(out)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f} games"), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty(),
    )  # fmt: skip
    with ThreadPoolExecutor(os.cpu_count()) as executor, bar, interruptible() as interrupted:
        task = bar.add_task("preparing (the first run of all compiles)", total=number)

        def tell(played: Played) -> None:
            """Move the bar on."""
            bar.update(task, description="playing", completed=played.done)

        found = simulate(
            strategies,
            number,
            seed=start,
            books=chosen,
            cards=cards,
            tubes=tubes,
            keep_games=out is not None,
            executor=executor,
            progress=tell,
            cancelled=interrupted,
        )
    if as_json:
        sys.stdout.write(json.dumps(found.as_json(), allow_nan=False) + "\n")
    else:
        show(wide_console(), found)
    if out is not None:
        # What came out stands on the screen before a disk may be full.
        sys.stdout.flush()
        _write(out, found)


def list_strategies(*, as_json: bool) -> None:
    """Print the named strategies: name, how it stops, one sentence.

    Args:
        as_json: Print JSON instead of a table.
    """
    known = named_strategies().values()
    if as_json:
        entries = [{"name": each.name, "rule": each.rule, "about": each.about} for each in known]
        sys.stdout.write(json.dumps({"strategies": entries}) + "\n")
        return
    listed = new_table("strategy", "rule", "what it does")
    for column in listed.columns:
        column.justify = "left"
    for each in known:
        listed.add_row(each.name, each.rule, each.about)
    wide_console().print(listed)


def _path(path: Path) -> str:
    """Return a path as a message names it."""
    return shown(str(path), MOST_SHOWN_OF_PATH)


def _check_target(out: Path) -> None:
    """Check before anything is played that a file can be written there; what it holds is not touched.

    Raises:
        ValueError: If not.
    """
    try:
        taken = out.exists()
        if taken and out.is_dir():
            raise ValueError(f"{_path(out)} cannot be written: it is a folder; name a file, such as games.parquet.")
        # To open a pipe would wait for somebody who reads it.
        if taken and not stat.S_ISREG(out.stat().st_mode):
            raise ValueError(
                f"{_path(out)} cannot be written: it is a pipe or a device; name a file, such as games.parquet."
            )
        if not out.parent.is_dir():
            raise ValueError(
                f"{_path(out)} cannot be written: the folder {_path(out.parent)} does not exist; make it first."
            )
        with out.open("ab"):
            pass
        if not taken:
            out.unlink()
    except OSError as failure:
        raise ValueError(
            f"{_path(out)} cannot be written ({failure.strerror}); name a file that can be, such as games.parquet."
        ) from failure


def _write(out: Path, found: Simulation) -> None:
    """Write every game to a file; half a file is worth nothing and does not stay.

    Raises:
        ValueError: If it cannot be written.
    """
    content = io.BytesIO()
    found.games_frame.write_parquet(content)
    try:
        with out.open("wb") as file:
            file.write(content.getbuffer())
    except OSError as failure:
        out.unlink(missing_ok=True)
        raise ValueError(
            f"{_path(out)} cannot be written ({failure.strerror}); what came out is printed, the same --seed plays the same "
            "games again."
        ) from failure


def show(console: Console, found: Simulation) -> None:
    """Print a simulation as two short tables."""
    points = new_table("strategy", "mean VP", "± error", "sd", "5 %", "median", "95 %", "wins", "± error")
    for row in found.seats.iter_rows(named=True):
        points.add_row(
            row["strategy"],
            f"{row['mean_victory_points']:.2f}",
            error(row["standard_error"], 2),
            f"{row['sd']:.1f}",
            str(row["quantile_05"]),
            str(row["quantile_50"]),
            str(row["quantile_95"]),
            percent(row["win_share"], played=found.games),
            percent(row["win_error"], played=found.games),
        )
    console.print(points)
    exploded = new_table("exploded in round", *(str(number + 1) for number in range(found.totals.rounds.shape[1])))
    for seat in found.as_json()["seats"]:
        exploded.add_row(seat["strategy"], *(percent(share, played=found.games) for share in seat["explosion_share"]))
    console.print(exploded)
    for seat in found.as_json()["seats"]:
        most = sorted(seat["bought"].items(), key=lambda item: (-item[1], KINDS.index(item[0])))[:MOST_KINDS]
        console.print(f"{seat['strategy']} buys most: {', '.join(f'{mean:.1f} {kind}' for kind, mean in most) or '-'}")
    if not found.complete:
        console.print(f"Stopped early: {found.games} of {found.games_wanted} games were played.")
    console.print(
        f"{found.games} games in {found.seconds:.1f} s ({found.games_per_second:.0f} a second), seed {found.seed}."
    )
