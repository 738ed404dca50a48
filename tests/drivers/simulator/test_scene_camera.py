"""What a simulated camera delivers: tiles where they were put, noise by seed and number, changes in place."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from drivers.simulator.layout import MARKER_SIZE_MM, MARKERS_MM, OVERHEAD, TABLE_MM
from drivers.simulator.scene import HandOver, PlacedTile, Scene, SceneError
from drivers.simulator.scene_camera import Optics, SceneCamera, View
from drivers.simulator.scene_faces import DrawnFaces, PhotographedFaces
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_surface import Surface
from referee.tiles.faces import FACES

Image = NDArray[np.uint8]

POSE = CameraPose.above(124.0, (384, 224), tilt_deg=6.0, distance_mm=700.0)
SMALL = Surface(200.0, 150.0)
PERFECT = Optics(blur_px=0, noise=0, jpeg_quality=0, flicker=0)
TILES = (
    PlacedTile(1, "1m", -30, -20, 3),
    PlacedTile(2, "0p", -10, -20, -2),
    PlacedTile(3, "7s", 10.0, -18, 0),
    PlacedTile(4, "5z", 32, 15, 90),
    PlacedTile(5, "1s", -25, 20, 180, face_up=False),
)


@pytest.fixture(scope="module")
def camera() -> SceneCamera:
    return SceneCamera(View(POSE, SMALL), seed=4)


@pytest.fixture(scope="module")
def perfect() -> SceneCamera:
    return SceneCamera(View(POSE, SMALL, optics=PERFECT), seed=4)


def changed(one: Image, other: Image) -> NDArray[np.intp]:
    """Pixels that differ: (n, 2) as x, y."""
    rows, columns = np.nonzero((one.astype(int) != other).any(axis=2))
    return np.column_stack([columns, rows])


def test_frames_have_the_size_of_the_camera_and_are_their_owners(camera: SceneCamera) -> None:
    frame = camera.frame(Scene(TILES), 1)
    assert frame.shape == (224, 384, 3)
    assert frame.dtype == np.uint8
    frame[:] = 0
    assert camera.frame(Scene(TILES), 1).mean() > 20


def test_the_same_seed_and_number_give_the_same_frame(camera: SceneCamera) -> None:
    twin = SceneCamera(View(POSE, SMALL), seed=4)
    stranger = SceneCamera(View(POSE, SMALL), seed=5)
    scene = Scene(TILES, (HandOver(20, 40),))
    assert np.array_equal(camera.frame(scene, 7), twin.frame(scene, 7))
    assert not np.array_equal(camera.frame(scene, 7), camera.frame(scene, 8))
    assert not np.array_equal(camera.frame(scene, 7), stranger.frame(scene, 7))


def test_noise_is_of_the_size_of_a_sensors(camera: SceneCamera) -> None:
    scene = Scene(TILES)
    difference = camera.frame(scene, 1).astype(float) - camera.frame(scene, 2)
    assert 1.5 < difference.std() < 6


place = st.builds(
    PlacedTile,
    id=st.integers(1, 6),
    label=st.sampled_from(["1m", "9p", "1s", "0s", "back"]),
    x_mm=st.floats(-70, 70),
    y_mm=st.floats(-45, 45),
    angle_deg=st.floats(-180, 180),
    face_up=st.booleans(),
)
scenes = st.builds(
    Scene,
    st.lists(place, max_size=5, unique_by=lambda tile: tile.id).map(tuple),
    st.lists(st.builds(HandOver, st.floats(-60, 60), st.floats(-40, 90), st.floats(-60, 60)), max_size=1).map(tuple),
)


# not shrunk when it fails: that would render for minutes
@settings(max_examples=10, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.lists(scenes, min_size=2, max_size=4))
def test_a_frame_does_not_depend_on_the_frames_before(history: list[Scene]) -> None:
    # the camera repaints only what changed: after any history it has to show what a new one shows
    view = View(CameraPose.above(124.0, (200, 120), tilt_deg=6.0, distance_mm=700.0), Surface(140.0, 90.0))
    used, fresh = SceneCamera(view), SceneCamera(view)
    for number, scene in enumerate(history):
        last = used.frame(scene, number)
    assert np.array_equal(last, fresh.frame(history[-1], len(history) - 1))


@pytest.mark.parametrize("tile", [PlacedTile(1, "1m", -20, 10, 0), PlacedTile(1, "1m", 35, -18, 27)])
def test_a_face_is_where_its_corners_are_projected(tile: PlacedTile, tmp_path: Path) -> None:
    # a magenta field in the middle of the face, with a green spot towards its top: both are easy to find again
    picture = np.full((260, 190, 3), 235, np.uint8)
    picture[52:208, 38:152] = (200, 0, 200)
    picture[62:92, 80:110] = (0, 220, 0)
    (tmp_path / "1m").mkdir()
    cv2.imwrite(str(tmp_path / "1m" / "a.png"), picture)
    faces = PhotographedFaces(tmp_path, allow_drawn=True)
    frame = SceneCamera(View(POSE, SMALL, optics=PERFECT), faces).frame(Scene((tile,)), 1)

    def on_face(points: list[tuple[float, float]]) -> NDArray[np.float64]:
        turn = np.radians(tile.angle_deg)
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        flat = np.asarray(points) @ rotation + [tile.x_mm, tile.y_mm]
        return POSE.project(np.column_stack([flat, np.full(len(flat), 16.0)]))

    blue, green, red = (frame[..., channel].astype(int) for channel in range(3))
    field = ((blue > green + 60) & (red > green + 60)).astype(np.uint8)
    spot = ((green > red + 60) & (green > blue + 60)).astype(np.uint8)
    rectangle = cv2.boxPoints(cv2.minAreaRect(cv2.findNonZero(field)))
    for corner in on_face([(-5.7, -7.8), (5.7, -7.8), (5.7, 7.8), (-5.7, 7.8)]):
        assert np.linalg.norm(rectangle - corner, axis=1).min() < 1.6
    rows, columns = np.nonzero(spot)
    assert [columns.mean(), rows.mean()] == pytest.approx(on_face([(0.0, -5.3)])[0], abs=0.8)


def test_swapping_two_labels_changes_pixels_there_and_nowhere_else(camera: SceneCamera) -> None:
    first, third = TILES[0], TILES[2]
    swapped = (PlacedTile(1, third.label, first.x_mm, first.y_mm, first.angle_deg), *TILES[1:2])
    swapped += (PlacedTile(3, first.label, third.x_mm, third.y_mm, third.angle_deg), *TILES[3:])
    pixels = changed(camera.frame(Scene(TILES), 1), camera.frame(Scene(swapped), 1))
    centres = POSE.project([(tile.x_mm, tile.y_mm) for tile in (first, third)])
    distances = np.linalg.norm(pixels[:, None] - centres[None], axis=2)
    assert (distances.min(axis=0) < 30).all()
    assert distances.min(axis=1).max() < 95  # half a tile's diagonal, and as far as compression carries it


def test_a_hand_covers_what_lies_below_it(perfect: SceneCamera) -> None:
    tile = PlacedTile(1, "7z", 0, -10)
    bare, covered = perfect.frame(Scene((tile,)), 1), perfect.frame(Scene((tile,), (HandOver(0, 0),)), 1)
    other = perfect.frame(Scene((PlacedTile(1, "6z", 0, -10),), (HandOver(0, 0),)), 1)
    x, y = POSE.project([(0, -8, 16)])[0].round().astype(int)
    spot = (slice(y - 8, y + 8), slice(x - 8, x + 8))
    assert np.abs(bare[spot].astype(int) - covered[spot]).mean() > 20
    assert np.array_equal(covered[spot], other[spot])  # nothing of the face shines through
    assert np.array_equal(perfect.frame(Scene((tile,)), 1), bare)  # and the hand leaves no trace


def test_a_tile_face_down_shows_its_back_and_not_its_label(perfect: SceneCamera) -> None:
    down = perfect.frame(Scene((PlacedTile(1, "7z", 0, 0, face_up=False),)), 1)
    assert np.array_equal(down, perfect.frame(Scene((PlacedTile(1, "1s", 0, 0, face_up=False),)), 1))
    blue, _, red = down[112, 192].astype(int)
    assert red > blue + 60  # amber


def test_a_tile_throws_a_soft_shadow_away_from_the_lamp(perfect: SceneCamera) -> None:
    empty, one = (perfect.frame(scene, 1).astype(float).mean(axis=2) for scene in (Scene(), Scene(TILES[2:3])))
    lamp_side = POSE.project([(TILES[2].x_mm, TILES[2].y_mm - 13.0 - 1.5)])[0].round().astype(int)
    far_side = POSE.project([(TILES[2].x_mm, TILES[2].y_mm + 13.0 + 3.0)])[0].round().astype(int)
    darker = [empty[y, x] - one[y, x] for x, y in (lamp_side, far_side)]
    assert darker[1] > 5
    assert darker[1] > darker[0]


def test_tiles_outside_the_picture_change_nothing(perfect: SceneCamera) -> None:
    empty = perfect.frame(Scene(), 1)
    assert np.array_equal(perfect.frame(Scene((PlacedTile(1, "1m", 500, 0),), (HandOver(0, 900),)), 1), empty)


def test_the_printed_markers_are_found_where_they_are_projected() -> None:
    surface = Surface(*TABLE_MM, markers_mm=MARKERS_MM, marker_size_mm=MARKER_SIZE_MM)
    frame = SceneCamera(View(OVERHEAD, surface)).frame(Scene(), 1)
    finely = cv2.aruco.DetectorParameters()
    finely.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), finely)
    corners, ids, _ = detector.detectMarkers(frame)
    assert ids is not None
    assert sorted(int(number) for number in ids.flatten()) == [0, 1, 2, 3]
    for number, found in zip(ids.flatten(), corners, strict=True):
        corners_mm = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * MARKER_SIZE_MM / 2 + MARKERS_MM[int(number)]
        assert np.abs(found[0] - OVERHEAD.project(corners_mm)).max() < 0.8


@pytest.fixture
def photographs(tmp_path: Path) -> Path:
    for number, label in enumerate(FACES):
        (tmp_path / label).mkdir()
        for copy in range(3):
            picture = np.full((130, 95, 3), (number * 6, 255 - number * 6, 60 + copy * 90), np.uint8)
            cv2.imwrite(str(tmp_path / label / f"{copy}.{'png' if copy else 'jpg'}"), picture)
    return tmp_path


def test_photographed_faces_are_used_one_per_tile(photographs: Path) -> None:
    faces = PhotographedFaces(photographs, seed=1)
    colours = [tuple(faces.face("3p", tile_id, 80).bgra[40, 30, :3]) for tile_id in range(20)]
    assert len(set(colours)) == 3
    assert colours == [
        tuple(PhotographedFaces(photographs, seed=1).face("3p", i, 80).bgra[40, 30, :3]) for i in range(20)
    ]
    frame = SceneCamera(View(POSE, SMALL, optics=PERFECT), faces).frame(Scene((PlacedTile(1, "3p", 0, 0),)), 1)
    assert int(frame[105, 192, 1]) > int(frame[105, 192, 0]) + 40  # as green as the picture


def test_labels_without_photographs_are_named_or_drawn(photographs: Path) -> None:
    for label in ("0s", "back"):
        for path in (photographs / label).iterdir():
            path.unlink()
    with pytest.raises(SceneError, match=r"no picture of 0s, back: add some or allow drawn ones$"):
        PhotographedFaces(photographs)
    faces = PhotographedFaces(photographs, allow_drawn=True)
    assert np.array_equal(faces.face("0s", 1, 80).bgra, DrawnFaces().face("0s", 1, 80).bgra)


def test_a_faces_folder_that_is_not_there_and_a_broken_picture_are_refused(photographs: Path) -> None:
    with pytest.raises(SceneError, match="is not there"):
        PhotographedFaces(photographs / "none")
    for path in (photographs / "1m").iterdir():
        path.write_bytes(b"nonsense")
    with pytest.raises(SceneError, match=r"1m/.* is no picture"):
        PhotographedFaces(photographs).face("1m", 1, 80)
