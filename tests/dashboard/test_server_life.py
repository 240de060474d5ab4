"""A server whose solvers are killed, and one that is stopped."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dashboard.table.share import encode
from dashboard.table.state import first_table, with_setting
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from tests.dashboard.running_server import Running, running, visit

if TYPE_CHECKING:
    from collections.abc import Callable

MIDDLE = "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"
LARGE = "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4"
UNANSWERED = [word(f"sentence.{name}").encode() for name in ("preparing", "reckoning", "solver_ended")]
"""What stands where an answer is to stand."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found by /proc")


def solvers(server: Running) -> list[int]:
    """Return the processes that a server started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(") ")[2].split()[:2]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == server.process.pid and state != "Z":
            found.append(int(stat.parent.name))
    return found


def runs(process: int) -> bool:
    """Say whether a process still runs, whoever its parent is now."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 120.0
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def link(bag: str) -> str:
    """Return what the address of a table says of it."""
    return "s=" + encode(with_setting(first_table(), bag=Bag.parse(bag)))


def answered(server: Running, query: str = "") -> bool:
    page = visit(server, query=query)
    return not any(sentence in page for sentence in UNANSWERED)


def test_the_page_says_that_the_solver_dies_and_answers_when_it_lives_again(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        over = threading.Event()

        def kill() -> None:
            while not over.wait(0.02):
                for process in solvers(server):
                    os.kill(process, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            wait_until(lambda: word("sentence.solver_ended").encode() in visit(server))
        finally:
            over.set()
            killer.join()
        wait_until(lambda: answered(server))


def test_a_server_whose_solvers_are_killed_while_they_load_is_whole_again_by_itself(tmp_path: Path) -> None:
    with running(tmp_path / "server") as server:
        visit(server)
        killed = solvers(server)
        assert len(killed) == 2
        for process in killed:
            os.kill(process, signal.SIGKILL)
        wait_until(lambda: answered(server) and answered(server, link(MIDDLE)))
        assert not set(killed) & set(solvers(server))
        page = visit(server, query=link(LARGE))
        assert word("sentence.reckoning").encode() in page
        assert word("sentence.preparing").encode() not in page


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_stopped_leaves_no_process(tmp_path: Path, sign: signal.Signals) -> None:
    with running(tmp_path / "server") as server:
        visit(server)
        started = solvers(server)
        assert len(started) == 2
        server.process.send_signal(sign)
        assert server.process.wait(30) == (-sign if sign == signal.SIGKILL else 0)
        # Only a server that was killed has to leave it to its solvers to see that it is gone.
        if sign == signal.SIGKILL:
            wait_until(lambda: not any(runs(process) for process in started))
        assert not any(runs(process) for process in started)
