"""Whatever is typed, linked or opened is read or refused with one sentence; nothing else ever happens.

The suite asks a few hundred of each, always the same; ``make attack`` asks as many as ``QUACKS_ATTACK`` times more and prints
what became of them.
"""

from __future__ import annotations

import base64
import io
import json
import os
import random
import sys
import time
import zlib
from collections import Counter
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import pytest

from dashboard.table.share import VERSION, decode, encode
from dashboard.table.state import first_table
from quacks_math.cli import main
from quacks_math.game.record.parser import parse_game
from quacks_math.game.record.printer import print_game
from quacks_math.game.record.saved import read_game
from quacks_math.game.simulation.strategies import EXAMPLE, strategy_from
from tests.attack.mutations import SEEDS, mangled, mangled_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TIMES = int(os.environ.get("QUACKS_ATTACK", "1"))
LINES, TOKENS, FILES = 290 * TIMES, 200 * TIMES, 100 * TIMES
"""How many of each; the numbers of the long attack are fifty times these."""


def one_sentence(text: str) -> bool:
    """Say whether a refusal is one clear line without a trace of the program's inside."""
    return text.endswith(".") and "\n" not in text and "Traceback" not in text and len(text) < 1000


def report(capsys: pytest.CaptureFixture[str], what: str, found: Counter[str], slowest: float) -> None:
    """Print what became of an attack; only in the long one, where somebody reads it."""
    if TIMES > 1:
        with capsys.disabled():
            counts = ", ".join(f"{number:,} {name}" for name, number in sorted(found.items()))
            print(f"\n{what}: {counts}; slowest {slowest:.2f} s")  # noqa: T201 (the report)


@pytest.mark.parametrize("command", ["odds", "advise"])
def test_a_line_is_answered_or_refused_with_one_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(command)  # noqa: S311 (no secret)
    number = LINES if command == "odds" else LINES // 5
    lines = [mangled(rng, rng.choice(SEEDS)) for _ in range(number)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines) + b"\n")))
    told = io.StringIO()
    started = time.perf_counter()
    with redirect_stdout(told), pytest.raises(SystemExit) as ended:
        main([command, "--lines"])
    answers = [json.loads(line) for line in told.getvalue().splitlines()]
    assert ended.value.code in (0, 2)
    assert len(answers) == number
    for answer in answers:
        if "error" in answer:
            assert one_sentence(answer["error"]), answer
        else:
            assert 0 <= answer["explode_next"]["value"] <= 1
    found = Counter("refused" if "error" in answer else "answered" for answer in answers)
    assert found["refused"] > 0
    assert found["answered"] > 0
    report(capsys, f"lines of {command}", found, (time.perf_counter() - started) / number)


def tried(read: Callable[[], object]) -> str:
    """Return whether something was read or refused; anything but a ``ValueError`` of one sentence fails."""
    refusal = ""
    try:
        read()
    except ValueError as error:
        refusal = str(error) or "without a word"
    assert not refusal or one_sentence(refusal), refusal
    return "refused" if refusal else "read"


def token(rng: random.Random) -> str:
    """Return a share token that somebody tampered with."""
    whole = encode(first_table())
    match rng.randrange(6):
        case 0:
            return "".join(chr(rng.randrange(33, 300)) for _ in range(rng.randrange(80)))
        case 1:
            return whole[: rng.randrange(len(whole))]
        case 2:
            place = rng.randrange(len(whole))
            return whole[:place] + rng.choice("aA0_-=%é\0") + whole[place + 1 :]
        case 3:
            return str(rng.choice([0, 2, 9, "x", ""])) + whole[1:]
        case 4:
            bomb = zlib.compress(rng.choice([b" ", b"[", b'{"b":']) * rng.randrange(1, 2_000_000), 9)
            return VERSION + base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    content = mangled(rng, {"b": "W1x4 O1", "p": "W1", "s": 3, "r": 2, "k": "charity", "o": "coins", "n": [1, 2]})
    return VERSION + base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def test_a_token_is_read_or_refused_with_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random("tokens")  # noqa: S311 (no secret)
    found: Counter[str] = Counter()
    slowest = 0.0
    for _ in range(TOKENS):
        written = token(rng)
        started = time.perf_counter()
        found[tried(lambda written=written: decode(written))] += 1  # type: ignore[misc]  # bound at once
        slowest = max(slowest, time.perf_counter() - started)
    assert found["refused"] > 0
    assert decode(encode(first_table())) == first_table()
    report(capsys, "tokens", found, slowest)


@pytest.fixture(scope="module")
def evening() -> dict[str, Any]:
    """A saved game."""
    from quacks_math.material.tables import DATA_FOLDER  # noqa: PLC0415 (used here alone)

    saved: dict[str, Any] = json.loads((DATA_FOLDER / "sample_evening.json").read_text(encoding="utf-8"))
    return saved


@pytest.mark.parametrize("kind", ["game", "written game", "strategy"])
def test_a_file_is_read_or_refused_with_one_sentence(
    kind: str, evening: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(kind)  # noqa: S311 (no secret)
    found: Counter[str] = Counter()
    slowest = 0.0
    path, written = tmp_path / "mine.json", print_game(read_game(json.dumps(evening)))
    for _ in range(FILES):
        if kind == "strategy":
            path.write_bytes(mangled(rng, json.loads(EXAMPLE)))
            read: Callable[[], object] = lambda: strategy_from(str(path))  # noqa: E731 (one way to read each kind)
        elif kind == "game":
            text = mangled(rng, evening).decode("utf-8", "replace")
            read = lambda text=text: read_game(text)  # type: ignore[misc]  # noqa: E731 (as above)
        else:
            text = mangled_text(rng, written)
            read = lambda text=text: parse_game(text)  # type: ignore[misc]  # noqa: E731 (as above)
        started = time.perf_counter()
        found[tried(read)] += 1
        slowest = max(slowest, time.perf_counter() - started)
    assert found["refused"] > 0
    assert found["read"] > 0
    report(capsys, f"files: {kind}", found, slowest)
