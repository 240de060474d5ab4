"""A running dashboard and a real Chromium; every visit ends with the question whether anything went wrong unseen."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
START = 60.0
"""Seconds for the server to answer; it takes about four on an idle machine."""
PREPARED = 240_000
"""Milliseconds for the first answer where every kernel must still be compiled."""
PHONE = (390, 844)
LAPTOP = (1280, 800)


@dataclass
class Visit:
    """One browser window on the table page, with everything that went wrong in it."""

    page: Page
    problems: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)

    def tap(self, kind: str) -> None:
        """Tap a chip and wait for what it does."""
        self.page.locator(f"button.chip[data-kind={kind}]").click()
        self.settle()

    def press(self, name: str) -> None:
        """Press a button below the chips: undo, draw, stop, or a choice such as do:keep."""
        self.page.locator(f'button.button[data-name="{name}"]').click()
        self.settle()

    def settle(self) -> None:
        """Wait until no tap is on its way and the answer is there."""
        page = self.page
        page.wait_for_function(
            "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
        )
        page.wait_for_timeout(120)
        page.wait_for_function(
            """() => {
              const roots = [...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean);
              const all = (what) => roots.flatMap((root) => [...root.querySelectorAll(what)]);
              const running = document.querySelector('[data-testid=stApp]').dataset.testScriptState;
              const queues = Object.keys(sessionStorage).filter((key) => key.startsWith('quacks-pad:'));
              const sent = queues.every((key) => !JSON.parse(sessionStorage.getItem(key)).taps.length);
              return running === 'notRunning' && sent && !all('.q-thinking').length;
            }""",
            timeout=PREPARED,
        )

    def open_part(self, key: str) -> None:
        """Open an expander."""
        self.page.locator(f".st-key-{key} summary").click()
        self.settle()

    def open_section(self, name: str) -> None:
        """Open a part of the setting."""
        self.page.get_by_role("radio", name=name).or_(self.page.get_by_role("button", name=name)).first.click()
        self.settle()

    def left(self, kind: str) -> int:
        """Return the count shown on a chip of the pad."""
        return int(self.page.locator(f"button.chip[data-kind={kind}] .left").inner_text()[1:])

    @property
    def word(self) -> str:
        """The advice in one word."""
        return self.page.locator(".q-word").inner_text()

    @property
    def sentence(self) -> str:
        """The advice in one sentence."""
        return self.page.locator(".q-sentence").inner_text()

    @property
    def white(self) -> str:
        """The white sum as the gauge reads it."""
        return self.page.locator(".q-gauge-head b").inner_text()

    @property
    def status(self) -> str:
        """The line below the chips."""
        return self.page.locator("p.status").first.inner_text()

    @property
    def choices(self) -> list[str]:
        """The answers offered, in order."""
        return [
            text.split("\n")[0]
            for text in self.page.locator(".choices:not([hidden]) .options .button").all_inner_texts()
        ]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a browser."""
    given = os.environ.get("CHROMIUM", "").strip()
    path = given or next(filter(None, map(shutil.which, NAMES)), None)
    if not path or not Path(path).exists():
        pytest.skip("no Chromium or Chrome was found (Debian: apt install chromium; or name one in CHROMIUM)")
    return path


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a dashboard from a folder that has no settings of its own; its log must not hold a traceback."""
    log = folder / "log.txt"
    with log.open("w") as output:
        server = subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, "-m", "dashboard", "--port", str(port)],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://localhost:{port}/_stcore/health", server)
        yield server
    finally:
        server.terminate()
        server.wait(20)
    assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a dashboard that all visits share."""
    assert browser.is_connected()
    port = free_port()
    with serving(port, tmp_path_factory.mktemp("elsewhere")):
        yield f"http://localhost:{port}"


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end:
        assert server.poll() is None, "the dashboard ended"
        with contextlib.suppress(OSError), urllib.request.urlopen(address):  # noqa: S310 (our own address)
            return
        time.sleep(0.1)
    raise AssertionError(f"no answer from {address}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser for all visits of a run."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """Open windows; afterwards nothing may have failed, complained or gone elsewhere."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def go(path: str = "", size: tuple[int, int] = PHONE, scheme: str = "light") -> Visit:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        found = Visit(context.new_page())
        visits.append(found)
        _listen(found, address)
        found.page.goto(f"{address}/{path}")
        found.page.wait_for_selector(".q-pot", timeout=60_000)
        found.settle()
        return found

    yield go
    problems = [problem for one in visits for problem in one.problems]
    for context in contexts:
        context.close()
    assert not problems


def _listen(visit: Visit, address: str) -> None:
    page, problems = visit.page, visit.problems
    own = (address, address.replace("http", "ws", 1), "data:", "blob:")
    page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(f"failed: {request.url}"))
    page.on("response", lambda got: problems.append(f"{got.status}: {got.url}") if got.status >= 400 else None)
    page.on("request", lambda request: visit.requested.append(request.url))
    page.on("request", lambda asked: None if asked.url.startswith(own) else problems.append(f"outside: {asked.url}"))
