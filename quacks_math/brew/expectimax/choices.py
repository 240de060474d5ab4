"""The choices that a chip brings once it came out of the bag, listed and carried out on a pot that changes in place.

Which of them is taken is the business of whoever plays: the estimator looks ahead, a strategy of the simulator follows
its own rules.
"""

import numpy as np
import numpy.typing as npt

from quacks_math.brew.expectimax.pot import (
    CHIPS,
    EXPLODED,
    FIRST_WHITE,
    FIVE_LAY,
    FLASK,
    IN_BAG,
    LOOK,
    OVER,
    SECOND_CHANCE,
    STACK,
    Pot,
    Table,
    books_of,
    draw,
    last_chip,
    place_strong,
    put_back_last_white,
    put_in_bag,
    receive,
    return_white,
    rulings_of,
    take_from_bag,
)
from quacks_math.kernels.compile import share
from quacks_math.kernels.random_streams import Stream
from quacks_math.material.chips import KIND_VALUE
from quacks_math.rules.placing import is_white, may_return_white

NOTHING, STIR, USE_FLASK, RETURN = -1, -2, -3, -4
"""Options besides the kinds that may be placed."""

Options = npt.NDArray[np.int64]


def see(pot: Pot, options: Options, count: int, stream: Stream) -> int:
    """Look at chips in the bag: list the kinds seen as options and return how many chips were seen."""
    seen = min(count, pot[IN_BAG])
    for number in range(seen):
        options[number] = draw(pot, stream)
    for number in range(seen):
        put_in_bag(pot, options[number], 1)
    return int(seen)


def list_options(pot: Pot, kind: int, by_look: bool, options: Options, stream: Stream, table: Table) -> int:
    """List what may be done about the chip that just came into the pot, and return how many options there are.

    Args:
        pot: The pot.
        kind: The chip.
        by_look: Whether it was placed through a look.
        options: Shape (5,): overwritten.
        stream: Where the chips seen in a look come from.
        table: What lies on the table.
    """
    if pot[LOOK] > 0:
        look = pot[LOOK]
        pot[LOOK] = 0
        return see(pot, options, look, stream)
    if is_white(kind):
        may_stir = pot[FIRST_WHITE] == 1
        pot[FIRST_WHITE] = 0
        if may_stir:
            options[0] = STIR
            return 1
        if pot[FLASK] and not (by_look and rulings_of(table).flask_after_look):
            options[0] = USE_FLASK
            return 1
    elif pot[CHIPS] >= 2 and last_chip(pot) == kind:
        before = pot[STACK + pot[CHIPS] - 2]
        white = KIND_VALUE[before] if is_white(before) else 0
        if may_return_white(kind, white, books_of(table)):
            options[0] = RETURN
            return 1
    return 0


def carry_out(pot: Pot, option: int, table: Table) -> None:
    """Do what an option says."""
    if option >= 0:
        take_from_bag(pot, option)
        if pot[OVER]:
            place_strong(pot, option, table)
        else:
            receive(pot, option, table)
    elif option == RETURN:
        return_white(pot)
    elif option != NOTHING:
        put_back_last_white(pot)
        if option == USE_FLASK:
            pot[FLASK] = 0


def second_chance_is_due(pot: Pot) -> bool:
    """Say whether A Second Chance is offered now: five chips lie in the pot, or it exploded before that."""
    return bool(pot[SECOND_CHANCE] and (pot[FIVE_LAY] or pot[EXPLODED]))


share(see, list_options, carry_out, second_chance_is_due)
