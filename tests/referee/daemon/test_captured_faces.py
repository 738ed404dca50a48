"""The folder of captured faces: what is kept, what makes room, and that no end of the program breaks it."""

import json
import os
import random
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.daemon.captured_face import (
    GIVEN,
    GIVEN_HELD_OUT,
    CapturedFacesError,
    CaptureLimits,
    Face,
    Said,
    captured,
    surplus,
)
from referee.daemon.captured_faces import CapturedFaces

ROOT = Path(__file__).resolve().parents[3]
MONDAY, TUESDAY, WEDNESDAY = ("2026-06-01T10:00:00+00:00", "2026-06-02T10:00:00+00:00", "2026-06-03T10:00:00+00:00")


def face(label: str = "1s", said: Said = Said.CORRECTED, camera: str = "overhead", size: int = 100) -> Face:
    read = label if said is Said.CAMERA else "2p"
    return Face(b"\xff\xd8" + bytes(size - 2), (19, 26, 57, 78), label, said, camera, read, 0.75, False, "ab" * 32)


def test_a_kept_face_is_found_again_with_all_that_was_known_of_it(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path / "faces")
    assert store.faces() == ()
    assert store.keep([face(), face("0p", Said.CAMERA)], MONDAY) == 2
    bird, five = store.faces()
    assert (bird.label, bird.said, bird.read, bird.confidence) == ("1s", Said.CORRECTED, "2p", 0.75)
    assert (bird.series, bird.at, bird.camera, bird.model) == ("2026-06-01-overhead", MONDAY, "overhead", "ab" * 32)
    assert (five.label, five.number) == ("0p", 2)
    assert (tmp_path / "faces" / "captured" / bird.file).read_bytes() == face().picture


def test_only_this_user_can_read_what_may_be_a_hidden_hand(tmp_path: Path) -> None:
    os.umask(os.umask(0))
    CapturedFaces(tmp_path / "faces").keep([face()], MONDAY)
    for path in (tmp_path / "faces").rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_some_days_of_every_camera_are_held_out_and_no_series_is_in_both_parts(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path)
    store.keep([face()], MONDAY)
    assert store.held_out() == frozenset()  # a single series is trained on
    store.keep([face(camera="tray-A"), face(camera="tray-B")], MONDAY)
    assert store.held_out() == {"2026-06-01-tray-A"}
    for day in (TUESDAY, WEDNESDAY):
        store.keep([face(camera=camera) for camera in ("tray-B", "overhead", "tray-A")], day)
    split = json.loads((tmp_path / "split.json").read_text())
    train, held_out = (set(split[part]["captured"]) for part in ("train", "validation"))
    assert held_out == {"2026-06-01-tray-A", "2026-06-02-overhead", "2026-06-03-tray-B"}
    assert not train & held_out
    assert train | held_out == {one.series for one in store.faces()}


def test_pictures_that_a_person_labelled_are_trained_on_unless_they_are_to_check_with(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path)
    for day in (MONDAY, TUESDAY, WEDNESDAY):
        store.keep([face(said=Said.GIVEN, camera=camera) for camera in (GIVEN, GIVEN_HELD_OUT)], day)
    assert store.held_out() == {f"{day[:10]}-pictures-held-out" for day in (MONDAY, TUESDAY, WEDNESDAY)}


def test_what_a_person_corrected_outlasts_what_was_read_anyway(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path, CaptureLimits(most_per_label=3, most_read_per_series=9))
    store.keep([face(said=Said.CAMERA), face(said=Said.CORRECTED), face(said=Said.CONFIRMED)], MONDAY)
    store.keep([face(said=Said.CAMERA), face(said=Said.CAMERA), face("2s", Said.CAMERA)], TUESDAY)
    kept = [(one.label, one.said) for one in store.faces()]
    assert kept == [
        ("1s", Said.CORRECTED), ("1s", Said.CONFIRMED), ("1s", Said.CAMERA), ("2s", Said.CAMERA)
    ]  # fmt: skip
    assert [one.at for one in store.faces() if one.said is Said.CAMERA] == [TUESDAY, TUESDAY]
    assert len(list((tmp_path / "captured").glob("*.jpg"))) == 4


def test_one_day_of_one_camera_adds_few_of_what_is_read_anyway(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path, CaptureLimits(most_read_per_series=2))
    assert store.keep([face(said=Said.CAMERA)] * 5 + [face(said=Said.CONFIRMED)] * 5, MONDAY) == 7
    assert store.keep([face(said=Said.CAMERA)] * 5, MONDAY) == 0
    assert store.keep([face(said=Said.CAMERA)] * 5, TUESDAY) == 2


@given(
    st.lists(st.tuples(st.sampled_from(("1s", "2s")), st.sampled_from(Said), st.integers(10, 5_000)), max_size=30),
    st.integers(1, 6),
    st.integers(100, 9_000),
)
def test_limits_hold_and_nothing_is_dropped_for_something_worth_less(
    given_faces: list[tuple[str, Said, int]], most: int, most_bytes: int
) -> None:
    faces = [
        captured(face(label, said, size=size), number, MONDAY) for number, (label, said, size) in enumerate(given_faces)
    ]
    dropped = surplus(faces, CaptureLimits(most, most_bytes))
    for label in ("1s", "2s"):
        kept = [one for one in faces if one.label == label and one.file not in dropped]
        assert len(kept) <= most
        assert sum(one.bytes for one in kept) <= most_bytes
        gone = [one for one in faces if one.label == label and one.file in dropped]
        if kept and gone:
            assert max((one.worth, one.number) for one in gone) < min((one.worth, one.number) for one in kept)


def test_faces_are_removed_by_name_and_a_strange_name_removes_nothing(tmp_path: Path) -> None:
    store = CapturedFaces(tmp_path)
    store.keep([face(), face("2s")], MONDAY)
    with pytest.raises(CapturedFacesError, match=r"no face '9s-000009\.jpg'"):
        store.remove(["1s-000001.jpg", "9s-000009.jpg"])
    store.remove(["1s-000001.jpg"])
    assert [one.file for one in store.faces()] == ["2s-000002.jpg"]


def test_an_unknown_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CapturedFacesError, match="'8z' is no label"):
        CapturedFaces(tmp_path).keep([face("8z")], MONDAY)


@pytest.mark.parametrize("text", ["{", "[]", '{"1s-000001.jpg": {}}', '{"strange": {"tiles": []}}'])
def test_a_damaged_list_is_one_line_and_nothing_is_written_over_it(tmp_path: Path, text: str) -> None:
    store = CapturedFaces(tmp_path)
    store.keep([face()], MONDAY)
    labels = tmp_path / "captured" / "labels.json"
    labels.write_text(text)
    for act in (store.faces, lambda: store.keep([face()], MONDAY)):
        with pytest.raises(CapturedFacesError, match=r"labels\.json") as error:
            act()
        assert "\n" not in str(error.value)
    assert labels.read_text() == text


def test_a_full_disk_is_one_line_and_the_folder_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CapturedFaces(tmp_path)
    store.keep([face()], MONDAY)
    before = store.faces()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CapturedFacesError, match="No space left"):
        store.keep([face("2s")], MONDAY)
    monkeypatch.undo()
    assert store.faces() == before
    store.keep([face("3s")], MONDAY)
    assert not list((tmp_path / "captured").glob("*.part"))


WRITER = """
import sys
from pathlib import Path
from tests.referee.daemon.test_captured_faces import MONDAY, face
from referee.daemon.captured_face import CaptureLimits
from referee.daemon.captured_faces import CapturedFaces
store = CapturedFaces(Path(sys.argv[1]), CaptureLimits(most_per_label=6))
print("ready", flush=True)
while True:
    store.keep([face(label, size=3000) for label in ("1s", "2s", "3s")], MONDAY)
"""


def test_a_program_that_is_killed_at_any_instant_leaves_a_whole_folder(tmp_path: Path) -> None:
    chance = random.Random(5)
    for _ in range(6):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT)
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(chance.uniform(0.02, 0.25))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        faces = CapturedFaces(tmp_path).faces()
        for one in faces:
            assert (tmp_path / "captured" / one.file).stat().st_size == one.bytes
    CapturedFaces(tmp_path).keep([face("4s")], TUESDAY)
    faces = CapturedFaces(tmp_path).faces()
    assert {path.name for path in (tmp_path / "captured").glob("*.jpg")} == {one.file for one in faces}
    assert not list(tmp_path.rglob("*.part"))
