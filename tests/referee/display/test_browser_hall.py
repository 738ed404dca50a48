"""The public display in a real browser: what the hall sees."""

import pytest
from playwright.async_api import expect

from referee.desk.state import Clock
from referee.display.looks import Looks, Theme
from referee.display.server import create_app, serve
from referee.game import EventType
from tests.referee.display.acts import tiles
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


def test_the_hall_shows_the_table_and_follows_it(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/")
            await expect(page.locator("#standby")).to_be_visible()
            desk.play(9)
            near, far = '.river-near jn-river[data-at="A"]', '.river-far jn-river[data-at="B"]'
            await expect(page.locator(f"{near} jn-tile")).to_have_count(5)
            assert await tiles(page, near) == ["3z", "5z", "6z", "7z", "9m"]
            await expect(page.locator(f"{near} .slot")).to_have_count(17)
            rows = [await row.locator(".slot").count() for row in await page.locator(f"{near} .row").all()]
            assert rows == [6, 6, 5]
            assert await page.locator(f"{near} .slot.sideways").count() == 1
            assert await tiles(page, f"{near} .slot.last") == ["9m"]
            assert await page.locator(f"{far} .slot.last").count() == 0
            assert await tiles(page, "jn-dora") == ["4s", "5s"]
            await expect(page.locator('[data-at="B"] .score-bar')).to_have_class("score-bar on-turn")
            await expect(page.locator('jn-score-bar[data-at="A"]')).to_contain_text("34,000")
            desk.discard(10)
            await expect(page.locator(f"{far} jn-tile")).to_have_count(5)

    stage.run(scenario())


def test_sides_can_be_swapped_per_output(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/?side=B")
            assert await tiles(page, '.river-near jn-river[data-at="B"]') == ["3z"]
            assert await page.locator('.river-far jn-river[data-at="A"]').get_attribute("class") == "turned"

    stage.run(scenario())


def test_the_result_comes_only_when_it_is_shown(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/", language="ja")
            desk.play(34)
            desk.change(attention=True)
            await expect(page.locator(".attention")).to_contain_text("しばらくお待ちください")
            desk.win()
            await expect(page.locator(".attention")).to_be_hidden()  # it would tell a refusal from a win
            await expect(page.locator("#sheet")).to_be_hidden()
            desk.change(attention=False)
            desk.add(EventType.SHOW)
            sheet = page.locator("#sheet jn-result")
            await expect(sheet).to_be_visible()
            assert (await tiles(page, ".winning")) == ["0p"]
            assert len(await tiles(page, ".hand-row .hand")) == 13
            for words in ("ロン", "三色同順", "跳満", "7翻 40符", "18,000点", "54,000", "16,000", "+19,000"):
                await expect(sheet).to_contain_text(words)

    stage.run(scenario())


def test_the_clock_reads_the_desks_time_and_changes_its_colour(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/")
            desk.open()
            desk.deal()
            desk.flip()
            desk.change(clock=Clock("build", desk.now + 125_000))
            time = page.locator("jn-clock .time")
            await expect(time).to_have_text("2:05")
            await expect(time).to_have_class("time number")
            desk.change(clock=Clock("build", desk.now + 29_400))
            await expect(time).to_have_class("time number step-30")
            desk.change(clock=Clock("build", desk.now + 29_400, left_ms=9_100.0))
            await expect(time).to_have_text("0:10")
            await expect(time).to_have_class("time number step-10 paused")
            desk.change(clock=Clock("build", desk.now - 5_000))
            await expect(time).to_have_text("0:00")  # it stays and rings: a person closes it
            await expect(page.locator("jn-clock .label")).to_have_text("Time is up")

    stage.run(scenario())


def test_a_dead_display_does_not_look_like_a_quiet_one(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/")
            await expect(page.locator("body")).not_to_have_class("public is-stale")
            await house.server.stop()
            await expect(page.locator("body")).to_have_class("public is-stale", timeout=8_000)
            await expect(page.locator(".stale-mark")).to_contain_text("reconnecting")
            desk.discard(4)
            house.server = await serve(create_app(desk, house.tokens), "127.0.0.1", house.server.port)
            await expect(page.locator("body")).not_to_have_class("public is-stale", timeout=15_000)
            await expect(page.locator('jn-river[data-at="B"] jn-tile')).to_have_count(2)

    stage.run(scenario())


def test_a_page_that_is_open_takes_the_looks_of_a_table_that_was_started_anew(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/")
            felt = "() => getComputedStyle(document.documentElement).getPropertyValue('--felt').trim()"
            assert await page.evaluate(felt) == "#0c4443"
            for looks, colour, loaded in ((Looks(), "#0c4443", False), (Looks(Theme.DARK), "#12161c", True)):
                await page.evaluate("window.loadedBefore = true")
                await house.server.stop()
                await expect(page.locator("body")).to_have_class("public is-stale", timeout=8_000)
                app = create_app(desk, house.tokens, looks=looks)
                house.server = await serve(app, "127.0.0.1", house.server.port)
                await expect(page.locator("body")).not_to_have_class("public is-stale", timeout=15_000)
                await page.wait_for_function(f"({felt})() === '{colour}'")
                assert await page.evaluate("!window.loadedBefore") is loaded, "only other pages are worth loading"

    stage.run(scenario())


def test_the_language_is_chosen_per_page_and_remembered(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/", language="zh-Hant")
            await expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
            await expect(page.locator("jn-dora")).to_contain_text("寶牌指示牌")
            await page.locator("jn-language select").select_option("zh-Hans")
            await expect(page.locator("jn-dora")).to_contain_text("宝牌指示牌")
            await page.goto(house.server.url)
            await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
            family = await page.evaluate("getComputedStyle(document.body).fontFamily")
            assert "CJK SC" in family

    stage.run(scenario())
