"""The command ``quacks``: exact odds and advice for one brew, and the dashboard.

Bad input of any kind ends with exit code 2 and one sentence on standard error. A command imports what it needs only
when it runs, so that ``quacks --help`` answers at once. To add a command, write its module in ``quacks_math.command``
and register it here.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from typer.exceptions import TyperException

from quacks_math.command.once import OnceCommand
from quacks_math.command.questions import MARGIN, NOTATION, question, whole_number

BAD_INPUT = 2
LONGEST_COMPLAINT = 300
"""Characters of what the parser says of the words given; it repeats them whole."""
INTERRUPTED = 130
CANNOT_WRITE = 1
"""As typer ends when whoever read the output has gone; also when the disk is full."""
SCREENS = "quacks.screens"
"""Group of entry points under which an installed package offers screens: the mathematics knows none by itself."""
HIGHEST_PORT = 65535

app = typer.Typer(
    name="quacks",
    help="Exact odds and decisions for The Quacks of Quedlinburg (unofficial fan tool).",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _odds(options: dict[str, Any], *, as_json: bool, lines: bool) -> None:
    """Answer one question, or one a line, with the odds of the next draws."""
    from quacks_math.command.answer import odds_answer  # noqa: PLC0415 (--help need not wait for it)
    from quacks_math.command.reply import reply  # noqa: PLC0415 (only commands that answer load the mathematics)

    reply(odds_answer, options, as_json=as_json, lines=lines)


def _advise(options: dict[str, Any], *, as_json: bool, lines: bool) -> None:
    """Answer one question, or one a line, with best play."""
    from quacks_math.command.answer import advise_answer  # noqa: PLC0415 (--help need not wait for the compiler)
    from quacks_math.command.reply import reply  # noqa: PLC0415 (only commands that answer load the mathematics)

    reply(advise_answer, options, as_json=as_json, lines=lines)


app.command(
    "odds",
    cls=OnceCommand,
    epilog=NOTATION,
    help="What the next draws bring: chances, landing spaces, explosions.",
)(question(_odds))
app.command(
    "advise",
    cls=OnceCommand,
    epilog=f"{NOTATION}\n\n{MARGIN}",
    help="What to do now, what each move is worth, and how the brew ends.",
)(question(_advise))


@app.command("replay", cls=OnceCommand)
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="A saved game (JSON) or a written one; data/sample_evening.json is one to try.", show_default=False
        ),
    ],
) -> None:
    """Print a game round by round; refuse a bad file with the reason."""
    from quacks_math.command.replay import replay as print_replay  # noqa: PLC0415 (--help need not wait for it)

    print_replay(file)


@app.command("simulate", cls=OnceCommand)
def simulate(
    seats: Annotated[
        str | None,
        typer.Argument(
            metavar="SEAT,SEAT[,…]",
            help="Strategies by name, such as white7, risk25 or look_ahead (see --list), or .json files.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[str, typer.Option(metavar="N", help="How many games.")] = "10000",
    seed: Annotated[str, typer.Option(metavar="N", help="Where chance starts.")] = "1",
    books: Annotated[
        str | None, typer.Option(metavar="BOOKS", help="set1 to set4, or blue=1,red=3; the rest is set 1.")
    ] = None,
    cards: Annotated[bool, typer.Option(help="Whether fortune cards are used.")] = True,
    tubes: Annotated[bool, typer.Option("--tubes", help="Use the test-tube side of the pots.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every game to a Parquet file.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_list: Annotated[bool, typer.Option("--list", help="Print the named strategies instead.")] = False,
) -> None:
    """Play many games between strategies and tell who wins, and how.

    A strategy of one's own is a JSON file. It needs a name and a rule to stop by: risk<=1/4, white>=7, chips>=5, never,
    look_ahead or random. look names the chips placed from a look, the most welcome first; chips says what is bought:
    what one is worth in points over the whole game, how many at most, in which rounds, and what each chip owned of
    another colour adds. Either may name a part that the shipped strategies share: eager, looker; sensible, orange_red,
    black_purple. An example:

    {"name": "mine", "rule": "risk<=1/4", "look": "eager", "chips": {"O1": {"worth": 1.2, "most": 6},
    "R2": {"worth": 3.5, "per": {"O": 0.3}}}}
    """
    from quacks_math.command.simulate import list_strategies, run  # noqa: PLC0415 (--help need not wait for the compiler)

    if as_list:
        list_strategies(as_json=as_json)
        return
    if seats is None:
        raise ValueError("No seats were given; name strategies such as white7,risk25 (--list prints them).")
    run(seats, games=games, seed=seed, books=books, cards=cards, tubes=tubes, out=out, as_json=as_json)


@app.command("dashboard", cls=OnceCommand)
def dashboard(
    lan: Annotated[bool, typer.Option("--lan", help="Also for other devices in the same network, on purpose.")] = False,
    port: Annotated[str, typer.Option(metavar="N", help="Port to listen on.")] = "8501",
) -> None:
    """Open the dashboard in the browser."""
    number = whole_number("port", port)
    if not 1 <= number <= HIGHEST_PORT:
        raise ValueError(f"port {number} is not possible; use 1 to {HIGHEST_PORT}.")
    screens = entry_points(group=SCREENS, name="dashboard")
    if not screens:
        raise ValueError("The dashboard is not installed; install the package 'quacks' (in a checkout: make app).")
    # A server has things to put away when it ends.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    next(iter(screens)).load()(lan=lan, port=number)


def _complain(message: str, exit_code: int = BAD_INPUT) -> NoReturn:
    """End with one sentence on standard error."""
    sentence = " ".join(message.split()).rstrip(".")
    sys.stderr.write(f"{sentence}.\n")
    raise SystemExit(exit_code)


def _end_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """End after Ctrl-C without waiting for threads that still reckon; a progress bar hides the cursor, show it again."""
    with suppress(OSError):
        back = b"\r\x1b[K\x1b[?25h" if sys.stderr.isatty() else b""
        os.write(2, back + b"Stopped by Ctrl-C, without an answer.\n")
    os._exit(INTERRUPTED)


@contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end the process, whatever it waits for."""
    usual = signal.signal(signal.SIGINT, _end_at_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _ready_streams() -> None:
    """Make the standard streams fit to be used: one that was closed is empty, a sign that one lacks ends nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open until the process ends)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line.

    Args:
        arguments: The words after ``quacks``; without them those the process was started with.

    Raises:
        SystemExit: With 0, or 2 after a sentence on standard error.
    """
    _ready_streams()
    try:
        with _ended_by_ctrl_c():
            code = app(args=arguments, prog_name="quacks", standalone_mode=False)
            sys.stdout.flush()
    except TyperException as error:
        said = error.format_message()
        said = said if len(said) <= LONGEST_COMPLAINT else f"{said[:LONGEST_COMPLAINT]}…"
        _complain(f"{said.rstrip('.').replace('. ', '; ')}; see quacks --help")
    except ValueError as error:
        _complain(str(error))
    except OSError as error:
        # Nothing more may be written, not even while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            _complain(f"The answer cannot be written ({error.strerror}); make room or write it elsewhere", CANNOT_WRITE)
        raise SystemExit(CANNOT_WRITE) from None
    except (KeyboardInterrupt, typer.Abort):
        raise SystemExit(INTERRUPTED) from None
    raise SystemExit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
