"""The pages and the command line say the same: the scripts fill a phrase exactly as the speaker does."""

import json

import pytest

from referee.display.texts import Language, Phrase, Speaker
from referee.display.verdict_phrases import explained
from referee.display.views.plain import as_json
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened
from tests.referee.display.test_verdict_phrases import every_decision

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
    """Each sentence that verdicts can need, once."""
    found = {}
    for verdict, seat, reasons, facts in every_decision():
        for phrase in explained(verdict, seat, reasons, facts).phrases:
            found[json.dumps(as_json(phrase), sort_keys=True)] = phrase
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
