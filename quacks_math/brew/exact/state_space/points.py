"""What both sweeps walk over: the points of a layout with what is true of all states there.

The three passes of A Second Chance (``PASSES``) walk over the same layout: a brew without the card; the looks of the chip
that makes five, behind which the offer has been used; and the first four chips with the offer still open.
"""

from typing import NamedTuple

from quacks_math.brew.exact.state_space.flags import Radix
from quacks_math.brew.exact.state_space.index import Layout, flag_count, radix_at
from quacks_math.brew.exact.state_space.stop_payoffs import Terms, rule_stops
from quacks_math.brew.payoff.stop_rule import BEST
from quacks_math.kernels.borrowed import unowned
from quacks_math.kernels.compile import share_inline
from quacks_math.rules.cards import SECOND_CHANCE_CHIPS

PASSES = PLAIN, FIFTH_LOOK, OFFER_OPEN = range(3)


class Point(NamedTuple):
    """A pair of coloured and white chips out of the bag, and what is true of all its states."""

    coloured: int
    white: int
    size: int  # spaces, 0 for a point that is not to be walked over
    low: int
    offset: int
    variant: int
    pairs: int
    radix: Radix
    flag_sets: int
    chips: int  # in the bag
    white_sum: int
    limit: int
    key: int  # class of evaluation
    key_next: int  # the same once another white chip lies in the pot
    must_stop: bool  # a fixed rule stops here, or the bag is empty
    may_stop: bool  # stopping is left to the best choice
    uses_offer: bool  # the next chip makes five while the offer of A Second Chance is open


def unowned_terms(terms: Terms) -> Terms:
    """Return the same terms with arrays without an owner; the original must be kept alive."""
    return Terms(
        unowned(terms.rows), unowned(terms.pair_row), terms.radix, terms.is_strong, terms.rule, terms.rule_numerator,
        terms.rule_denominator, unowned(terms.tail), unowned(terms.restart),
    )  # fmt: skip


def point_at(layout: Layout, terms: Terms, coloured: int, white: int, phase: int) -> Point:
    """Return a point as one of ``PASSES`` sees it."""
    number = coloured * len(layout.white_sum) + white
    in_pot = layout.in_pot[coloured] + layout.white_in_pot[white]
    chips = layout.bag_left[coloured] + layout.white_in_bag[white]
    size, variant = int(layout.size[number]), layout.variant[number]
    five_lie = in_pot >= SECOND_CHANCE_CHIPS
    if (phase == OFFER_OPEN and five_lie) or (phase == FIFTH_LOOK and not five_lie):
        size = 0
    stops = terms.rule != BEST and rule_stops(layout, terms, coloured, white, in_pot, chips)
    return Point(
        coloured, white, size, int(layout.low[number]), layout.offset[number], variant, layout.pair_count[variant],
        radix_at(layout, coloured), flag_count(layout, coloured, white), chips, layout.white_sum[white],
        layout.limit[coloured], layout.key_empty[coloured] if in_pot == 0 else layout.key[coloured], layout.key[coloured],
        stops or chips == 0, terms.rule == BEST,
        phase == FIFTH_LOOK or (phase == OFFER_OPEN and in_pot + 1 >= SECOND_CHANCE_CHIPS),
    )  # fmt: skip


share_inline(unowned_terms, point_at)
