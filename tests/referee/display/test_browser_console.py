"""The operator's and the referee's console in a real browser: what keys and buttons do."""

import pytest
from playwright.async_api import Page, expect

from referee.desk.commands import CallRon, ConfirmCandidate, EmergencyStop, EnterDiscard, Rule
from referee.desk.corrections import Hotfix, ReplaceEvent, Undo, VoidEvent
from referee.display.roles import OPERATOR, REFEREE
from referee.game import EventType
from referee.tiles import parse_tiles
from referee.tiles.faces import png
from tests.referee.display.acts import UNSURE, sent, take_control, tiles
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser


def test_a_new_device_only_watches_until_a_person_takes_control(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/operator", OPERATOR)
            await expect(page.locator("#watching")).to_be_visible()
            await expect(page.locator('[data-act="undo"]')).to_be_disabled()
            await page.keyboard.press("u")
            await page.locator("#stop").click()
            await sent(desk, EmergencyStop)  # works always
            assert len(desk.commands) == 1
            await take_control(page)
            await expect(page.locator('[data-act="undo"]')).to_be_enabled()
            await expect(page.locator('[data-act="undo"]')).to_contain_text("B discards")

    stage.run(scenario())


async def _operating(house: House) -> Page:
    house.desk.play(1)
    house.desk.pictures["cut"] = png("9s", 120)
    house.desk.change(candidates=(UNSURE,))
    page = await house.page("/operator", OPERATOR)
    await take_control(page)
    await expect(page.locator(".candidate")).to_contain_text("71 %")
    return page


def test_one_key_confirms_a_reading(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _operating(house)
            await expect(page.locator(".cut-out")).to_have_js_property("complete", True)
            assert await page.locator(".cut-out").evaluate("(image) => image.naturalWidth") > 0
            await page.keyboard.press("c")
            command = await sent(desk, ConfirmCandidate)
            assert (command.candidate, command.tile, command.version) == (1, None, desk.match.version)
            await expect(page.locator("jn-answers .newest")).to_contain_text("Done")

    stage.run(scenario())


def test_two_keys_name_another_tile(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _operating(house)
            await page.keyboard.press("6")
            await expect(page.locator(".half")).to_have_text("6_")
            await page.keyboard.press("s")
            assert (await sent(desk, ConfirmCandidate)).tile == parse_tiles("6s")[0]
            desk.commands.clear()
            await page.locator(".candidate .other").nth(1).click()
            assert (await sent(desk, ConfirmCandidate)).tile == parse_tiles("8s")[0]

    stage.run(scenario())


def test_keys_are_ignored_while_somebody_types_and_space_does_nothing(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            await page.locator("[name=words]").fill("x")
            await page.locator("[name=words]").press("u")
            await page.locator("[name=words]").press("u")
            await page.locator("body").press("Space")
            await page.locator("body").press("Enter")
            await page.wait_for_timeout(200)
            assert not desk.commands

    stage.run(scenario())


def test_a_tile_is_shown_before_a_discard_is_entered_with_it(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(1)
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            await page.keyboard.type("3z")
            await expect(page.locator(".chosen-tiles jn-tile")).to_have_attribute("name", "3z")
            assert not desk.commands
            await page.keyboard.press("c")
            command = await sent(desk, EnterDiscard)
            assert (command.seat, command.tile) == (B, parse_tiles("3z")[0])
            await expect(page.locator('jn-river[data-at="B"] jn-tile')).to_have_count(1)
            await expect(page.locator(".chosen-tiles")).to_have_count(0)

    stage.run(scenario())


def test_a_tile_that_was_named_for_a_seat_goes_to_no_other(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)  # A is to discard
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            await expect(page.locator(".entry-targets .chosen")).to_contain_text("A")
            await page.keyboard.type("2p")
            await expect(page.locator(".chosen-tiles jn-tile")).to_have_count(1)
            desk.discard(3)  # meanwhile a camera saw what A let go
            await expect(page.locator('jn-score-bar[data-at="B"] .on-turn')).to_have_count(1)
            await expect(page.locator(".entry-targets .chosen")).to_contain_text("A")
            await page.keyboard.press("c")
            entered = await sent(desk, EnterDiscard)
            assert entered.seat is A, "the desk decides what a tile out of turn is; it is not B's"

    stage.run(scenario())


def test_ron_wants_the_seat_and_undo_a_second_press(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            await page.keyboard.type("ra")
            assert (await sent(desk, CallRon)).seat == A
            await expect(page.locator("#phase")).to_have_text("Won: turn the ura indicator")
            await page.keyboard.press("u")
            await expect(page.locator('[data-act="undo"]')).to_contain_text("Press again")
            assert not any(isinstance(command, Undo) for command in desk.commands)
            await page.keyboard.press("u")
            await sent(desk, Undo)
            await expect(page.locator("#phase")).to_have_text("All discards made")

    stage.run(scenario())


def test_a_stale_command_is_told_in_words(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            page = await house.page("/operator", OPERATOR, language="ja")
            await page.locator("#control").click()
            desk.match = FakeDesk().match  # everything changed, and the page does not know yet
            await page.keyboard.press("p")
            await expect(page.locator("jn-answers .newest")).to_contain_text("状況が変わっています")

    stage.run(scenario())


def test_keys_can_be_chosen_anew(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _operating(house)
            await page.locator("#keys").click()
            dialog = page.locator("dialog")
            await dialog.get_by_role("button", name="Confirm", exact=False).first.click()
            await page.keyboard.press("Enter")
            await expect(dialog).to_contain_text("press buttons by habit")
            await page.keyboard.press("y")
            await dialog.get_by_role("button", name="Close", exact=True).click()
            await expect(page.locator(".candidate kbd").first).to_have_text("Y")
            await page.keyboard.press("y")
            await sent(desk, ConfirmCandidate)

    stage.run(scenario())


def test_the_referee_reads_hands_and_reasons_and_rules(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            desk.add(EventType.RON, by=B)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            assert len(await tiles(page, 'jn-hand[data-at="B"] .hand-tiles')) == 13
            await expect(page.locator('jn-hand[data-at="A"] .wait.full')).to_contain_text("reaches the minimum")
            await expect(page.locator("jn-decisions")).to_contain_text("is refused")
            await expect(page.locator("jn-decisions")).to_contain_text("own discard")
            await page.get_by_role("button", name="Warning").click()
            await page.locator("jn-rulings").get_by_role("button", name="林 美玲").click()
            await page.locator("[name=words]").fill("called on the own tile")
            give = page.locator('[data-act="rule"]')
            await give.click()
            assert not desk.commands
            await give.click()
            ruling = await sent(desk, Rule)
            assert (ruling.kind, ruling.seat, ruling.text) == ("warning", B, "called on the own tile")

    stage.run(scenario())


def test_the_referee_goes_back_to_an_event_once_it_is_clear_what_that_changes(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            ref = desk.match.version
            await page.locator("jn-events li").first.get_by_role("button").click()
            dialog = page.locator("dialog")
            await dialog.get_by_role("group").get_by_role("button", name="Go back").click()
            give = dialog.locator(".dialog-end .danger")
            await expect(dialog.locator(".change-list")).to_contain_text("River")
            await expect(give).to_be_disabled()  # a reason is asked for first
            await dialog.locator("[name=reason]").fill("misread")
            await give.click()
            command = await sent(desk, VoidEvent)
            assert (command.ref, command.following, command.text) == (ref, True, "misread")
            await expect(dialog).to_have_count(0)
            await expect(page.locator("jn-events li.is-void")).to_have_count(1)

    stage.run(scenario())


def test_another_tile_is_picked_for_a_discard_and_the_consequences_are_shown(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            await page.locator("jn-events li").first.get_by_role("button").click()
            dialog = page.locator("dialog")
            await expect(dialog.locator(".changes")).to_contain_text("Fill in")
            await dialog.get_by_role("button", name="9 of characters").click()
            await expect(dialog.locator(".change-list li")).to_have_count(1)
            assert await dialog.locator(".after jn-tile").last.get_attribute("name") == "9m"
            await dialog.locator("[name=reason]").fill("misread")
            await dialog.locator(".dialog-end .danger").click()
            command = await sent(desk, ReplaceEvent)
            assert (command.tile, command.text) == (parse_tiles("9m")[0], "misread")

    stage.run(scenario())


def test_points_are_set_right_by_hand_and_stay_marked(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            await page.locator("jn-corrections [data-act=hotfix]").click()
            dialog = page.locator("dialog")
            await dialog.locator("input[name=A]").fill("1000")
            await expect(dialog.locator(".change-list li")).to_have_count(1)
            await dialog.locator("input[name=B]").fill("-1000")
            await expect(dialog.locator(".change-list li")).to_have_count(2)
            await dialog.locator("[name=reason]").fill("wrong sticks")
            await dialog.locator(".dialog-end .danger").click()
            command = await sent(desk, Hotfix)
            assert (command.kind, command.amounts) == ("points", {A: 1000, B: -1000})
            await expect(page.locator(".hotfixes li")).to_have_text("Points – wrong sticks")
            await expect(page.locator("jn-corrections [data-act=reopen]")).to_be_disabled()

    stage.run(scenario())


def test_what_cannot_be_is_said_before_it_is_tried(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(4)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            await page.locator("jn-events li").nth(2).get_by_role("button").click()
            dialog = page.locator("dialog")
            await dialog.get_by_role("group").get_by_role("button", name="Void only").click()
            await expect(dialog.locator(".refusal")).to_contain_text("turn")
            await dialog.locator("[name=reason]").fill("misread")
            await expect(dialog.locator(".dialog-end .danger")).to_be_disabled()

    stage.run(scenario())
