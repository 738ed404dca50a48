"""Which readings of a camera are believed: none through a camera that moved, was covered or belongs elsewhere."""

import cv2
import numpy as np
import pytest

from drivers.simulator.layout import TRAY_MM
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, moved, of_width, palm_at_lens, tray_zones
from vision.condition import Condition, Finding
from vision.guard import Guard
from vision.readings import TileReading, ZoneReading
from vision.rectify import Picture
from vision.reference import make_reference

VIEW = of_width(TRAY_VIEW, 640)
CALIBRATION = calibrated(VIEW.pose, "tray-A", TRAY_MM)
SQUARE = ((0.0, 0.0), (19.0, 0.0), (19.0, 26.0), (0.0, 26.0))


@pytest.fixture(scope="module")
def well() -> Picture:
    return empty_picture(VIEW)


@pytest.fixture(scope="module")
def pushed() -> Picture:
    return empty_picture(moved(VIEW, x_mm=6.0))


class Script:
    """A watcher that says what a test tells it to say with the next frame."""

    def __init__(self) -> None:
        self.news: list[ZoneReading] = []
        self.frames = 0

    def feed(self, image: Picture, frame_no: int, t_ms: int) -> list[ZoneReading]:
        self.frames += 1
        news, self.news = self.news, []
        return news


class Camera:
    """A guarded camera, on a clock of its own: ten frames a second."""

    def __init__(self, picture: Picture | None, *, others=None, live: bool = False) -> None:
        self.watchers: list[Script] = []
        reference = None if picture is None else make_reference(picture, CALIBRATION, tray_zones("tray-A"))
        self.guard = Guard(self._watcher, CALIBRATION, reference, others, live=live)
        self.frame = 0

    def _watcher(self) -> Script:
        self.watchers.append(Script())
        return self.watchers[-1]

    def show(self, picture: Picture, *labels: str, seconds: float = 0.1) -> list[ZoneReading]:
        """What is told while the camera shows that; the labels are news with the first frame."""
        told = []
        for step in range(max(1, round(seconds * 10))):
            if labels and step == 0:
                tiles = tuple(TileReading(label, 0.9, True, SQUARE) for label in labels)
                self.watchers[-1].news = [
                    ZoneReading("tray-A", "wall:A", self.frame, self.frame * 100, 800, False, tiles)
                ]
            told += self.guard.feed(picture, self.frame, self.frame * 100, self.frame / 10)
            self.frame += 1
        return told

    @property
    def condition(self) -> Condition:
        return self.guard.finding.condition


def test_news_of_a_camera_that_is_well_passes_at_once(well: Picture) -> None:
    camera = Camera(well)
    (reading,) = camera.show(well, "1m")
    assert (reading.labels, reading.covered) == (("1m",), False)
    assert camera.condition is Condition.WELL


def test_nothing_is_read_through_a_camera_that_was_knocked(well: Picture, pushed: Picture) -> None:
    camera = Camera(well)
    camera.show(well, "1m", seconds=3)
    # the very first news after the knock comes before the second is over
    assert camera.show(pushed, "9s", seconds=0.5) == []
    (reading,) = camera.show(pushed, seconds=3)
    assert (reading.labels, reading.covered) == (("1m",), True)
    assert all(tile.hidden for tile in reading.tiles)
    assert camera.condition is Condition.MOVED
    assert camera.guard.finding.facts["mm"] == pytest.approx(6.0, abs=0.4)
    frames = camera.watchers[-1].frames
    assert camera.show(pushed, "9s", seconds=5) == []
    assert camera.watchers[-1].frames == frames


@pytest.mark.parametrize("later", [3, 5, 7, 9])
def test_news_is_not_believed_until_it_was_looked_at(well: Picture, pushed: Picture, later: int) -> None:
    camera = Camera(well)
    camera.show(well, seconds=1)
    camera.show(well, seconds=later / 10)  # the next look is due a second after the last
    assert camera.show(pushed, "9s") == []


def test_a_camera_that_is_put_back_goes_on_by_itself_and_all_is_read_anew(well: Picture, pushed: Picture) -> None:
    camera = Camera(well)
    camera.show(well, "1m", seconds=2)
    camera.show(pushed, seconds=4)
    assert camera.condition is Condition.MOVED
    camera.show(well, seconds=4)
    assert camera.condition is Condition.WELL
    assert len(camera.watchers) == 2
    (reading,) = camera.show(well, "1m")
    assert (reading.labels, reading.covered) == (("1m",), False)


def test_what_was_read_while_an_arm_was_in_the_way_is_told_late_and_once(well: Picture) -> None:
    camera = Camera(well)
    camera.show(well, seconds=1)
    arm = palm_at_lens(well, 1.5)
    assert camera.show(arm, "5p", seconds=0.3) == []
    (reading,) = camera.show(well, seconds=3)
    assert (reading.labels, reading.covered) == (("5p",), False)
    assert camera.condition is Condition.WELL
    assert len(camera.watchers) == 1


def test_a_covered_lens_is_told_and_is_well_again_when_it_is_free(well: Picture) -> None:
    camera = Camera(well)
    camera.show(well, "1m", seconds=1)
    readings = camera.show(palm_at_lens(well, 1.5), seconds=4)
    assert [reading.covered for reading in readings] == [True]
    assert camera.condition is Condition.HIDDEN
    camera.show(well, seconds=4)
    assert camera.condition is Condition.WELL


def test_a_camera_that_starts_at_the_wrong_seat_is_never_read(well: Picture, pushed: Picture) -> None:
    theirs = make_reference(pushed, CALIBRATION, tray_zones("tray-B"))
    camera = Camera(well, others={"tray-B": theirs})
    assert camera.show(pushed, "1m", seconds=5) == []
    assert camera.condition is Condition.SWAPPED
    assert camera.guard.finding.facts == {"other": "tray-B"}


def test_dim_light_and_lost_focus_are_told_but_read_through(well: Picture) -> None:
    camera = Camera(well)
    camera.show(well, seconds=1)
    dim = (well * 0.5).astype(np.uint8)
    camera.show(dim, seconds=4)
    assert camera.condition is Condition.DARK
    assert camera.show(dim, "1m") != []
    camera.show(cv2.GaussianBlur(well, (0, 0), 2.0), seconds=4)
    assert camera.condition is Condition.BLURRED
    camera.show(well, seconds=4)
    assert camera.condition is Condition.WELL


def test_one_odd_picture_is_told_to_nobody(well: Picture) -> None:
    camera = Camera(well)
    camera.show(well, seconds=2)
    for _ in range(5):
        camera.show((well * 0.4).astype(np.uint8), seconds=1)
        camera.show(well, seconds=1)
        assert camera.condition is Condition.WELL


def test_a_picture_of_another_size_is_told_and_not_fed(well: Picture) -> None:
    camera = Camera(None)
    small = cv2.resize(well, (320, 180))
    camera.show(small, seconds=3)
    assert camera.condition is Condition.OTHER_SIZE
    assert camera.guard.finding.facts == {"size": "320x180", "expected": "640x360"}
    assert camera.watchers[-1].frames == 0


def test_without_a_reference_all_is_believed(pushed: Picture) -> None:
    camera = Camera(None)
    assert camera.show(pushed, "1m") != []
    camera.show(pushed, seconds=5)
    assert camera.condition is Condition.UNCHECKED, "nobody could tell"
    assert not camera.condition.is_blocking


def noisy(picture: Picture, seed: int) -> Picture:
    """As a sensor gives it: never the same twice."""
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def upper_noisy(picture: Picture, seed: int) -> Picture:
    half = picture.shape[0] // 2
    return np.concatenate((noisy(picture[:half], seed), picture[half:]))


def half_grey(picture: Picture) -> Picture:
    half = picture.copy()
    half[picture.shape[0] // 2 :] = 128
    return half


TROUBLES = [
    (lambda well: np.zeros_like(well), Condition.BLACK),
    (half_grey, Condition.BROKEN),
    (lambda well: well, Condition.FROZEN),
    (lambda well: palm_at_lens(well, 1.5), Condition.HIDDEN),
]


@pytest.mark.parametrize(("troubled", "condition"), TROUBLES, ids=[str(one[1]) for one in TROUBLES])
def test_troubles_of_pictures_are_told_apart_and_nothing_is_read_through_them(
    well: Picture, troubled, condition: Condition
) -> None:
    camera = Camera(well, live=True)
    for seed in range(20):
        told = camera.show(noisy(well, seed), *(["1m"] if seed == 10 else []))
        assert [reading.labels for reading in told] == ([("1m",)] if seed == 10 else [])
    shown = troubled(well)
    same = condition in (Condition.FROZEN, Condition.BLACK)
    readings = [told for seed in range(60) for told in camera.show(shown if same else upper_noisy(shown, seed))]
    assert [(reading.labels, reading.covered) for reading in readings] == [(("1m",), True)]
    assert camera.condition is condition
    for seed in range(60):
        camera.show(noisy(well, seed))
    assert camera.condition is Condition.WELL


def test_a_black_camera_that_repeats_itself_is_black(well: Picture) -> None:
    camera = Camera(well, live=True)
    camera.show(np.zeros_like(well), seconds=8)
    assert camera.condition is Condition.BLACK


def test_a_folder_may_show_one_picture_for_ever(well: Picture) -> None:
    camera = Camera(well)
    camera.show(well, seconds=8)
    assert camera.condition is Condition.WELL


def test_c03_nothing_is_believed_before_the_view_is_proven_after_every_opening(well: Picture) -> None:
    # arms hide all but a corner: enough to go on with a view that is known, too little to know it by
    arms = well.copy()
    arms[:, 190:] = palm_at_lens(well, 1.5)[:, 190:]
    camera = Camera(well)
    assert camera.show(arms, "1m", seconds=4) == []
    assert camera.condition is Condition.UNPROVEN
    camera.show(well, seconds=4)
    assert camera.condition is Condition.WELL
    (reading,) = camera.show(well, "1m")
    assert not reading.covered
    camera.show(arms, seconds=4)
    assert not camera.condition.is_blocking, "the same arms later: it is known whose view this is"
    camera.guard.start_over()  # opened again
    assert camera.show(arms, "2m", seconds=4) == []
    assert camera.condition is Condition.UNPROVEN


def test_c03_a_camera_that_comes_back_at_another_seat_is_not_read_for_a_moment(well: Picture, pushed: Picture) -> None:
    theirs = make_reference(pushed, CALIBRATION, tray_zones("tray-B"))
    camera = Camera(well, others={"tray-B": theirs})
    camera.show(well, "1m", seconds=3)
    (lost,) = camera.guard.start_over()  # unplugged
    assert (lost.labels, lost.covered) == (("1m",), True)
    assert camera.show(pushed, "9s", seconds=3) == [], "the first picture is looked at before it is believed"
    assert camera.guard.finding == Finding(Condition.SWAPPED, {"other": "tray-B"})
    assert camera.guard.start_over() == [], "covered already"
    camera.show(well, seconds=1)
    (reading,) = camera.show(well, "2m")
    assert (reading.labels, reading.covered) == (("2m",), False)
