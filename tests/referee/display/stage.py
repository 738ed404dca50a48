"""A browser, and the loop it and the servers run on: one of each for all browser tests, in a thread of its own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, Playwright, async_playwright

from referee.display.archive import Archive
from referee.display.evidence_port import EvidencePort
from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, REFEREE, Role, player
from referee.display.server import DisplayServer, create_app, serve
from referee.display.stream_files import StreamFiles
from referee.display.tokens import Tokens
from referee.display.views import Disclosure
from tests.referee.display.fake_desk import A, B, FakeDesk

_SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = _SHELL if _SHELL.exists() else Path("/usr/bin/chromium")
"""The same engine without a window around it costs a third less where there are but two cores."""
_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
_TEST_TIMEOUT_S = 100.0
_STILL = ("/login", "/rules", "/cameras", "/matches", "/sheet", "/replay")  # pages without a view to wait for
_EXPECTED = ("WebSocket", "409", "ERR_CONNECTION")  # a server that a test stopped, a command that it refused


class Stage:
    """Runs scenarios (coroutines) on its loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._pool = _started_pool()  # of the whole stage: a server's work off the loop leaves no thread to a test
        self._loop.set_default_executor(self._pool)
        self._thread = threading.Thread(target=self._loop.run_forever, name="browser-stage")
        self._thread.start()
        self._playwright: Playwright
        self.browser: Browser
        self.run(self._open())

    def run(self, scenario: Coroutine[Any, Any, None]) -> None:
        """Run one scenario to its end."""
        asyncio.run_coroutine_threadsafe(scenario, self._loop).result(_TEST_TIMEOUT_S)

    def close(self) -> None:
        """End browser, loop and thread."""
        self.run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._pool.shutdown()

    async def _open(self) -> None:
        self._playwright = await async_playwright().start()
        self.browser = await self._playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(_ARGUMENTS))

    async def _close(self) -> None:
        await self.browser.close()
        await self._playwright.stop()


def _started_pool() -> ThreadPoolExecutor:
    workers = 2
    pool, all_run = ThreadPoolExecutor(workers, "stage"), threading.Barrier(workers)
    for started in [pool.submit(all_run.wait) for _ in range(workers)]:
        started.result()
    return pool


@dataclass
class House:
    """A running server with its desk, and pages that were opened on it."""

    browser: Browser
    desk: FakeDesk
    tokens: Tokens
    server: DisplayServer
    complaints: list[str] = field(default_factory=list)
    """What the browser's console said, and every request that left this server."""

    async def page(
        self, path: str, role: Role | None = None, *, size: tuple[int, int] = (1920, 1080), language: str = "en"
    ) -> Page:
        """A page in a browser of its own, signed in as `role`."""
        context = await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale="en-GB"
        )
        page = await context.new_page()
        page.on("console", lambda message: self._hear(message.type, f"{message.text} {message.location['url']}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: self._see(request.url))
        token = f"&token={self.tokens.of(role)}" if role is not None else ""
        question = "&" if "?" in path else "?"
        address = f"{self.server.url.rstrip('/')}{path}{question}lang={language}{token}"
        if path.startswith(_STILL):
            await page.goto(address)
            await page.wait_for_load_state("networkidle")
            return page
        async with page.expect_event("websocket") as opening:
            await page.goto(address)
        await (await opening.value).wait_for_event("framereceived")
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not any(words in text for words in _EXPECTED):
            self.complaints.append(f"{kind}: {text}")

    def _see(self, url: str) -> None:
        if urlsplit(url).hostname != "127.0.0.1":
            self.complaints.append(f"left the house: {url}")


@asynccontextmanager
async def opened(
    stage: Stage,
    desk: FakeDesk,
    disclosure: Disclosure | None = None,
    archive: Archive | None = None,
    stream: StreamFiles | None = None,
    evidence: EvidencePort | None = None,
) -> AsyncIterator[House]:
    """A server on a free port; afterwards nobody may have complained."""
    tokens = Tokens.random([OPERATOR, REFEREE, COMMENTATOR, OVERLAY, player(A), player(B)])
    server = await serve(
        create_app(desk, tokens, disclosure, archive=archive, stream=stream, evidence=evidence), "127.0.0.1", 0
    )
    house = House(stage.browser, desk, tokens, server)
    try:
        yield house
        assert not house.complaints, house.complaints
    finally:
        for context in stage.browser.contexts:
            await context.close()
        await house.server.stop()
