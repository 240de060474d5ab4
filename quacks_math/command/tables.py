"""Odds and advice as short tables for people."""

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.results.odds import Odds
from quacks_math.command.request import Question
from quacks_math.written import error, percent

if TYPE_CHECKING:
    from quacks_math.brew.results.advice import Advice, Method
    from quacks_math.brew.results.outcome import Outcome

MOST_DRAWS = 8
"""So many draws ahead are shown; JSON has all of them."""
NARROWEST = 80
"""Columns that every table fits."""
WIDEST = 1000
"""Columns of what no terminal shows: no table needs them all."""
SMALLEST_LEAD = 0.005
"""Values that look alike with two decimals are not told apart either."""
MOVES = {
    "draw": "draw a chip",
    "stop": "stop",
    "use_flask": "put the white chip back with the flask",
    "keep": "keep the chip",
    "return": "put the white chip back",
    "look": "look at the chips",
    "place": "place {}",
    "place_red": "place the red chip {}",
    "keep_red": "keep {} beside the pot",
    "return_red": "put {} back into the bag",
    "restart": "start again",
    "go_on": "go on",
    "take_points": "take the points",
    "take_coins": "take the coins",
    "exploded": "take both, points and coins",
    "bag_empty": "the bag is empty",
}
UNITS = {"worth": "VP", "coins": "coins", "vp": "VP", "space": "spaces", "beat": "chance to win"}


def wide_console() -> Console:
    """Return the terminal, taken to be wide enough for the tables: a narrower one wraps a line, but hides no number.

    What goes to a file or another program has lines as long as they need to be.
    """
    console = Console()
    return Console(width=max(console.width, NARROWEST) if console.is_terminal else WIDEST)


def new_table(*headings: str) -> Table:
    """Return an empty table: first column to the left, numbers to the right.

    Where there is no room a name goes on below, letter by letter; neither it nor a number is ever cut.
    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
    return table


def _counted(number: int, thing: str) -> str:
    """Return a number of things, such as "1 coin" or "2 coins"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _standing(odds: Odds) -> str:
    """Return where the pot stands, in two sentences."""
    space = odds.scoring_space
    pays = f"{_counted(space.coins, 'coin')}, {space.victory_points} VP" + (", ruby" if space.ruby else "")
    return (
        f"White {odds.white_sum} of {odds.white_limit}, last chip on space {odds.position}, "
        f"{_counted(odds.chips_left, 'chip')} left.\nScoring space {space.index}: {pays}."
    )


def show_odds(console: Console, odds: Odds) -> None:
    """Print where the pot stands, the risk, and what each kind of chip would do.

    Args:
        console: Where to print.
        odds: What to print.
    """
    console.print(_standing(odds))
    if odds.protected:
        console.print("[bold]The pot has exploded on a protected draw:[/bold] points and coins are both paid, no die.")
    elif odds.exploded:
        console.print("[bold]The pot has exploded.[/bold]")
    if not odds.next:
        return
    exploding = sum(chip.left for chip in odds.next if chip.explodes)
    console.print(
        f"[bold]The next draw explodes with {percent(odds.explode_next)}[/bold]: {exploding} of "
        f"{_counted(odds.chips_left, 'chip')}."
    )
    table = new_table("Next", "Left", "Chance", "Lands on", "White", "")
    for chip in odds.next:
        table.add_row(
            chip.kind,
            str(chip.left),
            percent(chip.fraction),
            "aside" if chip.lands_on is None else str(chip.lands_on),
            str(chip.white_sum),
            "explodes" if chip.explodes else "",
        )
    console.print(table)
    ahead = odds.explode_within[:MOST_DRAWS]
    within = new_table("Draws", *(str(draws) for draws in range(1, len(ahead) + 1)))
    within.add_row("exploded by then", *(percent(chance) for chance in ahead))
    console.print(within)


def _in_words(action: str) -> str:
    """Return a move in words."""
    move, _, kind = action.partition(":")
    return "place nothing" if kind == "none" else MOVES[move].format(kind)


def _valued(value: float, objective: Objective, method: "Method") -> str:
    """Return a value with the unit of the objective."""
    if objective.kind == "beat":
        return percent(value, played=method.played)
    return f"{value:.2f} {UNITS[objective.kind]}"


def _alternatives(advice: "Advice") -> dict[str, float]:
    """Return the moves worth telling apart, best first."""
    from quacks_math.brew.results.advice import alternatives  # noqa: PLC0415 (odds need not wait for the solver's arrays)

    told = alternatives(advice.values, advice.action)
    return {move.name: move.value for move in advice.moves if move.name in told}


def _verdict(question: Question, advice: "Advice") -> str:
    """Return the advice in one line; a difference too small to show, or inside the error of a simulation, is none."""
    best = _in_words(advice.action)
    moves = _alternatives(advice)
    others = [move for move in moves if move != advice.action]
    if not others:
        return f"[bold]{best}[/bold]"
    if not any(moves.values()):
        return _nothing(question.objective, advice.method)
    lead = moves[advice.action] - moves[others[0]]
    least = max(SMALLEST_LEAD, advice.method.doubt)
    close = [_in_words(move) for move in others if abs(moves[advice.action] - moves[move]) < least]
    if close:
        *listed, last = [best, *close]
        return f"[bold]Too close to call:[/bold] {', '.join(listed)} or {last}"
    if lead < 0:
        return f"[bold]{best}[/bold], by the rule {question.rule}"
    return (
        f"[bold]{best}[/bold]: {_valued(lead, question.objective, advice.method)} better than to {_in_words(others[0])}"
    )


def _nothing(objective: Objective, method: "Method") -> str:
    """Return what is to be said where no move is worth anything: no advice, and no close decision either."""
    if method.kind != "exact":
        return "[bold]Nothing succeeds:[/bold] no brew that was played brought anything"
    if objective.kind == "beat":
        return f"[bold]Nothing can succeed:[/bold] no play reaches {objective.threshold} points"
    return "[bold]Nothing can be gained any more,[/bold] whatever you do"


def _method(method: "Method") -> str:
    """Return how the numbers were obtained."""
    if method.kind == "exact":
        return f"exact, {method.states:,} states, {method.seconds:.2f} s"
    chance, loss = (error(size or 0.0, 3) for size in (method.standard_error, method.play_loss))
    return f"simulated: best play is worth at least that, ± {chance}, play loses about {loss}, {method.seconds:.2f} s"


def _ending(outcome: "Outcome", method: "Method") -> Table:
    """Return how the brew ends."""
    table = new_table("At the end", "")
    table.add_row("exploded", percent(outcome.explode, played=method.played))
    table.add_row("scoring space, mean", f"{outcome.mean_scoring_index:.1f}")
    table.add_row("coins, mean", f"{outcome.mean_coins:.1f}")
    table.add_row("VP, mean", f"{outcome.mean_victory_points:.2f}")
    if outcome.mean_rubies is not None:
        table.add_row("rubies, mean", f"{outcome.mean_rubies:.2f}")
    return table


def show_advice(console: Console, question: Question, advice: "Advice") -> None:
    """Print the odds, the advice, what each move is worth, how the brew ends, and how the numbers were obtained.

    Args:
        console: Where to print.
        question: What was asked.
        advice: The answer.
    """
    console.print(_verdict(question, advice), highlight=False)
    if advice.values:
        table = new_table("Move", str(question.objective), "")
        for move, value in _alternatives(advice).items():
            explodes = "explodes" if move in advice.exploding else ""
            table.add_row(_in_words(move), _valued(value, question.objective, advice.method), explodes)
        console.print(table)
    show_odds(console, advice.odds)
    console.print(_ending(advice.outcome, advice.method))
    console.print(f"{_method(advice.method)}; stop rule {question.rule}", highlight=False)
    if question.objective.kind == "worth":
        console.print(f"Rates of round {question.brew.round}: {question.rates.source}", highlight=False)
    for sentence in advice.forgotten:
        console.print(sentence, highlight=False)
    if advice.rulings:
        console.print(f"Depends on rulings: {', '.join(advice.rulings)}", highlight=False)
