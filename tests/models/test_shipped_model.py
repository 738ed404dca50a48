"""The shipped model reads the product's own drawn faces in every turn, and its card says what it was measured to do."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.tiles.names import BACK, LABELS, NAMES
from vision.classify import Classifier
from vision.model_file import MARGIN, read_card, shipped_model_path

rasterize = pytest.importorskip("models.art").rasterize

FACES = Path(__file__).resolve().parents[2] / "referee" / "tiles" / "faces" / "svg"
WIDTH_PX = 84
FELTS = ((60, 110, 40), (110, 60, 30), (60, 60, 60))


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


def on_felt(name: str, felt: tuple[int, int, int], width_px: int = WIDTH_PX) -> np.ndarray:
    """The drawn face with the margin of a locator, lying on felt."""
    if not (FACES / f"{name}.svg").is_file():
        pytest.skip("the drawn faces are not here")
    face = rasterize((FACES / f"{name}.svg").read_text(encoding="utf-8"), width_px)
    height, width = face.shape[:2]
    across, down = round(MARGIN * width), round(MARGIN * height)
    picture = np.full((height + 2 * down, width + 2 * across, 3), felt, np.uint8)
    inner = picture[down : down + height, across : across + width]
    alpha = face[..., 3:] / 255.0
    inner[:] = face[..., :3] * alpha + inner * (1 - alpha)
    return picture


@pytest.mark.parametrize("felt", FELTS)
def test_every_drawn_face_is_read_in_every_turn(classifier: Classifier, felt: tuple[int, int, int]) -> None:
    names = [*NAMES, BACK]
    faces = [np.ascontiguousarray(np.rot90(on_felt(name, felt), turn)) for name in names for turn in range(4)]
    read = classifier.classify(faces)
    wrong = [(names[n // 4], one.label) for n, one in enumerate(read) if one.label != names[n // 4]]
    assert wrong == []


def test_few_looks_read_every_drawn_face_and_its_turn_as_all_looks_do(classifier: Classifier) -> None:
    names = [*NAMES, BACK]
    faces = [np.ascontiguousarray(np.rot90(on_felt(name, FELTS[0]), turn)) for name in names for turn in range(4)]
    few, every = (classifier.classify(faces, turns=turns) for turns in ("few", "all"))
    assert [one.label for one in few] == [one.label for one in every]
    unlike = [place for place in range(len(faces)) if names[place // 4] in ("1m", "7p", "3s", "1z", "6z", "1s", "3m")]
    assert [few[place].turn for place in unlike] == [every[place].turn for place in unlike]


@pytest.mark.parametrize("name", ["5m", "0m", "5p", "0p", "5s", "0s", "5z", BACK])
def test_what_only_a_tint_tells_apart_is_never_read_at_one_look(classifier: Classifier, name: str) -> None:
    face = [on_felt(name, FELTS[0])]
    (few,), (every,) = classifier.classify(face, turns="few"), classifier.classify(face, turns="all")
    assert few.log_probs == pytest.approx(every.log_probs, abs=1e-3)


def test_an_upright_drawn_face_is_read_without_turning(classifier: Classifier) -> None:
    read = classifier.classify([on_felt(name, FELTS[0]) for name in NAMES], turns="upright")
    assert [one.label for one in read] == list(NAMES)


@pytest.mark.parametrize("name", ["1m", "7p", "3s", "1z", "6z", "1s"])
def test_the_turn_of_an_unlike_face_is_found(classifier: Classifier, name: str) -> None:
    upright = on_felt(name, FELTS[0])
    clockwise = [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE]
    read = classifier.classify([upright, *(cv2.rotate(upright, turn) for turn in clockwise)])
    assert [one.turn for one in read] == [0, 3, 2, 1]


def test_small_faces_are_read(classifier: Classifier) -> None:
    names = [name for name in NAMES if name != "5z"]
    read = classifier.classify([on_felt(name, FELTS[0], width_px=26) for name in names])
    assert sum(one.label == name for one, name in zip(read, names, strict=True)) >= len(names) - 1


def test_the_card_reports_the_measured_sets() -> None:
    card = read_card(shipped_model_path())
    assert card.labels == LABELS
    sets = card.metrics["sets"]
    assert sets["hk_trays"]["right"] >= 0.98
    assert sets["hk_trays"]["wrong_among_sure"] <= 0.02
    assert sets["photos: fives made red"]["right"] >= 0.97


def test_the_model_is_small() -> None:
    assert shipped_model_path().stat().st_size < 3_000_000


def test_the_model_names_no_place_it_was_made_at() -> None:
    content = shipped_model_path().read_bytes()
    assert b"network.py" not in content
    assert b"site-packages" not in content
