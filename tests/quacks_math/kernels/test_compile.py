"""Kernels give the same numbers interpreted and compiled, and small brews do not wait for the compiler."""

import subprocess
import sys
import threading
from itertools import count

import pytest

from quacks_math.brew.advise import advise
from quacks_math.brew.exact.solve import is_small
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.kernels import compile as compiled
from quacks_math.material.books import Books

SMALL = (
    Brew(Bag.parse("W1x4 W2x2 W3 O1 G1")),
    Brew(Bag.parse("W1x3 W2 O1 B2 R1"), books=Books(2, 3, 4, 1, 1)),
    Brew(Bag.parse("W1x3 W2 O1 B1 Y1"), books=Books(1, 1, 1, 3, 2), card="second_chance"),
    Brew(Bag.parse("W1x2 W2 O1 R2 R1"), books=Books(1, 1, 2, 4, 2), card="strong_ingredient", round=9),
)


@pytest.mark.parametrize("brew", SMALL, ids=lambda brew: str(brew.bag))
def test_interpreted_and_compiled_kernels_agree_to_the_last_bit(brew: Brew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_wanted", threading.Event())
    monkeypatch.setattr(compiled, "_small_work", count(1))
    assert is_small(brew.bag.counts)
    interpreted = advise(brew)
    assert not compiled.uses_compiler()
    assert type(interpreted.method.states) is int
    compiled.use_compiler()
    kernels = advise(brew)
    assert interpreted.values == kernels.values
    assert interpreted.next_values == kernels.next_values
    assert interpreted.outcome == kernels.outcome


def test_whoever_asks_often_or_about_a_large_bag_gets_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_wanted", threading.Event())
    monkeypatch.setattr(compiled, "_small_work", count(1))
    for _ in range(compiled.MOST_INTERPRETED):
        compiled.compile_unless(small=True)
        assert not compiled.uses_compiler()
    compiled.compile_unless(small=True)
    assert compiled.uses_compiler()
    monkeypatch.setattr(compiled, "_wanted", threading.Event())
    compiled.compile_unless(small=False)
    assert compiled.uses_compiler()


def test_a_small_bag_is_answered_without_loading_the_compiler() -> None:
    program = (
        "import sys; from quacks_math import Bag, Brew, advise;"
        "advise(Brew(Bag.parse('W1x4 W2x2 W3 O1 G1'))); print('numba' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 (this program)
    assert ended.stdout.strip() == "False"
