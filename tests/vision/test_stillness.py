"""Since when a picture has shown what it shows, whatever light and noise do."""

import cv2
import numpy as np
import pytest

from vision.exposure import Exposure
from vision.seen_picture import SeenPicture
from vision.stillness import Stillness

SIZE = (60, 90)
ALL = np.ones(SIZE, np.bool_)
TABLE = np.random.default_rng(3).integers(40, 200, (SIZE[0] // 6, SIZE[1] // 6, 3)).repeat(6, axis=0).repeat(6, axis=1)
SPOT = np.s_[20:30, 40:52]


def frame(number: int, light: float = 1.0, noise: float = 1.0, spot: int | None = None) -> np.ndarray:
    picture = TABLE.astype(np.float32)
    if spot is not None:
        picture[SPOT] = spot
    grain = np.random.default_rng(number).normal(0, noise, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("noise", "flicker"), [(1.0, 0.0), (5.0, 0.0), (1.0, 0.15), (4.0, 0.1)])
def test_noise_and_a_flickering_lamp_are_no_change(noise: float, flicker: float) -> None:
    stillness = Stillness()
    for number in range(30):
        stillness.feed(frame(number, 1 + flicker * (-1) ** number, noise), number * 67)
    settling_ms = 10 * 67  # until the noise is known
    assert (stillness.since_ms > settling_ms).sum() == 0


def test_what_changes_is_known_by_its_place_and_time() -> None:
    stillness = Stillness()
    for number in range(20):
        stillness.feed(frame(number, spot=10 if number >= 12 else None), number * 67)
    assert (stillness.since_ms[SPOT] == 12 * 67).mean() > 0.9
    stillness.since_ms[SPOT] = 0
    assert (stillness.since_ms == 0).all()


def test_slow_movement_is_a_change() -> None:
    stillness = Stillness()
    for number in range(60):
        slowly = np.array([[1, 0, number / 12], [0, 1, 0]])  # a pixel in twelve frames
        picture = cv2.warpAffine(TABLE.astype(np.uint8), slowly, SIZE[::-1], borderMode=cv2.BORDER_WRAP)
        stillness.feed(picture, number * 67)
    assert (stillness.since_ms > 45 * 67).mean() > 0.1


def test_time_that_jumps_back_begins_anew() -> None:
    stillness = Stillness()
    stillness.feed(frame(0), 5_000)
    stillness.feed(frame(1), 100)
    assert (stillness.since_ms == 100).all()


def test_light_is_measured_by_what_has_not_changed() -> None:
    before = frame(0).astype(np.float32)
    exposure = Exposure.between(before, frame(1, light=0.8, spot=250))
    assert exposure.light == pytest.approx([0.8] * 3, abs=0.02)
    assert Exposure.between(before, frame(2, light=1.01)).light.tolist() == [1.0, 1.0, 1.0]


class Zone:
    """A picture of a zone that was read at first, followed through frames."""

    def __init__(self) -> None:
        self.stillness, self.seen, self.number = Stillness(), SeenPicture(ALL, 800), 0
        self.show(15)
        self.seen.settle(self.seen.still)

    def show(self, frames: int, **looks: float) -> None:
        for _ in range(frames):
            small = frame(self.number, **looks)
            exposure = self.stillness.feed(small, self.number * 67)
            self.seen.compare(small, self.stillness.since_ms, exposure, self.number * 67)
            self.number += 1


def test_a_change_moves_until_it_holds_still_and_is_read_once() -> None:
    zone = Zone()
    zone.show(3)
    assert not zone.seen.differs.any()
    zone.show(5, spot=10)
    assert (zone.seen.moving[SPOT].mean() > 0.9, zone.seen.still.any()) == (True, False)
    zone.show(10, spot=10)
    assert (zone.seen.still[SPOT].mean() > 0.9, zone.seen.moving.any()) == (True, False)
    zone.seen.settle(zone.seen.still)
    zone.show(3, spot=10)
    assert not zone.seen.differs.any()


def test_what_comes_back_as_it_was_read_needs_no_reading() -> None:
    zone = Zone()
    zone.show(20, spot=10)
    zone.show(1)
    assert not zone.seen.differs.any()


def test_light_that_changes_while_something_is_hidden_changes_that_too() -> None:
    zone = Zone()
    zone.show(5, spot=10)
    zone.show(5, spot=10, light=0.7)
    zone.show(1, light=0.7)
    assert not zone.seen.differs.any()
