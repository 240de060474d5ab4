"""Which house rulings matter to a brew: those whose other answer could change what is shown."""

from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.material.cards import Card
from quacks_math.material.chips import KIND_COLOUR, ORANGE, W1
from quacks_math.material.extras import PURPLE_BOOK_ROUND
from quacks_math.rules.evaluation import STEP_B_COLOURS
from quacks_math.rules.traits import traits_of


def rulings_that_matter(state: BrewState) -> tuple[str, ...]:
    """Return the rulings that matter, each as ``id=choice``, in the order of the table of rulings.

    Args:
        state: The brew; what lies in the pot counts, and what may still come out of the bag.
    """
    brew, books, card = state.brew, state.brew.books, state.brew.card_number
    to_come = state.left if state.phase is not Phase.DONE else ()
    kinds = {kind for kind, left in enumerate(to_come) if left} | {chip.kind for chip in state.pot}
    colours = {int(KIND_COLOUR[kind]) for kind in kinds}
    traits = {trait for colour in colours for trait in traits_of(colour, books).names}
    pumpkins = card == Card.PUMPKIN_PATCH_PARTY and ORANGE in colours
    counts_oranges = "counts_oranges" in traits and ORANGE in colours
    moves_white_ones = "moves_white_ones" in traits and W1 in kinds
    bonus = pumpkins or counts_oranges or moves_white_ones or "reads_last_white" in traits
    gifts = any(reward.gifts for colour in colours for reward in traits_of(colour, books).rewards)
    matter = {
        "black_zero": brew.rival_black == (0,) and not state.blacks,
        "purple3_space": "scores_by_space" in traits,
        "empty_pot": not state.chips_in_pot,
        "flask_after_look": "looks" in traits and state.flask,
        "yellow2_doubles": "doubles_next" in traits and bonus,
        "limits": "raises_limit" in traits and card == Card.LIVING_IN_LUXURY,
        "extra_spaces": bonus or bool(traits & {"doubles_next", "moves_ever_further"}),
        "early_gift": brew.round < PURPLE_BOOK_ROUND and ("gifts_for_last_two" in traits or gifts),
        "strong_step_b": card == Card.STRONG_INGREDIENT and not colours.isdisjoint(STEP_B_COLOURS),
    }
    return tuple(f"{ruling}={brew.rulings.choice(ruling)}" for ruling in brew.rulings._fields if matter.get(ruling))
