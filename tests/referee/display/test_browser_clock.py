"""The clocks as consoles run them and as the hall sees them, in a real browser."""

import re

import pytest
from playwright.async_api import Page, expect

from referee.desk.commands import CloseClock, ExplainPause, Pause, Resume, ShiftClock, StartBuilding
from referee.desk.state import Clock
from referee.display.roles import OPERATOR, REFEREE
from referee.game import Event, EventType, Source
from tests.referee.display.acts import sent, take_control
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser


async def _building(house: House) -> Page:
    house.desk.open()
    house.desk.deal()
    house.desk.flip()
    page = await house.page("/operator", OPERATOR)
    await take_control(page)
    return page


def test_the_clock_is_started_as_of_some_seconds_ago_by_keyboard_alone(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _building(house)
            await page.locator("[name=ago]").focus()
            await page.keyboard.press("Control+a")
            await page.keyboard.type("20")
            await page.keyboard.press("Enter")
            assert (await sent(desk, StartBuilding)).seconds_ago == 20
            await expect(page.locator("jn-answers .newest")).to_contain_text("Done")
            await expect(page.locator("[name=ago]")).to_have_count(0)  # started is started

    stage.run(scenario())


def test_a_key_starts_the_clock_and_four_move_it(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _building(house)
            await page.keyboard.press("k")
            assert (await sent(desk, StartBuilding)).seconds_ago == 0
            await expect(page.locator("jn-answers .newest")).to_contain_text("Done")
            for step, (key, seconds) in enumerate((("+", 10), ("-", -10), ("*", 30), ("/", -30))):
                desk.commands.clear()
                desk.change(clock=Clock("build", desk.now, left_ms=1000.0 * (100 + step)))
                await expect(page.locator("jn-clock .time")).to_have_text(f"1:{40 + step}")
                await expect(page.locator(f'[data-seconds="{seconds}"] kbd')).to_have_text(key)
                await page.keyboard.press(key)
                assert (await sent(desk, ShiftClock)).seconds == seconds

    stage.run(scenario())


def test_a_clock_that_has_run_out_rings_until_it_is_closed(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _building(house)
            desk.change(clock=Clock("build", desk.now + 60_000))
            await expect(page.locator('[data-seconds="10"]')).to_be_enabled()
            await page.keyboard.press("o")
            desk.change(clock=Clock("build", desk.now - 1_000))
            await expect(page.locator(".clock-rings")).to_contain_text("until a person closes it")
            assert not desk.commands, "a clock that runs is not closed"
            await page.keyboard.press("o")
            await sent(desk, CloseClock)
            desk.change(clock=None)
            await expect(page.locator(".clock-rings")).to_have_count(0)

    stage.run(scenario())


_RING = """() => {
  let tones = 0;
  class Tone {
    frequency = {};
    connect(next) { return next; }
    start() { document.body.dataset.tones = String(tones += 1); }
    stop() {}
  }
  class Volume {
    gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect(next) { return next; }
  }
  window.AudioContext = class {
    currentTime = 0;
    createOscillator() { return new Tone(); }
    createGain() { return new Volume(); }
    close() {}
  };
}"""


def test_signals_sound_at_60_30_and_10_seconds_and_the_end_rings_again_and_again(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _building(house)
            await page.evaluate(_RING)
            await page.locator("#sound").click()
            body, tones = page.locator("body"), 1  # the one that says that the sound is on
            for limit, count in ((60, 1), (30, 2), (10, 3), (0, 1)):
                desk.change(clock=Clock("build", desk.now + limit * 1000 + 2_000))
                await expect(page.locator("jn-clock .time")).to_have_text(
                    re.compile(f"{(limit + 2) % 60:02}|{limit + 1}")
                )
                desk.now += 3_000  # the next heartbeat says so
                tones += count
                await expect(body).to_have_attribute("data-tones", str(tones))
            await expect(body).to_have_attribute("data-tones", str(tones + 1), timeout=8_000)  # nobody has closed it
            desk.change(clock=None)

    stage.run(scenario())


def test_the_hall_sees_that_the_clocks_stand_and_why(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await _building(house)
            hall, away = await house.page("/"), await house.page("/referee", REFEREE)
            await page.keyboard.press("p")
            await sent(desk, Pause)
            desk.change(clock=Clock("build", desk.now + 125_000, left_ms=65_000.0), attention=True, reason="paused")
            await expect(hall.locator("jn-clock .time")).to_have_text("1:05")
            await expect(hall.locator(".phase-detail")).to_have_text("Clock stopped")
            await expect(hall.locator(".attention")).to_have_count(0)  # nobody called the referee
            await page.locator("[name=why]").fill("the phone of B rang")
            await page.locator("[data-why=player]").press("Enter")
            said = await sent(desk, ExplainPause)
            assert (said.why, said.text) == ("player", "the phone of B rang")
            await expect(hall.locator(".phase-detail")).to_have_text("A player asked for time")
            await expect(page.locator("[data-why=player]")).to_have_attribute("aria-pressed", "true")
            await expect(away.locator("jn-events li").first).to_contain_text("the phone of B rang")
            assert "phone" not in await hall.content()
            await page.locator("h1, .brand").first.click()
            await page.keyboard.press("p")
            await sent(desk, Resume)
            desk.change(clock=None, attention=False, reason="")
            await expect(hall.locator(".phase-detail")).to_have_text("")

    stage.run(scenario())


def test_a_pause_of_another_deal_is_not_told_again(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            await _building(house)
            hall = await house.page("/")
            for event, fields in (
                (EventType.PAUSE, {}), (EventType.NOTE, {"kind": "pause_break"}),
                (EventType.RESUME, {}), (EventType.PAUSE, {}),
            ):  # fmt: skip
                desk.enter(Event(0, 0, event, source=Source.OPERATOR, **fields))
            await expect(hall.locator(".phase-detail")).to_have_text("Clock stopped")

    stage.run(scenario())
