"""The classifier answers for the faces it is given, and says clearly when it cannot work."""

import hashlib
import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.tiles.names import LABELS
from vision.classify import Classifier
from vision.model_file import ModelFileError, read_card, shipped_model_path


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture
def copied_model(tmp_path: Path) -> Path:
    source = shipped_model_path()
    for suffix in (".onnx", ".json"):
        shutil.copy(source.with_suffix(suffix), tmp_path / f"tiles{suffix}")
    return tmp_path / "tiles.onnx"


def white_tile(width: int = 80, height: int = 108) -> np.ndarray:
    picture = np.full((height, width, 3), (60, 110, 40), np.uint8)
    cv2.rectangle(picture, (6, 8), (width - 7, height - 9), (240, 246, 248), -1)
    return picture


def test_nothing_to_read_gives_nothing(classifier: Classifier) -> None:
    assert classifier.classify([]) == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("strength", [8, 30, 70])
def test_grey_noise_is_no_sure_face(classifier: Classifier, seed: int, strength: int) -> None:
    noise = np.random.default_rng(seed).normal(128, strength, (70, 52, 3)).clip(0, 255).astype(np.uint8)
    (answer,) = classifier.classify([noise])
    assert answer.label == "other" or not answer.sure


@pytest.mark.parametrize("grey", [0, 60, 128, 200, 255])
def test_an_empty_surface_is_no_sure_tile(classifier: Classifier, grey: int) -> None:
    (answer,) = classifier.classify([np.full((64, 48, 3), grey, np.uint8)])
    assert answer.label == "other" or not answer.sure


def test_probabilities_are_those_of_all_labels(classifier: Classifier) -> None:
    (answer,) = classifier.classify([white_tile()])
    assert answer.log_probs.shape == (len(LABELS),)
    assert answer.log_probs.dtype == np.float32
    assert np.exp(answer.log_probs).sum() == pytest.approx(1, abs=1e-4)
    assert answer.confidence == pytest.approx(float(np.exp(answer.log_probs.max())))
    assert LABELS[int(answer.log_probs.argmax())] == answer.label


def test_the_turn_of_the_crop_does_not_change_the_reading(classifier: Classifier) -> None:
    face = cv2.GaussianBlur(white_tile(64, 64), (3, 3), 0)
    cv2.putText(face, "F", (20, 45), cv2.FONT_HERSHEY_SIMPLEX, 1, (30, 120, 40), 3)
    answers = classifier.classify([np.ascontiguousarray(np.rot90(face, turn)) for turn in range(4)])
    for answer in answers[1:]:
        assert answer.label == answers[0].label
        assert answer.confidence == pytest.approx(answers[0].confidence, abs=1e-4)
    assert [(answer.turn - answers[0].turn) % 4 for answer in answers] == [0, 1, 2, 3]


def test_an_upright_face_needs_no_turn(classifier: Classifier) -> None:
    (answer,) = classifier.classify([white_tile()], turns="upright")
    assert answer.turn == 0


def test_answers_do_not_depend_on_the_batch(classifier: Classifier) -> None:
    faces = [white_tile(40 + size, 50 + size) for size in range(0, 90, 30)]
    together = classifier.classify(faces)
    alone = [classifier.classify([face])[0] for face in faces]
    for one, other in zip(together, alone, strict=True):
        assert one.log_probs == pytest.approx(other.log_probs, abs=1e-3)


def test_more_faces_than_one_run_takes_are_all_read(classifier: Classifier) -> None:
    assert len(classifier.classify([white_tile()] * 70)) == 70


@pytest.mark.parametrize(
    "face",
    [np.zeros((20, 20), np.uint8), np.zeros((20, 20, 4), np.uint8), np.zeros((20, 20, 3), np.float32),
     np.zeros((0, 20, 3), np.uint8)],
)  # fmt: skip
def test_what_is_no_bgr_picture_is_refused(classifier: Classifier, face: np.ndarray) -> None:
    with pytest.raises(ValueError, match="BGR"):
        classifier.classify([face])


def test_the_card_belongs_to_the_shipped_model() -> None:
    card = read_card(shipped_model_path())
    assert card.labels == LABELS
    assert 0.5 < card.sure_threshold < 1


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"none\.onnx: cannot read the tile model"):
        Classifier(tmp_path / "none.onnx")


def test_a_missing_card_is_named(copied_model: Path) -> None:
    copied_model.with_suffix(".json").unlink()
    with pytest.raises(ModelFileError, match=r"tiles\.json: the card of the tile model is missing"):
        Classifier(copied_model)


def test_a_model_that_is_not_the_cards_is_refused(copied_model: Path) -> None:
    copied_model.write_bytes(copied_model.read_bytes() + b"\0")
    with pytest.raises(ModelFileError, match="is not the model that"):
        Classifier(copied_model)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": ["1m"]}, "labels"),
        ({"temperature": "warm"}, "not a model card"),
        ({"temperature": 0}, "out of range"),
    ],
)
def test_a_wrong_card_is_refused(copied_model: Path, change: dict[str, object], message: str) -> None:
    card = copied_model.with_suffix(".json")
    card.write_text(json.dumps({**json.loads(card.read_text()), **change}))
    with pytest.raises(ModelFileError, match=message):
        Classifier(copied_model)


def test_what_onnxruntime_cannot_load_is_one_line(copied_model: Path) -> None:
    copied_model.write_bytes(b"no model")
    card = copied_model.with_suffix(".json")
    digest = hashlib.sha256(b"no model").hexdigest()
    card.write_text(json.dumps({**json.loads(card.read_text()), "sha256": digest}))
    with pytest.raises(ModelFileError) as caught:
        Classifier(copied_model)
    assert "\n" not in str(caught.value)
