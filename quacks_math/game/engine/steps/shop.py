"""Steps E and F: buying, rubies, and what is left after round 9."""

from collections.abc import Iterator
from functools import lru_cache

from quacks_math.game.engine.ledger import (
    DROPLET,
    TUBE,
    gain,
    move_chips,
    tube_step,
    why_no_droplet_step,
    why_no_tube_step,
)
from quacks_math.game.engine.questions import Decision, Option
from quacks_math.game.engine.state import Ask, GameState, Task
from quacks_math.game.engine.steps.evaluation import coins_of
from quacks_math.material.books import Books
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COLOUR, KINDS, NO_KIND, kind_index
from quacks_math.material.rulings import Rulings
from quacks_math.material.validation import shown
from quacks_math.rules.buying import NOT_FOR_SALE, may_buy, price_table, purchases
from quacks_math.rules.evaluation import (
    RUBIES_PER_FLASK,
    RUBIES_PER_STEP,
    book_is_open,
    points_from_coins,
    points_from_rubies,
)
from quacks_math.rules.rounds import LAST_ROUND, droplet_after

FLASK = "flask"
DONE = "done"
MOST_BOUGHT = 2


@lru_cache(maxsize=64)
def prices_of(books: Books, rulings: Rulings) -> tuple[int, ...]:
    """Return the price of every kind in coins, ``NOT_FOR_SALE`` for white chips."""
    return tuple(int(price) for price in price_table(books, rulings))


def begin_shop(state: GameState) -> GameState:
    """Return the state at step E: who takes coins buys; after round 9 the coins turn into points."""
    ask = Ask.CONVERT_COINS if state.round == LAST_ROUND else Ask.BUY
    return state.later(*(Task(ask, seat) for seat in state.tracked_in_turn if state.seats[seat].takes_coins))


def convert_coins(state: GameState, task: Task) -> GameState:
    """Return the state after coins turned into points."""
    return gain(state, task.seat, points=points_from_coins(coins_of(state, task.seat)))


def offers(state: GameState, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield every purchase of one or two chips that a seat can make now."""
    price = prices_of(state.setup.books, state.setup.rulings)
    for kinds in purchases(coins_of(state, seat), state.round, price, state.supply):
        yield tuple(KINDS[kind] for kind in kinds)


def why_not_buy(state: GameState, seat: int, names: tuple[str, ...]) -> str | None:
    """Return why a seat cannot buy these chips, None if it can.

    For a seat that is not tracked only supply and open books are looked at.
    """
    if len(names) > MOST_BOUGHT:
        return f"{' '.join(names)} are {len(names)} chips; one or two may be bought"
    reasons = (_why_not_sold(state, name) for name in names)
    reason = next((reason for reason in reasons if reason), None)
    if reason or not names:
        return reason
    kinds = [kind_index(name) for name in names]
    if len(kinds) == MOST_BOUGHT and KIND_COLOUR[kinds[0]] == KIND_COLOUR[kinds[1]]:
        return f"{' and '.join(names)} have the same colour; two chips must be of different colours"
    price = prices_of(state.setup.books, state.setup.rulings)
    second = kinds[1] if len(kinds) == MOST_BOUGHT else NO_KIND
    coins = coins_of(state, seat) if state.is_tracked(seat) else sum(price[kind] for kind in kinds)
    if not may_buy(kinds[0], second, coins, state.round, price, state.supply):
        return f"{' and '.join(names)} cost {sum(price[kind] for kind in kinds)} and there are {coins} coins"
    return None


def _why_not_sold(state: GameState, name: str) -> str | None:
    """Return why nobody can buy this chip now, None if somebody can."""
    if name not in KINDS:
        return f"{shown(name)} is not a chip; use one of {' '.join(KINDS)}"
    kind = kind_index(name)
    if prices_of(state.setup.books, state.setup.rulings)[kind] == NOT_FOR_SALE:
        return f"{name} is white, and white chips are not for sale"
    if not book_is_open(kind, state.round):
        return f"the book of {name} is not open in round {state.round}"
    return None if state.supply[kind] else f"no {name} is left in the supply"


def buy(state: GameState, seat: int, names: tuple[str, ...]) -> GameState:
    """Return the state after a seat bought chips; coins left are lost."""
    for name in names:
        state = move_chips(state, seat, kind_index(name), 1)
    return state


def begin_rubies(state: GameState) -> GameState:
    """Return the state at step F: Magic Potion fills the flasks, then rubies are spent or turned into points."""
    if state.card == Card.MAGIC_POTION:
        for seat in range(len(state.seats)):
            state = state.with_seat(seat, flask=True)
    for seat in state.tracked_in_turn:
        state = state.later(Task(Ask.RUBIES, seat))
        if state.round == LAST_ROUND:
            state = state.later(Task(Ask.CONVERT_RUBIES, seat))
    return state


def _ruby_options(state: GameState, task: Task) -> tuple[Option, ...]:
    """What two rubies can buy; after round 9 only a step in the test tubes is of use."""
    mine = state.seats[task.seat]
    few = f"it costs {RUBIES_PER_STEP} rubies and there are {mine.rubies}" if mine.rubies < RUBIES_PER_STEP else None
    late = "after round 9 rubies turn into points" if state.round == LAST_ROUND else None
    no_flask = few if mine.rubies < RUBIES_PER_FLASK else None
    full = "the flask is full" if mine.flask else None
    return (
        Option(DROPLET, few or late or why_no_droplet_step(state, task.seat)),
        Option(TUBE, few or why_no_tube_step(state, task.seat)),
        Option(FLASK, no_flask or late or full),
        Option(DONE),
    )


def _rubies(state: GameState, task: Task, answer: str) -> GameState:
    """Spend two rubies, and ask again."""
    if answer == DONE:
        return state
    price = RUBIES_PER_FLASK if answer == FLASK else RUBIES_PER_STEP
    state = gain(state.first(task), task.seat, rubies=-price)
    if answer == FLASK:
        return state.with_seat(task.seat, flask=True)
    if answer == TUBE:
        return tube_step(state, task.seat)
    return state.with_seat(task.seat, droplet=droplet_after(state.seats[task.seat].droplet, 1))


RUBIES = Decision(_ruby_options, _rubies)
"""Step F."""


def convert_rubies(state: GameState, task: Task) -> GameState:
    """Return the state after rubies turned into points; an odd one stays."""
    points = points_from_rubies(state.seats[task.seat].rubies)
    return gain(state, task.seat, points=points, rubies=-RUBIES_PER_STEP * points)
