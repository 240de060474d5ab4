"""Answers of ``quacks odds`` and ``quacks advise``: found by ``brew``, written as JSON or shown as tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console

from quacks_math.brew.chances import Odds, odds
from quacks_math.command.request import Question
from quacks_math.command.tables import show_advice, show_odds

if TYPE_CHECKING:
    from quacks_math.brew.advice import Advice


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
        """Return odds and advice with the keys of the written interface.

        Beyond those, each entry of ``next`` has the ``value`` after that chip, ``outcome`` the mean of the rubies, and
        ``rates`` says where the rates come from.
        """
        advice = self.advice
        content = advice.odds.as_json()
        for chip in content["next"]:
            chip["value"] = advice.next_values.get(chip["kind"])
        outcome, method = advice.outcome, advice.method
        return content | {
            "action": advice.action,
            "values": advice.values,
            "margin": advice.margin,
            "outcome": {
                "explode": outcome.explode,
                "scoring_space": [
                    {"index": index, "probability": probability, "exploded": exploded}
                    for index, probability, exploded in outcome.scoring_space
                ],
                "mean_coins": outcome.mean_coins,
                "mean_victory_points": outcome.mean_victory_points,
                "mean_scoring_index": outcome.mean_scoring_index,
                "mean_rubies": outcome.mean_rubies,
                "chance_coins_at_least": {
                    str(coins): chance for coins, chance in outcome.chance_coins_at_least.items()
                },
            },
            "method": {
                "kind": method.kind,
                "states": method.states,
                "seconds": method.seconds,
                "standard_error": method.standard_error,
            },
            "rulings": list(advice.rulings),
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
    from quacks_math.brew.advice import advise  # noqa: PLC0415 (odds need not wait for the compiler)

    advice = advise(question.brew, objective=question.objective, rule=question.rule, rates=question.rates)
    return AdviceAnswer(question, advice)
