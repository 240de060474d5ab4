"""Every word on the screen, in one place.

English stands here now; another language is another mapping with the same keys
and the same placeholders. Keys read `area.name`. Placeholders are those of
`str.format`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_ENGLISH: Final[dict[str, str]] = {
    # Chips: the ingredient behind each letter.
    "chip.name": "{ingredient} {value}",
    "chip.W": "cherry bomb",
    "chip.O": "pumpkin",
    "chip.G": "garden spider",
    "chip.B": "crow skull",
    "chip.R": "toadstool",
    "chip.Y": "mandrake",
    "chip.P": "ghost's breath",
    "chip.K": "hawkmoth",
    "chip.L": "locoweed",
    # The headline: what to do now, and how sure that is.
    "verdict.label": "Advice",
    "verdict.draw": "Draw",
    "verdict.stop": "Stop",
    "verdict.close": "Too close to call",
    "verdict.choose": "Your choice",
    "verdict.exploded": "Exploded",
    "verdict.stopped": "Stopped",
    "verdict.empty": "Bag empty",
    "verdict.thinking": "Reckoning",
    "verdict.risk": "explosion risk",
    "verdict.risk_spoken": "Risk that the next chip explodes the pot: {percent}",
    "verdict.chips": "{explosive} of {total} chips",
    "verdict.chips_one": "{explosive} of 1 chip",
    "verdict.chips_label": "would explode",
    "verdict.scoring": "Scoring space",
    "verdict.coins": "{count} coins",
    "verdict.coins_one": "1 coin",
    "verdict.points": "{count} VP",
    "verdict.ruby": "ruby",
    "verdict.no_ruby": "no ruby",
    "verdict.method": "How this was obtained: {method}",
    # The gauge of white points.
    "gauge.title": "White sum",
    "gauge.reading": "{white_sum} of {limit}",
    "gauge.to_spare": "{count} to spare",
    "gauge.at_limit": "at the limit",
    "gauge.over": "over the limit",
    "gauge.spoken": "White sum {white_sum}; the pot explodes above {limit}.",
    "gauge.outlook": "{kind}, {left} left: white sum {white_sum_after}",
    "gauge.outlook_explodes": ("{kind}, {left} left: white sum {white_sum_after}, explodes"),
    "gauge.left": "\N{MULTIPLICATION SIGN}{left}",
    "gauge.no_white": "no white chip left in the bag",
    # The picture of the pot.
    "pot.title": "The pot, seen from above",
    "pot.start": "The droplet lies on space {start}.",
    "pot.rats": "The rat stone lies {rats} further, on space {space}.",
    "pot.chips": "Chips in the pot: {chips}.",
    "pot.chip": "{name} on space {space}",
    "pot.no_chips": "No chip lies in the pot.",
    "pot.returned": "Went back to the bag from space {spaces}.",
    "pot.scoring": "Scoring space {space}: {coins} coins, {points} VP, {ruby}.",
    "pot.exploded": "The pot has exploded.",
    "pot.stack": "\N{MULTIPLICATION SIGN}{count}",
    # The pad of chips.
    "pad.label": "Tap the chip that came out of the bag",
    "pad.left": "\N{MULTIPLICATION SIGN}{left}",
    "pad.explodes": "explodes",
    "pad.chip_spoken": "{name}, {left} left in the bag",
    "pad.chip_spoken_explodes": "{name}, {left} left in the bag, would explode",
    "pad.none_left": "{name}, none left in the bag",
    "pad.undo": "Undo",
    "pad.stop": "Stop",
    "pad.draw": "Draw for me",
    "pad.choices": "Choices",
    "pad.keys": "Keys: letter and number of a chip, U undo, S stop, D draw for me",
    # Copying the link, keeping the screen on.
    "link.copy": "Copy link",
    "link.copied": "Link copied",
    "link.select": "Copy it from here:",
    "wake.on": "Keep screen awake",
    "wake.active": "Screen stays awake",
    "wake.unavailable": ("This browser cannot keep the screen awake here; the pot is kept anyway."),
    # The distribution of the final space.
    "chart.space": "final scoring space",
    "chart.probability": "probability",
    "chart.exploded": "{label}, exploded",
    "chart.exploded_key": "hatched: the pot exploded",
    "chart.hover": "space {space}: {percent}",
    "chart.hover_exploded": "space {space}, exploded: {percent}",
}

WORDS: Final[Mapping[str, str]] = MappingProxyType(_ENGLISH)
"""The catalogue, read-only."""


def word(key: str, **values: object) -> str:
    """Return one text of the screen with its values filled in.

    Args:
        key: Area and name, for instance "verdict.draw".
        **values: The placeholders of the text.

    Returns:
        The finished text.

    Raises:
        KeyError: If the catalogue has no such key, or a placeholder of the text
            was not given.
    """
    if key not in WORDS:
        message = f"no text {key!r} in the catalogue of words"
        raise KeyError(message)
    try:
        return WORDS[key].format(**values)
    except KeyError as error:
        message = f"the text {key!r} needs a value for {error}"
        raise KeyError(message) from None
