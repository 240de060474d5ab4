"""The command ``quacks``: every option, every key, and one sentence for everything that is wrong."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quacks_math import cli
from quacks_math.command.once import OnceCommand

ROOT = Path(__file__).parents[3]
STARTING_BAG = "W1x4 W2x2 W3 O1 G1"


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Quacks:
    """Runs the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str, given: bytes = b"") -> Result:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        code = ended.value.code
        assert isinstance(code, int)
        return Result(code, *self.capsys.readouterr())

    def json(self, *words: str) -> dict[str, Any]:
        result = self(*words, "--json")
        assert (result.code, result.err) == (0, "")
        assert result.out.count("\n") == 1
        answer: dict[str, Any] = json.loads(result.out)
        return answer

    def lines(self, *questions: dict[str, Any] | str, command: str = "odds") -> list[Any]:
        written = [question if isinstance(question, str) else json.dumps(question) for question in questions]
        result = self(command, "--lines", given="".join(f"{line}\n" for line in written).encode())
        assert (result.code, result.err) == (0, "")
        return [json.loads(line) for line in result.out.splitlines()]

    def refusal(self, *words: str) -> str:
        """Return the sentence on standard error; there must be exactly one, and nothing else."""
        result = self(*words)
        assert (result.code, result.out) == (2, "")
        assert result.err.endswith(".\n")
        assert result.err.count("\n") == 1
        assert "Traceback" not in result.err
        return result.err.strip()


@pytest.fixture
def quacks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Quacks:
    return Quacks(capsys, monkeypatch)


def test_odds_have_all_the_keys_and_exact_fractions(quacks: Quacks) -> None:
    answer = quacks.json("odds", STARTING_BAG, "--drawn", "W3 W2 W1")
    assert set(answer) == {
        "chips_left",
        "white_sum",
        "white_limit",
        "exploded",
        "protected",
        "position",
        "scoring_space",
        "explode_next",
        "explode_within",
        "next",
    }
    assert (answer["chips_left"], answer["white_sum"], answer["white_limit"], answer["position"]) == (6, 6, 7, 6)
    assert answer["exploded"] is False
    assert answer["scoring_space"] == {"index": 7, "coins": 7, "victory_points": 1, "ruby": False}
    assert answer["explode_next"] == {"fraction": "1/6", "value": pytest.approx(1 / 6)}
    assert answer["explode_within"][0] == {"draws": 1, "fraction": "1/6", "value": pytest.approx(1 / 6)}
    assert len(answer["explode_within"]) == 6
    assert answer["next"][1] == {
        "kind": "W2",
        "left": 1,
        "fraction": "1/6",
        "lands_on": 8,
        "white_sum": 8,
        "explodes": True,
    }


def test_odds_for_people_say_the_risk_in_percent_and_in_chips(quacks: Quacks) -> None:
    result = quacks("odds", STARTING_BAG, "--drawn", "W3 W2 W1")
    assert result.code == 0
    assert "The next draw explodes with 16.7%: 1 of 6 chips." in result.out
    assert "White 6 of 7, last chip on space 6, 6 chips left." in result.out


def test_markup_in_a_bag_reaches_no_terminal(quacks: Quacks) -> None:
    assert "[bold]" in quacks.refusal("odds", "[bold]W1")


def test_a_bag_may_stand_in_several_words(quacks: Quacks) -> None:
    assert quacks.json("odds", *STARTING_BAG.split()) == quacks.json("odds", STARTING_BAG)


@pytest.mark.parametrize(
    ("words", "key", "value"),
    [
        (("--start", "3", "--rats", "2"), "position", 5),
        (("--limit", "9"), "white_limit", 9),
        (("--card", "living_in_luxury"), "white_limit", 9),
        (("--card", "living_in_luxury", "--limit", "9"), "white_limit", 9),
        (("--drawn", "W3!"), "chips_left", 9),
        (("--drawn", "W3", "--no-flask"), "chips_left", 8),
        (("--drawn", "O1", "--card", "pumpkin_patch_party"), "position", 2),
        (("--round", "6", "--rubies", "3", "--rivals", "23,17!", "--rival-black", "1,0"), "white_limit", 7),
        (("--objective", "coins", "--rule", "risk<=1/4"), "white_sum", 0),
        (("--round", "9", "--beat", "12"), "white_sum", 0),
    ],
)
def test_every_option_does_what_it_says(quacks: Quacks, words: tuple[str, ...], key: str, value: int) -> None:
    assert quacks.json("odds", STARTING_BAG, *words)[key] == value


@pytest.mark.parametrize("books", ["set3", "yellow=3", "Y=3", "y=3, red=2", "yellow=3,G=4"])
def test_books_are_named_by_set_colour_or_letter(quacks: Quacks, books: str) -> None:
    assert quacks.json("odds", "Y1 W1", "--drawn", "Y1", "--books", books)["white_limit"] == 8


def test_a_ruling_changes_the_answer(quacks: Quacks) -> None:
    words = ("odds", "W1 O1", "--drawn", ".")
    assert quacks.json(*words)["scoring_space"]["index"] == 1
    assert quacks.json(*words, "--house", "empty_pot=start_space")["scoring_space"]["index"] == 0


def test_red_chips_beside_the_pot_are_told_apart_from_the_bag(quacks: Quacks) -> None:
    answer = quacks.json("odds", "W1x2 O1", "--beside", "R2", "--books", "red=2", "--drawn", "O1 . +R2")
    assert (answer["position"], answer["chips_left"]) == (3, 2)


def test_what_a_look_shows_is_added_to_the_pot(quacks: Quacks) -> None:
    words = ("odds", "B2 W3x2 R1", "--drawn", "B2")
    assert quacks.json(*words, "--seen", "W3 R1") == quacks.json(*words[:-1], "B2[W3 R1")


@pytest.mark.parametrize(
    "words",
    [
        ("--left", "W1x3 O1", "--white-sum", "6", "--space", "9", "--last", "W3", "--pot", "W3=1", "--pot", "W2=1"),
        ("--left", "W1x3 O1", "--white-sum", "6", "--space", "9", "--pot", "W3=1 W2=1"),
        ("--left", "W1x3 O1", "--white-sum", "6", "--space", "9", "--pot", "W3=1", "W2=1"),
    ],
)
def test_counts_stand_for_a_forgotten_order(quacks: Quacks, words: tuple[str, ...]) -> None:
    answer = quacks.json("odds", *words)
    assert (answer["chips_left"], answer["white_sum"], answer["position"]) == (4, 6, 9)
    assert answer["explode_within"][1]["fraction"] == "1/2"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Missing command; see quacks --help"),
        (("brew",), "No such command 'brew'"),
        (("odds",), "No bag was given; name the chips"),
        (("odds", "W1", "--white"), "No such option: --white"),
        (("odds", "W1", "--start"), "'--start' requires an argument"),
        (("odds", "W1", "--start", "two"), "'two' is no number for --start"),
        (("odds", "W1", "--start", "1e3"), "'1e3' is no number for --start"),
        (("odds", "W1", "--start", "-1"), "start -1 is not possible; use 0 to 52"),
        (("odds", "W1", "--start", "50", "--rats", "3"), "start 50 and rats 3 make 53; the last space is 52"),
        (("odds", "W1", "--limit", "0"), "limit 0 is not possible"),
        (("odds", "W1", "--limit", "9" * 30), "is no number for --limit"),
        (("odds", "W1", "--round", "10"), "round 10 is not possible; use 1 to 9"),
        (("odds", "W1", "--rubies", "-3"), "rubies -3 is not possible"),
        (("odds", "Z1"), "'Z1' is not a chip; use one of W1 W2"),
        (("odds", "L1"), "belongs to an expansion"),
        (("odds", "W1x1000"), "too many chips of one kind"),
        (("odds", "W1 " * 4000), "bag is 12000 characters long; use at most 10000"),
        (("odds", "W1 O1", "--drawn", "W1 W1"), "Event 2 of the pot, W1: No W1 is left"),
        (("odds", "W3x4", "--drawn", "W3x3 W3"), "exploded, so drawing has ended"),
        (("odds", "W1x4", "--drawn", "W1! W1!"), "The flask is empty"),
        (("odds", "W1x4", "--drawn", "W1!", "--no-flask"), "The flask is empty"),
        (("odds", "Y1 O1", "--drawn", "O1 Y1<"), "white chip goes back only right after a yellow chip"),
        (("odds", "W1", "--drawn", "W1 ?"), "'?'"),
        (("odds", "W1", "--books", "set5"), "'set5' is not understood in books; use set1 to set4"),
        (("odds", "W1", "--books", "blue=5"), "5 is no set for blue; use 1, 2, 3 or 4"),
        (("odds", "W1", "--books", "pink=1"), "'pink' has no book to choose"),
        (("odds", "W1", "--books", "blue=1,B=2"), "The choice of books names 'B' twice; name it once"),
        (("odds", "W1", "--books", "blue=1,blue=2"), "'blue' stands twice in books"),
        (("odds", "W1", "--card", "ace"), "'ace' is not a fortune card"),
        (("odds", "W1", "--card", "charity"), "changes nothing in it"),
        (("odds", "W1", "--card", "living_in_luxury", "--limit", "7"), "limit 7 contradicts Living in Luxury"),
        (("odds", "W1", "--house", "moon=full"), "'moon' is not a ruling; use one of"),
        (("odds", "W1", "--house", "empty_pot=full"), "'full' is no answer to empty_pot; use one of"),
        (("odds", "W1", "--house", "empty_pot"), "'empty_pot' is not understood in house"),
        (("odds", "W1", "--house", "limits=added", "--house", "limits=higher"), "'limits' stands twice in house"),
        (("odds", "W1", "--rivals", "54"), "54 is no scoring index"),
        (("odds", "W1", "--rivals", "a!"), "'a' is no whole number in rivals"),
        (("odds", "W1", "--rival-black", "x"), "'x' is no whole number in rival-black"),
        (("advise", "W1", "--beat", "3"), "beat=3 compares points of the last round"),
        (("odds", "W1", "--objective", "beat=3", "--round", "2"), "beat=3 compares points of the last round"),
        (("odds", "W1", "--rival-black", "1,2,3"), "use the black chips of the neighbours, two at most"),
        (
            ("advise", "--left", "W1 O1", "--space", "8", "--white-sum", "5", "--rule", "chips>=4"),
            "chips>=4 counts the chips in the pot, which nobody told",
        ),
        (("odds", "W1", "--round", "9", "--beat", "3", "--objective", "vp"), "beat 3 contradicts the objective 'vp'"),
        (("odds", "W1", "--objective", "fame"), "'fame' is not an objective; use worth"),
        (("odds", "W1", "--rule", "risk>1"), "'risk>1' is not a stop rule; use best"),
        (("odds", "W1", "--rates", "/no/such/file"), "cannot be read (No such file or directory)"),
        (("odds", "W1", "--rates", "/"), "cannot be read (Is a directory)"),
        (("odds", "B1 W1", "--seen", "W1"), "seen 'W1' does not fit"),
        (("odds", "W1", "--beside", "R1"), "cannot lie beside the pot with red of set 1"),
        (("odds", "W1", "--left", "W1"), "bag 'W1' contradicts the counts"),
        (("odds", "--left", "W1", "--drawn", "W1"), "drawn 'W1' contradicts the counts"),
        (("odds", "--left", "W1", "--space", "3"), "white-sum is missing; counts need left, white-sum and space"),
        (("odds", "--left", "W1", "--space", "3", "--white-sum", "2", "--last", "Q1"), "'Q1' is not a chip"),
        (
            ("odds", "--left", "W1", "--space", "3", "--white-sum", "2", "--pot", "W1=x"),
            "'x' is no whole number in pot",
        ),
        (("odds", "--left", "W1", "--space", "2", "--white-sum", "7"), "space 2 is not possible: white sum 7"),
        (("odds", "--left", "W1", "--space", "20", "--white-sum", "11"), "has more than 10; use 0 to 10"),
        (
            ("odds", "--left", "W1", "--space", "3", "--white-sum", "2", "--pot", "w1=2", "--pot", "W1=1"),
            "A bag names 'W1' twice; name it once",
        ),
        (("odds", "W1", "--start", "1", "--start", "1"), "--start is given twice; give it once"),
        (("advise", "W1", "--no-flask", "--no-flask"), "--no-flask is given twice; give it once"),
        (("simulate", "white7", "--cards", "--no-cards"), "--cards or --no-cards is given twice; give it once"),
        (("dashboard", "--port", "1", "--port=2"), "--port is given twice; give it once"),
        (("odds", "W1", "--books", "x" * 1000), f"'{'x' * 40}…' is not understood in books"),
        (("odds", "Q" * 1000), f"'{'Q' * 40}…' is not a chip"),
        (("simulate", "white7", "--seed", "9" * 19), "seed 9999999999999999999 is not possible; use 0 to"),
        (("odds", "--lines", "--start", "3"), "start 3 contradicts --lines; write start into the lines"),
        (("dashboard", "--port", "0"), "port 0 is not possible; use 1 to 65535"),
        (("dashboard", "--port", "http"), "'http' is no number for --port"),
        (("dashboard", "now"), "unexpected extra argument"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(quacks: Quacks, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in quacks.refusal(*words)


def test_rates_from_a_file_are_checked(quacks: Quacks, tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    file.write_text('{"ruby": 1e999}')
    assert "ruby is inf; use a number from -1000 to 1000" in quacks.refusal("odds", "W1", "--rates", str(file))
    file.write_text('{"ruby": 1}')
    assert quacks.json("odds", "W1", "--rates", str(file))["chips_left"] == 1


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_them(quacks: Quacks) -> None:
    answers = quacks.lines(
        {"bag": STARTING_BAG, "drawn": "W3 W2 W1"},
        "nonsense",
        {"bag": STARTING_BAG, "start": "3"},
        "[]",
        "",
        {"bag": STARTING_BAG, "Bag": "W1"},
        {"bag": "W1x3", "start": 4, "flask": False},
    )
    assert answers[0]["explode_next"]["fraction"] == "1/6"
    assert answers[1]["error"].startswith("The line is not valid JSON")
    assert answers[2]["error"] == "start cannot be '3'; use a whole number."
    assert answers[3]["error"].startswith("A question cannot be []; use an object with option names as keys")
    assert answers[4]["error"].startswith("The line is not valid JSON")
    assert answers[5]["error"].startswith("'Bag' is not an option; use one of bag, drawn, books")
    assert answers[6]["position"] == 4


def test_lines_take_every_option_in_the_form_of_json_too(quacks: Quacks) -> None:
    common = {"bag": "Y1 O1 R2 W1", "drawn": "Y1", "round": 9, "rats": 1, "limit": 7, "rubies": 2}
    as_text = common | {
        "books": "yellow=3,red=2",
        "rivals": "23,17!",
        "rival-black": "1,0",
        "beside": "R1",
        "house": "limits=added",
        "objective": "beat=4",
        "rule": "never",
        "card": "lucky_devil",
    }
    as_json = common | {
        "books": {"yellow": 3, "R": 2},
        "rivals": [23, "17!"],
        "rival_black": [1, 0],
        "beside": "R1",
        "house": {"limits": "added"},
        "beat": 4,
        "rule": "never",
        "card": "lucky_devil",
        "rates": {"ruby": 1},
    }
    by_text, by_json = quacks.lines(as_text, as_json)
    assert by_text == by_json
    assert by_text["white_limit"] == 8
    counted, forgotten = quacks.lines(
        {"left": "W1x3", "white_sum": 3, "space": 4, "pot": {"W3": 1}, "last": "W3"},
        {"left": "W1x3", "white-sum": 3, "space": 4, "pot": ["W3=1"]},
    )
    assert counted["position"] == forgotten["position"] == 4


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"bag": "W1", "flask": "no"}', "flask cannot be 'no'; use true or false."),
        ('{"bag": "W1", "start": true}', "start cannot be True; use a whole number."),
        ('{"bag": "W1", "start": 1.5}', "start cannot be 1.5; use a whole number."),
        ('{"bag": 7}', "bag cannot be 7; use the form that the command line takes, as a text."),
        ('{"bag": "W1", "white-sum": 1, "white_sum": 1}', "'white_sum' is named twice; name each option once."),
        ('{"bag": "W1", "books": [1]}', """books cannot be [1]; use a text such as "set3", or sets by colour"""),
        ('{"bag": "W1", "rivals": [1, 2.5]}', "rivals cannot be [1, 2.5]; use a list of at most four"),
        (
            '{"bag": "W1", "rival_black": ["1"]}',
            "rival-black cannot be ['1']; use a list of at most two whole numbers",
        ),
        ('{"bag": "W1", "house": {"limits": 5}}', "house cannot be {'limits': 5}; use answers by id"),
        ('{"left": "W1", "white_sum": 0, "space": 2, "pot": 5}', "pot cannot be 5; use numbers by kind"),
        ('{"bag": "W1", "rates": 5}', "rates cannot be 5; use the path of a file, or rates"),
        ('{"bag": "W1", "bag": "O1"}', "The line has the key 'bag' twice in one object; name each key once."),
        ('{"bag": "W1", "rates": {"ruby": 1, "ruby": 2}}', "The line has the key 'ruby' twice"),
        ('{"bag": "W1", "rates": {"chip": {"w1": 1, "W1": 2}}}', "chip names 'W1' twice; name it once."),
        ('{"bag": "W1", "rates": {"kept_red": {"r1": 1, "R1": 2}}}', "kept_red names 'R1' twice; name it once."),
        ('{"bag": "W1", "start": %s}' % ("1" * 5000), "The line has a number of 5000 digits; use at most 18."),
        ('{"bag": "\\ud800"}', r"bag '\ud800' is no text in UTF-8"),
        ('{"bag": "W1", "books": {"blue": 7}}', "7 is no set for blue; use 1, 2, 3 or 4."),
        ('{"bag": "W1", "rates": {"ruby": NaN}}', "The rates cannot be used: ruby is nan; use a number"),
    ],
)
def test_a_bad_line_is_answered_with_its_error(quacks: Quacks, line: str, sentence: str) -> None:
    (answer,) = quacks.lines(line)
    assert answer["error"].startswith(sentence)


def test_a_line_that_is_too_long_is_refused_and_the_next_one_answered(quacks: Quacks) -> None:
    answers = quacks.lines('{"bag": "' + "W1 " * 100_000 + '"}', {"bag": "W1"})
    assert answers[0] == {"error": "The line is too long; it may have 100 kB."}
    assert answers[1]["chips_left"] == 1


def test_a_line_that_is_not_text_is_refused(quacks: Quacks) -> None:
    result = quacks("odds", "--lines", given=b'\xff\xfe\n{"bag": "W1"}')
    first, second = map(json.loads, result.out.splitlines())
    assert first["error"] == "The line is no text in UTF-8; save it in that encoding."
    assert second["chips_left"] == 1


def test_help_imports_neither_compiler_nor_screen() -> None:
    program = (
        "import sys\n"
        "from quacks_math.cli import main\n"
        "try:\n"
        "    main(['odds', '--help'])\n"
        "except SystemExit as ended:\n"
        "    print(ended.code, sorted({'numba', 'numpy', 'streamlit', 'dashboard'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 (our own program)
    assert ran.stdout.splitlines()[-1] == "0 []"
    assert "--white-sum" in ran.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    question = json.dumps({"bag": STARTING_BAG}) + "\n"
    with subprocess.Popen(
        [sys.executable, "-m", "quacks_math.cli", "odds", "--lines"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(question)
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == cli.CANNOT_WRITE


class _Screen:
    """Stands for the installed dashboard."""

    def __init__(self) -> None:
        self.started: list[dict[str, Any]] = []

    def load(self) -> Callable[..., None]:
        return lambda **options: self.started.append(options)


def test_the_dashboard_is_found_by_its_entry_point(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Screen()
    monkeypatch.setattr(cli, "entry_points", lambda **_: [screen])
    assert quacks("dashboard", "--lan", "--port", "9000").code == 0
    assert quacks("dashboard").code == 0
    assert screen.started == [{"lan": True, "port": 9000}, {"lan": False, "port": 8501}]


def test_without_a_dashboard_the_command_says_how_to_get_one(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "entry_points", lambda **_: [])
    assert "The dashboard is not installed" in quacks.refusal("dashboard")


def test_chances_within_draws_are_fractions_that_never_fall(quacks: Quacks) -> None:
    within = [Fraction(entry["fraction"]) for entry in quacks.json("odds", STARTING_BAG)["explode_within"]]
    assert within == sorted(within)
    assert within[3] == Fraction(2, 63)


def test_advice_has_the_keys_of_odds_and_its_own(quacks: Quacks) -> None:
    words = (STARTING_BAG, "--drawn", "W3 W2 W1")
    answer = quacks.json("advise", *words)
    by_odds = quacks.json("odds", *words)
    assert {key: answer[key] for key in by_odds if key != "next"} | {"next": by_odds["next"]} == by_odds
    assert [{key: entry[key] for key in entry if key != "value"} for entry in answer["next"]] == by_odds["next"]
    assert set(answer) - set(by_odds) >= {"action", "values", "margin", "outcome", "method", "rulings"}
    assert set(answer["outcome"]) >= {
        "explode",
        "scoring_space",
        "mean_coins",
        "mean_victory_points",
        "mean_scoring_index",
        "chance_coins_at_least",
    }
    assert set(answer["outcome"]["scoring_space"][0]) == {"index", "probability", "exploded"}
    assert sum(entry["probability"] for entry in answer["outcome"]["scoring_space"]) == pytest.approx(1)
    assert set(answer["method"]) == {"kind", "states", "seconds", "standard_error", "play_loss"}
    assert answer["method"]["kind"] == "exact"
    assert answer["rates"] == "hand-set"


def test_the_action_is_the_best_move_and_the_margin_its_lead(quacks: Quacks) -> None:
    answer = quacks.json("advise", STARTING_BAG, "--drawn", "O1", "--objective", "coins")
    assert set(answer["values"]) == {"draw", "stop"}
    assert answer["values"]["stop"] == pytest.approx(2)
    assert answer["action"] == "draw"
    assert answer["margin"] == pytest.approx(answer["values"]["draw"] - answer["values"]["stop"])


def test_the_value_of_drawing_is_the_mean_of_the_values_after_each_chip(quacks: Quacks) -> None:
    answer = quacks.json("advise", STARTING_BAG, "--drawn", "O1 W2", "--no-flask")
    mean = sum(float(Fraction(entry["fraction"])) * entry["value"] for entry in answer["next"])
    assert answer["values"]["draw"] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("words", "moves"),
    [
        ((STARTING_BAG, "--drawn", "W3"), {"use_flask", "keep", "draw", "stop"}),
        ((STARTING_BAG, "--drawn", "W3", "--no-flask"), {"draw", "stop"}),
        (("Y1 W2 W3", "--drawn", "W2 Y1"), {"return", "keep", "draw", "stop"}),
        (("B2 W3x2 R1", "--drawn", "B2", "--seen", "W3 R1"), {"place:W3", "place:R1", "place:none", "draw", "stop"}),
        (("B2 W3x2 R1", "--drawn", "B2"), {"look", "draw", "stop"}),
        (("R1 O1 W1", "--books", "red=2", "--drawn", "R1 O1 ."), {"place_red:R1", "keep_red:R1", "return_red:R1"}),
        (("O1x6", "--card", "second_chance", "--drawn", "O1x5"), {"restart", "go_on", "draw", "stop"}),
        (("O1x2 P1", "--card", "strong_ingredient", "--drawn", "O1 .", "--seen", "O1 P1"), {"place:O1", "place:P1"}),
        (("W3x4 W1", "--drawn", "W3x3"), {"take_points", "take_coins"}),
        (("O1", "--drawn", "O1"), {"bag_empty"}),
    ],
)
def test_every_open_choice_has_a_value(quacks: Quacks, words: tuple[str, ...], moves: set[str]) -> None:
    answer = quacks.json("advise", *words)
    assert moves <= set(answer["values"])
    assert answer["action"] in answer["values"]


@pytest.mark.parametrize(
    ("objective", "key"), [("coins", "coins"), ("vp", "victory_points"), ("space", "scoring_index")]
)
def test_the_best_value_of_an_objective_is_at_most_the_mean_it_leads_to(
    quacks: Quacks, objective: str, key: str
) -> None:
    answer = quacks.json("advise", STARTING_BAG, "--objective", objective)
    # The mean counts exploded pots too, which are worth nothing under these objectives.
    assert 0 < answer["values"][answer["action"]] <= answer["outcome"][f"mean_{key}"] + 1e-9


@pytest.mark.parametrize("objective", ["worth", "coins", "vp", "space"])
def test_rubies_are_shown_where_they_count(quacks: Quacks, objective: str) -> None:
    result = quacks("advise", "O1x3 W1", "--objective", objective)
    assert (result.code, result.err) == (0, "")
    assert ("rubies, mean" in result.out) == (objective == "worth")


@pytest.mark.parametrize("rule", ["risk<=1/4", "white>=7", "chips>=5", "never"])
def test_no_rule_does_better_than_best_play(quacks: Quacks, rule: str) -> None:
    best = quacks.json("advise", STARTING_BAG, "--objective", "vp")["values"]["draw"]
    assert quacks.json("advise", STARTING_BAG, "--objective", "vp", "--rule", rule)["values"]["draw"] <= best + 1e-9


def test_never_stopping_explodes_for_certain_with_the_starting_bag(quacks: Quacks) -> None:
    answer = quacks.json("advise", STARTING_BAG, "--rule", "never", "--no-flask")
    assert answer["outcome"]["explode"] == pytest.approx(1)
    assert answer["outcome"]["mean_scoring_index"] == pytest.approx(205 / 21 + 1)


def test_the_chance_to_beat_a_number_of_points_is_a_chance(quacks: Quacks) -> None:
    words = ("advise", STARTING_BAG, "--round", "9")
    answer = quacks.json(*words, "--beat", "2")
    assert answer["objective"] == "beat=2"
    assert 0 < answer["values"]["draw"] < 1
    same = quacks.json(*words, "--objective", "beat=2")
    assert same["values"] == answer["values"]
    assert quacks.json(*words, "--beat", "2", "--objective", "beat")["values"] == answer["values"]


def test_given_rates_change_the_worth(quacks: Quacks, tmp_path: Path) -> None:
    file = tmp_path / "rates.json"
    file.write_text(json.dumps({"coins": [0] * 35 + [1], "source": "mine"}))
    words = ("advise", STARTING_BAG, "--drawn", "W3")
    answer = quacks.json(*words, "--rates", str(file))
    assert answer["rates"] == "mine"
    assert answer["values"]["stop"] < quacks.json(*words)["values"]["stop"]


def test_advice_for_people_names_move_values_method_and_rates(quacks: Quacks) -> None:
    result = quacks("advise", STARTING_BAG, "--drawn", "O1", "--round", "2")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("draw a chip: ")
    assert "VP better than to stop" in result.out
    assert "The next draw explodes with 0%" in result.out
    assert "exact, " in result.out
    assert "Rates of round 2: hand-set" in result.out


def test_advice_for_an_exploded_pot_says_so(quacks: Quacks) -> None:
    result = quacks("advise", "W3x4 O1", "--drawn", "W3x3")
    assert result.code == 0
    assert "The pot has exploded." in result.out


def test_advice_answers_lines_too(quacks: Quacks) -> None:
    answers = quacks.lines(
        {"bag": STARTING_BAG, "drawn": "O1", "objective": "coins"},
        {"bag": STARTING_BAG, "objective": "beat=3"},
        {"bag": "O1", "drawn": "O1", "objective": "coins", "rule": "never"},
        command="advise",
    )
    assert answers[0]["action"] == "draw"
    assert answers[1]["error"].startswith("beat=3 compares points of the last round")
    assert answers[2]["values"] == {"bag_empty": pytest.approx(2)}


def test_a_folder_or_device_is_no_game_and_is_not_read_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    for path, reason in (
        ("/dev/zero", "is a pipe or a device; use the path of a file"),
        (".", "cannot be read (Is a directory); use the path of a file"),
        ("/dev/null", "is a pipe or a device; use the path of a file"),
    ):
        with pytest.raises(SystemExit) as ended:
            cli.main(["replay", path])
        assert ended.value.code == 2
        assert capsys.readouterr().err == f"The game {path!r} {reason}.\n"


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "{}"),
        ("odds", "W1", "--rates", "{}"),
        ("advise", "W1", "--rates", "{}"),
        ("simulate", "white7,{}", "--games", "1"),
        ("simulate", "white7", "--games", "1", "--out", "{}"),
    ],
)
def test_a_named_pipe_is_refused_and_waited_for_by_nobody(words: tuple[str, ...], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "quacks_math.cli", *(word.format(pipe) for word in words)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 (our own words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "is a pipe or a device; " in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_line_that_names_a_pipe_is_answered_and_the_next_one_too(quacks: Quacks, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    answers = quacks.lines({"bag": "W1", "rates": str(tmp_path / "pipe")}, {"bag": "W1"})
    assert "is a pipe or a device; use the path of a file" in answers[0]["error"]
    assert answers[1]["chips_left"] == 1


def test_a_game_may_come_from_standard_input_or_another_command() -> None:
    for source in ("cat data/sample_evening.json | {} replay /dev/stdin", "{} replay <(cat data/sample_evening.json)"):
        shell = source.format(f"{sys.executable} -m quacks_math.cli")
        ran = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603, S607 (our own words)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith("Quacks game 1\n")


def test_ctrl_c_ends_an_answer_at_once_though_threads_still_reckon() -> None:
    program = (
        "import signal, threading\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from quacks_math.command import reply\n"
        "from quacks_math import cli\n"
        "def wait(*_, **__):\n"
        "    with ThreadPoolExecutor(1) as threads:\n"
        "        threads.submit(threading.Event().wait)\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "reply.reply = wait\n"
        "cli.main(['advise', 'W1'])\n"
    )
    ran = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped by Ctrl-C, without an answer.\n")


def test_no_chance_is_called_certain_by_rounding(quacks: Quacks) -> None:
    bag = "W1x4 W2x2 W3 O1x15"
    chances = [Fraction(entry["fraction"]) for entry in quacks.json("odds", bag)["explode_within"]]
    assert 0 < chances[3] < Fraction(1, 1000)
    shown = quacks("odds", bag).out
    assert "<0.1%" in shown
    assert "0.0%" not in shown
    assert "100.0%" not in shown
    never = quacks("advise", STARTING_BAG, "--rule", "never", "--no-flask").out
    assert re.search(r"exploded +100% *\n", never)
    assert re.search(r"exploded +0% *\n", quacks("advise", "O1x3 W1", "--objective", "coins").out)


def test_a_chance_that_nothing_can_reach_is_0_and_a_certain_one_100(quacks: Quacks) -> None:
    words = ("advise", STARTING_BAG, "--round", "9", "--beat")
    assert re.search(r"draw a chip +0% *\n", quacks(*words, "60").out)
    assert re.search(r"stop +100% *\n", quacks("advise", "O1x3", "--drawn", "O1", "--start", "30", *words[2:], "2").out)


@pytest.mark.parametrize(
    "title",
    ["Pumpkin Patch Party", "pumpkin patch party", "PUMPKIN-PATCH  PARTY!", "Pumpkin Party", "pumpkin_patch_party"],
)
def test_a_card_may_be_named_by_its_printed_title(quacks: Quacks, title: str) -> None:
    assert quacks.json("odds", STARTING_BAG, "--drawn", "O1", "--card", title)["position"] == 2
    assert quacks.lines({"bag": STARTING_BAG, "drawn": "O1", "card": title})[0]["position"] == 2


def test_a_folder_is_refused_as_a_parquet_file_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", "white7,white7", "--games", "1", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith(f"'{tmp_path}' cannot be written: it is a folder")


def test_leading_zeros_of_a_count_do_not_matter_however_many(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["odds", f"W1x{'0' * 5000}4 O1"])
    assert ended.value.code == 0
    assert "5 chips left" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["odds", "advise"])
def test_help_shows_every_default_and_explains_the_notation(
    quacks: Quacks, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    shown = quacks(command, "--help").out
    for default in ("[default: 0]", "[default: 1]", "[default: 7; 9 in luxury]", "[default: worth]", "[default: best]"):
        assert default in shown
    assert "W3! went back by the flask" in shown
    assert "B2[W3 R1>R1] saw two chips and placed one" in shown
    assert "\\[" not in shown
    assert ("it can be negative" in " ".join(shown.split())) == (command == "advise")


def test_help_of_replay_names_a_game_to_try(quacks: Quacks) -> None:
    assert "data/sample_evening.json" in " ".join(quacks("replay", "--help").out.replace("│", " ").split())


def test_every_command_refuses_an_option_given_twice() -> None:
    assert all(command.cls is OnceCommand for command in cli.app.registered_commands)


def test_a_narrow_terminal_hides_no_number(quacks: Quacks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    result = quacks("odds", STARTING_BAG)
    assert "44.4%" in result.out
    assert "100%" in result.out
    assert "…" not in result.out


def test_a_sign_that_the_terminal_lacks_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, encoding="ascii"))
    with pytest.raises(SystemExit) as ended:
        cli.main(["odds", "--help"])
    assert ended.value.code == 0
    assert b"--rivals" in shown.getvalue()


def test_lines_may_begin_with_a_byte_order_mark(quacks: Quacks) -> None:
    result = quacks("odds", "--lines", given=b'\xef\xbb\xbf{"bag": "W1"}\n')
    assert json.loads(result.out)["chips_left"] == 1


def test_the_largest_seed_is_taken_and_a_larger_one_refused_with_the_range(quacks: Quacks) -> None:
    assert quacks.json("simulate", "white7", "--games", "1", "--seed", str(2**63))["seed"] == 2**63
    assert f"use 0 to {2**63}" in quacks.refusal("simulate", "white7", "--games", "1", "--seed", str(2**63 + 1))


@pytest.mark.parametrize(
    ("shell", "code", "sentence"),
    [
        ("odds --lines <&-", 0, ""),
        ("odds W1 >&-", 0, ""),
        ("odds Q9 2>&-", 2, ""),
        (
            "odds W1 >/dev/full",
            1,
            "The answer cannot be written (No space left on device); make room or write it elsewhere.",
        ),
    ],
)
def test_closed_and_full_streams_end_without_a_traceback(shell: str, code: int, sentence: str) -> None:
    command = f"{sys.executable} -m quacks_math.cli {shell}"
    ran = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S602 (our own words)
    assert (ran.returncode, ran.stderr.strip()) == (code, sentence)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "W1", "--rivals", "23,,9"), "'' is no whole number in rivals; use one to six digits"),
        (("odds", "W1", "--rivals", ","), "'' is no whole number in rivals"),
        (("odds", "W1", "--rival-black", "1,"), "'' is no whole number in rival-black"),
        (("odds", "W1", "--books", "red=9999999"), "'9999999' is no whole number in books; use one to six digits"),
        (("odds", "W1", "--house", "limits=added", "--house", "LIMITS=higher"), "names 'LIMITS' twice; name it once"),
        (("odds", "W1", f"--{'x' * 1000}"), "xxx…; see quacks --help"),
        (
            ("simulate", "white7", "--out", "x" * 300),
            "cannot be written (File name too long); name a file that can be, such",
        ),
        (("simulate", "white7", "--games", "1", "--out", "/dev/full"), "cannot be written: it is a pipe or a device"),
        (("advise", "W1", "--drawn", "W1", "--round", "9", "--objective", "beat=04", "--beat", "3"), "contradicts the"),
    ],
)
def test_clumsy_words_are_refused_in_one_sentence(quacks: Quacks, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in quacks.refusal(*words)


def test_nothing_named_is_nobody_and_one_aim_may_be_written_in_two_ways(quacks: Quacks) -> None:
    assert quacks.json("odds", "W1", "--rivals", "", "--rival-black", "")["chips_left"] == 1
    words = ("odds", "W1", "--round", "9", "--beat", "3", "--objective")
    assert quacks.json(*words, "beat = 03") == quacks.json(*words, "beat=3")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'\xef\xbb\xbf{"name": "x", "rule": "y>=1"}', "'y>=1' is not a stop rule; use best"),
        (b'{"name": "x", "rule": "best", "name": "y"}', "has the key 'name' twice in one object"),
        (b'{"name": "x", "rule": "white>=7", "moon": 1}', "'moon' is not known here; use name, about, rule"),
        (b" ", "is empty; name a file with something in it"),
    ],
)
def test_a_strategy_file_is_checked(quacks: Quacks, tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    assert sentence in quacks.refusal("simulate", str(file), "--games", "1")
