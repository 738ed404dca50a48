"""The shipped locator finds tiles in pictures that nothing was trained on, and its card says what was measured."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import THICKNESS, Camera, Lying, render
from vision.locate_model import LocatorModel
from vision.locate_peaks import without_doubles
from vision.locator_file import read_locator_card, shipped_locator_path
from vision.model_file import ModelFileError, shipped_model_path

LABELS = ("1m", "7z", "5p", "9s", "3p", "6m", "2z", "8s", "1s", "4p")


@pytest.fixture(scope="module")
def model() -> LocatorModel:
    return LocatorModel()


def row(angle: float, y: float = 0.0, pitch: float = 19.4) -> list[Lying]:
    turn = np.radians(angle)
    places = [(place - (len(LABELS) - 1) / 2) * pitch for place in range(len(LABELS))]
    return [
        Lying(label, x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), angle)
        for label, x in zip(LABELS, places, strict=True)
    ]


def shared(one: np.ndarray, other: np.ndarray) -> float:
    """The common area over the area of both."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    common = cv2.intersectConvexConvex(first, second)[0]
    return float(common / (cv2.contourArea(first) + cv2.contourArea(second) - common))


@pytest.mark.parametrize("scale", [1.3, 2.0, 3.5], ids=["overhead", "near", "close"])
@pytest.mark.parametrize("angle", [0, 20, 45, 90])
def test_every_tile_of_a_row_is_found_where_it_is(model: LocatorModel, scale: float, angle: float) -> None:
    camera = Camera((round(260 * scale), round(260 * scale)), scale=scale)
    tiles = row(angle)
    found = without_doubles(model.propose(render(camera, tiles, noise=2.0)))
    true = [camera.project(tile.corners(), THICKNESS) for tile in tiles]
    best = [max(shared(quad, corners) for quad in found.corners) for corners in true]
    assert min(best) > 0.45
    assert np.mean(best) > 0.75


def test_an_empty_table_is_cold(model: LocatorModel) -> None:
    assert (model.propose(render(Camera(), [])).heat < 0.5).all()


def test_pictures_of_any_size_are_looked_at(model: LocatorModel) -> None:
    for height, width in ((1, 1), (3, 700), (17, 33), (2000, 40)):
        assert model.propose(np.zeros((height, width, 3), np.uint8)).corners.shape[1:] == (4, 2)


def test_both_models_together_are_small() -> None:
    assert shipped_locator_path().stat().st_size + shipped_model_path().stat().st_size < 5_000_000


def test_the_locator_names_no_place_it_was_made_at() -> None:
    content = shipped_locator_path().read_bytes()
    assert b"locator_network.py" not in content
    assert b"site-packages" not in content


def test_the_card_reports_the_measured_sets() -> None:
    sets = read_locator_card(shipped_locator_path()).metrics["sets"]
    assert set(sets) == {"hk_trays", "hk_tables", "jp_standing", "invented"}
    assert sets["hk_trays"]["found"] >= 0.95


def test_a_locator_with_another_ones_card_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locator.onnx"
    path.write_bytes(shipped_locator_path().read_bytes()[:-1])
    with pytest.raises(ModelFileError, match="card of the locator is missing"):
        LocatorModel(path)
    path.with_suffix(".json").write_text(shipped_locator_path().with_suffix(".json").read_text(encoding="utf-8"))
    with pytest.raises(ModelFileError, match="is not the model that"):
        LocatorModel(path)
    path.with_suffix(".json").write_text("{")
    with pytest.raises(ModelFileError, match="not a model card"):
        LocatorModel(path)
