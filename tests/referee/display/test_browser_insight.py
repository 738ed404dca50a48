"""The commentators' page in a real browser, and what the referee's shares with it: chances, safe tiles, hands."""

import pytest
from playwright.async_api import expect

from referee.display.roles import COMMENTATOR, REFEREE
from referee.game import EventType
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser

WIDTHS = [(1920, 1080), (1280, 800), (390, 844)]


def test_commentators_see_chances_that_follow_the_discards(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/commentator", COMMENTATOR)
            await expect(page.locator("#no-match")).to_be_visible()
            desk.play(31)
            rows = page.locator("jn-odds .odds-seats li")
            await expect(rows).to_have_count(3)
            await expect(rows.nth(0)).to_contain_text("佐藤 一郎")
            await expect(page.locator("jn-odds .odds-model")).to_contain_text("Exact")
            before = await rows.nth(0).locator(".odds-win").text_content()
            desk.discard(34)
            await expect(rows.nth(0).locator(".odds-win")).to_have_text("100.0%")
            assert before != "100.0%"
            await expect(rows.nth(0)).to_contain_text("can win now")
            desk.win()
            await expect(page.locator("#sheet")).to_be_visible()
            await expect(page.locator("#preview-word")).to_be_visible()
            await expect(page.locator("jn-odds")).to_contain_text("Nothing can be won now")
            desk.add(EventType.SHOW)
            await expect(page.locator("#preview-word")).to_be_hidden()

    stage.run(scenario())


def test_the_pool_says_who_wins_on_a_tile_and_which_are_safe(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/commentator", COMMENTATOR)
            desk.play(31)
            winning = page.locator('jn-hand[data-at="B"] .pool-tile.wins')
            await expect(winning).to_have_count(1)
            assert await winning.locator("jn-tile").get_attribute("name") == "0p"
            await expect(winning.locator(".seat-chip")).to_have_text("A")
            assert await winning.get_attribute("title") == "A wins on it"
            legend = page.locator('jn-hand[data-at="B"] .pool-legend')
            await expect(legend).to_contain_text("A wins on it")
            colour = "element => getComputedStyle(element).color"
            at_a_tile = page.locator('jn-hand[data-at="B"] .pool-tile .pool-mark').first
            await expect(legend.locator(".pool-mark").first).to_have_text("●")
            assert await legend.locator(".pool-mark").first.evaluate(colour) == await at_a_tile.evaluate(colour)

    stage.run(scenario())


def test_what_the_walls_could_become_is_shown_to_commentators_and_referee(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(0)
            for path, role in (("/commentator", COMMENTATOR), ("/referee", REFEREE)):
                page = await house.page(path, role)
                await expect(page.locator(".possible")).to_have_count(2)
                await expect(page.locator(".possible").first).to_contain_text("ready hands")
                await expect(page.locator(".possible-hand").first.locator(".tiles jn-tile")).to_have_count(13)
                await expect(page.locator("jn-odds .odds-seats li")).to_have_count(3)

    stage.run(scenario())


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hant", "zh-Hans"])
def test_every_text_of_the_page_exists_in_every_language(stage: Stage, desk: FakeDesk, language: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(12)
            page = await house.page("/commentator", COMMENTATOR, language=language)
            await expect(page.locator("jn-odds .odds-seats li")).to_have_count(3)
            words = await page.locator("main").inner_text()
            assert not [word for word in words.split() if word.startswith(("odds.", "possible.", "copies.", "safety."))]

    stage.run(scenario())


@pytest.mark.parametrize("size", WIDTHS)
def test_the_page_fits_the_screen(stage: Stage, desk: FakeDesk, size: tuple[int, int]) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(12)
            page = await house.page("/commentator", COMMENTATOR, size=size)
            await expect(page.locator("jn-odds .odds-seats li")).to_have_count(3)
            assert await page.evaluate("document.documentElement.scrollWidth") <= size[0]

    stage.run(scenario())
