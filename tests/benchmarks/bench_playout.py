"""How much playing by coarse values loses against best play: python tests/benchmarks/bench_playout.py [brews].

For bags that can be solved exactly, every level of forgetting is forced in turn and the simulated value compared with the
exact one. The last table has the mean loss of each level over all bags and sets, with its standard error.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import sqrt

from quacks_math.brew.advise import solve_brew
from quacks_math.brew.approximate.advise import play_many
from quacks_math.brew.approximate.aggregate import FORGET_NOTHING, LEVELS, solve_aggregated, worth_trying
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import SETS, Books

BAGS = {
    "17 chips": "W1x4 W2x2 W3 B2 G1 O1x3 P1x2 R2 Y1 Y2",
    "21 chips": "W1x5 W2x2 W3 B2x2 G1 O1x4 P1x2 R2x2 Y1 Y2",
    "23 chips": "W1x5 W2x2 W3 B1 B2x2 G1 G2 K1 O1x3 P1x2 R1 R2 Y1 Y2",
}


def say(text: str) -> None:
    """Write a line of the report."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Print the losses."""
    brews = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    losses: dict[str, list[tuple[float, float]]] = {}
    with ThreadPoolExecutor() as executor:
        for name, bag in BAGS.items():
            for number in SETS:
                brew = Brew(Bag.parse(bag), books=Books(*[number] * 5), round=4)
                solution = solve_brew(brew, executor=executor)
                exact, rule, budget = solution.value(solution.root), StopRule(), solution.states * 2
                say(f"{name}, set {number}: exact {exact:.4f}, {solution.states:,} states")
                for level in (FORGET_NOTHING, *worth_trying(LEVELS, solution.payoffs)):
                    started = time.perf_counter()
                    coarse = solve_aggregated(solution.root, solution.payoffs, rule, budget, executor, level)
                    solved = time.perf_counter()
                    played = play_many(coarse, solution.root, brews, executor)
                    loss, error = 100 * (1 - played.value / exact), 100 * played.error / exact
                    losses.setdefault(level, []).append((loss, error))
                    say(
                        f"  {level or 'nothing forgotten':42} {played.value:.4f} ± {played.error:.4f}, loss {loss:6.3f} % ± "
                        f"{error:.3f} % (measured {100 * played.loss / exact:.3f} %), "
                        f"{coarse.problem.states:,} states in {solved - started:.2f} s, "
                        f"{brews:,} brews in {time.perf_counter() - solved:.2f} s",
                    )
    say("mean loss by level")
    for level, found in losses.items():
        mean = sum(loss for loss, _ in found) / len(found)
        error = sqrt(sum(error * error for _, error in found)) / len(found)
        largest = max(loss for loss, _ in found)
        say(f"  {level or 'nothing forgotten':42} {mean:6.3f} % ± {error:.3f} %, at most {largest:.3f} %")


if __name__ == "__main__":
    main()
