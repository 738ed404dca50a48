"""Figures of a classifier are computed as they are described."""

import numpy as np
import pytest

from models.measure import Reading, calibration, fit_temperature, measure
from referee.tiles.names import LABELS


def reading(rows: list[tuple[int, int, float]]) -> Reading:
    """Rows of true label, label read, and how far its logit stands above all others."""
    logits = np.zeros((len(rows), len(LABELS)), np.float32)
    for row, (_, seen, height) in zip(logits, rows, strict=True):
        row[seen] = height
    return Reading("test", logits, np.array([true for true, _, _ in rows]))


def test_shares_of_right_sure_and_wrong_among_sure() -> None:
    figures = measure(reading([(0, 0, 20), (1, 1, 20), (2, 2, 1), (3, 4, 20)]), 1.0, 0.9, 0.8)
    assert figures.right == 0.75
    assert figures.sure == 0.75
    assert figures.wrong_sure == pytest.approx(1 / 3)
    assert figures.right_or_unsure == 0.75
    assert figures.confusions == {"4m read as 5m": 1}
    assert figures.as_fields()["weakest"] == {"4m": 0.0}


def test_overconfident_readings_are_warmed_and_timid_ones_cooled() -> None:
    wrong_often = reading([(0, 0, 9)] * 6 + [(0, 1, 9)] * 4)
    always_right = reading([(0, 0, 5)] * 10)
    assert fit_temperature([wrong_often]) > 1.5
    assert fit_temperature([always_right]) < 0.8


def test_the_calibration_curve_counts_every_crop_once() -> None:
    curve = calibration([reading([(0, 0, 20), (1, 2, 20), (2, 2, 1), (3, 3, 4)])], 1.0)
    assert sum(step["crops"] for step in curve) == 4
    assert curve[-1] == {"from": 0.99, "crops": 2, "confidence": 1.0, "right": 0.5}
