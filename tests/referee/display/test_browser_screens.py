"""Every page on every screen in every language: nothing too wide, no text missing."""

from pathlib import Path

import pytest

from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, player
from referee.display.views import Disclosure
from referee.tiles.faces import png
from tests.referee.display.acts import UNSURE
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


SHOTS = [
    ("/", None, (1920, 1080)),
    ("/", None, (390, 844)),
    ("/operator", OPERATOR, (1920, 1080)),
    ("/operator", OPERATOR, (390, 844)),
    ("/referee", REFEREE, (1920, 1080)),
    ("/commentator", COMMENTATOR, (1920, 1080)),
    ("/commentator", COMMENTATOR, (390, 844)),
    ("/player/A", player(A), (390, 844)),
    ("/setup", OPERATOR, (390, 844)),
    ("/rules", None, (390, 844)),
]


@pytest.mark.verify
@pytest.mark.parametrize("language", ["ja", "en", "zh-Hant", "zh-Hans"])
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
