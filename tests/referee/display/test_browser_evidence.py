"""What the camera saw at a discard, beside the event and in its correction, in a real browser."""

import pytest
from playwright.async_api import expect

from referee.display.roles import REFEREE
from referee.tiles.faces import png
from tests.referee.display.acts import take_control
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.kept_pictures import KeptPictures
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


def test_the_referee_sees_the_picture_beside_the_event_and_before_correcting_it(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        kept = KeptPictures()
        desk.play(4)
        first, newest = desk.match.version - 3, desk.match.version
        kept.kept = {("m1", first): png("3z", 120), ("m1", newest): png("5z", 90)}
        async with opened(stage, desk, evidence=kept) as house:
            page = await house.page("/referee", REFEREE)
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url) if "/events/" in request.url else None)
            rows = page.locator("jn-events li")
            await expect(rows.locator(".picture")).to_have_count(2)
            assert asked == [], "a picture is asked for when somebody wants it"
            await rows.first.locator(".picture").click()  # to look is everybody's who sees the list, without control
            image = page.locator("dialog img.evidence")
            await expect(image).to_have_js_property("complete", True)
            assert await image.evaluate("(image) => image.naturalHeight") < 100
            assert await image.get_attribute("alt") == f"What the camera saw when event {newest} was accepted"
            await page.keyboard.press("Escape")
            await expect(page.locator("dialog")).to_have_count(0)
            await take_control(page)
            await rows.nth(3).locator(".correct").click()
            await expect(image).to_have_js_property("complete", True)
            assert await image.evaluate("(image) => image.naturalHeight") > 100
            await page.keyboard.press("Escape")
            await rows.nth(1).locator(".correct").click()
            await expect(page.locator("dialog")).to_be_visible()
            await expect(image).to_have_count(0)

    stage.run(scenario())


def test_a_picture_that_is_removed_meanwhile_is_said_to_be(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        kept = KeptPictures()
        desk.play(2)
        kept.kept = {("m1", desk.match.version): png("3z", 120)}
        async with opened(stage, desk, evidence=kept) as house:
            page = await house.page("/referee", REFEREE, size=(390, 844), language="ja")
            button = page.locator("jn-events li .picture")
            await expect(button).to_have_count(1)
            kept.removed_meanwhile = True
            await button.click()
            await expect(page.locator("dialog")).to_contain_text("この画像はもう残っていません")
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390
            house.complaints = [line for line in house.complaints if "404" not in line]

    stage.run(scenario())
