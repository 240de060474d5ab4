"""The flags of a memory as one number: flask, Well Stirred, protected draws, doubling and counters.

    number = (((stirred * F + flask) * R + protected) * D + doubled) * Q + counters

This pair, ``flags_number`` and ``flags_of``, is the only place that knows the order.
"""

from typing import NamedTuple

from quacks_math.kernels.compile import share_inline


class Radix(NamedTuple):
    """How many values each flag has at a coloured number; a flag that cannot be set there has one."""

    flasks: int  # F
    protections: int  # R
    doublings: int  # D
    counters: int  # Q


class Flags(NamedTuple):
    """What a state remembers besides its last chips."""

    stirred: int  # 1 while Well Stirred is unused
    flask: int  # 1 with a full flask
    protected: int  # protected draws left
    doubled: int  # 1 with a pending doubling
    counters: int  # rubies and points that are not simply added up


def flags_number(radix: Radix, stirred: int, flask: int, protected: int, doubled: int, counters: int) -> int:
    """Return the number of these flags."""
    number = (stirred * radix.flasks + flask) * radix.protections + protected
    return (number * radix.doublings + doubled) * radix.counters + counters


def flags_of(radix: Radix, number: int) -> Flags:
    """Return the flags with a number."""
    rest, counters = number // radix.counters, number % radix.counters
    rest, doubled = rest // radix.doublings, rest % radix.doublings
    rest, protected = rest // radix.protections, rest % radix.protections
    return Flags(rest // radix.flasks, rest % radix.flasks, protected, doubled, counters)


share_inline(flags_number, flags_of)
