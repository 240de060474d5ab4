"""Ground truth of one brew: every value an exact fraction, by recursion over whole pots.

The recursion is the game itself. A pot with a choice is worth its best choice, a pot before a chance is worth the
average of what may come, a finished pot is worth its evaluation:

    value(pot) = evaluate(pot)                                   nothing left to decide
               = max over choices of sum of chance * value(next)  else; a stop rule picks between draw and stop

It ends because every draw empties the bag by one chip, and a chip gets back only by the flask (once), by Well Stirred
(once), by a yellow chip (each once) and by a restart (once).

Order of the choices, which is also the order in which equal values are settled: keep or go on, then flask, return,
restart; stop before draw; placing nothing first; a red is kept, else put back, else placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from . import brew_pot as table
from .brew_evaluation import Evaluation, evaluate
from .brew_pot import Pot
from .brew_setup import OracleBrew, OracleRates, colour_of, value_of

__all__ = ["OracleBrew", "OracleRates", "best", "explode_within", "next_draw", "outcome", "values"]

Event = tuple[Any, ...]
Chance = list[tuple[Fraction, list[Pot]]]  # each chance with the pots the player may then make of it
Result = tuple[int, bool, int]  # scoring index, exploded, rubies gained
CERTAIN = Fraction(1)


class Play(NamedTuple):
    """How a brew ends when it is played on from some pot.

    Attributes:
        results: Chance of each result.
        ties: Whether somewhere two choices of equal value lead to different results.
        ruby_ties: Whether somewhere step B could gain another number of rubies at equal value.
    """

    results: dict[Result, Fraction]
    ties: bool
    ruby_ties: bool


def drawing(brew: OracleBrew, pot: Pot) -> Chance:
    """Return what a draw may bring."""
    left = table.chips_left(pot)
    return [(Fraction(count, left), table.after_draw(brew, pot, kind)) for kind, count in pot.bag]


def looking(pot: Pot) -> Chance:
    """Return what a look may show."""
    return [(chance, [table.after_looked_at(pot, hand)]) for chance, hand in table.hands(pot)]


def wants_to_draw(brew: OracleBrew, pot: Pot) -> bool:
    """Say whether the fixed stop rule of the brew draws from a settled pot."""
    name, _, number = brew.rule.replace("<=", "=").replace(">=", "=").partition("=")
    if name == "risk":
        return table.explode_next(brew, pot) <= Fraction(number)
    if name == "white":
        return table.white_sum(pot) < int(number)
    if name == "chips":
        return len(pot.chips) < int(number)
    return True  # never stop


def is_open(pot: Pot) -> bool:
    """Say whether the last chip still leaves a choice: keep or return it, restart or go on."""
    return pot.before_white is not None or pot.may_return or pot.offer == table.OFFER_PENDING


def open_choices(brew: OracleBrew, pot: Pot) -> dict[str, Chance]:
    """List the choices a last chip leaves open, beside the one of leaving everything as it is."""
    choices: dict[str, Chance] = {}
    if pot.before_white is not None and pot.flask_reaches:
        choices["use_flask"] = [(CERTAIN, [table.after_flask(pot)])]
    if pot.may_return:
        choices["return"] = [(CERTAIN, [table.after_return(pot)])]
    if pot.offer == table.OFFER_PENDING:
        choices["restart"] = [(CERTAIN, [table.after_restart(brew, pot)])]
    return choices


def draw_or_stop(brew: OracleBrew, pot: Pot) -> dict[str, Chance]:
    """List the two choices of a settled pot; with an empty bag only its end."""
    stopping: Chance = [(CERTAIN, [table.after_stop(brew, pot)])]
    if not pot.bag:
        return {"bag_empty": stopping}
    return {"stop": stopping, "draw": drawing(brew, pot)}


def placing(brew: OracleBrew, pot: Pot) -> dict[str, Chance]:
    """List what can be done with the chips seen."""
    choices: dict[str, Chance] = {"place:none": [(CERTAIN, table.after_placing(brew, pot, None))]}
    for kind in sorted(set(pot.seen)):
        choices[f"place:{kind}"] = [(CERTAIN, table.after_placing(brew, pot, kind))]
    return choices


def deciding_reds(brew: OracleBrew, pot: Pot) -> dict[str, Chance]:
    """List what can be done with each set-aside red."""
    choices: dict[str, Chance] = {}
    for action, decision in (("keep_red", "keep"), ("return_red", "back"), ("place_red", "place")):
        for kind in sorted(set(pot.aside + pot.beside)):
            choices[f"{action}:{kind}"] = [(CERTAIN, table.after_red(brew, pot, kind, decision))]
    return choices


class Solver:
    """Values and best play of one brew, remembered pot by pot."""

    def __init__(self, brew: OracleBrew) -> None:
        """Start with nothing remembered."""
        self.brew = brew
        self.known: dict[Pot, Fraction] = {}
        self.known_plays: dict[Pot, Play] = {}
        self.known_evaluations: dict[Pot, Evaluation] = {}

    def evaluation(self, pot: Pot) -> Evaluation:
        """Evaluate a finished pot."""
        if pot not in self.known_evaluations:
            self.known_evaluations[pot] = evaluate(self.brew, pot)
        return self.known_evaluations[pot]

    def choices(self, pot: Pot) -> dict[str, Chance]:
        """List the choices of a pot in the order of preference; a stop rule leaves only one of draw and stop."""
        if is_open(pot):
            return {"go_on": [(CERTAIN, [table.settled(pot)])], **open_choices(self.brew, pot)}
        if pot.phase == table.BREWING:
            choices = draw_or_stop(self.brew, pot)
            if self.brew.rule != "best" and "draw" in choices:
                del choices["stop" if wants_to_draw(self.brew, pot) else "draw"]
            return choices
        if pot.phase in (table.LOOK, table.STRONG_LOOK):
            return {"look": looking(pot)}
        if pot.phase in (table.SEEN, table.STRONG_SEEN):
            return placing(self.brew, pot)
        return deciding_reds(self.brew, pot)

    def value(self, pot: Pot) -> Fraction:
        """Return the value of a pot."""
        if pot not in self.known:
            choices = self.choices(pot)
            if choices:
                self.known[pot] = max(self.value_of_chance(chance) for chance in choices.values())
            else:
                self.known[pot] = self.evaluation(pot).value
        return self.known[pot]

    def value_of_chance(self, chance: Chance) -> Fraction:
        """Return the average over what may come, the player making the best of each."""
        total = Fraction(0)
        for probability, pots in chance:
            value = self.value(pots[0]) if len(pots) == 1 else max(self.value(pot) for pot in pots)
            if len(chance) == 1:
                return value
            total += probability * value
        return total

    def play(self, pot: Pot) -> Play:
        """Return how the brew ends from a pot on."""
        if pot not in self.known_plays:
            self.known_plays[pot] = self.play_anew(pot)
        return self.known_plays[pot]

    def play_anew(self, pot: Pot) -> Play:
        """Follow the first of the best choices, and the others of equal value to see whether they end differently."""
        choices = self.choices(pot)
        if not choices:
            evaluation = self.evaluation(pot)
            results = {(index, pot.exploded, rubies): chance for (index, rubies), chance in evaluation.results.items()}
            return Play(results, evaluation.index_ties, evaluation.ruby_ties)
        if len(choices) == 1:
            return self.play_chance(*choices.values())
        highest = self.value(pot)
        plays = [self.play_chance(chance) for chance in choices.values() if self.value_of_chance(chance) == highest]
        return chosen_among(plays)

    def play_chance(self, chance: Chance) -> Play:
        """Mix the ends of everything that may come."""
        results: dict[Result, Fraction] = {}
        ties = ruby_ties = False
        for probability, pots in chance:
            play = self.play(pots[0])
            if len(pots) > 1:
                highest = max(self.value(pot) for pot in pots)
                play = chosen_among([self.play(pot) for pot in pots if self.value(pot) == highest])
            ties |= play.ties
            ruby_ties |= play.ruby_ties
            for result, inner in play.results.items():
                results[result] = results.get(result, Fraction(0)) + probability * inner
        return Play(results, ties, ruby_ties)


def chosen_among(plays: Sequence[Play]) -> Play:
    """Return the first of several plays of equal value, and whether another one ends differently."""
    first = plays[0]
    ties = any(play.ties or play.results != first.results for play in plays)
    return Play(first.results, ties, any(play.ruby_ties for play in plays))


last_solver: list[Solver] = []


def solver_of(brew: OracleBrew) -> Solver:
    """Return the solver of a brew, the last one again if the brew is equal to the last."""
    if not last_solver or last_solver[0].brew != brew:
        last_solver[:] = [Solver(brew)]
    return last_solver[0]


def check_phase(pot: Pot, phases: tuple[str, ...], event: Event) -> None:
    """Refuse an event out of its time.

    Raises:
        ValueError: The pot is in none of these phases.
    """
    if pot.phase not in phases:
        raise ValueError(f"{event} cannot happen now: the brew is at {pot.phase!r}")


def after_event(brew: OracleBrew, pot: Pot, event: Event) -> Pot:
    """Return the pot after one told event; where spaces may be declined, all of them are taken.

    Raises:
        ValueError: The event cannot happen now.
    """
    name, *details = event
    if name in ("draw", "stop"):
        check_phase(pot, (table.BREWING, table.LOOK, table.SEEN), event)
        return table.after_stop(brew, pot) if name == "stop" else table.after_draw(brew, pot, details[0])[0]
    if name == "flask":
        return table.after_flask(pot)
    if name in ("stir", "return"):
        if (name == "stir") != (pot.before_white is not None):
            raise ValueError(f"{event} cannot happen now")
        return table.after_return(pot)
    if name == "look":
        check_phase(pot, (table.LOOK, table.STRONG_LOOK), event)
        seen = tuple(sorted(details[0]))
        if seen not in [hand for _, hand in table.hands(pot)]:
            raise ValueError(f"a look cannot show {seen}: {pot.look} chips of {pot.bag} are seen")
        return table.after_looked_at(pot, seen)
    if name == "place":
        check_phase(pot, (table.SEEN, table.STRONG_SEEN), event)
        if details[0] is not None and details[0] not in pot.seen:
            raise ValueError(f"{details[0]} was not seen, only {pot.seen}")
        return table.after_placing(brew, pot, details[0])[0]
    if name == "restart":
        return table.after_restart(brew, pot)
    if name == "go_on":
        if pot.offer != table.OFFER_PENDING:
            raise ValueError("no Second Chance is offered now")
        return table.settled(pot)
    if name in ("red", "keep", "back"):
        pot = table.settled(pot)
        if pot.phase == table.BREWING and not pot.bag:
            pot = table.after_stop(brew, pot)
        check_phase(pot, (table.ENDED,), event)
        return table.after_red(brew, pot, details[0], "place" if name == "red" else name)[0]
    raise ValueError(f"{event} is no event")


def pot_after(brew: OracleBrew, events: Sequence[Event]) -> Pot:
    """Return the pot after all told events."""
    pot = table.first_pot(brew)
    for event in events:
        pot = after_event(brew, pot, event)
    return pot


def values(brew: OracleBrew, events: Sequence[Event] = ()) -> dict[str, Fraction]:
    """Return the value of every legal move after these events.

    Under a fixed stop rule ``draw`` and ``stop`` are the values of doing that now and following the rule afterwards.
    Both imply keeping the last chip and going on. ``keep`` (while a white may go back) and ``go_on`` (while a restart
    is offered) are worth the best that may follow them. ``return`` is yellow 1's and Well Stirred's. ``bag_empty``
    stands for ``stop`` when the bag is empty. A finished pot has the one entry ``stop``, after a protected explosion
    ``exploded``; any other exploded pot takes its points or its coins.

    Args:
        brew: The brew.
        events: What has come out so far.
    """
    pot, solver = pot_after(brew, events), solver_of(brew)
    found: dict[str, Chance] = {}
    calm = table.settled(pot) if is_open(pot) else pot
    if calm.phase == table.BREWING:
        found |= draw_or_stop(brew, calm)
    elif not is_open(pot):
        found |= solver.choices(pot)
    found |= open_choices(brew, pot)
    moves = {action: solver.value_of_chance(chance) for action, chance in found.items()}
    if pot.offer == table.OFFER_PENDING:
        moves["go_on"] = solver.value(calm)
    if "use_flask" in moves or "return" in moves:
        kept = pot._replace(before_white=None, flask_reaches=False, may_return=False)
        moves["keep"] = solver.value(kept)
    if not moves and pot.exploded and not pot.protected:
        return {f"take_{what}": solver.value(pot._replace(takes=what)) for what in ("points", "coins")}
    if not moves:
        moves["exploded" if pot.exploded else "stop"] = solver.value(pot)
    return moves


def best(brew: OracleBrew, events: Sequence[Event] = ()) -> Fraction:
    """Return the value after these events under best play, or under the brew's stop rule."""
    return solver_of(brew).value(pot_after(brew, events))


def outcome(brew: OracleBrew, events: Sequence[Event] = ()) -> dict[str, Any]:
    """Return how the brew ends from here under best play, or under the stop rule.

    Returns:
        ``explode``: chance that the pot ends exploded, protected or not. ``scoring``: chance of each ``(scoring index
        after green 3, exploded)``. ``rubies``: chance of each number of rubies gained minus paid, the scoring space's
        included, the die's not. ``ties``: whether anywhere reachable two choices of equal value end differently.
        ``ruby_ties``: whether step B alone could have gained another number of rubies at equal value.
    """
    play = solver_of(brew).play(pot_after(brew, events))
    scoring: dict[tuple[int, bool], Fraction] = {}
    rubies: dict[int, Fraction] = {}
    explode = Fraction(0)
    for (index, exploded, gained), probability in play.results.items():
        scoring[index, exploded] = scoring.get((index, exploded), Fraction(0)) + probability
        rubies[gained] = rubies.get(gained, Fraction(0)) + probability
        explode += probability * exploded
    return {"explode": explode, "scoring": scoring, "rubies": rubies, "ties": play.ties, "ruby_ties": play.ruby_ties}


def next_draw(brew: OracleBrew, events: Sequence[Event] = ()) -> Fraction:
    """Return the chance that the next chip drawn explodes the pot; 0 once drawing has ended."""
    pot = table.settled(pot_after(brew, events))
    return table.explode_next(brew, pot) if pot.phase == table.BREWING else Fraction(0)


def explode_within(brew: OracleBrew, events: Sequence[Event], k: int) -> Fraction:
    """Return the chance of exploding within the next ``k`` draws if every chip is placed and nothing is put back."""
    pot = table.settled(pot_after(brew, events))
    if pot.phase != table.BREWING:
        return Fraction(0)
    raises_limit = brew.book("Y") == 3
    bag: dict[str, int] = {}
    for kind, count in pot.bag:
        matters = colour_of(kind) == "W" or (raises_limit and colour_of(kind) == "Y")
        name = kind if matters else "safe"
        bag[name] = bag.get(name, 0) + count
    return blind_draws(brew, tuple(sorted(bag.items())), table.white_sum(pot), table.number_of(pot, "Y"), k, {})


def blind_draws(
    brew: OracleBrew,
    bag: tuple[tuple[str, int], ...],
    white_sum: int,
    yellows: int,
    draws: int,
    known: dict[tuple[Any, ...], Fraction],
) -> Fraction:
    """Return the chance of exploding within some draws from a bag whose harmless chips are all called ``safe``."""
    left = sum(count for _, count in bag)
    if draws == 0 or left == 0:
        return Fraction(0)
    key = (bag, draws)
    if key not in known:
        total = Fraction(0)
        for kind, count in bag:
            whites = white_sum + (value_of(kind) if colour_of(kind) == "W" else 0)
            now_yellow = yellows + (colour_of(kind) == "Y")
            if whites > table.white_limit(brew, now_yellow):
                total += Fraction(count, left)
            else:
                rest = table.plus(bag, kind, -1)
                total += Fraction(count, left) * blind_draws(brew, rest, whites, now_yellow, draws - 1, known)
        known[key] = total
    return known[key]
