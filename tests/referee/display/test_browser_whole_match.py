"""A whole match with the real daemon by keyboard alone in a real browser; and what pages do when the daemon is gone."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.referee.display.daemon_house import OPERATOR_TOKEN, DaemonHouse, running
from tests.referee.display.stage import Stage

pytestmark = pytest.mark.browser

HANDS = {"A": "234m234p234678s5p", "B": "111z345789m5566s"}
STALE = re.compile("is-stale")
_MOST_STEPS = 150  # of the Tab key on one page


async def tab_to(page: Page, selector: str) -> None:
    """Walk with the Tab key until that is focused, as somebody without a pointer does."""
    for _ in range(_MOST_STEPS):
        if await page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead to {selector}")


async def _press(page: Page, selector: str) -> None:
    await expect(page.locator(selector).first).to_be_enabled()
    await tab_to(page, selector)
    await page.keyboard.press("Enter")


async def _tiles(page: Page, names: str) -> None:
    """Type tiles one after the other, as 1m, 2m, ..."""
    digits = ""
    for sign in names:
        if sign.isdigit():
            digits += sign
            continue
        for digit in digits:
            await page.keyboard.type(f"{digit}{sign}")
        digits = ""


async def _sign_in_and_set_up(page: Page, house: DaemonHouse) -> None:
    await page.goto(f"{house.url}/setup?lang=en")
    await tab_to(page, "input[type=password], input[name=token]")
    await page.keyboard.type(OPERATOR_TOKEN)
    await page.keyboard.press("Enter")
    await expect(page.locator("#players input")).to_have_count(2)
    for name, words in (("title", "Spring Cup"), ("A", "Aoi"), ("B", "Ben")):
        await tab_to(page, f"input[name={name}]")
        await page.keyboard.type(words)
    await tab_to(page, "#rule-set")
    await page.keyboard.type("East")  # a list is chosen from by typing
    await expect(page.locator("#rule-set")).to_have_value("happy")
    await tab_to(page, "input[name=build_seconds]")
    await page.keyboard.type("180")
    await _press(page, "button[type=submit]")
    await expect(page.locator("#answer")).to_have_class("good")
    await _press(page, 'a[href="/operator"]')
    await expect(page.locator("#phase")).to_contain_text("Walls")
    await _press(page, "#control")
    await expect(page.locator("#control")).to_have_text("Only watch")


async def _build(page: Page) -> None:
    phase = page.locator("#phase")
    await expect(phase).to_contain_text("Walls")
    await page.keyboard.press("w")
    await expect(page.locator('[data-act="enter_dice"]').first).to_be_enabled()
    await page.keyboard.type("fa")
    await expect(page.locator(".entry-targets .chosen")).to_contain_text("ndicator")
    await _tiles(page, "4s")
    await page.keyboard.press("c")
    await expect(page.locator("jn-dora jn-tile").first).to_have_attribute("name", "4s")
    await page.keyboard.press("k")
    await expect(page.locator("jn-clock .time")).not_to_have_text("")
    for seat, hand in HANDS.items():
        await page.locator(".entry-targets").wait_for()
        await tab_to(page, ".entry-targets button:nth-child(1)")  # the hand that is not locked yet stands first
        await page.keyboard.press("Enter")
        await expect(page.locator(".entry-targets .chosen")).to_contain_text(seat)
        await _tiles(page, hand)
        await expect(page.locator(".chosen-tiles jn-tile")).to_have_count(13)
        await page.keyboard.press("c")
        await expect(page.locator(f'jn-score-bar[data-at="{seat}"]')).to_contain_text("locked", ignore_case=True)


async def _discard(page: Page, seat: str, tile: str) -> None:
    await expect(page.locator(f'jn-score-bar[data-at="{seat}"] .on-turn')).to_have_count(1)
    await _tiles(page, tile)
    await expect(page.locator(".chosen-tiles jn-tile")).to_have_attribute("name", tile)
    await page.keyboard.press("c")
    await expect(page.locator(f'jn-river[data-at="{seat}"] jn-tile').last).to_have_attribute("name", tile)


def test_from_set_up_to_the_sheet_to_sign_by_keyboard_alone(stage: Stage, tmp_path: Path) -> None:
    async def scenario(house: DaemonHouse) -> None:
        context = await stage.browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
        page = await context.new_page()
        await page.add_init_script("addEventListener('mousedown', () => { throw new Error('a pointer was used'); })")
        await _sign_in_and_set_up(page, house)
        await _build(page)
        await _discard(page, "A", "3z")
        await _discard(page, "B", "5p")
        await page.keyboard.type("ra")
        await expect(page.locator("#phase")).to_contain_text("ura")
        await _tiles(page, "9m")
        await page.keyboard.press("c")
        await expect(page.locator("#preview")).to_be_visible()
        await page.keyboard.press("v")
        await expect(page.locator('[data-act="next_deal"]')).to_be_enabled()
        await _press(page, '[data-act="end_match"]')
        await expect(page.locator('[data-act="end_match"]')).to_contain_text("Press again")
        await page.keyboard.press("Enter")  # the focus stayed where it was
        await expect(page.locator("#phase")).to_have_text("The match is over")
        await _press(page, 'a[href="/matches"]')
        await _press(page, 'a[href^="/sheet"]')
        await expect(page.locator(".signature")).to_have_text(["Aoi", "Ben", "Referee"])
        await expect(page.locator("body")).to_contain_text("Spring Cup")
        await context.close()

    with running(tmp_path) as house:
        stage.run(scenario(house))


def test_a_page_outlives_a_frozen_and_a_killed_daemon(stage: Stage, tmp_path: Path) -> None:
    async def scenario(house: DaemonHouse) -> None:
        context = await stage.browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
        page, hall = await context.new_page(), await context.new_page()
        await _sign_in_and_set_up(page, house)
        await _build(page)
        await _discard(page, "A", "3z")
        await hall.goto(f"{house.url}/?lang=en")
        await expect(hall.locator('jn-river[data-at="A"] jn-tile')).to_have_count(1)

        house.freeze()  # nothing is closed, only the heartbeat stops
        for view in (page, hall):
            await expect(view.locator("body")).to_have_class(STALE, timeout=15_000)
            await expect(view.locator(".stale-mark")).to_be_visible()
            grey = await view.locator("main.data").last.evaluate("(main) => getComputedStyle(main).filter")
            assert "grayscale" in grey
        await expect(page.locator('[data-act="pause"]')).to_be_disabled()
        house.thaw()
        for view in (page, hall):
            await expect(view.locator("body")).not_to_have_class(STALE, timeout=15_000)

        house.kill()
        house.start()
        for view in (page, hall):
            await expect(view.locator("body")).not_to_have_class(STALE, timeout=30_000)
            await expect(view.locator('jn-river[data-at="A"] jn-tile')).to_have_count(1)
        await expect(page.locator("#attention")).to_be_visible()  # the table stands until somebody has looked
        await expect(hall.locator(".phase-detail")).to_have_text("Clock stopped")
        await page.bring_to_front()
        await page.keyboard.press("p")
        await expect(page.locator("#attention")).to_be_hidden()
        await _discard(page, "B", "9p")
        await expect(hall.locator('jn-river[data-at="B"] jn-tile')).to_have_count(1)
        await context.close()

    with running(tmp_path) as house:
        stage.run(scenario(house))
