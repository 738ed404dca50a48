"""Picking corners in a real browser: by clicks, by dragging, by the keyboard alone, and by markers; what is saved."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from playwright.async_api import Page, expect

from drivers.camera import CameraError
from drivers.simulator.layout import TRAY_MARKER_SIZE_MM, TRAY_MARKERS_MM
from referee.daemon.calibrating import Calibrated, CalibrationTask
from referee.daemon.cameras_desk import CamerasDesk
from referee.daemon.zone_layout import ZoneLayout
from referee.desk.state import CameraStatus, CameraUse
from referee.display.roles import OPERATOR
from referee.display.server import create_cameras_app, serve
from referee.display.tokens import Tokens
from tests.referee.display.fake_desk import FakeDesk
from tests.referee.display.stage import Stage, opened
from tests.vision.hall_views import TRAY_VIEW, empty_picture, of_width
from vision.markers import MarkerPlan
from vision.reference_file import load_reference, reference_path
from vision.setup import load_setup

pytestmark = pytest.mark.browser

VIEW = of_width(TRAY_VIEW, 960)
PLAN = MarkerPlan(dict(enumerate(TRAY_MARKERS_MM)), TRAY_MARKER_SIZE_MM)
TRUE = [tuple(map(float, point)) for point in VIEW.pose.project(TRAY_MARKERS_MM)]


@pytest.fixture(scope="module")
def picture():
    return empty_picture(VIEW)


class Bench:
    """A page over one camera, and what was kept."""

    def __init__(self, path: Path, take, *, markers: bool = True) -> None:
        plan = PLAN if markers else None
        self.path = path
        self.kept: list[Calibrated] = []
        task = CalibrationTask("tray-A", path, plan, TRAY_MARKERS_MM, layout=ZoneLayout.TRAY_A)
        self.desk = CamerasDesk([task], take, {}, lambda _, calibrated: self.kept.append(calibrated))
        self.complaints: list[str] = []

    @asynccontextmanager
    async def page(
        self, stage: Stage, language: str = "en", size: tuple[int, int] = (1500, 900)
    ) -> AsyncIterator[Page]:
        tokens = Tokens.random([OPERATOR])
        server = await serve(create_cameras_app(self.desk, tokens), "127.0.0.1", 0)
        context = await stage.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        try:
            await page.goto(f"{server.url}cameras?lang={language}&token={tokens.of(OPERATOR)}")
            await expect(page.locator("#answer")).not_to_be_empty()
            yield page
            assert not self.complaints
        finally:
            await context.close()
            await server.stop()
            self.desk.close()


async def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a pixel of the picture is on the screen."""
    place = await page.evaluate(
        """([x, y]) => {
            const matrix = document.querySelector("jn-corners svg").getScreenCTM();
            const point = new DOMPoint(x + 0.5, y + 0.5).matrixTransform(matrix);
            return [point.x, point.y];
        }""",
        [x, y],
    )
    return place[0], place[1]


async def save(page: Page) -> None:
    await page.locator("#save").click()
    await expect(page.locator("#answer.good")).to_contain_text("Saved")


def assert_right(path: Path, within_px: float = 1.0) -> None:
    setup = load_setup(path)
    assert np.abs(np.subtract(setup.calibration.points_px, TRUE)).max() < within_px
    assert setup.calibration.points_mm == TRAY_MARKERS_MM
    assert [zone.name for zone in setup.zones] == ["wall:A", "hand:A", "pool:A"]
    assert load_reference(reference_path(path), setup.calibration) is not None


def test_four_corners_are_clicked_and_saved(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            for corner in TRUE:
                await page.mouse.click(*await on_screen(page, *corner))
            await expect(page.locator("jn-corners .zone")).to_have_count(3)
            await expect(page.locator("jn-corners .grid").first).to_be_visible()
            await save(page)

    stage.run(scenario())
    assert_right(bench.path)
    assert len(bench.kept) == 1


def test_corners_are_dragged(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            for number, corner in enumerate(TRUE, 1):
                box = await page.locator(f'circle[data-corner="{number}"]').bounding_box()
                assert box is not None
                await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                await page.mouse.down()
                await page.mouse.move(*await on_screen(page, *corner), steps=3)
                await page.mouse.up()
            await save(page)

    stage.run(scenario())
    assert_right(bench.path)


def test_the_keyboard_alone_is_enough(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)
    start = [(192, 108), (768, 108), (768, 432), (192, 432)]

    async def press(page: Page, key: str, times: int) -> None:
        for _ in range(times):
            await page.keyboard.press(key)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            for number, (corner, begin) in enumerate(zip(TRUE, start, strict=True), 1):
                await page.keyboard.press(str(number))
                for axis, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))):
                    steps = corner[axis] - begin[axis]
                    key = more if steps > 0 else less
                    tens, rest = divmod(abs(steps), 10)
                    await press(page, f"Shift+{key}", int(tens))
                    await press(page, key, int(rest))
                    await press(page, f"Alt+{key}", round(rest % 1 * 10) if number == 1 else 0)
            await page.locator("#save").focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#answer.good")).to_contain_text("Saved")

    stage.run(scenario())
    assert_right(bench.path)
    assert load_setup(bench.path).calibration.points_px[0] == pytest.approx(TRUE[0], abs=0.06)


def test_corners_in_a_bad_order_are_one_line_and_cannot_be_saved(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            for corner in (TRUE[0], TRUE[1], TRUE[3], TRUE[2]):
                await page.mouse.click(*await on_screen(page, *corner))
            await expect(page.locator("#answer.wrong")).to_have_text(
                "The corners are out of order, their sides cross: pick 1, 2, 3 and 4 clockwise."
            )
            await expect(page.locator("#save")).to_be_disabled()
            await expect(page.locator("jn-corners .zone")).to_have_count(0)
            await page.locator(".language").select_option("ja")
            await expect(page.locator("#answer.wrong")).to_contain_text("交差")

    stage.run(scenario())
    assert not bench.path.exists()


def test_markers_are_found_at_a_press(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            await page.locator("#by-markers").click()
            await expect(page.locator('circle[data-corner="1"]')).not_to_have_attribute("cx", "192.5")
            await save(page)

    stage.run(scenario())
    assert_right(bench.path, within_px=0.3)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_page_fits_on_its_screen_in_every_language(
    stage: Stage, picture, tmp_path: Path, size: tuple[int, int]
) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        async with bench.page(stage, size=size) as page:
            for language in ("en", "ja", "zh-Hant", "zh-Hans"):
                await page.locator(".language").select_option(language)
                await expect(page.locator("html")).to_have_attribute("lang", language)
                assert await page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
                words = await page.inner_text("body")
                assert not [
                    sign for sign in ("undefined", "null", "{", "NaN", "cameras.", "calibration.") if sign in words
                ]
                await expect(page.locator("#save")).to_be_in_viewport()

    stage.run(scenario())


def test_a_new_picture_begins_where_the_corners_were_saved(stage: Stage, picture, tmp_path: Path) -> None:
    bench = Bench(tmp_path / "tray-A.yaml", lambda _: picture)

    async def scenario() -> None:
        await bench.desk.freeze("tray-A")
        await bench.desk.look("tray-A", "1", tuple(TRUE), save=True)
        async with bench.page(stage) as page:
            await page.locator("#take").click()
            await expect(page.locator('circle[data-corner="2"]')).to_have_attribute(
                "cx", str(round(TRUE[1][0], 2) + 0.5)
            )

    stage.run(scenario())


def test_a_camera_without_a_picture_is_one_line(stage: Stage, tmp_path: Path) -> None:
    def take(_: str):
        raise CameraError("camera tray-A: /dev/video7 is not there: plug the camera in or correct its path")

    bench = Bench(tmp_path / "tray-A.yaml", take, markers=False)

    async def scenario() -> None:
        async with bench.page(stage) as page:
            bench.complaints.clear()  # the browser logs the refused request
            await expect(page.locator("#answer.wrong")).to_have_text(
                "camera tray-A: /dev/video7 is not there: plug the camera in or correct its path"
            )
            await expect(page.locator("#save")).to_be_disabled()
            await expect(page.locator("#by-markers")).to_be_hidden()

    stage.run(scenario())


def test_the_operator_reads_what_ails_a_camera_and_the_public_does_not(stage: Stage, desk: FakeDesk) -> None:
    desk.cameras = (
        CameraStatus("overhead", 15.0, 40.0),
        CameraStatus("tray-A", 15.0, 40.0, "moved", {"mm": 3.2, "px": 9.9}, "CAMERA_MOVED", CameraUse.BLOCKED),
        CameraStatus("tray-B", 15.0, 40.0, "swapped", {"other": "tray-A"}, "CAMERA_SWAPPED", CameraUse.BLOCKED),
    )

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/operator", OPERATOR)
            cards, lines = page.locator("jn-status .device"), page.locator("jn-status p.fault")
            await expect(cards.nth(1)).to_have_class("device good")
            await expect(cards.nth(2)).to_have_class("device bad")
            await expect(lines.nth(0)).to_contain_text("CAMERA_MOVED tray-A: moved by 3.2 mm and not read.")
            await expect(lines.nth(1)).to_contain_text("CAMERA_SWAPPED tray-B: shows the view of tray-A")
            await page.locator(".language").select_option("zh-Hans")
            await expect(lines.nth(0)).to_contain_text("移动了 3.2 毫米")
            await page.locator('a[href="/cameras"]').click()
            await expect(page.locator("#none")).to_be_visible()  # beside a desk without real cameras
            public = await house.page("/")
            await expect(public.locator("body")).not_to_contain_text("tray-A")

    stage.run(scenario())
