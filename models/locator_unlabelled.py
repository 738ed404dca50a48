"""Tiles of training photos that bear no label: found by the locator trained so far, and read by the classifier.

Most photos label one row and show more tiles behind it. What reads surely as a face is learnt from like a label; what
may be a tile is left open, so that the network is not taught that there is none.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.locator_pool import Mark, Sample
from referee.tiles.names import BACK, OTHER
from vision.locate_model import LocatorModel
from vision.locate_network import cut_out
from vision.model_file import MARGIN
from vision.reader import FaceClassifier

_OPEN_HEAT: Final = 0.12
_FACE_HEAT: Final = 0.4
_FACE_CONFIDENCE: Final = 0.97
_ON_LABEL: Final = 0.25  # of the smaller of both


def with_unlabelled(sample: Sample, model: LocatorModel, classifier: FaceClassifier) -> Sample:
    """The photo with what else is found in it."""
    picture = sample.picture()
    found = model.propose(picture, least=_OPEN_HEAT)
    free = np.array([not _on_any(quad, sample.corners) for quad in found.corners], np.bool_)
    found = found.taken(free)
    if not len(found.heat):
        return sample
    answers = classifier.classify(cut_out(picture, found.corners, MARGIN))
    sure = [
        heat >= _FACE_HEAT and answer.label not in (BACK, OTHER) and answer.confidence >= _FACE_CONFIDENCE
        for heat, answer in zip(found.heat, answers, strict=True)
    ]
    marks = np.where(sure, Mark.FACE, Mark.OPEN).astype(np.int8)
    return replace(
        sample,
        corners=np.concatenate([sample.corners, found.corners.astype(np.float32)]),
        marks=np.concatenate([sample.marks, marks]),
    )


def _on_any(quad: NDArray[np.float64], others: Sequence[NDArray[np.float32]] | NDArray[np.float32]) -> bool:
    outline = quad.astype(np.float32)
    area = abs(cv2.contourArea(outline))
    return any(
        cv2.intersectConvexConvex(outline, other)[0] > _ON_LABEL * max(1.0, min(area, abs(cv2.contourArea(other))))
        for other in np.asarray(others, np.float32)
    )
