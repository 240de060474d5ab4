"""Starting the dashboard: on this machine only, or on purpose for the local network.

The settings of Streamlit are those shipped with the package, whatever the folder the command is called from; nothing
is asked of any other machine.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tomllib
from pathlib import Path
from typing import Any, Final, NoReturn

import segno
from starlette.middleware import Middleware

from dashboard.solver.process import solver_processes
from dashboard.text.words import word

HERE: Final = Path(__file__).parent
LOCAL_HOST: Final = "localhost"
EVERY_ADDRESS: Final = "0.0.0.0"  # noqa: S104 (only with --lan, which says so)
GREATEST_PORT: Final = 65_535
DOCUMENTATION_HOST: Final = "192.0.2.1"
"""An address that belongs to nobody; a datagram socket towards it sends nothing but learns its own address."""


def run(*, lan: bool = False, port: int = 8501) -> None:
    """Serve the dashboard until interrupted.

    Args:
        lan: Whether other devices in the same network may reach it.
        port: Port to listen on, 1 to 65535.

    Raises:
        ValueError: If the port cannot be used.
    """
    _check_port("" if lan else LOCAL_HOST, port)
    sys.stdout.write(_greeting(lan=lan, port=port))
    sys.stdout.flush()
    before = signal.signal(signal.SIGTERM, _end)
    try:
        # The solver takes longest to load; it does so beside the server.
        solver_processes()[0].start()
        _serve(lan=lan, port=port)
    except KeyboardInterrupt:
        pass  # Ctrl+C is how it ends, as the greeting says.
    finally:
        signal.signal(signal.SIGTERM, before)
        for process in solver_processes():
            process.end()


def _serve(*, lan: bool, port: int) -> None:
    """Run the server behind its gate until it is interrupted."""
    # After the greeting: loading it takes a second.
    import streamlit as st  # noqa: PLC0415

    from dashboard.gate import Gate  # noqa: PLC0415
    from dashboard.host_config import OwnHostConfig  # noqa: PLC0415

    options = shipped_options() | {
        "server.address": EVERY_ADDRESS if lan else LOCAL_HOST,
        "server.port": port,
        "server.headless": True,
        "server.fileWatcherType": "none",
        # Streamlit would ask a machine on the internet for the outside address just to print it.
        "logger.hideWelcomeMessage": True,
    }
    if lan:
        options["browser.serverAddress"] = lan_address()
    # The entry script finds the packages wherever the command was called from.
    root = str(HERE.parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    middleware = [Middleware(Gate, name=LOCAL_HOST), Middleware(OwnHostConfig)]
    st.App(HERE / "app.py", middleware=middleware).run(config=options)


def _end(*_: object) -> NoReturn:
    """End in good order when the machine asks for it, so that no solver outlives the server."""
    raise SystemExit(0)


def shipped_options() -> dict[str, Any]:
    """Return the settings of Streamlit shipped with the package, by dotted name."""
    inside = HERE / "streamlit_config.toml"
    path = inside if inside.is_file() else HERE.parent / ".streamlit" / "config.toml"
    return _flat(tomllib.loads(path.read_text(encoding="utf-8")))


def lan_address() -> str:
    """Return the address of this machine in its network; its loopback address where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((DOCUMENTATION_HOST, 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def qr_code(address: str) -> str:
    """Return a QR code for a terminal.

    Args:
        address: What it leads to.
    """
    matrix = segno.make(address, micro=False, error="l").matrix_iter(scale=1, border=2)
    rows = [[bool(cell) for cell in row] for row in matrix]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    # Two rows of modules share a line; light is drawn, so that it also reads on a dark terminal.
    signs = {
        (False, False): "\N{FULL BLOCK}",
        (False, True): "\N{UPPER HALF BLOCK}",
        (True, False): "\N{LOWER HALF BLOCK}",
    }
    return "\n".join(
        "".join(signs.get(pair, " ") for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


def _greeting(*, lan: bool, port: int) -> str:
    """Return what is printed when the dashboard starts."""
    local = word("serve.local", address=f"http://{LOCAL_HOST}:{port}")
    if not lan:
        return f"\n{local}\n{word('serve.only')}\n{word('serve.end')}\n\n"
    address = f"http://{lan_address()}:{port}"
    try:
        code = qr_code(address)
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        code = ""
    return f"\n{local}\n{word('serve.lan', address=address)}\n\n{code}\n\n{word('serve.open')}\n{word('serve.end')}\n\n"


def _check_port(host: str, port: int) -> None:
    """Say at once when somebody else listens on the port.

    Raises:
        ValueError: If the port is taken or may not be used.
    """
    if not 1 <= port <= GREATEST_PORT:
        raise ValueError(word("serve.no_port", port=port))
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ValueError(word("serve.port_taken", port=port)) from error


def _flat(content: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested tables as one mapping with dotted names."""
    flat: dict[str, Any] = {}
    for name, value in content.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
