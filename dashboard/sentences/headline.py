"""The advice in one word and one sentence, and how large a difference must be to be called one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from dashboard.sentences.payout import pays_sentence
from dashboard.text.words import word
from quacks_math.brew.model.transitions import Phase
from quacks_math.brew.results.advice import alternatives
from quacks_math.written import error, percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dashboard.components.verdict import Verdict
    from dashboard.solver.question import Reckoned, Reply
    from dashboard.table.state import Table
    from quacks_math.brew.model.transitions import BrewState
    from quacks_math.brew.payoff.stop_rule import StopRule
    from quacks_math.brew.results.advice import Method


class Closeness(NamedTuple):
    """When two values are too close to call.

    Attributes:
        least: A smaller difference is none, in the unit of the objective.
        share: Nor is one that is a smaller share of the better value.
        decimals: Digits shown after the point.
    """

    least: float
    share: float
    decimals: int


CLOSENESS: Final[Mapping[str, Closeness]] = {
    "worth": Closeness(0.05, 0.01, 1),
    "vp": Closeness(0.03, 0.01, 2),
    "coins": Closeness(0.1, 0.01, 1),
    "space": Closeness(0.1, 0.01, 1),
    "beat": Closeness(0.005, 0.01, 1),
}
"""By objective. Values rest on rates that are known to one part in a hundred at best."""
STEPS: Final = ((0.04, "slight"), (0.12, "clear"), (float("inf"), "large"))
"""Words for a difference as a share of the better value, by upper bound."""

PUT_BACK: Final = ("use_flask", "return")
WAITING: Final = ("keep", "go_on", "draw", "stop", "bag_empty", "place:none")


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands at the top of the page.

    Attributes:
        verdict: Shape and colour.
        word: The one word, empty for the usual one of the verdict.
        sentence: Why.
        method: How it was obtained, empty where nothing was reckoned.
    """

    verdict: Verdict
    word: str
    sentence: str
    method: str = ""


def number(value: float, table: Table, method: Method, *, unit: bool = True, fine: bool = False) -> str:
    """Write a value of the objective.

    Args:
        value: The value.
        table: Whose objective.
        method: How it was obtained.
        unit: Whether to name the unit.
        fine: Whether to show one digit more than usual.
    """
    kind = table.objective.kind
    if kind == "beat":
        return percent(value, played=method.played)
    text = f"{value:.{CLOSENESS[kind].decimals + int(fine)}f}"
    return word(f"unit.{kind}", value=text) if unit else text


def too_close(margin: float, best: float, table: Table, method: Method) -> bool:
    """Say whether a difference is too small to be sold as advice.

    Args:
        margin: Best value less the next.
        best: Best value.
        table: Whose objective.
        method: How the values were obtained.
    """
    close = CLOSENESS[table.objective.kind]
    return margin < max(close.least, close.share * abs(best), method.doubt)


def method_label(method: Method) -> str:
    """Write how a result was obtained: exact with its time, or simulated with its chance error and the loss of its play."""
    if method.kind == "exact":
        seconds = f"{method.seconds:.2f}" if method.seconds >= 0.01 else "<0.01"
        return word("method.exact", seconds=seconds)
    chance, loss = (error(size or 0.0, 2) for size in (method.standard_error, method.play_loss))
    return word("method.simulated", error=chance, loss=loss)


def headline(table: Table, moment: BrewState, reply: Reply) -> Headline:
    """Return the advice for the present moment.

    Args:
        table: The table.
        moment: Its brew after everything told.
        reply: What the solver has answered so far.
    """
    if moment.phase is Phase.DONE:
        verdict: Verdict = "exploded" if moment.exploded else "stopped"
        return Headline(verdict, "", pays_sentence(table, moment, reply.advice))
    if reply.problem:
        return Headline("choose", "", reply.problem)
    if reply.advice is None:
        key = "sentence.preparing" if reply.preparing else "sentence.reckoning"
        return Headline("thinking", word("verdict.preparing") if reply.preparing else "", word(key))
    said = _undecided(table, moment, reply.advice) or _advised(table, moment, reply.advice)
    return Headline(said.verdict, said.word, said.sentence, method_label(reply.advice.method))


def _advised(table: Table, moment: BrewState, advice: Reckoned) -> Headline:
    """Put the advised move into words."""
    values, action = advice.values, advice.action
    if action == "look":
        return Headline("choose", word("verdict.look"), word("sentence.look", count=moment.look))
    if moment.phase is Phase.SETTLING:
        return Headline("choose", "", word("sentence.settle"))
    offers = [move for move in (*PUT_BACK, "restart") if move == action or (moment.exploded and move in values)]
    if offers:
        return _between(table, advice, offers[0])
    kind = action.removeprefix("place:")
    if kind not in (action, "none"):
        sentence = word("sentence.place", kind=kind, value=number(values[action], table, advice.method))
        return Headline("choose", word("verdict.place", kind=kind), sentence)
    said = _draw_or_stop(table, moment, advice)
    if moment.seen is None:
        return said
    return Headline("choose", word("verdict.place_none"), f"{word('sentence.none_first')} {said.sentence}")


def _undecided(table: Table, moment: BrewState, advice: Reckoned) -> Headline | None:
    """Say that nothing can be gained, or which three or more moves are too close to call; None where there is advice."""
    values, action = advice.values, advice.action
    if advice.method.kind == "exact" and not any(values.values()):
        kind = "hopeless" if table.objective.kind == "beat" else "no_gain"
        return Headline("choose", word(f"verdict.{kind}"), word(f"sentence.{kind}", points=table.objective.threshold))
    if action == "look" or moment.phase is Phase.SETTLING:
        return None
    tied = _tied(table, advice)
    if len(tied) > 2 or (len(tied) > 1 and action.startswith("place:")):
        return Headline("close", "", _all_of(table, advice, tied))
    return None


def _tied(table: Table, advice: Reckoned) -> list[str]:
    """Return the advised move and the others that are too close to it, best first; a fixed rule ties nothing."""
    values, action = advice.values, advice.action
    if table.rule.kind != "best":
        return [action]
    told = alternatives(values, action)
    close = [
        move
        for move, value in told.items()
        if too_close(abs(values[action] - value), max(values[action], value), table, advice.method)
    ]
    return sorted(close, key=lambda move: (-values[move], move != action))


def _all_of(table: Table, advice: Reckoned, moves: Sequence[str]) -> str:
    """Write several moves that are too close to call, each with its value."""
    values, method = advice.values, advice.method
    said = [
        f"{_doing(move)} {number(values[move], table, method, unit=place == 0, fine=True)}"
        for place, move in enumerate(moves)
    ]
    margin = number(values[moves[0]] - values[moves[-1]], table, method, fine=True)
    return word("sentence.tied", moves=", ".join(said), margin=margin)


def _doing(move: str) -> str:
    """Write what one does with a move."""
    kind = move.removeprefix("place:")
    return word(f"doing.{move}") if kind in (move, "none") else word("doing.place", kind=kind)


def _between(table: Table, advice: Reckoned, move: str) -> Headline:
    """Compare one open choice with what is best without it."""
    values = advice.values
    other = max((name for name in values if name in WAITING), key=values.__getitem__)
    best, second = values[move], values[other]
    if too_close(abs(best - second), max(best, second), table, advice.method):
        return Headline("close", "", _compared("sentence.choice_close", move, other, table, advice))
    if second > best:
        return Headline("choose", word("verdict.go_on"), _compared("sentence.choice", other, move, table, advice))
    return Headline("choose", word(f"verdict.{move}"), _compared("sentence.choice", move, other, table, advice))


def _compared(key: str, first: str, second: str, table: Table, advice: Reckoned) -> str:
    """Write two moves with their values and the difference."""
    best, other = advice.values[first], advice.values[second]
    decimals = CLOSENESS[table.objective.kind].decimals
    fine = abs(best - other) < 10.0**-decimals
    # Of the numbers as they are shown, so that whoever subtracts them gets the same.
    margin = abs(best - other)
    if table.objective.kind != "beat":
        margin = abs(round(best, decimals + int(fine)) - round(other, decimals + int(fine)))
    return word(
        key,
        first=word(f"doing.{first}"),
        second=word(f"doing.{second}"),
        best=number(best, table, advice.method, fine=fine),
        other=number(other, table, advice.method, unit=False, fine=fine),
        margin=number(margin, table, advice.method, fine=fine),
    )


def _draw_or_stop(table: Table, moment: BrewState, advice: Reckoned) -> Headline:
    """Compare drawing with stopping, whatever the last chip left open being declined."""
    values = advice.values
    if "draw" not in values:
        return Headline("empty", "", word("sentence.empty", space=moment.scoring_index))
    draw, stop = values["draw"], values["stop"]
    first, second = ("draw", "stop") if draw > stop else ("stop", "draw")
    margin, best = abs(draw - stop), max(draw, stop)
    if table.rule.kind != "best":
        action: Verdict = "stop" if advice.action == "stop" else "draw"
        rule = word("sentence.by_rule", rule=rule_label(table.rule), doing=word(f"doing.{action}"))
        return Headline(action, "", rule + " " + _compared("sentence.values", first, second, table, advice))
    if too_close(margin, best, table, advice.method):
        return Headline("close", "", _compared("sentence.close", first, second, table, advice))
    share = margin / abs(best) if best else float("inf")
    size = next(name for bound, name in STEPS if share <= bound)
    sentence = _compared(f"sentence.{size}", first, second, table, advice)
    lead = _lead(table, advice)
    return Headline("draw" if first == "draw" else "stop", "", lead + sentence)


def _lead(table: Table, advice: Reckoned) -> str:
    """Say what becomes of an open choice when the next move is a draw or a stop."""
    backs = [advice.values[move] for move in PUT_BACK if move in advice.values]
    if not backs:
        return ""
    best = max(advice.values["draw"], advice.values["stop"])
    close = too_close(abs(best - max(backs)), max(best, *backs), table, advice.method)
    return word("sentence.either_first" if close else "sentence.keep_first") + " "


def rule_label(rule: StopRule) -> str:
    """Write a stop rule in words."""
    if rule.kind == "risk":
        return word("rule.risk", percent=percent(rule.threshold))
    return word(f"rule.{rule.kind}", count=rule.threshold)
