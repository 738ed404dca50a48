"""The list of matches, the score sheet and the replay in a real browser."""

import json
from pathlib import Path

import pytest
from playwright.async_api import expect

from referee.display.archive import Archive
from referee.display.roles import OPERATOR
from referee.journal import to_record17
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.kept_matches import OVER, kept_matches
from tests.referee.display.stage import Stage, opened
from tests.referee.game.random_match import random_match

pytestmark = pytest.mark.browser


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(kept_matches(tmp_path))


def test_from_the_list_one_gets_to_the_sheet_and_to_the_replay(stage: Stage, desk: FakeDesk, archive: Archive) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, archive=archive) as house:
            page = await house.page("/matches", OPERATOR)
            match = page.locator(f"[data-match={OVER}]")
            await expect(match).to_contain_text("Player A")
            await match.get_by_role("link", name="Score sheet").click()
            await expect(page.locator("jn-score-sheet tbody tr")).to_have_count(3)
            await expect(page.locator("jn-score-sheet tfoot")).to_contain_text("1.")
            await expect(page.locator("jn-rules")).to_contain_text("Minimum")
            await page.get_by_role("link", name="Matches").click()
            await page.locator(f"[data-match={OVER}]").get_by_role("link", name="Replay").click()
            await expect(page.locator("#where")).to_contain_text("1 /")

    stage.run(scenario())


def test_a_deal_is_walked_through_with_the_arrow_keys(stage: Stage, desk: FakeDesk, archive: Archive) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, archive=archive) as house:
            page = await house.page(f"/replay?match={OVER}", OPERATOR)
            await expect(page.locator("#event")).to_contain_text("Hand opened")
            count = int((await page.locator("#where").inner_text()).split("/")[1])
            tiles = page.locator("jn-river jn-tile")
            assert await tiles.count() == 0
            for _ in range(count - 1):
                await page.keyboard.press("ArrowRight")
                assert "object" not in await page.locator("#event").inner_text()
            await expect(page.locator("#where")).to_have_text(f"{count} / {count}")
            await expect(page.locator("#sheet")).to_be_visible()
            assert await tiles.count() > 0
            await page.keyboard.press("ArrowRight")  # the next deal follows
            await expect(page.locator("#deals .chosen")).to_have_count(1)
            await expect(page.locator("#where")).to_contain_text("1 /")
            await page.keyboard.press("ArrowLeft")
            await expect(page.locator("#where")).to_have_text(f"{count} / {count}")
            await page.keyboard.press("Home")
            await expect(page.locator("#event")).to_contain_text("Hand opened")
            await page.reload()
            await expect(page.locator("#where")).to_have_text(f"1 / {count}")

    stage.run(scenario())


def test_a_record_is_opened_from_a_file(stage: Stage, desk: FakeDesk, archive: Archive, tmp_path: Path) -> None:
    record, broken = tmp_path / "record.json", tmp_path / "broken.json"
    record.write_text(json.dumps(to_record17(random_match(6).match)), encoding="utf-8")
    broken.write_text("{}", encoding="utf-8")

    async def scenario() -> None:
        async with opened(stage, desk, archive=archive) as house:
            page = await house.page("/replay", OPERATOR)
            await page.locator("#file").set_input_files(record)
            await expect(page.locator("#deals button")).to_have_count(3)
            await page.locator("#deals button").nth(1).click()
            await expect(page.locator("#deals .chosen")).to_have_count(1)
            await page.keyboard.press("End")
            await expect(page.locator("#sheet")).to_be_visible()
            await page.locator("#file").set_input_files(broken)
            await expect(page.locator("#trouble")).to_contain_text("no record")
            house.complaints = [each for each in house.complaints if "422" not in each]  # the refusal just seen

    stage.run(scenario())
