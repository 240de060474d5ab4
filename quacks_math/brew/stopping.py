"""The fixed stop rules, said once: for the exact solver, the estimator, the simulator's strategies and the screen."""

from quacks_math.compiled import share

BEST, RISK, WHITE_SUM, CHIPS, NEVER = range(5)
"""Numbers of the stop rules; under ``BEST`` whoever plays compares what stopping and drawing are worth."""
RULE_NUMBERS = {"best": BEST, "risk": RISK, "white": WHITE_SUM, "chips": CHIPS, "never": NEVER}
"""The numbers by ``rates.StopRule.kind``."""


def rule_stops_at(
    rule: int, numerator: int, denominator: int, white_sum: int, chips_in_pot: int, exploding: int, in_bag: int
) -> bool:
    """Say whether a fixed rule stops; ``BEST`` and ``NEVER`` do not by themselves.

    ``risk<=x`` draws while the chance that the next chip explodes the pot is at most x; ``white>=k`` stops at a white
    sum of k or more; ``chips>=n`` with n or more chips in the pot.

    Args:
        rule: Number of the rule.
        numerator: Of the number after the sign, as a fraction.
        denominator: Likewise.
        white_sum: White sum in the pot.
        chips_in_pot: Chips lying in the pot.
        exploding: Chips in the bag that would make the pot explode.
        in_bag: Chips in the bag.
    """
    if rule == RISK:
        return bool(exploding * denominator > numerator * in_bag)
    if rule == WHITE_SUM:
        return bool(white_sum * denominator >= numerator)
    if rule == CHIPS:
        return bool(chips_in_pot * denominator >= numerator)
    return False


share(rule_stops_at)
