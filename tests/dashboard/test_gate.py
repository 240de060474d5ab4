"""What a running server lets in, what its pages may load, and that it asks no other machine for anything.

The server is a real one, whose processes note by an audit hook whom they ask.
"""

from __future__ import annotations

import ast
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from dashboard import streamlit_private
from dashboard.serve import lan_address
from tests.dashboard.running_server import GUARD, ROOT, Running, running, visit

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server")) as found:
        yield found


def refused_upgrade(server: Running, **headers: str) -> int:
    """Return the status with which a websocket upgrade is refused, 101 where it is not."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    return server.ask("/_stcore/stream", **(upgrade | key | headers)).status


PAD = b"chip_pad"
"""What only a page that stands has sent."""
FOREIGN = [
    "http://evil.example",
    "https://evil.example:8501",
    "null",
    "http://192.0.2.7",
    "http://localhost:1",
    "file://",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_an_upgrade_from_a_foreign_page_is_refused(server: Running, origin: str) -> None:
    assert refused_upgrade(server, Origin=origin) == 403


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_request_from_a_foreign_page_is_refused(server: Running, origin: str) -> None:
    assert server.ask("/_stcore/health", Origin=origin).status == 403


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_its_own_page_is_let_in(server: Running, host: str) -> None:
    assert PAD in visit(server, host)


def test_no_process_of_a_server_asks_another_machine_from_start_to_end(tmp_path: Path) -> None:
    with running(tmp_path / "guarded") as server:
        for origin in FOREIGN:
            visit(server)
            refused_upgrade(server, Origin=origin)
            assert server.ask("/_stcore/health").status == 200
        server.ask("/_stcore/host-config", host="evil.example")
    watched = sum('"watched"' in line for line in server.notes.read_text().splitlines())
    assert watched >= 3, "the server and both solvers"
    assert server.asked_outside() == []


def test_for_the_network_only_its_own_address_is_found_out(tmp_path: Path) -> None:
    own = lan_address()
    with running(tmp_path / "guarded", "--lan") as server:
        for host in {"localhost", own}:
            assert PAD in visit(server, host)
        refused_upgrade(server, Origin="http://evil.example")
    # A datagram socket that is given an address sends nothing; so the machine learns its own.
    assert {line.split(" ", 1)[1] for line in server.asked_outside()} <= {"(('192.0.2.1', 9),)"}
    assert "evil.example" not in server.notes.read_text()


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8501",
        "localhost.evil.example",
        "192.0.2.1",
        "localhost@evil.example",
        "[::1",
        "",
        "a:b",
    ],
)
def test_a_foreign_name_for_this_machine_is_refused(server: Running, host: str) -> None:
    answer = server.ask("/", host=host)
    assert answer.status == 403
    assert f"http://127.0.0.1:{server.port}" in answer.read().decode()
    # A page under a name that was bound anew to this machine has that name as host and as origin.
    assert refused_upgrade(server, host=host, Origin=f"http://{host}") == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9000", "127.0.0.1", "127.0.0.1:80"])
def test_its_own_names_are_let_in_whatever_port_is_passed_on_to_it(server: Running, host: str) -> None:
    assert server.ask("/", host=host).status == 200


def test_two_hosts_are_one_too_many(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert raw.makefile("rb").readline().split()[1] in (b"400", b"403")


@pytest.mark.parametrize("method", ["PUT", "POST", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_left_with_it(server: Running, method: str) -> None:
    for path in ("/_stcore/upload_file/session/file", "/", "/_stcore/agent/interact"):
        answer = server.ask(path, method, b"x" * 100)
        assert answer.status == 405
        assert answer.getheader("Allow") == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/metrics/",
        "/_stcore//metrics",
        "/_stcore/./metrics",
        "/%5Fstcore/metrics",
        "/_stcore/upload_file/session/file",
        "/_stcore/agent/openapi.json",
        "/_stcore/agent/mcp",
        "/_stcore/script-health-check",
        "/auth/login",
        "/auth/logout",
        "/oauth2callback",
        "/component/streamlit_any/index.html",
    ],
)
def test_what_no_page_asks_for_is_closed(server: Running, path: str) -> None:
    assert server.ask(path).status == 404


@pytest.mark.parametrize("path", ["/", "/about", "/app/static/icon.png", "/_stcore/health", "/_stcore/host-config"])
def test_every_answer_says_what_a_page_may_do(server: Running, path: str) -> None:
    answer = server.ask(path)
    assert answer.status == 200
    policy = dict(
        part.strip().partition(" ")[::2] for part in str(answer.getheader("Content-Security-Policy")).split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "'unsafe-eval'" not in policy["script-src"]
    # Not a single address of another machine, nor a pattern that fits one.
    assert not [part for part in policy.values() if "." in part or "*" in part or "http" in part]
    assert answer.getheader("X-Frame-Options") == "DENY"
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Referrer-Policy") == "no-referrer"
    assert answer.getheader("Cross-Origin-Resource-Policy") == "same-origin"
    assert answer.getheader("Access-Control-Allow-Origin") is None


def test_a_refusal_is_protected_like_any_answer(server: Running) -> None:
    answer = server.ask("/", host="evil.example")
    assert answer.getheader("X-Frame-Options") == "DENY"
    assert "default-src 'none'" in str(answer.getheader("Content-Security-Policy"))


def closing_code(server: Running, begun: bytes) -> int:
    """Return the code with which the server closes a session in which these bytes were sent."""
    address = f"localhost:{server.port}"
    with (
        connect(
            f"ws://{address}/_stcore/stream",
            origin=f"http://{address}",  # type: ignore[arg-type]
            subprotocols=["streamlit"],  # type: ignore[list-item]
        ) as session,
        pytest.raises(ConnectionClosed) as closed,
    ):
        exchange(session, begun)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def exchange(session: ClientConnection, begun: bytes) -> None:
    """Send bytes as they are, and take what comes until the session ends."""
    session.socket.sendall(begun)
    while True:
        session.recv(timeout=60.0)


def test_a_message_larger_than_any_tap_is_refused(server: Running) -> None:
    size = 2_000_000
    frame = b"\x82\xff" + size.to_bytes(8, "big") + bytes(4) + bytes(size)
    assert closing_code(server, frame) == 1009


def test_a_message_too_large_to_be_kept_is_refused_before_it_comes(server: Running) -> None:
    assert closing_code(server, b"\x82\xff" + (6_000_000).to_bytes(8, "big") + bytes(4)) == 1009


def test_the_guard_sees_what_it_is_to_see(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(GUARD)
    notes = tmp_path / "notes"
    asking = (
        "import socket, contextlib\n"
        "with contextlib.suppress(OSError): socket.getaddrinfo('outside.invalid', 80)\n"
        "with contextlib.suppress(OSError): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))\n"
    )
    subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-c", asking],
        check=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "QUACKS_TEST_NOTES": str(notes)},
    )
    said = Running(0, None, notes, notes).asked_outside()  # type: ignore[arg-type]
    assert len(said) == 2
    assert "outside.invalid" in said[0]


def test_a_refused_upgrade_is_told_apart_from_one_let_in(server: Running) -> None:
    with (
        pytest.raises(InvalidStatus),
        connect(f"ws://localhost:{server.port}/_stcore/stream", origin="http://a.example"),
    ):  # type: ignore[arg-type]
        pass


def test_what_streamlit_does_not_promise_is_used_in_one_place_and_is_there() -> None:
    public = {"streamlit", "streamlit.testing.v1", "streamlit.testing.v1.AppTest"}
    used = {
        (file.name, name)
        for folder in ("dashboard", "pages")
        for file in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for name in imported(node)
        if name.partition(".")[0] == "streamlit" and name not in public
    }
    assert used == {
        ("streamlit_private.py", "streamlit.navigation.page"),
        ("streamlit_private.py", "streamlit.runtime.scriptrunner"),
    }
    assert streamlit_private.gone_back() is False
    assert len(streamlit_private.inline_scripts()) == 1
    assert (ROOT / "pyproject.toml").read_text(encoding="utf-8").count('"streamlit>=1.67,<1.68"') == 1


def imported(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []
