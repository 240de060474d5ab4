"""What a seat gains and gives: points, rubies, chips, droplet steps, test tubes.

Nothing here asks whether a seat may have it; a chip that the supply does not hold or whose book is not open is lost.
"""

from dataclasses import replace

from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import Ask, GameState, Task
from quacks_math.material.chips import KINDS, NO_KIND, O1
from quacks_math.material.extras import (
    DIE_ORANGES,
    DIE_POINTS,
    DIE_RUBIES,
    DIE_STEPS,
    LAST_GLASS,
    TUBE_KIND,
    TUBE_POINTS,
    TUBE_RUBIES,
)
from quacks_math.material.track import LAST_CHIP_SPACE
from quacks_math.rules.evaluation import gift_is_given
from quacks_math.rules.rounds import droplet_after

DROPLET = "droplet"
TUBE = "tube"
NONE = "none"


def gain(state: GameState, seat: int, *, points: int = 0, rubies: int = 0) -> GameState:
    """Return the state after a seat gained points and rubies."""
    if not points and not rubies:
        return state
    mine = state.seats[seat]
    return state.with_seat(seat, victory_points=mine.victory_points + points, rubies=mine.rubies + rubies)


def why_not_gain(state: GameState, kind: int) -> str | None:
    """Return why a reward cannot be this chip now, None if it can."""
    if not gift_is_given(kind, state.round, state.setup.rulings):
        colour = "yellow chips from round 2, purple chips from round 3"
        return f"{KINDS[kind]} cannot be taken in round {state.round}: {colour}"
    if not state.supply[kind]:
        return f"no {KINDS[kind]} is left in the supply"
    return None


def move_chips(state: GameState, seat: int, kind: int, count: int) -> GameState:
    """Return the state after chips went from the supply to a seat, or back if ``count`` is negative."""
    bag, supply = list(state.seats[seat].bag), list(state.supply)
    bag[kind] += count
    supply[kind] -= count
    return replace(state, supply=tuple(supply)).with_seat(seat, bag=tuple(bag))


def gain_chip(state: GameState, seat: int, kind: int) -> GameState:
    """Return the state after a seat took a chip from the supply; the same state if it cannot."""
    if kind == NO_KIND or why_not_gain(state, kind) is not None:
        return state
    return move_chips(state, seat, kind, 1)


def gain_die(state: GameState, seat: int, face: int) -> GameState:
    """Return the state after a seat took what a face of the die (index 0 to 5) pays."""
    state = gain(state, seat, points=int(DIE_POINTS[face]), rubies=int(DIE_RUBIES[face]))
    for _ in range(int(DIE_ORANGES[face])):
        state = gain_chip(state, seat, O1)
    return gain_steps(state, seat, int(DIE_STEPS[face]))


def gain_steps(state: GameState, seat: int, steps: int, *, optional: bool = False) -> GameState:
    """Return the state after a seat gained droplet steps: made at once where there is no choice, else asked for first.

    Args:
        state: The game.
        seat: The seat.
        steps: How many.
        optional: Whether they may be left.
    """
    if not steps:
        return state
    if not state.setup.tubes and not optional:
        return state.with_seat(seat, droplet=droplet_after(state.seats[seat].droplet, steps))
    if state.setup.rulings.split_steps:
        return state.first(Task(Ask.STEP, seat, (steps, int(optional))))
    return state.first(*(Task(Ask.STEP, seat, (1, int(optional))) for _ in range(steps)))


def tube_step(state: GameState, seat: int) -> GameState:
    """Return the state after the second droplet moved one glass, which pays at once; past the last glass nothing."""
    glass = state.seats[seat].tube + 1
    if glass > LAST_GLASS:
        return state
    state = state.with_seat(seat, tube=glass)
    state = gain(state, seat, points=int(TUBE_POINTS[glass]), rubies=int(TUBE_RUBIES[glass]))
    return gain_chip(state, seat, int(TUBE_KIND[glass]))


def why_no_droplet_step(state: GameState, seat: int) -> str | None:
    """Return why the droplet in the pot cannot move, None if it can."""
    return "the droplet is at the end of the pot" if state.seats[seat].droplet >= LAST_CHIP_SPACE else None


def why_no_tube_step(state: GameState, seat: int) -> str | None:
    """Return why the second droplet cannot move, None if it can."""
    if not state.setup.tubes:
        return "the game is played without test tubes"
    return "the second droplet is at the last test tube" if state.seats[seat].tube >= LAST_GLASS else None


def _step_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """Which droplet moves; a step that may be left can be declined."""
    options = [
        Option(DROPLET, why_no_droplet_step(state, task.seat)),
        Option(TUBE, why_no_tube_step(state, task.seat)),
    ]
    optional = bool(task.data[1])
    return (*options, Option(NONE, None if optional else "this step cannot be left"))


def _step(state: GameState, task: Task, answer: str) -> GameState:
    """Move one of the droplets."""
    steps = task.data[0]
    if answer == DROPLET:
        return state.with_seat(task.seat, droplet=droplet_after(state.seats[task.seat].droplet, steps))
    if answer == TUBE:
        for _ in range(steps):
            state = tube_step(state, task.seat)
    return state


STEP = Decision(_step_options, _step)
"""Where a droplet step goes."""
