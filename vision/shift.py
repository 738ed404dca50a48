"""How far a whole view has shifted, from where its anchors are found: only what most of them agree upon. Pure."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.anchors import Anchors, Found
from vision.calibrate import Calibration

_LEAST_PLACES: Final = 5
_MOST_DISAGREE: Final = 0.5  # of those found: one that was found on a tile, or a marker card that was pushed
_AGREE_PX: Final = 1.5
_AGREE_BLURRED_PX: Final = 4.0
_OF_MOVE: Final = 0.1
_MOST_ZOOM: Final = 0.2

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """Which anchors agree (n,), their `points` (k, 2) in the calibrated view and `moves` (k, 2), both in pixels."""

    agreeing: NDArray[np.bool_]
    points: Floats
    moves: Floats

    @property
    def px(self) -> float:
        """The largest move in pixels."""
        return float(np.hypot(*self.moves.T).max())

    def mm(self, calibration: Calibration) -> float:
        """The largest move in millimetres on the table."""
        steps = calibration.to_mm(self.points + self.moves) - calibration.to_mm(self.points)
        return float(np.hypot(*steps.T).max())


def shift_of(found: Found, anchors: Anchors) -> Shift | None:
    """The shift (with turn and change of size) on which the anchors agree; None where too few do."""
    base = found.seen if found.seen.sum() >= _LEAST_PLACES else found.known
    if base.sum() < _LEAST_PLACES:
        return None
    points = anchors.points.astype(np.float64)
    there = points + found.moves
    # a camera that was turned a lot also sees the table in another perspective, which no turn and size explain
    slack = _OF_MOVE * float(np.median(np.hypot(*found.moves[base].T)))
    tolerance = slack + (_AGREE_PX if base is found.seen else _AGREE_BLURRED_PX)
    turn, inside = cv2.estimateAffinePartial2D(points[base], there[base], ransacReprojThreshold=tolerance)
    if turn is None or not np.isfinite(turn).all() or inside.mean() < 1 - _MOST_DISAGREE:
        return None
    if abs(np.log(max(float(np.hypot(*turn[:, 0])), 1e-6))) > _MOST_ZOOM:
        return None  # no mount gives way so far: anchors found by chance
    smooth = points @ turn[:, :2].T + turn[:, 2]
    off = np.hypot(*(there - smooth).T)
    agreeing = (found.seen & (off < slack + _AGREE_PX)) | (found.blurred & (off < slack + _AGREE_BLURRED_PX))
    if agreeing.sum() < _LEAST_PLACES:
        return None
    return Shift(agreeing, points[agreeing], np.asarray((smooth - points)[agreeing], np.float64))
