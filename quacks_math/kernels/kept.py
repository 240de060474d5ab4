"""Compiled kernels as files: loaded where they are whole, kept where the disk lets us, compiled anew everywhere else.

Numba's own store looks for another folder where the one it was given cannot be used, the source tree first of all, and
there it knows too little of what a kernel was made of. This one has a single folder, named after everything that can
change a kernel (``quacks_math.kernels.compile``), and never fails: a kernel that cannot be read or kept costs its compilation
and nothing else.
"""

import hashlib
import logging
import pickle
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

SEAL = hashlib.sha256().digest_size
"""Bytes before a kernel, by which one that was damaged is known: machine code must not be run to find out."""
ROOM = 4_000_000
"""Bytes that all kernels of the solver fit, twice over."""

_first_told = threading.Lock()
"""Taken for good by the first sentence that says that nothing can be kept."""


def _short(thing: object) -> str:
    """Return a short name for what a thing is written as."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:16]


def _unsealed(file: Path) -> bytes | None:
    """Return what a file holds; None where it cannot be read or is not as it was written."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    seal, kernel = content[:SEAL], content[SEAL:]
    return kernel if hashlib.sha256(kernel).digest() == seal else None


def _write(file: Path, content: bytes) -> None:
    """Write a file that is whole as soon as it is seen.

    Raises:
        OSError: If it cannot be written; then nothing of it stays.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.{uuid.uuid4().hex}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def why_not_kept(folder: Path) -> str | None:
    """Return why nothing can be kept in a folder, as the system says it; None where all kernels would fit.

    Args:
        folder: The folder; made if it is not there.
    """
    trial = folder / f"room-{uuid.uuid4().hex}"
    try:
        _write(trial, bytes(ROOM))
        trial.unlink()
    except OSError as error:
        return error.strerror
    return None


class KeptKernel(NullCache):
    """The compiled forms of one function: a file for each signature and kind of processor."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """Name the files; nothing is read or written yet.

        Args:
            function: The function as it stands in its file.
            folder: Where its compiled forms lie.
        """
        self._folder = folder
        processor = _short(cpu_target.target_context.codegen().magic_tuple())
        self._name = f"{function.__name__}-{function.__code__.co_firstlineno}-{processor}"

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    @property
    def is_kept(self) -> bool:
        """Whether a compiled form for this processor lies there whole."""
        return any(_unsealed(file) is not None for file in self._folder.glob(f"{self._name}-*.kernel"))

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401 (the compiler ships no types)
        """Return the compiled form for a signature, None if it is not kept or was damaged."""
        target_context.refresh()
        kernel = _unsealed(self._file(sig))
        # We wrote it; whoever can write this folder can also write the programs of its owner.
        parts: Any = () if kernel is None else pickle.loads(kernel)  # noqa: S301 (see above)
        rebuild: Any = CompileResult._rebuild  # noqa: SLF001 (numba's own cache calls it too)
        return rebuild(target_context, *parts) if parts else None

    def save_overload(self, sig: Any, cres: Any) -> None:  # noqa: ANN401 (the compiler ships no types)
        """Keep a compiled form; where that fails, say so once in a process and go on."""
        if cres.library.has_dynamic_globals:
            return
        pickled: Any = dumps
        kernel: bytes = pickled(cres._reduce())  # noqa: SLF001 (numba's own cache calls it too)
        try:
            _write(self._file(sig), hashlib.sha256(kernel).digest() + kernel)
        except OSError as error:
            if _first_told.acquire(blocking=False):
                # Without a logger of the caller's own this is the bare sentence on standard error.
                logging.getLogger(__name__).warning(
                    "Compiled rules cannot be kept in %s (%s); they are compiled anew at each start.",
                    self._folder.parent,
                    error.strerror,
                )

    def _file(self, sig: Any) -> Path:  # noqa: ANN401 (the compiler ships no types)
        """Return the file for a signature."""
        return self._folder / f"{self._name}-{_short(sig)}.kernel"
