"""Figures about a classifier: how many right, how many sure, how many wrong although sure, and what is confused.

Pure arithmetic on logits and labels; reads and writes nothing.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import LABELS

TEMPERATURES: Final = np.exp(np.linspace(np.log(0.25), np.log(4.0), 180))
CONFUSIONS_SHOWN: Final = 8
CLASSES_SHOWN: Final = 6
CONFIDENCES: Final = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Bounds of the steps of the calibration curve."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A set of crops as the model read it: mean logits (n, 39) and true labels (n)."""

    name: str
    logits: NDArray[np.float32]
    labels: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of one set; shares are 0-1. `wrong_sure` is the share of the sure readings that are wrong."""

    name: str
    crops: int
    right: float
    sure: float
    wrong_sure: float
    right_or_unsure: float
    right_by_label: dict[str, float]
    confusions: dict[str, int]

    def as_fields(self) -> dict[str, Any]:
        """What goes into the model card: the weakest labels only."""
        weakest = sorted(self.right_by_label.items(), key=lambda item: item[1])[:CLASSES_SHOWN]
        return {
            "crops": self.crops,
            "right": round(self.right, 4),
            "sure": round(self.sure, 4),
            "wrong_among_sure": round(self.wrong_sure, 4),
            "right_or_unsure": round(self.right_or_unsure, 4),
            "weakest": {label: round(share, 3) for label, share in weakest if share < 1},
            "confusions": self.confusions,
        }


def measure(reading: Reading, temperature: float, threshold: float, margin: float) -> Measures:
    """The figures of one set under the given calibration."""
    probabilities = _probabilities(reading.logits, temperature)
    best = probabilities.argmax(axis=1)
    ranked = np.sort(probabilities, axis=1)
    sure = (ranked[:, -1] >= threshold) & (ranked[:, -1] - ranked[:, -2] >= margin)
    right = best == reading.labels
    by_label = {
        LABELS[label]: float(right[reading.labels == label].mean()) for label in np.unique(reading.labels).tolist()
    }
    wrong = [(LABELS[a], LABELS[b]) for a, b in zip(reading.labels[~right], best[~right], strict=True)]
    counted = Counter(f"{true} read as {seen}" for true, seen in wrong)
    return Measures(
        reading.name,
        len(right),
        float(right.mean()),
        float(sure.mean()),
        float((~right)[sure].mean()) if sure.any() else 0.0,
        float((right | ~sure).mean()),
        by_label,
        dict(counted.most_common(CONFUSIONS_SHOWN)),
    )


def calibration(readings: list[Reading], temperature: float) -> list[dict[str, float]]:
    """The calibration curve over these sets: for each step of confidence how many crops, and what share was right."""
    probabilities = np.concatenate([_probabilities(reading.logits, temperature) for reading in readings])
    labels = np.concatenate([reading.labels for reading in readings])
    confidence, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == labels
    curve = []
    for low, high in pairwise(CONFIDENCES):
        inside = (confidence >= low) & ((confidence < high) | (high == CONFIDENCES[-1]))
        if inside.any():
            shares = {"confidence": confidence[inside].mean(), "right": right[inside].mean()}
            curve.append({"from": low, "crops": int(inside.sum())} | {k: round(float(v), 4) for k, v in shares.items()})
    return curve


def fit_temperature(readings: list[Reading]) -> float:
    """The temperature under which the true labels of these sets, each set counting the same, are likeliest."""

    def surprise(temperature: float) -> float:
        return sum(_surprise(reading, temperature) for reading in readings)

    return float(min(TEMPERATURES, key=surprise))


def _surprise(reading: Reading, temperature: float) -> float:
    probabilities = _probabilities(reading.logits, temperature)
    true = probabilities[np.arange(len(reading.labels)), reading.labels]
    return float(-np.log(np.maximum(true, 1e-9)).mean())


def _probabilities(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    scaled = logits.astype(np.float64) / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))
