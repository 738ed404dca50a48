"""Takes the pictures of the pages that README and documents show: `make pictures`.

Real pages in a real browser, of a table whose match is the example record's, so that the same pictures come again.
"""

import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page

from referee.desk.state import Clock
from referee.display.archive import Archive
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, REFEREE, Role, player
from referee.display.views import Disclosure
from referee.game import EventType
from referee.tiles.faces import png
from tests.referee.display.acts import UNSURE, take_control
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.kept_matches import OVER, kept_matches
from tests.referee.display.stage import House, Stage, opened

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
QUALITY = 82
AT_ONCE = Disclosure(player_waits=True, outputs={**DEFAULT_OUTPUTS, "live": Output(Shows.HANDS, 0)})


async def _nothing(page: Page) -> None:
    """The page as it comes."""


async def _correcting(page: Page) -> None:
    await take_control(page)
    await page.locator("jn-events li").nth(3).get_by_role("button").click()
    await page.locator("dialog").get_by_role("button", name="9 of characters").click()
    await page.locator(".change-list li").first.wait_for()


async def _asked(page: Page) -> None:
    await take_control(page)


async def _half_way(page: Page) -> None:
    await page.locator("#event").wait_for()
    for _ in range(24):
        await page.keyboard.press("ArrowRight")


async def _before_felt(page: Page) -> None:
    """Something behind the overlay, as a camera would give."""
    await page.evaluate("document.documentElement.style.background = 'radial-gradient(#1d6b5f, #0a3431)'")


@dataclass(frozen=True)
class Shot:
    """One picture: its name, the page, who looks, how many discards lie, and what is done before."""

    name: str
    path: str
    role: Role | None = None
    discards: int = 21
    won: bool = False
    size: tuple[int, int] = (1600, 900)
    language: str = "en"
    prepare: Callable[[Page], Awaitable[None]] = _nothing


SHOTS = (
    Shot("public", "/", language="ja", size=(1920, 1080)),
    Shot("result", "/", won=True, size=(1920, 1080)),
    Shot("operator", "/operator", OPERATOR, prepare=_asked),
    Shot("referee", "/referee", REFEREE, size=(1920, 1080)),
    Shot("correction", "/referee", REFEREE, prepare=_correcting, size=(1920, 1080)),
    Shot("commentator", "/commentator", COMMENTATOR, size=(1920, 1080)),
    Shot("overlay", "/overlay/live", OVERLAY, prepare=_before_felt, size=(1920, 1080)),
    Shot("player", "/player/A", player(A), size=(820, 1180)),
    Shot("sheet", f"/sheet?match={OVER}", OPERATOR),
    Shot("replay", f"/replay?match={OVER}", OPERATOR, prepare=_half_way),
)


async def take(house: House, shot: Shot, folder: Path) -> None:
    """One picture into the folder."""
    desk = house.desk
    desk.play(34 if shot.won else shot.discards)
    desk.pictures["cut"] = png("9s", 120)
    desk.change(candidates=(UNSURE,) if shot.name == "operator" else (), clock=Clock("discard", desk.now + 18_000))
    if shot.won:
        desk.win()
        desk.add(EventType.SHOW)
    page = await house.page(shot.path, shot.role, size=shot.size, language=shot.language)
    await shot.prepare(page)
    await page.evaluate("document.fonts.ready")
    await page.wait_for_timeout(600)
    await page.screenshot(path=folder / f"{shot.name}.jpg", type="jpeg", quality=QUALITY)
    await page.context.close()


def main() -> int:
    """Takes all pictures, or those named on the command line."""
    wanted = [shot for shot in SHOTS if shot.name in sys.argv[1:] or len(sys.argv) == 1]
    FOLDER.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    try:
        with tempfile.TemporaryDirectory() as folder:
            archive = Archive(kept_matches(Path(folder)))

            async def scenario() -> None:
                for shot in wanted:
                    async with opened(stage, FakeDesk(), AT_ONCE, archive) as house:
                        await take(house, shot, FOLDER)
                        house.complaints.clear()

            stage.run(scenario())
    finally:
        stage.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
