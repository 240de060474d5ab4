"""A broken table is refused on load, with a sentence that names the file, the row and the reason."""

import importlib.util
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from quacks_math.material import tables
from quacks_math.material.tables import Record, TableError, read_json, read_rows

PACKAGE = Path(tables.__file__).parents[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the tables that modules loaded from now on read instead."""
    copy = tmp_path / "data"
    shutil.copytree(tables.DATA_FOLDER, copy)
    monkeypatch.setattr(tables, "DATA_FOLDER", copy)
    return copy


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Return a function that runs a module's source anew, beside the one already imported."""

    def run(source: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location("module_under_test", PACKAGE / source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "module_under_test", module)
        spec.loader.exec_module(module)
        return module

    return run


def edit_lines(change: Callable[[list[str]], None]) -> Callable[[Path], None]:
    def edit(file: Path) -> None:
        lines = file.read_text(encoding="utf-8").splitlines()
        change(lines)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")

    return edit


def set_line(number: int, text: str) -> Callable[[Path], None]:
    """Replace a line, counted from 1 as an editor counts."""
    return edit_lines(lambda lines: lines.__setitem__(number - 1, text))


def drop_line(number: int) -> Callable[[Path], None]:
    return edit_lines(lambda lines: lines.__delitem__(number - 1))


def edit_json(change: Callable[[Any], None]) -> Callable[[Path], None]:
    def edit(file: Path) -> None:
        content = json.loads(file.read_text(encoding="utf-8"))
        change(content)
        file.write_text(json.dumps(content), encoding="utf-8")

    return edit


def truncate(file: Path) -> None:
    file.write_text("{", encoding="utf-8")


BROKEN = [
    ("chips", "chips.csv", set_line(3, "white,2,many"), r"chips\.csv, line 3: count: .*'many'"),
    ("chips", "chips.csv", set_line(4, "pink,3,4"), r"chips\.csv, line 4: colour: .*'pink'"),
    ("chips", "chips.csv", set_line(5, "white,1,20"), r"chips\.csv, line 5: W1 .* named twice"),
    ("chips", "chips.csv", set_line(5, "orange,2,20"), r"chips\.csv, line 5: O2 is not a chip"),
    ("chips", "starting_bag.csv", set_line(2, "white,1,0"), r"starting_bag\.csv, line 2: count"),
    ("chips", "chips.csv", Path.unlink, r"chips\.csv: cannot be read \(No such file"),
    ("track", "pot_track.csv", set_line(10, "8,88,1,0"), r"pot_track\.csv, line 10: coins: .*'88'"),
    ("track", "pot_track.csv", drop_line(10), r"pot_track\.csv: must list the spaces 0 to 53 once each"),
    ("track", "pot_track.csv", set_line(1, "index,coins,points,ruby"), r"pot_track\.csv, line 2: victory_points"),
    ("extras", "bonus_die.csv", drop_line(4), r"bonus_die\.csv: must list the six faces in order"),
    ("extras", "rat_tails.csv", set_line(2, "1,3"), r"rat_tails\.csv.*: .*neighbouring points"),
    ("extras", "test_tubes.csv", set_line(5, "3,chip,1,pink,1"), r"test_tubes\.csv, glass 3: pink 1 is not a chip"),
    ("extras", "round_events.csv", set_line(2, "10,too late"), r"round_events\.csv, line 2: round: .*'10'"),
    (
        "extras",
        "round_events.csv",
        drop_line(5),
        r"round_events\.csv: exactly one round must say .adds one white 1-chip.",
    ),
    ("books", "books.json", truncate, r"books\.json is not valid JSON"),
    ("books", "books.json", edit_json(lambda b: b["2"]["red"].pop("effect")), r"books\.json, set 2, red: effect"),
    ("books", "books.json", edit_json(lambda b: b["3"].pop("blue")), r"books\.json: no entry for blue of set 3"),
    (
        "books",
        "books.json",
        edit_json(lambda b: b["1"]["green"]["prices"].update({"1": "dear"})),
        r"books\.json, set 1, green: prices\.1: .*'dear'",
    ),
    (
        "cards",
        "fortune_cards.json",
        edit_json(lambda c: c["cards"][4].update(colour="green")),
        r"fortune_cards\.json, card 5: colour: .*'green'",
    ),
    ("cards", "fortune_cards.json", edit_json(lambda c: c["cards"].pop()), r"fortune_cards\.json: has 23"),
    (
        "cards",
        "fortune_cards.json",
        edit_json(lambda c: c["cards"].reverse()),
        r"fortune_cards\.json: the ids must be the known ones",
    ),
    (
        "rulings",
        "rulings.json",
        edit_json(lambda r: r["rulings"][2].pop("choices")),
        r"rulings\.json, ruling 3: choices",
    ),
    ("rulings", "rulings.json", edit_json(lambda r: r["rulings"].pop()), r"rulings\.json: the ids must be the known"),
]


@pytest.mark.parametrize(("module", "file", "edit", "sentence"), BROKEN)
def test_a_broken_table_is_refused_with_file_row_and_reason(
    folder: Path,
    load: Callable[[str], ModuleType],
    module: str,
    file: str,
    edit: Callable[[Path], None],
    sentence: str,
) -> None:
    edit(folder / file)
    with pytest.raises(TableError, match=sentence):
        load(f"material/{module}.py")


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (edit_json(lambda content: content.pop("rounds")), r"rates\.json: must hold an object rounds"),
        (edit_json(lambda content: content["rounds"].pop("4")), r"rates\.json: round 4 is missing"),
        (
            edit_json(lambda content: content["rounds"]["7"].update(ruby="dear")),
            r"rates\.json, round 7: .*ruby is 'dear'",
        ),
    ],
)
def test_broken_rates_are_refused_when_they_are_asked_for(
    folder: Path, load: Callable[[str], ModuleType], edit: Callable[[Path], None], sentence: str
) -> None:
    edit(folder / "rates.json")
    module = load("brew/payoff/rates.py")
    with pytest.raises(TableError, match=sentence):
        module.rates_for_round(1)


@pytest.mark.parametrize(
    ("line", "text", "constant"),
    [
        (3, "4,before the round: yellow book opens; rats used from this round on", "YELLOW_BOOK_ROUND"),
        (3, "4,before the round: yellow book opens; rats used from this round on", "FIRST_RAT_ROUND"),
        (4, "4,before the round: purple book opens", "PURPLE_BOOK_ROUND"),
        (5, "4,before the round: every player adds one white 1-chip to the bag", "EXTRA_WHITE_ROUND"),
        (6, "4,last round: drawing is simultaneous", "ROUNDS"),
    ],
)
def test_the_marked_rounds_are_those_of_the_table(
    folder: Path, load: Callable[[str], ModuleType], line: int, text: str, constant: str
) -> None:
    set_line(line, text)(folder / "round_events.csv")
    assert getattr(load("material/extras.py"), constant) == 4


@pytest.mark.parametrize("module", ["chips", "track", "extras", "books", "cards", "rulings"])
def test_whole_tables_are_taken(folder: Path, load: Callable[[str], ModuleType], module: str) -> None:
    assert folder.is_dir()
    load(f"material/{module}.py")


class _Row(Record):
    number: int


def test_a_line_with_too_many_fields_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("number\n1\n2,3\n")
    with pytest.raises(TableError, match=r"rows\.csv, line 3"):
        read_rows(_Row, file)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(b"number\n\xff\xfe\n")
    with pytest.raises(TableError, match=r"rows\.csv"):
        read_rows(_Row, file)
    with pytest.raises(TableError, match=r"rows\.csv is no text in UTF-8"):
        read_json(file)
