"""Damaged input: what a typo, a broken tool or somebody who means harm makes of something valid."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

SEEDS: tuple[dict[str, Any], ...] = (
    {"bag": "W1x4 W2x2 W3 O1 G1"},
    {"bag": "W1x4 W2x2 W3 O1 G1", "drawn": "W3 W2 W1", "round": 3},
    {"bag": "W1x2 O1 B2", "drawn": "W1 B2[", "seen": "O1 W1", "books": "blue=1,red=3"},
    {"bag": "W1x2 R1", "books": {"red": 2}, "card": "second_chance", "flask": False, "start": 5},
    {"left": "W1x2 O1", "white_sum": 4, "space": 9, "last": "W3"},
    {"bag": "W1 O1", "round": 9, "rivals": "23,17!", "objective": "beat=3", "rubies": 3},
)
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 10**9, 10**30, 1.5, float("nan"), float("inf"), "", " ", "\u0000", "W1x99999", "w1", "W0",
    "W1x-3", "\u0661", "\U0001f4a5", "a" * 5000, [], [[]], {}, {"a": {"b": 1}}, ["W1"], "W1;W2", "../../etc/passwd", "%s%n",
    "![](http://127.0.0.9/)", "B2[B2[B2[", "<b>", "W1\nW2", "best", "white>=7", "risk<=1/0", "set9", "limits=added",
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every entry of a JSON value."""
    found = [path] if path else []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        found += _places(entry, (*path, key))
    return found


def mangled(rng: random.Random, valid: Any) -> bytes:
    """Return a JSON text, damaged in its content, in its form, in its bytes, or not at all."""
    value = copy.deepcopy(valid)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        places = _places(value)
        if not places:
            break
        *way, last = rng.choice(places)
        holder = value
        for step in way:
            holder = holder[step]
        match rng.randrange(4):
            case 0:
                del holder[last]
            case 1 if isinstance(holder, dict):
                holder[rng.choice(("bag", "limit", "books", "zz", "", "objective"))] = rng.choice(ODD)
            case _:
                holder[last] = rng.choice(ODD)
    return mangled_text(rng, json.dumps(value)).replace("\n", " ").encode("utf-8", "surrogatepass")


def mangled_text(rng: random.Random, text: str) -> str:
    """Return a text, mostly as it is, else cut, doubled, nested or with a letter changed."""
    place = rng.randrange(len(text)) if text else 0
    match rng.randrange(12):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + rng.choice('{}[]",:\\\t\u0000\ufeff\u202e9') + text[place + 1 :]
        case 2:
            return text + text
        case 3:
            return "[" * 3000 + text
        case 4:
            return text.replace(":", ": 1e999, ", 1)
        case 5:
            return text[:place] + text[place:].swapcase()
    return text
