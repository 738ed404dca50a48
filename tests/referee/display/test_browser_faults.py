"""What the operator's page says of the table: its faults in words, its count, its wear, its sticks."""

from dataclasses import replace

import pytest
from playwright.async_api import expect

from referee.desk.state import Fault, TableStatus
from referee.display.roles import OPERATOR
from referee.game import Seat
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser
BROKEN = TableStatus(
    state="FAULT",
    stacks=(17, 9, 17, 16),
    faults=(
        Fault("SENSOR_BLOCKED", latched=False, part="home"),
        Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head"),
    ),
    fault=Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head"),
    stacking_s=51.2,
    usual_stacking_s=38.4,
    trips=3,
    scores={Seat.A: 24_000},
    link_up=True,
)


def test_every_fault_is_said_with_place_and_remedy_what_stops_first(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            desk.table = BROKEN
            desk.change(reason="table_fault")
            page = await house.page("/operator", OPERATOR, language="en")
            lines = page.locator("jn-status p.fault")
            await expect(lines).to_have_count(4)
            texts = [" ".join(text.split()) for text in await lines.all_inner_texts()]
            assert texts[0].startswith("3 protective stops in a day: call service")
            assert texts[1].startswith(
                "TILE_JAM_HEAD A tile is jammed at the stacking head (side 2, seat B, stacking head)"
            )
            assert texts[2].startswith("SENSOR_BLOCKED A sensor is covered (home sensor of the chain)")
            assert "counts 24,000 points at seat A" in texts[3]
            await expect(lines.nth(1)).to_have_attribute("role", "alert")
            await expect(lines.nth(2)).to_have_attribute("role", "status")
            await expect(page.locator("jn-status")).to_contain_text("stacked in 51 s, usually 38 s")
            await expect(page.locator("jn-status .stack.short")).to_have_text(["9", "16"])
            desk.table = replace(BROKEN, state="STACKING", faults=(), fault=None, trips=0, scores={})
            desk.change(reason="")
            await expect(lines).to_have_count(0)
            await expect(page.locator("jn-status .stack")).to_have_text(["17", "9", "17", "16"])
            await expect(page.locator("jn-status .stack.short")).to_have_count(0)  # it is not done yet

    stage.run(scenario())


def test_the_same_is_said_in_chinese(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(3)
            desk.table = BROKEN
            desk.change(reason="table_fault")
            page = await house.page("/operator", OPERATOR, language="zh-Hant")
            await expect(page.locator("jn-status p.fault").nth(1)).to_contain_text(
                "牌卡在砌牌頭（第2邊（B席）、砌牌頭）：請打開該側蓋子取出，再解除鎖定"
            )

    stage.run(scenario())
