"""Round chip tokens as inline SVG.

Every colour has three signs besides its hue: a silhouette of the rim, an icon
and its letter. The art is the project's own and is drawn from a few numbers, so
a token costs about half a kilobyte and needs no file.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Final, NamedTuple

from dashboard.text.words import word

_KIND: Final = re.compile(r"([WOGBRYPKL])([1-9])")


class ChipColour(NamedTuple):
    """How one chip colour is drawn.

    Attributes:
        body: Fill of the token.
        ink: Colour of letter, value and icon on the body.
        edge: Colour of the rim line, chosen to show on parchment and on plum.
        waves: How many bumps or notches the rim has.
        depth: How deep they are, as a share of the radius; 0 is a plain circle.
        sharp: Exponent of the wave: below 1 broad bumps, above 1 narrow ones.
        icon: Path data in a 24 by 24 box.
    """

    body: str
    ink: str
    edge: str
    waves: int
    depth: float
    sharp: float
    icon: str


_CHERRY_BOMB: Final = (
    "M12 9a6.6 6.6 0 1 1 0 13.2A6.6 6.6 0 0 1 12 9z"
    "M10.4 6.4h3.2v2.4h-3.2zM12.8 5.8c.3-2.4 1.7-3.6 4-3.7l.2 1.6"
    "c-1.6 0-2.4.8-2.6 2.2zM18.3.8l1 1.3 1.5.3-1.1 1.1.1 1.6"
    "-1.5-.7-1.4.8.2-1.6-1.1-1.2 1.6-.2z"
)
_PUMPKIN: Final = (
    "M11 3.5l2.4-1.3.6 3.6h-2.8zM8.3 6.6c1.2 0 1.9.5 2.1 1"
    "-1.8 3.6-1.8 9.2 0 13-.3.6-1 1-2.1 1C4.5 21.6 1.8 18.2 1.8 14"
    "s2.7-7.4 6.5-7.4zM15.7 6.6c3.8 0 6.5 3.2 6.5 7.4s-2.7 7.6-6.5 7.6"
    "c-1.1 0-1.8-.4-2.1-1 1.8-3.8 1.8-9.4 0-13 .2-.5.9-1 2.1-1z"
    "M12 7.8c1.1 3.8 1.1 8.8 0 12.8-1.1-4-1.1-9 0-12.8z"
)
_SPIDER: Final = (
    "M12 10.5a5 5 0 0 1 0 10.6 5 5 0 0 1 0-10.6zM12 5.4a2.7 2.7 0 1 1 0 5.4"
    " 2.7 2.7 0 0 1 0-5.4zM8.6 12.6L3.4 10 2.2 4.6l1.5-.3 1.2 4.4"
    " 4.7 2.5zM15.4 12.6l5.2-2.6 1.2-5.4-1.5-.3-1.2 4.4-4.7 2.5z"
    "M7 14.2l-5.6.7v1.5l5.6-.6zM17 14.2l5.6.7v1.5l-5.6-.6zM7.3 17.3"
    "l-4 4.2 1.1 1 3.9-3.7zM16.7 17.3l4 4.2-1.1 1-3.9-3.7z"
)
_SKULL: Final = (
    "M12 2.5c5.3 0 9 3.3 9 8.1 0 2.9-1.4 4.9-3.6 6.1v4.8H6.6v-4.8"
    "C4.4 15.5 3 13.5 3 10.6c0-4.8 3.7-8.1 9-8.1zM8.3 9a2.3 2.3 0 1 0 0 4.6"
    "A2.3 2.3 0 0 0 8.3 9zM15.7 9a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"
    "M12 13.8l-1.3 2.7h2.6zM9.4 18.6v2h1.2v-2zM13.4 18.6v2h1.2v-2z"
)
_TOADSTOOL: Final = (
    "M12 2.6c5.8 0 10 3.9 10 9 0 1.2-1.3 1.7-3 1.7H5c-1.7 0-3-.5-3-1.7"
    " 0-5.1 4.2-9 10-9zM9 14.5h6l1 5.7c.2 1-.6 1.6-1.6 1.6H9.6c-1 0-1.8-.6"
    "-1.6-1.6zM7.4 6.7a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM13.8 5"
    "a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zM17.7 9.2a1.2 1.2 0 1 0 0 2.4"
    " 1.2 1.2 0 0 0 0-2.4z"
)
_MANDRAKE: Final = (
    "M12 9c2.8 0 4.3 1.5 4.3 3.8 0 1.2-.4 2-.9 2.9l4.4 4.7-1.2 1.2"
    "-5-4.2L12 22.6l-1.6-5.2-5 4.2-1.2-1.2 4.4-4.7c-.5-.9-.9-1.7-.9-2.9"
    "C7.7 10.5 9.2 9 12 9zM11.2 8.2C8 8 5.8 6 5.2 2.4c3.3.2 5.5 2.2 6 5.8z"
    "M12.8 8.2c3.2-.2 5.4-2.2 6-5.8-3.3.2-5.5 2.2-6 5.8zM12 7.6"
    "c-1.3-2-1.3-4.2 0-6.4 1.3 2.2 1.3 4.4 0 6.4z"
)
_GHOST: Final = (
    "M12 1.8c4.6 0 7.6 3.4 7.6 8.3v11.7l-2.6-2-2.5 2.2L12 19.8l-2.5 2.2"
    "-2.5-2.2-2.6 2V10.1C4.4 5.2 7.4 1.8 12 1.8zM9.3 8.2c-.9 0-1.5.9-1.5 2"
    "s.6 2 1.5 2 1.5-.9 1.5-2-.6-2-1.5-2zM14.7 8.2c-.9 0-1.5.9-1.5 2s.6 2"
    " 1.5 2 1.5-.9 1.5-2-.6-2-1.5-2z"
)
_MOTH: Final = (
    "M11 5.5h2v15.3l-1 1.7-1-1.7zM10.4 5.2L7.6 1.6l-1 .7 2.8 3.7zM13.6 5.2"
    "l2.8-3.6 1 .7L14.6 6zM10 7.6C7.5 5.6 4 4.8.8 5.5c.2 4.3 2.3 7.3 5.3 8"
    "-1.7 1-2.3 3-1.7 5.1 3.1.5 5-1 5.6-3.9zM14 7.6c2.5-2 6-2.8 9.2-2.1"
    "-.2 4.3-2.3 7.3-5.3 8 1.7 1 2.3 3 1.7 5.1-3.1.5-5-1-5.6-3.9z"
)
_LEAF: Final = (
    "M12 1.6c1.9 2.7 2.5 5.3 1.9 8.1 2.2-2 4.7-2.8 7.9-2.5-1.1 3-3 4.9-5.9"
    " 5.7 2.2.3 3.8 1.3 5 3.2-2.6 1.3-5.1 1.3-7.9 0l-.3 6.3h-1.4l-.3-6.3"
    "c-2.8 1.3-5.3 1.3-7.9 0 1.2-1.9 2.8-2.9 5-3.2-2.9-.8-4.8-2.7-5.9-5.7"
    " 3.2-.3 5.7.5 7.9 2.5-.6-2.8 0-5.4 1.9-8.1z"
)

COLOURS: Final[dict[str, ChipColour]] = {
    "W": ChipColour("#fbf6ea", "#2b1e16", "#5d4a3b", 0, 0.0, 1.0, _CHERRY_BOMB),
    "O": ChipColour("#e4882c", "#2a1503", "#7c430a", 10, 0.09, 0.5, _PUMPKIN),
    "G": ChipColour("#2f6b40", "#ffffff", "#a9d3ae", 8, 0.08, 2.0, _SPIDER),
    "B": ChipColour("#2a5aa0", "#ffffff", "#b4cdf2", 4, 0.12, 6.0, _SKULL),
    "R": ChipColour("#a92f2a", "#ffffff", "#f0b8ae", 6, 0.1, 1.3, _TOADSTOOL),
    "Y": ChipColour("#edc63f", "#2c2002", "#77600c", 5, 0.13, 0.7, _MANDRAKE),
    "P": ChipColour("#70438f", "#ffffff", "#d6bdea", 14, 0.06, 1.0, _GHOST),
    "K": ChipColour("#29242e", "#ffffff", "#c9bfce", 18, 0.08, 0.25, _MOTH),
    "L": ChipColour("#b9cf86", "#1d2a08", "#4f6621", 3, 0.14, 3.0, _LEAF),
}
"""The colour of every letter, in the order the bag is printed."""


def split_kind(kind: str) -> tuple[str, int]:
    """Split a kind into letter and printed value.

    Args:
        kind: For instance "W2", "O6" or "L1"; a bare "L" has no printed
            value, which is given as 0.

    Returns:
        The letter and the value.

    Raises:
        ValueError: If the text is not a letter of the game and a digit.
    """
    if kind == "L":
        return "L", 0
    match = _KIND.fullmatch(kind)
    if match is None:
        message = (
            f"{kind!r} is not a kind of chip; expected a letter of WOGBRYPKL and a value from 1 to 9, for instance 'W2'"
        )
        raise ValueError(message)
    return match[1], int(match[2])


def chip_name(kind: str) -> str:
    """Return the spoken name of a kind, for instance "cherry bomb 2".

    Args:
        kind: Letter and value, for instance "W2".
    """
    letter, value = split_kind(kind)
    ingredient = word(f"chip.{letter}")
    return word("chip.name", ingredient=ingredient, value=value) if value else ingredient


@cache
def silhouette(letter: str, radius: float) -> str:
    """Return the outline of a colour's token as SVG path data around (0, 0).

    Args:
        letter: Letter of the colour.
        radius: Greatest distance of the outline from the centre.
    """
    colour = COLOURS[letter]
    if not colour.waves:
        return (
            f"M{-radius:g} 0a{radius:g} {radius:g} 0 1 1 {2 * radius:g} 0"
            f"a{radius:g} {radius:g} 0 1 1 {-2 * radius:g} 0z"
        )
    count = max(48, colour.waves * 6)
    points = []
    for step in range(count):
        angle = 2 * math.pi * step / count
        dip = abs(math.cos(colour.waves * angle / 2)) ** (2 * colour.sharp)
        reach = radius * (1 - colour.depth * dip)
        turn = angle - math.pi / 2
        points.append(f"{reach * math.cos(turn):.1f} {reach * math.sin(turn):.1f}")
    return "M" + "L".join(points) + "z"


def chip_group(kind: str, x: float, y: float, radius: float) -> str:
    """Return a token as an SVG group, to be placed inside a larger picture.

    Args:
        kind: Letter and value, for instance "W2".
        x: Horizontal centre.
        y: Vertical centre.
        radius: Radius of the token in the units of the picture.
    """
    letter, value = split_kind(kind)
    colour = COLOURS[letter]
    scale = radius / 22
    return (
        f'<g data-kind="{kind}" transform="translate({x:.1f} {y:.1f}) '
        f'scale({scale:.3f})">'
        f'<path d="{silhouette(letter, 21.5)}" fill="{colour.body}" '
        f'stroke="{colour.edge}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<circle r="16.4" fill="none" stroke="{colour.ink}" '
        'stroke-opacity=".22" stroke-width="1"/>'
        f'<path d="{colour.icon}" transform="translate(-6.9 -15.8) scale(.575)" '
        f'fill="{colour.ink}" fill-rule="evenodd" opacity=".92"/>'
        f'<text y="12.6" text-anchor="middle" fill="{colour.ink}" '
        'font-size="15.5" font-weight="700" letter-spacing=".3">'
        f"{letter}{value or ''}</text></g>"
    )


def chip_svg(kind: str, size: int = 44, *, title: bool = True) -> str:
    """Return one token as a complete inline SVG.

    Args:
        kind: Letter and value, for instance "W2".
        size: Width and height in CSS pixels.
        title: Whether the picture carries its spoken name; without it the
            picture is hidden from screen readers (a label stands beside it).
    """
    name = chip_name(kind)
    voice = f'role="img" aria-label="{name}"' if title else 'aria-hidden="true"'
    return f'<svg {voice} viewBox="-23 -23 46 46" width="{size}" height="{size}">{chip_group(kind, 0, 0, 22)}</svg>'
