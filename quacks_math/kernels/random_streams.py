"""A small random stream for compiled kernels: fast, reproducible, the same numbers in interpreter and machine code.

The generator is Chris Doty-Humphrey's ``sfc32`` (small fast counting, 128 bits of state of which 32 are a counter, so
that no stream can repeat within 2**32 words; passes PractRand). It needs only additions, shifts and exclusive-ors of
32-bit words, which fit into int64 without overflow; therefore plain Python and compiled code agree.

A stream is an int64 array of shape (4,). Where it starts is decided outside of kernels by a seed sequence
(``numpy.random.SeedSequence``), whose children are independent streams for chunks of work.

References: Doty-Humphrey, PractRand; Lemire (2019) on whole numbers below a bound.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from quacks_math.kernels.compile import share

STREAM_SIZE = 4
"""Length of a stream's array: three words of state and the counter."""
WORD = 0xFFFFFFFF
"""The largest 32-bit word."""
WARM_UP = 12
"""Words thrown away after seeding, so that near seeds give unrelated streams."""

Stream = npt.NDArray[np.int64]


def seed_stream(stream: Stream, first: int, second: int, third: int) -> None:
    """Start a stream anew; different triples of words give different streams.

    Args:
        stream: The stream, shape (4,); overwritten.
        first: A 32-bit word.
        second: A 32-bit word.
        third: A 32-bit word, for example the number of a game.
    """
    stream[0] = first & WORD
    stream[1] = second & WORD
    stream[2] = third & WORD
    stream[3] = 1
    for _ in range(WARM_UP):
        next_word(stream)


def next_word(stream: Stream) -> int:
    """Return the next word of the stream, uniform on 0 to 2**32 - 1."""
    word = int((stream[0] + stream[1] + stream[3]) & WORD)
    third = stream[2]
    stream[3] = (stream[3] + 1) & WORD
    stream[0] = stream[1] ^ (stream[1] >> 9)
    stream[1] = (third + (third << 3)) & WORD
    stream[2] = (((third << 21) | (third >> 11)) + word) & WORD
    return word


def below(stream: Stream, count: int) -> int:
    """Return a uniform whole number from 0 to ``count`` - 1, without bias (Lemire's multiplication with rejection).

    Args:
        stream: The stream.
        count: How many numbers are possible; 1 to 2**31.
    """
    product = next_word(stream) * count
    if (product & WORD) < count:
        threshold = (WORD + 1 - count) % count
        while (product & WORD) < threshold:
            product = next_word(stream) * count
    return product >> 32


def streams_for(seed: int, count: int) -> npt.NDArray[np.int64]:
    """Return the starts of ``count`` independent streams: one ``numpy.random.SeedSequence.spawn`` child each.

    Args:
        seed: The seed, 0 or more.
        count: How many streams.

    Returns:
        Shape (count, 4), ready for kernels.
    """
    return seeded(np.random.SeedSequence(seed).spawn(count))


def seeded(sequences: Sequence[np.random.SeedSequence]) -> npt.NDArray[np.int64]:
    """Return one started stream for each seed sequence, shape (len(sequences), 4)."""
    streams = np.zeros((len(sequences), STREAM_SIZE), dtype=np.int64)
    for stream, sequence in zip(streams, sequences, strict=True):
        first, second, third = (int(word) for word in sequence.generate_state(3, np.uint32))
        seed_stream(stream, first, second, third)
    return streams


share(seed_stream, next_word, below)
