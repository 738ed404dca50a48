"""What browser tests do and look at on many pages."""

import asyncio
import time
from typing import Any

from playwright.async_api import Page

from referee.desk.state import Candidate, Place, Reading
from tests.referee.display.fake_desk import B, FakeDesk

UNSURE = Candidate(1, Place.RIVER, B, (Reading("9s", 0.71, False, (("6s", 0.18), ("8s", 0.07)), "cut"),), "unsure")


async def tiles(page: Page, selector: str) -> list[str | None]:
    """The names of the tiles in a part of the page, in their order."""
    found = await page.locator(f"{selector} jn-tile").all()
    return [await tile.get_attribute("name") for tile in found]


async def take_control(page: Page) -> None:
    await page.get_by_role("button", name="Take control").click()


async def sent(desk: FakeDesk, kind: type[Any], patience_s: float = 5.0) -> Any:
    """The newest command of a kind, once it has come."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        found = [command for command in desk.commands if isinstance(command, kind)]
        if found:
            return found[-1]
        await asyncio.sleep(0.02)
    raise AssertionError(f"no {kind.__name__} came, only {desk.commands}")
