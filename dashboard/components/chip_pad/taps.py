"""Exactly-once taps between the browser's pad and Python.

The browser numbers its taps 1, 2, 3 … under a random nonce and keeps those not
yet acknowledged in a queue. Every tap sends the whole queue; Python handles what
it has not handled before and hands back the last number. So a tap is neither
lost when reruns overtake each other nor counted twice when a state arrives again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeGuard

_NONCE: Final = re.compile(r"[0-9a-z]{4,16}")
_ACTION: Final = re.compile(r"[A-Za-z0-9:_<>\-]{1,48}")
_CONTEXT: Final = re.compile(r"[A-Za-z0-9:_.\-]{0,64}")
_TEXT: Final = re.compile(r"([0-9a-z]{4,16})\.([0-9]{1,9})")
_LONGEST_QUEUE: Final = 500
_GREATEST_NUMBER: Final = 999_999_999


class Tap(NamedTuple):
    """One tap on the pad.

    Attributes:
        sequence: Its number under the browser's nonce, from 1.
        action: "chip:W1", or the name of the button, for instance "undo".
        context: For a choice, the context in which its button was shown; the
            application ignores a choice whose context is no longer the present
            one. Empty otherwise.
    """

    sequence: int
    action: str
    context: str = ""

    @property
    def kind(self) -> str | None:
        """The kind of chip that was tapped, or none for a button."""
        return self.action[5:] if self.action.startswith("chip:") else None


class Acknowledged(NamedTuple):
    """The last tap that was handled.

    Attributes:
        nonce: Whose taps.
        sequence: Number of the last one handled.
    """

    nonce: str
    sequence: int

    def __str__(self) -> str:
        """Write it as short text for a share token, for instance "k3f9x2.12"."""
        return f"{self.nonce}.{self.sequence}"


def parse_acknowledged(text: str) -> Acknowledged | None:
    """Read an acknowledgement from a share token.

    Args:
        text: What `str` made of it.

    Returns:
        The acknowledgement, or none if the text is not one.
    """
    match = _TEXT.fullmatch(text)
    return Acknowledged(match[1], int(match[2])) if match else None


def later(first: Acknowledged | None, second: Acknowledged | None) -> Acknowledged | None:
    """Return the acknowledgement that knows more, preferring the first.

    A living session must not fall back to an older number when an older address
    is restored: the browser's last state would be handled again.

    Args:
        first: Of the session.
        second: Of the address.
    """
    if first is None or second is None:
        return first or second
    if first.nonce == second.nonce and second.sequence > first.sequence:
        return second
    return first


def new_taps(state: object, acknowledged: Acknowledged | None) -> tuple[Tap, ...]:
    """Return the taps in a browser state that were not handled before, in order.

    Args:
        state: What the browser sent: nonce, base (last number the browser knew to
            be handled) and queue. Anything malformed is ignored, it may come from
            anyone.
        acknowledged: Last tap handled; none if nothing is known.

    Returns:
        Each new tap once, by rising number. Stops at the first gap, so that a
        later tap is never handled before an earlier one.
    """
    read = _read(state)
    if read is None:
        return ()
    nonce, base, queue = read
    done = base
    if acknowledged is not None and acknowledged.nonce == nonce:
        done = max(base, acknowledged.sequence)
    fresh: list[Tap] = []
    for sequence in sorted(queue):
        if sequence <= done:
            continue
        if sequence != done + 1:
            break
        fresh.append(queue[sequence])
        done = sequence
    return tuple(fresh)


def acknowledge(state: object, taps: Sequence[Tap], acknowledged: Acknowledged | None) -> Acknowledged | None:
    """Return the acknowledgement after handling taps.

    Args:
        state: The browser state the taps came from.
        taps: What `new_taps` returned and the application has handled.
        acknowledged: The acknowledgement before.
    """
    read = _read(state)
    if read is None or not taps:
        return acknowledged
    return Acknowledged(read[0], taps[-1].sequence)


def _read(state: object) -> tuple[str, int, dict[int, Tap]] | None:
    """Validate a browser state; none if there is nothing usable in it."""
    if not isinstance(state, Mapping):
        return None
    nonce: object = state.get("nonce")
    base: object = state.get("base")
    items: object = state.get("queue")
    if not isinstance(nonce, str) or _NONCE.fullmatch(nonce) is None:
        return None
    if not _is_number(base, least=0) or not isinstance(items, (list, tuple)):
        return None
    if len(items) > _LONGEST_QUEUE:
        return None
    queue: dict[int, Tap] = {}
    for item in items:
        tap = _read_tap(item)
        if tap is None:
            return None
        queue.setdefault(tap.sequence, tap)
    return nonce, base, queue


def _read_tap(item: object) -> Tap | None:
    """Validate one tap of a browser state."""
    if not isinstance(item, Mapping):
        return None
    sequence: object = item.get("sequence")
    action: object = item.get("action")
    context: object = item.get("context", "")
    if not _is_number(sequence, least=1):
        return None
    if not isinstance(action, str) or _ACTION.fullmatch(action) is None:
        return None
    if not isinstance(context, str) or _CONTEXT.fullmatch(context) is None:
        return None
    return Tap(sequence, action, context)


def _is_number(value: object, least: int) -> TypeGuard[int]:
    """Return whether a value of a browser state is a sensible whole number."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= _GREATEST_NUMBER
