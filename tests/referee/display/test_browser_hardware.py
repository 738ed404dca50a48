"""What the operator's page says of the hardware in trouble, and that the public page says nothing but "please wait"."""

import json
import os
from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from referee.desk.state import CameraStatus, CameraUse, Fault, TableStatus, Trouble
from referee.display.roles import OPERATOR
from referee.display.texts import Language, catalogue
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser

PORT = "/dev/serial/by-id/usb-junanaho_table-7"
TABLE = TableStatus(
    state="WALLS_UP",
    raised=(17, 17, 17, 17),
    stacks=(17, 17, 17, 17),
    link_up=True,
    round_trip_ms=3.4,
    resends=2,
    port=PORT,
    stacking_s=41.0,
    usual_stacking_s=38.4,
)
JAM = Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head")
JAMMED = replace(TABLE, state="FAULT", raised=None, stacks=(17, 9, 17, 16), fault=JAM, faults=(JAM,))
LOST = TableStatus(state="UNKNOWN", port=PORT, trouble="port_lost", resends=31, bad_frames=7)
NOISY = replace(TABLE, trouble="noisy", round_trip_ms=61.0, resends=214, bad_frames=88)
CAMERAS = (
    CameraStatus("overhead", 14.6, 70.0, skipped=118),
    CameraStatus("tray-A", 15.0, 64.0, skipped=9),
    CameraStatus("tray-B", 14.8, 81.0, skipped=12),
)
FROZEN = replace(CAMERAS[1], trouble="frozen", code="CAMERA_FROZEN", use=CameraUse.BLOCKED)
MISSING = replace(
    CAMERAS[2],
    frames_per_second=0.0,
    age_ms=8_300.0,
    trouble="missing",
    facts={"where": "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index0"},
    code="CAMERA_MISSING",
    use=CameraUse.ABSENT,
)
DARK = replace(CAMERAS[0], trouble="dark", facts={"percent": 41}, code="CAMERA_UNCALIBRATED", use=CameraUse.ASKED)


async def words(page: Page, selector: str) -> list[str]:
    """The texts of all that the selector finds, on one line each."""
    return [" ".join(text.split()) for text in await page.locator(selector).all_inner_texts()]


async def shoot(page: Page, name: str) -> None:
    """A picture for people to look at, where one is wanted."""
    if folder := os.environ.get("PICTURES"):
        await page.screenshot(path=f"{folder}/{name}.png")


def test_hardware_that_is_well_is_a_row_of_quiet_cards(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = TABLE, CAMERAS
            desk.tell()
            page = await house.page("/operator", OPERATOR)
            await expect(page.locator("jn-status .device.good")).to_have_count(5)
            assert await words(page, ".device") == [
                "Table: walls up 17 17 17 17 of 17 stacks stacked in 41 s, usually 38 s",
                "Line good 3 ms 2 resent 0 garbled",
                "overhead read 15 pictures/s 0.1 s old 118 skipped",
                "tray-A read 15 pictures/s 0.1 s old 9 skipped",
                "tray-B read 15 pictures/s 0.1 s old 12 skipped",
            ]
            await expect(page.locator("jn-status p.fault")).to_have_count(0)
            await shoot(page, "well")

    stage.run(scenario())


def test_a_lost_line_and_a_noisy_one_are_told_in_words(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = NOISY, CAMERAS
            desk.tell()
            page = await house.page("/operator", OPERATOR)
            line = page.locator(".device.line")
            await expect(line).to_have_class("device line warn")
            assert await words(page, ".device.line") == ["Line disturbed 61 ms 214 resent 88 garbled"]
            await expect(page.locator("jn-status p.fault")).to_have_attribute("role", "status")
            await shoot(page, "noisy")
            desk.change(table=LOST, reason="table_lost", attention=True)
            await expect(line).to_have_class("device line bad")
            assert await words(page, ".device.line") == ["Line lost 31 resent 7 garbled"]
            alarm = page.locator("jn-status p.fault[role=alert]")
            await expect(alarm).to_contain_text("LINE_PORT_LOST The connection to the table was lost: check the cable")
            await expect(alarm).to_contain_text(PORT)
            await shoot(page, "lost")
            # once it is back the line stays to be read, and says that it is over
            over = Trouble("LINE_PORT_LOST", 0.0, desk.now - 125_000, trouble="port_lost", port=PORT)
            desk.change(table=TABLE, reason="", attention=False, last_trouble=over)
            await expect(page.locator("jn-status p.fault.past")).to_contain_text("Last, over for 2 min: LINE_PORT_LOST")
            await expect(page.locator("jn-status p.fault[role=alert]")).to_have_count(0)

    stage.run(scenario())


def test_t01_a_jam_is_told_with_its_place_and_what_to_do_and_stays_as_the_last_fault(
    stage: Stage, desk: FakeDesk
) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(0)
            desk.table, desk.cameras = JAMMED, CAMERAS
            desk.change(reason="table_fault", attention=True)
            page = await house.page("/operator", OPERATOR)
            assert (await words(page, ".device"))[0] == (
                "Table: fault 17 9 17 16 of 17 stacks stacked in 41 s, usually 38 s"
            )
            await expect(page.locator("jn-status p.fault[role=alert]")).to_have_text(
                "TILE_JAM_HEAD A tile is jammed at the stacking head (side 2, seat B, stacking head): "
                "open the lid there, take it out, release the table"
            )
            await shoot(page, "jam")
            last = Trouble("TILE_JAM_HEAD", 0.0, desk.now - 47_000, fault=JAM)
            desk.change(table=TABLE, reason="", attention=False, last_trouble=last)
            await expect(page.locator("jn-status p.fault")).to_have_count(1)
            await expect(page.locator("jn-status p.fault.past")).to_contain_text("Last, over for 40 s: TILE_JAM_HEAD")
            await expect(page.locator("jn-status p.fault.past")).to_contain_text("seat B, stacking head")
            for language, told in (("ja", "直近（40秒前に解消）"), ("zh-Hant", "上一次"), ("zh-Hans", "上一次")):
                await page.locator(".language").select_option(language)
                await expect(page.locator("jn-status p.fault.past")).to_contain_text(told)

    stage.run(scenario())


def test_cameras_in_trouble_are_told_by_name_code_and_remedy(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = TABLE, (DARK, FROZEN, MISSING)
            desk.change(reason="camera_unreadable", attention=True, confirm_all=True)
            page = await house.page("/operator", OPERATOR)
            kinds = [await page.locator(".device").nth(place).get_attribute("class") for place in (2, 3, 4)]
            assert kinds == ["device warn", "device bad", "device bad"]
            assert (await words(page, ".device"))[2:] == [
                "overhead read, confirmed by hand 15 pictures/s 0.1 s old 118 skipped",
                "tray-A not read 15 pictures/s 0.1 s old 9 skipped",
                "tray-B no picture 8.3 s old 12 skipped",
            ]
            lines = await words(page, "jn-status p.fault")
            assert lines[0].startswith("CAMERA_FROZEN tray-A: sends one and the same picture again and again")
            assert lines[1].startswith("CAMERA_MISSING tray-B: not there: plug it in at /dev/v4l/by-path/pci-0000")
            assert lines[2] == "Too few cameras can be read: every reading waits for a person’s word."
            assert lines[3].startswith("CAMERA_UNCALIBRATED overhead: too dark: 41 % as bright as when calibrated")
            await expect(page.locator("#attention")).to_contain_text("a camera cannot be read")
            await shoot(page, "cameras")

    stage.run(scenario())


def test_an_alarm_is_not_drawn_anew_while_only_figures_change(stage: Stage, desk: FakeDesk) -> None:
    """A screen reader would say it again, and a pointer would lose what it was about to select."""

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = JAMMED, CAMERAS
            desk.tell()
            page = await house.page("/operator", OPERATOR)
            alarm = page.locator("jn-status p.fault")
            await alarm.evaluate("line => line.dataset.mine = 'yes'")
            desk.change(cameras=tuple(replace(camera, age_ms=9_000.0, skipped=500) for camera in CAMERAS))
            await expect(page.locator(".device").nth(2)).to_contain_text("500 skipped")
            await expect(alarm).to_have_attribute("data-mine", "yes")

    stage.run(scenario())


def test_the_public_sees_please_wait_and_nothing_else(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = TABLE, CAMERAS
            desk.tell()
            page = await house.page("/", language="en")
            frames: list[str] = []
            page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
            await page.reload()
            await expect(page.locator("#hall")).to_be_visible()
            before = await page.locator("body").inner_text()
            trouble = Trouble("CAMERA_FROZEN", 0.0, camera="tray-A", trouble="frozen")
            for table, reason in ((JAMMED, "table_fault"), (LOST, "table_lost"), (TABLE, "camera_unreadable")):
                desk.change(
                    table=table,
                    cameras=(DARK, FROZEN, MISSING),
                    attention=True,
                    reason=reason,
                    confirm_all=True,
                    last_trouble=trouble,
                )
                notice = page.locator(".attention")
                await expect(notice).to_be_visible()
                assert await words(page, ".attention") == ["Please wait The referee has been called"]
                await shoot(page, "public")
                shown = (await page.locator("body").inner_text()).replace(await notice.inner_text(), "")
                assert shown.split() == before.split(), "the rest stays as it was"
                desk.change(table=TABLE, cameras=CAMERAS, attention=False, reason="", last_trouble=trouble)
                await expect(notice).to_have_count(0)
            views = [json.loads(frame)["view"] for frame in frames if '"view"' in frame]
            assert len(views) >= 2
            calm = [{**view, "attention": False, "now_ms": 0} for view in views]
            assert all(view == calm[0] for view in calm), "nothing but the call for attention ever changed"
            spoken = json.dumps(views, ensure_ascii=False) + before
            for word in ("JAM", "CAMERA", "camera", "tray", "link", "usb", "/dev", "trouble", "fault", "confirm"):
                assert word not in spoken, word

    stage.run(scenario())


def test_the_public_is_asked_to_wait_in_every_language(stage: Stage, desk: FakeDesk) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            desk.table, desk.cameras = JAMMED, (DARK, FROZEN, MISSING)
            desk.change(attention=True, reason="table_fault")
            page = await house.page("/")
            for language in Language:
                texts = catalogue(language)
                await page.locator(".language").select_option(language.value)
                await expect(page.locator(".attention strong")).to_have_text(texts["notice.wait"])
                await expect(page.locator(".attention span")).to_have_text(texts["notice.referee_called"])

    stage.run(scenario())
