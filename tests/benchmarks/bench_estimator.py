"""How many brews a second the estimator plays: stop rules and look-ahead, one thread and two."""

from concurrent.futures import ThreadPoolExecutor

from rich.console import Console
from rich.table import Table

from quacks_math.brew.approximate.estimate import estimate
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.stop_rule import StopRule

BAGS = (
    "W1x4 W2x2 W3 O1 G1",
    "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1",
    "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4",
)
RULES = ("white>=7", "risk<=1/4", "never", "best")
TRIAL_BREWS = 2_000
"""Brews that say how many take about a second or two."""


def main() -> None:
    console = Console()
    table = Table("chips", "rule", "flask", "steps", "brews/s", "brews/s on 2 threads", "ratio")
    for bag in BAGS:
        for rule in RULES:
            for flask in (False, True):
                for steps in (None, 1, 2) if rule == "best" else (None, 1):
                    brew = Brew(Bag.parse(bag), flask=flask, round=4)
                    looks = flask or "B" in bag  # choices other than stopping are made by looking ahead
                    chosen = StopRule.parse(rule)
                    estimate(brew, rule=chosen, brews=10, steps=steps)
                    trial = estimate(brew, rule=chosen, brews=TRIAL_BREWS, steps=steps)
                    brews = max(TRIAL_BREWS, int(2 * trial.brews / trial.seconds))
                    one = estimate(brew, rule=chosen, brews=brews, steps=steps)
                    with ThreadPoolExecutor(2) as threads:
                        two = estimate(brew, rule=chosen, brews=2 * brews, steps=steps, executor=threads)
                    single, double = one.brews / one.seconds, two.brews / two.seconds
                    table.add_row(
                        str(len(brew.bag)),
                        rule,
                        "yes" if flask else "no",
                        ("best play" if steps is None else str(steps)) if looks or rule == "best" else "-",
                        f"{single:,.0f}",
                        f"{double:,.0f}",
                        f"{double / single:.2f}",
                    )
    console.print(table)


if __name__ == "__main__":
    main()
