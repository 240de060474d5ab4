"""The solver behind the page: the same answers as asked directly, never in the way, shared without being mixed up."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from dashboard.solver import client as reckoning
from dashboard.solver.client import Reckoner
from dashboard.solver.process import SolverProcess
from dashboard.solver.question import Question, Reckoned, Refusal, Reply, question_of
from dashboard.solver.worker import Solutions
from dashboard.table.moves import bag_after_tap  # noqa: F401 (loads the page's modules before threads do)
from dashboard.table.state import first_table, with_rate, with_setting
from dashboard.text.words import word
from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.brew.results.advice import Method
from quacks_math.material.books import Books

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quacks_math.brew.results.advice import Advice

BAG = "W1x3 W2x2 W3 O1x2 B1 R1 Y1 P1"


def question(pot: str, bag: str = BAG, **setting: object) -> Question:
    brew = replace(Brew(Bag.parse(bag)), pot=parse_pot(pot), **setting)
    return Question(brew, Objective(), StopRule(), rates_for_round(brew.round))


def same(first: Reckoned | Refusal, second: Advice) -> bool:
    return (
        isinstance(first, Reckoned)
        and first.action == second.action
        and first.values.keys() == second.values.keys()
        and all(abs(first.values[move] - second.values[move]) < 1e-9 for move in first.values)
        and first.next_values.keys() == second.next_values.keys()
        and first.rulings == second.rulings
        and (first.outcome is None or abs(first.outcome.explode - second.outcome.explode) < 1e-9)
    )


@pytest.mark.parametrize(
    ("setting", "pots"),
    [
        ({}, ["", "W1", "W1 W3", "W1 W3!", "W1 W3! B1", "W1 W3! B1[R1", "W1 W3! B1[R1>R1]", "W1 W3! B1[R1>R1] W2 Y1"]),
        ({"books": Books(3, 2, 2, 2, 3)}, ["W1", "W1 B1 R1", "W1 B1 R1 Y1 W3", "W1 B1 R1 Y1 W3 ."]),
        ({"card": "second_chance"}, ["W1", "W1 W2 O1 O1 P1", "W1 W2 O1 O1 P1 /", "W1 W2 O1 O1 P1 / W3"]),
        ({"card": "well_stirred"}, ["", "W3", "W3~", "W3~ W1"]),
    ],
)
def test_a_solution_answers_for_what_follows_as_if_it_were_solved_anew(
    setting: dict[str, object], pots: list[str]
) -> None:
    solutions = Solutions()
    for pot in pots:
        asked = question(pot, **setting)
        anew = advise(asked.brew, asked.objective, asked.rule, asked.rates)
        assert same(solutions.answer(asked), anew), pot
        ends = solutions.answer(replace(asked, ends=True))
        assert same(ends, anew), pot
        assert isinstance(ends, Reckoned)
        assert ends.outcome is not None


class SlowReckoner(Reckoner):
    """One for which compiling never ends."""

    @property
    def ready(self) -> bool:
        return False


@pytest.fixture(scope="module")
def reckoner() -> Reckoner:
    found = Reckoner()
    while not found.ready:
        time.sleep(0.05)
    return found


def test_while_it_compiles_it_says_so_and_a_small_bag_is_answered_all_the_same() -> None:
    waiting = SlowReckoner()
    small, larger = question("", "W1x4 W2x2 W3 O1 G1"), question("")
    assert waiting.ask(larger, patience=0.0).preparing
    advice = waiting.ask(small, patience=60.0).advice
    assert advice is not None
    assert same(advice, advise(small.brew))
    assert not waiting.ready


def test_an_answer_comes_and_is_kept(reckoner: Reckoner) -> None:
    first = reckoner.ask(question("W1"), patience=60.0).advice
    assert first is not None
    assert reckoner.ask(question("W1"), patience=0.0).advice is first


def test_nobody_waits_longer_than_their_patience(reckoner: Reckoner) -> None:
    large = question("", "W1x5 W2x2 W3 B2x2 B4 G1 K1 O1x4 P1x2 R2x2 Y1 Y2")
    # The answer takes some hundred times longer than that, so whoever got none cannot have waited for it.
    assert reckoner.ask(large, patience=0.001).advice is None
    assert reckoner.ask(large, patience=120.0).advice is not None


def test_a_question_given_up_can_be_asked_again(reckoner: Reckoner) -> None:
    asked = question("O1")
    reckoner.ask(asked, patience=0.0)
    reckoner.give_up(asked)
    assert reckoner.ask(asked, patience=60.0).advice is not None


def test_what_makes_no_sense_is_answered_with_a_sentence(reckoner: Reckoner) -> None:
    wrong = replace(question(""), objective=Objective("beat", 3))
    assert reckoner.ask(wrong, patience=300.0).problem.endswith(".")


def test_a_process_that_was_killed_is_said_to_be_gone_and_started_again() -> None:
    process = SolverProcess()
    large = question("", "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4")
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(process.answer, large, alone=True)
        time.sleep(1.0)
        child = process._process  # noqa: SLF001 (somebody else kills it)
        assert child is not None
        child.kill()
        with pytest.raises(ChildProcessError, match="ended with code"):
            waiting.result(timeout=60.0)
    assert same(process.answer(question("W1"), alone=False), advise(question("W1").brew))
    process.end()
    with pytest.raises(ChildProcessError, match="not started again"):
        process.answer(question("W1"), alone=False)


def kill(process: SolverProcess) -> bool:
    """Kill the process if it runs, as a machine without memory does; say whether there was one to kill."""
    child = process._process  # noqa: SLF001 (somebody else kills it)
    if child is None or child.poll() is not None:
        return False
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    return True


@contextmanager
def killed_again_and_again(processes: tuple[SolverProcess, ...]) -> Iterator[None]:
    """Kill every solver that starts, until the end of the block."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.02):
            for process in processes:
                kill(process)

    killer = threading.Thread(target=work)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SolverProcess, ...]]:
    """Processes of a server that has just been started."""
    processes = (SolverProcess(), SolverProcess())
    monkeypatch.setattr(reckoning, "solver_processes", lambda: processes)
    yield processes
    for process in processes:
        process.end()


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something that comes by itself, or fail after two minutes."""
    end = time.monotonic() + 120.0
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("loading", [0.0, 0.5])
def test_a_solver_killed_while_it_loads_comes_back_by_itself(fresh: tuple[SolverProcess, ...], loading: float) -> None:
    reckoner = Reckoner()
    for process in fresh:
        wait_until(lambda process=process: process._process is not None)  # noqa: SLF001
    time.sleep(loading)
    assert [kill(process) for process in fresh] == [True, True]
    wait_until(lambda: reckoner.ready)
    asked = question("W1")
    reply = reckoner.ask(asked, patience=60.0)
    assert reply.advice is not None
    assert same(reply.advice, advise(asked.brew))


def test_a_solver_killed_while_it_solves_answers_all_the_same(fresh: tuple[SolverProcess, ...]) -> None:
    reckoner = Reckoner()
    wait_until(lambda: reckoner.ready)
    wait_until(lambda: not any(desk.busy for desk in reckoner._desks))  # noqa: SLF001
    asked = question("", "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4")
    assert reckoner.ask(asked, patience=0.2).advice is None
    for process in fresh:
        kill(process)
    assert reckoner.ask(asked, patience=120.0).advice is not None


def test_a_solver_that_dies_again_and_again_is_said_to_and_one_that_lives_again_answers(
    fresh: tuple[SolverProcess, ...],
) -> None:
    asked = question("W1")
    with killed_again_and_again(fresh):
        reckoner = Reckoner()
        replies: list[Reply] = []
        # A page that is open asks again and again; so does a second one, and both are told.
        wait_until(lambda: replies.append(reckoner.ask(asked)) or bool(replies[-1].problem))
        assert replies[-1] == Reply(problem=word("sentence.solver_ended"))
        wait_until(lambda: bool(reckoner.ask(asked).problem))
    assert not reckoner.ready
    reply = reckoner.ask(asked, patience=60.0)
    assert reply.advice is not None
    assert same(reply.advice, advise(asked.brew))
    # Whatever loading was missed is made up for.
    assert reckoner.ready


def test_what_is_asked_anew_is_not_forgotten_because_an_earlier_try_failed(
    fresh: tuple[SolverProcess, ...],
) -> None:
    asked = question("W1")
    with killed_again_and_again(fresh):
        reckoner = Reckoner()
        first, second = (reckoner._future(asked) for _ in range(2))  # noqa: SLF001
        assert first is second
        assert isinstance(first.exception(timeout=60.0), ChildProcessError)
    with ThreadPoolExecutor(8) as pool:
        for reply in pool.map(lambda _: reckoner.ask(asked, patience=60.0), range(8)):
            assert reply.advice is not None or reply.problem
    assert reckoner.ask(asked, patience=60.0).advice is not None
    assert reckoner.ask(asked, patience=0.0).advice is not None


def test_a_solver_ended_for_good_while_it_starts_leaves_no_process() -> None:
    for _ in range(20):
        process = SolverProcess()
        with ThreadPoolExecutor(1) as pool:
            starting = pool.submit(process.start)
            process.end()
            assert starting.exception() is None or isinstance(starting.exception(), ChildProcessError)
        assert not kill(process)


ANSWER = Reckoned("draw", {"draw": 1.0}, {}, Method("exact", 1, 0.0), ())


class SlowProcess(SolverProcess):
    """One that answers about large brews only when it is let, and says what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.asked: list[tuple[str, bool]] = []

    def answer(self, question: Question, *, alone: bool) -> Reckoned | Refusal:
        self.asked.append((str(question.brew.bag), alone))
        if len(question.brew.bag) < 20:
            return ANSWER
        if not alone:
            return Refusal("too large", too_large=True)
        self.let.wait(60.0)
        return ANSWER


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[Reckoner, tuple[SlowProcess, ...]]:
    processes = (SlowProcess(), SlowProcess())
    monkeypatch.setattr(reckoning, "solver_processes", lambda: processes)
    found = Reckoner()
    while not found.ready:
        time.sleep(0.01)
    return found, processes


def test_large_bags_wait_for_each_other_and_nobody_else_waits_for_them(
    slow: tuple[Reckoner, tuple[SlowProcess, ...]],
) -> None:
    reckoner, processes = slow
    large = [question("", f"W1x4 W2x{count} O1x20") for count in (1, 2, 3)]
    for each in large:
        assert reckoner.ask(each, patience=0.1).advice is None
    assert reckoner.ask(question(""), patience=60.0).advice is ANSWER
    processes[-1].let.set()
    for each in large:
        assert reckoner.ask(each, patience=60.0).advice is ANSWER
    assert not any(alone for _, alone in processes[0].asked)


def test_a_small_question_does_not_queue_behind_a_large_brew_however_much_the_other_process_has_to_do(
    slow: tuple[Reckoner, tuple[SlowProcess, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoner, processes = slow
    assert reckoner.ask(question("", "W1x4 W2 O1x20"), patience=0.1).advice is None
    wait_until(lambda: any(alone for _, alone in processes[-1].asked))
    first = reckoner._desks[0]  # noqa: SLF001 (much to do there, as when many visitors ask)
    monkeypatch.setattr(type(first), "busy", property(lambda desk: 9 if desk is first else 1))
    assert reckoner.ask(question(""), patience=30.0).advice is ANSWER
    processes[-1].let.set()


def test_a_question_that_nobody_waits_for_any_more_is_dropped_when_its_turn_comes(
    slow: tuple[Reckoner, tuple[SlowProcess, ...]],
) -> None:
    reckoner, processes = slow
    first, given_up = (question("", f"W1x4 W2x{count} O1x20") for count in (1, 2))
    for each in (first, given_up):
        reckoner.ask(each, patience=0.2)
    reckoner.give_up(given_up)
    processes[-1].let.set()
    assert reckoner.ask(first, patience=5.0).advice is ANSWER
    assert (str(given_up.brew.bag), True) not in processes[-1].asked
    assert reckoner.ask(given_up, patience=5.0).advice is ANSWER


def test_a_brew_for_which_memory_is_not_enough_beside_others_is_put_off() -> None:
    late = question("", "W1x5 W2x2 W3 B2x2 B4x2 G1 K1 O1x4 P1x3 R2x2 R4 Y2 Y4 O1x2 G2 R1 B1")
    answer = Solutions().answer(late)
    assert isinstance(answer, Refusal)
    assert answer.too_large


def test_what_makes_no_sense_is_refused_with_the_reason() -> None:
    assert Solutions().answer(replace(question(""), objective=Objective("beat", 3))) == Refusal(
        "beat=3 compares points of the last round; use round 9, not 1."
    )


def test_many_visitors_at_once_get_their_own_answers(reckoner: Reckoner) -> None:
    pots = ["", "W1", "O1", "W2", "W3", "P1", "W1 O1", "O1 W1"]
    found: dict[str, Reckoned | None] = {}

    def ask(pot: str) -> None:
        found[pot] = reckoner.ask(question(pot), patience=120.0).advice

    threads = [threading.Thread(target=ask, args=(pot,)) for pot in pots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for pot, advice in found.items():
        assert advice is not None
        assert same(advice, advise(question(pot).brew))


def test_rates_rule_and_objective_are_part_of_the_question() -> None:
    table = first_table()
    others = [with_rate(table, "ruby", 9.0), replace(table, rule=StopRule("never")), with_setting(table, rats=2)]
    assert len({question_of(each) for each in (table, *others)}) == 4
    assert question_of(table, StopRule("never")) == question_of(replace(table, rule=StopRule("never")))
