"""The estimator against known numbers, against the exact solver, and against itself on several threads."""

import inspect
import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from quacks_math.brew.advise import advice_from, solve_brew
from quacks_math.brew.approximate.estimate import Estimate, estimate
from quacks_math.brew.approximate.sampling import CHUNK
from quacks_math.brew.exact.solve import solve
from quacks_math.brew.expectimax.loading import load_pot
from quacks_math.brew.expectimax.pot import IN_BAG, LEFT, POT_SIZE, clear_pot, draw, put_in_bag
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import Drew, Looked, Stopped
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import apply, replay, start_state
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.brew.results.outcome import SpaceChance
from quacks_math.kernels.compile import kernel
from quacks_math.kernels.random_streams import below, seed_stream, streams_for
from quacks_math.material.books import SETS, Books
from quacks_math.material.chips import KIND_COUNT, STARTING_BAG
from tests.quacks_math.random_brews import random_brew

pytestmark = pytest.mark.proof

STARTING_COUNTS = np.array(STARTING_BAG)
START = "W1x4 W2x2 W3 O1 G1"
MANY = 1_000_000
DRAWS = 1_000_000


def brew(bag: str = START, **setting: object) -> Brew:
    return Brew(Bag.parse(bag), flask=False, **setting)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bag", "rule", "chance"),
    [
        (START, "white>=7", Fraction(41, 105)),
        ("W1x4 W2x2 W3 O1x11 G1", "white>=7", Fraction(41, 105)),
        ("W1x5 W2x2 W3 O1 G1", "white>=7", Fraction(5, 14)),
        (START, "white>=6", Fraction(11, 105)),
        (START, "risk<=1/3", Fraction(23, 105)),
    ],
)
def test_a_stop_rule_explodes_as_often_as_counting_says(bag: str, rule: str, chance: Fraction) -> None:
    found = estimate(brew(bag), rule=StopRule.parse(rule), brews=MANY, objective=Objective("space"))
    assert abs(found.outcome.explode - chance) < 4 * found.explode_error


def test_never_stopping_ends_on_average_205_21_after_the_start() -> None:
    found = estimate(brew(), rule=StopRule("never"), brews=MANY)
    assert found.outcome.explode == 1
    spread = np.sqrt(
        sum(end.probability * (end.index - 1 - 205 / 21) ** 2 for end in found.outcome.scoring_space) / MANY
    )
    assert abs(found.outcome.mean_scoring_index - 1 - 205 / 21) < 4 * spread


@pytest.mark.parametrize(("rounds", "mode"), [(0, 10), (1, 11), (2, 13), (3, 14), (4, 16)])
def test_most_frequent_spaces_of_never_stopping_with_two_plain_chips_more_each_round(rounds: int, mode: int) -> None:
    found = estimate(brew(f"W1x4 W2x2 W3 O1x{1 + 2 * rounds} G1"), rule=StopRule("never"), brews=MANY)
    assert max(found.outcome.scoring_space, key=lambda end: end.probability).index - 1 == mode


@cache
def explosions_within(draws: int) -> Estimate:
    return estimate(brew(), rule=StopRule("chips", Fraction(draws)), brews=MANY, seed=draws)


@pytest.mark.parametrize(("draws", "chance"), [(4, "2/63"), (5, "1/7"), (6, "73/252"), (7, "43/126"), (8, "7/36")])
def test_never_stopping_explodes_on_each_draw_as_often_as_counting_says(draws: int, chance: str) -> None:
    until, before = explosions_within(draws), explosions_within(draws - 1)
    error = np.hypot(until.explode_error, before.explode_error)
    assert abs(until.outcome.explode - before.outcome.explode - Fraction(chance)) < 4 * error + 1e-12


def test_rule_of_white_7_pays_the_known_coins_and_points() -> None:
    found = estimate(brew(), rule=StopRule.parse("white>=7"), brews=MANY)
    assert found.outcome.mean_coins == pytest.approx(1013 / 105, abs=0.03)
    assert found.outcome.mean_victory_points == pytest.approx(484 / 315, abs=0.01)
    assert sum(end.probability for end in found.outcome.scoring_space) == pytest.approx(1)


RULES = ("best", "best", "risk<=1/2", "risk<=1/4", "white>=5", "chips>=3", "never")
OBJECTIVES = ("worth", "coins", "vp", "space")


def misses(seeds: range, brews: int) -> list[str]:
    """Return the random brews whose estimate lies more than 4 standard errors and the stated loss off the exact value."""
    found = []
    for seed in seeds:
        rng = random.Random(seed)  # noqa: S311 (a test draws no secrets)
        setting = random_brew(rng)
        rule, objective = StopRule.parse(rng.choice(RULES)), Objective.parse(rng.choice(OBJECTIVES))
        solution = solve_brew(setting, objective, rule)
        played = estimate(setting, objective=objective, rule=rule, brews=brews, seed=seed)
        assert played.standard_error > 0 < played.explode_error
        assert played.play_loss == 0 or setting.rulings.extra_spaces
        off = abs(played.value - solution.value(solution.root))
        if off > 4 * played.standard_error + played.play_loss:
            found.append(f"{seed}: off by {off} ± {played.standard_error}, played by {played.played_by}")
    return found


def test_estimates_of_random_brews_have_no_bias() -> None:
    found = misses(range(400), 2000)
    assert len(found) <= 4, found


PLAIN = "W1x2 W2x2 W3 O1x2 B1 B2 G1 R1 R2 Y1 P1"


@pytest.mark.parametrize("number", SETS)
@pytest.mark.parametrize("rule", ["best", "risk<=1/3", "never"])
@pytest.mark.parametrize("card", [None, "well_stirred", "second_chance", "strong_ingredient"])
def test_choices_under_any_rule_are_best_play(number: int, rule: str, card: str | None) -> None:
    setting = Brew(Bag.parse(PLAIN), Books(*[number] * 5), card=card, round=4)
    stop = StopRule.parse(rule)
    solution = solve_brew(setting, rule=stop)
    exact = solution.value(solution.root)
    found = estimate(setting, rule=stop, brews=4000)
    assert abs(found.value - exact) < 4 * found.standard_error
    assert found.play_loss == 0
    outcome = advice_from(solution, setting).outcome
    assert found.outcome.chance_coins_at_least.keys() == outcome.chance_coins_at_least.keys()
    assert abs(found.outcome.explode - outcome.explode) < 4 * found.explode_error
    assert found.outcome.mean_rubies is not None
    assert outcome.mean_rubies is not None
    assert found.rubies_error
    assert abs(found.outcome.mean_rubies - outcome.mean_rubies) < 4 * found.rubies_error


def test_a_brew_known_to_be_estimated_too_low_by_looking_ahead() -> None:
    books = Books(green=2, blue=4, red=2, yellow=2, purple=4)
    setting = Brew(Bag.parse("W2x3 W3 B2 P1"), books, round=2)
    asked = {"objective": Objective("vp"), "rule": StopRule.parse("risk<=1/2")}
    found = estimate(setting, **asked)  # type: ignore[arg-type]
    assert abs(found.value - Fraction(23, 15)) < 4 * found.standard_error
    ahead = estimate(setting, **asked, steps=1)  # type: ignore[arg-type]
    assert ahead.value < Fraction(23, 15) - 4 * ahead.standard_error
    assert ahead.value + ahead.play_loss == pytest.approx(23 / 15)
    assert ahead.played_by == "looking one step ahead"


def test_no_error_is_zero_where_all_brews_ended_alike() -> None:
    found = estimate(brew("O1x3"), rule=StopRule("never"), brews=100)
    assert found.outcome.explode == 0
    # Wilson at one standard error: none in n has the interval from 0 to 1 / (n + 1).
    assert found.explode_error == pytest.approx(0.5 / 101)
    assert found.standard_error > 0
    assert found.rubies_error
    assert estimate(brew("O1x3"), brews=1).standard_error > 0


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_threads_change_no_bit_of_the_result(workers: int) -> None:
    alone = estimate(brew(), brews=7 * CHUNK + 13, seed=5)
    with ThreadPoolExecutor(workers) as executor:
        shared = estimate(brew(), brews=7 * CHUNK + 13, seed=5, executor=executor)
    assert alone.running == shared.running
    assert alone.outcome == shared.outcome
    assert alone.value != estimate(brew(), brews=7 * CHUNK + 13, seed=6).value


def test_what_was_remembered_changes_no_bit_of_the_result() -> None:
    setting = Brew(Bag.parse("W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"), round=4)
    first = estimate(setting, brews=3 * CHUNK, seed=5)
    assert estimate(setting, brews=3 * CHUNK, seed=5).running == first.running
    with ThreadPoolExecutor(1) as executor:  # a thread that remembers nothing
        elsewhere = executor.submit(estimate, setting, brews=3 * CHUNK, seed=5).result()
    assert elsewhere.running == first.running
    assert estimate(setting, objective=Objective("space"), brews=CHUNK).value != first.value


@pytest.mark.parametrize("books", [Books(k, k, k, k, k) for k in range(1, 5)])
@pytest.mark.parametrize("card", [None, "well_stirred", "second_chance", "strong_ingredient", "living_in_luxury"])
def test_look_ahead_comes_near_best_play_and_never_beats_it(books: Books, card: str | None) -> None:
    setting = Brew(Bag.parse("W1x2 W2x2 W3 O1 B1 G1 R1 Y1 P1"), books=books, card=card, round=4)
    state = start_state(setting)
    payoffs = payoff_table(setting, Objective(), rates_for_round(4))
    best = solve(state, payoffs, StopRule()).value(state)
    found = estimate(setting, brews=4000, steps=2)
    assert found.value < best + 4 * found.standard_error
    assert found.value > 0.9 * best - 4 * found.standard_error


def test_a_rule_without_other_choices_has_the_value_that_the_solver_finds() -> None:
    setting = brew("W1x4 W2x2 W3 O1x2 R1 R2 K1 P1 Y2", books=Books(yellow=4), round=3)
    state = start_state(setting)
    payoffs = payoff_table(setting, Objective(), rates_for_round(3))
    for text in ("risk<=1/5", "white>=5", "chips>=4", "never"):
        rule = StopRule.parse(text)
        found = estimate(setting, rule=rule, brews=50_000)
        assert abs(found.value - solve(state, payoffs, rule).value(state)) < 4 * found.standard_error


def test_a_state_in_the_middle_of_a_brew_is_taken_up_as_it_is() -> None:
    state = replay(brew(pot=(Drew("W2"), Drew("W2"), Drew("W1"), Drew("W1"), Drew("W1"))))
    pot = load_pot(state)
    assert pot[IN_BAG] == 4
    assert pot[LEFT : LEFT + KIND_COUNT].tolist() == list(state.left)
    found = estimate(state, rule=StopRule("never"), brews=20_000, must_draw=True)
    assert found.outcome.explode == 1
    stopped = estimate(state, rule=StopRule.parse("white>=7"), brews=10)
    assert stopped.outcome.explode == 0
    assert stopped.outcome.scoring_space == (SpaceChance(8, 1.0, exploded=False),)
    forced = estimate(state, rule=StopRule.parse("white>=7"), brews=50_000, must_draw=True)
    assert abs(forced.outcome.explode - 0.5) < 4 * forced.explode_error


def test_what_is_out_of_range_is_refused_with_the_value() -> None:
    with pytest.raises(ValueError, match="brews 0"):
        estimate(brew(), brews=0)
    with pytest.raises(ValueError, match="seed -1"):
        estimate(brew(), seed=-1)
    with pytest.raises(ValueError, match="steps 9"):
        estimate(brew(), steps=9)


def test_a_finished_brew_and_a_look_that_is_known_are_refused() -> None:
    done = apply(start_state(brew()), Stopped())
    with pytest.raises(ValueError, match="drawing has ended"):
        estimate(done)
    seen = replay(brew("B2 W1x3", pot=(Drew("B2"), Looked(("W1", "W1")))))
    with pytest.raises(ValueError, match="seen"):
        estimate(seen)


@kernel
def count_draws(pot: NDArray[np.int64], stream: NDArray[np.int64], bags: int, counts: NDArray[np.int64]) -> None:
    """Empty the starting bag again and again; ``counts`` of shape (chips, 18) takes down which kind came out when."""
    for _ in range(bags):
        clear_pot(pot, 0, 0, 0)
        for kind in range(KIND_COUNT):
            put_in_bag(pot, kind, STARTING_COUNTS[kind])
        for place in range(len(counts)):
            counts[place, draw(pot, stream)] += 1


def test_the_order_of_a_million_draws_is_fair() -> None:
    """Estimator and simulator draw with this one routine; here it runs as compiled for them."""
    chips = sum(STARTING_BAG)
    bags = -(-DRAWS // chips)
    counts = np.zeros((chips, KIND_COUNT), dtype=np.int64)
    count_draws(np.zeros(POT_SIZE, dtype=np.int64), streams_for(3, 1)[0], bags, counts)
    expected = bags * STARTING_COUNTS / chips
    present = expected > 0
    assert (counts[:, ~present] == 0).all()
    statistic = ((counts[:, present] - expected[present]) ** 2 / expected[present]).sum(axis=1)
    assert statistic.max() < chi2.ppf(1 - 1e-5, int(present.sum()) - 1)


def test_compiled_draws_are_the_draws_of_the_plain_function() -> None:
    compiled, plain = (np.zeros((sum(STARTING_BAG), KIND_COUNT), dtype=np.int64) for _ in range(2))
    pot = np.zeros(POT_SIZE, dtype=np.int64)
    count_draws(pot, streams_for(4, 1)[0], 50, compiled)
    inspect.unwrap(count_draws)(pot, streams_for(4, 1)[0], 50, plain)
    assert (compiled == plain).all()


def test_streams_of_different_words_differ_and_below_is_uniform() -> None:
    first, second = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    seed_stream(first, 1, 2, 3)
    seed_stream(second, 1, 2, 4)
    assert first.tolist() != second.tolist()
    counts = np.bincount([below(first, 7) for _ in range(14_000)], minlength=7)
    assert ((counts - 2000) ** 2 / 2000).sum() < chi2.ppf(1 - 1e-5, 6)
