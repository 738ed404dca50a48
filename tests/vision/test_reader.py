"""A zone's plain tiles, looked at again: beside sure faces they are settled, alone they stay unsure."""

from functools import partial

import numpy as np
import pytest

from referee.tiles.names import BACK
from tests.vision.tabletop import Camera, Lying, render
from tests.vision.test_paper import CARD, answer
from vision.locate import OutlineLocator
from vision.model_file import MARGIN
from vision.paper import settle_plain
from vision.reader import Part, ZoneReader
from vision.zones import Zone

ROW = Zone("wall:A", "cam", ((-70.0, -60.0), (70.0, -60.0), (70.0, 40.0), (-70.0, 40.0)))
CAMERA = Camera(scale=2.0, tilt=4)
WHITE = Lying("5z", -50, -20)
FACES = [Lying("3p", -28, -20), Lying("4s", -6, -20), Lying("2m", 16, -20)]


class DoubtsPlainTiles:
    """Knows a face by its ink alone: what is plain may be a white dragon or a back."""

    def __init__(self) -> None:
        self.faces = 0

    def classify(self, faces, *, turns="all"):
        self.faces += len(faces)
        return [answer({"3p": 0.99}) if np.ptp(inner(face), axis=(0, 1)).max() > 90 else DOUBT for face in faces]


DOUBT = answer({"5z": 0.6, BACK: 0.38})


def inner(face):
    height, width = face.shape[:2]
    return face[height // 3 : -height // 3, width // 3 : -width // 3].astype(int)


def again(tiles, *, beside):
    """The plain tile after a second look, and how many faces that look took."""
    classifier = DoubtsPlainTiles()
    settle = partial(settle_plain, card=CARD)
    reader = ZoneReader(ROW, CAMERA.calibration(), classifier, MARGIN, OutlineLocator(), settle)
    image = render(CAMERA, tiles, noise=1.0)
    whole = reader.read_part(image, Part(ROW.bounds_upright(), lambda corners: True)).tiles
    (plain,) = [tile for tile in whole if tile.reading.label == "5z"]
    assert not plain.reading.sure
    before = classifier.faces
    others = [tile for tile in whole if tile is not plain] if beside else []
    (looked,) = reader.look_again(image, [plain], others)
    return looked.reading, classifier.faces - before


def test_a_blank_face_is_settled_by_the_faces_beside_it():
    reading, _ = again([WHITE, *FACES], beside=True)
    assert (reading.label, reading.sure) == ("5z", True)
    assert reading.confidence > 0.8


def test_alone_it_stays_unsure():
    assert not again([WHITE, *FACES], beside=False)[0].sure


def test_no_more_faces_are_read_than_are_needed():
    assert again([WHITE, *FACES], beside=True)[1] == 1 + len(FACES)
    assert again([WHITE, *FACES], beside=False)[1] == 1


@pytest.mark.parametrize("bgr", [(0, 0, 0), (70, 110, 40), (255, 255, 255)])
def test_nothing_is_read_where_nothing_is_outlined(bgr):
    classifier = DoubtsPlainTiles()
    reader = ZoneReader(ROW, CAMERA.calibration(), classifier, MARGIN)
    image = np.full((CAMERA.size[1], CAMERA.size[0], 3), bgr, np.uint8)
    assert reader.read(image) == ()
    assert classifier.faces == 0
