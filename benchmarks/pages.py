"""`python -m benchmarks.pages`: how soon an accepted event reaches two hundred pages, and what they cost.

The daemon runs as a process of its own with a table that nobody drives; a match is played at it by commands. Each page
is a WebSocket as a browser opens one (150 public, 25 operators, 25 referees). Told are:

- from the press of a button to the discard's arrival at every page, over two hundred discards;
- how much the daemon's memory grew by the pages;
- whether hidden facts change when the public hears of a discard: medians with and without a possible win;
- that twenty pages load in one browser (Debian's Chromium).
"""

import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.referee.display.stage import CHROMIUM

ROLES = ["public"] * 150 + ["operator"] * 25 + ["referee"] * 25
MOST_MS, MOST_MB, MOST_DIFFERENCE_MS = 250.0, 50.0, 20.0
BROWSER_PAGES = 20
DEALS = 6
HANDS = {"A": "234m234p234678s5p", "B": "111z345789m5566s"}
WAITS = {"A": "25p", "B": "56s"}
SAFE = {"A": "19m19p19s1234567z78m79p58s", "B": "123m1234p9p1199s234567z8m8p"}
CONFIGURATION = """\
web: {port: 0}
store: journal.sqlite
tokens: {operator: operator-token, referee: referee-token}
"""


class Daemon:
    """The daemon's process and its address."""

    def __init__(self, folder: Path) -> None:
        (folder / "table.yaml").write_text(CONFIGURATION)
        command = [sys.executable, "-m", "referee", "run", "--config", str(folder / "table.yaml")]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.url = next(line.split()[-1] for line in self._process.stdout if line.startswith("public display"))

    def megabytes(self) -> float:
        """Its resident memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found.group(1)) / 1024 if found else 0.0

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)


class Operator:
    """Plays a match by commands."""

    def __init__(self, url: str) -> None:
        self._client = httpx.AsyncClient(base_url=url, headers={"Authorization": "Bearer referee-token"}, timeout=20)

    async def ask(self, act: str, **fields: object) -> dict[str, Any]:
        """An act; raises RuntimeError if it was not done."""
        version = (await self._client.get("api/state?role=referee")).json()["version"]
        answer = (
            await self._client.post("api/commands?role=referee", json={"act": act, "version": version, **fields})
        ).json()
        if not answer["done"]:
            raise RuntimeError(f"{act}: {answer}")
        return dict(answer)

    async def build(self, deal: int) -> None:
        """From the end of the deal before to the first discard."""
        if deal == 1:
            await self.ask("start_match", players={"A": "Aoi", "B": "Ben"}, rules="happy")
        else:
            for act in ("close_window", "show_result", "next_deal"):
                await self.ask(act)
        await self.ask("confirm_walls")
        if deal == 1:  # after a draw the dealer stays, and is first
            await self.ask("enter_dice", first="A")
        await self.ask("enter_indicator", tile="4s")
        for seat, hand in HANDS.items():
            await self.ask("lock_hand", seat=seat, tiles=hand)

    async def close(self) -> None:
        await self._client.aclose()


@dataclass
class Page:
    """One open page: when it saw the discard that is waited for."""

    socket: ClientConnection
    wanted: int = 0
    seen_s: float = 0.0
    seen: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "view":
                count = sum(len(seat["river"]) for seat in message["view"]["seats"])
                if count == self.wanted and not self.seen.is_set():
                    self.seen_s = time.perf_counter()
                    self.seen.set()


def tiles(text: str) -> list[str]:
    """mpsz text as names."""
    return [digit + suit for digits, suit in re.findall(r"(\d+)([mpsz])", text) for digit in digits]


async def measure(daemon: Daemon) -> list[tuple[str, float, float]]:
    """(what, figure, bound) of each measure."""
    operator = Operator(daemon.url)
    await operator.build(1)
    before = daemon.megabytes()
    address = daemon.url.replace("http", "ws") + "ws?role="
    sockets = await asyncio.gather(
        *(connect(f"{address}{role}&token={role}-token", max_size=2**22, ping_interval=None) for role in ROLES)
    )
    pages = [Page(socket) for socket in sockets]
    listeners = [asyncio.create_task(page.listen()) for page in pages]
    await asyncio.sleep(2)
    delays_ms: list[float] = []
    open_ms: dict[bool, list[float]] = {True: [], False: []}
    for deal in range(1, DEALS + 1):
        if deal > 1:
            await operator.build(deal)
        waits = {seat: set(tiles(text)) for seat, text in WAITS.items()}
        for number in range(1, 35):
            seat, other = ("A", "B") if number % 2 else ("B", "A")
            tile = tiles(SAFE[seat])[(number - 1) // 2]
            for page in pages:
                page.wanted = number
                page.seen.clear()
            asked_s = time.perf_counter()
            await operator.ask("enter_discard", seat=seat, tile=tile)
            await asyncio.gather(*(page.seen.wait() for page in pages))
            delays_ms += [(page.seen_s - asked_s) * 1000 for page in pages]
            public = [page.seen_s for page, role in zip(pages, ROLES, strict=True) if role == "public"]
            open_ms[tile in waits[other]].append((statistics.median(public) - asked_s) * 1000)
            if tile in waits[other]:
                waits[other] = set()  # let pass: furiten from now on
    grown = daemon.megabytes() - before
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*(socket.close() for socket in sockets))
    await operator.close()
    medians = [statistics.median(values) for values in open_ms.values()]
    return [
        ("press to a page, 95th percentile, ms", statistics.quantiles(delays_ms, n=20)[-1], MOST_MS),
        ("press to a page, worst, ms", max(delays_ms), 4 * MOST_MS),
        ("memory of the daemon grew by, MB", grown, MOST_MB),
        (
            "public medians with and without a possible win differ by, ms",
            max(medians) - min(medians),
            MOST_DIFFERENCE_MS,
        ),
    ]


async def browse(url: str) -> float:
    """Seconds until twenty pages of one browser show the table."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        began_s = time.perf_counter()
        context = await browser.new_context()
        pages = [await context.new_page() for _ in range(BROWSER_PAGES)]
        await asyncio.gather(*(page.goto(url) for page in pages))
        await asyncio.gather(*(page.wait_for_selector("jn-river") for page in pages))
        seconds = time.perf_counter() - began_s
        await browser.close()
        return seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures; returns 1 when one is beyond its bound."""
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(Path(folder))
        try:
            figures = asyncio.run(measure(daemon))
            if CHROMIUM.exists():
                figures.append((f"{BROWSER_PAGES} pages of one browser, s", asyncio.run(browse(daemon.url)), 30.0))
        finally:
            daemon.close()
    for what, figure, bound in figures:
        print(f"{what:62} {figure:8.1f}   (at most {bound:.0f})")
    return int(any(figure > bound for _, figure, bound in figures))


if __name__ == "__main__":
    sys.exit(main())
