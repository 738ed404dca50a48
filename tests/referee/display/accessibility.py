"""What axe-core finds wrong with a page: WCAG 2.1, A and AA."""

from importlib.resources import files
from typing import Final

from playwright.async_api import Page

_AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
_LEVELS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


async def violations(page: Page) -> list[str]:
    """A line for each, with where it is; at most three of a kind."""
    await page.evaluate(_AXE)
    found = await page.evaluate("levels => axe.run({ runOnly: levels, preload: false })", _LEVELS)
    return [
        f"{broken['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for broken in found["violations"]
        for node in broken["nodes"][:3]
    ]
