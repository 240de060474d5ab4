"""A real server for tests. Every process of it notes which addresses it looks up, connects or sends to."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import TYPE_CHECKING

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
START = 60.0
"""Seconds at most for a server to answer."""
GUARD = """
import json, os, sys

WATCHED = {
    "socket.connect": 1, "socket.sendto": 1, "socket.sendmsg": 1, "socket.getaddrinfo": 0, "socket.gethostbyname": 0,
    "socket.gethostbyaddr": 0, "socket.getnameinfo": 0,
}
NOTES = os.open(os.environ["QUACKS_TEST_NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def note(event, arguments):
    if event in WATCHED:
        os.write(NOTES, (json.dumps([event, repr(arguments[WATCHED[event]:])]) + chr(10)).encode())

sys.addaudithook(note)
os.write(NOTES, (json.dumps(["watched", str(os.getpid())]) + chr(10)).encode())
"""
AT_HOME = ("'localhost'", "'127.0.0.1'", "'::1'", "'0.0.0.0'", "None", "b'localhost'")
"""How an audit hook spells what stays on this machine; a wildcard and no name are what a listening socket asks for."""


@dataclass(frozen=True)
class Running:
    """A server with the notes of its guard."""

    port: int
    process: subprocess.Popen[bytes]
    notes: Path
    log: Path

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> HTTPResponse:
        """Return the answer to a request; a header named host replaces the usual one."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30.0)
        connection.putrequest(method, path, skip_host="host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return connection.getresponse()

    def asked_outside(self) -> list[str]:
        """Return everything that was looked up or connected to outside of this machine."""
        noted = [json.loads(line) for line in self.notes.read_text().splitlines()]
        return [f"{event} {what}" for event, what in noted if event != "watched" and not stays_here(what)]


def stays_here(what: str) -> bool:
    """Say whether an address as a hook spells it is one of this machine."""
    return what.strip("(").startswith(AT_HOME)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    """Run a server whose processes are all watched."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(GUARD)
    port, notes, log = free_port(), folder / "notes", folder / "log.txt"
    paths = [str(folder), str(ROOT)]
    with log.open("w") as output:
        process = subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, "-m", "dashboard", "--port", str(port), *options],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "QUACKS_TEST_NOTES": str(notes)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = Running(port, process, notes, log)
    try:
        end = time.monotonic() + START
        while True:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            with contextlib.suppress(OSError):
                if server.ask("/_stcore/health").status == 200:
                    break
            time.sleep(0.1)
        yield server
    finally:
        process.terminate()
        process.wait(30)
    assert "Traceback" not in log.read_text(), log.read_text()


def visit(server: Running, host: str = "localhost", query: str = "") -> bytes:
    """Open the page as a browser does, wait until it stands, and return all that was sent for it."""
    address = f"{host}:{server.port}"
    with connect(
        f"ws://{address}/_stcore/stream",
        origin=f"http://{address}",  # type: ignore[arg-type]
        subprotocols=["streamlit"],  # type: ignore[list-item]
        max_size=None,
    ) as session:
        first = BackMsg()
        first.rerun_script.query_string = query
        session.send(first.SerializeToString())
        page = b""
        while True:
            data = bytes(session.recv(timeout=60.0, decode=False))
            message = ForwardMsg()
            message.ParseFromString(data)
            if message.WhichOneof("type") == "script_finished":
                return page
            page += data
