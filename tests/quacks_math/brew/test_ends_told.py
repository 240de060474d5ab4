"""What is said of a pot that has ended, of moves that end it, and of moves among which there is nothing to choose."""

import pytest

from quacks_math.brew.advise import advise
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.odds import odds
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import Rates
from quacks_math.brew.results.advice import Advice
from quacks_math.material.books import books_from
from tests.oracle import brew_oracle
from tests.quacks_math.brew_twins import Question, close, events_for_oracle, for_oracle, rates_of
from tests.quacks_math.command.test_cli import Quacks, quacks

__all__ = ["quacks"]

START = "W1x4 W2x2 W3 O1 G1"
EXPLODED = "W3 W2 W2 W1"
GREENS = "G1 W2x2 W3 G2 O1"
SEVEN = "G1 W2 W2 W3 G2 ."
RATES = Rates(coins=tuple(0.5 * number for number in range(36)), ruby=2.0, flask=1.5, die=9.0, die_chance=(1.0,) * 54)


def brew(bag: str, pot: str, books: str = "", **setting: object) -> Brew:
    sets = {name: int(number) for name, _, number in (word.partition("=") for word in books.split())}
    return Brew(Bag.parse(bag), books=books_from(sets), pot=parse_pot(pot), **setting)  # type: ignore[arg-type]


def answer(bag: str, pot: str, books: str = "", objective: str = "worth", **setting: object) -> Advice:
    return advise(brew(bag, pot, books, **setting), Objective.parse(objective), rates=RATES)


def test_an_exploded_pot_takes_its_points_or_its_coins() -> None:
    found = answer(START, EXPLODED)
    # Space 9: 9 coins, 1 VP and a ruby; the flask is still full, there is no die.
    assert found.values == pytest.approx({"take_points": 1 + 2 + 1.5, "take_coins": 4.5 + 2 + 1.5})
    assert (found.action, found.margin) == ("take_coins", pytest.approx(3.5))
    assert found.as_json()["moves"] == [
        {"name": "take_coins", "value": pytest.approx(8), "explodes": False},
        {"name": "take_points", "value": pytest.approx(4.5), "explodes": False},
    ]
    assert found.as_json()["protected"] is False


def test_in_round_9_the_coins_of_an_exploded_pot_are_converted() -> None:
    # 18 coins are 3 points and the space prints 5; three rubies, one of them held, are one point.
    found = answer("W3x3 O1x8", "O1x8 W3 W3 W3", round=9, rubies=1)
    assert found.odds.scoring_space.coins // 5 + 0.0 == 3
    points = found.odds.scoring_space.victory_points
    rubies = (1 + int(found.odds.scoring_space.ruby)) // 2
    assert found.values == pytest.approx({"take_points": points + rubies, "take_coins": 3 + rubies})
    assert found.action == "take_points"


def test_a_protected_pot_gets_both_and_says_so() -> None:
    found = answer("W3x3 B1", "W3 W3 B1 W3", "blue=2")
    space = found.odds.scoring_space
    worth = space.victory_points + 0.5 * space.coins + 2 * space.ruby + 1.5
    assert found.values == pytest.approx({"exploded": worth})
    assert found.as_json()["protected"] is True
    assert found.action == "exploded"
    assert odds(brew("W3x3 B1", "W3 W3 B1 W3", "blue=2")).as_json()["protected"] is True
    assert odds(brew("W3x3 B1", "W3 W3 B1", "blue=2")).as_json()["protected"] is False


@pytest.mark.parametrize(
    ("bag", "pot", "books", "setting"),
    [
        (START, EXPLODED, "", {}),
        (START, EXPLODED, "", {"round": 9, "rubies": 3}),
        ("W3x3 P1x2 G1 G4", "P1 P1 G1 G4 W3 W3 W3", "green=4 purple=2", {"round": 5, "rubies": 1}),
        ("W3x3 R1 O1", "R1 W3 W3 W3 +R1", "red=2", {"round": 4}),
        ("W3x3 R1 O1", "R1 W3 W3 W3", "red=2", {"round": 4}),
        ("W3x3 R1 O1 B2", "R1 W3 W3 B2 W3", "red=2 blue=2", {"round": 4}),
        ("W3x2 W1 G2 O1", "G2 W3 W3 W1", "green=3", {"limit": 6}),
        ("W3x2 W1 B1 O1", "B1 W3 W3 W1", "blue=4", {"limit": 6, "start": 2}),
    ],
)
def test_the_oracle_finds_the_same_values_of_an_ended_pot(
    bag: str, pot: str, books: str, setting: dict[str, int]
) -> None:
    for objective in ("worth", "coins", "vp", "space", *(["beat=3"] if setting.get("round") == 9 else [])):
        asked = brew(bag, pot, books, **setting)
        expected = brew_oracle.values(for_oracle(Question(asked, objective)), events_for_oracle(asked.pot))
        found = advise(asked, Objective.parse(objective), rates=rates_of(0)).values
        assert set(found) == set(expected)
        for move, value in expected.items():
            assert found[move] == close(value), (objective, move)


def test_green_3_is_scored_once_drawing_has_ended() -> None:
    stopped = brew(GREENS, SEVEN, "green=3")
    assert odds(stopped).scoring_space.index == 14
    found = advise(stopped)
    assert found.odds.scoring_space.index == 14
    assert [space.index for space in found.outcome.scoring_space] == [14]
    assert odds(stopped).position == 10
    assert odds(brew(GREENS, SEVEN.replace(" .", ""), "green=3")).scoring_space.index == 11, "while it may go on"
    assert odds(brew(GREENS, "G1 W2 W2 W3 G2 O1", "green=3")).scoring_space.index == 15, "nothing is left to draw"
    assert odds(brew(GREENS, SEVEN)).scoring_space.index == 11
    assert odds(brew(GREENS, "G1 W2 W2 G2 .", "green=3")).scoring_space.index == 8, "not a sum of seven"


def test_green_3_is_not_scored_where_it_is_better_left() -> None:
    # The space 10 after the last chip shows no ruby, 9 does: with rubies worth more than all else it stays there.
    rates = Rates(ruby=100.0, coins=tuple(0.1 * number for number in range(36)))
    stopped = brew("W3x2 W1 G1 O1", "G1 W3 W3 W1 .", "green=3")
    assert odds(stopped).scoring_space.index == 10
    assert advise(stopped, rates=rates).odds.scoring_space.index == 9
    assert advise(stopped, rates=rates).odds.scoring_space.ruby


def test_every_stopped_pot_shows_the_space_that_is_scored() -> None:
    # Red of set 2 and Strong Ingredient move the last chip before green of set 3 does.
    reds = brew("G1 W2x2 W3 R1 O1", "G1 R1 W2 W2 W3 .", "green=3 red=2")
    assert odds(reds).scoring_space.index == 10, "as it lies"
    placed = brew("G1 W2x2 W3 R1 O1", "G1 R1 W2 W2 W3 . +R1", "green=3 red=2")
    assert odds(placed).scoring_space.index == 11
    assert advise(placed).odds.scoring_space.index == 11
    strong = brew("G1 W2x2 W3 W1 O1", "G1 W2 W2 W3 .[W1 O1>O1]", "green=3", card="strong_ingredient")
    assert odds(strong).scoring_space.index == 11
    over = brew("G1 W2x2 W3 W1 O1", "G1 W2 W2 W3 .[W1 O1>W1]", "green=3", card="strong_ingredient")
    assert odds(over).scoring_space.index == 10, "a white sum of eight"
    shielded = brew("W3x2 W1 G1 B1", "G1 W3 W3 B1 W1", "green=3 blue=2", limit=6)
    assert odds(shielded).protected
    assert (odds(shielded).position, odds(shielded).scoring_space.index) == (9, 11)


def test_a_move_that_explodes_the_pot_is_marked() -> None:
    found = advise(brew(f"{START} B2", "W3 W2 W1 B2[W2 O1"))
    marked = {move["name"]: move["explodes"] for move in found.as_json()["moves"]}
    assert marked == {"place:O1": False, "place:W2": True, "place:none": False, "draw": False, "stop": False}
    assert [move["value"] for move in found.as_json()["moves"]] == sorted(found.values.values(), reverse=True)
    certain = advise(brew("W3x4", "W3 W3"))
    assert certain.exploding == ("draw",), "nothing else is left in the bag"
    strong = advise(brew("W3x3 O1", "W3 W3 .[W3 O1", card="strong_ingredient"))
    assert strong.exploding == (), "its chip cannot explode the pot"


def test_the_command_says_what_an_exploded_pot_takes(quacks: Quacks) -> None:
    shown = quacks("advise", START, "--drawn", EXPLODED).out
    assert shown.startswith("take the coins: 3.67 VP better than to take the points")
    assert set(quacks.json("advise", START, "--drawn", EXPLODED)["values"]) == {"take_points", "take_coins"}
    protected = quacks("advise", "W3x3 B1", "--drawn", "W3 W3 B1 W3", "--books", "blue=2").out
    assert "exploded on a protected draw: points and coins are both paid, no" in protected
    assert "take both, points and coins" in protected


def test_the_command_marks_the_move_that_explodes_the_pot(quacks: Quacks) -> None:
    shown = quacks("advise", f"{START} B2", "--drawn", "W3 W2 W1 B2[", "--seen", "W2 O1").out
    lines = [line for line in shown.splitlines() if "VP" in line and "place" in line]
    assert [line.split()[1] for line in lines if line.rstrip().endswith("explodes")] == ["W2"]


def test_where_nothing_can_succeed_it_is_no_close_decision(quacks: Quacks) -> None:
    shown = quacks("advise", START, "--round", "9", "--beat", "40").out
    assert shown.startswith("Nothing can succeed: no play reaches 40 points")
    assert "close" not in shown
    assert quacks("advise", START, "--drawn", EXPLODED, "--objective", "coins").out.startswith("Nothing can be gained")
    reached = quacks("advise", START, "--round", "9", "--beat", "3").out
    assert "Nothing can" not in reached


def test_a_tie_names_all_that_are_tied(quacks: Quacks) -> None:
    three = quacks("advise", "K1 P1 O1 B4 W1", "--drawn", "B4[", "--seen", "K1 P1 O1 W1", "--objective", "space").out
    first = three.splitlines()[0]
    assert first.startswith("Too close to call: ")
    assert all(f"place {kind}" in first for kind in ("K1", "P1", "O1", "W1"))


@pytest.mark.parametrize("objective", ["coins", "vp", "space"])
def test_the_command_has_no_rubies_to_show_where_none_are_counted(quacks: Quacks, objective: str) -> None:
    result = quacks("advise", START, "--objective", objective)
    assert result.code == 0
    assert "rubies" not in result.out


def test_the_command_says_what_is_not_offered(quacks: Quacks) -> None:
    words = ("--left", "W1x2 W2 O1 G1", "--white-sum", "4", "--last", "W3")
    assert "The flask is not offered" in " ".join(quacks("advise", *words, "--space", "52").out.split())
    given = quacks.json("advise", *words, "--space", "52", "--space-before", "50")
    assert "use_flask" in given["values"]
    assert quacks.json("advise", *words, "--space", "9", "--before", "O1")["values"]["use_flask"]
    line = {"left": "W1x2 W2 O1 G1", "white_sum": 4, "space": 9, "last": "Y1", "before": "W3", "space_before": 8}
    assert "return" in quacks.lines(line, command="advise")[0]["values"]
    refused = quacks("advise", *words, "--space", "9", "--space-before", "8")
    assert (refused.code, refused.err) == (
        2,
        "space before 8 is not possible: W3 lies on space 9; it came from 6.\n",
    )
