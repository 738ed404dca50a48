"""A classifier for tests of everything but the classifier: compares with the drawn faces, knows nothing else."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.tiles.faces import FACES
from referee.tiles.names import LABELS
from tests.vision.tabletop import face

MARGIN = 0.0
SIZE = (19, 26)


@dataclass(frozen=True)
class Answer:
    label: str
    confidence: float
    sure: bool
    turn: int
    log_probs: np.ndarray


class TemplateClassifier:
    """`calls` counts the faces it was asked about; labels in `unsure` are read with half confidence."""

    def __init__(self, unsure=()):
        self.calls = 0
        self.unsure = set(unsure)
        self._templates = {label: self._vector(self._drawn(label)) for label in FACES}

    def classify(self, faces, *, turns="all"):
        self.calls += len(faces)
        return [self._answer(crop) for crop in faces]

    def _answer(self, crop):
        likeness = {}
        for turn in range(4):  # clockwise quarter turns that would stand the face upright
            upright = cv2.resize(np.rot90(crop, -turn), (76, 104), interpolation=cv2.INTER_AREA)[4:-4, 3:-3]
            vector = self._vector(upright)
            for label, template in self._templates.items():
                likeness[label, turn] = float(vector @ template)
        (label, turn), best = max(likeness.items(), key=lambda item: (round(item[1], 2), item[0][1] in (0, 2), item[1]))
        if best < 0.5:
            label = "other"
        confidence = 0.5 if label in self.unsure else min(0.99, best + 0.15)
        log_probs = np.full(len(LABELS), math.log((1 - confidence) / (len(LABELS) - 1)), np.float32)
        log_probs[LABELS.index(label)] = math.log(confidence)
        return Answer(label, confidence, label not in self.unsure, turn, log_probs)

    @staticmethod
    def _drawn(label):
        picture = face(label).astype(np.float32)
        alpha = picture[..., 3:] / 255
        return (picture[..., :3] * alpha + 120 * (1 - alpha)).astype(np.uint8)[6:-6, 4:-4]

    @staticmethod
    def _vector(picture):
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        small = cv2.GaussianBlur(small, (0, 0), 0.7)
        small /= max(1.0, np.percentile(small, 90))
        small -= 0.75
        vector = small.ravel()
        return vector / (np.linalg.norm(vector) + 1e-6)
