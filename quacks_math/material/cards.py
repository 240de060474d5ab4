"""The 24 fortune cards. ``Card`` numbers them for compiled code; 0 means that no card matters."""

import re
from enum import IntEnum
from typing import Literal

from pydantic import ValidationError

from quacks_math.material.tables import DATA_FOLDER, Record, TableError, first_reason, read_json
from quacks_math.material.validation import shown, text_of


class FortuneCard(Record):
    """One fortune card."""

    id: str
    title_de: str
    title_en: str
    title_en_alternatives: tuple[str, ...]
    title_en_boomberry_edition: str
    colour: Literal["purple", "blue"]
    timing: str
    effect: str
    notes: tuple[str, ...]
    confidence: str


def _load() -> dict[str, FortuneCard]:
    """Return the cards by id, in the order of the file."""
    cards: dict[str, FortuneCard] = {}
    for number, entry in enumerate(read_json(DATA_FOLDER / "fortune_cards.json")["cards"], start=1):
        try:
            card = FortuneCard.model_validate(entry)
        except ValidationError as error:
            raise TableError(f"fortune_cards.json, card {number}: {first_reason(error)}.") from error
        cards[card.id] = card
    if len(cards) != 24:
        raise TableError(f"fortune_cards.json: has {len(cards)} different cards; the game has 24.")
    return cards


FORTUNE_CARDS: dict[str, FortuneCard] = _load()
"""All fortune cards by id."""


class Card(IntEnum):
    """The fortune cards by number: the name of a member is the id in capitals."""

    NONE = 0
    CHOOSE_WISELY = 1
    POT_FILLING_UP = 2
    CHARITY = 3
    LESS_IS_MORE = 4
    ONLY_CHOOSE_ONE = 5
    WHEEL_AND_DEAL = 6
    GOOD_START = 7
    ROLL_THE_DIE = 8
    OPPORTUNISTIC_MOMENT = 9
    BEGINNERS_BONUS = 10
    RAT_INFESTATION = 11
    JUST_IN_TIME = 12
    RATS_ARE_FRIENDS = 13
    SEASONED_PERFECTLY = 14
    LUCKY_DEVIL = 15
    SHINING_EXTRA_BRIGHT = 16
    SCHADENFREUDE = 17
    WELL_STIRRED = 18
    POT_IS_FULL = 19
    SECOND_CHANCE = 20
    STRONG_INGREDIENT = 21
    PUMPKIN_PATCH_PARTY = 22
    MAGIC_POTION = 23
    LIVING_IN_LUXURY = 24


if [card.name.lower() for card in Card if card] != list(FORTUNE_CARDS):
    raise TableError("fortune_cards.json: the ids must be the known ones, in the known order.")

BREW_CARDS: tuple[Card, ...] = tuple(card for card in Card if card >= Card.SEASONED_PERFECTLY)
"""The cards that change a brew or what its pot pays."""


def _plain(name: str) -> str:
    """Return the letters of an id or a title, small: neither capitals nor punctuation tell cards apart."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _names() -> dict[str, Card]:
    """Return the cards by the letters of their id and of each English title that is printed in some edition."""
    names: dict[str, Card] = {}
    for card_id, card in FORTUNE_CARDS.items():
        titles = (card.title_en, *card.title_en_alternatives, card.title_en_boomberry_edition)
        # What stands in brackets says where a title is printed.
        for name in (card_id, *(re.sub(r"\(.*\)", "", title) for title in titles)):
            if names.setdefault(_plain(name), Card[card_id.upper()]).name.lower() != card_id:
                raise TableError(f"fortune_cards.json: {name} names two cards.")
    return names


CARD_NAMES = _names()
"""The cards by the letters of their ids and English titles."""


def card_from(name: str | None) -> Card:
    """Return the card of the brew with this id or English title; None means no card.

    Args:
        name: The id, or a title that is printed in some edition; capitals and punctuation do not matter.

    Raises:
        ValueError: If there is no such card, or the card does not concern the brew.
    """
    if name is None:
        return Card.NONE
    right = "the id or the English title of one, such as 'pumpkin_patch_party'"
    card = CARD_NAMES.get(_plain(text_of(name, "card", right)), Card.NONE)
    if not card:
        known = ", ".join(card.name.lower() for card in BREW_CARDS)
        raise ValueError(f"{shown(name)} is not a fortune card; use its English title or one of {known}.")
    if card not in BREW_CARDS:
        raise ValueError(
            f"{shown(name)} is done before the brew and changes nothing in it: enter its result in the bag, start or "
            "rubies and leave the card out."
        )
    return card
