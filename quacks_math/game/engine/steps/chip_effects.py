"""Step B of the evaluation: green and purple of all sets. Black stands in ``steps.evaluation``."""

from dataclasses import replace

from quacks_math.brew.model.transitions import BrewState
from quacks_math.game.engine.ledger import NONE, gain, gain_chip, gain_steps, move_chips, why_not_gain
from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import Ask, GameState, Task
from quacks_math.game.engine.steps.card_choices import swap
from quacks_math.game.engine.steps.evaluation import pot_of
from quacks_math.material.books import Books
from quacks_math.material.chips import GREEN, KIND_COLOUR, KIND_VALUE, KINDS, NO_KIND, P1, PURPLE, kind_index
from quacks_math.rules.cards import LARGER_KIND
from quacks_math.rules.evaluation import (
    gifts_for_last,
    green_3_spaces,
    points_by_space,
    reward_may_be_left,
    rubies_of_last_two,
    scoring_space,
    steps_for_sale,
    tier_reached,
)
from quacks_math.rules.placing import NO_CHIP, space_after
from quacks_math.rules.traits import MOST_TIERS, traits_of

MOVE_ON = "move"
STAY = "stay"
PAY = "pay"
RUBIES_PER_GREEN_STEP = 1


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
        brew = brew_of(state, seat)
        tasks = [Task(Ask.BLACK, seat), Task(Ask.MOVE, seat), Task(Ask.FIXED, seat), Task(Ask.PURPLE, seat)]
        ends = (kind for kind in (brew.last, brew.before_last) if _asks_as_last(kind, state.setup.books))
        state = state.later(*tasks, *(Task(Ask.GREEN, seat, (kind,)) for kind in ends))
    return state


def _gifts(kind: int, books: Books) -> list[int]:
    """Return the kinds that a chip that is last or next to last lets its player choose from (green of set 2)."""
    return [gift for gift in gifts_for_last(kind, books) if gift != NO_KIND]


def _asks_as_last(kind: int, books: Books) -> bool:
    """Say whether a chip that is last or next to last leaves a choice (green of sets 2 and 4)."""
    return bool(_gifts(kind, books)) or steps_for_sale(kind, NO_CHIP, books) > 0


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
    books, rulings = state.setup.books, state.setup.rulings
    rubies = rubies_of_last_two(brew.last, brew.before_last, books)
    spaces = [chip.space for chip in brew.pot]
    moved_to = pot_of(state, task.seat).moved_to
    if moved_to is not None:
        spaces[-1] = moved_to
    points = sum(
        points_by_space(chip.kind, space, books, rulings)
        for chip, space in zip(brew.pot, spaces, strict=True)
        if not chip.inert
    )
    return gain(state, task.seat, points=points, rubies=rubies)


def _swaps(state: GameState, brew: BrewState, tier: int) -> tuple[Option, ...]:
    """The swaps of purple of set 4 up to this tier, written ``G1>G2``."""
    options = []
    reached = sorted(set(traits_of(PURPLE, brew.brew.books).swaps[:tier]))
    for kind in sorted({chip.kind for chip in brew.pot}):
        for value, larger_value in reached:
            larger = int(LARGER_KIND[kind, larger_value])
            if KIND_VALUE[kind] == value and larger != NO_KIND:
                why_not = None if state.supply[larger] else f"no {KINDS[larger]} is left in the supply"
                options.append(Option(f"{KINDS[kind]}>{KINDS[larger]}", why_not))
    return tuple(options)


def _purple_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """Sets 1 and 2: the number of chips counted or given; set 4: a swap. Sets 2 and 4 may be left."""
    brew, books = brew_of(state, task.seat), state.setup.books
    tier = tier_reached(brew.purples, books)
    if not tier:
        return ()
    if traits_of(PURPLE, books).swaps:
        options = _swaps(state, brew, tier)
    else:
        few = f"only {brew.purples} purple chips lie in the pot"
        options = tuple(Option(str(lower), None if lower <= tier else few) for lower in range(1, MOST_TIERS + 1))
    return (Option(NONE), *options) if reward_may_be_left(books) else options


def _purple(state: GameState, task: Task, answer: str) -> GameState:
    """Pay the reward chosen."""
    seat, traits = task.seat, traits_of(PURPLE, state.setup.books)
    if answer == NONE:
        return state
    if traits.swaps:
        return swap(state, seat, answer)
    reward = traits.rewards[int(answer) - 1]
    state = gain(state, seat, points=reward.points, rubies=reward.rubies)
    state = move_chips(state, seat, P1, -reward.given)
    for kind in reward.gifts:
        state = gain_chip(state, seat, kind)
    return gain_steps(state, seat, reward.steps, optional=True)


PURPLE_REWARD = Decision(_purple_options, _purple)
"""Purple of sets 1, 2 and 4."""


def _green_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """One green chip of set 2 (a chip to take) or of set 4 (a ruby to pay for a droplet step)."""
    gifts = _gifts(task.data[0], state.setup.books)
    if gifts:
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
