"""Starting the dashboard."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st
from streamlit import config

from dashboard import serve
from dashboard.__main__ import run
from dashboard.gate import Gate
from dashboard.host_config import OwnHostConfig
from dashboard.solver.process import SolverProcess

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.middleware import Middleware


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand in for the server, and note what it would have been started with."""
    noted: dict[str, Any] = {}

    class App:
        def __init__(self, path: Path, *, middleware: list[Middleware]) -> None:
            noted.update(script=path, before=[each.cls for each in middleware])

        def run(self, *, config: dict[str, Any]) -> None:
            noted.update(config)

    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(st, "App", App)
    monkeypatch.setattr(serve, "solver_processes", lambda: (SolverProcess(),))
    return noted


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def test_it_listens_on_this_machine_only(started: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    run(port=port)
    assert started["server.address"] == "localhost"
    assert started["server.port"] == port
    assert started["script"].name == "app.py"
    assert started["before"] == [Gate, OwnHostConfig]
    said = capsys.readouterr().out
    assert f"http://localhost:{port}" in said
    assert "\N{FULL BLOCK}" not in said


def test_the_network_is_opened_on_purpose_and_a_code_leads_there(
    started: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.7")
    port = free_port()
    run(lan=True, port=port)
    assert started["server.address"] == "0.0.0.0"  # noqa: S104 (that is what is tested)
    said = capsys.readouterr().out
    assert f"http://192.168.1.7:{port}" in said
    assert "\N{FULL BLOCK}" in said


def test_nothing_is_asked_of_other_machines(started: dict[str, Any]) -> None:
    run(port=free_port())
    assert started["browser.gatherUsageStats"] is False
    assert started["logger.hideWelcomeMessage"] is True


def test_a_taken_port_is_said_in_one_sentence(started: dict[str, Any]) -> None:
    with socket.socket() as other:
        other.bind(("localhost", 0))
        other.listen()
        with pytest.raises(ValueError, match="cannot be used"):
            run(port=other.getsockname()[1])
    assert not started


def test_the_shipped_settings_are_known_to_streamlit() -> None:
    known = config.get_config_options()
    assert set(serve.shipped_options()) <= set(known)


def test_a_code_is_square_and_has_a_quiet_edge() -> None:
    lines = serve.qr_code("http://192.168.1.7:8501").split("\n")
    assert abs(2 * len(lines) - len(lines[0])) <= 1
    assert set(lines[0]) == {"\N{FULL BLOCK}"}


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_what_is_no_port_is_refused_with_those_that_are(started: dict[str, Any], port: int) -> None:
    with pytest.raises(ValueError, match=f"{port} is no port; use one from 1 to 65535"):
        run(port=port)
    assert not started
