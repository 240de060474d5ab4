"""A game with its log: events are added at the end and taken back from the end."""

from dataclasses import dataclass, field
from typing import Self

from quacks_math.game.engine import apply, replay, start_game
from quacks_math.game.events import GameEvent
from quacks_math.game.setup import Setup
from quacks_math.game.state import GameState


@dataclass(frozen=True, slots=True)
class Game:
    """A game: what was agreed, what happened, and the state after each event.

    The states are kept, so that taking back costs nothing and is exact for every kind of event. Build games with
    ``new`` or ``of``; two games are equal if setup and events are.

    Attributes:
        setup: What was agreed.
        events: What happened.
        states: The states before the first and after every event; one more than events.
    """

    setup: Setup
    events: tuple[GameEvent, ...]
    states: tuple[GameState, ...] = field(repr=False, compare=False)

    @classmethod
    def new(cls, setup: Setup) -> Self:
        """Return a game in which nothing has happened."""
        return cls(setup, (), (start_game(setup),))

    @classmethod
    def of(cls, setup: Setup, events: tuple[GameEvent, ...]) -> Self:
        """Return a game with these events.

        Raises:
            ValueError: If an event cannot happen; names its number and the reason.
        """
        return cls(setup, events, replay(setup, events))

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.states[-1]

    def add(self, *events: GameEvent) -> Self:
        """Return the game after more events.

        Raises:
            ValueError: If an event cannot happen; then none of them has happened.
        """
        states = list(self.states)
        for event in events:
            states.append(apply(states[-1], event))
        return type(self)(self.setup, self.events + events, tuple(states))

    def undo(self, count: int = 1) -> Self:
        """Return the game without its last events.

        Raises:
            ValueError: If fewer events have happened, or ``count`` is negative.
        """
        if not 0 <= count <= len(self.events):
            raise ValueError(f"{count} events cannot be taken back; {len(self.events)} have happened.")
        left = len(self.events) - count
        return type(self)(self.setup, self.events[:left], self.states[: left + 1])
