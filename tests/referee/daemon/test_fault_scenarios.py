"""What has gone wrong with daemons on serial lines elsewhere, one test for each case, on the whole daemon.

The ids are those of the project's list of fault scenarios; those that need no daemon are tested beside the drivers.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess
from drivers.table.states import Button
from referee.daemon import table_line
from referee.daemon.cli import run
from referee.daemon.table_lock import table_lock
from referee.daemon.watching import LOWER_PRIORITY
from referee.display.texts import Language, catalogue
from referee.journal import JournalReader
from tests.referee.daemon.house import House, run_house

BUSY = f"import os; os.nice({LOWER_PRIORITY})\nwhile True: pass"
STEADY = TwinConfig(seed=5, speed=20.0)
"""Slow enough that a cycle is still under way when a test has seen it begin."""
FAST = TwinConfig(seed=5, speed=200.0)


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "usb-table"


@pytest.fixture
def twin(request: pytest.FixtureRequest, link: Path) -> Iterator[TwinProcess]:
    with TwinProcess(getattr(request, "param", STEADY), link) as process:
        yield process


def unplug(twin: TwinProcess, seconds: float) -> None:
    """Pull the cable, and put it back in after a while: a new device under the same stable name."""
    with TwinControl(twin.control) as control:
        control.follow(f"faults:\n- line: unplug\n  for: {seconds}\n")


def said(state: dict[str, Any], language: Language = Language.EN) -> str:
    """What the pages say about the line to the table."""
    table = state["table"]
    return catalogue(language)[f"link.{table['trouble']}"].format(port=table["port"], **table["facts"])


def kept(folder: Path) -> list[tuple[str, str]]:
    """Kind and cause of every event in the journal."""
    reader = JournalReader(folder / "journal.sqlite")
    return [(str(event.type), event.kind) for event in reader.events(reader.last_match_id() or "")]


def errors(logs: list[Any]) -> list[str]:
    return [entry["event"] for entry in logs if entry["log_level"] == "error"]


def test_S01_cable_pulled_in_the_middle_of_a_cycle(tmp_path: Path, twin: TwinProcess, link: Path) -> None:
    def guest(house: House) -> None:
        house.in_use()
        assert house.ask("start_cycle") == "done"
        house.until(lambda state: state["table"]["state"] == "STACKING")
        unplug(twin, 60.0)
        state = house.until(lambda state: not state["table"]["link_up"], limit_s=1.0)
        assert state["table"]["state"] == "UNKNOWN"
        state = house.until(lambda state: state["reason"] == "table_lost")
        assert state["deal"]["paused"]
        assert f"check the cable at {link}" in said(state) or f"no port {link}" in said(state)
        house.until(lambda state: state["table"]["trouble"] == "missing")
        assert kept(tmp_path)[-1] == ("pause", "table_lost")

    with capture_logs() as logs:
        run_house(tmp_path, twin.port, guest)
    assert errors(logs) == ["link_lost"]
    (frames,) = (tmp_path / "link-frames").glob("*-LINK_LOST.txt")
    assert "COMMAND seq" in frames.read_text()


def test_S07_second_daemon_and_a_foreign_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second daemon; a foreign reader is in tests/drivers/table."""
    monkeypatch.setattr("referee.daemon.table_lock.locks_folder", lambda: tmp_path)
    config = tmp_path / "second.yaml"
    config.write_text(f"store: {tmp_path}/other.sqlite\ntable: {{kind: controller, port: /dev/table}}\n")
    with table_lock("/dev/table"):
        assert run(["run", "--config", str(config), "--port", "0"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"driven by another junanaho already (process {os.getpid()}): stop that one first" in err


def test_S02_a_name_that_changes_is_warned_of(tmp_path: Path, link: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The start-up warning; that the name is resolved anew is in tests/drivers/table."""
    stable = tmp_path / "by-id"
    stable.mkdir()
    device = tmp_path / "ttyUSB0"
    monkeypatch.setattr("drivers.link.serial_port.STABLE_FOLDERS", (str(stable),))
    with TwinProcess(FAST, device):
        (stable / "usb-junanaho_table-7").symlink_to(device.resolve())
        with capture_logs() as logs:
            run_house(tmp_path, str(device), lambda house: None)
    (warning,) = [entry for entry in logs if entry["event"] == "port_name_may_change"]
    assert warning["log_level"] == "warning"
    assert f"set table.port to {stable}/usb-junanaho_table-7" in warning["message"]
    assert "by-id" in table_line.name_advice(table_line.SerialPort("/dev/ttyUSB9"))


def test_S15_the_event_loop_is_held_up(tmp_path: Path, twin: TwinProcess) -> None:
    def guest(house: House) -> None:
        house.in_use()
        before = house.state()["table"]
        assert house.loop is not None
        released, held = threading.Event(), threading.Event()

        def hold() -> None:
            held.set()
            released.wait(10.0)

        house.loop.call_soon_threadsafe(hold)
        assert held.wait(5.0)
        with TwinControl(twin.control) as control:
            control.subscribe()
            # longer than either side is patient with the other: only the pages stand still
            deadline_s = time.monotonic() + 1.6
            while (left_s := deadline_s - time.monotonic()) > 0:
                change = control.next_change(left_s)
                assert change is None or change["change"] != "host", "the table must not lose this program"
        released.set()
        after = house.until(lambda state: state["table"]["link_up"])["table"]
        assert after["state"] == before["state"]

    with capture_logs() as logs:
        run_house(tmp_path, twin.port, guest)
    assert errors(logs) == []
    late = [entry for entry in logs if entry["event"] == "loop_late" and entry["loop"] == "pages"]
    assert max(entry["longest_ms"] for entry in late) > 1000


@pytest.mark.parametrize("way", ["web", "button", "signal", "signal while the loop is held up"])
def test_S19_emergency_stop_while_a_long_command_runs(tmp_path: Path, twin: TwinProcess, way: str) -> None:
    def guest(house: House) -> None:
        house.in_use()
        assert house.ask("start_cycle") == "done"
        house.until(lambda state: state["table"]["state"] == "STACKING")
        with TwinControl(twin.control) as control:
            control.subscribe()
            released = threading.Event()
            for press in range(10):
                match way:
                    case "web":
                        assert house.ask("emergency_stop") == "done"
                    case "button":
                        control.press(press % 4, Button.STOP)
                    case "signal":
                        os.kill(os.getpid(), signal.SIGUSR1)
                    case _:
                        assert house.loop is not None
                        house.loop.call_soon_threadsafe(released.wait, 10.0)
                        os.kill(os.getpid(), signal.SIGUSR1)
                if press == 0:
                    while (change := control.next_change(5.0)) is not None and change.get("state") != "ESTOP":
                        pass
                    assert change is not None, "the stop did not arrive"
                    assert not released.is_set(), "it did not wait for the loop"
                released.set()
            house.until(lambda state: state["table"]["state"] == "ESTOP")
            assert house.ask("start_cycle") == "not_now"
            assert control.state()["state"] == "ESTOP"
            house.release()
            assert house.ask("start_cycle") == "done"
            house.until(lambda state: state["table"]["state"] != "EMPTY")

    with capture_logs() as logs:
        run_house(tmp_path, twin.port, guest)
    assert errors(logs) == []


def test_S20_nothing_goes_on_after_a_loss_without_a_person(tmp_path: Path, twin: TwinProcess) -> None:
    def guest(house: House) -> None:
        house.in_use()
        assert house.ask("start_cycle") == "done"
        house.until(lambda state: state["table"]["state"] == "STACKING")
        before, events = house.state(), kept(tmp_path)
        unplug(twin, 0.5)
        house.until(lambda state: not state["table"]["link_up"])
        after = house.until(lambda state: state["table"]["link_up"])
        with TwinControl(twin.control) as control:
            control.subscribe()
            while (change := control.next_change(1.0)) is not None:
                assert change["change"] in ("host", "state", "fault"), "something moved"
                assert change.get("state") in (None, "UNKNOWN")
        assert after["table"]["state"] == "UNKNOWN"
        assert after["deal"]["paused"]
        assert house.ask("start_cycle") == "not_now"
        assert {"resume", "reset_table"} <= set(house.state()["allowed"])
        assert house.ask("resume") == "done"
        assert house.ask("start_cycle") == "not_now", "the table has not been looked at"
        house.release()
        assert kept(tmp_path) == [*events, ("pause", "table_lost"), ("resume", "")]
        assert house.state()["seats"] == before["seats"]
        assert house.ask("start_cycle") == "done"
        house.until(lambda state: state["deal"]["walls_up"])

    run_house(tmp_path, twin.port, guest)


def test_O01_the_table_is_not_there_when_the_service_starts(
    tmp_path: Path, link: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(10.0)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))

        def until_told(line: str) -> None:
            while line not in manager.recv(4096).decode().split("\n"):
                pass

        def guest(house: House) -> None:
            until_told("READY=1")
            state = house.until(lambda state: state["table"]["trouble"] == "missing")
            assert "Waiting for the table" in said(state)
            assert state["table"]["state"] == "UNKNOWN"
            with urllib.request.urlopen(house.url, timeout=10.0) as page:
                assert page.status == 200
            with TwinProcess(FAST, link):
                house.until(lambda state: state["table"]["link_up"])
                until_told(f"STATUS=table connected at {link}")
            house.until(lambda state: not state["table"]["link_up"])

        with capture_logs() as logs:
            run_house(tmp_path, str(link), guest)
        until_told("STOPPING=1")
    assert errors(logs) == ["port_not_open", "link_lost"]
    assert run(["run", "--config", str(tmp_path / "none.yaml")]) != 0


def test_O06_the_wall_clock_jumps_by_a_year(tmp_path: Path, twin: TwinProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.time

    def guest(house: House) -> None:
        house.in_use()
        assert house.ask("start_cycle") == "done"
        for jump_s in (365.0 * 86_400, -365.0 * 86_400):
            with monkeypatch.context() as jumped:
                jumped.setattr(time, "time", lambda jump_s=jump_s: real() + jump_s)
                house.until(lambda state: state["table"]["state"] in ("STACKING", "WALLS_UP"))
        house.until(lambda state: state["deal"]["walls_up"])
        state = house.state()
        assert state["table"]["fault"] is None
        assert not state["deal"]["paused"]

    with capture_logs() as logs:
        run_house(tmp_path, twin.port, guest)
    assert errors(logs) == []
    drivers = Path(__file__).resolve().parents[3] / "drivers"
    for source in sorted(drivers.rglob("*.py")):
        text = source.read_text(encoding="utf-8")
        assert "time.time(" not in text, source
        assert "datetime" not in text, source


@pytest.mark.verify  # it burns every core: beside other tests they are starved, and its own line is rightly lost
def test_C08_inference_takes_all_cores(tmp_path: Path, twin: TwinProcess) -> None:
    """The line lives and stops all the same, and recognition stands behind; how fast is measured in benchmarks.link."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "referee.daemon.watching", str(theirs.fileno())]
    recognition = subprocess.Popen(command, pass_fds=(theirs.fileno(),))
    theirs.close()
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * (os.cpu_count() or 1))]

    def guest(house: House) -> None:
        house.in_use()
        assert house.ask("start_cycle") == "done"
        house.until(lambda state: state["deal"]["walls_up"])
        assert house.ask("emergency_stop") == "done"
        with TwinControl(twin.control) as control:
            house.until(lambda state: control.state()["state"] == "ESTOP")

    try:
        with capture_logs() as logs:
            run_house(tmp_path, twin.port, guest)
        assert errors(logs) == []
        wanted = os.getpriority(os.PRIO_PROCESS, 0) + LOWER_PRIORITY
        deadline_s = time.monotonic() + 30.0
        while os.getpriority(os.PRIO_PROCESS, recognition.pid) != wanted:
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
    finally:
        for child in busy:
            child.kill()
            child.wait()
        ours.close()
        recognition.wait(30.0)
