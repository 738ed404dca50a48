"""Frames as a camera would deliver them, on a clock of their own."""

from functools import partial

import numpy as np
import pytest

from tests.vision.tabletop import Camera, Lying, render
from tests.vision.templates import MARGIN, TemplateClassifier
from tests.vision.test_paper import CARD
from tests.vision.test_reader import DoubtsPlainTiles
from vision.errors import CalibrationError, PictureError
from vision.locate import OutlineLocator
from vision.paper import settle_plain
from vision.readings import ZoneReading
from vision.watch import Watcher
from vision.zones import Zone

RIVER = Zone("river:A", "cam", ((-70.0, -60.0), (70.0, -60.0), (70.0, 40.0), (-70.0, 40.0)), 0, 3, 6)
FRAME_MS = 200
FIRST = Lying("1m", -50, -40, 1.0)
SECOND = Lying("7z", -30, -40, -1.0)
THIRD = Lying("5p", -10, -40)


class Table:
    """A camera over a table that a test lays tiles on."""

    def __init__(self, zones=(RIVER,), unsure=(), classifier=None, **locators):
        self.camera = Camera(scale=1.6, tilt=4)
        self.classifier = classifier or TemplateClassifier(unsure)
        self.watcher = Watcher(
            zones, self.camera.calibration(), self.classifier, still_ms=800, margin=MARGIN, **locators
        )
        self.frame = 0
        self.t_ms = 0

    def show(self, *tiles, ms=1200, hand=None, light=1.0) -> list[ZoneReading]:
        """The readings while the table looks like that for some time; each frame has its own noise."""
        readings = []
        picture = render(self.camera, tiles, hand=hand, light=light, noise=0.0)
        for _ in range(ms // FRAME_MS):
            noise = np.random.default_rng(self.frame).normal(0, 2.5, picture.shape)
            noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
            readings += self.watcher.feed(noisy, self.frame, self.t_ms)
            self.frame += 1
            self.t_ms += FRAME_MS
        return readings


def test_a_tile_is_read_once_it_held_still():
    table = Table()
    assert [reading.labels for reading in table.show()] == [()]
    assert table.show(FIRST, ms=800) == []
    (reading,) = table.show(FIRST, ms=2000)
    assert reading.labels == ("1m",)
    assert reading.still_ms >= 800
    assert not reading.covered
    tile = reading.tiles[0]
    assert tile.sure
    assert tile.centre_mm == pytest.approx((-50, -40), abs=1.5)
    assert tile.angle_deg == pytest.approx(1.0, abs=4) or tile.angle_deg > 357
    assert tile.sideways is False


def test_tiles_come_in_reading_order_and_only_news_is_told():
    table = Table()
    table.show(FIRST)
    (reading,) = table.show(FIRST, SECOND, Lying("9s", -50, -11), ms=3000)
    assert reading.labels == ("1m", "7z", "9s")
    assert [tile.row for tile in reading.tiles] == [0, 0, 1]


def test_only_what_changed_is_classified_again():
    table = Table()
    table.show(FIRST, SECOND)
    before = table.classifier.calls
    table.show(FIRST, SECOND, THIRD)
    assert table.classifier.calls - before <= 2


def test_one_tile_swapped_for_a_similar_one_is_noticed():
    table = Table()
    table.show(FIRST, Lying("4p", -30, -40))
    (reading,) = table.show(FIRST, Lying("5p", -30, -40), ms=2000)
    assert reading.labels == ("1m", "5p")


def test_a_sideways_tile_and_one_upside_down():
    table = Table()
    (reading,) = table.show(Lying("3m", -50, -40, 90.0), Lying("7m", -27, -40, 180.0))
    first, second = reading.tiles
    assert (first.label, second.label) == ("3m", "7m")
    assert first.sideways
    assert not second.sideways
    assert second.angle_deg == pytest.approx(180, abs=4)
    # the polygon begins at the tile's own top left: for a tile upside down that is the lower right
    corners = np.asarray(second.polygon)
    assert corners[0, 0] > corners[1, 0]
    assert corners[0, 1] > corners[3, 1]


def test_under_a_hand_nothing_is_gone():
    table = Table()
    table.show(FIRST, SECOND)
    passing = [reading for x in (60, 30, 0, -20) for reading in table.show(FIRST, SECOND, hand=(x, -20), ms=FRAME_MS)]
    assert passing == []
    resting = table.show(FIRST, SECOND, hand=(-20, -20), ms=3000)
    assert resting
    assert all(reading.covered for reading in resting)
    (free,) = table.show(FIRST, SECOND, THIRD, ms=2000)
    assert not free.covered
    assert free.labels == ("1m", "7z", "5p")


def test_a_hand_that_leaves_nothing_behind_is_no_news():
    table = Table()
    table.show(FIRST)
    assert table.show(FIRST, hand=(0, 0), ms=600) == []
    assert table.show(FIRST, ms=2400) == []


def test_a_hand_that_keeps_moving_makes_the_zone_covered():
    table = Table()
    table.show(FIRST)
    readings = []
    for step in range(20):
        readings += table.show(FIRST, hand=(20 + 15 * (step % 2), 0), ms=FRAME_MS)
    assert [reading.covered for reading in readings] == [True]
    assert readings[0].labels == ("1m",)


def test_a_tile_taken_back_is_told():
    table = Table()
    table.show(FIRST, SECOND)
    (reading,) = table.show(FIRST, ms=2000)
    assert reading.labels == ("1m",)


def test_changing_light_is_no_news():
    table = Table()
    table.show(FIRST, SECOND)
    for light in (0.98, 0.95, 0.92, 0.88, 0.84, 0.8):
        assert table.show(FIRST, SECOND, light=light) == []


def test_an_unsure_tile_is_looked_at_again_and_told_as_unsure():
    table = Table(unsure=("7z",))
    (reading,) = table.show(FIRST, SECOND, ms=3000)
    assert [tile.sure for tile in reading.tiles] == [True, False]
    calls = table.classifier.calls
    assert table.show(FIRST, SECOND, ms=3000) == []
    assert table.classifier.calls == calls  # it has been told: the next news is a change
    assert len(reading.tiles[1].alternatives) == 3


class Forgetful:
    """A locator that finds nothing at some of the first times."""

    def __init__(self, times):
        self.times = times
        self.calls = 0
        self.locator = OutlineLocator()

    def candidates(self, view, scale):
        self.calls += 1
        return self.locator.candidates(view, scale) if self.calls > self.times else []


def test_a_tile_that_was_missed_is_looked_for_again_and_else_told_as_unread():
    locator = Forgetful(times=0)
    table = Table(locator=locator)
    table.show(ms=2000)
    locator.calls, locator.times = 0, 2
    assert [reading.labels for reading in table.show(SECOND, ms=2400)] == [("7z",)]
    locator.calls, locator.times = 0, 100
    reading = table.show(SECOND, Lying("9s", 30, 0), ms=5000)[-1]
    assert (reading.labels, reading.covered) == (("7z", "other"), False)
    assert not reading.tiles[1].sure
    assert reading.tiles[1].centre_mm == pytest.approx((30, 0), abs=4)
    calls = locator.calls
    assert table.show(SECOND, Lying("9s", 30, 0), ms=2000) == []
    assert locator.calls == calls


@pytest.mark.parametrize("label", ["9s", "5z"])
def test_a_tile_that_the_network_does_not_see_is_found_by_its_outline(label):
    """A blank face is one even surface, as bare felt is."""
    network = Forgetful(times=0)
    table = Table(locator=network, second=OutlineLocator())
    table.show(ms=2000)
    network.calls, network.times = 0, 100
    assert [reading.labels for reading in table.show(Lying(label, 30, 0), ms=2400)] == [(label,)]


def test_a_blank_face_is_settled_by_the_faces_in_another_zone():
    beside = Zone("river:B", "cam", ((-70.0, 44.0), (70.0, 44.0), (70.0, 100.0), (-70.0, 100.0)), 0, 3, 6)
    settle = partial(settle_plain, card=CARD)
    faces = [Lying("3p", -28, 70), Lying("4s", -6, 70), Lying("2m", 16, 70)]
    for around, sure in ((faces, True), ((), False)):
        table = Table((RIVER, beside), classifier=DoubtsPlainTiles(), settle=settle)
        table.show(*around, ms=4000)
        told = table.show(Lying("5z", 0, 0), *around, ms=4000)
        (white,) = [reading for reading in told if reading.zone == RIVER.name][-1].tiles
        assert (white.label, white.sure) == ("5z", sure)


def test_two_zones_are_read_apart():
    other = Zone("indicator", "cam", ((80.0, -60.0), (120.0, -60.0), (120.0, -20.0), (80.0, -20.0)))
    table = Table(zones=(RIVER, other))
    table.show()
    (reading,) = table.show(Lying("2z", 100, -40))
    assert (reading.zone, reading.labels) == ("indicator", ("2z",))


def test_a_river_seen_from_the_other_side():
    opposite = Zone("river:B", "cam", RIVER.polygon_mm, 180)
    table = Table(zones=(opposite,))
    tiles = Lying("1s", 40, 10, 180.0), Lying("2s", 20, 10, 181.0), Lying("3s", 40, -20, 180.0)
    (reading,) = table.show(*tiles, ms=2000)
    assert reading.labels == ("1s", "2s", "3s")
    assert all(min(tile.angle_deg, 360 - tile.angle_deg) < 5 for tile in reading.tiles)


def test_a_camera_without_zones_has_nothing_to_tell():
    assert Table(zones=()).show(FIRST) == []


def test_frames_of_another_size_and_zones_of_another_camera_are_refused():
    table = Table()
    large = np.zeros((720, 1280, 3), np.uint8)
    with pytest.raises(PictureError, match="640x480"):
        table.watcher.feed(large, 0, 0)
    with pytest.raises(CalibrationError, match="'tray'"):
        Watcher([Zone("z", "tray", RIVER.polygon_mm)], table.camera.calibration(), table.classifier)
