"""What can happen in a game: frozen events, the log of which is the game.

An event says what chance brought or what somebody chose or what is told of a seat, never what follows from it. Kinds,
cards and answers are written as in the notation. ``seat`` is the number of a seat, from 0.
"""

from dataclasses import dataclass

from quacks_math.brew.model.events import BrewEvent


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The fortune card of the round was turned up.

    Attributes:
        card: Its id, such as ``"charity"``.
    """

    card: str


@dataclass(frozen=True, slots=True)
class ChipsDrawn:
    """A seat drew chips because of a card (Less is More, An Opportunistic Moment); they all go back.

    Attributes:
        seat: The seat.
        kinds: The chips, in any order.
    """

    seat: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A seat rolled the bonus die.

    Attributes:
        seat: The seat.
        face: 1 to 6: 1 point, 1 point, 2 points, ruby, droplet, orange 1.
    """

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A seat decided to draw: its hand is in the bag, nobody has seen the chip.

    Whoever enters the chip that came out need not enter this first.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Brewed:
    """Something happened in the brew of a tracked seat.

    Attributes:
        seat: The seat.
        event: What happened.
    """

    seat: int
    event: BrewEvent


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat answered a question.

    Attributes:
        seat: The seat.
        question: The question's name, see ``engine.state.Ask``.
        answer: The answer's name.
    """

    seat: int
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Bought:
    """A seat bought chips in step E.

    Attributes:
        seat: The seat.
        kinds: None, one or two chips of different colours, in any order.
    """

    seat: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PotTold:
    """The finished pot of a seat of which only public facts are followed.

    Attributes:
        seat: The seat.
        scoring_space: Index of its scoring space, 0 to 53; in round 9 after green 3.
        exploded: Whether the pot exploded.
        blacks: Black chips in it.
    """

    seat: int
    scoring_space: int
    exploded: bool = False
    blacks: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """What somebody counted at the table; None where nothing was counted.

    For a seat of which only public facts are followed this is how its points and rubies are told, at least once a
    round. For a tracked seat it sets a mistake straight.

    Attributes:
        seat: The seat.
        victory_points: Its points.
        rubies: Its rubies.
        droplet: The space of its droplet, 0 to 52.
        tube: The glass of its second droplet.
        flask: Whether its flask is full.
        bag: Everything it owns but red chips kept beside the pot, as a bag such as ``"W1x4 O1"``.
    """

    seat: int
    victory_points: int | None = None
    rubies: int | None = None
    droplet: int | None = None
    tube: int | None = None
    flask: bool | None = None
    bag: str | None = None


GameEvent = CardDrawn | ChipsDrawn | DieRolled | Reached | Brewed | Chose | Bought | PotTold | Counted
"""Everything that can stand in the log of a game."""
