"""A state of the decision process: what is in the bag, what lies in the pot, which choices and promises are still open."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from quacks_math.brew.model.setting import Brew
from quacks_math.material.chips import BLACK, GREEN, KIND_COLOUR, KIND_VALUE, ORANGE, PURPLE, RED, YELLOW
from quacks_math.rules import placing
from quacks_math.rules.evaluation import green_3_spaces, scoring_space

NO_CHIP = placing.NO_CHIP
UNKNOWN_SPACE = 0
"""Space of a chip of which is only known that it lies in the pot; no chip can lie on space 0, where nothing is paid."""


class PlacedChip(NamedTuple):
    """A chip in the pot: its kind, its space, and whether it works nothing (Strong Ingredient)."""

    kind: int
    space: int
    inert: bool = False


class Phase(Enum):
    """What a brew waits for."""

    DRAWING = "drawing"
    """The next draw or the stop; the last chip may still leave a choice."""
    LOOKING = "looking"
    """A look of blue of set 1: the chips seen, or which of them is placed."""
    OFFERED = "offered"
    """A Second Chance is offered."""
    STRONG_LOOK = "strong look"
    """Stopped under Strong Ingredient: the chips seen, or which of them is placed."""
    SETTLING = "settling"
    """Stopped or exploded: red chips beside the pot are still to be placed, kept or put back."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class BrewState:
    """A brew at one moment.

    Attributes:
        brew: The setting.
        left: Shape (18,): chips in the bag; those only looked at are among them.
        pot: The chips lying in the pot, in order.
        aside: R1, R2, R4 beside the pot that are still to be settled, those of earlier rounds included.
        kept: R1, R2, R4 that stay beside the pot for a later round.
        position: Space of the last chip, or the start when none lies in the pot.
        white_sum: Sum of the white chips in the pot.
        flask: Whether the flask is full.
        doubled: Whether the next chip placed moves twice its value (yellow of set 2).
        protected: Draws to come that are protected (blue of set 2).
        first_white: Whether Well Stirred still waits for the first white chip.
        second_chance: Whether A Second Chance has been neither taken nor declined.
        five_lay: Whether five chips have lain in the pot, so that it is offered after the effects of the last one.
        rubies: Rubies gained in the brew (blue of set 3).
        points: Points gained in the brew (blue of set 4).
        phase: What the brew waits for.
        exploded: Whether the pot exploded.
        protected_explosion: Whether it did so on a protected draw.
        look: Chips to look at now, 0 for no look.
        seen: The kinds seen, None while they are not told.
        pending: The choices still open for the last chip: ``use_flask``, ``return``, ``restart``.
        before_draw: The state to go back to when flask or Well Stirred puts the last white chip back.
    """

    brew: Brew
    left: tuple[int, ...]
    pot: tuple[PlacedChip, ...]
    aside: tuple[int, int, int]
    kept: tuple[int, int, int]
    position: int
    white_sum: int
    flask: bool
    doubled: bool = False
    protected: int = 0
    first_white: bool = False
    second_chance: bool = False
    five_lay: bool = False
    rubies: int = 0
    points: int = 0
    phase: Phase = Phase.DRAWING
    exploded: bool = False
    protected_explosion: bool = False
    look: int = 0
    seen: tuple[int, ...] | None = None
    pending: tuple[str, ...] = ()
    before_draw: "BrewState | None" = None

    def _number_of(self, colour: int) -> int:
        """Return how many chips of a colour lie in the pot and work."""
        return sum(1 for chip in self.pot if KIND_COLOUR[chip.kind] == colour and not chip.inert)

    @property
    def oranges(self) -> int:
        """Orange chips in the pot."""
        return self._number_of(ORANGE)

    @property
    def reds(self) -> int:
        """Red chips in the pot."""
        return self._number_of(RED)

    @property
    def yellows(self) -> int:
        """Yellow chips in the pot."""
        return self._number_of(YELLOW)

    @property
    def purples(self) -> int:
        """Purple chips in the pot."""
        return self._number_of(PURPLE)

    @property
    def blacks(self) -> int:
        """Black chips in the pot."""
        return self._number_of(BLACK)

    @property
    def chips_in_pot(self) -> int:
        """Chips lying in the pot; of a pot whose chips were forgotten, those that are known but at least one."""
        return max(len(self.pot), int(self.position > self.brew.first_space))

    @property
    def chips_left(self) -> int:
        """Chips in the bag."""
        return sum(self.left)

    @property
    def last(self) -> int:
        """Kind of the last chip for effects: ``NO_CHIP`` for none, an unknown one or one that works nothing."""
        return _working_kind(self.pot[-1:])

    @property
    def before_last(self) -> int:
        """Kind of the next-to-last chip, ``NO_CHIP`` likewise."""
        return _working_kind(self.pot[-2:-1])

    @property
    def last_white(self) -> int:
        """Value of the last chip if it is white, else 0."""
        return int(KIND_VALUE[self.last]) if placing.is_white(self.last) else 0

    @property
    def white_limit(self) -> int:
        """The white limit with the yellow chips that lie in the pot."""
        brew = self.brew
        return int(placing.white_limit(brew.limit, self.yellows, brew.books, brew.card_number, brew.rulings))

    @property
    def green_sum(self) -> int:
        """Sum of the values of the green chips in the pot that work."""
        greens = (chip for chip in self.pot if KIND_COLOUR[chip.kind] == GREEN and not chip.inert)
        return sum(int(KIND_VALUE[chip.kind]) for chip in greens)

    @property
    def green_3_spaces(self) -> int:
        """How far green of set 3 may move the last chip on in step B."""
        return int(green_3_spaces(self.green_sum, self.white_sum, self.brew.books)) if self.chips_in_pot else 0

    @property
    def die_index(self) -> int:
        """Index of the space after the last chip, which the bonus die compares: before green of set 3."""
        return int(scoring_space(self.position, self.chips_in_pot, self.brew.rulings))

    @property
    def scoring_index(self) -> int:
        """Index of the scoring space of this pot; once nothing is drawn any more, green of set 3 has moved it on.

        The move is optional: who knows what the pot is to bring asks ``payoff.finished.scored_index``.
        """
        further = self.green_3_spaces if self.drawing_ended or not self.chips_left else 0
        moved = int(placing.space_after(self.position, further))
        return int(scoring_space(moved, self.chips_in_pot, self.brew.rulings))

    def explodes_with(self, kind: int) -> bool:
        """Say whether a chip makes the pot explode if it is the next one placed while drawing goes on.

        Args:
            kind: The chip.
        """
        over = self.white_sum + int(KIND_VALUE[kind]) > self.white_limit
        return placing.is_white(kind) and over and not self.drawing_ended

    @property
    def drawing_ended(self) -> bool:
        """Whether the brew was stopped or the pot exploded for good."""
        return self.phase in (Phase.STRONG_LOOK, Phase.SETTLING, Phase.DONE)


def _working_kind(chips: tuple[PlacedChip, ...]) -> int:
    """Return the kind of the one chip given, ``NO_CHIP`` if there is none or its place or effect does not count."""
    return chips[0].kind if chips and not chips[0].inert and chips[0].space != UNKNOWN_SPACE else NO_CHIP


def spaces_possible(state: BrewState, kind: int, *, works: bool = True) -> tuple[int, ...]:
    """Return how far a chip may move if it is placed now, as ``rules.placing.ways_to_move``.

    Args:
        state: The state.
        kind: The chip.
        works: False for the chip of Strong Ingredient, whose own bonus does not work.
    """
    brew = state.brew
    if works:
        bonus = placing.bonus_spaces(
            kind, state.oranges, state.reds, state.yellows, state.last_white, brew.books, brew.card_number
        )
    else:
        bonus = placing.bonus_without_effect(kind, state.reds, brew.books)
    return placing.ways_to_move(int(KIND_VALUE[kind]), int(bonus), state.doubled, brew.rulings)
