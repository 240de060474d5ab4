"""Should I draw again? The action values Q of one brew and the reach probabilities of its ends under the best policy.

``advise`` is the short way. Whoever asks often about the same brew solves it once (``solve_brew``) and asks the
solution (``advice_from``): it knows the value function V on everything that can follow.
"""

import time
from concurrent.futures import Executor
from dataclasses import replace

from quacks_math.brew.exact.reach_probabilities import where_play_ends
from quacks_math.brew.exact.solution import Solution
from quacks_math.brew.exact.solve import DEFAULT_BUDGET, solve
from quacks_math.brew.exact.state_space.build import TooLargeError
from quacks_math.brew.model.forgotten import not_known
from quacks_math.brew.model.legality import exploding_moves, legal_actions
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.state import BrewState, Phase
from quacks_math.brew.model.transitions import replay
from quacks_math.brew.payoff.finished import scored_index
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.payoff import MOST_PAID
from quacks_math.brew.payoff.rates import Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.payoff.table import check_question, payoff_table, pays
from quacks_math.brew.results.advice import Advice, Method, lead
from quacks_math.brew.results.odds import odds_of
from quacks_math.brew.results.outcome import outcome_from
from quacks_math.brew.results.relevant_rulings import rulings_that_matter
from quacks_math.material.chips import KINDS
from quacks_math.material.track import TRACK
from quacks_math.material.validation import of_type

EXPECTED_WORTH = Objective()
BEST_PLAY = StopRule()


def solve_brew(
    brew: Brew,
    objective: Objective = EXPECTED_WORTH,
    rule: StopRule = BEST_PLAY,
    rates: Rates | None = None,
    budget: int = DEFAULT_BUDGET,
    executor: Executor | None = None,
) -> Solution:
    """Return the exact values of a brew and of everything that can follow it.

    Args:
        brew: The brew with what came out so far.
        objective: What is to be maximised.
        rule: Who stops when.
        rates: What things are worth later; those of the round by default.
        budget: Numbers of eight bytes that may be held; the default fits 2 GB.
        executor: Carries the work; threads by default.

    Raises:
        ValueError: If the pot is impossible, or the objective cannot be asked in this round.
        TooLargeError: If the brew has more states than the budget allows.
    """
    of_type(brew, Brew, "brew", "a Brew, such as Brew(Bag.parse('W1x4 O1'))")
    check_question(brew, objective, rule, rates)
    of_type(budget, int, "budget", f"a whole number, such as {DEFAULT_BUDGET}")
    payoffs = payoff_table(brew, objective, rates_for_round(brew.round) if rates is None else rates)
    return solve(replay(brew), payoffs, rule, budget, executor)


def weigh(solution: Solution, state: BrewState) -> tuple[str, dict[str, float], dict[str, float]]:
    """Return the best move, the value of every legal move, and the value after each kind that may come out next.

    Args:
        solution: A solution of this brew.
        state: The root of the solution or a state that can follow it.
    """
    values = {move: solution.move_value(state, move) for move in legal_actions(state)}
    drawable = [kind for kind, left in enumerate(state.left) if left and "draw" in values]
    after = {KINDS[kind]: solution.drawn_value(state, kind) for kind in drawable}
    return solution.best_move(state), values or {"stop": solution.value(state)}, after


def advice_from(solution: Solution, brew: Brew, seconds: float = 0.0) -> Advice:
    """Return advice for a brew from the solution of the same brew at this or an earlier moment.

    Args:
        solution: The solution.
        brew: The brew with what came out so far.
        seconds: Time that solving took, for the method.

    Raises:
        ValueError: If there is no such solution, or the pot is impossible.
    """
    of_type(solution, Solution, "solution", "what solve_brew returns")
    started = time.perf_counter()
    state = replay(brew)
    action, values, next_values = weigh(solution, state)
    ending = where_play_ends(solution, state)
    rubies = {number - MOST_PAID: float(chance) for number, chance in enumerate(ending.rubies)}
    if not pays(solution.payoffs):
        rubies = {}
    spent = seconds + time.perf_counter() - started
    odds = odds_of(state)
    if state.phase is Phase.DONE:  # green of set 3 is optional: best play may leave the last chip where it lies
        odds = replace(odds, scoring_space=TRACK[scored_index(state, solution.payoffs)])
    return Advice(
        odds=odds,
        action=action,
        values=values,
        exploding=exploding_moves(state),
        margin=lead(values, action),
        next_values=next_values,
        outcome=outcome_from(ending.scoring, rubies),
        method=Method("exact", solution.states, spent),
        rulings=rulings_that_matter(state),
        forgotten=not_known(state),
    )


def advise(
    brew: Brew,
    objective: Objective = EXPECTED_WORTH,
    rule: StopRule = BEST_PLAY,
    rates: Rates | None = None,
    budget: int = DEFAULT_BUDGET,
    executor: Executor | None = None,
) -> Advice:
    """Return what to do in a brew; the arguments are those of ``solve_brew``.

    Where the budget does not allow an exact answer it is simulated, and ``method`` says so with the standard error.

    Raises:
        ValueError: If the pot is impossible, or the objective cannot be asked in this round.
    """
    started = time.perf_counter()
    try:
        solution = solve_brew(brew, objective, rule, rates, budget, executor)
    except TooLargeError:
        # Loads a compiler that small bags can do without.
        from quacks_math.brew.approximate.advise import advise_by_simulation  # noqa: PLC0415

        return advise_by_simulation(brew, objective, rule, rates, executor, budget)
    return advice_from(solution, brew, time.perf_counter() - started)
