"""The frame of a game: round marker, turn order, rats, start of a brew, who rolls the die, who wins.

**Chance** is always one question, "which of these n equally likely things?", answered by one whole number below n: a
card among those not yet seen in ascending number; a chip among those in the bag in canonical order of the kinds
(``W1`` first), each chip drawn taken out before the next; a face among the six of the die in their order. Engine and
simulator ask in the order below; fed the same numbers they play the same game.

**Order of a round.** "In turn order" means: from the start player on, clockwise (seat numbers upwards). The start
player of round 1 is seat ``start_player`` of the setup and moves one seat on after each round.

1. *Marker.* Round 6: one white 1-chip from the supply into each bag, in turn order.
2. *Card* (if played with cards): one of the cards not yet seen [chance: the card]. Its effect, if it is a purple one,
   seat by seat in turn order; a seat finishes (choice, then the choice of each droplet step with test tubes) before the
   next begins:

   * Choose Wisely, You Only Get to Choose One, Wheel and Deal, A Good Start, Just in Time, Rats Are Your Friends: the
     seat decides. The rat tails of A Good Start and Rats Are Your Friends are those at the moment the card is read.
   * Less is More: first every seat draws min(5, chips in the bag) chips [chance: a chip each]; then rewards in turn
     order.
   * An Opportunistic Moment: a seat draws min(4, chips) [chance: a chip each], then decides, then the next seat.
   * Roll the Die: a seat rolls [chance: the die] and takes the reward, then the next seat.
   * The Pot is Filling Up, Charity, Beginner's Bonus: no chance; only droplet steps with test tubes are decided.
3. *Rats*, counted for all seats at once.
4. *Brew, first pass*, until every seat has stopped, exploded for good or emptied its bag. Rounds 1 to 8: the seats one
   after another in turn order, each its whole pot. Round 9: in laps. First each seat still drawing decides in turn
   order (its open choices about the last chip, then draw or stop); then each that draws takes one chip in turn order
   and carries out what cannot wait (a look of blue 1 with all that follows from it) before the next seat draws.
   [chance: a chip each, drawn or seen]
5. *Brew, second pass*, seat by seat in turn order: Strong Ingredient (look [chance: a chip each], then place or not),
   then the red chips set aside (red 2).
6. *Schadenfreude*: in turn order each seat whose right neighbour exploded chooses a 2-chip.
7. *A.* In turn order each seat that may roll: rolls [chance: the die], takes the reward, and again under The Pot is
   Full, before the next seat rolls.
8. *B.* Seat by seat in turn order: black; green 3 (move or not); purple; green 1, 2, 4 (last chip, then next to last).
   Purple comes before green 1, 2, 4 because no other order can ever pay more: its ruby may pay green 4, and a purple
   chip given away may come back through green 2.
9. *C and D.* In turn order: rubies of the scoring space, Lucky Devil's points, victory points; who exploded chooses
   points or coins here. Then Seasoned Perfectly's droplet step, in turn order.
10. *E.* In turn order each seat buys. Round 9: coins turn into points.
11. *F.* Magic Potion fills the flasks; then in turn order each seat spends rubies until it is done. Round 9: with test
    tubes a seat may buy tube steps; the rest of the rubies turns into points.

What a seat cannot get because the supply has run out is lost. A look is always taken, because it costs nothing. Outside
of the brew nobody is asked where only one answer is possible.
"""

from quacks_math.kernels.compile import share
from quacks_math.material.cards import Card
from quacks_math.material.extras import EXTRA_WHITE_ROUND, FIRST_RAT_ROUND, ROUNDS
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.rats import rat_tails

RAT_INFESTATION = int(Card.RAT_INFESTATION)
LAST_ROUND = ROUNDS


def extra_whites(round_number: int) -> int:
    """Return how many white 1-chips come into each bag before this round: one before round 6."""
    return 1 if round_number == EXTRA_WHITE_ROUND else 0


def seat_in_turn(turn: int, start_player: int, seats: int) -> int:
    """Return the seat whose turn it is: turn 0 is the start player's, then clockwise."""
    return (start_player + turn) % seats


def left_of(seat: int, seats: int) -> int:
    """Return the neighbour on the left, who comes next in turn order."""
    return (seat + 1) % seats


def right_of(seat: int, seats: int) -> int:
    """Return the neighbour on the right."""
    return (seat + seats - 1) % seats


def tails_of_round(round_number: int, victory_points: int, leader: int, card: int) -> int:
    """Return the rat tails of a seat: none in round 1, doubled by Rat Infestation.

    Args:
        round_number: 1 to 9.
        victory_points: Points of the seat, 0 or more.
        leader: Points of the leading seat.
        card: Number of the fortune card of the round.
    """
    if round_number < FIRST_RAT_ROUND:
        return 0
    tails = rat_tails(victory_points, leader)
    return 2 * tails if card == RAT_INFESTATION else tails


def rats_in_pot(droplet: int, tails: int) -> int:
    """Return how far the rat stone lies before the droplet: its tails, but not beyond index 52."""
    return min(tails, LAST_CHIP_SPACE - droplet)


def droplet_after(droplet: int, steps: int) -> int:
    """Return the space of the droplet after some steps; it stays on the track (index 52 at most)."""
    return min(LAST_CHIP_SPACE, droplet + steps)


def may_roll(index: int, exploded: bool, furthest: int) -> bool:
    """Say whether a seat rolls the bonus die: not exploded, and no unexploded pot has a further scoring space.

    Args:
        index: Scoring space of the seat.
        exploded: Whether its pot exploded, protected by blue 2 or not.
        furthest: Furthest scoring space of all unexploded pots.
    """
    return not exploded and index == furthest


def standing(victory_points: int, last_index: int) -> int:
    """Return a number that orders the seats at the end: points first, then the scoring space of round 9.

    Seats with equal numbers share their place.

    Args:
        victory_points: Final points.
        last_index: Scoring space of round 9, 0 to 53.
    """
    return 64 * victory_points + last_index


share(
    extra_whites,
    seat_in_turn,
    left_of,
    right_of,
    tails_of_round,
    rats_in_pot,
    droplet_after,
    may_roll,
    standing,
)
