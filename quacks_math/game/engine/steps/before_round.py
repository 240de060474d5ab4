"""Before the brew: the round marker, the fortune card, the rat tails."""

from dataclasses import replace

from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import start_state
from quacks_math.game.engine.ledger import gain, gain_chip, gain_steps
from quacks_math.game.engine.state import Ask, GameState, Lap, Task
from quacks_math.game.engine.steps.card_choices import exchanges
from quacks_math.material.cards import BREW_CARDS, Card
from quacks_math.material.chips import B2, G1, KIND_COUNT, KIND_VALUE, R1, W1
from quacks_math.rules.cards import card_droplet_steps, chips_drawn_for
from quacks_math.rules.rounds import extra_whites, rats_in_pot, tails_of_round

WHITE_LIMIT = 7
MOST_RUBIES_IN_A_BREW = 99
"""``Brew`` knows no more rubies than this; nobody has them."""

_ASKS_EVERYBODY = (
    Card.CHOOSE_WISELY,
    Card.ONLY_CHOOSE_ONE,
    Card.WHEEL_AND_DEAL,
    Card.GOOD_START,
    Card.JUST_IN_TIME,
    Card.RATS_ARE_FRIENDS,
)


def begin_card(state: GameState) -> GameState:
    """Return the state at the start of a round: the extra white chip is in the bags, the card is due."""
    for _ in range(extra_whites(state.round)):
        for seat in state.turn_order:
            state = gain_chip(state, seat, W1)
    return state.later(Task(Ask.DRAW_CARD)) if state.setup.cards else state


def tails_now(state: GameState, seat: int) -> int:
    """Return the rat tails of a seat as the points stand now."""
    leader = max(other.victory_points for other in state.seats)
    return tails_of_round(state.round, state.seats[seat].victory_points, leader, state.card)


def read_card(state: GameState, card: Card) -> GameState:
    """Return the state after this card was turned up: what it does before the brew is done or due."""
    state = replace(state, card=card, unseen=tuple(other for other in state.unseen if other != card))
    seats = state.tracked_in_turn
    if card in _ASKS_EVERYBODY:
        return state.later(*(Task(Ask.CARD, seat, (tails_now(state, seat),)) for seat in seats))
    if card == Card.POT_FILLING_UP:
        for seat in reversed(seats):
            state = gain_steps(state, seat, card_droplet_steps(card))
    elif card == Card.CHARITY:
        fewest = min(other.rubies for other in state.seats)
        for seat in [seat for seat in seats if state.seats[seat].rubies == fewest]:
            state = gain(state, seat, rubies=1)
    elif card == Card.BEGINNERS_BONUS:
        fewest = min(other.victory_points for other in state.seats)
        for seat in [seat for seat in seats if state.seats[seat].victory_points == fewest]:
            state = gain_chip(state, seat, G1)
    elif card == Card.LESS_IS_MORE:
        state = state.later(*(Task(Ask.DRAW_CHIPS, seat) for seat in state.turn_order), Task(Ask.LESS_IS_MORE))
    elif card == Card.OPPORTUNISTIC_MOMENT:
        state = state.later(*(Task(Ask.DRAW_CHIPS, seat) for seat in seats))
    elif card == Card.ROLL_THE_DIE:
        state = state.later(*(Task(Ask.ROLL, seat) for seat in seats))
    return state


def number_to_draw(state: GameState, seat: int) -> int:
    """Return how many chips a seat draws for the card of the round."""
    return min(chips_drawn_for(state.card), sum(state.seats[seat].bag))


def take_drawn(state: GameState, seat: int, kinds: tuple[int, ...]) -> GameState:
    """Return the state after a seat drew chips for the card; they are back in the bag."""
    state = state.with_seat(seat, drawn=kinds)
    if state.card != Card.OPPORTUNISTIC_MOMENT:
        return state
    if any(option.why_not is None for option in exchanges(state, seat)):
        return state.first(Task(Ask.EXCHANGE, seat))
    return gain_chip(state, seat, G1)


def reward_less_is_more(state: GameState, _: Task) -> GameState:
    """Return the state after Less is More: the lowest totals take a blue 2-chip, everybody else a ruby."""
    totals = [sum(int(KIND_VALUE[kind]) for kind in seat.drawn) for seat in state.seats]
    for seat in state.tracked_in_turn:
        lowest = totals[seat] == min(totals)
        state = gain_chip(state, seat, B2) if lowest else gain(state, seat, rubies=1)
    return state


def begin_brew(state: GameState) -> GameState:
    """Return the state when the brew begins: rats counted for all seats at once, pots set up."""
    tails = [tails_now(state, seat) for seat in range(len(state.seats))]
    for number, mine in enumerate(state.seats):
        left = 0 if mine.tails_lost else max(0, tails[number] - mine.tails_given)
        brew = start_state(brew_of(state, number, left)) if state.is_tracked(number) else None
        state = state.with_seat(number, tails=left, brew=brew, lap=Lap.DECIDES, told=False)
    return state.later(Task(Ask.BREW))


def brew_of(state: GameState, seat: int, tails: int) -> Brew:
    """Return the setting of a seat's brew.

    Args:
        state: The game.
        seat: A tracked seat.
        tails: Its rat tails.
    """
    mine = state.seats[seat]
    beside = [0] * KIND_COUNT
    beside[R1 : R1 + 3] = mine.beside
    return Brew(
        bag=Bag(mine.bag),
        books=state.setup.books,
        start=mine.droplet,
        rats=rats_in_pot(mine.droplet, tails),
        limit=WHITE_LIMIT,
        card=state.card.name.lower() if state.card in BREW_CARDS else None,
        flask=mine.flask,
        round=state.round,
        rubies=min(MOST_RUBIES_IN_A_BREW, mine.rubies),
        beside=Bag(tuple(beside)),
        rulings=state.setup.rulings,
    )
