"""Advice as one frozen result: the action value Q of every legal move, where play ends, and how all that was obtained."""

from dataclasses import dataclass
from typing import Any, Literal

from quacks_math.brew.results.odds import Odds
from quacks_math.brew.results.outcome import Outcome

STANDARD_ERRORS = 2.0
"""A lead of fewer standard errors than this may be chance."""
IMPLIED = ("keep", "go_on")
"""Moves that a draw or a stop implies where it is possible; they are no alternative to it."""


@dataclass(frozen=True, slots=True)
class Method:
    """How numbers were obtained.

    Attributes:
        kind: ``exact`` or ``simulated``.
        states: States solved, when exact; when simulated, brews played for each move that leaves something to chance.
        seconds: Time it took.
        standard_error: Chance error of the values, the largest of all moves, when simulated; None when exact. Never 0.
        play_loss: When simulated, how far the values lie below those of best play because the play that was simulated is
            not quite best play: measured, the largest of all moves. None when exact.
        played_by: By what rule brews were played, when simulated; None when exact.
    """

    kind: Literal["exact", "simulated"]
    states: int
    seconds: float
    standard_error: float | None = None
    play_loss: float | None = None
    played_by: str | None = None

    @property
    def doubt(self) -> float:
        """A lead smaller than this may be chance, or be due to what the play that was simulated loses; 0 when exact."""
        return STANDARD_ERRORS * (self.standard_error or 0.0) + (self.play_loss or 0.0)

    @property
    def played(self) -> int | None:
        """Brews played, None when exact: a share of them is no certainty, however often it came out the same."""
        return None if self.kind == "exact" else self.states

    def as_json(self) -> dict[str, Any]:
        """Return plain values with the keys of the written interface."""
        return {
            "kind": self.kind,
            "states": self.states,
            "seconds": self.seconds,
            "standard_error": self.standard_error,
            "play_loss": self.play_loss,
        }


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move.

    Attributes:
        name: As in ``model.legality.legal_actions``.
        value: Its value under the objective.
        explodes: Whether it makes the pot explode for certain.
    """

    name: str
    value: float
    explodes: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a brew, and why.

    Attributes:
        odds: Where the brew stands and what the next draws may bring, exactly.
        action: The best move; between drawing and stopping a fixed rule decides.
        values: The value of every legal move under the objective, in its unit.
        exploding: The moves among them that make the pot explode for certain.
        margin: Value of that move minus the best other one, None when there is no other. Below 0 where a fixed rule
            decides against the better move: the rule's move is worse than the other by that much.
        next_values: By kind: value once that chip came out next.
        outcome: Where best play (or the fixed rule) ends from here.
        method: How values and outcome were obtained.
        rulings: House rulings that matter here, as ``id=choice``.
        forgotten: What is not known, and what follows from that, one sentence each; empty where the order was told.
    """

    odds: Odds
    action: str
    values: dict[str, float]
    exploding: tuple[str, ...]
    margin: float | None
    next_values: dict[str, float]
    outcome: Outcome
    method: Method
    rulings: tuple[str, ...]
    forgotten: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move, best first; of equal ones the advised."""
        ranked = sorted(self.values.items(), key=lambda entry: (-entry[1], entry[0] != self.action))
        return tuple(Move(name, value, name in self.exploding) for name, value in ranked)

    def as_json(self) -> dict[str, Any]:
        """Return plain values with the keys of the written interface."""
        content = self.odds.as_json()
        for entry in content["next"]:
            entry["value"] = self.next_values.get(entry["kind"])
        return content | {
            "action": self.action,
            "values": dict(self.values),
            "moves": [{"name": move.name, "value": move.value, "explodes": move.explodes} for move in self.moves],
            "margin": self.margin,
            "outcome": self.outcome.as_json(),
            "method": self.method.as_json(),
            "rulings": list(self.rulings),
            "forgotten": list(self.forgotten),
        }


def lead(values: dict[str, float], action: str) -> float | None:
    """Return the value of a move minus that of the best other one, None when there is no other.

    Args:
        values: Values of all legal moves.
        action: The move.
    """
    others = [value for move, value in alternatives(values, action).items() if move != action]
    return values[action] - max(others) if others else None


def alternatives(values: dict[str, float], action: str) -> dict[str, float]:
    """Return the moves that are worth telling apart, with their values: without those that a draw or a stop implies.

    Args:
        values: Values of all legal moves.
        action: The move advised, which is always among them.
    """
    implied = IMPLIED if "draw" in values or "stop" in values or "bag_empty" in values else ()
    return {move: value for move, value in values.items() if move == action or move not in implied}
