"""The pages in a real browser: what people see, and what their keys and buttons do."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from referee.desk.commands import (
    CallRon,
    ConfirmCandidate,
    EmergencyStop,
    EnterDiscard,
    LockHand,
    Rule,
    StartMatch,
    Undo,
    VoidEvent,
)
from referee.desk.state import Candidate, Clock, Place, Reading
from referee.display.roles import OPERATOR, REFEREE, player
from referee.display.server import create_app, serve
from referee.display.views import Disclosure
from referee.game import EventType
from referee.tiles import parse_tiles
from referee.tiles.faces import png
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser

UNSURE = Candidate(1, Place.RIVER, B, (Reading("9s", 0.71, False, (("6s", 0.18), ("8s", 0.07)), "cut"),), "unsure")


async def tiles(page: Page, selector: str) -> list[str | None]:
    """The names of the tiles in a part of the page, in their order."""
    found = await page.locator(f"{selector} jn-tile").all()
    return [await tile.get_attribute("name") for tile in found]


async def take_control(page: Page) -> None:
    await page.get_by_role("button", name="Take control").click()


async def sent(desk: FakeDesk, kind: type[Any], patience_s: float = 5.0) -> Any:
    """The newest command of a kind, once it has come."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        found = [command for command in desk.commands if isinstance(command, kind)]
        if found:
            return found[-1]
        await asyncio.sleep(0.02)
    raise AssertionError(f"no {kind.__name__} came, only {desk.commands}")


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
            await dialog.get_by_role("button", name="Close").click()
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


def test_the_referee_voids_an_event_with_a_reason(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(2)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            ref = desk.match.version
            await page.locator("jn-events li").first.get_by_role("button").click()
            dialog = page.locator("dialog")
            await dialog.get_by_role("button", name="Void").click()
            assert not desk.commands  # a reason is asked for first
            await dialog.locator("input").fill("misread")
            await dialog.get_by_role("button", name="Void").click()
            command = await sent(desk, VoidEvent)
            assert (command.ref, command.text) == (ref, "misread")
            await expect(page.locator("jn-events li.is-void")).to_have_count(1)

    stage.run(scenario())


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


SHOTS = [
    ("/", None, (1920, 1080)),
    ("/", None, (390, 844)),
    ("/operator", OPERATOR, (1920, 1080)),
    ("/operator", OPERATOR, (390, 844)),
    ("/referee", REFEREE, (1920, 1080)),
    ("/player/A", player(A), (390, 844)),
    ("/setup", OPERATOR, (390, 844)),
    ("/rules", None, (390, 844)),
]


_CHINESE = [pytest.param(language, marks=pytest.mark.verify) for language in ("zh-Hant", "zh-Hans")]


@pytest.mark.parametrize("language", ["en", "ja", *_CHINESE])
def test_no_page_is_wider_than_its_screen_and_no_text_is_missing(
    stage: Stage, desk: FakeDesk, tmp_path: Path, language: str
) -> None:
    async def scenario() -> None:
        desk.play(20)
        desk.candidates = (UNSURE,)
        desk.pictures["cut"] = png("9s", 120)
        async with opened(stage, desk, Disclosure(player_waits=True)) as house:
            for number, (path, role, size) in enumerate(SHOTS):
                page = await house.page(path, role, size=size, language=language)
                await page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => 0)))")
                (tmp_path / f"{number}-{language}.png").write_bytes(await page.screenshot())
                wider = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                assert wider <= 0, f"{path} at {size} is {wider} px too wide"
                words = await page.inner_text("body")
                for sign in ("undefined", "null", "[object", "{", "NaN"):
                    assert sign not in words, f"{path} in {language} shows {sign}"
                assert not [word for word in words.split() if word.count(".") and word.split(".")[0] in _KEYS]

    stage.run(scenario())


_KEYS = {"term", "act", "phase", "label", "option", "value", "event", "yaku", "fu", "table", "candidate", "answer"}
