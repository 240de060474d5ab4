"""Record the golden playthroughs: ``python -m tests.quacks_math.game.make_playthroughs``.

A playthrough is a saved game together with what every seat had at the end of each round. They are recorded once from
random play; made anew only when a rule was wrong, and then every difference is looked at. The sample for ``quacks
replay`` is a saved game alone, of seats that all play with care.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quacks_math.brew.model.bag import Bag
from quacks_math.game.engine.actions import Who, legal_actions, turn
from quacks_math.game.engine.events import CardDrawn
from quacks_math.game.engine.fold import chance, winners
from quacks_math.game.engine.log import Game
from quacks_math.game.engine.setup import Setup
from quacks_math.game.engine.state import Ask, GameState
from quacks_math.game.record.saved import save_game
from quacks_math.material.books import Books
from quacks_math.material.cards import FORTUNE_CARDS
from quacks_math.material.extras import ROUNDS
from quacks_math.material.tables import DATA_FOLDER
from tests.quacks_math.game.players import Decider, at_random, careful

FOLDER = Path(__file__).parents[2] / "cases" / "playthroughs"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Plan(NamedTuple):
    """A playthrough to record: file, seats, books, test tubes, first card and seed."""

    name: str
    seats: int
    books: Books
    tubes: bool
    first_card: int
    seed: int


PLANS = (
    Plan("set_1", 2, Books(1, 1, 1, 1, 1), tubes=False, first_card=0, seed=2),
    Plan("set_2", 3, Books(2, 2, 2, 2, 2), tubes=True, first_card=9, seed=1),
    Plan("set_3", 4, Books(3, 3, 3, 3, 3), tubes=False, first_card=15, seed=1),
    Plan("set_4", 5, Books(4, 4, 4, 4, 4), tubes=True, first_card=4, seed=1),
    Plan("mixed_books", 3, Books(2, 1, 4, 3, 4), tubes=True, first_card=12, seed=5),
    Plan("one_seat", 1, Books(4, 3, 2, 1, 2), tubes=False, first_card=20, seed=6),
)


SAMPLE = Plan("sample_evening", 3, Books(), tubes=False, first_card=0, seed=6)


def record(plan: Plan, players: tuple[Decider, ...] = (careful, at_random)) -> Game:
    """Play the game of a plan; the players take turns at the seats."""
    rng = np.random.default_rng(plan.seed)
    cards = list(FORTUNE_CARDS)
    told = iter((cards[plan.first_card :] + cards)[:ROUNDS])
    game = Game.new(Setup.of(*NAMES[: plan.seats], books=plan.books, tubes=plan.tubes))
    while (due := turn(game.state)) is not None:
        if due.ask == Ask.DRAW_CARD:
            event: Any = CardDrawn(next(told))
        elif due.who == Who.CHANCE:
            event = chance(game.state, rng)
        else:
            decide = players[due.seat % len(players)]
            event = decide(game.state, legal_actions(game.state), rng)
        game = game.add(event)
    return game


def _seats(state: GameState) -> list[dict[str, Any]]:
    """Return what every seat has."""
    return [
        {
            "points": seat.victory_points,
            "rubies": seat.rubies,
            "droplet": seat.droplet,
            "tube": seat.tube,
            "flask": seat.flask,
            "bag": str(Bag(seat.bag)),
            "beside": list(seat.beside),
            "space": pot.scoring_space if (pot := seat.last_pot if not state.over else seat.pot) else None,
        }
        for seat in state.seats
    ]


def ends_of_rounds(game: Game) -> Iterator[list[dict[str, Any]]]:
    """Yield what every seat has at the end of each round: before the next card, or after the game."""
    for before, after in zip(game.states, game.states[1:], strict=False):
        if after.round != before.round or after.over:
            yield _seats(after)


def playthrough(game: Game) -> dict[str, Any]:
    """Return the JSON object of a playthrough."""
    rounds = list(islice(ends_of_rounds(game), ROUNDS))
    return {"rounds": rounds, "winners": list(winners(game.state)), "game": json.loads(save_game(game))}


def main() -> None:
    """Record all playthroughs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for plan in PLANS:
        text = json.dumps(playthrough(record(plan)), ensure_ascii=False, separators=(",", ":"))
        for start in ('{"type":"', '[{"points"', '{"points"', '"winners"', '"game"'):
            inner = '"event":' + start
            text = text.replace(inner, "\0").replace(start, "\n" + start).replace("\0", inner)
        (FOLDER / f"{plan.name}.json").write_text(text.replace("[\n{", "\n[{") + "\n", encoding="utf-8")
    sample = save_game(record(SAMPLE, (careful,)))
    (DATA_FOLDER / f"{SAMPLE.name}.json").write_text(sample, encoding="utf-8")


if __name__ == "__main__":
    main()
