"""The units are what systemd takes and what the table needs, by systemd's own tools and the scenarios of the field."""

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
SERVICE = SYSTEMD / "junanaho.service"
UNITS = sorted(SYSTEMD.glob("*.service"))
MOST_EXPOSED = 25  # tenths

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")


class Unit(configparser.RawConfigParser):
    """A unit file: values of a key that stands several times are joined by lines."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, interpolation=None)
        self.optionxform = str  # type: ignore[assignment,method-assign]
        self.lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
        self.read_string("\n".join(self.lines))

    def all(self, key: str) -> list[str]:
        return [line.split("=", 1)[1] for line in self.lines if line.startswith(f"{key}=")]


@needs_systemd
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_takes_the_unit_without_a_word(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    program = text[text.index("ExecStart=") + len("ExecStart=") :].split()[0]
    here = tmp_path / path.name
    here.write_text(text.replace(program, "/bin/true").replace("Wants=junanaho.service", ""))
    done = subprocess.run(["systemd-analyze", "verify", str(here)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
def test_o03_the_service_is_hardly_exposed(tmp_path: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(SERVICE)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-400:]


def test_o02_the_service_is_bound_to_no_device() -> None:
    unit = Unit(SERVICE)
    for key in ("BindsTo", "Requires", "Requisite", "PartOf", "After"):
        assert not any(".device" in value for value in unit.all(key)), key


def test_o03_devices_are_granted_by_class_so_that_another_number_works_too() -> None:
    unit = Unit(SERVICE)
    assert unit["Service"]["DevicePolicy"] == "closed"
    assert set(unit.all("DeviceAllow")) == {"char-ttyUSB rw", "char-ttyACM rw", "char-video4linux rw"}
    assert "PrivateDevices" not in unit["Service"]
    assert {"dialout", "video"} <= set(unit["Service"]["SupplementaryGroups"].split())


def test_o04_a_crash_is_seen_and_started_again_but_not_for_ever() -> None:
    unit = Unit(SERVICE)
    assert unit["Service"]["Type"] == "notify"
    assert "RemainAfterExit" not in unit["Service"]
    assert unit["Service"]["Restart"] == "on-failure"
    assert int(unit["Unit"]["StartLimitBurst"]) <= 10
    assert unit["Service"]["RestartPreventExitStatus"] == "2"  # what the program ends with for bad input


def test_o05_the_watchdog_is_asked_for() -> None:
    assert 5 <= int(Unit(SERVICE)["Service"]["WatchdogSec"]) <= 60


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd is not installed")
def test_users_and_folders_are_made_as_described(tmp_path: Path) -> None:
    done = subprocess.run(
        ["systemd-sysusers", "--dry-run", f"--root={tmp_path}", str(SYSTEMD / "junanaho.sysusers")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in (SYSTEMD / "junanaho.tmpfiles").read_text().splitlines() if line]
    assert all(
        kind in ("d", "z") and path.startswith(("/etc/junanaho", "/var/lib/junanaho")) for kind, path, *_ in rows
    )
    groups = {row.split()[2] for row in (SYSTEMD / "junanaho.sysusers").read_text().splitlines() if row[0] == "m"}
    assert groups == {"dialout", "video", "render"}
