"""Says which tile each rectified face shows, how likely that is, and whether that is sure.

Takes faces that someone else found (see `vision.locate`); knows nothing of frames, tables or the game. Runs the model
on the CPU with a bounded number of threads, in the thread of its caller; one `Classifier` belongs to one thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import LABELS
from vision.model_file import MARGIN, ModelCard, ModelFileError, read_card, shipped_model_path
from vision.quiet_runtime import load_runtime

__all__ = ["MARGIN", "Classification", "Classifier"]

LARGEST_BATCH: Final = 256
"""Pictures handed to the model at once; more would only cost memory."""

TURNS: Final = 4


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
        runtime = load_runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = max(1, threads)
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own exceptions share no public base but Exception
            raise ModelFileError(f"{path}: not a model that onnxruntime can load; reinstall junanaho") from error

    def classify(
        self, faces: Sequence[NDArray[np.uint8]], *, turns: Literal["all", "upright"] = "all"
    ) -> list[Classification]:
        """Reads faces in one batch; the answers come in the order of the faces.

        With `turns="all"` each face may lie in any quarter turn and is read in all four, which also steadies the
        answer; with "upright" the caller vouches that faces stand upright, and each is read once. Raises ValueError
        for an array that is not a BGR picture.
        """
        if not faces:
            return []
        pictures = np.stack([self._squared(face) for face in faces])
        looks = TURNS if turns == "all" else 1
        turned = np.concatenate([np.rot90(pictures, look, axes=(1, 2)) for look in range(looks)])
        label_logits, turn_logits = self._run(turned)
        label_logits = label_logits.reshape(looks, len(faces), -1).mean(axis=0)
        log_probs = _log_softmax(label_logits / self.model.temperature)
        if looks == TURNS:
            best_turns = _joint_turns(turn_logits.reshape(looks, len(faces), TURNS))
        else:
            best_turns = np.zeros(len(faces), np.int64)
        return [self._judged(row, int(turn)) for row, turn in zip(log_probs, best_turns, strict=True)]

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

    def _run(self, pictures: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        labels, turns = [], []
        for start in range(0, len(pictures), LARGEST_BATCH):
            part = np.ascontiguousarray(pictures[start : start + LARGEST_BATCH])
            label_logits, turn_logits = self._session.run(["labels", "turns"], {"pictures": part})
            labels.append(label_logits)
            turns.append(turn_logits)
        return np.concatenate(labels), np.concatenate(turns)


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float32)


def _joint_turns(logits: NDArray[np.float32]) -> NDArray[np.int64]:
    """The turn that the four looks agree on best; look k was turned k quarters counter-clockwise and needs k more."""
    scores = _log_softmax(logits)
    total = sum(np.roll(scores[look], -look, axis=-1) for look in range(TURNS))
    return np.asarray(np.argmax(total, axis=-1), np.int64)
