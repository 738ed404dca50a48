"""Accepted tiles with their cut-outs in a real browser: pictures, marks, words, keys."""

import pytest
from playwright.async_api import Page, expect

from referee.desk.state import Place
from referee.display.roles import OPERATOR
from referee.game import EventType, Source
from referee.tiles import parse_tiles
from referee.tiles.faces import png
from tests.referee.display.fake_desk import RIVER_A, A, FakeDesk, pictured
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser


async def _page(house: House, **options: object) -> Page:
    """Five discards: A's second was doubtful, its third was corrected by a person, B's have no picture."""
    desk = house.desk
    desk.play(4)
    desk.add(EventType.DISCARD, by=A, tile=parse_tiles(RIVER_A[2])[0], n=3, source=Source.OPERATOR)
    looks = [pictured(RIVER_A[0], "one"), pictured(RIVER_A[1], "two", 0.7, "back"), pictured("7z", "three", 0.6, "6z")]
    desk.look(Place.RIVER, A, looks)
    desk.pictures = {name: png(tile, 78) for name, tile in zip(("one", "two", "three"), RIVER_A, strict=False)}
    return await house.page("/operator", OPERATOR, **options)  # type: ignore[arg-type]


def test_every_tile_has_its_picture_its_marks_and_its_words(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _page(house)
            tiles = page.locator('[data-place="river"][data-seat="A"] .sighting')
            await expect(tiles).to_have_count(3)
            for place in range(3):
                image = tiles.nth(place).locator("img.cut")
                await expect(image).to_have_js_property("complete", True)
                assert await image.evaluate("(image) => image.naturalHeight") == 78
                assert await image.get_attribute("alt")
            await expect(tiles.nth(0).locator(".sighting-mark")).to_have_count(0)
            await expect(tiles.nth(1).locator(".sighting-mark.unsure")).to_have_text("?")
            assert (
                await tiles.nth(1).locator(".sighting-mark").evaluate("(mark) => getComputedStyle(mark).clipPath")
                != "none"
            )
            await expect(tiles.nth(2).locator(".sighting-mark")).to_have_text(["?", "≠"])
            await expect(tiles.nth(2)).to_have_attribute(
                "aria-label", "Green dragon, corrected by a person, read as Red dragon, 60 %, the camera was unsure"
            )
            unseen = page.locator('[data-place="river"][data-seat="B"] .sighting')
            await expect(unseen).to_have_count(2)
            await expect(unseen.first.locator("img.cut")).to_have_count(0)
            await expect(unseen.first).to_have_attribute("aria-label", "West, read by a camera, no picture")

    stage.run(scenario())


def test_a_tile_is_shown_large_by_pointing_by_keys_and_by_pressing(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _page(house)
            tiles = page.locator('[data-place="river"][data-seat="A"] .sighting')
            large = page.locator(".sighting-large")
            await expect(large).to_be_hidden()
            await tiles.nth(0).hover()
            await expect(large).to_contain_text("read by a camera")
            assert await large.locator("img.cut").evaluate("(image) => image.getBoundingClientRect().width") > 100
            await page.mouse.move(5, 5)
            await expect(large).to_be_hidden()
            await tiles.nth(0).focus()
            await page.keyboard.press("ArrowRight")
            await page.keyboard.press("ArrowRight")
            await expect(tiles.nth(2)).to_be_focused()
            await expect(large).to_contain_text("corrected by a person")
            assert await tiles.evaluate_all("(all) => all.map((one) => one.tabIndex)") == [-1, -1, 0]
            desk.look(Place.RIVER, A, [pictured(name, "one") for name in RIVER_A[:3]])
            desk.tell()
            await expect(tiles.nth(2)).to_have_attribute("data-word", "confirmed")
            await expect(tiles.nth(2)).to_be_focused()
            await page.keyboard.press("Escape")
            await expect(large).to_be_hidden()
            assert not desk.commands

    stage.run(scenario())


_ALL_PICTURES_SHOWN = """() => {
  const pictures = [...document.querySelectorAll('[data-place="river"][data-seat="A"] .sighting img.cut')];
  return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
}"""


def test_a_picture_that_is_gone_leaves_an_empty_place(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _page(house)
            await page.wait_for_function(_ALL_PICTURES_SHOWN)  # what is not there yet would be gone as well
            desk.pictures = {}
            desk.look(Place.RIVER, A, [pictured(name, f"gone-{name}") for name in RIVER_A[:3]])
            desk.tell()
            tiles = page.locator('[data-place="river"][data-seat="A"] .sighting')
            await expect(tiles.locator("span.cut.unseen")).to_have_count(2)  # the first tells nothing new
            house.complaints = [line for line in house.complaints if "404" not in line]

    stage.run(scenario())


def test_on_a_phone_the_large_picture_stays_on_the_screen(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _page(house, size=(390, 844), language="zh-Hant")
            await page.locator('[data-place="river"][data-seat="A"] .sighting').nth(2).click()
            await expect(page.locator(".sighting-large")).to_be_visible()
            box = await page.locator(".sighting-large").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390

    stage.run(scenario())
