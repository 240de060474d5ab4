"""Answers of ``quacks odds`` and ``quacks advise``: found by ``brew``, written as JSON or shown as tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console

from quacks_math.brew.odds import odds
from quacks_math.brew.results.odds import Odds
from quacks_math.command.request import Question
from quacks_math.command.tables import show_advice, show_odds

if TYPE_CHECKING:
    from quacks_math.brew.results.advice import Advice


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """The odds of the next draws."""

    odds: Odds

    def as_json(self) -> dict[str, Any]:
        """Return the odds with the keys of the written interface."""
        return self.odds.as_json()

    def show(self, console: Console) -> None:
        """Print the odds."""
        show_odds(console, self.odds)


@dataclass(frozen=True, slots=True)
class AdviceAnswer:
    """What to do now."""

    question: Question
    advice: "Advice"

    def as_json(self) -> dict[str, Any]:
        """Return odds and advice with the keys of the written interface, and what they were asked for."""
        return self.advice.as_json() | {
            "objective": str(self.question.objective),
            "rule": str(self.question.rule),
            "rates": self.question.rates.source,
        }

    def show(self, console: Console) -> None:
        """Print odds and advice."""
        show_advice(console, self.question, self.advice)


def odds_answer(question: Question) -> OddsAnswer:
    """Return the odds of the next draws; objective, rule and rates do not matter for them.

    Raises:
        ValueError: If the rules forbid what is said to have come out.
    """
    return OddsAnswer(odds(question.brew))


def advise_answer(question: Question) -> AdviceAnswer:
    """Return what to do now.

    Raises:
        ValueError: If the rules forbid what is said to have come out, or the question makes no sense.
    """
    from quacks_math.brew.advise import advise  # noqa: PLC0415 (odds need not wait for the compiler)

    advice = advise(question.brew, objective=question.objective, rule=question.rule, rates=question.rates)
    return AdviceAnswer(question, advice)
