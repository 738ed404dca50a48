"""`junanaho doctor` as a whole: on good and broken houses, for people and for programs, beside a running daemon."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from drivers.simulator.frame_server import FrameServer
from drivers.simulator.layout import TRAY_MM
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_process import TwinProcess
from referee.daemon.cli import run
from referee.daemon.doctor import examine, stops
from tests.referee.daemon.house import House, run_house
from tests.vision.hall_views import TRAY_VIEW, calibrated, empty_picture, moved, of_width, tray_zones
from vision.reference import make_reference
from vision.reference_file import reference_path, save_reference
from vision.setup import CameraSetup, save_setup

VIEW = of_width(TRAY_VIEW, 640)
CAMERAS = """\
cameras:
- {{name: tray-A, kind: simulated, where: {folder}/frames, calibration: tray-A.yaml}}
- {{name: tray-B, kind: folder, where: {folder}/pictures, calibration: tray-B.yaml}}
"""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def cameras(tmp_path: Path) -> Iterator[str]:
    """Two calibrated cameras, one simulated and one a folder of pictures, as lines of a configuration."""
    picture = empty_picture(VIEW)
    for name in ("tray-A", "tray-B"):
        calibration, zones = calibrated(VIEW.pose, name, TRAY_MM), tray_zones(name)
        save_setup(CameraSetup(calibration, zones), tmp_path / f"{name}.yaml")
        save_reference(make_reference(picture, calibration, zones), reference_path(tmp_path / f"{name}.yaml"))
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "1.png"), picture)
    with FrameServer(tmp_path / "frames", {"tray-A": lambda _: picture}, fps=20.0):
        yield CAMERAS.format(folder=tmp_path)


def house(folder: Path, text: str) -> str:
    path = folder / "house.yaml"
    path.write_text(f"store: journal.sqlite\n{text}")
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> dict[tuple[str, str], dict[str, Any]]:
    """The findings of `doctor --json` by area and what."""
    assert run(["doctor", *arguments, "--json"]) == status
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert answer["ok"] == (status == 0)
    for finding in answer["findings"]:
        assert finding["good"] == (finding["level"] == "ok")
        assert finding["text"].startswith(finding["found"])
        assert finding["text"].endswith(finding["remedy"])
    return {(finding["area"], finding["what"]): finding for finding in answer["findings"]}


def test_a_whole_house_that_is_well(tmp_path: Path, cameras: str, capsys: pytest.CaptureFixture[str]) -> None:
    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin:
        table = f"table: {{kind: controller, port: {twin.port}, unit: twin-1}}\n"
        found = told(capsys, "--config", house(tmp_path, table + cameras), status=0)
    assert found["line", "answer"]["text"].startswith(f"twin-1 answers at {twin.port}: firmware twin")
    assert found["versions", "firmware"]["facts"]["unit"] == "twin-1"
    assert found["camera tray-A", "pictures"]["facts"]["size"] == [640, 360]
    assert found["camera tray-A", "pictures"]["facts"]["fps"] > 0
    assert "from a folder; it was read to its end" in found["camera tray-B", "pictures"]["text"]
    for camera in ("camera tray-A", "camera tray-B"):
        assert found[camera, "calibration"]["level"] == "ok"
    assert found["models", "reading"]["facts"]["right"] >= 34
    assert found["disk", "journal"]["level"] == "ok"
    assert not (tmp_path / "journal.sqlite").exists(), "looking makes nothing"
    assert {area for area, _ in found} == {
        "configuration",
        "line",
        "camera tray-A",
        "camera tray-B",
        "models",
        "rules",
        "disk",
        "clock",
        "fonts",
        "versions",
    }


def test_a_house_in_which_nothing_is_right(tmp_path: Path, cameras: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tray-A.yaml").unlink()
    cv2.imwrite(str(tmp_path / "pictures" / "1.png"), empty_picture(moved(VIEW, x_mm=6.0)))
    (tmp_path / "model.onnx").write_bytes(b"no network")
    (tmp_path / "rules.yaml").write_text("extends: happy\nminimum: huge\n")
    (tmp_path / "journal.sqlite").write_text("no journal")
    text = (
        "rules: rules.yaml\ntable: {kind: controller, port: /dev/ttyUSB99}\n"
        "recognition: {model: model.onnx}\n"
        "capture: {enabled: true, folder: rules.yaml}\n" + cameras
    )
    config = house(tmp_path, text)
    found = told(capsys, "--config", config, status=1)
    stopping = {place for place, finding in found.items() if finding["level"] == "stop"}
    assert stopping == {
        ("line", "answer"),
        ("camera tray-A", "calibration"),
        ("camera tray-B", "view"),
        ("models", "classifier"),
        ("rules", "rule set"),
        ("disk", "journal"),
    }
    assert found["line", "answer"]["text"].startswith("there is no port /dev/ttyUSB99: check cable, power")
    assert found["line", "name"]["level"] == "warning"
    assert "may be another device after the next plugging in" in found["line", "name"]["text"]
    assert f"--config {config} --camera tray-A" in found["camera tray-A", "calibration"]["remedy"]
    assert found["camera tray-B", "view"]["found"].startswith("moved by")
    assert "line 2: option minimum" in found["rules", "rule set"]["found"]
    assert found["disk", "captured faces"]["level"] == "warning"


@pytest.mark.usefixtures("plain")
def test_people_read_areas_levels_and_remedies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--config", house(tmp_path, "table: {kind: controller, port: /dev/ttyUSB99}\n")]) == 1
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("line")
    assert lines[place + 1].startswith("  warning  name: /dev/ttyUSB99 may be another device")
    assert lines[place + 2] == "           -> set table.port to its name under /dev/serial/by-id"
    assert lines[place + 3] == "  STOP     answer: there is no port /dev/ttyUSB99"
    assert lines[place + 4] == "           -> check cable, power and the configured name"
    assert lines[-1].startswith("1 thing stops a match; ")


@pytest.mark.usefixtures("plain")
def test_without_a_file_the_program_itself_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["doctor"]) == 0
    out = capsys.readouterr().out
    assert f"{tmp_path}/junanaho" in out
    assert "nothing stops a match" in out


def test_a_wrong_unit_is_told_with_both_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin:
        config = house(tmp_path, f"table: {{kind: controller, port: {twin.port}, unit: table-9}}\n")
        found = told(capsys, "--config", config, status=1)
    assert "the unit that answers is twin-1, the configuration expects table-9" in found["line", "answer"]["text"]
    assert ("versions", "firmware") not in found


@pytest.mark.parametrize(
    ("text", "what", "words"),
    [
        ("venue: [\n", "file", "line"),
        ("venue: Parlour\nweb: {port: 99999}\n", "web.port", "line 3: web.port"),
        ("tokens: {operator: same-token, referee: same-token}\n", "tokens", "line 2: tokens"),
    ],
    ids=["no YAML", "a value", "tokens"],
)
def test_a_broken_file_is_a_finding_and_the_rest_is_examined(
    text: str, what: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(capsys, "--config", house(tmp_path, text), status=1)
    finding = found["configuration", what]
    assert finding["level"] == "stop"
    assert words in finding["found"]
    assert found["models", "reading"]["level"] == "ok"


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--config", str(tmp_path / "none.yaml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_beside_a_running_daemon_nothing_fails_and_nothing_is_disturbed(tmp_path: Path) -> None:
    def guest(house: House) -> None:
        house.in_use()
        before = house.state()
        findings = list(examine(tmp_path / "house.yaml"))
        named = {(finding.area, finding.what): finding for finding in findings}
        assert not stops(findings)
        assert "driven by another junanaho already" in named["line", "answer"].found
        assert "a running junanaho keeps it" in named["disk", "journal"].found
        after = house.state()
        assert after["table"]["link_up"]
        assert after["table"]["state"] == before["table"]["state"]
        assert after["table"]["faults"] == []

    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin:
        run_house(tmp_path, twin.port, guest)
