"""Blank white dragons and white backs are told apart by the faces beside them, and only by what these really say."""

import cv2
import numpy as np
import pytest

from referee.tiles.names import BACK, LABELS
from vision.classify import Classification
from vision.model_file import read_card, shipped_model_path
from vision.paper import settle_plain

CARD = read_card(shipped_model_path())
BODY = (225.0, 235.0, 240.0)
LAMPS = {"neutral": (1.0, 1.0, 1.0), "warm and dim": (0.45, 0.6, 0.7), "cold": (0.95, 0.85, 0.75)}
PLAIN = ("5z", BACK)


def face(colour: tuple[float, ...], lamp: tuple[float, ...], *, inked: bool) -> np.ndarray:
    picture = np.full((60, 44, 3), (40, 90, 30), np.uint8)
    cv2.rectangle(picture, (4, 5), (39, 54), colour, -1)
    if inked:
        cv2.rectangle(picture, (14, 18), (30, 42), (40, 40, 160), 3)
    return (picture * np.array(lamp)).clip(0, 255).astype(np.uint8)


def answer(chances: dict[str, float]) -> Classification:
    rest = (1 - sum(chances.values())) / (len(LABELS) - len(chances))
    probabilities = np.array([chances.get(label, rest) for label in LABELS])
    best = int(probabilities.argmax())
    sure = probabilities[best] > 0.9
    return Classification(
        LABELS[best], float(probabilities[best]), bool(sure), 0, np.log(probabilities, dtype=np.float32)
    )


def settled(
    plain: tuple[float, ...], lamp: tuple[float, ...], chances: dict[str, float], faces: int = 4
) -> Classification:
    pictures = [face(plain, lamp, inked=False)] + [face(BODY, lamp, inked=True)] * faces
    answers = [answer(chances)] + [answer({"3p": 0.99})] * faces
    places = np.column_stack([np.arange(faces + 1), np.zeros(faces + 1)])
    return settle_plain(pictures, answers, places, CARD)[0]


@pytest.mark.parametrize("lamp", LAMPS.values(), ids=LAMPS)
@pytest.mark.parametrize("chances", [{"5z": 0.5, BACK: 0.48}, {"5z": 0.3, BACK: 0.68}, {"5z": 0.8, BACK: 0.18}])
def test_the_lamp_cancels_out(lamp: tuple[float, ...], chances: dict[str, float]) -> None:
    blank = settled(BODY, lamp, chances)
    assert (blank.label, blank.sure) == ("5z", True)
    greenish = settled((205.0, 240.0, 205.0), lamp, chances)
    assert (greenish.label, greenish.sure) == (BACK, True)


def test_a_slight_tint_leaves_it_unsure() -> None:
    assert not settled((207.0, 235.0, 240.0), LAMPS["neutral"], {"5z": 0.5, BACK: 0.48}).sure


def test_without_faces_beside_it_nothing_is_settled() -> None:
    for faces in (0, 1):
        assert settled((205.0, 240.0, 205.0), LAMPS["neutral"], {"5z": 0.6, BACK: 0.38}, faces).label == "5z"


@pytest.mark.parametrize("chances", [{"5z": 0.9989, BACK: 0.0001}, {"3p": 0.7, "5z": 0.1, BACK: 0.1}])
def test_what_the_network_knows_is_left_alone(chances: dict[str, float]) -> None:
    before = answer(chances)
    after = settled((205.0, 240.0, 205.0), LAMPS["neutral"], chances)
    assert after.label == before.label
    assert after.log_probs == pytest.approx(before.log_probs)


def test_a_grey_back_is_not_taken_for_a_dragon_in_the_shade() -> None:
    assert settled((100.0, 104.0, 107.0), LAMPS["neutral"], {"5z": 0.2, BACK: 0.78}).label == BACK


def test_other_labels_keep_their_chances() -> None:
    before, after = answer({"5z": 0.5, BACK: 0.4}), settled(BODY, LAMPS["neutral"], {"5z": 0.5, BACK: 0.4})
    others = [place for place, label in enumerate(LABELS) if label not in PLAIN]
    assert after.log_probs[others] == pytest.approx(before.log_probs[others])
    assert np.exp(after.log_probs).sum() == pytest.approx(1, abs=1e-4)
