"""The voice: what it says and when, by what everybody may see; in a real browser, with a speech that writes down."""

import asyncio
import time

import pytest
from playwright.async_api import Page, expect

from referee.desk.state import Clock
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.roles import OPERATOR, OVERLAY, REFEREE
from referee.display.views import Disclosure
from referee.game import EventType, Phase
from referee.tiles import parse_tiles
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import House, Stage, opened

pytestmark = pytest.mark.browser

SPEECH = """
  window.said = [];
  window.voices = ["ja-JP", "en_GB", "zh-TW", "zh-HK", "zh-CN"].map((lang) => ({ lang, name: lang }));
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const speech = new EventTarget();
  speech.getVoices = () => window.voices;
  speech.speak = (one) => window.said.push(`${one.lang}|${one.voice.lang}|${one.text}`);
  speech.cancel = () => window.said.push("silence");
  Object.defineProperty(window, "speechSynthesis", { value: speech, configurable: true });
"""


async def _speaking(house: House, path: str = "/operator", role: object = OPERATOR, language: str = "en") -> Page:
    """A page whose browser can speak; headless ones have no voices."""
    page = await house.page(path, role, language=language)  # type: ignore[arg-type]
    await page.add_init_script(SPEECH)
    async with page.expect_event("websocket") as opening:
        await page.reload()
    await (await opening.value).wait_for_event("framereceived")
    return page


async def _said(page: Page, count: int, patience_s: float = 6.0) -> list[str]:
    """What was said since it was last asked, once there is so much."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        said: list[str] = await page.evaluate("window.said")
        if len(said) >= count:
            await page.evaluate("window.said.length = 0")
            return said
        await asyncio.sleep(0.05)
    raise AssertionError(f"{said} and no more")


async def _settled(page: Page) -> list[str]:
    """What was said, after all that the desk told has surely come."""
    await page.evaluate("fetch('/api/state').then((answer) => answer.json())")
    await page.wait_for_function(
        "new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 250)))"
    )
    said: list[str] = await page.evaluate("window.said.splice(0)")
    return said


WORDS = {
    "en": ("en-GB|en_GB|", "Hand building begins.", "10 seconds left.", "Time is up."),
    "ja": ("ja-JP|ja-JP|", "手作り開始です。", "残り10秒です。", "時間です。"),
    "zh-Hant": ("zh-TW|zh-TW|", "開始組牌。", "還剩10秒。", "時間到。"),
    "zh-Hans": ("zh-CN|zh-CN|", "开始组牌。", "还剩10秒。", "时间到。"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_time_for_building_is_told_in_the_language_of_the_page(stage: Stage, desk: FakeDesk, language: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.open()
            desk.deal()
            desk.flip()
            page = await _speaking(house, language=language)
            await page.locator("#voice").click()
            tongue, begins, left, up = WORDS[language]
            desk.change(clock=Clock("build", desk.now + 12_000))
            assert await _said(page, 1) == [tongue + begins]
            desk.now += 3_000  # the next heartbeat says so
            assert await _said(page, 1) == [tongue + left]
            desk.now += 9_500
            assert await _said(page, 1) == [tongue + up]

    stage.run(scenario())


def test_it_is_silent_until_somebody_wants_it_and_goes_with_the_sound(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await _speaking(house)
            desk.win()
            assert not await _settled(page)
            voice, sound = page.locator("#voice"), page.locator("#sound")
            await expect(voice).to_have_text("Voice on")
            await voice.focus()
            await page.keyboard.press("Enter")
            await expect(voice).to_have_text("Voice off")
            await expect(sound).to_have_text("Sound off")  # this device has the sound now
            await sound.click()
            await expect(voice).to_have_text("Voice on")
            await page.evaluate("window.said.length = 0")
            desk.add(EventType.SHOW)
            assert not await _settled(page)

    stage.run(scenario())


def test_a_result_is_spoken_as_far_as_it_can_be_seen(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await _speaking(house)
            await page.locator("#control").click()
            await page.locator("#voice").click()
            desk.win()
            assert await _said(page, 1) == ["en-GB|en_GB|The referee decides."]
            await page.locator('[data-way="by_key"]').click()
            await page.keyboard.press("v")
            assert await _said(page, 1) == ["en-GB|en_GB|Ron! 佐藤 一郎 wins, off 林 美玲."]
            for _ in range(2):  # hand and dora are for the eyes
                await page.keyboard.press("i")
                assert not await _settled(page)
            await page.keyboard.press("i")
            assert await _said(page, 1) == ["en-GB|en_GB|Riichi."]
            await page.keyboard.press("e")
            rest = (await _said(page, 1))[0]
            assert rest.startswith("en-GB|en_GB|")
            assert "Haneman, 18,000 points." in rest
            assert "Riichi." not in rest
            await page.keyboard.press("u")
            await page.keyboard.press("u")  # taken back: what is not to be seen is not spoken to its end
            assert (await _said(page, 1))[0] == "silence"

    stage.run(scenario())


def test_a_draw_and_the_end_of_a_match_are_told(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await _speaking(house, language="ja")
            await page.locator("#voice").click()
            desk.add(EventType.DRAW)
            assert await _said(page, 1) == ["ja-JP|ja-JP|審判が確認しています。"]
            desk.add(EventType.SHOW)
            assert await _said(page, 1) == ["ja-JP|ja-JP|流局。"]
            desk.add(EventType.MATCH_END)
            assert await _said(page, 1) == ["ja-JP|ja-JP|対局終了です。"]

    stage.run(scenario())


def test_beside_a_referee_who_sees_all_a_call_sounds_the_same_whether_it_is_right_or_wrong(stage: Stage) -> None:
    async def scenario() -> None:
        heard, phases = [], []
        for waits_for in ("5p", "6m"):
            desk = FakeDesk()
            desk.open()
            desk.deal()
            desk.flip()
            desk.add(EventType.BUILT, by=A, tiles=parse_tiles("234m234p234s678s" + waits_for))
            desk.build([B])
            desk.discard(33)
            async with opened(stage, desk) as house:
                page = await _speaking(house, "/referee", REFEREE)
                await page.locator("#voice").click()
                desk.discard(34)
                assert not await _settled(page)  # a win that is possible now is not heard
                desk.add(EventType.RON, by=A)
                heard.append(await _settled(page))
                assert desk.match.deal is not None
                phases.append(desk.match.deal.phase)
        assert phases == [Phase.WON, Phase.REFUSED]
        assert heard[0] == heard[1] == ["en-GB|en_GB|The referee decides."]

    stage.run(scenario())


def test_an_output_with_a_delay_speaks_what_it_shows_when_it_shows_it(stage: Stage, desk: FakeDesk) -> None:
    late = Disclosure(outputs={**DEFAULT_OUTPUTS, "late": Output(Shows.HANDS, 30)})

    async def scenario() -> None:
        async with opened(stage, desk, late) as house:
            desk.play(34)
            desk.now += 40_000
            desk.tell()
            page = await _speaking(house, "/overlay/late?voice", OVERLAY)
            await expect(page.locator("jn-river").first).to_be_visible()
            desk.win()
            desk.add(EventType.SHOW)
            assert not await _settled(page)
            desk.now += 31_000
            said = " ".join(await _said(page, 1))
            assert "佐藤 一郎 wins" in said
            await expect(page.locator("jn-result")).to_be_visible()

    stage.run(scenario())


@pytest.mark.parametrize(
    ("without", "words"),
    [
        ("window.voices = window.voices.filter(({ lang }) => !lang.startsWith('zh-T'))", "沒有國語語音"),
        ("Object.defineProperty(window, 'speechSynthesis', { value: undefined })", "此瀏覽器沒有語音"),
    ],
    ids=["no voice", "no speech"],
)
def test_where_nothing_can_speak_the_control_says_so(stage: Stage, desk: FakeDesk, without: str, words: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            page = await house.page("/operator", OPERATOR, language="zh-Hant")
            await page.add_init_script(SPEECH + without)
            await page.reload()
            voice = page.locator("#voice")
            await expect(voice).to_have_text(words)
            await expect(voice).to_have_attribute("aria-disabled", "true")
            await voice.click(force=True)
            desk.win()
            await expect(page.locator("#phase")).to_have_text("本局結束（尚未公布）")  # the page goes on
            assert not await page.evaluate("window.said")

    stage.run(scenario())
