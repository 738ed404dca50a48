"""The result sheet in steps, by key or by itself, the same on every screen, in a real browser."""

import pytest
from playwright.async_api import Page, expect

from referee.desk.commands import ShowResult, ShowStep
from referee.desk.unveiling import STEP_MS
from referee.display.roles import OPERATOR
from tests.referee.display.acts import sent
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser

LAST = "jn-result .totals"


async def _won(house: House, language: str = "en") -> Page:
    """An operator's page with a win that is not shown yet."""
    house.desk.play(34)
    house.desk.win()
    page = await house.page("/operator", OPERATOR, language=language)
    await page.locator("#control").click()
    return page


async def _seen(page: Page) -> int:
    """How many steps can be seen; the others keep their place."""
    shown = await page.locator("jn-result [data-step]:not(.ahead)").evaluate_all(
        "all => all.map((one) => one.dataset.step)"
    )
    return len(set(shown))


def test_before_it_is_shown_the_operator_sees_what_everybody_will_have(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            totals = page.locator("#preview .total .after")
            await expect(totals).to_have_text(["54,000", "16,000"])
            await expect(totals.first).to_be_visible()

    stage.run(scenario())


def test_a_key_tells_step_by_step_on_every_screen_alike(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            hall, overlay = await house.page("/"), await house.page("/overlay/public")
            points = overlay.locator("jn-score-bar .points").first
            before = await points.text_content()
            by_key = page.locator('[data-way="by_key"]')
            await by_key.focus()
            await page.keyboard.press("Enter")
            await expect(by_key).to_have_attribute("aria-pressed", "true")
            await page.keyboard.press("v")
            assert (await sent(desk, ShowResult)).by_key
            for screen in (hall, overlay):
                await expect(screen.locator(".result-head")).to_be_visible()
                await expect(screen.locator(".hand-row")).to_be_hidden()
                assert "三色" not in await screen.locator("jn-result").inner_text()
            await expect(page.locator('[data-act="show_step"] kbd')).to_have_text("I")
            await expect(page.locator("jn-show-steps [role=status]")).to_contain_text("Next: Winning hand")
            count = len(desk.unveiling.progress(desk.match).steps)  # type: ignore[union-attr]
            for step in range(1, count):
                desk.commands.clear()
                await expect(page.locator("jn-show-steps [role=status]")).to_contain_text(f"{step} of {count} shown")
                assert await points.text_content() == before
                await page.keyboard.press("i")
                assert (await sent(desk, ShowStep)).shown == step
                for screen in (hall, overlay):
                    await expect(screen.locator(f'jn-result [data-step="{step}"]').first).not_to_have_class("ahead")
                    assert await _seen(screen) == step + 1
                if step == 4:
                    late = await house.page("/")  # a page that is opened, or loaded again, meanwhile
                    await expect(late.locator(".result-head")).to_be_visible()
                    assert await _seen(late) == step + 1
            await expect(hall.locator(LAST)).to_be_visible()
            await expect(points).to_contain_text("54,000")
            await expect(page.locator("jn-show-steps")).to_be_hidden()

    stage.run(scenario())


def test_the_key_for_a_step_can_be_another_and_never_takes_one_that_was_chosen(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            # as somebody left it who had given this key to another act, before there were steps
            await page.evaluate("localStorage.setItem('junanaho.keys', JSON.stringify({ undo: 'i' }))")
            await page.evaluate("localStorage.setItem('junanaho.sheet-by-key', 'yes')")
            await page.reload()
            await expect(page.locator('[data-act="show_result"]')).to_be_enabled()
            await page.keyboard.press("v")
            step = page.locator('[data-act="show_step"]')
            await expect(step).to_be_enabled()
            await expect(step.locator("kbd")).to_have_count(0)
            await page.locator("#keys").click()
            dialog = page.locator("dialog")
            await dialog.get_by_role("button", name="Next step of the sheet").click()
            await page.keyboard.press("y")
            await dialog.get_by_role("button", name="Close", exact=True).click()
            await expect(step.locator("kbd")).to_have_text("Y")
            await page.keyboard.press("y")
            await sent(desk, ShowStep)

    stage.run(scenario())


def test_by_itself_the_sheet_goes_on_with_the_desks_time_and_a_key_ends_it(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            hall = await house.page("/")
            await page.keyboard.press("v")
            assert not (await sent(desk, ShowResult)).by_key
            await expect(hall.locator(".result-head")).to_be_visible()
            await expect(hall.locator(".hand-row")).to_be_hidden()
            desk.change(now=desk.now + STEP_MS)
            await expect(hall.locator(".hand-row")).to_be_visible()
            await expect(hall.locator(".dora-group").first).to_be_hidden()
            await expect(page.locator('[data-act="show_step"]')).to_have_count(0)
            await page.keyboard.press("e")
            await expect(hall.locator(LAST)).to_be_visible()

    stage.run(scenario())


def test_who_hears_the_page_hears_a_step_when_it_comes_and_not_before(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            hall = await house.page("/")
            await page.locator('[data-way="by_key"]').click()
            await page.keyboard.press("v")
            sheet = hall.get_by_role("region", name="Result")
            await expect(sheet).to_have_attribute("aria-live", "polite")
            await expect(sheet.get_by_role("listitem")).to_have_count(0)
            kept = await sheet.element_handle()
            await page.keyboard.press("i")
            await expect(sheet.locator(".hand-row")).to_be_visible()
            assert kept is not None
            assert await kept.evaluate("(one) => one.isConnected")  # a live region must stay to be heard

    stage.run(scenario())


def test_without_motion_a_step_is_there_at_once(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _won(house)
            hall = await house.page("/")
            await page.keyboard.press("v")
            newest = hall.locator("jn-result .step").first
            await expect(newest).to_be_visible()
            timing = "(one) => getComputedStyle(one).animationDuration"
            assert await newest.evaluate(timing) in ("0.001s", "1ms")  # pages of these tests ask for less motion
            await hall.emulate_media(reduced_motion="no-preference")
            assert await newest.evaluate(timing) == "0.36s"

    stage.run(scenario())
