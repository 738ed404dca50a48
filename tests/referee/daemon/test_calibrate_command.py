"""`junanaho calibrate`: what it writes and prints, by markers and by corners, and one line for every mistake."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from drivers.simulator.layout import TRAY_MARKER_SIZE_MM, TRAY_MARKERS_MM
from referee.daemon.cli import run
from tests.vision.hall_views import TRAY_VIEW, empty_picture, of_width
from vision.errors import CalibrationError
from vision.reference_file import load_reference, reference_path
from vision.setup import CameraSetup, load_setup, save_setup
from vision.zones import Zone

VIEW = of_width(TRAY_VIEW, 960)
TRUE = VIEW.pose.project(TRAY_MARKERS_MM)
HEIGHT = f"{VIEW.pose.position_mm[2]:.1f}"
CORNERS = " ".join(f"{x:.1f},{y:.1f}" for x, y in TRUE)
MARKERS = [part for number, (x, y) in enumerate(TRAY_MARKERS_MM) for part in ("--marker", f"{number}={x:g},{y:g}")]
BY_MARKERS = [*MARKERS, "--marker-size", f"{TRAY_MARKER_SIZE_MM:g}"]
BY_CORNERS = ["--corners", CORNERS, "--size", "372x212"]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("photo") / "tray.png"
    cv2.imwrite(str(path), empty_picture(VIEW))
    return str(path)


def house(tmp_path: Path, photo: str, more: str = "") -> Path:
    """A configuration with a camera that plays a folder of one picture."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "1.png").write_bytes(Path(photo).read_bytes())
    path = tmp_path / "house.yaml"
    path.write_text(
        f"cameras:\n- name: tray-A\n  kind: folder\n  where: {folder}\n  calibration: tray-A.yaml\n"
        f"  height_mm: {HEIGHT}\n  zones: tray:A\n{more}",
        encoding="utf-8",
    )
    return path


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["calibrate", *arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer: dict[str, object] = json.loads(line)
    return answer


def off_by(path: Path) -> float:
    """How far the file's points are from the true ones, in pixels."""
    return float(np.abs(load_setup(path).calibration.points_px - TRUE).max())


@pytest.mark.parametrize(("how", "most_px"), [(BY_MARKERS, 0.3), (BY_CORNERS, 0.06)], ids=["markers", "corners"])
def test_a_picture_becomes_a_calibration_and_a_reference(
    how: list[str], most_px: float, photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tray-A.yaml"
    answer = answered(capsys, photo, "--out", str(out), *how, "--height", HEIGHT, "--zones", "tray:A")
    assert (answer["camera"], answer["file"], answer["remarks"]) == ("tray-A", str(out), [])
    assert answer["zones"] == [{"name": name, "inside": True} for name in ("wall:A", "hand:A", "pool:A")]
    assert float(str(answer["tile_px"])) > 35
    assert int(str(answer["anchors"])) >= 8
    assert off_by(out) < most_px
    setup = load_setup(out)
    assert setup.calibration.faces_above_points_mm == 16.0
    assert load_reference(reference_path(out), setup.calibration) is not None
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tray-A.reference.npz", "tray-A.yaml"]


def test_people_get_lines_and_remedies(photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", photo, "--out", str(tmp_path / "a.yaml"), *BY_CORNERS]) == 0
    text = capsys.readouterr().out
    assert "a: saved to" in text
    assert "! There are no zones yet" in text
    assert "! The height of the lens is not known" in text


def test_the_zones_of_a_file_are_kept(photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.yaml"
    answered(capsys, photo, "--out", str(out), *BY_CORNERS)
    own = Zone("wall:A", "a", ((-100.0, -50.0), (100.0, -50.0), (100.0, 50.0), (-100.0, 50.0)), 0, 2, 17)
    save_setup(CameraSetup(load_setup(out).calibration, (own,)), out)
    answered(capsys, photo, "--out", str(out), *BY_MARKERS)
    assert load_setup(out).zones == (own,)
    answered(capsys, photo, "--out", str(out), *BY_MARKERS, "--zones", "tray:B")
    assert [zone.name for zone in load_setup(out).zones] == ["wall:B", "hand:B", "pool:B"]


def test_the_height_of_a_file_is_kept_too(photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.yaml"
    answered(capsys, photo, "--out", str(out), *BY_CORNERS, "--height", HEIGHT)
    before = load_setup(out).calibration
    answered(capsys, photo, "--out", str(out), *BY_CORNERS)
    assert load_setup(out).calibration == before
    answered(capsys, photo, "--out", str(out), *BY_CORNERS, "--faces-above", "0")
    assert load_setup(out).calibration.faces_above_points_mm == 0.0


def test_the_camera_of_a_configuration_takes_the_picture_itself(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = "\n".join(f"    - {{id: {number}, mm: [{x}, {y}]}}" for number, (x, y) in enumerate(TRAY_MARKERS_MM))
    path = house(tmp_path, photo, f"  markers:\n    size_mm: {TRAY_MARKER_SIZE_MM}\n    places:\n{places}\n")
    answer = answered(capsys, "--config", str(path))
    assert answer["remarks"] == []
    assert off_by(tmp_path / "tray-A.yaml") < 0.3
    # and the daemon takes what was written
    assert run(["config", "check", str(path)]) == 0


def test_a_reference_that_does_not_belong_is_told_by_config_check(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = house(tmp_path, photo)
    answered(capsys, "--config", str(path), *BY_CORNERS)
    out = tmp_path / "tray-A.yaml"
    out.write_text(out.read_text().replace(f"{TRUE[0][0]:.1f}", "99.0"), encoding="utf-8")
    assert run(["config", "check", str(path)]) == 1
    assert "belongs to another calibration" in capsys.readouterr().out


def test_a_sheet_of_markers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "markers.svg"
    answer = answered(capsys, "--print-markers", str(sheet), *BY_MARKERS)
    assert answer["places_mm"] == {str(number): list(place) for number, place in enumerate(TRAY_MARKERS_MM)}
    assert "each black square 20 mm" in sheet.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "o.yaml"], "PICTURE is missing"),
        (["PHOTO"], "--out FILE is missing"),
        (["PHOTO", "--out", "o.yaml"], "by what?"),
        (["PHOTO", "--out", "o.yaml", "--corners", CORNERS], "--size WIDTHxDEPTH"),
        (["PHOTO", "--out", "o.yaml", "--corners", "1,2 3,4 5", "--size", "1x1"], "'5' is no point"),
        (["PHOTO", "--out", "o.yaml", "--corners", "1,2 3,4", "--size", "1x1"], "four corners are needed"),
        (["PHOTO", "--out", "o.yaml", "--corners", CORNERS, "--size", "372"], "--size '372'"),
        (["PHOTO", "--out", "o.yaml", "--corners", CORNERS, "--size", "0x5"], "--size '0x5'"),
        (["PHOTO", "--out", "o.yaml", *MARKERS], "--marker-size MM is missing"),
        (["PHOTO", "--out", "o.yaml", *MARKERS[:6], "--marker-size", "20"], "at least four"),
        (["PHOTO", "--out", "o.yaml", "--marker", "0:1,2", "--marker-size", "20"], "--marker '0:1,2'"),
        (["PHOTO", "--out", "o.yaml", *BY_MARKERS, "--dictionary", "9x9_1"], "dictionary '9x9_1'"),
        (["PHOTO", "--out", "o.yaml", *BY_CORNERS, "--zones", "tray:Q"], "--zones 'tray:Q'"),
        (["PHOTO", "--out", "o.yaml", *BY_CORNERS, "--height", "-5"], "--height -5"),
        (["PHOTO", "--out", "o.yaml", *BY_CORNERS, "--height", "50"], "camera_height_mm 50 does not fit"),
        (["none.png", "--out", "o.yaml", *BY_CORNERS], "none.png"),
        (["PHOTO", "--out", "nowhere/o.yaml", *BY_CORNERS], "cannot be written"),
        (["--config", "none.yaml"], "none.yaml"),
        (["--print-markers", "m.pdf"], ".svg or .png"),
        (["--print-markers", "m.svg", "--marker-size", "200"], "do not fit"),
        (["PHOTO", "--out", "o.yaml", "--serve"], "--size WIDTHxDEPTH"),
    ],
)
def test_every_mistake_is_one_line(
    arguments: list[str], words: str, photo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [photo if part == "PHOTO" else part for part in arguments]
    assert run(["calibrate", *given]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert words in line
    assert not list(tmp_path.iterdir())


def test_of_several_cameras_one_is_to_be_named(photo: str, tmp_path: Path, capsys) -> None:
    path = house(tmp_path, photo)
    text = path.read_text()
    second = text.removeprefix("cameras:\n").replace("tray-A", "tray-B")
    path.write_text(text + second)
    assert run(["calibrate", "--config", str(path), *BY_CORNERS]) == 2
    assert "--camera NAME is missing: the configuration has tray-A, tray-B" in capsys.readouterr().err
    assert run(["calibrate", "--config", str(path), "--camera", "tray-C", *BY_CORNERS]) == 2
    assert "has tray-A, tray-B" in capsys.readouterr().err


def test_trays_that_look_alike_are_told(photo: str, tmp_path: Path, capsys) -> None:
    path = house(tmp_path, photo)
    path.write_text(path.read_text() + path.read_text().removeprefix("cameras:\n").replace("tray-A", "tray-B"))
    (tmp_path / "pictures").rename(tmp_path / "shared")
    path.write_text(path.read_text().replace(str(tmp_path / "pictures"), str(tmp_path / "shared")))
    answered(capsys, "--config", str(path), "--camera", "tray-A", *BY_CORNERS)
    answer = answered(capsys, "--config", str(path), "--camera", "tray-B", *BY_CORNERS)
    (remark,) = answer["remarks"]
    assert (remark["code"], remark["facts"]) == ("looks_alike", {"other": "tray-A"})


def test_a_file_that_cannot_be_read_is_not_overwritten(photo: str, tmp_path: Path, capsys) -> None:
    out = tmp_path / "a.yaml"
    out.write_text("zones: [", encoding="utf-8")
    assert run(["calibrate", photo, "--out", str(out), *BY_CORNERS]) == 2
    assert "a.yaml" in capsys.readouterr().err
    with pytest.raises(CalibrationError):
        load_setup(out)
    assert out.read_text() == "zones: ["


def test_the_page_is_served_until_it_is_told_to_end(photo: str, tmp_path: Path) -> None:
    out = tmp_path / "tray-A.yaml"
    arguments = ["calibrate", photo, "--out", str(out), "--size", "372x212", "--serve", "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            with httpx.Client(base_url=address.partition("cameras")[0], follow_redirects=True) as client:
                assert client.get(address).status_code == 200
                frozen = client.post("/api/cameras/tray-A/picture").json()
                assert (frozen["width"], frozen["height"]) == (960, 540)
                picked = {"picture": frozen["id"], "corners": TRUE.tolist(), "save": True}
                assert client.post("/api/cameras/tray-A/corners", json=picked).json()["saved"] is True
        finally:
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert f"tray-A: saved to {out}" in rest
    assert off_by(out) < 0.02
