"""The state of a game: what lies on the table, and what is to happen next.

A state holds a short list of *tasks*, the first of which is due: somebody decides, chance speaks, something is told, or
something happens by itself. When no task is left, the next step of the round lays down its tasks.
"""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any

from quacks_math.brew.model.transitions import BrewState
from quacks_math.game.engine.setup import Setup
from quacks_math.material.cards import Card
from quacks_math.material.chips import STARTING_BAG
from quacks_math.rules.buying import starting_supply
from quacks_math.rules.rounds import seat_in_turn


class Step(IntEnum):
    """The steps of a round, in order."""

    CARD = 0
    BREW = 1
    SCHADENFREUDE = 2
    DIE = 3
    EFFECTS = 4
    POINTS = 5
    SHOP = 6
    RUBIES = 7
    TELLING = 8
    OVER = 9


class Ask(StrEnum):
    """What a task asks for. The value is the question's name in the log."""

    DRAW_CARD = "draw_card"
    """Chance: the card of the round."""
    DRAW_CHIPS = "draw_chips"
    """Chance: chips drawn for a card."""
    ROLL = "roll"
    """Chance: the bonus die."""
    BREW = "brew"
    """All seats brew; see ``steps.brewing``."""
    TELL = "tell"
    """Points and rubies of a seat of which only public facts are followed."""
    CARD = "card"
    """A choice that the fortune card gives."""
    EXCHANGE = "exchange"
    """An Opportunistic Moment: which of the drawn chips to exchange."""
    STEP = "step"
    """Which droplet to move."""
    MOVE = "move"
    """Green of set 3: whether the last chip moves on."""
    PURPLE = "purple"
    """The reward of the purple chips."""
    GREEN = "green"
    """The reward of one green chip of set 2 or 4."""
    EXPLODED = "exploded"
    """An exploded pot takes victory points or coins."""
    BUY = "buy"
    """Which chips to buy."""
    RUBIES = "rubies"
    """What to spend rubies on."""
    LESS_IS_MORE = "less_is_more"
    """By itself: rewards of Less is More once everybody has drawn."""
    BLACK = "black"
    """By itself: the black chips' reward."""
    FIXED = "fixed"
    """By itself: rewards of green of set 1 and purple of set 3."""
    POINTS = "points"
    """By itself: steps C and D of an unexploded pot, and what the card pays."""
    SEASONED = "seasoned"
    """By itself: Seasoned Perfectly."""
    CONVERT_COINS = "convert_coins"
    """By itself: coins turn into points after round 9."""
    CONVERT_RUBIES = "convert_rubies"
    """By itself: rubies turn into points after round 9."""


class Lap(IntEnum):
    """Where a seat stands in its drawing."""

    DECIDES = 0
    REACHED = 1
    """Its hand is in the bag."""
    DREW = 2
    """Round 9: it has its chip of this lap."""


NOBODY = -1
"""The seat of a task that belongs to the whole table."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is due.

    Attributes:
        ask: What for.
        seat: Whose it is, or ``NOBODY``.
        data: Numbers that belong to it: rat tails of a card, droplet steps and whether they may be left, a green chip.
    """

    ask: Ask
    seat: int = NOBODY
    data: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pot:
    """A finished pot.

    Attributes:
        scoring_space: Index of the scoring space, 0 to 53.
        exploded: Whether it exploded, protected or not.
        protected: Whether blue of set 2 protected the explosion.
        blacks: Black chips in it.
        moved_to: Space of the last chip after green of set 3 moved it, else None.
    """

    scoring_space: int
    exploded: bool = False
    protected: bool = False
    blacks: int = 0
    moved_to: int | None = None


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: what it owns and how far it is in the round.

    Attributes:
        bag: Everything the seat owns but red chips kept beside the pot, shape (18,); of a seat that is not tracked the
            starting bag and what is known to have come to it.
        victory_points: 0 or more; more than 100 is possible.
        rubies: Rubies held.
        droplet: Space of the droplet, 0 to 52.
        tube: Glass of the second droplet, 0 to 12.
        flask: Whether the flask is full.
        beside: Red chips (1, 2, 4) of set 2 kept beside the pot.
        tails: Rat tails of the round once they are counted.
        tails_given: Tails given up under A Good Start.
        tails_lost: Whether Rats Are Your Friends cost the tails (ruling ``rats_friends``).
        drawn: Kinds drawn for the card.
        brew: The brew, None before and for seats that are not tracked.
        lap: Where the seat stands in its drawing.
        pot: The finished pot, None before.
        last_pot: The finished pot of the round before.
        takes_coins: Whether the pot pays coins.
        told: Whether points or rubies were told since the pot was finished.
    """

    bag: tuple[int, ...] = STARTING_BAG
    victory_points: int = 0
    rubies: int = 1
    droplet: int = 0
    tube: int = 0
    flask: bool = True
    beside: tuple[int, int, int] = (0, 0, 0)
    tails: int = 0
    tails_given: int = 0
    tails_lost: bool = False
    drawn: tuple[int, ...] = ()
    brew: BrewState | None = None
    lap: Lap = Lap.DECIDES
    pot: Pot | None = None
    last_pot: Pot | None = None
    takes_coins: bool = False
    told: bool = False


@lru_cache(maxsize=32)
def _turn_order(start_player: int, seats: int) -> tuple[int, ...]:
    """Return the seats from the start player on, clockwise."""
    return tuple(seat_in_turn(turn, start_player, seats) for turn in range(seats))


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at one moment.

    Attributes:
        setup: What was agreed.
        seats: The seats.
        supply: Chips in the supply, shape (18,).
        unseen: Fortune cards not yet seen, by number, ascending.
        round: 1 to 9.
        card: The fortune card of the round.
        start_player: Seat number of the start player.
        step: The step of the round.
        tasks: What is due, the first first.
    """

    setup: Setup
    seats: tuple[SeatState, ...]
    supply: tuple[int, ...]
    unseen: tuple[int, ...]
    round: int = 1
    card: Card = Card.NONE
    start_player: int = 0
    step: Step = Step.CARD
    tasks: tuple[Task, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.step == Step.OVER

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats in turn order: from the start player on, clockwise."""
        return _turn_order(self.start_player, len(self.seats))

    @property
    def tracked_in_turn(self) -> tuple[int, ...]:
        """The tracked seats in turn order."""
        tracked = self.setup.seats
        return tuple([seat for seat in self.turn_order if tracked[seat].tracked])

    def is_tracked(self, seat: int) -> bool:
        """Say whether a seat is tracked."""
        return self.setup.seats[seat].tracked

    def with_seat(self, number: int, **changes: Any) -> "GameState":  # noqa: ANN401 (fields of SeatState)
        """Return the state with some fields of a seat changed."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        return replace(self, seats=tuple(seats))

    def without_task(self) -> "GameState":
        """Return the state without the task that is due."""
        return replace(self, tasks=self.tasks[1:])

    def first(self, *tasks: Task) -> "GameState":
        """Return the state with these tasks due before all others."""
        return replace(self, tasks=tasks + self.tasks)

    def later(self, *tasks: Task) -> "GameState":
        """Return the state with these tasks due after all others."""
        return replace(self, tasks=self.tasks + tasks)


def table_before_round_1(setup: Setup) -> GameState:
    """Return the table before round 1, no task laid down yet."""
    return GameState(
        setup=setup,
        seats=tuple(SeatState() for _ in setup.seats),
        supply=starting_supply(len(setup.seats)),
        unseen=tuple(int(card) for card in Card if card) if setup.cards else (),
        start_player=setup.start_player,
    )
