"""What a real browser makes of the gate: our pages lack nothing, and nothing else is let in or out."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

NOTE = """
window.refused = [];
document.addEventListener('securitypolicyviolation', (e) => window.refused.push(`${e.effectiveDirective} ${e.blockedURI}`));
"""
REACH = """async () => {
  const outside = 'http://127.0.0.9:9/';
  const load = (element) => new Promise((done) => {
    element.onload = element.onerror = () => done(); document.body.append(element); setTimeout(done, 1000);
  });
  const made = (name, more) => Object.assign(document.createElement(name), more);
  await fetch(outside).catch(() => null);
  await load(made('img', {src: outside + 'x.png'}));
  await load(made('script', {src: outside + 'x.js'}));
  await load(made('link', {rel: 'stylesheet', href: outside + 'x.css'}));
  await load(made('iframe', {src: outside}));
  await load(made('script', {textContent: 'window.foreign = true'}));
  try { eval('window.foreign = true'); } catch { /* as it should be */ }
  try { new WebSocket('ws://127.0.0.9:9/'); } catch { /* as it should be */ }
  await new Promise((done) => setTimeout(done, 200));
  return [window.foreign === true, [...new Set(window.refused.map((each) => each.split(' ')[0]))].sort()];
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    context.add_init_script(NOTE)
    yield context.new_page()
    context.close()


def open_table(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".q-pot", timeout=60_000)


def test_our_own_pages_are_refused_nothing(page: Page, address: str) -> None:
    open_table(page, address)
    for part in ("section_bag", "outlook", "history_part"):
        page.locator(f".st-key-{part} summary").click()
    page.wait_for_selector(".js-plotly-plot", timeout=240_000)
    assert page.evaluate("window.refused") == []
    page.goto(f"{address}/about")
    page.wait_for_selector("h1", timeout=60_000)
    assert page.evaluate("window.refused") == []


def test_whatever_got_into_a_page_reaches_nothing_outside(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("response", lambda response: asked.append(response.url) if "127.0.0.9" in response.url else None)
    open_table(page, address)
    foreign, refused = page.evaluate(REACH)
    assert not foreign
    assert refused == ["connect-src", "frame-src", "img-src", "script-src", "script-src-elem", "style-src-elem"]
    assert asked == []


def test_another_site_can_neither_frame_nor_ask_it(page: Page, address: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f"""<!doctype html><iframe src="{address}/"></iframe><script>
      const socket = new WebSocket("{address.replace("http", "ws", 1)}/_stcore/stream", ["streamlit"]);
      window.ended = new Promise((done) => {{ socket.onopen = () => done("open"); socket.onerror = () => done("refused"); }});
    </script>""")
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever).start()
        try:
            page.goto(f"http://127.0.0.1:{other.server_port}/")
            assert page.evaluate("window.ended") == "refused"
            page.wait_for_timeout(1_000)
            assert all(frame.locator("[data-testid=stApp]").count() == 0 for frame in page.frames[1:])
        finally:
            other.shutdown()
