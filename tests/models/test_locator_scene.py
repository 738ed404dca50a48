"""Invented scenes: what is said of their tiles is what is painted."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from models.body import random_body
from models.invented import invented_glyphs
from models.locator_camera import View, random_view
from models.locator_layout import Placed, Stance, TileSize, random_layout, random_size
from models.locator_paint import Canvas, TileSet, back_of, paint_tiles, seen_part
from models.locator_pool import Mark, Sample, load_samples, save_samples
from models.locator_scene import SceneSource
from models.locator_windows import SIDE_PX, window
from models.scene import Scenery

SIZE = TileSize(20.0, 28.0, 16.0)


def from_above(scale: float = 2.0) -> View:
    """A camera far above the middle of a picture of 400 x 300."""
    far = 1e5
    projection = np.array([[far * scale, 0, -200, 200 * far], [0, far * scale, -150, 150 * far], [0, 0, -1, far]])
    return View(projection, np.array([0.0, 0, far]))


def red_faces() -> TileSet:
    rng = np.random.default_rng(0)
    body = random_body(rng)
    face = np.full((96, 72, 3), (0, 0, 255), np.uint8)
    return TileSet([face], back_of(body, rng), body, 0.6, outlined=False)


def test_the_face_is_painted_where_its_corners_are_said_to_be() -> None:
    canvas = Canvas(np.full((300, 400, 3), 90, np.uint8))
    tile = Placed(30.0, -20.0, SIZE.thickness / 2, 0.3, Stance.FACE_UP)
    corners, seen = paint_tiles(canvas, [tile], SIZE, red_faces(), from_above(), np.random.default_rng(1))
    assert seen[0] > 0.9
    mask = np.zeros((300, 400), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners[0]).astype(np.int32), 1)
    red = (canvas.picture[..., 2] > 150) & (canvas.picture[..., 0] < 80)
    assert (red & (mask > 0)).sum() > 0.85 * mask.sum()
    assert (red & (mask == 0)).sum() < 0.05 * mask.sum()
    edge = corners[0][1] - corners[0][0]
    assert np.degrees(np.arctan2(edge[1], edge[0])) == pytest.approx(np.degrees(0.3), abs=0.5)


def test_what_is_hidden_is_not_seen() -> None:
    canvas = Canvas(np.full((300, 400, 3), 90, np.uint8))
    tile = Placed(0.0, 0.0, SIZE.thickness / 2, 0.0, Stance.FACE_UP)
    corners, _ = paint_tiles(canvas, [tile], SIZE, red_faces(), from_above(), np.random.default_rng(1))
    canvas.hide(np.array([[0.0, 0], [200, 0], [200, 300], [0, 300]]))
    assert seen_part(canvas, corners)[0] == pytest.approx(0.5, abs=0.06)


def test_a_tile_that_stands_shows_its_face_upright_and_not_mirrored() -> None:
    rng = np.random.default_rng(3)
    eye = np.array([0.0, 400.0, 120.0])
    ahead = -eye / np.linalg.norm(eye)
    right = np.array([1.0, 0, 0])
    axes = np.array([right, np.cross(right, ahead), ahead])
    inner = np.array([[600.0, 0, 200], [0, 600, 150], [0, 0, 1]])
    view = View(inner @ np.column_stack([axes, -axes @ eye]), eye)
    canvas = Canvas(np.full((300, 400, 3), 90, np.uint8))
    standing = Placed(0.0, 0.0, SIZE.length / 2, 0.0, Stance.STANDING)
    corners, seen = paint_tiles(canvas, [standing], SIZE, red_faces(), view, rng)
    assert seen[0] > 0.9
    assert (corners[0][3] - corners[0][0])[1] > 0  # its foot is below its head in the picture
    assert (corners[0][1] - corners[0][0])[0] > 0  # and it is not mirrored
    middle = corners[0].mean(axis=0).round().astype(int)
    blue, _, red = (int(value) for value in canvas.picture[middle[1], middle[0]])
    assert red > blue + 80


@pytest.mark.parametrize("seed", range(4))
def test_tiles_of_a_layout_do_not_lie_on_each_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = random_size(rng)
    tiles = random_layout(size, (600.0, 500.0), rng, crowded=True)
    assert tiles
    lying = [tile for tile in tiles if tile.stance is not Stance.STANDING and tile.z < size.thickness]
    boxes = [((tile.x, tile.y), (size.width * 0.9, size.length * 0.9), np.degrees(tile.angle)) for tile in lying]
    for place, box in enumerate(boxes):
        for other in boxes[:place]:
            if np.hypot(box[0][0] - other[0][0], box[0][1] - other[0][1]) < size.length:
                common = cv2.rotatedRectangleIntersection(box, other)[1]
                assert common is None or cv2.contourArea(common) < 0.12 * size.width * size.length


def test_views_see_tiles_in_the_wanted_size() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        view = random_view(20.0, 40.0, (800, 700), rng)
        edge = view.project(np.array([[-10.0, 0, 0], [10, 0, 0]]))
        assert 18 < np.linalg.norm(edge[1] - edge[0]) < 60


@pytest.fixture(scope="module")
def source() -> SceneSource:
    glyphs = list(invented_glyphs(1, np.random.default_rng(1)))
    return SceneSource(Scenery(glyphs), glyphs, [])


def test_the_same_seed_makes_the_same_scene(source: SceneSource) -> None:
    one, two = (source.scene(np.random.default_rng(8)) for _ in range(2))
    assert (one.picture == two.picture).all()
    assert (one.corners == two.corners).all()


def test_windows_keep_tiles_and_their_corners_together(source: SceneSource) -> None:
    """A picture with one bright tile: in every window the bright pixels are where the corners say."""
    picture = np.full((500, 600, 3), 30, np.uint8)
    corners = np.array([[[200.0, 200], [240, 200], [240, 254], [200, 254]]], np.float32)
    cv2.fillConvexPoly(picture, corners[0].astype(np.int32), (240, 240, 240))
    sample = Sample(np.empty(0, np.uint8), corners, np.array([Mark.FACE], np.int8), True, "invented")
    rng = np.random.default_rng(4)
    for _ in range(25):
        seen, quads, marks, _ = window(sample, picture, rng)
        assert seen.shape == (SIDE_PX, SIDE_PX, 3)
        if not len(quads) or marks[0] != Mark.FACE:
            continue
        mask = np.zeros(seen.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(quads[0]).astype(np.int32), 1)
        light = cv2.blur(seen, (3, 3)).max(axis=2).astype(float)
        assert light[mask > 0].mean() > light[cv2.dilate(mask, np.ones((9, 9))) == 0].mean() + 15


def test_saved_samples_are_read_back(tmp_path: Path) -> None:
    jpeg = cv2.imencode(".jpg", np.full((8, 8, 3), 70, np.uint8))[1].ravel()
    corners = np.arange(16, dtype=np.float32).reshape(2, 4, 2)
    samples = [
        Sample(jpeg, corners, np.array([1, 0], np.int8), False, "a/b"),
        Sample(jpeg, np.empty((0, 4, 2), np.float32), np.empty(0, np.int8), True, "invented"),
    ]
    save_samples(tmp_path / "some.npz", samples)
    first, second = load_samples(tmp_path / "some.npz")
    assert (first.corners == corners).all()
    assert first.marks.tolist() == [1, 0]
    assert (first.complete, first.series, len(second.marks), second.complete) == (False, "a/b", 0, True)
    assert first.picture().shape == (8, 8, 3)
