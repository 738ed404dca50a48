"""Says which tile each rectified face shows, how likely that is, and whether that is sure.

Takes faces that someone else found (see `vision.locate`); knows nothing of frames, tables or the game. Runs the model
on the CPU with a bounded number of threads, in the thread of its caller; one `Classifier` belongs to one thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, LABELS
from vision.model_file import MARGIN, ModelCard, read_card, shipped_model_path
from vision.quiet_runtime import open_session
from vision.readings import Turns

__all__ = ["MARGIN", "Classification", "Classifier"]

LARGEST_BATCH: Final = 32
"""Pictures handed to the model at once; what it makes of more does not stay in the processor's cache."""

TURNS: Final = 4

_CERTAIN: Final = 0.97
"""The confidence of a first look that needs no other."""

_HARD: Final = frozenset(("5m", "5p", "5s", "0m", "0p", "0s", "5z", BACK))
"""Told apart by a tint alone: they are never read at one look."""


@dataclass(frozen=True, slots=True)
class Classification:
    """What one face shows.

    `confidence` is the calibrated probability of `label` (of `LABELS`); `sure` says that it and its lead over the next
    label reach the model card's thresholds. `turn` is the best guess of how many quarter turns clockwise bring the
    crop upright (0-3; of two or four that look alike, any). `log_probs` are the 39 natural logarithms of the calibrated
    probabilities in the order of `LABELS`.
    """

    label: str
    confidence: float
    sure: bool
    turn: int
    log_probs: NDArray[np.float32]


class Classifier:
    """The tile model, loaded once and then asked often.

    Faces are BGR crops (height, width, 3, uint8) of rectified faces, of any size and shape: portrait, or landscape when
    the tile lies sideways. The model was trained with a margin of context of `MARGIN` (8 % of the face's width and
    height, on each side), give or take a few per cent; faces cut tight are read nearly as well, but a blank white
    dragon and a back are told from an empty surface by their edges and need the margin.
    """

    def __init__(self, model_path: Path | None = None, threads: int = 1) -> None:
        """Loads a model (None: the shipped one) to run on at most `threads` threads.

        Raises ModelFileError when the model or its card is missing, broken, or they do not belong together.
        """
        path = model_path if model_path is not None else shipped_model_path()
        self.model: ModelCard = read_card(path)
        self._session = open_session(path, threads)

    def classify(self, faces: Sequence[NDArray[np.uint8]], *, turns: Turns = "all") -> list[Classification]:
        """Reads faces in one batch; the answers come in the order of the faces.

        With `turns="all"` each face may lie in any quarter turn and is read in all four, which also steadies the
        answer; with "few" the other three are left out for a face that is certain at first look; with "upright" the
        caller vouches that faces stand upright, and each is read once. Raises ValueError for an array that is not a
        BGR picture.
        """
        if not faces:
            return []
        pictures = np.stack([self._squared(face) for face in faces])
        if turns == "upright":
            labels, _ = self._looks(pictures, range(1))
            return [self._judged(row, 0) for row in self._log_probs(labels)]
        if turns == "all":
            return self._turning(*self._looks(pictures, range(TURNS)))
        labels, ways = self._looks(pictures, range(1))
        answers = self._turning(labels, ways)
        again = [place for place, answer in enumerate(answers) if not _is_certain(answer)]
        if again:
            looks = zip((labels[:, again], ways[:, again]), self._looks(pictures[again], range(1, TURNS)), strict=True)
            both = [np.concatenate(parts) for parts in looks]
            for place, answer in zip(again, self._turning(both[0], both[1]), strict=True):
                answers[place] = answer
        return answers

    def _turning(self, labels: NDArray[np.float32], turns: NDArray[np.float32]) -> list[Classification]:
        """Answers from the logits of one or more looks at faces in any turn, (looks, faces, ...)."""
        best_turns = _joint_turns(turns)
        return [self._judged(row, int(turn)) for row, turn in zip(self._log_probs(labels), best_turns, strict=True)]

    def _log_probs(self, labels: NDArray[np.float32]) -> NDArray[np.float32]:
        """(faces, 39) from the logits of looks, (looks, faces, 39)."""
        return _log_softmax(labels.mean(axis=0) / self.model.temperature)

    def _judged(self, log_probs: NDArray[np.float32], turn: int) -> Classification:
        order = np.argsort(log_probs)
        best, next_best = int(order[-1]), int(order[-2])
        confidence = float(np.exp(log_probs[best]))
        margin = confidence - float(np.exp(log_probs[next_best]))
        sure = confidence >= self.model.sure_threshold and margin >= self.model.sure_margin
        return Classification(LABELS[best], confidence, sure, turn, log_probs)

    def _squared(self, face: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The face stretched to the square that the model reads."""
        if face.ndim != 3 or face.shape[2] != 3 or face.dtype != np.uint8 or face.size == 0:
            raise ValueError(f"a face must be BGR bytes of shape (height, width, 3), not {face.dtype} {face.shape}")
        side = self.model.input_px
        method = cv2.INTER_AREA if min(face.shape[:2]) > side else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(face, (side, side), interpolation=method), np.uint8)

    def _looks(self, pictures: NDArray[np.uint8], looks: range) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits of labels and turns, (looks, faces, ...); look k is at faces turned k quarters counter-clockwise."""
        turned = np.concatenate([np.rot90(pictures, look, axes=(1, 2)) for look in looks])
        labels, turns = [], []
        for start in range(0, len(turned), LARGEST_BATCH):
            part = np.ascontiguousarray(turned[start : start + LARGEST_BATCH])
            label_logits, turn_logits = self._session.run(["labels", "turns"], {"pictures": part})
            labels.append(label_logits)
            turns.append(turn_logits)
        shape = len(looks), len(pictures), -1
        return np.concatenate(labels).reshape(shape), np.concatenate(turns).reshape(shape)


def _is_certain(answer: Classification) -> bool:
    return answer.confidence >= _CERTAIN and answer.label not in _HARD


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float32)


def _joint_turns(logits: NDArray[np.float32]) -> NDArray[np.int64]:
    """The turn that the looks agree on best; look k was turned k quarters counter-clockwise and needs k more."""
    scores = _log_softmax(logits)
    total = sum(np.roll(scores[look], -look, axis=-1) for look in range(len(scores)))
    return np.asarray(np.argmax(total, axis=-1), np.int64)
