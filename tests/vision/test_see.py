"""Pictures without a calibration, through the shipped models; with one, through a comparison with the drawn faces."""

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import Camera, Lying, face, render
from tests.vision.templates import MARGIN, TemplateClassifier
from vision import model_file
from vision.classify import Classifier
from vision.errors import PictureError
from vision.layout import Layout
from vision.locate_model import LocatorModel
from vision.picture_file import picture_paths, read_picture, write_picture
from vision.see import Seer, draw
from vision.setup import CameraSetup
from vision.zones import Zone

ROW = ("1m", "7z", "5p", "9s", "3p", "6m", "2z", "8s")


def row_of(labels, y=0.0, pitch=19.6, angle=0.0):
    return [Lying(label, (place - (len(labels) - 1) / 2) * pitch, y, angle) for place, label in enumerate(labels)]


@pytest.fixture(scope="module")
def seer():
    return Seer(Classifier(threads=2), model_file.MARGIN, LocatorModel(threads=2))


@pytest.mark.parametrize("tilt", [0, 25], ids=["from-above", "aslant"])
def test_rows_in_reading_order(seer, tilt):
    camera = Camera((900, 640), scale=2.0, tilt=tilt)
    tiles = row_of(ROW, -30) + row_of(("4p", "1z", "0s", "2m"), 6)
    sight = seer.see(render(camera, tiles, noise=1.5))
    rows = {row: [tile.label for tile in sight.tiles if tile.row == row] for row in (0, 1)}
    assert rows == {0: list(ROW), 1: ["4p", "1z", "0s", "2m"]}
    assert sight.warnings == ()
    assert set(sight.ms) == {"locate", "classify", "total"}


def test_polygons_start_at_the_tiles_own_top_left(seer):
    camera = Camera((700, 500), scale=2.0)
    tiles = row_of(("1m", "2m", "3m"), angle=180.0)
    sight = seer.see(render(camera, tiles, noise=1.5))
    assert [tile.label for tile in sight.tiles] == ["1m", "2m", "3m"]
    for tile, lying in zip(sight.tiles, tiles, strict=True):
        own = camera.project(lying.corners(), 16.0)
        assert np.abs(np.asarray(tile.polygon) - own).max() < 5


def test_an_empty_table_and_noise_hold_no_tile(seer):
    camera = Camera()
    assert seer.see(render(camera, [])).tiles == ()
    noise = np.random.default_rng(3).integers(0, 256, (240, 320, 3)).astype(np.uint8)
    assert seer.see(noise).tiles == ()
    assert seer.see(np.zeros((3, 2, 3), np.uint8)).tiles == ()


def test_a_row_cut_out_tightly(seer):
    camera = Camera((900, 400), scale=2.2)
    image = render(camera, row_of(ROW), noise=1.5)
    corners = camera.project(np.array([[-79.0, -13.5], [79.0, 13.5]]), 16.0).round().astype(int)
    cut = image[corners[0, 1] : corners[1, 1], corners[0, 0] : corners[1, 0]]
    sight = seer.see(cut, Layout.ROW)
    assert [tile.label for tile in sight.tiles] == list(ROW)
    assert {tile.row for tile in sight.tiles} == {0}


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("border", [0, 40], ids=["tight", "on-felt"])
def test_one_face_in_any_quarter_turn(seer, turns, border):
    picture = face("7m")
    alpha = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * alpha + np.array((60, 100, 40)) * (1 - alpha)).astype(np.uint8)
    framed = cv2.copyMakeBorder(flat, border, border, border, border, cv2.BORDER_CONSTANT, value=(60, 100, 40))
    turned = np.ascontiguousarray(np.rot90(framed, -turns))
    sight = seer.see(turned, Layout.TILE)
    (tile,) = sight.tiles
    assert tile.label == "7m"
    corners = np.asarray(tile.polygon)
    middle = np.array(turned.shape[1::-1]) / 2
    # the tile's own top left, turned clockwise with the picture
    quadrant = {0: (-1, -1), 1: (1, -1), 2: (1, 1), 3: (-1, 1)}[turns]
    assert np.sign(corners[0] - middle) == pytest.approx(quadrant)
    if border:
        assert corners.min() > border / 2


def test_five_copies_are_a_warning_and_are_not_bent(seer):
    camera = Camera((900, 500), scale=2.2)
    sight = seer.see(render(camera, row_of(("3p",) * 5), noise=1.5))
    assert [tile.label for tile in sight.tiles] == ["3p"] * 5
    assert any("5 copies of 3p" in warning for warning in sight.warnings)


def test_with_a_calibration_the_zones_are_read():
    camera = Camera((800, 600), scale=2.0)
    calibration = camera.calibration()
    zones = (
        Zone("indicator", "cam", ((-90.0, -60.0), (-50.0, -60.0), (-50.0, -20.0), (-90.0, -20.0))),
        Zone("river:A", "cam", ((-40.0, -20.0), (100.0, -20.0), (100.0, 60.0), (-40.0, 60.0))),
    )
    image = render(camera, [Lying("2z", -70, -40), Lying("1m", -20, 0), Lying("9p", 0, 0), Lying("5s", -20, 30)])
    seer = Seer(TemplateClassifier(), MARGIN, LocatorModel(), CameraSetup(calibration, zones))
    assert [(tile.label, tile.row) for tile in seer.see(image).tiles] == [("2z", 0), ("1m", 1), ("9p", 1), ("5s", 2)]
    whole = Seer(TemplateClassifier(), MARGIN, LocatorModel(), CameraSetup(calibration))
    assert len(whole.see(image).tiles) == 4
    small = image[::2, ::2]
    with pytest.raises(PictureError, match="calibrated at 800x600"):
        seer.see(small)


def test_the_drawing_shows_what_was_found(seer):
    camera = Camera()
    image = render(camera, row_of(("1m", "2m")))
    tiles = seer.see(image).tiles
    drawn = draw(image, tiles)
    assert drawn.shape == image.shape
    assert (drawn != image).any()
    assert (draw(image, ()) == image).all()


def test_pictures_on_disk(tmp_path):
    picture = np.full((20, 30, 3), 128, np.uint8)
    write_picture(tmp_path / "b.png", picture)
    write_picture(tmp_path / "a.jpg", picture)
    (tmp_path / "notes.txt").write_text("no picture")
    assert [path.name for path in picture_paths([tmp_path])] == ["a.jpg", "b.png"]
    assert (read_picture(tmp_path / "b.png") == picture).all()


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "no picture"), (b"GIF89a nonsense", "no picture"), (b"\xff\xd8\xff\xe0" + b"x" * 50, "no picture")],
)
def test_what_is_no_picture_is_one_clear_line(tmp_path, content, message):
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=message) as caught:
        read_picture(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_not_there(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(PictureError, match="no such file"):
        picture_paths([tmp_path / "gone.jpg"])
    with pytest.raises(PictureError, match="holds no picture"):
        picture_paths([tmp_path / "empty"])
    with pytest.raises(PictureError, match="name ends in"):
        write_picture(tmp_path / "x.txt", np.zeros((4, 4, 3), np.uint8))
