"""ArUco markers on the table: which there are and where, and finding them in a picture. Pure.

A marker is a black square of cells with a light border; its id says which it is. Its place on the table is that of its
middle, however it is turned, so a card may lie askew but not elsewhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate import Calibration
from vision.errors import CalibrationError
from vision.readings import Point
from vision.rectify import Picture

DEFAULT_DICTIONARY: Final = "4x4_50"

_DICTIONARY: Final = re.compile(r"([4-7])x\1_(50|100|250|1000)")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MarkerPlan:
    """Which markers lie where: `places_mm` by id, `size_mm` the side of the black square.

    `dictionary` is one of OpenCV's, such as `4x4_50`: cells a side, and how many ids there are.
    Raises CalibrationError.
    """

    places_mm: Mapping[int, Point]
    size_mm: float
    dictionary: str = DEFAULT_DICTIONARY

    def __post_init__(self) -> None:
        known = _DICTIONARY.fullmatch(self.dictionary)
        if known is None:
            raise CalibrationError(
                f"marker dictionary '{self.dictionary[:20]}': expected such as 4x4_50 (4x4 to 7x7, 50 to 1000 ids)"
            )
        if not 1 <= self.size_mm <= 1000:
            raise CalibrationError(f"a marker of {self.size_mm:g} mm: the side of its black square is 1 to 1000 mm")
        last = int(known[2]) - 1
        for number in self.places_mm:
            if not 0 <= number <= last:
                raise CalibrationError(f"marker {number}: dictionary {self.dictionary} has ids 0 to {last}")

    @property
    def cells(self) -> int:
        """How many cells a marker has a side, its black rim included."""
        return int(self.dictionary[0]) + 2

    def pattern(self, number: int) -> NDArray[np.bool_]:
        """(cells, cells) of a marker: True where it is black."""
        drawn = cv2.aruco.generateImageMarker(_book(self.dictionary), number, self.cells)
        return np.asarray(drawn) < 128


def find_markers(picture: Picture, plan: MarkerPlan) -> dict[int, Floats]:
    """The corners (4, 2) in pixels, clockwise from its own top left, of each of the plan's markers that is seen.

    In the plan's order, so that four markers in order round the table are four corners in order.
    Raises CalibrationError if one of them is seen twice: nobody could say which is meant.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(_book(plan.dictionary), settings).detectMarkers(picture)
    found: dict[int, Floats] = {}
    for number, four in zip([] if numbers is None else np.ravel(numbers), corners, strict=True):
        if int(number) not in plan.places_mm:
            continue
        if int(number) in found:
            raise CalibrationError(f"marker {number} is seen twice: each id may lie on the table once")
        found[int(number)] = np.asarray(four, np.float64).reshape(4, 2)
    return {number: found[number] for number in plan.places_mm if number in found}


def calibrate_by_markers(
    picture: Picture,
    plan: MarkerPlan,
    camera: str,
    *,
    faces_above_mm: float = 0.0,
    camera_height_mm: float | None = None,
) -> Calibration:
    """The calibration by the middles of the markers seen. Raises CalibrationError if there are not four of them."""
    found = find_markers(picture, plan)
    if len(found) < 4:
        missing = ", ".join(str(number) for number in plan.places_mm if number not in found)
        seen = ", ".join(map(str, found)) or "none"
        raise CalibrationError(
            f"camera '{camera}': of its markers {seen} can be seen, not {missing}; four are needed: nothing may lie on"
            f" them, their light border must be whole, and dictionary {plan.dictionary} must be the printed one"
        )
    return Calibration(
        camera,
        tuple(middle_of(corners) for corners in found.values()),
        tuple(plan.places_mm[number] for number in found),
        (picture.shape[1], picture.shape[0]),
        faces_above_mm,
        camera_height_mm if faces_above_mm else None,
    )


def middle_of(corners: Floats) -> Point:
    """Where the diagonals of four corners (4, 2) cross: the middle of the square, in any perspective."""
    a, b, c, d = corners
    steps = np.column_stack([c - a, b - d])
    along = np.linalg.solve(steps, b - a)[0]
    x, y = a + along * (c - a)
    return float(x), float(y)


def measured_mm(corners: Floats, calibration: Calibration) -> float:
    """The side of a marker as the calibration measures it: another than was printed shows a wrong place or print."""
    on_table = calibration.points_to_mm(corners)
    return float(np.linalg.norm(on_table - np.roll(on_table, 1, axis=0), axis=1).mean())


def _book(name: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{name.upper()}"))
