"""The hand-set rates: the reasoning and the formulas behind ``data/rates.json``.

They are no measurement. They stand in for learned rates and are marked ``hand-set`` wherever a number depends on them.
``python -m quacks_math.brew.payoff.hand_set_rates`` prints the file anew. With T = rounds still to come after this one:

* **A chip** is worth what it costs: ``w(p) = 0.084 p (1 - p/130)`` points in each coming round for a price p of set 1
  (dear chips are a little less per coin), times ``f(T) = T (1 - 0.025 T)`` (of many rounds the last ones find a full
  bag, in which one chip shows up less often). A white chip is worth ``-0.1`` of its value in each.
* **Coins**: the dearest pair of different colours that they buy, books not yet open left out. So 1 or 2 coins are worth
  nothing and the value steps where prices step. Set against players' experience of the exploded pot: with 20 coins or
  5 points take the coins in rounds 1 to 5, in round 6 it is close, from round 7 take the points.
* **Droplet**: one more space in every coming round, 0.3 points each, times f(T).
* **Ruby**: half a droplet step, at least the half point it pays in the end.
* **Flask**: the two rubies of a refill, at most the 1.2 points one use is worth.
* **Die**: the mean of its six faces at these rates.
* **Die chance**: ``1 / (1 + 2 exp((t - index) / 3))``, a third at the typical scoring index ``t = 10 + 2.7 round``.
* **Kept red**: 0.12 per space of value: it will surely be there in the next round, whatever the bag gives.
* **Black**: the mean over one and over two neighbours whose black chips are Poisson with mean ``0.15 (round - 1)``.
"""

import json
import math

from quacks_math.brew.payoff.rates import BLACK_STEPS, COIN_STEPS, KEPT_KINDS, SPACES, Rates
from quacks_math.material.books import Books, prices
from quacks_math.material.chips import KIND_COLOUR, KIND_VALUE, O1, WHITE
from quacks_math.material.extras import DIE_ORANGES, DIE_POINTS, DIE_RUBIES, DIE_STEPS, ROUNDS
from quacks_math.material.rulings import Rulings
from quacks_math.rules.evaluation import NOBODY, black_reward, gift_is_given

NOTE = (
    "Hand-set, not measured: victory points that coins, rubies, droplet steps, a full flask, chips and the die are "
    "taken to be worth after a brew, one table per round. Formulas and reasons: "
    "quacks_math/brew/payoff/hand_set_rates.py, which prints this file."
)
SOURCE = "hand-set"
DIGITS = 4


def _coming_rounds(round_number: int) -> float:
    """Return f(T): how many full rounds' worth a chip bought now still plays."""
    left = ROUNDS - round_number
    return left * (1 - 0.025 * left)


def _chip_values(rounds: float) -> list[float]:
    """Return the value of one more chip of each kind, shape (18,)."""
    return [
        -0.1 * int(KIND_VALUE[kind]) * rounds if price is None else 0.084 * price * (1 - price / 130) * rounds
        for kind, price in enumerate(prices(Books(), Rulings()))
    ]


def _coin_values(round_number: int, chip: list[float]) -> list[float]:
    """Return the value of the best purchase with c coins, shape (36,): up to two chips of different colours."""
    offers = [
        (price, int(KIND_COLOUR[kind]), chip[kind])
        for kind, price in enumerate(prices(Books(), Rulings()))
        if price is not None and gift_is_given(kind, round_number, Rulings())
    ]
    offers.append((0, WHITE, 0.0))  # buying one chip only, or none: white cannot be bought
    offers.append((0, O1, 0.0))
    return [
        max(
            first[2] + second[2]
            for first in offers
            for second in offers
            if first[1] != second[1] and first[0] + second[0] <= coins
        )
        for coins in range(COIN_STEPS)
    ]


def _black_values(round_number: int, ruby: float, droplet: float) -> list[float]:
    """Return the expected reward for n black chips, shape (19,), against one or two unknown neighbours."""
    mean = 0.15 * (round_number - 1)
    chance = [math.exp(-mean) * mean**count / math.factorial(count) for count in range(BLACK_STEPS)]

    def paid(mine: int, left: int, right: int) -> float:
        steps, rubies = black_reward(mine, left, right, Rulings())
        return steps * droplet + rubies * ruby

    neighbours = range(BLACK_STEPS)
    return [
        sum(chance[left] * paid(mine, left, NOBODY) for left in neighbours) / 2
        + sum(chance[left] * chance[right] * paid(mine, left, right) for left in neighbours for right in neighbours) / 2
        for mine in range(BLACK_STEPS)
    ]


def hand_set_rates(round_number: int) -> Rates:
    """Return the hand-set rates of a round, rounded to four decimals; they stand in ``data/rates.json``.

    In round 9 everything but ``die_chance`` is 0: its points are counted exactly.

    Args:
        round_number: 1 to 9.
    """
    rounds = _coming_rounds(round_number)
    chip = _chip_values(rounds)
    droplet = 0.3 * rounds
    ruby = max(0.5, droplet / 2) if rounds else 0.0
    faces = DIE_POINTS + DIE_RUBIES * ruby + DIE_STEPS * droplet + DIE_ORANGES * chip[O1]
    typical = 10 + 2.7 * round_number

    def rounded(values: list[float]) -> tuple[float, ...]:
        return tuple(round(float(value), DIGITS) + 0.0 for value in values)

    return Rates(
        coins=rounded(_coin_values(round_number, chip)),
        ruby=round(ruby, DIGITS),
        droplet=round(droplet, DIGITS),
        flask=round(min(1.2, 2 * ruby), DIGITS),
        die=round(float(faces.mean()), DIGITS) if rounds else 0.0,
        die_chance=rounded([1 / (1 + 2 * math.exp((typical - index) / 3)) for index in range(SPACES)]),
        chip=rounded(chip),
        kept_red=rounded([0.12 * int(KIND_VALUE[kind]) if rounds else 0.0 for kind in KEPT_KINDS]),
        black=rounded(_black_values(round_number, ruby, droplet)),
        source=SOURCE,
    )


def main() -> None:
    """Print the content of ``data/rates.json``."""
    tables = [f'  "{number}": {json.dumps(hand_set_rates(number).to_json())}' for number in range(1, ROUNDS + 1)]
    print("{\n" + f' "note": {json.dumps(NOTE)},\n "rounds": {{\n' + ",\n".join(tables) + "\n }\n}")  # noqa: T201  (the file it makes goes to standard output)


if __name__ == "__main__":
    main()
