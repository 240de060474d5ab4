"""What the page asks of the solver, and what comes back: values, the same for everybody who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from dashboard.table.state import rates_of

if TYPE_CHECKING:
    from dashboard.table.state import Table
    from quacks_math.brew.model.setting import Brew
    from quacks_math.brew.payoff.objective import Objective
    from quacks_math.brew.payoff.rates import Rates
    from quacks_math.brew.payoff.stop_rule import StopRule
    from quacks_math.brew.results.advice import Advice, Method
    from quacks_math.brew.results.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the solver.

    Attributes:
        brew: The brew with what came out so far.
        objective: What best play maximises.
        rule: Who stops when.
        rates: What things are worth later.
        ends: Whether it is also asked where play ends, which takes longer than all the rest.
    """

    brew: Brew
    objective: Objective
    rule: StopRule
    rates: Rates
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the solver found: the advice, and where play ends only if that was asked.

    Attributes:
        action: The best move; between drawing and stopping a fixed rule decides.
        values: The value of every legal move.
        next_values: By kind: value once that chip came out next.
        method: How this was obtained.
        rulings: House rulings that matter here, as `id=choice`.
        outcome: Where play ends, none where it was not asked.
    """

    action: str
    values: dict[str, float]
    next_values: dict[str, float]
    method: Method
    rulings: tuple[str, ...]
    outcome: Outcome | None = None

    @classmethod
    def of(cls, advice: Advice) -> Self:
        """Return what a full advice says."""
        return cls(advice.action, advice.values, advice.next_values, advice.method, advice.rulings, advice.outcome)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the solver says instead of an answer.

    Attributes:
        reason: One sentence.
        too_large: Whether it would answer while no other large brew is worked on, when it may use all memory.
    """

    reason: str
    too_large: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page has of an answer so far.

    Attributes:
        advice: The answer, none while it is being found.
        problem: Why there is none and will be none, empty otherwise.
        preparing: Whether the solver is still being compiled, which happens once on a machine.
    """

    advice: Reckoned | None = None
    problem: str = ""
    preparing: bool = False


def question_of(table: Table, rule: StopRule | None = None, *, ends: bool = False) -> Question:
    """Return what to ask for a table.

    Args:
        table: The table.
        rule: Another rule than the table's own, for a comparison.
        ends: Whether it is also asked where play ends.
    """
    return Question(table.brew, table.objective, table.rule if rule is None else rule, rates_of(table), ends=ends)
