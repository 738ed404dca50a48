"""The fonts that the pages ship have every character of the texts, and the pages are drawn with them alone."""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from referee.display.fonts import FACES, FOLDER, Face, common_characters
from referee.display.roles import OPERATOR
from referee.display.texts import Language
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened

CSS = (FOLDER.parent / "css" / "fonts.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.path.stem)
def test_a_font_has_every_character_of_its_texts(face: Face) -> None:
    """If this fails, texts have got new characters: `python -m referee.display.fonts`."""
    has = set(TTFont(face.path).getBestCmap())
    missing = {chr(code) for code in face.characters - has}
    letters = {character for character in missing if character.isalnum()}
    assert not letters, "".join(sorted(letters))


def test_every_font_is_named_in_the_styles_and_nothing_else_is() -> None:
    named = {Path(name) for name in re.findall(r'url\("/static/fonts/([^"]+)"\)', CSS)}
    assert {path.name for path in named} == {face.path.name for face in FACES}
    assert {face.path.name for face in FACES} == {path.name for path in FOLDER.glob("*.woff2")}
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "name"), [(Language.JA, "佐藤 麗子"), (Language.ZH_HANT, "陳 瓊儀"), (Language.ZH_HANS, "张 丽华")]
)
def test_names_are_written_with_common_characters(language: Language, name: str) -> None:
    assert {ord(character) for character in name if character != " "} <= common_characters(language)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "ja", "zh-Hant", "zh-Hans"])
def test_no_page_needs_a_font_of_the_system(stage: Stage, desk: FakeDesk, language: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(4)
            for path, role in (("/operator", OPERATOR), ("/rules", None)):  # most of the texts
                page = await house.page(path, role, language=language)
                await page.evaluate("document.fonts.ready")
                inspector = await page.context.new_cdp_session(page)
                await inspector.send("DOM.enable")
                await inspector.send("CSS.enable")
                root = (await inspector.send("DOM.getDocument"))["root"]["nodeId"]
                nodes = (await inspector.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body *"}))[
                    "nodeIds"
                ]
                foreign = {}
                for node in nodes:
                    used = await inspector.send("CSS.getPlatformFontsForNode", {"nodeId": node})
                    for font in used["fonts"]:
                        if not font["isCustomFont"]:
                            html = await inspector.send("DOM.getOuterHTML", {"nodeId": node})
                            foreign[font["familyName"]] = html["outerHTML"][:200]
                assert not foreign, (path, foreign)

    stage.run(scenario())
