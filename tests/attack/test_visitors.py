"""Many visitors at once: each gets a page of its own table, none sees another's, and the server asks nobody."""

from __future__ import annotations

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from dashboard.table.share import encode
from dashboard.table.state import first_table, with_setting
from quacks_math.brew.model.bag import Bag
from tests.dashboard.running_server import Running, running, visit

if TYPE_CHECKING:
    from pathlib import Path

VISITORS = 25 if int(os.environ.get("QUACKS_ATTACK", "1")) > 1 else 6


def test_each_visitor_gets_a_page_of_its_own_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bags = [f"W1x4 W2x2 W3 O1x{number + 1} G1" for number in range(VISITORS)]

    def come(server: Running, bag: str) -> tuple[bytes, float]:
        started = time.perf_counter()
        page = visit(server, query="s=" + encode(with_setting(first_table(), bag=Bag.parse(bag))))
        return page, time.perf_counter() - started

    with running(tmp_path / "server") as server:
        with ThreadPoolExecutor(VISITORS) as visitors:
            pages = list(visitors.map(lambda bag: come(server, bag), bags))
        assert server.ask("/_stcore/health").status == 200
        asked = server.asked_outside()
    assert not asked
    for bag, (page, _) in zip(bags, pages, strict=True):
        # Every table has another number of chips, which stands beside the risk.
        told = {int(number) for number in re.findall(rb"of (\d+) chips", page)}
        assert told == {len(Bag.parse(bag))}
    if VISITORS > 6:
        with capsys.disabled():
            print(f"\n{VISITORS} visitors at once: slowest page {max(taken for _, taken in pages):.1f} s")  # noqa: T201 (the report)
