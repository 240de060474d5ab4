"""Playing by coarse values: exact where nothing is forgotten, near best play and never above it where something is."""

import random
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction

import pytest

from quacks_math.brew.advise import advise, solve_brew
from quacks_math.brew.approximate.advise import Played, advise_by_simulation, play_many
from quacks_math.brew.approximate.aggregate import FORGET_NOTHING, LEVELS, SOON, solve_aggregated, worth_trying
from quacks_math.brew.approximate.estimate import LOOK_AHEAD
from quacks_math.brew.exact.solution import Solution
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.events import Drew
from quacks_math.brew.model.legality import ENDS_EXPLODED, action_event, legal_actions
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.transitions import apply, replay
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import payoff_table
from quacks_math.material.books import SETS, Books
from quacks_math.material.cards import BREW_CARDS
from tests.quacks_math.random_brews import random_brew, random_event

pytestmark = pytest.mark.proof

SMALL = "W1x2 W2x2 W3 O1 B1 B2 G1 R1 Y1 P1"
MIDDLE = "W1x4 W2x2 W3 B2 G1 O1x3 P1x2 R2 Y1 Y2"
FEW = 60
ROUNDING = 1e-6
CARDS = (None, *(card.name.lower() for card in BREW_CARDS))


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def play(solution: Solution, level: str, brews: int, executor: Executor) -> Played:
    coarse = solve_aggregated(solution.root, solution.payoffs, solution.rule, 10**8, executor, level)
    return play_many(coarse, solution.root, brews, executor)


def check_exact(
    brew: Brew, executor: Executor, objective: Objective | None = None, rule: StopRule | None = None
) -> None:
    solution = solve_brew(brew, objective or Objective(), rule or StopRule())
    exact = solution.value(solution.root)
    played = play(solution, FORGET_NOTHING, FEW, executor)
    assert abs(played.value - exact) < ROUNDING
    assert 0 < played.error < ROUNDING


@pytest.mark.parametrize("number", SETS)
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("flask", [True, False])
def test_nothing_forgotten_gives_the_value_of_best_play(
    number: int, card: str | None, flask: bool, threads: Executor
) -> None:
    check_exact(Brew(Bag.parse(SMALL), Books(*[number] * 5), card=card, flask=flask, round=4), threads)


@pytest.mark.parametrize("rule", ["risk<=1/4", "white>=5", "chips>=3", "never"])
@pytest.mark.parametrize("number", SETS)
def test_stop_rules_have_the_value_that_the_solver_finds(rule: str, number: int, threads: Executor) -> None:
    check_exact(Brew(Bag.parse(SMALL), Books(*[number] * 5), round=6), threads, rule=StopRule.parse(rule))


@pytest.mark.parametrize("objective", ["coins", "vp", "space", "beat=4"])
@pytest.mark.parametrize("number", SETS)
def test_every_objective_has_the_value_that_the_solver_finds(objective: str, number: int, threads: Executor) -> None:
    check_exact(Brew(Bag.parse(SMALL), Books(*[number] * 5), round=9), threads, Objective.parse(objective))


def moves_of(brew: Brew) -> Iterator[tuple[str, BrewState]]:
    state = replay(brew)
    for move in legal_actions(state):
        if move not in ("draw", "look", *ENDS_EXPLODED):
            after = apply(state, action_event(state, move))
            if after.phase not in (Phase.DONE, Phase.SETTLING):
                yield move, after


@pytest.mark.parametrize("seed", range(40))
def test_any_moment_of_any_brew_is_taken_up_as_it_is(seed: int, threads: Executor) -> None:
    rng = random.Random(seed)  # noqa: S311 (a test draws no secrets)
    brew = random_brew(rng, may_decline=False)
    events = []
    state = replay(brew)
    for _ in range(rng.randint(0, 5)):
        event = random_event(rng, state)
        if event is None:
            break
        events.append(event)
        state = apply(state, event)
    brew = Brew(**{name: getattr(brew, name) for name in Brew.__dataclass_fields__} | {"pot": tuple(events)})
    solution = solve_brew(brew)
    for move, after in moves_of(brew):
        if solution.problem is None:
            continue
        coarse = solve_aggregated(solution.root, solution.payoffs, StopRule(), 10**8, threads, FORGET_NOTHING)
        played = play_many(coarse, after, FEW, threads)
        assert abs(played.value - solution.move_value(solution.root, move)) < ROUNDING


@pytest.mark.parametrize("number", SETS)
def test_what_is_forgotten_costs_little_and_gains_nothing(number: int, threads: Executor) -> None:
    solution = solve_brew(Brew(Bag.parse(MIDDLE), Books(*[number] * 5), round=4))
    exact = solution.value(solution.root)
    for level in worth_trying(LEVELS, solution.payoffs):
        played = play(solution, level, 2000, threads)
        largest = 0.01 if "yellow" not in level else 0.03
        assert exact * (1 - largest) - 4 * played.error < played.value < exact + 4 * played.error


@pytest.mark.parametrize("card", ["second_chance", "strong_ingredient", "well_stirred"])
@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_cards_are_played_by_coarse_values_too(card: str, level: str, threads: Executor) -> None:
    solution = solve_brew(Brew(Bag.parse(MIDDLE), Books(2, 1, 3, 1, 3), card=card, round=5))
    exact = solution.value(solution.root)
    played = play(solution, level, 2000, threads)
    assert exact * 0.96 - 4 * played.error < played.value < exact + 4 * played.error


@pytest.mark.parametrize("number", SETS)
def test_the_measured_loss_is_the_loss_against_the_exact_value(number: int, threads: Executor) -> None:
    solution = solve_brew(Brew(Bag.parse(MIDDLE), Books(*[number] * 5), round=4))
    played = play(solution, LEVELS[-1], 20_000, threads)
    loss = solution.value(solution.root) - played.value
    assert abs(played.loss - loss) < 4 * played.error + 0.4 * loss
    assert play(solution, FORGET_NOTHING, FEW, threads).loss == 0


def test_threads_change_no_bit_of_the_result() -> None:
    brew = Brew(Bag.parse(MIDDLE), round=4)
    answers = []
    for workers in (1, 2):
        with ThreadPoolExecutor(workers) as executor:
            answer = advise_by_simulation(brew, Objective(), StopRule(), None, executor, SOON)
        answers.append((answer.values, answer.next_values, answer.outcome, answer.method.standard_error))
    assert answers[0] == answers[1]


def test_an_answer_over_budget_says_that_it_is_simulated_and_how() -> None:
    brew = Brew(Bag.parse(MIDDLE), round=4, pot=(Drew("W1"),))
    exact = advise(brew)
    found = advise(brew, budget=20_000)
    assert exact.method.kind == "exact"
    assert found.method.kind == "simulated"
    assert found.method.played_by
    assert "forgets" in found.method.played_by
    assert found.method.standard_error
    assert found.method.play_loss
    assert found.method.as_json()["play_loss"] == found.method.play_loss
    assert exact.method.play_loss is None
    assert set(found.values) == set(exact.values)
    error = found.method.standard_error
    for move, value in found.values.items():
        assert 0.97 * exact.values[move] < value < exact.values[move] + 4 * error
    assert set(found.next_values) == set(exact.next_values)
    for kind, value in found.next_values.items():
        assert value == pytest.approx(exact.next_values[kind], rel=0.04)
    assert found.outcome.explode == pytest.approx(exact.outcome.explode, abs=0.05)
    assert sum(space.probability for space in found.outcome.scoring_space) == pytest.approx(1)
    assert sum(found.outcome.rubies.values()) == pytest.approx(1)


def test_without_room_for_any_coarse_problem_the_brew_is_played_by_looking_ahead() -> None:
    found = advise(Brew(Bag.parse(SMALL), round=4), budget=10)
    assert found.method.kind == "simulated"
    assert found.method.played_by == LOOK_AHEAD[0]
    assert found.method.play_loss
    assert found.method.standard_error


def test_a_rule_decides_in_a_simulated_answer() -> None:
    rule = StopRule("chips", Fraction(1))
    found = advise(Brew(Bag.parse(MIDDLE), round=4, pot=(Drew("O1"),)), rule=rule, budget=20_000)
    assert found.method.kind == "simulated"
    assert found.action == "stop"


def test_values_of_a_move_are_those_of_its_first_chips_on_average(threads: Executor) -> None:
    brew = Brew(Bag.parse(MIDDLE), round=4)
    payoffs = payoff_table(brew, Objective(), rates_for_round(4))
    coarse = solve_aggregated(replay(brew), payoffs, StopRule(), SOON, threads, LEVELS[1])
    played = play_many(coarse, replay(brew), 4000, threads, must_draw=True)
    mean = sum(brew.bag.count(kind) * value for kind, value in played.first.items()) / len(brew.bag)
    assert mean == pytest.approx(played.value, abs=8 * played.error)
