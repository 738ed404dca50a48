"""The tile faces: complete, self-contained, the same as a fresh drawing, and told apart without colour."""

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import NAMES
from referee.tiles.errors import InputError
from referee.tiles.faces import FACES, UnknownFaceError, png, svg_text
from referee.tiles.faces.draw import drawn
from referee.tiles.faces.glyphs import FontMissingError, GlyphBook
from referee.tiles.faces.packaged import INDEX_FOLDER

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED_ELEMENTS = {f"{SVG}svg", f"{SVG}g", f"{SVG}path"}
ALLOWED_ATTRIBUTES = {
    "viewBox",
    "width",
    "height",
    "fill",
    "d",
    "transform",
    "stroke",
    "stroke-width",
    "stroke-linejoin",
}


def pixels(name: str, height_px: int, *, index: bool = False) -> NDArray[np.uint8]:
    data = np.frombuffer(png(name, height_px, index=index), np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    assert image is not None
    return np.asarray(image, np.uint8)


def grey(name: str, height_px: int = 49) -> NDArray[np.float64]:
    return cv2.cvtColor(pixels(name, height_px)[..., :3], cv2.COLOR_BGR2GRAY).astype(float)


def test_there_is_a_face_for_every_tile_and_the_back() -> None:
    assert set(FACES) == {*NAMES, "back"}
    assert len(FACES) == 38


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("name", FACES)
def test_faces_are_plain_drawings_that_refer_to_nothing(name: str, index: bool) -> None:
    root = ElementTree.fromstring(svg_text(name, index=index))
    assert root.get("viewBox") == "0 0 190 260"
    for element in root.iter():
        assert element.tag in ALLOWED_ELEMENTS
        assert set(element.attrib) <= ALLOWED_ATTRIBUTES
        assert not any("url(" in value or "://" in value for value in element.attrib.values())


def test_the_committed_files_are_what_the_program_draws() -> None:
    try:
        book = GlyphBook()
    except FontMissingError as error:
        pytest.skip(str(error))
    fresh = drawn(book)
    marks = {name for name in fresh if name.startswith(INDEX_FOLDER)}
    assert {name.removesuffix(".svg") for name in fresh if name not in marks} == set(FACES)
    stale = [name for name in FACES if svg_text(name) != fresh[f"{name}.svg"]]
    assert not stale, "draw them anew: python -m referee.tiles.faces.draw"
    for name in FACES:
        if name != "back":
            assert any(fresh[mark].strip() in svg_text(name, index=True) for mark in marks)


@pytest.mark.parametrize(("red", "plain"), [("0m", "5m"), ("0p", "5p"), ("0s", "5s")])
def test_a_red_five_differs_without_colour(red: str, plain: str) -> None:
    # 36 pixels wide, the smallest useful size on an overlay, seen in grey
    difference = np.abs(grey(red) - grey(plain))
    assert difference.mean() > 2
    dot = cv2.blur(difference, (4, 4)).max()  # somewhere a whole spot differs, not only the shade of the ink
    assert dot > 60


def test_faces_differ_from_each_other_in_grey_at_the_smallest_size() -> None:
    pictures = {name: cv2.blur(grey(name), (3, 3)) for name in FACES}
    for one, other in combinations(FACES, 2):
        assert np.abs(pictures[one] - pictures[other]).mean() > 1.5, (one, other)


def test_pictures_have_the_size_asked_for_and_clear_corners() -> None:
    image = pixels("1s", 520)
    assert image.shape == (520, 380, 4)
    assert image[0, 0, 3] == 0
    assert image[260, 190, 3] == 255


@pytest.mark.parametrize("name", ["1m", "0p", "3z", "7z"])
def test_the_corner_index_adds_ink_in_the_corner(name: str) -> None:
    corner = (slice(10, 60), slice(15, 55))
    without = pixels(name, 260)[corner][..., :3].astype(int)
    with_index = pixels(name, 260, index=True)[corner][..., :3].astype(int)
    assert (with_index.sum(axis=2) < 300).sum() > 80
    assert not np.array_equal(without, with_index)


def test_the_back_has_no_index() -> None:
    assert svg_text("back", index=True) == svg_text("back")


@pytest.mark.parametrize("name", ["10m", "other", "", "../1m", "8z"])
def test_an_unknown_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(UnknownFaceError, match=r"^no tile face is called .* or 'back'$"):
        svg_text(name)


@pytest.mark.parametrize("height_px", [0, -5, 100_000])
def test_a_senseless_size_is_refused(height_px: int) -> None:
    with pytest.raises(InputError, match="pixels tall"):
        png("1m", height_px)
