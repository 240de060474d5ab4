"""Setting up a table in the middle of a game, and saying what happens there in few words."""

from dataclasses import replace
from typing import Any, TypedDict, Unpack

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.game.engine.actions import turn
from quacks_math.game.engine.events import Bought, Brewed, CardDrawn, ChipsDrawn, Chose, DieRolled
from quacks_math.game.engine.fold import apply, start_game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import Ask, GameState
from quacks_math.material.books import books_from
from quacks_math.material.chips import kind_index
from quacks_math.material.rulings import rulings_from

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
DULL = "magic_potion"
"""A card that changes nothing before step F."""


class Agreed(TypedDict, total=False):
    """What may be agreed: books as ``green=2 red=4``, rulings by name."""

    books: str
    rulings: dict[str, str]
    tubes: bool
    cards: bool
    start_player: int


def setup_of(seats: int, **agreed: Unpack[Agreed]) -> Setup:
    """Return a setup with tracked seats."""
    books, rulings = agreed.pop("books", ""), agreed.pop("rulings", {})
    sets = {name: int(number) for name, _, number in (word.partition("=") for word in books.split())}
    names = tuple(Seat(name) for name in NAMES[:seats])
    return Setup(
        names,
        books_from(sets),
        rulings=rulings_from(rulings),
        tubes=agreed.get("tubes", False),
        cards=agreed.get("cards", True),
        start_player=agreed.get("start_player", 0),
    )


def table(seats: int, *, round_number: int = 1, **agreed: Unpack[Agreed]) -> GameState:
    """Return a game that waits for the card of a round."""
    return replace(start_game(setup_of(seats, **agreed)), round=round_number)


def give(state: GameState, seat: int, *, bag: str | None = None, **fields: Any) -> GameState:
    """Return the state with a seat changed; the supply is left alone."""
    if bag is not None:
        fields["bag"] = Bag.parse(bag).counts
    return state.with_seat(seat, **fields)


def stock(state: GameState, **counts: int) -> GameState:
    """Return the state with these chips in the supply: ``stock(state, B2=0)``."""
    supply = list(state.supply)
    for kind, count in counts.items():
        supply[kind_index(kind)] = count
    return replace(state, supply=tuple(supply))


def card(state: GameState, name: str = DULL) -> GameState:
    """Return the state after a card was turned up."""
    return apply(state, CardDrawn(name))


def pots(state: GameState, *texts: str) -> GameState:
    """Return the state after every seat brewed its pot, in seat order."""
    for seat, text in enumerate(texts):
        for event in parse_pot(text):
            state = apply(state, Brewed(seat, event))
    return state


def say(state: GameState, *answers: str | int) -> GameState:
    """Return the state after answers by whose turn it is: a word, a face of the die, ``buy R1 O1``, ``draw W1 W2``."""
    for answer in answers:
        due = turn(state)
        assert due is not None, f"{answer} is said after the end of the game"
        if isinstance(answer, int):
            state = apply(state, DieRolled(due.seat, answer))
        elif answer.startswith("buy"):
            state = apply(state, Bought(due.seat, tuple(answer.split()[1:])))
        elif answer.startswith("draw "):
            state = apply(state, ChipsDrawn(due.seat, tuple(answer.split()[1:])))
        else:
            state = apply(state, Chose(due.seat, due.ask.value, answer))
    return state


def asked(state: GameState) -> tuple[str, int] | None:
    """Return what is due and of whom."""
    due = turn(state)
    return None if due is None else (due.ask.value, due.seat)


def bag_of(state: GameState, seat: int) -> str:
    """Return the bag of a seat as text."""
    return str(Bag(state.seats[seat].bag))


def after_questions(state: GameState) -> GameState:
    """Return the state of the next round's card: nothing is bought, no ruby spent, the die shows one point."""
    start = state.round
    while state.round == start and not state.over:
        due = turn(state)
        assert due is not None
        words = {Ask.BUY: "buy", Ask.RUBIES: "done", Ask.EXPLODED: "points", Ask.ROLL: 1}
        state = say(state, words[due.ask])
    return state
