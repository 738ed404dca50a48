"""Phone, tablet, hall screen, 4K: nothing too wide, nothing cut, nothing on top of something else. A real browser."""

from typing import Any

import pytest

from referee.desk.state import Clock
from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.display.views import Disclosure
from referee.tiles.faces import png
from tests.referee.display.acts import UNSURE
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser

SIZES = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (1024, 768),
    "laptop": (1280, 800),
    "1080p": (1920, 1080),
    "4K": (3840, 2160),
}
_BETWEEN = {"phone on its side", "tablet", "laptop"}  # the smallest, the hall's and the largest are in every run
PAGES: tuple[tuple[str, Role | None], ...] = (
    ("/", None),
    ("/operator", OPERATOR),
    ("/referee", REFEREE),
    ("/commentator", COMMENTATOR),
    ("/player/A", player(A)),
)

_CUT = """(still) => {
  const cut = [];
  const root = document.documentElement;
  const shown = (names) => [...document.querySelectorAll(names)].filter((one) => one.offsetParent && one.offsetWidth);
  if (root.scrollWidth > root.clientWidth) cut.push(`page: ${root.scrollWidth} px wide`);
  for (const one of shown(".points, .own-points, .time, .score-bar, .phase, .phase-chip, .marks, .river")) {
    const box = one.getBoundingClientRect();
    const name = `${one.className} ${one.textContent.slice(0, 20)}`;
    const wide = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    if (wide) cut.push(`${name}: ${one.scrollWidth} in ${one.clientWidth} px`);
    if (box.left < -1 || box.right > innerWidth + 1) cut.push(`${name}: beside the screen`);
    if (still && (box.top < -1 || box.bottom > innerHeight + 1)) cut.push(`${name}: below the screen`);
  }
  const all = shown(".score-bar > *, .clock-box > *, .simulated-mark, .bar");
  const boxes = all.filter((one) => one.textContent);
  for (const [place, one] of boxes.entries()) {
    for (const other of boxes.slice(place + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 6 && !one.contains(other)) cut.push(`${one.className} lies on ${other.className}`);
    }
  }
  return cut;
}"""


async def _cut(page: Any, still: bool) -> list[str]:
    found: list[str] = await page.evaluate(_CUT, still)
    return found


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=pytest.mark.verify) if size in _BETWEEN else size for size in SIZES]
)
def test_nothing_is_cut_on_any_screen(stage: Stage, size: str) -> None:
    desk = FakeDesk(simulated=True)

    async def scenario() -> None:
        desk.play(20)
        desk.clock = Clock("discard", desk.now, left_ms=25_000.0)
        desk.candidates = (UNSURE,)
        desk.pictures["cut"] = png("9s", 120)
        width, height = SIZES[size]
        async with opened(stage, desk, Disclosure(player_waits=True)) as house:
            for path, role in PAGES:
                page = await house.page(path, role, size=SIZES[size])
                await page.locator(".river").first.wait_for()
                await page.evaluate("document.fonts.ready.then(() => 0)")
                still = path == "/" and width > height  # the hall's screen does not scroll
                assert await _cut(page, still) == [], path
                await page.context.close()

    stage.run(scenario())


def test_points_are_whole_beside_long_names_and_large_numbers(stage: Stage) -> None:
    desk = FakeDesk()

    async def scenario() -> None:
        desk.open(("Bartholomew Featherstonehaugh", "佐藤 一郎左衛門尉"))
        desk.deal()
        desk.flip()
        desk.walls()
        desk.build()
        desk.discard(34)
        desk.win()
        async with opened(stage, desk) as house:
            for size in SIZES.values():
                page = await house.page("/", size=size)
                await page.locator(".river").first.wait_for()
                assert await _cut(page, size[0] > size[1]) == [], size
                await page.context.close()

    stage.run(scenario())


def test_commentators_see_both_rivers_without_scrolling(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        desk.play(34)
        async with opened(stage, desk) as house:
            for size in (SIZES["laptop"], SIZES["1080p"]):
                page = await house.page("/commentator", COMMENTATOR, size=size)
                rivers = page.locator("#seats .river")
                await rivers.nth(1).wait_for()
                for place in range(2):
                    box = await rivers.nth(place).bounding_box()
                    assert box is not None
                    assert box["y"] + box["height"] <= size[1]
                await page.context.close()

    stage.run(scenario())


def test_a_player_sees_the_own_hand_above_the_buttons_on_every_phone(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        desk.play(4)
        async with opened(stage, desk) as house:
            for size in (SIZES["phone"], SIZES["phone on its side"]):
                page = await house.page("/player/A", player(A), size=size)
                await page.locator("#own jn-tile").nth(12).wait_for()
                hand, acts = await page.locator("#own").bounding_box(), await page.locator("#ready").bounding_box()
                assert hand is not None
                assert acts is not None
                assert hand["y"] + hand["height"] <= acts["y"]
                assert acts["width"] > size[0] * 0.3
                await page.context.close()

    stage.run(scenario())
