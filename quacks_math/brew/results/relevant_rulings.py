"""Which house rulings matter to a brew: those whose other answer could change what is shown."""

from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.material.cards import Card
from quacks_math.material.chips import BLACK, BLUE, GREEN, KIND_COLOUR, ORANGE, PURPLE, RED, W1, YELLOW
from quacks_math.material.extras import PURPLE_BOOK_ROUND


def rulings_that_matter(state: BrewState) -> tuple[str, ...]:
    """Return the rulings that matter, each as ``id=choice``, in the order of the table of rulings.

    Args:
        state: The brew; what lies in the pot counts, and what may still come out of the bag.
    """
    brew, books, card = state.brew, state.brew.books, state.brew.card_number
    to_come = state.left if state.phase is not Phase.DONE else ()
    kinds = {kind for kind, left in enumerate(to_come) if left} | {chip.kind for chip in state.pot}
    colours = {int(KIND_COLOUR[kind]) for kind in kinds}
    red_helps = {1: ORANGE in colours, 3: True, 4: W1 in kinds}
    red_moves = RED in colours and red_helps.get(books.red, False)
    pumpkins = card == Card.PUMPKIN_PATCH_PARTY and ORANGE in colours
    bonus = red_moves or pumpkins
    matter = {
        "black_zero": brew.rival_black == (0,) and not state.blacks,
        "purple3_space": books.purple == 3 and PURPLE in colours,
        "empty_pot": not state.chips_in_pot,
        "flask_after_look": books.blue == 1 and BLUE in colours and state.flask,
        "yellow2_doubles": books.yellow == 2 and YELLOW in colours and bonus,
        "limits": books.yellow == 3 and YELLOW in colours and card == Card.LIVING_IN_LUXURY,
        "extra_spaces": bonus or (YELLOW in colours and books.yellow in (2, 4)),
        "early_gift": brew.round < PURPLE_BOOK_ROUND
        and ((books.green == 2 and GREEN in colours) or (books.purple == 2 and PURPLE in colours)),
        "strong_step_b": card == Card.STRONG_INGREDIENT and bool(colours & {GREEN, PURPLE, BLACK}),
    }
    return tuple(f"{ruling}={brew.rulings.choice(ruling)}" for ruling in brew.rulings._fields if matter.get(ruling))
