"""A picture of one face: as it is, or the tile found in front of a background.

Tries the picture as a whole, its middle, and rectangles inside it whose four sides show, and takes what the classifier
trusts most.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import OTHER
from vision.locate_quads import PhotoEvidence
from vision.reader import FaceClassifier
from vision.rectify import Picture, crop_face
from vision.seen_tile import Classified

_PARTS: Final = (0.97, 0.88, 0.78, 0.66, 0.54)
_INSETS: Final = (0.86, 0.71, 0.56)
"""Parts of the picture that are tried as they are: around a face there may be a little, some, or much."""
_RATIOS: Final = (None, 19 / 26, 26 / 19)
"""Of a rectangle inside the picture: the picture's own, an upright tile's, that of a tile on its side."""
_REACH: Final = 0.12
_LEAST_SUPPORT: Final = 0.2
_BETTER: Final = 0.05  # how much more certain a part must be than the whole


def see_tile(picture: Picture, classifier: FaceClassifier, margin: float) -> tuple[NDArray[np.float64], Classified]:
    """The corners of the face, (4, 2) pixels clockwise from the picture's top left, and what it shows."""
    height, width = picture.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    # a face with the margin that the classifier knows, and one that is cut tight
    inset = margin / (1 + 2 * margin)
    framed = whole + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * (inset * width, inset * height)
    fitted = _fitted(picture)
    insets = [middle_part(whole, part) for part in _INSETS]
    places = [framed, whole, *fitted, *insets]
    answers = classifier.classify([picture, *(crop_face(picture, place, margin) for place in places[1:])])
    best = max(range(len(places)), key=lambda place: _trust(answers[place], inside=place >= 2))
    if best < 2:
        best = _outlined(answers, range(2, 2 + len(fitted)), places, best)
    return places[best], answers[best]


def _outlined(answers: Sequence[Classified], fitted: range, places: Sequence[NDArray[np.float64]], whole: int) -> int:
    """The largest rectangle that shows and reads as the whole picture does: that is the tile, the rest its ground."""
    same = [at for at in fitted if answers[at].sure and answers[at].label == answers[whole].label]
    return max(same, key=lambda at: float(np.ptp(places[at], axis=0).prod()), default=whole)


def middle_part(whole: NDArray[np.float64], part: float) -> NDArray[np.float64]:
    """A rectangle of that part of the width and height around the middle."""
    middle = whole.mean(axis=0)
    return np.asarray(middle + (whole - middle) * part)


def _fitted(picture: Picture) -> list[NDArray[np.float64]]:
    """Quadrilaterals around the middle of the picture, all of whose sides show."""
    height, width = picture.shape[:2]
    middle = np.array([width, height], np.float64) / 2
    guesses = []
    for part in _PARTS:
        for ratio in _RATIOS:
            sides = np.array([width, height], np.float64) * part
            if ratio is not None:
                sides = np.array([min(sides[0], sides[1] * ratio), min(sides[1], sides[0] / ratio)])
            guesses.append(middle + np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * sides)
    evidence = PhotoEvidence(picture)
    quads = evidence.fit(np.array(guesses), _REACH, _REACH)
    kept: list[NDArray[np.float64]] = []
    for quad, support in zip(quads, evidence.support(quads), strict=True):
        known = any(np.abs(quad - other).max() < 0.03 * max(width, height) for other in kept)
        if support >= _LEAST_SUPPORT and not known:
            kept.append(quad)
    return kept


def _trust(answer: Classified, *, inside: bool) -> float:
    certain = float(answer.confidence) if answer.label != OTHER else 0.0
    return certain - (_BETTER if inside else 0.0)
