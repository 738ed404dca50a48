"""What is said of a calibration: from facts, and from real files and pictures of a tray."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from drivers.simulator.layout import TRAY_MM
from referee.daemon.camera_settings import CameraSettings
from referee.daemon.doctor.calibration import (
    CalibrationFacts,
    findings_of_calibration,
    look_at_calibration,
    references_of,
)
from tests.referee.daemon.doctor.told import by_what
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, lit, moved, of_width, tray_zones
from vision.condition import Condition, Finding
from vision.rectify import Picture
from vision.reference import make_reference
from vision.reference_file import reference_path, save_reference
from vision.setup import CameraSetup, save_setup

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CONFIG = Path("house.yaml")
WELL = (Finding(),) * 3
GOOD = CalibrationFacts(
    "overhead",
    Path("overhead.yaml"),
    made=NOW - timedelta(days=3),
    size=(1920, 1080),
    wanted_size=(1920, 1080),
    zones=("river:A",),
    has_reference=True,
    tells_moves=True,
    looks=WELL,
)
AGAIN = "junanaho calibrate --config house.yaml --camera overhead"
MOVED = Finding(Condition.MOVED, {"mm": 6.0, "px": 9.0})
NUDGED = Finding(Condition.NUDGED, {"mm": 1.1, "px": 2.0})


def looked(*looks: Finding) -> CalibrationFacts:
    return replace(GOOD, looks=looks)


CASES = [
    (GOOD, "calibration", "ok", "overhead.yaml is of 1920x1080 pictures, 3 days old"),
    (replace(GOOD, made=NOW), "calibration", "ok", "made today"),
    (replace(GOOD, made=NOW + timedelta(days=1)), "calibration", "ok", "dated in the future"),
    (replace(GOOD, made=NOW - timedelta(days=900)), "calibration", "ok", "900 days old"),
    (
        replace(GOOD, made=NOW - timedelta(days=900), tells_moves=False),
        "calibration",
        "warning",
        "nothing tells whether it still holds",
    ),
    (replace(GOOD, is_there=False), "calibration", "stop", f"overhead.yaml is not there: calibrate it: {AGAIN}"),
    (replace(GOOD, error="overhead.yaml line 3: points: field required"), "calibration", "stop", AGAIN),
    (replace(GOOD, wanted_size=(1280, 720)), "calibration", "stop", "the configuration wants 1280x720"),
    (replace(GOOD, wanted_size=None), "calibration", "ok", "1920x1080"),
    (replace(GOOD, zones=()), "zones", "warning", "so nothing will be read"),
    (GOOD, "view", "ok", "it sees what it saw"),
    (looked(), "view", "ok", "no picture was taken"),
    (looked(MOVED, MOVED, Finding()), "view", "stop", "moved by 6.0 mm and not read: put it back, or calibrate"),
    (looked(MOVED, Finding(), Finding()), "view", "ok", "it sees what it saw"),
    (looked(NUDGED), "view", "warning", "shifted by 1.1 mm"),
    (looked(Finding(Condition.HIDDEN)), "view", "stop", "sees nothing of its view"),
    (looked(Finding(Condition.SWAPPED, {"other": "tray-A"})), "view", "stop", "shows the view of tray-A"),
    (looked(Finding(Condition.DARK, {"percent": 40})), "view", "warning", "too dark: 40 %"),
    (looked(Finding(Condition.BLURRED, {"percent": 40})), "view", "warning", "out of focus: 40 %"),
    (replace(GOOD, has_reference=False, tells_moves=False), "view", "warning", "nobody notices when it is moved"),
    (replace(GOOD, tells_moves=False), "view", "warning", "leave four printed markers on the table"),
    (
        replace(GOOD, reference_error="/x/o.reference.npz: is no reference of a camera: calibrate it, or delete it"),
        "view",
        "stop",
        "/x/o.reference.npz: is no reference of a camera",
    ),
]


@pytest.mark.parametrize(("facts", "what", "level", "words"), CASES)
def test_facts_become_findings(facts: CalibrationFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_calibration(facts, NOW, CONFIG))[what]
    assert (finding.area, finding.level) == ("camera overhead", level)
    assert words in finding.text


@pytest.mark.parametrize("condition", [one for one in Condition if one is not Condition.WELL])
def test_every_condition_has_words_and_a_remedy(condition: Condition) -> None:
    facts = looked(Finding(condition, dict.fromkeys(("mm", "percent", "other", "size", "expected"), 1)))
    finding = by_what(findings_of_calibration(facts, NOW, CONFIG))["view"]
    assert finding.level == ("stop" if condition.is_blocking else "warning")
    assert f"camera.{condition}" not in finding.text
    assert "junanaho calibrate" not in finding.remedy, "its own remedy, not the general one"


VIEW = of_width(TRAY_VIEW, 640)


def tray(folder: Path, picture: Picture, name: str = "tray-A") -> CameraSettings:
    calibration, zones = calibrated(VIEW.pose, name, TRAY_MM), tray_zones(name)
    path = folder / f"{name}.yaml"
    save_setup(CameraSetup(calibration, zones), path)
    save_reference(make_reference(picture, calibration, zones), reference_path(path))
    return CameraSettings(name=name, kind="folder", where=str(folder), calibration=path)


@pytest.mark.parametrize(
    ("view", "level", "word"),
    [
        (VIEW, "ok", "well"),
        (moved(VIEW, x_mm=6.0), "stop", "moved"),
        (lit(VIEW, level=0.4), "warning", "dark"),
        (of_width(TRAY_VIEW, 480), "stop", "other_size"),
        (lit(VIEW, level=0.0), "stop", "black"),
    ],
    ids=["well", "moved", "dark", "smaller", "black"],
)
def test_pictures_are_held_against_the_reference(view, level: str, word: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    camera = tray(tmp_path, empty_picture(VIEW))
    facts = look_at_calibration(camera, [empty_picture(view, seed=2)], {})
    finding = by_what(findings_of_calibration(facts, NOW, CONFIG))["view"]
    assert (finding.level, finding.facts["condition"]) == (level, word)


def test_files_that_are_broken(tmp_path: Path) -> None:
    picture = empty_picture(VIEW)
    camera, other = tray(tmp_path, picture), tray(tmp_path, picture, "tray-B")
    reference_path(camera.calibration).write_bytes(b"PK\3\4 no such thing")
    facts = look_at_calibration(camera, [picture], {})
    assert "is no reference of a camera" in facts.reference_error
    assert set(references_of([camera, other])) == {"tray-B"}
    camera.calibration.write_text("version: 1\ncamera: tray-A\n")
    assert "image_size" in look_at_calibration(camera, [picture], {}).error
    camera.calibration.unlink()
    assert not look_at_calibration(camera, [picture], {}).is_there
    assert references_of([camera]) == {}
