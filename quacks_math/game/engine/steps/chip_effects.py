"""Step B of the evaluation: green and purple of all sets. Black stands in ``steps.evaluation``."""

from dataclasses import replace

from quacks_math.brew.model.transitions import BrewState
from quacks_math.game.engine.ledger import NONE, gain, gain_chip, gain_steps, move_chips, why_not_gain
from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import Ask, GameState, Task
from quacks_math.game.engine.steps.card_choices import swap
from quacks_math.game.engine.steps.evaluation import pot_of
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE, KINDS, P1, PURPLE, kind_index
from quacks_math.rules.cards import LARGER_KIND
from quacks_math.rules.evaluation import (
    NO_KIND,
    PURPLE_2_GIFTS,
    PURPLE_4_SWAP,
    PURPLE_POINTS,
    PURPLE_RUBIES,
    PURPLE_STEPS,
    green_2_gifts,
    green_3_spaces,
    green_counts,
    purple_3_points,
    purple_tier,
    scoring_space,
)
from quacks_math.rules.placing import NO_CHIP, space_after

MOVE_ON = "move"
STAY = "stay"
PAY = "pay"
RUBIES_PER_GREEN_STEP = 1
MOST_TIERS = 3


def brew_of(state: GameState, seat: int) -> BrewState:
    """Return the finished brew of a tracked seat.

    Raises:
        ValueError: If there is none.
    """
    brew = state.seats[seat].brew
    if brew is None:
        raise ValueError(f"{state.setup.seats[seat].name} has no brew that is followed.")
    return brew


def spaces_of_green_3(state: GameState, seat: int) -> int:
    """Return how far green of set 3 may move the last chip of a seat."""
    brew = brew_of(state, seat)
    if not brew.pot:
        return 0
    green = (chip for chip in brew.pot if KIND_COLOUR[chip.kind] == GREEN and not chip.inert)
    green_sum = sum(int(KIND_VALUE[chip.kind]) for chip in green)
    return int(green_3_spaces(green_sum, brew.white_sum, state.setup.books))


def begin_effects(state: GameState) -> GameState:
    """Return the state at step B: seat by seat black, green of set 3, purple, green of the other sets."""
    for seat in state.tracked_in_turn:
        tasks = [Task(Ask.BLACK, seat), Task(Ask.MOVE, seat), Task(Ask.FIXED, seat), Task(Ask.PURPLE, seat)]
        if state.setup.books.green in (2, 4):
            brew = brew_of(state, seat)
            ends = (brew.last, brew.before_last)
            tasks += [Task(Ask.GREEN, seat, (kind,)) for kind in ends if green_counts(kind, NO_CHIP)]
        state = state.later(*tasks)
    return state


def _move_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """Green of set 3: move the last chip on, or leave it."""
    return (Option(MOVE_ON), Option(STAY)) if spaces_of_green_3(state, task.seat) else ()


def _move(state: GameState, task: Task, answer: str) -> GameState:
    """Move the last chip: steps C, D and E pay the space after it."""
    if answer == STAY:
        return state
    brew = brew_of(state, task.seat)
    space = int(space_after(brew.pot[-1].space, spaces_of_green_3(state, task.seat)))
    index = int(scoring_space(space, len(brew.pot), state.setup.rulings))
    return state.with_seat(task.seat, pot=replace(pot_of(state, task.seat), scoring_space=index, moved_to=space))


MOVE = Decision(_move_options, _move)
"""Green of set 3."""


def reward_fixed(state: GameState, task: Task) -> GameState:
    """Return the state after the rewards without a choice: rubies of green of set 1, points of purple of set 3."""
    brew = brew_of(state, task.seat)
    books = state.setup.books
    rubies = green_counts(brew.last, brew.before_last) if books.green == 1 else 0
    points = 0
    if books.purple == 3:
        moved_to = pot_of(state, task.seat).moved_to
        spaces = [chip.space for chip in brew.pot]
        if moved_to is not None:
            spaces[-1] = moved_to
        points = sum(
            int(purple_3_points(space, state.setup.rulings))
            for chip, space in zip(brew.pot, spaces, strict=True)
            if KIND_COLOUR[chip.kind] == PURPLE and not chip.inert
        )
    return gain(state, task.seat, points=points, rubies=rubies)


def _swaps(state: GameState, brew: BrewState, tier: int) -> tuple[Option, ...]:
    """The swaps of purple of set 4 up to this tier, written ``G1>G2``."""
    options = []
    for kind in sorted({chip.kind for chip in brew.pot}):
        for value, larger_value in sorted({tuple(map(int, PURPLE_4_SWAP[lower])) for lower in range(1, tier + 1)}):
            larger = int(LARGER_KIND[kind, larger_value])
            if KIND_VALUE[kind] == value and larger != NO_KIND:
                why_not = None if state.supply[larger] else f"no {KINDS[larger]} is left in the supply"
                options.append(Option(f"{KINDS[kind]}>{KINDS[larger]}", why_not))
    return tuple(options)


def _purple_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """Sets 1 and 2: the number of chips counted or given; set 4: a swap. Sets 2 and 4 may be left."""
    brew = brew_of(state, task.seat)
    number = state.setup.books.purple
    tier = purple_tier(brew.purples)
    if not tier or number not in (1, 2, 4):
        return ()
    if number == 4:
        return (Option(NONE), *_swaps(state, brew, tier))
    few = f"only {brew.purples} purple chips lie in the pot"
    tiers = tuple(Option(str(lower), None if lower <= tier else few) for lower in range(1, MOST_TIERS + 1))
    return tiers if number == 1 else (Option(NONE), *tiers)


def _purple(state: GameState, task: Task, answer: str) -> GameState:
    """Pay the reward chosen."""
    seat, number = task.seat, state.setup.books.purple
    if answer == NONE:
        return state
    if number == 4:
        return swap(state, seat, answer)
    tier = int(answer)
    state = gain(state, seat, points=int(PURPLE_POINTS[number, tier]), rubies=int(PURPLE_RUBIES[number, tier]))
    if number == 2:
        state = move_chips(state, seat, P1, -tier)
        for kind in PURPLE_2_GIFTS[tier]:
            state = gain_chip(state, seat, int(kind))
    return gain_steps(state, seat, int(PURPLE_STEPS[number, tier]), optional=True)


PURPLE_REWARD = Decision(_purple_options, _purple)
"""Purple of sets 1, 2 and 4."""


def _green_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """One green chip of set 2 (a chip to take) or of set 4 (a ruby to pay for a droplet step)."""
    if state.setup.books.green == 2:
        gifts = [kind for kind in green_2_gifts(task.data[0]) if kind != NO_KIND]
        return (*(Option(KINDS[kind], why_not_gain(state, kind)) for kind in gifts), Option(NONE))
    rich = state.seats[task.seat].rubies >= RUBIES_PER_GREEN_STEP
    return (Option(PAY, None if rich else "there is no ruby to pay with"), Option(NONE))


def _green(state: GameState, task: Task, answer: str) -> GameState:
    """Take the chip, or pay for the step."""
    if answer == NONE:
        return state
    if answer == PAY:
        return gain_steps(gain(state, task.seat, rubies=-RUBIES_PER_GREEN_STEP), task.seat, 1)
    return gain_chip(state, task.seat, kind_index(answer))


GREEN_REWARD = Decision(_green_options, _green)
"""Green of sets 2 and 4."""
