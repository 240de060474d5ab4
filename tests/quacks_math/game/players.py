"""Players for tests: they play any game to its end, with any source of chance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from quacks_math.brew.model.events import Stopped
from quacks_math.game.engine.actions import Who, legal_actions, turn
from quacks_math.game.engine.events import Bought, Brewed, ChipsDrawn, Counted, GameEvent, PotTold, Reached
from quacks_math.game.engine.fold import Numbers, apply, chance, start_game
from quacks_math.game.engine.setup import Seat, Setup
from quacks_math.game.engine.state import Ask, GameState
from quacks_math.material.books import Books
from quacks_math.material.chips import KINDS
from quacks_math.material.rulings import RULINGS, Rulings

Decider = Callable[[GameState, tuple[GameEvent, ...], Numbers], GameEvent]


def at_random(_: GameState, actions: tuple[GameEvent, ...], rng: Numbers) -> GameEvent:
    """Any legal action, but stopping only one time in ten while drawing is possible, and the longest purchases."""
    if any(isinstance(action, Reached) for action in actions) and rng.integers(10):
        actions = tuple(action for action in actions if action != Brewed(action_seat(action), Stopped()))
    if all(isinstance(action, Bought) for action in actions) and rng.integers(10):
        longest = max(len(action.kinds) for action in actions if isinstance(action, Bought))
        actions = tuple(a for a in actions if isinstance(a, Bought) and len(a.kinds) == longest)
    return actions[int(rng.integers(len(actions)))]


def careful(state: GameState, actions: tuple[GameEvent, ...], rng: Numbers) -> GameEvent:
    """As ``at_random``, but the pot is stopped before a white 2-chip could make it explode."""
    for action in actions:
        if isinstance(action, Brewed) and isinstance(action.event, Stopped):
            brew = state.seats[action.seat].brew
            if brew is not None and (brew.white_sum + 2 > brew.white_limit):
                return action
    drawing = tuple(action for action in actions if isinstance(action, Reached))
    return drawing[0] if drawing and rng.integers(4) else at_random(state, actions, rng)


def action_seat(event: GameEvent) -> int:
    """Return the seat of an event that has one."""
    seat = getattr(event, "seat", -1)
    assert isinstance(seat, int)
    return seat


def tell(state: GameState, seat: int, ask: Ask, rng: Numbers) -> GameEvent:
    """Tell something of a seat that is not tracked."""
    mine = state.seats[seat]
    if ask == Ask.DRAW_CHIPS:
        return ChipsDrawn(seat, tuple(KINDS[int(rng.integers(8))] for _ in range(5)))
    if ask == Ask.BREW:
        space = min(53, mine.droplet + 5 + int(rng.integers(12)))
        return PotTold(seat, space, exploded=not rng.integers(4), blacks=int(rng.integers(3)))
    return Counted(seat, victory_points=mine.victory_points + int(rng.integers(8)), rubies=int(rng.integers(4)))


@dataclass(frozen=True)
class Played:
    """A game that was played: its events and the states around them."""

    setup: Setup
    events: tuple[GameEvent, ...]
    states: tuple[GameState, ...]


def play(setup: Setup, rng: Numbers, decide: Decider = at_random) -> Played:
    """Play a game to its end."""
    states, events = [start_game(setup)], []
    while (due := turn(states[-1])) is not None:
        state = states[-1]
        if due.who == Who.CHANCE:
            event = chance(state, rng)
        elif due.who == Who.TELLER:
            event = tell(state, due.seat, due.ask, rng)
        else:
            event = decide(state, legal_actions(state), rng)
        events.append(event)
        states.append(apply(state, event))
    return Played(setup, tuple(events), tuple(states))


def random_setup(rng: np.random.Generator, *, public: bool = False) -> Setup:
    """Return a setup with any number of seats, books, switches and rulings."""
    seats = int(rng.integers(1, 6))
    tracked = [True, *(bool(rng.integers(2)) or not public for _ in range(seats - 1))]
    rulings = [0 if rng.integers(3) else int(rng.integers(len(ruling.choices))) for ruling in RULINGS.values()]
    return Setup(
        tuple(Seat(f"P{number}", follow) for number, follow in enumerate(tracked)),
        Books(*(int(number) for number in rng.integers(1, 5, 5))),
        tubes=bool(rng.integers(2)),
        cards=bool(rng.integers(4)),
        rulings=Rulings(*rulings),
        start_player=int(rng.integers(seats)),
    )


def random_games(count: int, *, public: bool = False) -> Iterator[Played]:
    """Yield games of all kinds, the same ones every time."""
    for seed, decide in zip(range(count), cycle((at_random, careful)), strict=False):
        rng = np.random.default_rng(seed)
        yield play(random_setup(rng, public=public), rng, decide)
