"""The settings page in a real browser: values, the file, problems, the last good one, a new start; the hall's page."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from referee.daemon.settings.desk import SettingsDesk
from referee.daemon.settings.file import read_file
from referee.display.roles import REFEREE
from referee.display.server import create_settings_app, serve
from referee.display.tokens import Tokens
from tests.referee.display.accessibility import violations
from tests.referee.display.stage import Stage

pytestmark = pytest.mark.browser

GOOD = "venue: Minefield   # our house\nweb:\n  port: 8017\ntokens:\n  referee: a-long-secret\n"


class House:
    """A file that a page changes."""

    def __init__(self, folder: Path, text: str, stopped_by: str = "") -> None:
        self.path = folder / "table.yaml"
        self.path.write_text(GOOD, encoding="utf-8")
        started = read_file(self.path)[1]
        started.file.keep_as_good(GOOD)
        self.path.write_text(text, encoding="utf-8")
        self.restarts = 0
        self.complaints: list[str] = []
        self.desk = SettingsDesk(started, lambda: True, self._restart, stopped_by)

    def _restart(self) -> None:
        self.restarts += 1

    @asynccontextmanager
    async def page(self, stage: Stage, path: str = "/settings", language: str = "en") -> AsyncIterator[Page]:
        tokens = Tokens.random([REFEREE])
        server = await serve(create_settings_app(self.desk, tokens), "127.0.0.1", 0)
        context = await stage.browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        try:
            await page.goto(f"{server.url.rstrip('/')}{path}?lang={language}&token={tokens.of(REFEREE)}")
            await page.wait_for_load_state("networkidle")
            yield page
            assert not self.complaints
        finally:
            await context.close()
            await server.stop()


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_value_is_changed_by_keyboard_and_comments_stay(stage: Stage, tmp_path: Path) -> None:
    house = House(tmp_path, GOOD)

    async def scenario() -> None:
        async with house.page(stage) as page:
            await page.get_by_label("venue").focus()
            await page.keyboard.press("Control+a")
            await page.keyboard.type("十七歩の家")
            await page.keyboard.press("Enter")
            await expect(page.locator("#answer")).to_have_text("Saved. It holds from the next start on.")
            assert house.path.read_text().startswith("venue: 十七歩の家")
            assert "# our house" in house.path.read_text()
            assert await page.get_by_label("tokens.referee").input_value() == "", "a secret is not shown"
            await page.locator("#start").click()
            await expect(page.locator("#answer")).to_have_text("Starting anew …")
            assert house.restarts == 1

    stage.run(scenario())


def test_what_is_wrong_is_told_where_it_is_and_what_was_entered_stays(stage: Stage, tmp_path: Path) -> None:
    house = House(tmp_path, GOOD)

    async def scenario() -> None:
        async with house.page(stage) as page:
            await page.locator("#by-text").click()
            wrong = GOOD.replace("8017", "80170")
            await page.locator("#text").fill(wrong)
            await page.locator("#check").click()
            await expect(page.locator("#problems li")).to_contain_text(["web.port"])
            await page.locator("#file-text [type=submit]").click()
            await expect(page.locator("#answer")).to_contain_text("Nothing was written")
            assert await page.locator("#text").input_value() == wrong
            await page.locator("#problems button").click()
            chosen = "area => area.value.slice(area.selectionStart, area.selectionEnd)"
            assert await page.locator("#text").evaluate(chosen) == "  port: 80170"
            assert house.path.read_text() == GOOD

    stage.run(scenario())


def test_two_pages_do_not_overwrite_each_other(stage: Stage, tmp_path: Path) -> None:
    house = House(tmp_path, GOOD)

    async def scenario() -> None:
        async with house.page(stage) as page:
            house.path.write_text(GOOD.replace("Minefield", "Elsewhere"))
            await page.get_by_label("venue").fill("Here")
            await page.locator("#save").click()
            await expect(page.locator("#answer")).to_contain_text("somebody else has changed the file")
            assert "Elsewhere" in house.path.read_text()

    stage.run(scenario())


def test_in_safe_mode_the_last_good_settings_bring_the_table_back(stage: Stage, tmp_path: Path) -> None:
    house = House(tmp_path, "venue: [\n", stopped_by="line 2: no YAML")

    async def scenario() -> None:
        async with house.page(stage) as page:
            await expect(page.locator("#stopped")).to_contain_text("nothing moves: line 2")
            await expect(page.locator("#problems li")).to_have_count(1)
            await expect(page.locator("#by-values")).to_be_hidden()
            await page.locator("#last-good").click()
            await page.locator("#file-text [type=submit]").click()
            await expect(page.locator("#answer")).to_have_text("Saved. It holds from the next start on.")
            assert house.path.read_text() == GOOD
            await page.locator("#start").click()
            await expect(page.locator("#answer")).to_have_text("Starting anew …")
            assert house.restarts == 1

    stage.run(scenario())


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hant", "zh-Hans"])
def test_the_page_is_accessible_and_whole_in_every_language(stage: Stage, tmp_path: Path, language: str) -> None:
    house = House(tmp_path, GOOD)

    async def scenario() -> None:
        async with house.page(stage, language=language) as page:
            for tab in ("#by-values", "#by-text"):
                await page.locator(tab).click()
                assert not await violations(page)
                shown = await page.locator("body").inner_text()
                assert not re.search(r"\bsettings?\.\w", shown), "a text is missing"

    stage.run(scenario())


def test_the_hall_is_asked_to_wait(stage: Stage, tmp_path: Path) -> None:
    house = House(tmp_path, "venue: [\n", stopped_by="line 2: no YAML")

    async def scenario() -> None:
        async with house.page(stage, "/", language="ja") as page:
            await expect(page.locator("h1")).to_have_text("しばらくお待ちください")
            assert "YAML" not in await page.locator("body").inner_text()

    stage.run(scenario())
