"""How many brews a second the estimator plays: stop rules and look-ahead, one thread and two."""

from concurrent.futures import ThreadPoolExecutor

from rich.console import Console
from rich.table import Table

from quacks_math.brew.brew import Bag, Brew
from quacks_math.brew.estimator import estimate
from quacks_math.brew.rates import StopRule

BAGS = (
    "W1x4 W2x2 W3 O1 G1",
    "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1",
    "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4",
)
RULES = ("white>=7", "risk<=1/4", "never", "best")
BREWS = {"white>=7": 400_000, "risk<=1/4": 400_000, "never": 400_000, "best": 4_000}


def main() -> None:
    console = Console()
    table = Table("chips", "rule", "flask", "steps", "brews/s", "brews/s on 2 threads", "ratio")
    for bag in BAGS:
        for rule in RULES:
            for flask in (False, True):
                for steps in (1, 2) if rule == "best" else (1,):
                    brew = Brew(Bag.parse(bag), flask=flask, round=4)
                    # Choices other than stopping (flask, looks, returns) look ahead, which costs a hundred times more.
                    looks = flask or steps > 1 or "B" in bag
                    brews = BREWS[rule] // (20 if looks and rule != "best" else steps**4 if looks else 1)
                    chosen = StopRule.parse(rule)
                    estimate(brew, rule=chosen, brews=10, steps=steps)
                    one = estimate(brew, rule=chosen, brews=brews, steps=steps)
                    with ThreadPoolExecutor(2) as threads:
                        two = estimate(brew, rule=chosen, brews=2 * brews, steps=steps, executor=threads)
                    single, double = one.brews / one.seconds, two.brews / two.seconds
                    table.add_row(
                        str(len(brew.bag)),
                        rule,
                        "yes" if flask else "no",
                        str(steps) if looks or rule == "best" else "-",
                        f"{single:,.0f}",
                        f"{double:,.0f}",
                        f"{double / single:.2f}",
                    )
    console.print(table)


if __name__ == "__main__":
    main()
