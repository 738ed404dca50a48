"""The player's page, match set-up and signing in, in a real browser."""

import pytest
from playwright.async_api import Page, expect

from referee.desk.commands import (
    CallRon,
    DeclareRiichi,
    LockHand,
    StartMatch,
)
from referee.display.roles import OPERATOR, REFEREE, player
from referee.display.views import Disclosure
from tests.referee.display.acts import sent, tiles
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


def test_a_player_chooses_13_and_the_buttons_never_change(stage: Stage, desk: FakeDesk) -> None:
    looks: set[str] = set()

    async def look(page: Page) -> None:
        looks.add(await page.locator(".player-acts").evaluate("(element) => element.innerHTML + element.className"))

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/player/B", player(B), size=(1024, 768))
            await look(page)
            desk.open()
            desk.deal()
            desk.flip()
            desk.walls()
            await expect(page.locator("#own .pick")).to_have_count(34)
            await look(page)
            for place in range(14):
                await page.locator("#own .pick").nth(place).click()
            await expect(page.locator("#own-count")).to_have_text("13 / 13")
            ready = page.locator("#ready")
            await ready.click()
            await ready.click()
            command = await sent(desk, LockHand)
            assert (command.seat, len(command.tiles)) == (B, 13)
            desk.build()
            desk.discard(33)
            await expect(page.locator("#own jn-tile")).to_have_count(13)
            await page.evaluate("document.getElementById('said').textContent = ''")
            await look(page)
            desk.discard(34)
            await expect(page.locator('jn-river[data-at="B"] jn-tile')).to_have_count(17)
            await look(page)
            await page.locator("#ron").click()
            await page.locator("#ron").click()
            assert (await sent(desk, CallRon)).actor == "player:B"

    stage.run(scenario())
    assert len(looks) == 1


def test_riichi_has_a_button_that_never_changes_where_the_rules_leave_it_to_players(stage: Stage) -> None:
    looks: set[str] = set()
    desk = FakeDesk("happy", {"riichi": "declared"})

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.open()
            page = await house.page("/player/A", player(A), size=(390, 844))
            button = page.locator("#riichi")
            await expect(button).to_have_text("Riichi")
            for state in (desk.deal, desk.flip, desk.walls, desk.build, lambda: desk.discard(5)):
                state()
                looks.add(await page.locator(".player-acts").evaluate("(element) => element.outerHTML"))
            await button.focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#said")).to_have_text("Press Riichi once more")
            assert not desk.commands
            await page.keyboard.press("Enter")
            assert (await sent(desk, DeclareRiichi)).actor == "player:A"

    stage.run(scenario())
    assert len(looks) == 1


def test_a_players_own_waits_are_shown_where_the_house_helps(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        desk.play(33)
        async with opened(stage, desk, Disclosure(player_waits=True)) as house:
            page = await house.page("/player/A", player(A), size=(390, 844))
            assert await tiles(page, "#waits") == ["2p", "5p"]
            await expect(page.locator("#waits .wait.full")).to_contain_text("Mangan")

    stage.run(scenario())


def test_a_match_is_set_up_and_its_rules_are_read(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/setup", OPERATOR)
            await page.locator("#rule-set").select_option("happy")
            await page.locator('input[name="A"]').fill("Sato")
            await page.locator('input[name="B"]').fill("Lin")
            await page.locator('input[name="title"]').fill("Final")
            await page.locator('input[name="build_seconds"]').fill("150")
            await expect(page.locator('[data-option="build_seconds"]')).to_have_text("150 s")
            await expect(page.locator('[data-option="build_seconds"]')).to_have_class("changed")
            await page.get_by_role("button", name="Open the match").click()
            command = await sent(desk, StartMatch)
            assert command.players == {A: "Sato", B: "Lin"}
            assert (command.rules, command.options, command.title) == ("happy", {"build_seconds": 150}, "Final")
            desk.open()
            rules = await house.page("/rules", language="ja")
            await expect(rules.locator("#rules-title")).to_have_text("東風戦・半荘戦")

    stage.run(scenario())


def test_signing_in_leads_to_the_page_that_was_wanted(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/login?role=referee&next=/referee")
            await page.locator("#token").fill("wrong-token")
            await page.get_by_role("button", name="Sign in").click()
            await expect(page.locator("#wrong")).to_contain_text("does not open")
            house.complaints.clear()  # the browser logs the refused request
            await page.locator("#token").fill(house.tokens.of(REFEREE) or "")
            await page.get_by_role("button", name="Sign in").click()
            await page.wait_for_url("**/referee")
            await expect(page.locator("jn-acts")).to_be_visible()

    stage.run(scenario())
