"""The other end of `dashboard.solver.worker`: starts a process that solves, asks it, and starts another one if it dies.

`concurrent.futures.ProcessPoolExecutor` cannot do this. It starts a worker by running the main module anew, which in a
server of Streamlit is the page of whichever visitor came last; and before Python 3.14 it has no way to kill a worker in
the middle of a question, so that a stopped server would wait for its answer, and a killed one leave it behind.
"""

from __future__ import annotations

import functools
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dashboard.solver.question import Question, Reckoned, Refusal

PROCESSES: Final = 2
"""So that one large bag does not keep everybody else waiting."""


class SolverProcess:
    """One process that solves; it is started when it is first needed and answers one question at a time."""

    def __init__(self) -> None:
        """Do not start it yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        # One lock for its life, one for its pipes: it can be ended while it is asked.
        self._lock = threading.Lock()
        self._asking = threading.Lock()

    def start(self) -> None:
        """Start it unless it runs; it loads the solver meanwhile."""
        with self._lock:
            self._running()

    def answer(self, question: Question, *, alone: bool) -> Reckoned | Refusal:
        """Ask and wait.

        Args:
            question: The question.
            alone: Whether no other large brew is being solved.

        Raises:
            ChildProcessError: If the process ended instead of answering, for instance for want of memory.
        """
        with self._asking:
            with self._lock:
                process = self._running()
            assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 (both are pipes)
            try:
                pickle.dump((question, alone), process.stdin)
                process.stdin.flush()
                reply: Reckoned | Refusal = pickle.load(process.stdout)  # noqa: S301 (from our own process)
            except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
                process.kill()
                raise ChildProcessError(f"The solver ended with code {process.wait()}.") from error
            return reply

    def end(self) -> None:
        """End it for good, also in the middle of a question."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the process, a new one if there is none.

        Raises:
            ChildProcessError: If it was ended for good.
        """
        if self._ended:
            raise ChildProcessError("The solver is not started again while the server ends.")
        if self._process is None or self._process.poll() is not None:
            root = str(Path(__file__).parents[2])
            paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "dashboard.solver.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            )
        return self._process


@functools.cache
def solver_processes() -> tuple[SolverProcess, ...]:
    """Return the processes of this server."""
    return tuple(SolverProcess() for _ in range(PROCESSES))
