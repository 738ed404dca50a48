"""Faces cut out with what is around them: upright, undistorted, and where the box says."""

import cv2
import numpy as np
import pytest

from referee.daemon.face_picture import face_box, face_with_surroundings
from vision.readings import Polygon

RED, BLUE = (0, 0, 255), (255, 0, 0)


def table(width: int, height: int, turn_deg: float, scale: float = 1.0) -> tuple[np.ndarray, Polygon]:
    """A red tile with a blue upper third on grey ground, turned clockwise, and its corners."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width * scale / 2, height * scale / 2)
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turn = np.array([[c, s], [-s, c]])
    middle = np.array([200.0, 180.0]) * scale
    corners = half @ turn + middle
    image = np.full((round(360 * scale), round(400 * scale), 3), 90, np.uint8)
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), RED)
    top = half * (1, 1 / 3) - (0, height * scale / 3)
    cv2.fillConvexPoly(image, np.round(top @ turn + middle).astype(np.int32), BLUE)
    a, b, c_, d = ((float(x), float(y)) for x, y in corners)
    return image, (a, b, c_, d)


def decoded(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("turn_deg", [0, 7, 90, 180, 263])
def test_the_face_lies_upright_in_its_box_with_half_of_its_size_around(turn_deg: float) -> None:
    picture = decoded(face_with_surroundings(*table(38, 52, turn_deg)))
    assert picture.shape == (104, 76, 3)
    left, top, right, bottom = face_box(76, 104)
    assert (left, top, right, bottom) == (19, 26, 57, 78)
    upper, lower = picture[round(top) + 6, 38], picture[round(bottom) - 8, 38]
    assert upper[0] > upper[2] + 100
    assert lower[2] > lower[0] + 100
    for x, y in ((left - 5, 52), (right + 5, 52), (38, top - 5), (38, bottom + 5)):
        ground = picture[round(y), round(x)].astype(int)
        assert np.abs(ground - 90).max() < 25


def test_a_large_face_is_made_as_small_as_training_wants_it() -> None:
    picture = decoded(face_with_surroundings(*table(60, 82, 12, scale=6)))
    assert picture.shape == (220, 160, 3)


def test_a_face_too_small_to_show_anything_is_no_picture() -> None:
    assert face_with_surroundings(*table(6, 8, 0)) == b""
