"""The parts that both sweeps are made of: the numbering of flags, lines, and blocks that never send to the same number."""

from itertools import combinations, product

import numpy as np
import pytest

from quacks_math.brew.advise import solve_brew
from quacks_math.brew.exact import reach_probabilities
from quacks_math.brew.exact.reach_probabilities import blocks_of, shared_out, where_play_ends
from quacks_math.brew.exact.state_space.flags import Flags, Radix, flags_number, flags_of
from quacks_math.brew.exact.state_space.index import Layout
from quacks_math.brew.exact.state_space.lines import read_line, send_line
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import replay
from quacks_math.material.books import Books


def layout_of(bag: str) -> Layout:
    """Return the numbering of an untouched brew."""
    problem = solve_brew(Brew(Bag.parse(bag))).problem
    assert problem is not None
    return problem.layout


@pytest.mark.parametrize("radix", [Radix(1, 1, 1, 1), Radix(2, 3, 2, 5), Radix(2, 1, 2, 1), Radix(1, 4, 1, 3)])
def test_flags_have_consecutive_numbers_and_come_back(radix: Radix) -> None:
    """Each set of flags has a number of its own, none is left out, and ``flags_of`` is the inverse."""
    ranges = [range(2), *(range(size) for size in radix)]
    flags = [Flags(*values) for values in product(*ranges)]
    assert sorted(flags_number(radix, *each) for each in flags) == list(range(len(flags)))
    assert [flags_of(radix, flags_number(radix, *each)) for each in flags] == flags


@pytest.mark.parametrize(("first", "size"), [(0, 5), (40, 20), (50, 3), (52, 4), (60, 2)])
def test_what_is_read_along_a_line_is_sent_along_it(first: int, size: int) -> None:
    """Sending is reading transposed: <send(held), values> = <held, read(values)>."""
    rng = np.random.default_rng(3)
    base = 7
    values, held = rng.random(base + 53 + 4), rng.random(size)
    read, mass = np.zeros(size), np.zeros(len(values))
    read_line(values, base, first, size, read)
    send_line(mass, base, first, size, 0.25, held)
    assert read == pytest.approx([values[base + min(52, first + step)] for step in range(size)])
    assert mass @ values == pytest.approx(0.25 * held @ read)


@pytest.mark.parametrize("bag", ["W1x2 O1x3 G1x2 B1", "W1 O1x4", "W1x2 W2", "W1 R1 R2 R4 Y1x2 P1x3"])
def test_blocks_of_one_parity_never_send_to_the_same_number(bag: str) -> None:
    """Of two numbers of a layer in different blocks of one parity, no chip leads to the same number."""
    layout = layout_of(bag)
    parity, block = blocks_of(layout)
    layer = layout.out.sum(axis=1)
    targets = [
        {
            number + int(stride)
            for digit, stride, most in zip(out, layout.stride, layout.left, strict=True)
            if digit < most
        }
        for number, out in enumerate(layout.out)
    ]
    for one, other in combinations(range(len(layer)), 2):
        if layer[one] == layer[other] and parity[one] == parity[other] and block[one] != block[other]:
            assert not targets[one] & targets[other]


def test_work_is_shared_out_by_whole_blocks() -> None:
    """Every place is in one part, blocks stay together, and the parts are even where blocks allow it."""
    work, block = np.array([5, 1, 3, 3, 2, 2]), np.array([9, 4, 9, 2, 4, 7])
    parts = shared_out(work, block, 2)
    assert sorted(np.concatenate(parts)) == list(range(6))
    assert not set(block[parts[0]]) & set(block[parts[1]])
    assert sorted(work[part].sum() for part in parts) == [8, 8]


@pytest.mark.parametrize("card", [None, "second_chance", "strong_ingredient"])
def test_threads_do_not_change_where_play_ends(card: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """All layers shared out, or none: the same distribution."""
    brew = Brew(Bag.parse("W1x4 W2x2 W3 O1x2 G1 B2 R1 P1 Y1"), books=Books(1, 1, 1, 1, 1), card=card, round=4)
    solution, state = solve_brew(brew), replay(brew)
    monkeypatch.setattr(reach_probabilities, "MANY_STATES", 10**9)
    alone = where_play_ends(solution, state)
    monkeypatch.setattr(reach_probabilities, "MANY_STATES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    shared = where_play_ends(solution, state)
    assert shared.scoring == pytest.approx(alone.scoring, abs=1e-12)
    assert shared.rubies == pytest.approx(alone.rubies, abs=1e-12)
