"""Pictures that are wrong as such: black, half arrived, the same again; and that no real picture is taken for one."""

import functools

import cv2
import numpy as np
import pytest

from tests.vision.hall_views import TABLE_VIEW, TRAY_VIEW, empty_picture, lit, of_width, palm_at_lens
from vision.picture_fault import REPEATS_AFTER_S, Repetition, is_black, missing_share
from vision.rectify import Picture

TRAY = of_width(TRAY_VIEW, 960)


@functools.cache
def tray() -> Picture:
    return empty_picture(TRAY)


def compressed(picture: Picture, quality: int) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decoded(data: bytes) -> Picture:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def cut_short(data: bytes, share: float) -> bytes:
    """The rest was lost on the cable; a camera ends its pictures all the same."""
    return data[: int(len(data) * share)] + b"\xff\xd9"


def zeroed(data: bytes, share: float) -> bytes:
    kept = int(len(data) * share)
    return data[:kept] + bytes(len(data) - kept - 2) + b"\xff\xd9"


@pytest.mark.parametrize(
    ("break_off", "share"), [(cut_short, 0.2), (cut_short, 0.5), (cut_short, 0.9), (zeroed, 0.2), (zeroed, 0.5)]
)
def test_a_jpeg_that_arrived_in_part_is_known_by_its_even_end(break_off, share: float, capfd) -> None:
    broken = decoded(break_off(compressed(tray(), 85), share))
    capfd.readouterr()  # the decoder complains
    # bytes are not rows, and zeros decode to some noise before they decode to nothing
    most = 1 - share + 0.17
    assert (0.0 if break_off is zeroed else 1 - share - 0.17) < missing_share(broken) < most
    assert not is_black(broken)


def test_a_frame_that_was_filled_in_part_is_green_below() -> None:
    half = tray().copy()
    half[270:] = (0, 135, 0)  # zeros as YUYV
    assert missing_share(half) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("quality", [20, 60, 95])
@pytest.mark.parametrize(
    "view", [TRAY, of_width(TABLE_VIEW, 1280), lit(TRAY, level=0.25)], ids=["tray", "table", "dim"]
)
def test_a_whole_picture_is_whole_however_hard_it_was_compressed(view, quality: int) -> None:
    picture = decoded(compressed(empty_picture(view), quality))
    assert missing_share(picture) == 0
    assert missing_share(cv2.GaussianBlur(picture, (0, 0), 4.0)) == 0
    assert not is_black(picture)


@pytest.mark.parametrize("level", [0, 90, 255])
def test_a_picture_of_one_colour_is_no_broken_one(level: int) -> None:
    assert missing_share(np.full_like(tray(), level)) == 0
    assert is_black(np.full_like(tray(), level)) is (level == 0)


def test_a_hand_at_the_lens_is_neither() -> None:
    palm = palm_at_lens(tray(), 1.5)
    assert (missing_share(palm), is_black(palm)) == (0, False)


def test_the_noise_of_a_capped_lens_is_black_and_a_dark_room_is_not() -> None:
    noise = np.abs(np.random.default_rng(1).normal(0, 2, tray().shape)).astype(np.uint8)
    noise[100, 100] = 255  # a pixel that is always lit
    assert is_black(noise)
    assert not is_black((tray() * 0.15).astype(np.uint8))


def test_the_same_picture_again_is_told_after_a_while_and_any_other_ends_it() -> None:
    repetition = Repetition()
    picture = tray()
    assert not repetition.feed(picture, 0.0)
    assert not repetition.feed(picture.copy(), REPEATS_AFTER_S - 0.1)
    assert repetition.feed(picture.copy(), REPEATS_AFTER_S)
    other = picture.copy()
    other[300, 301, 2] ^= 1
    assert not repetition.feed(other, REPEATS_AFTER_S + 0.1)
    assert not repetition.feed(picture[:-1], REPEATS_AFTER_S + 5.0)
