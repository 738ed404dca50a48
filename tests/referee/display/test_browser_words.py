"""The pages and the command line say the same: the scripts fill a phrase exactly as the speaker does."""

import json

import pytest
from playwright.async_api import expect

from referee.display.rule_phrases import rule_words, value_phrase
from referee.display.sheet_phrases import sheet_phrases
from referee.display.texts import Language, Phrase, Speaker
from referee.display.verdict_phrases import explained
from referee.display.views.plain import as_json
from referee.display.views.result import result_sheet
from referee.game import EventType
from referee.rules import load_rules, preset_names
from tests.referee.display.acts import tiles
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened
from tests.referee.display.test_rule_phrases import VALUES
from tests.referee.display.test_verdict_phrases import every_decision
from tests.referee.game.random_match import random_match

pytestmark = pytest.mark.browser

SAY = """async ([language, phrases]) => {
  const words = await import("/static/js/language.js");
  await words.setLanguage(language);
  return phrases.map(({ key, facts }) => words.text(key, facts));
}"""

ODD = (
    Phrase("result.points", {"points": 1234567}),
    Phrase("result.points", {"points": -8000}),
    Phrase("result.points", {"points": 1.5}),
    Phrase("result.points", {"points": "1/3"}),
    Phrase("verdict.words", {"words": "a {brace}, and “marks”"}),
    Phrase("no.such.key", {"n": 1}),
    Phrase("result.han", {}),
)


def phrases() -> list[Phrase]:
    """Each sentence that verdicts and sheets can need, once."""
    found = {}
    for verdict, seat, reasons, facts in every_decision():
        for phrase in explained(verdict, seat, reasons, facts).phrases:
            found[json.dumps(as_json(phrase), sort_keys=True)] = phrase
    for seed in range(6):
        match = random_match(seed).match
        for sheet in filter(None, (result_sheet(match, deal) for deal in match.deals)):
            found |= {json.dumps(as_json(phrase), sort_keys=True): phrase for phrase in sheet_phrases(sheet)}
    return [*found.values(), *ODD]


@pytest.mark.parametrize("language", Language)
def test_a_phrase_is_filled_alike(stage: Stage, desk: FakeDesk, language: Language) -> None:
    said = phrases()

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/rules")
            found = await page.evaluate(SAY, [language.value, as_json(said)])
            speaker = Speaker(language, tile_words=True)
            assert found == [speaker.say(phrase) for phrase in said]

    stage.run(scenario())


def test_the_result_shows_how_the_hand_was_read_and_both_values(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(34)
            desk.win()
            desk.add(EventType.SHOW)
            page = await house.page("/", language="ja")
            counted = page.locator("jn-result .counted")
            await expect(counted).to_contain_text("単騎待ち")
            await expect(counted).to_contain_text("縛り（満貫）の判定：6翻 40符 跳満")
            await expect(counted).to_contain_text("支払い：7翻 40符 跳満")
            groups = page.locator("jn-result .counted .group")
            await expect(groups).to_have_count(5)
            assert await tiles(page, "jn-result .counted .group:nth-child(5)") == ["5p", "0p"]
            await expect(page.locator("jn-result .fu jn-tile")).to_have_count(1)  # the single wait

    stage.run(scenario())


VALUES_SAID = """async ([language, values]) => {
  const words = await import("/static/js/language.js");
  const { optionValue } = await import("/static/js/rule-list.js");
  await words.setLanguage(language);
  return values.map(([option, value]) => optionValue(option, value));
}"""


@pytest.mark.parametrize(
    "language",
    [one if one is Language.JA else pytest.param(one, marks=pytest.mark.verify) for one in Language],
)
def test_the_rules_page_says_what_the_command_says(stage: Stage, desk: FakeDesk, language: Language) -> None:
    speaker = Speaker(language)

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            for preset in preset_names():
                rules = load_rules(preset)
                page = await house.page(f"/rules?set={preset}", language=language.value)
                await expect(page.locator("#rules-title")).to_have_text(rules.title[language])
                names = await page.locator("jn-rules dt").all_inner_texts()
                values = await page.locator("jn-rules dd").all_inner_texts()
                marked = await page.locator("jn-rules dd.decided").count()
                await page.close()
                words = rule_words(rules)
                assert [name.split("\n", 1)[0] for name in names] == [
                    speaker.text(f"option.{one.option}") for one in words
                ]
                assert [name.split("\n", 1)[1].strip() for name in names] == [speaker.say(one.meaning) for one in words]
                assert values == [speaker.say(one.value) for one in words]
                assert marked == len(rules.decided)

    stage.run(scenario())


def test_the_set_up_page_says_every_value_as_the_command_does(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/rules")
            for language in Language:
                found = await page.evaluate(VALUES_SAID, [language.value, VALUES])
                speaker = Speaker(language)
                assert found == [speaker.say(value_phrase(option, value)) for option, value in VALUES]

    stage.run(scenario())
