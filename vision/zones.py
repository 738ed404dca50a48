"""Regions of the table that are read as one thing: a river, a tray, a wall, the place of the indicator.

Their names mean nothing here (the desk knows what `river:A` is); a zone only says where it lies, which way its tiles
stand, and in which order they are read: rows from the top, each from the left, as seen by whoever sits there.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import CalibrationError
from vision.readings import Point

QUARTER_TURNS: Final = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Zone:
    """One region on the table, seen by one camera.

    `polygon_mm`: three or more corners on the table plane. `upright_deg`: how far its upright tiles are turned
    clockwise from the picture's y axis; 0 for tiles whose top points to smaller y, 90 for tops to larger x, and so on.
    `rows`, `columns`: the most that are expected, None if unknown. Raises CalibrationError if it cannot be.
    """

    name: str
    camera: str
    polygon_mm: tuple[Point, ...]
    upright_deg: int = 0
    rows: int | None = None
    columns: int | None = None

    def __post_init__(self) -> None:
        where = f"zone '{self.name}': "
        if not self.name:
            raise CalibrationError("a zone has no name")
        if self.upright_deg not in QUARTER_TURNS:
            raise CalibrationError(f"{where}upright_deg is {self.upright_deg}, expected 0, 90, 180 or 270")
        if len(self.polygon_mm) < 3 or self.area_mm2 < 1.0:
            raise CalibrationError(f"{where}polygon_mm has no area: give three or more corners in order")
        for what, count in (("rows", self.rows), ("columns", self.columns)):
            if count is not None and count < 1:
                raise CalibrationError(f"{where}{what} is {count}, expected 1 or more")

    @property
    def area_mm2(self) -> float:
        """The polygon's area."""
        x, y = np.asarray(self.polygon_mm, np.float64).T
        return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)

    def to_upright(self, points_mm: ArrayLike) -> NDArray[np.float64]:
        """(n, 2) table millimetres to (n, 2) millimetres in the zone's own view, where its tiles stand upright."""
        return np.asarray(np.asarray(points_mm, np.float64).reshape(-1, 2) @ self._turn())

    def to_table(self, points_upright: ArrayLike) -> NDArray[np.float64]:
        """The inverse of `to_upright`."""
        return np.asarray(np.asarray(points_upright, np.float64).reshape(-1, 2) @ self._turn().T)

    def bounds_upright(self) -> tuple[float, float, float, float]:
        """(left, top, right, bottom) in the zone's own view."""
        turned = self.to_upright(self.polygon_mm)
        left, top = turned.min(axis=0)
        right, bottom = turned.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    def _turn(self) -> NDArray[np.float64]:
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.upright_deg // 90]
        return np.array([[cosine, -sine], [sine, cosine]], np.float64)
