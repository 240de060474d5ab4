"""The pot as a picture: a copper cauldron seen from above, its track a spiral.

The drawing is one SVG of 720 by 720 units, meant for 340 to 720 CSS pixels. The
spaces follow an Archimedean spiral at equal distances, space 0 near the middle,
so that what lies on the table can be compared chip by chip.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from dashboard.components.chip_art import chip_group, chip_name
from dashboard.text.words import word

if TYPE_CHECKING:
    from collections.abc import Sequence

_CENTRE: Final = 360.0
_SPACING: Final = 70.0
"""Distance between neighbouring spaces, and between the turns of the spiral."""
_INNER: Final = 40.0
_DISC: Final = 31.0
_CHIP: Final = 32.0


class TrackSpace(NamedTuple):
    """One space of the track as printed.

    Attributes:
        coins: Printed number.
        victory_points: Number in the square; 0 means there is no square.
        ruby: Whether a ruby is printed.
    """

    coins: int
    victory_points: int
    ruby: bool


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A chip that was placed on the track.

    Attributes:
        kind: Letter and value, for instance "B2".
        index: Space it lies on, 0 to 52.
        returned: Whether it went back to the bag; its space is drawn empty.
    """

    kind: str
    index: int
    returned: bool = False


@cache
def space_centres(count: int) -> tuple[tuple[float, float], ...]:
    """Return the centres of the spaces, the inmost first, neighbours at one distance.

    Args:
        count: Number of spaces.
    """
    angle = 0.0
    centres = [_on_spiral(angle)]
    while len(centres) < count:
        low, high = angle, angle + 2.5
        while high - low > 1e-6:
            middle = (low + high) / 2
            if math.dist(centres[-1], _on_spiral(middle)) < _SPACING:
                low = middle
            else:
                high = middle
        angle = high
        centres.append(_on_spiral(angle))
    return tuple(centres)


def _on_spiral(angle: float) -> tuple[float, float]:
    """Return the point of the spiral after turning by an angle in radians."""
    reach = _INNER + _SPACING / (2 * math.pi) * angle
    turn = angle - math.pi * 0.9
    return _CENTRE + reach * math.cos(turn), _CENTRE + reach * math.sin(turn)


def pot_svg(
    chips: Sequence[PlacedChip],
    start: int,
    rats: int,
    position: int,
    scoring_index: int,
    *,
    exploded: bool,
    track: Sequence[TrackSpace],
) -> str:
    """Return the picture of the pot as one SVG for `show_picture`.

    Args:
        chips: What was placed, in order.
        start: Space of the droplet.
        rats: How far the rat stone moves the start forward; 0 draws none.
        position: Space of the last chip, or the start with its rats.
        scoring_index: Space that would be paid; it is lit.
        exploded: Whether the pot has exploded.
        track: The printed spaces, usually 54.

    Raises:
        ValueError: If a space is not on the track.
    """
    last = len(track) - 1
    named = {"start": start, "position": position, "scoring_index": scoring_index}
    named |= {f"chip {n + 1}": chip.index for n, chip in enumerate(chips)}
    for name, index in named.items():
        if not 0 <= index <= last:
            message = f"{name} is space {index}; expected 0 to {last}"
            raise ValueError(message)
    rat_space = min(start + rats, last)
    lying = [chip for chip in chips if not chip.returned]
    centres = space_centres(len(track))
    occupied = {chip.index for chip in lying}
    spaces = "".join(
        _space(
            index,
            printed,
            centres[index],
            lit=index == scoring_index,
            covered=index in occupied,
        )
        for index, printed in enumerate(track)
    )
    ghosts = "".join(
        f'<circle class="q-ghost" cx="{x:.1f}" cy="{y:.1f}" r="{_DISC - 3:g}"/>'
        for x, y in (centres[c.index] for c in chips if c.returned)
    )
    marks = _droplet(*centres[start], covered=start in occupied)
    if rats:
        marks += _rat_stone(*centres[rat_space], rats, covered=rat_space in occupied)
    burst = _burst(*centres[position]) if exploded and lying else ""
    state = " q-exploded" if exploded else ""
    return (
        f'<svg class="q-pot{state}" role="img" viewBox="0 0 720 720" '
        'aria-labelledby="q-pot-title q-pot-desc">'
        f'<title id="q-pot-title">{word("pot.title")}</title>'
        f'<desc id="q-pot-desc">'
        f"{_description(chips, start, rats, scoring_index, track, exploded)}</desc>"
        f"{_cauldron()}{_trail(centres)}{spaces}{ghosts}{marks}{burst}"
        f"{_chips(lying, centres)}</svg>"
    )


def _description(
    chips: Sequence[PlacedChip],
    start: int,
    rats: int,
    scoring_index: int,
    track: Sequence[TrackSpace],
    exploded: bool,
) -> str:
    """Return the whole picture in sentences."""
    lying = [chip for chip in chips if not chip.returned]
    returned = [str(chip.index) for chip in chips if chip.returned]
    scored = track[scoring_index]
    sentences = [word("pot.start", start=start)]
    if rats:
        space = min(start + rats, len(track) - 1)
        sentences.append(word("pot.rats", rats=rats, space=space))
    if lying:
        names = (word("pot.chip", name=chip_name(chip.kind), space=chip.index) for chip in lying)
        sentences.append(word("pot.chips", chips=", ".join(names)))
    else:
        sentences.append(word("pot.no_chips"))
    if returned:
        sentences.append(word("pot.returned", spaces=", ".join(returned)))
    sentences.append(
        word(
            "pot.scoring",
            space=scoring_index,
            coins=scored.coins,
            points=scored.victory_points,
            ruby=word("verdict.ruby") if scored.ruby else word("verdict.no_ruby"),
        )
    )
    if exploded:
        sentences.append(word("pot.exploded"))
    return " ".join(sentences)


@cache
def _cauldron() -> str:
    """Return the copper rim, its rivets and grips, and the brew inside."""
    rivets = "".join(
        f'<circle class="q-rivet" r="4.5" cx="{_CENTRE + 339 * math.cos(a):.1f}" '
        f'cy="{_CENTRE + 339 * math.sin(a):.1f}"/>'
        for a in (math.pi * (n + 0.5) / 12 for n in range(24))
    )
    return (
        "<defs>"
        '<linearGradient id="q-copper" x1=".1" y1="0" x2=".9" y2="1">'
        '<stop offset="0" stop-color="#edb288"/><stop offset=".3" '
        'stop-color="#c67843"/><stop offset=".62" stop-color="#96502a"/>'
        '<stop offset="1" stop-color="#d28d5c"/></linearGradient>'
        '<radialGradient id="q-brew"><stop offset="0" class="q-brew-middle"/>'
        '<stop offset=".8" class="q-brew-side"/><stop offset="1" '
        'class="q-brew-edge"/></radialGradient></defs>'
        '<ellipse class="q-shade" cx="360" cy="366" rx="356" ry="353"/>'
        '<circle cx="360" cy="360" r="351" fill="url(#q-copper)"/>'
        '<circle cx="360" cy="360" r="350" class="q-rim"/>'
        '<g class="q-handle"><path d="M26 284A342 342 0 0 0 26 436"/>'
        '<path d="M694 284A342 342 0 0 1 694 436"/></g>'
        f"{rivets}"
        '<circle cx="360" cy="360" r="328" class="q-lip"/>'
        '<circle cx="360" cy="360" r="325" fill="url(#q-brew)"/>'
    )


def _trail(centres: Sequence[tuple[float, float]]) -> str:
    """Return the faint line on which the spaces are strung."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in centres)
    return f'<polyline class="q-trail" points="{points}"/>'


def _space(
    index: int,
    printed: TrackSpace,
    centre: tuple[float, float],
    *,
    lit: bool,
    covered: bool,
) -> str:
    """Return one space: coins, points in a square, ruby; lit if it scores."""
    x, y = centre
    name = f"q-space{' q-lit' if lit else ''}"
    parts = [f'<g class="{name}" data-space="{index}">']
    if lit:
        parts.append(f'<circle class="q-halo" cx="{x:.1f}" cy="{y:.1f}" r="36"/>')
    parts.append(f'<circle class="q-disc" cx="{x:.1f}" cy="{y:.1f}" r="{_DISC:g}"/>')
    if not covered:
        low = bool(printed.victory_points or printed.ruby)
        parts.append(f'<text class="q-coins" x="{x:.1f}" y="{y + (-1 if low else 9):.1f}">{printed.coins}</text>')
        shift = 12 if printed.victory_points and printed.ruby else 0
        if printed.victory_points:
            parts.append(
                f'<rect class="q-vp" x="{x - 12 - shift:.1f}" y="{y + 3:.1f}" '
                'width="24" height="21" rx="2"/>'
                f'<text class="q-vp-text" x="{x - shift:.1f}" y="{y + 20:.1f}">'
                f"{printed.victory_points}</text>"
            )
        if printed.ruby:
            parts.append(
                f'<path class="q-gem" d="M{x + shift:.1f} {y + 24:.1f}l-9-11 4.5-7h9'
                'l4.5 7z"/><path class="q-facet" '
                f'd="M{x + shift - 9:.1f} {y + 13:.1f}h18"/>'
            )
    parts.append("</g>")
    return "".join(parts)


def _droplet(x: float, y: float, *, covered: bool) -> str:
    """Return the droplet; beside the space's middle if a chip lies there."""
    dx, dy, scale = (-20, -22, 0.7) if covered else (0, -6, 1.0)
    return (
        f'<path class="q-droplet" transform="translate({x + dx:.1f} {y + dy:.1f}) '
        f'scale({scale})" d="M0-29C6-17 17-8 17 4a17 17 0 0 1-34 0c0-12 11-21 17-33z"/>'
        f'<path class="q-shine" transform="translate({x + dx:.1f} {y + dy:.1f}) '
        f'scale({scale})" d="M-10 5a10 10 0 0 0 7 9"/>'
    )


def _rat_stone(x: float, y: float, rats: int, *, covered: bool) -> str:
    """Return the rat stone with its tail and the number of tails."""
    dx, dy, scale = (-20, -20, 0.7) if covered else (0, 0, 1.0)
    return (
        f'<g class="q-rat" transform="translate({x + dx:.1f} {y + dy:.1f}) '
        f'scale({scale})"><path class="q-tail" d="M18 10c14 4 18-10 8-16"/>'
        '<path d="M-22 8c-2-16 8-24 22-24s24 9 22 22c-1 10-10 14-22 14S-21 18-22 8z"/>'
        '<circle cx="-13" cy="-14" r="7"/><circle cx="7" cy="-17" r="7"/>'
        f'<text y="11">{rats}</text></g>'
    )


def _burst(x: float, y: float) -> str:
    """Return the jagged star behind the chip that exploded the pot."""
    points = []
    for n in range(28):
        reach = 58 if n % 2 == 0 else 41
        angle = math.pi * n / 14
        points.append(f"{x + reach * math.cos(angle):.1f},{y + reach * math.sin(angle):.1f}")
    return f'<polygon class="q-burst" points="{" ".join(points)}"/>'


def _chips(lying: Sequence[PlacedChip], centres: Sequence[tuple[float, float]]) -> str:
    """Return the chips; several on one space are stacked and counted."""
    stacks: dict[int, list[str]] = {}
    for chip in lying:
        stacks.setdefault(chip.index, []).append(chip.kind)
    parts = []
    for index, kinds in stacks.items():
        x, y = centres[index]
        parts.append(f'<g data-index="{index}">')
        shown = kinds[-3:]
        lift = 5 * (len(shown) - 1)
        for level, kind in enumerate(shown):
            parts.append(chip_group(kind, x, y + lift - 10 * level, _CHIP))
        if len(kinds) > 1:
            parts.append(
                f'<g class="q-count" transform="translate({x + 22:.1f} '
                f'{y + 24:.1f})"><rect x="-21" y="-15" width="42" height="29" rx="14"/>'
                f'<text y="7">{word("pot.stack", count=len(kinds))}</text></g>'
            )
        parts.append("</g>")
    return "".join(parts)
