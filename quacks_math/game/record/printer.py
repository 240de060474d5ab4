"""A game as text: one line a round and seat, for people to read; ``record.parser`` reads it back.

::

    Quacks game 1
    seats: Ann, Ben (public)
    books: green=1 blue=1 red=3 yellow=1 purple=1
    tubes: no
    cards: yes
    rulings: black_zero=both_step
    start: Ann

    Round 1: charity
    Ann: pot W1 W3! O1 W2 . ; die 3 ; buys R1 O1 ; rubies done  # space 5: 5 coins, 0 points, ruby; 2 points, ...
    Ben: scores 13! black 1 ; counts points 2 rubies 1 @ telling

The items of a line stand in the order in which they happened to the seat, separated by semicolons:

=============================  ======================================================================================
``pot ...``                    the brew in the notation of ``quacks_math.brew.model.notation``
``draws W1 O1``                chips drawn for the card
``die 3``                      the face of the bonus die, 1 to 6
``card ...``, ``step ...`` …   an answer: the question's name (``engine.state.Ask``) and the answer
``buys R1 O1``                 bought; ``buys nothing``
``scores 13``                  the scoring space told of a seat that is not tracked; ``13!`` exploded; ``black 2``
``counts ... @ step``          what was counted: ``points 12 rubies 3 droplet 4 tube 1 flask full bag W1x4 O1``, and at
                               which step of the round; ``buys ... @ step`` likewise for a seat that is not tracked
=============================  ======================================================================================

What follows from this stands behind ``#`` and is not read back.
"""

from collections.abc import Iterator

from quacks_math.brew.model.notation import print_pot
from quacks_math.game.engine.events import (
    Bought,
    Brewed,
    CardDrawn,
    ChipsDrawn,
    Chose,
    Counted,
    DieRolled,
    GameEvent,
    PotTold,
    Reached,
)
from quacks_math.game.engine.fold import places
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Setup
from quacks_math.game.engine.state import GameState, Pot, SeatState
from quacks_math.material.track import TRACK
from quacks_math.material.validation import of_type

TITLE = "Quacks game 1"
SEPARATOR = " ; "
COMMENT = "  # "
COUNTED_WORDS = {"victory_points": "points", "rubies": "rubies", "droplet": "droplet", "tube": "tube", "flask": "flask"}
"""How the fields of ``Counted`` are written; the bag comes last."""


def head_lines(setup: Setup) -> Iterator[str]:
    """Yield the lines that say what was agreed."""
    yield TITLE
    yield "seats: " + ", ".join(seat.name + ("" if seat.tracked else " (public)") for seat in setup.seats)
    yield "books: " + " ".join(f"{colour}={number}" for colour, number in setup.books._asdict().items())
    yield f"tubes: {'yes' if setup.tubes else 'no'}"
    yield f"cards: {'yes' if setup.cards else 'no'}"
    changed = [name for name, number in setup.rulings._asdict().items() if number]
    yield "rulings: " + (" ".join(f"{name}={setup.rulings.choice(name)}" for name in changed) or "printed")
    yield f"start: {setup.seats[setup.start_player].name}"


def _counted_text(event: Counted) -> str:
    """Return what was counted, without the step."""
    parts = ["counts"]
    for name, word in COUNTED_WORDS.items():
        value = getattr(event, name)
        if value is not None:
            parts += [word, ("full" if value else "empty") if name == "flask" else str(value)]
    if event.bag is not None:
        parts += ["bag", event.bag]
    return " ".join(parts)


def _item(state: GameState, event: GameEvent) -> str:
    """Return the item of an event that is not part of a brew."""
    at = f" @ {state.step.name.lower()}"
    match event:
        case ChipsDrawn(_, kinds):
            return " ".join(("draws", *kinds))
        case DieRolled(_, face):
            return f"die {face}"
        case Chose(_, question, answer):
            return f"{question} {answer}"
        case Bought(seat, kinds):
            return f"buys {' '.join(kinds) or 'nothing'}" + ("" if state.is_tracked(seat) else at)
        case PotTold(_, scoring_space, exploded, blacks):
            return f"scores {scoring_space}{'!' if exploded else ''}" + (f" black {blacks}" if blacks else "")
        case Counted():
            return _counted_text(event) + at
        case _:
            raise ValueError(f"{event!r} has no item of its own.")


def _result(seat: SeatState, pot: Pot | None, tails: int, *, tubes: bool) -> str:
    """Return what a seat has after the round, in which it had so many rat tails."""
    parts = [f"rats {tails}"] if tails else []
    if pot is not None:
        space = TRACK[pot.scoring_space]
        exploded = "exploded, " if pot.exploded else ""
        ruby = ", ruby" if space.ruby else ""
        parts.append(f"{exploded}space {space.index}: {space.coins} coins, {space.victory_points} points{ruby}")
    glass = f", glass {seat.tube}" if tubes else ""
    flask = "full" if seat.flask else "empty"
    parts.append(f"{seat.victory_points} points, {seat.rubies} rubies, droplet {seat.droplet}{glass}, flask {flask}")
    return "; ".join(parts)


class _Round:
    """The lines of one round while its events are read."""

    def __init__(self, seats: int) -> None:
        self.card = ""
        self.tails = [0] * seats
        self.items: list[list[str]] = [[] for _ in range(seats)]
        self._brews: list[list[Brewed]] = [[] for _ in range(seats)]
        self._places: list[int] = [-1] * seats

    def take(self, state: GameState, event: GameEvent) -> None:
        """Add an event; all of a brew goes where its first event stood."""
        match event:
            case CardDrawn(card):
                self.card = card
            case Reached():
                pass
            case Brewed(seat):
                if self._places[seat] < 0:
                    self._places[seat] = len(self.items[seat])
                    self.items[seat].append("")
                self._brews[seat].append(event)
                pot = print_pot(tuple(brewed.event for brewed in self._brews[seat]))
                self.items[seat][self._places[seat]] = f"pot {pot}"
            case _:
                self.items[event.seat].append(_item(state, event))


def print_game(game: Game) -> str:
    """Return a game as text; ``record.parser.parse_game`` returns a game in the same state for it.

    Only whose hand is in the bag is not written down.

    Raises:
        ValueError: If this is no game.
    """
    of_type(game, Game, "game", "a Game, such as Game.new(Setup.of('Ann'))")
    lines = list(head_lines(game.setup))
    rounds = range(1, game.state.round + 1)
    told = {number: _Round(len(game.setup.seats)) for number in rounds}
    for state, event in zip(game.states, game.events, strict=False):
        told[state.round].take(state, event)
    for state in game.states:
        told[state.round].tails = [seat.tails for seat in state.seats]
    after = {state.round - 1: state for state in reversed(game.states)} | {game.state.round: game.state}
    for number in rounds:
        lines += ["", f"Round {number}" + (f": {told[number].card}" if told[number].card else "")]
        for seat, items in enumerate(told[number].items):
            now = after[number].seats[seat]
            pot = now.pot if number == game.state.round else now.last_pot
            result = _result(now, pot, told[number].tails[seat], tubes=game.setup.tubes)
            lines.append(f"{game.setup.seats[seat].name}: {SEPARATOR.join(items)}{COMMENT}{result}")
    if game.state.over:
        rows = zip(places(game.state), game.setup.seats, game.state.seats, strict=True)
        ranks = sorted((place, seat.name, mine.victory_points) for place, seat, mine in rows)
        lines += ["", "# " + ", ".join(f"{place}. {name} {points} points" for place, name, points in ranks)]
    return "\n".join(lines) + "\n"
