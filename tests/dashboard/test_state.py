"""Corrections never cost the pot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard.table.state import changed, first_table, rate_named, rates_of, with_rate, with_setting
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.notation import parse_pot
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import rates_for_round
from quacks_math.material.books import Books

DRAWN = replace(first_table(), brew=replace(first_table().brew, pot=parse_pot("W1 O1 W2")))


def test_a_new_visitor_has_the_starting_bag() -> None:
    assert str(first_table().brew.bag) == "W1x4 W2x2 W3 O1 G1"
    assert first_table().brew.pot == ()


@pytest.mark.parametrize(
    "change",
    [
        {"rats": 0},
        {"rats": 4, "start": 2},
        {"round": 5},
        {"books": Books(2, 3, 4, 1, 2)},
        {"card": "pumpkin_patch_party"},
        {"limit": 9},
        {"bag": Bag.parse("W1x9 W2 O1 K1")},
        {"rubies": 0},
    ],
)
def test_every_setting_can_be_corrected_with_chips_in_the_pot(change: dict[str, object]) -> None:
    after = with_setting(DRAWN, **change)
    assert after.brew.pot == DRAWN.brew.pot
    assert all(getattr(after.brew, name) == value for name, value in change.items())


@pytest.mark.parametrize("change", [{"bag": Bag.parse("W1 W2")}, {"start": 53}, {"limit": 0}])
def test_a_correction_that_the_pot_contradicts_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\."):
        with_setting(DRAWN, **change)


def test_leaving_round_nine_leaves_its_aim() -> None:
    table = changed(with_setting(first_table(), round=9), objective=Objective("beat", 20))
    assert with_setting(table, round=8).objective == Objective()
    with pytest.raises(ValueError, match="round 9"):
        changed(first_table(), objective=Objective("beat", 20))


@pytest.mark.parametrize("name", ["ruby", "coins.0", "coins.35", "chip.G1", "black.3", "die_chance.53", "kept_red.R4"])
def test_every_rate_can_be_changed_to_zero_and_back(name: str) -> None:
    table = with_rate(first_table(), name, 0.0)
    assert rate_named(rates_of(table), name) == 0.0
    back = with_rate(table, name, rate_named(rates_for_round(1), name))
    assert back.rate_changes == ()
    assert rates_of(back) == rates_for_round(1)


def test_a_rate_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not a rate"):
        changed(first_table(), rate_changes=(("coins.36", 1.0),))
