"""Rollouts of a state by the thousand: chunks of brews handed to an executor and put together again.

Every chunk has its own stream of chance, so that sums do not depend on who carried which chunk.
"""

import os
from concurrent.futures import Executor
from dataclasses import fields
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from quacks_math.brew.approximate.aggregate import Aggregated
from quacks_math.brew.approximate.rollout import Pieces, play_piece
from quacks_math.brew.expectimax.loading import load_pot

CHUNK = 1000
"""Brews that share a stream."""
PIECES = os.cpu_count() or 1
"""Tasks handed to an executor: few, as each of them evaluates the usual pots anew before it remembers them."""


def sizes_of(brews: int) -> NDArray[np.int64]:
    """Return the sizes of the chunks that so many brews are cut into."""
    chunks = -(-brews // CHUNK)
    sizes = np.full(chunks, CHUNK, dtype=np.int64)
    sizes[-1] = brews - CHUNK * (chunks - 1)
    return sizes


def play_chunks(
    coarse: Aggregated, starts: NDArray[np.int64], entries: NDArray[np.int64], sizes: NDArray[np.int64],
    streams: NDArray[np.int64], executor: Executor | None, *, near: float = 1.0, forks: int = 0,
) -> Pieces:  # fmt: skip
    """Play chunks of brews by the values of a problem; the result does not depend on the executor.

    Args:
        coarse: The problem; the pots are its root or can follow it.
        starts: Shape (C, POT_SIZE): a pot for each chunk.
        entries: Shape (C,): where it is taken up.
        sizes: Shape (C,): brews of each chunk.
        streams: Shape (C, 4): chance of each chunk; they go on.
        executor: Carries the chunks; without one they are played here.
        near: As in ``approximate.rollout.play_by_values``.
        forks: Of how many brews of each chunk a fork is noted.
    """
    beginning = load_pot(coarse.beginning)

    def play(first: int, last: int) -> Pieces:
        """Play some of the chunks."""
        return play_piece(
            starts[first:last], beginning, entries[first:last], sizes[first:last], streams[first:last], coarse.values,
            coarse.rows, coarse.chart, coarse.rates, near, forks,
        )  # fmt: skip

    if executor is None:
        return play(0, len(sizes))
    cuts = np.linspace(0, len(sizes), min(len(sizes), PIECES) + 1).astype(int)
    parts = [future.result() for future in [executor.submit(play, *cut) for cut in pairwise(cuts)]]
    return Pieces(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Pieces)))
