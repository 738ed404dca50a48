"""`junanaho capture`: what is told of the faces, and faces added out of pictures and removed by hand."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.daemon.captured_face import Face, Said
from referee.daemon.captured_faces import CapturedFaces
from referee.daemon.cli import run
from referee.tiles.faces import png

MONDAY = "2026-06-01T10:00:00+00:00"


def drawn(label: str, height: int = 160) -> np.ndarray:
    """A drawn face as it fills a picture."""
    face = cv2.imdecode(np.frombuffer(png(label, height), np.uint8), cv2.IMREAD_UNCHANGED)
    alpha = face[..., 3:] / 255.0
    return (face[..., :3] * alpha + np.array((60.0, 110, 40)) * (1 - alpha)).astype(np.uint8)


def table(labels: list[str], height: int = 64) -> np.ndarray:
    """Faces in a row on felt."""
    picture = np.full((height * 3, 400, 3), (60, 110, 40), np.uint8)
    left = 40
    for label in labels:
        face = drawn(label, height)
        picture[height : height + face.shape[0], left : left + face.shape[1]] = face
        left += face.shape[1]
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return (picture + noise).clip(0, 255).astype(np.uint8)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    def face(label: str, said: Said, read: str, camera: str = "overhead") -> Face:
        return Face(b"\xff\xd8", (1, 1, 2, 2), label, said, camera, read, 0.9, True, "ab" * 32)

    faces = [
        face("1s", Said.CORRECTED, "2p"),
        face("1s", Said.CORRECTED, "2p", "tray-A"),
        face("1s", Said.CORRECTED, "other"),
        face("2p", Said.CAMERA, "2p"),
        face("2p", Said.CONFIRMED, "2p"),
    ]
    CapturedFaces(tmp_path / "faces").keep(faces, MONDAY)
    return tmp_path / "faces"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert run([*arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_summary_counts_labels_corrections_and_confusions(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = told(capsys, "capture", "summary", "--folder", str(kept))
    assert found["faces"] == 5
    assert found["said"] == {"camera": 1, "confirmed": 1, "corrected": 3, "given": 0}
    assert found["corrected_share"] == pytest.approx(0.6)
    assert found["labels"]["1s"] == {"faces": 3, "held_out": 1, "corrected": 3, "bytes": 6}  # type: ignore[index]
    assert found["confusions"] == [
        {"label": "1s", "read": "2p", "count": 2},
        {"label": "1s", "read": "other", "count": 1},
    ]


def test_the_summary_for_people(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert run(["capture", "summary", "--folder", str(kept)]) == 0
    out = capsys.readouterr().out
    assert "5 faces" in out
    assert "a person corrected 60.0% of what cameras read" in out
    assert "1s was read as 2p: 2" in out
    assert run(["capture", "summary", "--folder", str(kept / "none")]) == 0
    assert "0 faces" in capsys.readouterr().out


def test_faces_are_listed_by_label_and_by_who_said_so(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = told(capsys, "capture", "list", "--folder", str(kept), "--label", "1s", "--said", "corrected")
    assert [(one["file"], one["read"], one["held_out"]) for one in listed] == [
        ("1s-000001.jpg", "2p", False), ("1s-000002.jpg", "2p", True), ("1s-000003.jpg", "other", False)
    ]  # fmt: skip


def test_faces_are_removed_by_name(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (told_,) = told(capsys, "capture", "remove", "1s-000001.jpg", "2p-000004.jpg", "--folder", str(kept))
    assert (told_["removed"], told_["left"]) == (2, 3)


def test_a_picture_of_one_face_is_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "five.png"), drawn("5p"))
    cv2.imwrite(str(tmp_path / "lying.png"), np.ascontiguousarray(np.rot90(drawn("5p"))))
    images = [str(tmp_path / name) for name in ("five.png", "lying.png")]
    (added,) = told(capsys, "capture", "add", *images, "--label", "5p", "--face", "--folder", str(tmp_path / "faces"))
    assert added["added"] == 2
    store = CapturedFaces(tmp_path / "faces")
    assert {(one.label, one.said, one.series[10:]) for one in store.faces()} == {("5p", Said.GIVEN, "-pictures")}
    for one in store.faces():
        picture = cv2.imread(str(tmp_path / "faces" / "captured" / one.file))
        assert picture.shape[0] > picture.shape[1]  # upright or upside down


def test_tiles_in_a_picture_get_their_labels_in_reading_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "row.png"), table(["1m", "5p", "7z"]))
    arguments = ("capture", "add", str(tmp_path / "row.png"), "--folder", str(tmp_path / "faces"))
    (added,) = told(capsys, *arguments, "--label", "1m5p7z", "--held-out")
    assert (added["added"], added["read"]) == (3, ["1m", "5p", "7z"])
    store = CapturedFaces(tmp_path / "faces")
    assert [one.label for one in store.faces()] == ["1m", "5p", "7z"]
    assert {one.series for one in store.faces()} == store.held_out()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("add", "row.png", "--label", "1m5p"), "row.png: shows 3 tiles, but 2 labels are given"),
        (("add", "row.png", "--label", "1m"), "cut it to the tile and say --face"),
        (("add", "row.png", "--label", "1m5p", "--face"), "2 labels, but with --face"),
        (("add", "row.png", "--label", "8z"), "8z"),
        (("add", "none.png", "--label", "1m"), "none.png"),
        (("list", "--said", "nobody"), "--said is 'nobody'"),
        (("remove", "1s-000001.jpg"), "there is no face"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    cv2.imwrite(str(tmp_path / "row.png"), table(["1m", "5p", "7z"]))
    given = [str(tmp_path / one) if one.endswith(".png") else one for one in arguments]
    assert run(["capture", *given, "--folder", str(tmp_path / "faces")]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert not list((tmp_path / "faces").rglob("*.jpg"))
