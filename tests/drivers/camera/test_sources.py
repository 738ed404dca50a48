"""Folders, films and devices as cameras: what they give, and the one line they give up with."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.camera import CameraConfig, CameraEndedError, CameraError, SourceKind, open_source
from drivers.camera.pace import Pace


class Ticking:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now_ms = 0.0

    def __call__(self) -> float:
        return self.now_ms


def picture(level: int, size: tuple[int, int] = (48, 32)) -> Any:
    return np.full((size[1], size[0], 3), level, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, level in (("b.png", 100), ("a.png", 50), ("c.jpg", 150)):
        cv2.imwrite(str(tmp_path / name), picture(level))
    (tmp_path / "labels.json").write_text("{}")
    return tmp_path


def levels(config: CameraConfig, count: int) -> list[int]:
    source = open_source(config)
    try:
        frames = [source.read(0.5) for _ in range(count)]
        return [round(float(frame.image.mean()), -1) for frame in frames if frame is not None]
    finally:
        source.close()


def test_a_folder_gives_its_pictures_in_the_order_of_their_names(folder: Path) -> None:
    assert levels(CameraConfig("top", SourceKind.FOLDER, str(folder)), 3) == [50, 100, 150]


def test_a_folder_ends_or_starts_again(folder: Path) -> None:
    with pytest.raises(CameraEndedError, match=r"^camera top: all pictures of .* have been read$"):
        levels(CameraConfig("top", SourceKind.FOLDER, str(folder)), 4)
    assert levels(CameraConfig("top", SourceKind.FOLDER, str(folder), loop=True), 5) == [50, 100, 150, 50, 100]


def test_frames_are_stamped_on_the_clock_that_was_given_and_numbered(folder: Path) -> None:
    clock = Ticking()
    source = open_source(CameraConfig("top", SourceKind.FOLDER, str(folder)), clock)
    clock.now_ms = 1234.5
    first, second = source.read(0), source.read(0)
    source.close()
    assert first is not None
    assert second is not None
    assert (first.camera, first.number, first.t_ms) == ("top", 1, 1234.5)
    assert second.number == 2
    assert first.image.shape == (32, 48, 3)


def test_a_picture_that_is_none_is_named(folder: Path) -> None:
    (folder / "a.png").write_bytes(b"nonsense")
    with pytest.raises(CameraError, match=r"^camera top: .*a\.png is no picture that can be read$"):
        levels(CameraConfig("top", SourceKind.FOLDER, str(folder)), 1)


def test_a_rate_holds_pictures_back(folder: Path) -> None:
    clock = Ticking()
    source = open_source(CameraConfig("top", SourceKind.FOLDER, str(folder), fps=2), clock)
    assert source.read(0) is not None
    clock.now_ms = 499
    assert source.read(0) is None
    clock.now_ms = 501
    assert source.read(0) is not None
    source.close()


def test_late_pictures_are_not_caught_up() -> None:
    clock = Ticking()
    pace = Pace(10, clock)
    pace.step()
    clock.now_ms = 1_000
    assert pace.wait(0)
    pace.step()
    assert not pace.wait(0)


def test_a_stopped_pace_does_not_wait() -> None:
    pace = Pace(0.001, Ticking())
    pace.step()
    threading.Timer(0.01, pace.stop).start()
    assert not pace.wait(60)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 1000.0, (48, 32))
    for level in (50, 100, 150):
        writer.write(picture(level))
    writer.release()
    return path


def test_a_film_gives_its_frames_and_ends(film: Path) -> None:
    assert levels(CameraConfig("top", SourceKind.VIDEO, str(film)), 3) == [50, 100, 150]
    with pytest.raises(CameraEndedError, match=r"film .* is over$"):
        levels(CameraConfig("top", SourceKind.VIDEO, str(film)), 4)


def test_a_film_can_start_again(film: Path) -> None:
    assert levels(CameraConfig("top", SourceKind.VIDEO, str(film), loop=True), 5) == [50, 100, 150, 50, 100]


MISSING: list[tuple[Callable[[Path], CameraConfig], str]] = [
    (lambda p: CameraConfig("top", SourceKind.DEVICE, "/dev/video-that-is-not"), "is not there: plug the camera in"),
    (lambda p: CameraConfig("top", SourceKind.DEVICE, str(p)), "is no device"),
    (lambda p: CameraConfig("top", SourceKind.FOLDER, str(p / "none")), "folder .* is not there"),
    (lambda p: CameraConfig("top", SourceKind.FOLDER, str(p)), "holds no pictures"),
    (lambda p: CameraConfig("top", SourceKind.VIDEO, str(p / "none.mp4")), "film .* is not there"),
    (lambda p: CameraConfig("top", SourceKind.SIMULATED, str(p / "none")), "no simulator at"),
]


@pytest.mark.parametrize(("config", "message"), MISSING)
def test_what_is_not_there_gives_one_clear_line(
    config: Callable[[Path], CameraConfig], message: str, tmp_path: Path
) -> None:
    with pytest.raises(CameraError, match=message) as caught:
        open_source(config(tmp_path))
    assert str(caught.value).startswith("camera top: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_film_gives_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"nonsense" * 100)
    with pytest.raises(CameraError, match=r"^camera top: .* cannot be opened as film or stream$"):
        open_source(CameraConfig("top", SourceKind.VIDEO, str(path)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": ""}, "a name and a place"),
        ({"where": ""}, "a name and a place"),
        ({"fps": 0.0}, "fps 0 is no rate"),
        ({"fps": float("nan")}, "is no rate"),
        ({"width_px": 3}, "width_px 3 is no size"),
        ({"height_px": 99_999}, "height_px 99999 is no size"),
    ],
)
def test_senseless_configurations_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(CameraError, match=message):
        CameraConfig(**({"name": "top", "kind": SourceKind.FOLDER, "where": "x"} | values))
