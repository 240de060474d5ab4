"""Compiled rules are never older than the rules, whatever becomes of the folder that they are kept in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
RULE = "def chips() -> int:\n    return {number}\n"
KERNEL = """
from quacks_math.kernels.compile import is_kept, kernel, share
from quacks_math.rules.probed import chips

share(chips)


@kernel
def ask() -> int:
    return chips()


if __name__ == "__main__":
    import sys
    from quacks_math import probing

    before = is_kept(probing.ask)
    print(probing.ask(), int(before), int(is_kept(probing.ask)), sep=" ")
    sys.stdout.flush()
"""
"""A kernel that compiles in a moment, with a rule in another file."""


class Asked(NamedTuple):
    answer: int
    kept_before: bool
    kept_after: bool
    said: list[str]


class Package:
    """A copy of the mathematics with one more rule, which may be edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "quacks_math", folder / "quacks_math", ignore=unwanted)
        shutil.copytree(ROOT / "data", folder / "data")
        (folder / "quacks_math" / "probing.py").write_text(KERNEL)
        self.write_rule(1)

    def write_rule(self, number: int) -> None:
        (self.folder / "quacks_math" / "rules" / "probed.py").write_text(RULE.format(number=number))

    def ask(self, **environment: str | Path) -> Asked:
        """Ask the kernel in a process of its own; it must answer, whatever the environment."""
        ended = subprocess.run(
            [sys.executable, "-m", "quacks_math.probing"],
            cwd=self.folder,
            env=os.environ | {name: str(value) for name, value in environment.items()},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        answer, before, after = map(int, ended.stdout.split())
        return Asked(answer, bool(before), bool(after), ended.stderr.splitlines())

    @property
    def strays(self) -> list[str]:
        """Compiled code that lies in the source tree, where nothing says what it was made of."""
        return [path.name for path in self.folder.rglob("*") if path.suffix in {".nbi", ".nbc", ".kernel"}]


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path / "copy")


def a_file(folder: Path) -> Path:
    """A file stands where the folder would be."""
    folder.write_text("")
    return folder


def below_a_file(folder: Path) -> Path:
    """A parent folder is a file."""
    folder.write_text("")
    return folder / "cache"


def no_device(_: Path) -> Path:
    """Nobody, not even root, can make a folder here."""
    return Path("/proc/quacks/cache") if sys.platform == "linux" else Path("/dev/null/cache")


def not_writable(folder: Path) -> Path:
    """The folder is there, but must not be written."""
    folder.mkdir()
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("root may write everywhere; the read-only file system below asks the same")
    return folder


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mount small file systems where this machine lets us."""
    mounts: list[Path] = []

    def mount(options: str) -> Path:
        folder = tmp_path / f"mounted{len(mounts)}"
        folder.mkdir(exist_ok=True)
        program = shutil.which("mount")
        if program is None:
            pytest.skip("there is no program to mount a file system")
        done = subprocess.run(  # noqa: S603 (mount, found above)
            [program, "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"this machine does not let us mount a file system: {done.stderr.strip()}")
        mounts.append(folder)
        return folder

    yield mount
    for folder in mounts:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607 (where mount works, so does umount)


@pytest.mark.parametrize(
    ("variable", "place"),
    [
        ("NUMBA_CACHE_DIR", a_file),
        ("NUMBA_CACHE_DIR", no_device),
        ("NUMBA_CACHE_DIR", not_writable),
        ("XDG_CACHE_HOME", below_a_file),
    ],
)
def test_an_edited_rule_runs_where_nothing_can_be_kept(
    package: Package, tmp_path: Path, place: Callable[[Path], Path], variable: str
) -> None:
    folder = place(tmp_path / "cache")
    environment = {"NUMBA_CACHE_DIR": "", variable: folder}
    for number in (1, 2):
        package.write_rule(number)
        asked = package.ask(**environment)
        assert (asked.answer, asked.kept_before, asked.kept_after) == (number, False, False)
        assert len(asked.said) == 1
        assert "cannot be kept" in asked.said[0]
        assert str(folder) in asked.said[0]
    assert not package.strays


def test_an_edited_rule_runs_where_kernels_are_kept(package: Package, tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there" / "yet"
    for number in (1, 2):
        package.write_rule(number)
        assert package.ask(NUMBA_CACHE_DIR=folder) == (number, False, True, [])
        assert package.ask(NUMBA_CACHE_DIR=folder) == (number, True, True, [])
    assert not package.strays


def test_another_way_of_numba_to_choose_a_folder_is_not_taken(package: Package, tmp_path: Path) -> None:
    chosen = {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator", "NUMBA_CACHE_DIR": tmp_path / "cache"}
    for number in (1, 2):
        package.write_rule(number)
        assert package.ask(**chosen).answer == number
    assert not package.strays


def test_the_same_rules_in_another_folder_are_not_compiled_again(tmp_path: Path) -> None:
    first, second = Package(tmp_path / "first"), Package(tmp_path / "second")
    assert first.ask(NUMBA_CACHE_DIR=tmp_path / "cache") == (1, False, True, [])
    asked = second.ask(NUMBA_CACHE_DIR=tmp_path / "cache")
    assert (asked.answer, asked.kept_before, asked.kept_after) == (1, True, True)


def test_a_kernel_kept_in_a_folder_that_became_read_only_still_loads(
    package: Package, mounted: Callable[..., Path]
) -> None:
    folder = mounted("size=4m")
    assert package.ask(NUMBA_CACHE_DIR=folder) == (1, False, True, [])
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)  # noqa: S603, S607 (it was mounted above)
    assert package.ask(NUMBA_CACHE_DIR=folder) == (1, True, True, [])
    package.write_rule(2)
    asked = package.ask(NUMBA_CACHE_DIR=folder)
    assert asked[:3] == (2, False, False)
    assert len(asked.said) == 1
    assert "Read-only file system" in asked.said[0]


def test_a_full_disk_is_said_once_and_the_answer_comes(package: Package, mounted: Callable[..., Path]) -> None:
    folder = mounted("size=64k")
    (folder / "filling").write_bytes(b"x" * 56_000)
    for number in (1, 2):
        package.write_rule(number)
        asked = package.ask(NUMBA_CACHE_DIR=folder)
        assert asked[:3] == (number, False, False)
        assert len(asked.said) == 1
        assert "No space left on device" in asked.said[0]
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["filling"], "nothing half written stays"


def test_a_spoiled_kernel_is_compiled_anew(package: Package, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    package.ask(NUMBA_CACHE_DIR=folder)
    (file,) = [path for path in folder.rglob("*") if path.is_file()]
    whole = file.read_bytes()
    for spoiled in (whole[:-1], b"", bytes(len(whole)), whole[:5000] + b"!" + whole[5001:]):
        file.write_bytes(spoiled)
        assert package.ask(NUMBA_CACHE_DIR=folder) == (1, False, True, [])
    assert package.ask(NUMBA_CACHE_DIR=folder) == (1, True, True, [])
