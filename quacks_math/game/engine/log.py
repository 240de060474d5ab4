"""A game with its log: events are added at the end and taken back from the end."""

from dataclasses import dataclass, field, replace
from typing import Self

from quacks_math.brew.model.events import BrewEvent
from quacks_math.brew.model.setting import Brew, Rival
from quacks_math.game.engine.events import Brewed, GameEvent
from quacks_math.game.engine.fold import apply, replay, start_game
from quacks_math.game.engine.setup import Setup
from quacks_math.game.engine.state import GameState
from quacks_math.material.validation import of_type
from quacks_math.rules.rounds import left_of, right_of


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
        """Return a game in which nothing has happened.

        Raises:
            ValueError: If this is no setup.
        """
        return cls(of_type(setup, Setup, "setup", "a Setup, such as Setup.of('Ann')"), (), (start_game(setup),))

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

    def pot(self, seat: int) -> tuple[BrewEvent, ...]:
        """Return what has happened in the brew of a seat in this round."""
        events: list[BrewEvent] = []
        for state, event in zip(reversed(self.states[:-1]), reversed(self.events), strict=True):
            if state.round != self.state.round:
                break
            if isinstance(event, Brewed) and event.seat == seat:
                events.append(event.event)
        return tuple(reversed(events))

    def brew(self, seat: int) -> Brew:
        """Return the brew of a seat with all that has come out and what is known of the other pots, for advice.

        Raises:
            ValueError: If the seat has no brew that is followed now.
        """
        state = self.state.seats[seat].brew
        if state is None:
            raise ValueError(f"{self.setup.seats[seat].name} has no brew that is followed now.")
        seats = len(self.setup.seats)
        others = [self.state.seats[other].pot for other in range(seats) if other != seat]
        neighbours = dict.fromkeys((left_of(seat, seats), right_of(seat, seats)))
        beside = [self.state.seats[other].pot for other in neighbours if other != seat]
        return replace(
            state.brew,
            pot=self.pot(seat),
            rivals=tuple(Rival(pot.scoring_space, pot.exploded) for pot in others if pot),
            rival_black=tuple(pot.blacks for pot in beside if pot),
        )

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
