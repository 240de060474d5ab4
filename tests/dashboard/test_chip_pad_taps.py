"""Taps are counted once each, whatever the network and the reruns do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dashboard.components.chip_pad import PadButton, PadChip, PadChoices, pad_data
from dashboard.components.chip_pad.taps import (
    Acknowledged,
    Tap,
    acknowledge,
    later,
    new_taps,
    parse_acknowledged,
)


def state(*sequences: int, nonce: str = "k3f9x2", base: int = 0) -> dict[str, Any]:
    """Return what a browser with these unacknowledged taps would send."""
    queue = [{"sequence": n, "action": "chip:W1", "context": ""} for n in sequences]
    return {"nonce": nonce, "base": base, "queue": queue}


def test_five_taps_in_one_state_are_five_taps() -> None:
    taps = new_taps(state(1, 2, 3, 4, 5), None)
    assert [tap.sequence for tap in taps] == [1, 2, 3, 4, 5]
    assert {tap.kind for tap in taps} == {"W1"}


def test_every_split_into_overlapping_states_counts_each_tap_once() -> None:
    acknowledged, counted = None, []
    known = 0
    for last in (1, 3, 3, 4, 8, 8, 9):
        sent = state(*range(known + 1, last + 1), base=known)
        taps = new_taps(sent, acknowledged)
        counted += [tap.sequence for tap in taps]
        acknowledged = acknowledge(sent, taps, acknowledged)
        known = max(0, last - 2)  # the answer reaches the browser late
    assert counted == list(range(1, 10))


def test_the_same_state_again_brings_nothing() -> None:
    sent = state(1, 2)
    acknowledged = acknowledge(sent, new_taps(sent, None), None)
    assert acknowledged == Acknowledged("k3f9x2", 2)
    assert new_taps(sent, acknowledged) == ()
    assert acknowledge(sent, (), acknowledged) == acknowledged


def test_another_browser_starts_its_own_count() -> None:
    assert len(new_taps(state(1, nonce="other0"), Acknowledged("k3f9x2", 7))) == 1


def test_a_server_that_forgot_does_not_repeat_what_the_browser_knew_to_be_done() -> None:
    assert [tap.sequence for tap in new_taps(state(6, base=5), None)] == [6]


def test_a_gap_holds_back_the_later_taps() -> None:
    assert [tap.sequence for tap in new_taps(state(1, 2, 4), None)] == [1, 2]


def test_taps_out_of_order_and_doubled_are_put_in_order() -> None:
    assert [tap.sequence for tap in new_taps(state(2, 1, 2, 3), None)] == [1, 2, 3]


@pytest.mark.parametrize(
    "bad",
    [
        None,
        7,
        "text",
        [],
        {},
        {"nonce": "k3f9x2", "base": 0},
        {"nonce": "K!", "base": 0, "queue": []},
        {"nonce": "k3f9x2", "base": -1, "queue": []},
        {"nonce": "k3f9x2", "base": True, "queue": []},
        {"nonce": "k3f9x2", "base": 0, "queue": [{"sequence": 1}]},
        {"nonce": "k3f9x2", "base": 0, "queue": [{"sequence": 0, "action": "undo"}]},
        {"nonce": "k3f9x2", "base": 0, "queue": [{"sequence": 1, "action": "<b>!"}]},
        {"nonce": "k3f9x2", "base": 0, "queue": [None]},
        {
            "nonce": "k3f9x2",
            "base": 0,
            "queue": [{"sequence": 1, "action": "undo", "context": 3}],
        },
        state(*range(1, 600)),
    ],
)
def test_a_malformed_state_is_ignored(bad: object) -> None:
    assert new_taps(bad, None) == ()
    assert acknowledge(bad, (), None) is None


def test_an_acknowledgement_survives_its_text_form() -> None:
    acknowledged = Acknowledged("k3f9x2", 12)
    assert parse_acknowledged(str(acknowledged)) == acknowledged
    for bad in ("", "k3f9x2", "k3f9x2.", "K3.1", "k3f9x2.-1", "k3f9x2.1.2"):
        assert parse_acknowledged(bad) is None


def test_an_older_address_does_not_lower_the_acknowledgement_of_the_session() -> None:
    session, address = Acknowledged("k3f9x2", 9), Acknowledged("k3f9x2", 4)
    assert later(session, address) == session
    assert later(address, session) == session
    assert later(session, Acknowledged("other0", 99)) == session
    assert later(None, address) == address
    assert later(None, None) is None


def test_a_choice_comes_back_with_the_context_it_was_shown_in() -> None:
    sent = state()
    sent["queue"] = [{"sequence": 1, "action": "use_flask", "context": "12"}]
    assert new_taps(sent, None) == (Tap(1, "use_flask", "12"),)
    assert new_taps(sent, None)[0].kind is None


def test_the_data_for_the_browser_is_plain_json_with_all_words_in_it() -> None:
    data = pad_data(
        [PadChip("W3", 1, explodes=True), PadChip("O1", 0)],
        [PadButton("undo", "Undo", shortcut="u")],
        acknowledged=Acknowledged("k3f9x2", 3),
        choices=PadChoices("4", "Put it back?", [PadButton("use_flask", "Yes")]),
    )
    assert json.loads(json.dumps(data)) == data
    assert data["acknowledged"] == {"nonce": "k3f9x2", "sequence": 3}
    white, orange = data["chips"]
    assert white["explodes"] == "explodes"
    assert orange["explodes"] == ""
    assert "{left}" in white["spoken"]
    assert data["choices"]["options"][0]["name"] == "use_flask"
