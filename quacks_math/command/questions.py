"""The options of ``quacks odds`` and ``quacks advise``, which both ask about one brew."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from typer import Argument, Option

from quacks_math.material.files import MOST_DIGITS
from quacks_math.material.validation import shown

Text = str | None
"""An option that was given as a text, or not at all. Numbers come as texts too: one place checks them all."""
NOTATION = (
    "[bold]Chips[/bold] are colour and value: W white, O orange, G green, B blue, R red, Y yellow, P purple, K black; "
    "W1 is a white 1-chip.\n\n"
    "[bold]BAG[/bold]: chips with their number, such as 'W1x4 W2x2 W3 O1 G1'.\n\n"
    "[bold]POT[/bold]: what came out, in order. W3! went back by the flask, W1~ by Well Stirred, Y1< sent back the "
    "white chip before it. B2\\[W3 R1>R1] saw two chips and placed one (>- none); B2\\[W3 R1 at the end has still to "
    "choose, B2\\[ to look. Then . stopped, / began again (A Second Chance), +R1 placed a red chip set aside before.\n\n"
    "[bold]Order forgotten[/bold]: give --left, --white-sum and --space instead of BAG and --drawn. With --last the flask "
    "is offered where it is known how the last chip came to its space; else the answer says what to tell, for instance "
    "--space-before. With --before (the chip before the last) yellow of set 1 may send that one back."
)
"""The written form in short, below the options; in full it stands in ``quacks_math.brew.model.notation``."""
MARGIN = (
    "The [bold]margin[/bold] (in JSON) is the value of the move advised minus that of the best other one. Under a fixed "
    "--rule it can be negative: then the rule's move is worse than the other by that much."
)
"""What may be misread in an answer of ``quacks advise``."""
NUMBERS = ("start", "rats", "limit", "round", "rubies", "beat", "white_sum", "space", "space_before")


def whole_number(name: str, text: str) -> int:
    """Return the number written in an option; whether it is possible is asked where it is used.

    Raises:
        ValueError: If it is no whole number, or has more digits than any that is possible.
    """
    if not re.fullmatch(r"[+-]?[0-9]+", text.strip()):
        raise ValueError(f"{shown(text)} is no number for --{name.replace('_', '-')}; use a whole number, such as 3.")
    if len(text.strip()) > MOST_DIGITS + 1:
        raise ValueError(
            f"{shown(text)} is no number for --{name.replace('_', '-')}; it has too many digits, use a smaller one."
        )
    return int(text)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given, with numbers as numbers and the bag in one piece.

    With counts there is no bag, and a bare ``KIND=N`` belongs to ``--pot``.
    """
    given = {name: value for name, value in options.items() if value is not None}
    words: list[str] = given.pop("bag", [])
    if "left" in given and words and all("=" in word for word in words):
        given["pot"] = [*given.get("pot", []), *words]
    elif words:
        given["bag"] = " ".join(words)
    return given | {name: whole_number(name, given[name]) for name in NUMBERS if name in given}


def question(answer: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the options of a question about one brew.

    Args:
        answer: Is called with the options that were given and the flags ``as_json`` and ``lines``.
    """

    def command(
        bag: Annotated[
            list[str] | None, Argument(metavar="BAG", help="Bag before the round: 'W1x4 W2x2 W3 O1 G1'.")
        ] = None,
        drawn: Annotated[Text, Option(metavar="POT", help="What came out so far: 'O1 W2 B1[W3 R1>R1] W1!'.")] = None,
        books: Annotated[
            Text, Option(metavar="BOOKS", help="set1 to set4, or blue=1,red=3; the rest is set 1.")
        ] = None,
        start: Annotated[Text, Option(metavar="N", help="Space of the droplet, 0 to 52.  \\[default: 0]")] = None,
        rats: Annotated[Text, Option(metavar="N", help="Rat tails added to it.  \\[default: 0]")] = None,
        limit: Annotated[Text, Option(metavar="N", help="White limit.  \\[default: 7; 9 in luxury]")] = None,
        card: Annotated[Text, Option(metavar="CARD", help="Fortune card: its English title or id.")] = None,
        no_flask: Annotated[bool, Option("--no-flask", help="The flask is empty at the start of the round.")] = False,
        round_number: Annotated[
            Text, Option("--round", metavar="N", help="Round: selects rates and open books.  \\[default: 1]")
        ] = None,
        rubies: Annotated[Text, Option(metavar="N", help="Rubies held before the brew.  \\[default: 0]")] = None,
        rivals: Annotated[Text, Option(metavar="N,N!,…", help="Scoring indices of other seats, ! = exploded.")] = None,
        rival_black: Annotated[Text, Option(metavar="N,…", help="Black chips of the neighbours.")] = None,
        beat: Annotated[Text, Option(metavar="N", help="Round 9: points to exceed; short for the objective.")] = None,
        objective: Annotated[
            Text, Option(metavar="AIM", help="worth, coins, vp, space or beat=N.  \\[default: worth]")
        ] = None,
        rule: Annotated[
            Text,
            Option(metavar="RULE", help="Who stops: best, risk<=1/4, white>=7, chips>=5 or never.  \\[default: best]"),
        ] = None,
        rates: Annotated[Text, Option(metavar="FILE", help="JSON: what things are worth later.")] = None,
        house: Annotated[list[str] | None, Option(metavar="ID=CHOICE", help="A ruling; may be repeated.")] = None,
        seen: Annotated[Text, Option(metavar="CHIPS", help="What a pending look shows: 'W3 R1'.")] = None,
        beside: Annotated[Text, Option(metavar="BAG", help="Red chips kept beside the pot (red of set 2).")] = None,
        left: Annotated[Text, Option(metavar="BAG", help="Order forgotten: what is left in the bag.")] = None,
        white_sum: Annotated[Text, Option(metavar="N", help="Order forgotten: white sum in the pot.")] = None,
        space: Annotated[Text, Option(metavar="N", help="Order forgotten: space of the last chip.")] = None,
        last: Annotated[Text, Option(metavar="KIND", help="Order forgotten: the last chip.")] = None,
        before: Annotated[Text, Option(metavar="KIND", help="Order forgotten: the chip before the last.")] = None,
        space_before: Annotated[Text, Option(metavar="N", help="Order forgotten: its space, or the start.")] = None,
        pot: Annotated[
            list[str] | None, Option(metavar="KIND=N", help="Order forgotten: chips in the pot; may be repeated.")
        ] = None,
        as_json: Annotated[bool, Option("--json", help="Answer as JSON.")] = False,
        lines: Annotated[
            bool, Option("--lines", help="Read one JSON object a line (option names as keys) from standard input.")
        ] = False,
    ) -> None:
        options = dict(locals())
        for name in ("as_json", "lines", "no_flask", "round_number", "answer"):
            options.pop(name, None)
        options |= {"round": round_number, "flask": False if no_flask else None}
        answer(_given(options), as_json=as_json, lines=lines)

    return command
