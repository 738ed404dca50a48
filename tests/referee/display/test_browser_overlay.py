"""The overlays in a real browser: transparent, each part alone, legible at 1080p, and parts in pages of others."""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.async_api import Page, Route, expect

from referee.desk.state import Clock
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.page_files import page_file
from referee.display.roles import OVERLAY
from referee.display.server import create_app, serve
from referee.display.server.stream_routes import PARTS
from referee.display.stream_files import StreamFiles, read_own_pages
from referee.display.views import Disclosure
from referee.game import EventType
from referee.tiles import parse_tiles
from tests.referee.display.acts import tiles
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import House, Stage, opened
from tests.referee.display.test_views import two_worlds

pytestmark = pytest.mark.browser

AT_ONCE = Disclosure(outputs={**DEFAULT_OUTPUTS, "live": Output(Shows.HANDS, 0)})
OWN_PAGES = Path(__file__).parents[3] / "docs" / "own-overlay"
ELEMENTS = {
    "rivers": "jn-river",
    "hands": "jn-open-hand",
    "clock": "jn-clock",
    "dora": "jn-dora",
    "deal": "jn-deal-label",
    "score-bar": "jn-score-bar",
    "result": "jn-result",
    "standby": "jn-standby",
}
CHEQUERBOARD = """<!doctype html><style>
html { background: repeating-conic-gradient(#ff00ff 0 25%, #00ff00 0 50%) 0 0 / 40px 40px; }
body { margin: 0; } iframe { display: block; width: 1920px; height: 1080px; border: 0; }
</style><iframe src="/overlay/OUTPUT?lang=en"></iframe>"""

VISIBLE_TEXT = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.offsetParent) continue;
    const box = element.getBoundingClientRect();
    if (box.width) found.push({ words: walker.currentNode.data, px: parseFloat(getComputedStyle(element).fontSize),
      left: box.left, right: box.right, top: box.top, bottom: box.bottom });
  }
  return found;
}"""
TILE_WIDTHS = """() => [...document.querySelectorAll("jn-tile")].filter((one) => one.offsetParent)
  .map((one) => [one.offsetWidth, Boolean(one.closest("jn-result"))])"""


def played(desk: FakeDesk, *, told: bool = False) -> None:
    desk.play(34 if told else 23)
    desk.change(clock=Clock("discard", desk.now + 25_000))
    if told:
        desk.win()
        desk.add(EventType.SHOW)


async def pixels(page: Page, *, omit: bool) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    taken = await page.screenshot(omit_background=omit, animations="disabled")
    decoded = cv2.imdecode(np.frombuffer(taken, np.uint8), cv2.IMREAD_UNCHANGED)
    assert decoded is not None
    return np.asarray(decoded, np.uint8).reshape(decoded.shape)  # type: ignore[return-value]


async def over_chequerboard(house: House, output: str) -> Page:
    """The overlay in a frame over a chequerboard, as in a vision mixer."""
    page = await house.page(f"/overlay/{output}", OVERLAY)  # signs in

    async def board(route: Route) -> None:
        await route.fulfill(body=CHEQUERBOARD.replace("OUTPUT", output), content_type="text/html")

    await page.route("**/chequerboard", board)
    async with page.expect_event("websocket") as opening:
        await page.goto(f"{house.server.url}chequerboard")
    await (await opening.value).wait_for_event("framereceived")
    return page


@pytest.mark.parametrize("output", ["public", "live"])
def test_the_board_behind_is_seen_wherever_nothing_lies(stage: Stage, desk: FakeDesk, output: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, AT_ONCE) as house:
            played(desk)
            page = await over_chequerboard(house, output)
            overlay = page.frame_locator("iframe")
            await expect(overlay.locator("jn-river").first).to_be_visible()
            boxes = [await overlay.locator(part).first.bounding_box() for part in ("jn-river", "jn-clock", "jn-dora")]
            with_overlay = (await pixels(page, omit=False))[..., :3]
            await page.locator("iframe").evaluate("frame => frame.remove()")
            board = (await pixels(page, omit=False))[..., :3]
            differs = (with_overlay != board).any(axis=2)
            assert not differs[255:675].any()  # the table, between what lies above and what lies below
            assert 0.2 < differs.mean() < 0.6
            for box in boxes:
                assert box is not None
                x, y = int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)
                assert differs[y - 4 : y + 4, x - 4 : x + 4].all()

    stage.run(scenario())


def test_each_part_alone_shows_something_and_nothing_else(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, AT_ONCE) as house:
            played(desk, told=True)
            whole = await house.page("/overlay/live", OVERLAY)
            token = f"token={house.tokens.of(OVERLAY)}"
            for part in PARTS:
                page = await whole.context.new_page()
                await page.goto(f"{house.server.url}overlay/live/{part}?lang=en&{token}")
                shown = page.locator(ELEMENTS[part]).first
                await expect(shown).to_be_visible()
                others = {ELEMENTS[other] for other in PARTS if other != part}
                for other in others:
                    assert await page.locator(other).count() == 0, (part, other)
                assert await page.locator(".simulated-mark, .attention").count() == 0
                alpha = (await pixels(page, omit=True))[..., 3]
                box = await page.locator(".stage > :not([hidden])").bounding_box()
                assert box is not None
                margin = 130  # shadows
                outside = alpha.copy()
                outside[
                    max(0, int(box["y"]) - margin) : int(box["y"] + box["height"]) + margin,
                    max(0, int(box["x"]) - margin) : int(box["x"] + box["width"]) + margin,
                ] = 0
                assert not outside.any(), (part, np.argwhere(outside)[[0, -1]], box)
                assert (alpha > 200).mean() > 0.005, part
                await page.close()

    stage.run(scenario())


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("told", [False, True])
def test_words_and_tiles_are_large_enough_for_1080p(stage: Stage, desk: FakeDesk, told: bool, language: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, AT_ONCE) as house:
            played(desk, told=told)
            page = await house.page("/overlay/live", OVERLAY, language=language)
            await expect(page.locator("jn-river" if not told else "jn-result").first).to_be_visible()
            texts = await page.evaluate(VISIBLE_TEXT)
            assert len(texts) > 10
            assert not [text for text in texts if text["px"] < 28]
            # nothing is cut off at an edge of the picture
            assert not [text for text in texts if min(text["left"], text["top"]) < 0]
            assert not [text for text in texts if text["right"] > 1920 or text["bottom"] > 1080]
            widths = await page.evaluate(TILE_WIDTHS)
            assert not [width for width, sheet in widths if not sheet and not 44 <= width <= 56]
            if told:
                assert max(width for width, sheet in widths if sheet) >= 90
                sheet, panels = (
                    await page.locator(".result").bounding_box(),
                    await page.locator("#panels").bounding_box(),
                )
                assert sheet is not None
                assert panels is not None
                assert sheet["y"] + sheet["height"] <= panels["y"]

    stage.run(scenario())


def test_rivers_lie_in_one_row_with_gaps_after_6_and_12(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await house.page("/overlay/public/rivers")
            river = page.locator("jn-river").first
            await expect(river.locator("jn-tile")).to_have_count(17)
            boxes = await river.evaluate(
                "(river) => [...river.querySelectorAll('.slot')].map((slot) => slot.getBoundingClientRect().toJSON())"
            )
            assert len({round(box["bottom"]) for box in boxes}) == 1
            gaps = [after["left"] - before["right"] for before, after in pairwise(boxes)]
            wide = [number for number, gap in enumerate(gaps, 1) if gap > 3 * min(gaps)]
            assert wide == [6, 12]
            assert boxes[0]["width"] > boxes[0]["height"]  # riichi lies sideways

    stage.run(scenario())


def test_sides_are_swapped_by_the_address(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(4)
            for question, order in (("", ["A", "B"]), ("?side=A", ["A", "B"]), ("?side=B", ["B", "A"])):
                page = await house.page(f"/overlay/public{question}")
                panels = page.locator(".seat-panel")
                await expect(panels).to_have_count(2)
                assert [await panel.get_attribute("data-seat") for panel in await panels.all()] == order
                left, right = [await panel.bounding_box() for panel in await panels.all()]
                assert left is not None
                assert right is not None
                assert left["x"] < right["x"]

    stage.run(scenario())


def test_hands_lie_face_down_until_the_result_is_shown(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await house.page("/overlay/hands", OVERLAY)
            hand = 'jn-open-hand[seat="A"]'
            await expect(page.locator(f'{hand} jn-tile[name="back"]')).to_have_count(13)
            await expect(page.locator("jn-waits .wait")).to_have_count(0)
            desk.win()
            await expect(page.locator("#phase")).to_have_text("The referee decides")
            await expect(page.locator(f'{hand} jn-tile[name="back"]')).to_have_count(13)
            desk.add(EventType.SHOW)
            await expect(page.locator(f'{hand} jn-tile[name="back"]')).to_have_count(0)
            assert (await tiles(page, hand))[:3] == ["2m", "3m", "4m"]
            assert await tiles(page, 'jn-waits[seat="A"]') == ["2p", "5p"]

    stage.run(scenario())


def test_waits_have_tile_mark_word_and_count_and_are_grey_with_a_word_in_furiten(stage: Stage) -> None:
    async def scenario() -> None:
        _, desk = two_worlds()
        async with opened(stage, desk, AT_ONCE) as house:
            page = await house.page("/overlay/live", OVERLAY)
            waits = page.locator('jn-waits[seat="B"]')
            await expect(waits.locator(".wait")).to_have_count(2)
            desk.add(EventType.DISCARD, by=A, tile=parse_tiles("5s")[0])
            await expect(waits.locator(".wait.is-open")).to_have_count(1)  # the marks are those of this tile
            await expect(waits.locator(".furiten-word")).to_have_count(0)
            desk.add(EventType.DISCARD, by=B, tile=parse_tiles("9p")[0])
            await expect(waits.locator(".furiten-word")).to_have_text("Furiten")
            grey = "(one) => getComputedStyle(one).filter"
            assert await waits.locator(".wait").first.evaluate(grey) == "grayscale(1)"

    stage.run(scenario())


def test_of_many_waits_five_are_shown_and_the_rest_as_a_number(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, AT_ONCE) as house:
            desk.open()
            desk.deal()
            desk.flip("2p")
            desk.add(EventType.BUILT, by=A, tiles=parse_tiles("19m19p19s1234567z"))
            desk.add(EventType.BUILT, by=B, tiles=parse_tiles("111m999m111p99p19s"))
            page = await house.page("/overlay/live", OVERLAY, language="ja")
            waits = page.locator('jn-waits[seat="A"]')
            shown = await waits.locator(".wait").count()
            assert 3 <= shown <= 5
            await expect(waits.locator(".more")).to_have_text(f"+{13 - shown}")
            assert await waits.evaluate("(one) => one.scrollWidth <= one.clientWidth")

    stage.run(scenario())


def test_the_standby_card_has_names_and_logos(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        logo = page_file(
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>', "image/svg+xml"
        )
        files = StreamFiles(house=logo, players={"Ann": logo})
        async with opened(stage, desk, stream=files) as house:
            page = await house.page("/overlay/public")
            card = page.locator(".standby-card")
            await expect(card).to_be_visible()
            desk.open(("Ann", "林 美玲"))
            await expect(card).to_contain_text("Spring Cup, table 1")
            await expect(card).to_contain_text("林 美玲")
            loaded = "(image) => image.complete && image.naturalWidth > 0"
            for picture in (".house-logo", '[data-seat="A"] img.logo'):
                await expect(card.locator(picture)).to_be_visible()
                assert await card.locator(picture).evaluate(loaded)
            await expect(card.locator('[data-seat="B"] .logo.none')).to_have_text("林")
            desk.deal()
            await expect(card).to_be_hidden()
            await expect(page.locator('.score-bar[data-seat="A"] img.logo')).to_be_visible()

    stage.run(scenario())


def test_three_lines_of_html_are_a_page_of_ones_own(stage: Stage, desk: FakeDesk) -> None:
    page = (OWN_PAGES / "river.html").read_text(encoding="utf-8")
    assert page.count("\n") == 3
    assert page in (OWN_PAGES.parent / "stream.md").read_text(encoding="utf-8")

    async def scenario() -> None:
        async with opened(stage, desk, stream=StreamFiles(pages=read_own_pages(OWN_PAGES))) as house:
            desk.play(5)
            page = await house.page("/own/river.html")
            await expect(page.locator("jn-river jn-tile")).to_have_count(3)
            desk.discard(7)
            await expect(page.locator("jn-river jn-tile")).to_have_count(4)
            alpha = (await pixels(page, omit=True))[..., 3]
            assert not alpha[200:].any()
            assert (alpha[:100] > 200).any()
            await page.locator("jn-river").evaluate("(river) => river.setAttribute('seat', 'B')")
            await expect(page.locator("jn-river jn-tile")).to_have_count(3)

    stage.run(scenario())


def test_a_page_of_ones_own_shows_hands_to_whoever_has_the_token(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        files = StreamFiles(pages=read_own_pages(OWN_PAGES))
        outputs = Disclosure(outputs={**DEFAULT_OUTPUTS, "hands": Output(Shows.HANDS, 0)})
        async with opened(stage, desk, outputs, stream=files) as house:
            desk.play(5)
            page = await house.page("/own/strip.html", OVERLAY)
            await expect(page.locator("jn-score-bar .points")).to_have_count(2)
            assert (await tiles(page, "jn-open-hand"))[:3] == ["2m", "3m", "4m"]
            await expect(page.locator("jn-waits .wait")).to_have_count(2)

    stage.run(scenario())


def test_a_dead_overlay_is_grey_without_a_word_and_loads_itself_anew(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/overlay/public")
            await page.evaluate("window.old = true")
            await house.server.stop()
            await expect(page.locator("body")).to_have_class("overlay is-stale", timeout=8_000)
            await expect(page.locator(".stale-mark")).to_be_hidden()
            newer = StreamFiles(pages={"new.html": page_file(b"<p>", "text/html")})
            app = create_app(desk, house.tokens, stream=newer)
            house.server = await serve(app, "127.0.0.1", house.server.port)
            await expect(page.locator("body")).not_to_have_class("overlay is-stale", timeout=15_000)
            assert await page.evaluate("window.old")  # not while a hand is being played
            desk.discard(34)
            desk.win()
            async with page.expect_navigation():
                desk.add(EventType.SHOW)
            assert await page.evaluate("window.old === undefined")
            await expect(page.locator("jn-result")).to_be_visible()

    stage.run(scenario())
