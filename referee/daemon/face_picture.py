"""Pictures of one face: small and upright for people, and with what is around it for training.

The latter is large enough to be cut off-centre, in the same form as crops of labelled photos have (see
`models.photos`): the face lies in the middle, and half its width and height are left on each side. Resampling only;
called where the camera's own pixels are at hand.
"""

from typing import Final

import cv2
import numpy as np

from vision.readings import Polygon
from vision.rectify import Picture, crop_face

SURROUNDINGS: Final = 0.5
"""Kept around the face, in parts of its width and height."""

_LONGEST_PX: Final = 110  # training shrinks what is larger
_LEAST_PX: Final = 8
_SHRUNK: Final = 0.7
_QUALITY: Final = 95
_TILE_PX: Final = (57, 78)
_TILE_QUALITY: Final = 85


def face_with_surroundings(image: Picture, polygon: Polygon) -> bytes:
    """The face (JPEG) at the camera's own resolution, upright; empty if it is too small to show anything.

    `polygon`: the face's corners in pixels of the BGR picture, clockwise from its own top left.
    """
    corners = np.asarray(polygon, np.float64)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if min(width, height) < _LEAST_PX:
        return b""
    scale = min(1.0, _LONGEST_PX / max(width, height))
    if scale < _SHRUNK:  # else every other pixel would be passed over
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        corners = corners * scale
    picture = crop_face(image, corners, SURROUNDINGS, (round(width * scale), round(height * scale)))
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes() if done else b""


def tile_picture(image: Picture, polygon: Polygon) -> bytes:
    """The tile upright as a small JPEG, for people to look at. `polygon`: as above."""
    width, height = _TILE_PX
    target = np.asarray([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(polygon, np.float32), target)
    upright = cv2.warpPerspective(image, matrix, _TILE_PX)
    done, data = cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, _TILE_QUALITY])
    return data.tobytes() if done else b""


def box_in(picture: bytes) -> tuple[float, float, float, float]:
    """Where the face lies in a picture that `face_with_surroundings` made: left, top, right, bottom in pixels."""
    pixels = np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE))
    return face_box(pixels.shape[1], pixels.shape[0])


def face_box(width_px: int, height_px: int) -> tuple[float, float, float, float]:
    """The same for a picture of this size."""
    across, down = (part * SURROUNDINGS / (1 + 2 * SURROUNDINGS) for part in (width_px, height_px))
    return across, down, width_px - across, height_px - down
