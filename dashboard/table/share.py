"""The whole table in one short token, for the address: reload, sleep, back button and sharing keep everything.

A token is a version digit and base64url text of a compressed JSON object that names only what differs from the
defaults. Anyone may send one, so nothing in it is trusted: sizes are bounded before and after decompression, every
field is validated, and the pot is replayed by the rules.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from dashboard.components.chip_pad.taps import parse_acknowledged
from dashboard.table.state import (
    DEFAULT_COMPARED,
    MOST_COMPARED,
    MOST_RATE_CHANGES,
    RISK_DISPLAYS,
    RiskDisplay,
    Table,
    checked,
    first_table,
)
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot, print_pot
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.brew.model.tally import Tally
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import Books
from quacks_math.material.files import parse_json
from quacks_math.material.rulings import Rulings

VERSION: Final = "1"
LONGEST_TOKEN: Final = 4_000
"""Characters; a usual token has about 150, the longest that the screen can make stays below 2,000."""
LARGEST_CONTENT: Final = 20_000
"""Bytes after decompression."""

_ALPHABET: Final = re.compile(r"[A-Za-z0-9_-]+")

Short = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=3_000)]
Number = Annotated[int, Field(ge=0, le=999, strict=True)]
Rate = Annotated[float, Field(ge=-1_000, le=1_000, allow_inf_nan=False)]


class _Content(BaseModel):
    """What a token may say; every key is optional and short, because it stands in an address."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    b: Text | None = None  # bag
    p: Text = ""  # pot
    q: Text = ""  # chips of the present look told so far
    k: Annotated[str, Field(pattern=r"^[1-4]{5}$")] = "11111"  # books by colour
    s: Number = 0  # start
    r: Number = 0  # rats
    g: Number = 7  # white limit
    c: Short | None = None  # card
    f: Literal[0, 1] = 1  # flask
    n: Number = 1  # round
    u: Number = 0  # rubies
    z: Text = ""  # red chips beside the pot
    v: Annotated[tuple[tuple[Number, Literal[0, 1]], ...], Field(max_length=9)] = ()  # other seats' pots
    w: Annotated[tuple[Number, ...], Field(max_length=9)] = ()  # neighbours' black chips
    h: Annotated[str, Field(pattern=r"^[0-9]{0,40}$")] = ""  # rulings by number
    t: (  # counts instead of an order; the chip before the last and its space only where they are told
        tuple[Text, Number, Number, Short | None]
        | tuple[Text, Number, Number, Short | None, Short | None, Number | None]
        | None
    ) = None
    o: Short = "worth"  # objective
    e: Short = "best"  # stop rule
    m: Annotated[tuple[Short, ...], Field(max_length=MOST_COMPARED)] | None = None  # rules compared
    x: Annotated[tuple[tuple[Short, Rate], ...], Field(max_length=MOST_RATE_CHANGES)] = ()  # own rates
    d: RiskDisplay = RISK_DISPLAYS[0]  # how the risk is shown
    a: Short = ""  # last tap handled on the chip pad
    y: Short = ""  # the same on the bag builder


def encode(table: Table) -> str:
    """Return the token of a table.

    Args:
        table: The table.
    """
    brew, start = table.brew, first_table().brew
    content: dict[str, Any] = {
        "b": str(brew.bag) if brew.bag != start.bag else None,
        "p": print_pot(brew.pot),
        "q": " ".join(table.told),
        "k": "".join(str(number) for number in brew.books),
        "s": brew.start,
        "r": brew.rats,
        "g": brew.limit,
        "c": brew.card,
        "f": int(brew.flask),
        "n": brew.round,
        "u": brew.rubies,
        "z": str(brew.beside),
        "v": tuple((rival.scoring_index, int(rival.exploded)) for rival in brew.rivals),
        "w": brew.rival_black,
        "h": "".join(str(number) for number in brew.rulings).rstrip("0"),
        "t": None if brew.tally is None else _counts(brew.tally),
        "o": str(table.objective),
        "e": str(table.rule),
        "m": tuple(str(rule) for rule in table.compared) if table.compared != DEFAULT_COMPARED else None,
        "x": table.rate_changes,
        "d": table.risk,
        "a": str(table.pad or ""),
        "y": str(table.bag_pad or ""),
    }
    unusual = {key: value for key, value in content.items() if value != _Content.model_fields[key].default}
    packed = zlib.compress(json.dumps(unusual, separators=(",", ":")).encode(), 9)
    return VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _counts(tally: Tally) -> tuple[object, ...]:
    """Return what is told of a pot whose order was forgotten, in the order of `Tally`."""
    before = (tally.before, tally.space_before)
    return (str(tally.pot), tally.white_sum, tally.space, tally.last, *(before if before != (None, None) else ()))


def decode(token: str) -> Table:
    """Return the table that a token describes.

    Args:
        token: Text from an address; it may come from anyone.

    Raises:
        ValueError: If it is not a token of this version, or what it says is not possible.
    """
    content = _read(token)
    rulings = [int(digit) for digit in content.h]
    if len(rulings) > len(Rulings._fields) or len(dict(content.x)) < len(content.x):  # a rate may be named once
        raise ValueError(word("share.damaged"))
    tally = None
    if content.t is not None:
        pot, white_sum, space, last, before, space_before = (*content.t, None, None)[:6]
        tally = Tally(Bag.parse(pot), white_sum, space, last, before, space_before)
    brew = Brew(
        bag=first_table().brew.bag if content.b is None else Bag.parse(content.b),
        books=Books(*(int(digit) for digit in content.k)),
        start=content.s,
        rats=content.r,
        limit=content.g,
        card=content.c,
        flask=bool(content.f),
        round=content.n,
        rubies=content.u,
        beside=Bag.parse(content.z),
        rivals=tuple(Rival(index, bool(exploded)) for index, exploded in content.v),
        rival_black=content.w,
        rulings=Rulings(*rulings),
        pot=parse_pot(content.p),
        tally=tally,
    )
    return checked(
        Table(
            brew=brew,
            told=tuple(content.q.split()),
            objective=Objective.parse(content.o),
            rule=StopRule.parse(content.e),
            rate_changes=content.x,
            risk=content.d,
            compared=DEFAULT_COMPARED if content.m is None else tuple(StopRule.parse(rule) for rule in content.m),
            pad=parse_acknowledged(content.a),
            bag_pad=parse_acknowledged(content.y),
        )
    )


def _read(token: str) -> _Content:
    """Return the validated content of a token."""
    if len(token) > LONGEST_TOKEN:
        raise ValueError(word("share.long", most=LONGEST_TOKEN))
    if token[:1] != VERSION:
        raise ValueError(word("share.version"))
    body = token[1:]
    if _ALPHABET.fullmatch(body) is None:
        raise ValueError(word("share.damaged"))
    try:
        return _Content.model_validate(parse_json(_unpacked(body), "The token"))
    except (zlib.error, ValueError) as error:  # of base64, of JSON, of the fields: whoever sees it can only ask anew
        raise ValueError(word("share.damaged")) from error


def _unpacked(body: str) -> bytes:
    """Return the text in the body of a token.

    Raises:
        ValueError: If it is cut short or too large, or is no base64.
        zlib.error: If it is not compressed text.
    """
    unpacker = zlib.decompressobj()
    plain = unpacker.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), LARGEST_CONTENT)
    if not unpacker.eof:
        raise ValueError(word("share.damaged"))
    return plain
