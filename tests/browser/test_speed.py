"""From tap to number, measured and printed (`pytest -s`), not asserted: the machine may be busy."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from dashboard.table.share import encode
from dashboard.table.state import first_table, with_setting
from quacks_math.brew.model.bag import Bag

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

MEASURE = """async (action) => {
  const roots = () => [...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean);
  const one = (what) => roots().map((root) => root.querySelector(what)).find(Boolean);
  const shown = () => one('.q-sentence').textContent + one('.q-gauge-head b').textContent + one('.q-risk')?.textContent;
  const before = shown();
  const start = performance.now();
  one(action).click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (shown() !== before && !one('.q-thinking')) return performance.now() - start;
    if (performance.now() - start > 20000) return NaN;
  }
}"""
SEVENTEEN = "W1x4 W2x2 W3 B1 B2 G1 O1x3 P1 R1 R2 Y1"
DRAWN = ("O1", "W1", "O1", "R1", "W2", "P1", "W1", "G1")
ROUNDS = 5


def test_from_tap_to_number_with_seventeen_chips(visit: Callable[..., Visit]) -> None:
    table = visit("?s=" + encode(with_setting(first_table(), bag=Bag.parse(SEVENTEEN))))
    times = []
    for _ in range(ROUNDS):
        for kind in DRAWN:
            times.append(table.page.evaluate(MEASURE, f"button.chip[data-kind={kind}]"))
            table.settle()
        for _ in DRAWN:
            table.page.evaluate(MEASURE, 'button.button[data-name="undo"]')
            table.settle()
    times.sort()
    p95 = times[int(0.95 * len(times))]
    print(f"\ntap to number, {len(times)} taps: p50 {statistics.median(times):.0f} ms, p95 {p95:.0f} ms")  # noqa: T201 (the purpose)
    assert all(time > 0 for time in times)
