"""A whole game: setup, event log, engine, saved and written games.

Every setup, event and state of this package is immutable: a move returns a new state. A taste::

    game = Game.new(Setup.of("Ann", "Ben"))
    game = game.add(CardDrawn("charity"), Brewed(0, Drew("W1")))
    legal_actions(game.state)                      # what Ann can do now
    why_illegal(game.state, Brewed(0, Drew("P1"))) # 'Ann: No P1 is left in the bag ...'
    game = game.add(chance(game.state, rng))       # where chance is due: turn(game.state).who
    game.undo().state
    read_game(save_game(game)) == game

The order in which chance speaks and seats decide stands in ``quacks_math.rules.rounds``.
"""

from quacks_math.game.engine.actions import Turn, Who, legal_actions, options, turn, why_illegal
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
from quacks_math.game.engine.fold import apply, chance, places, start_game, winners
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import Ask, GameState, SeatState, Step
from quacks_math.game.record.parser import game_from, parse_game
from quacks_math.game.record.printer import print_game
from quacks_math.game.record.saved import read_game, save_game

__all__ = [
    "Ask",
    "Bought",
    "Brewed",
    "CardDrawn",
    "ChipsDrawn",
    "Chose",
    "Counted",
    "DieRolled",
    "Game",
    "GameEvent",
    "GameState",
    "PotTold",
    "Reached",
    "Seat",
    "SeatState",
    "Setup",
    "Step",
    "Turn",
    "Who",
    "apply",
    "chance",
    "game_from",
    "legal_actions",
    "options",
    "parse_game",
    "places",
    "print_game",
    "read_game",
    "save_game",
    "start_game",
    "turn",
    "why_illegal",
    "winners",
]
