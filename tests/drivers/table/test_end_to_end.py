"""The whole way over a real pseudo-terminal, with the twin in a process of its own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from drivers.link.serial_port import SerialPort
from drivers.simulator.tiles_in_table import shuffle
from drivers.simulator.twin_config import FIRMWARE, TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess, main
from drivers.table.controller import ControllerTable
from drivers.table.events import (
    ButtonPressed,
    CommandFinished,
    DiceRolled,
    FaultRaised,
    LinkLost,
    LinkUp,
    StateChanged,
    TableEvent,
)
from drivers.table.faults import FaultCode
from drivers.table.states import Button, CommandKind, Reason, TableState
from referee.tiles import NAMES
from referee.tiles.errors import InputError

FAST = TwinConfig(seed=5, speed=200.0)
STEADY = TwinConfig(seed=5, speed=20.0)
"""Slow enough that a cycle is still under way when a test has seen it begin."""


class Rig:
    """A table at a port, with everything that it told."""

    def __init__(self, path: str, unit: str | None = "twin-1") -> None:
        self.table = ControllerTable(SerialPort(path), expected_unit=unit)
        self.events: list[TableEvent] = []
        self.table.subscribe(self.events.append)
        self.table.start()

    def until(self, condition: Callable[[], bool], limit_s: float = 10.0) -> float:
        """Wait for a condition; the seconds it took."""
        begun_s = time.monotonic()
        while not condition():
            assert time.monotonic() - begun_s < limit_s, self.table.snapshot()
            time.sleep(0.002)
        return time.monotonic() - begun_s

    def ready(self) -> None:
        self.until(lambda: self.table.snapshot().link_up)
        assert self.table.reset().result(5.0).ok

    def told(self, kind: type) -> list[TableEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def states(self) -> list[TableState]:
        """The states that were told, short ones too, which nobody who looks now and then would see."""
        return [event.state for event in tuple(self.events) if isinstance(event, StateChanged)]


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "table"


@pytest.fixture
def twin(request: pytest.FixtureRequest, link: Path) -> Iterator[TwinProcess]:
    with TwinProcess(getattr(request, "param", FAST), link) as process:
        yield process


@pytest.fixture
def rig(twin: TwinProcess) -> Iterator[Rig]:
    with opened(twin.port) as made:
        yield made


@contextmanager
def opened(path: str, unit: str | None = "twin-1") -> Iterator[Rig]:
    """A table at a port, closed whatever happens."""
    made = Rig(path, unit)
    try:
        yield made
    finally:
        made.table.close()


def test_a_deal_from_hello_to_dice(rig: Rig, twin: TwinProcess) -> None:
    rig.until(lambda: rig.table.snapshot().link_up)
    assert rig.table.snapshot().state is TableState.UNKNOWN
    assert rig.table.cycle().result(1.0).reason is Reason.NEEDS_RESET
    rig.ready()
    assert rig.table.cycle().result(10.0).ok
    assert rig.table.snapshot().state is TableState.WALLS_UP
    assert rig.table.roll_dice().result(5.0).ok
    (rolled,) = rig.told(DiceRolled)
    assert isinstance(rolled, DiceRolled)
    assert rig.table.snapshot().dice == rolled.dice
    with TwinControl(twin.control) as control:
        walls = control.walls()
        assert walls is not None
        assert walls["walls"] == [[NAMES[tile] for tile in wall] for wall in shuffle(FAST.seed, 1)]
        control.subscribe()
        before_s = time.monotonic()
        control.press(2, Button.RON)
        # the next set is stacked meanwhile, and the twin tells of that too
        changes = iter(lambda: control.next_change(5.0), None)
        assert {"change": "button", "side": 2, "button": "ron"} in changes
    rig.until(lambda: bool(rig.told(ButtonPressed)))
    (pressed,) = rig.told(ButtonPressed)
    assert isinstance(pressed, ButtonPressed)
    assert (pressed.seat_index, pressed.button) == (2, Button.RON)
    assert pressed.age_s <= time.monotonic() - before_s
    states = rig.states()
    assert states[states.index(TableState.STACKING) : states.index(TableState.RAISING) + 1] == [
        TableState.STACKING,
        TableState.STACKED,
        TableState.RAISING,
    ]
    snapshot = rig.table.snapshot()
    assert (snapshot.unit_id, snapshot.firmware) == ("twin-1", FIRMWARE)
    assert snapshot.round_trip_ms is not None
    assert snapshot.round_trip_ms < 50


def test_a_killed_controller_is_lost_within_a_second_and_nothing_resumes(link: Path) -> None:
    with TwinProcess(STEADY, link) as first, capture_logs() as logs, opened(first.port) as rig:
        rig.ready()
        running = rig.table.cycle()
        rig.until(lambda: TableState.STACKING in rig.states())
        first.kill()
        assert rig.until(lambda: rig.table.snapshot().state is TableState.UNKNOWN) < 1.0
        assert running.result(1.0).reason is Reason.LINK_LOST
        assert len(rig.told(LinkLost)) == 1
        with TwinProcess(TwinConfig(seed=5, speed=200.0), link) as second:
            rig.until(lambda: rig.table.snapshot().link_up)
            up = rig.told(LinkUp)[-1]
            assert isinstance(up, LinkUp)
            assert up.rebooted
            assert FaultCode.REBOOTED in [e.fault.code for e in rig.told(FaultRaised) if isinstance(e, FaultRaised)]
            with TwinControl(second.control) as control:
                control.subscribe()
                assert control.next_change(0.5) is None, "nothing moves by itself"
            assert rig.table.snapshot().state is TableState.UNKNOWN
            assert rig.table.cycle().result(1.0).reason is Reason.NEEDS_RESET
            rig.ready()
            assert rig.table.cycle().result(10.0).ok
            assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["link_lost"]


def test_a_controller_that_hangs_is_lost_within_a_second(rig: Rig, twin: TwinProcess) -> None:
    rig.ready()
    os.kill(twin.pid, signal.SIGSTOP)
    try:
        assert rig.until(lambda: not rig.table.snapshot().link_up) < 1.0
    finally:
        os.kill(twin.pid, signal.SIGCONT)
    rig.until(lambda: rig.table.snapshot().link_up)
    assert rig.table.snapshot().needs_reset
    assert not rig.told(LinkUp)[-1].rebooted  # type: ignore[union-attr]
    rig.ready()


@pytest.mark.parametrize("twin", [STEADY], indirect=True)
def test_an_emergency_stop_reaches_the_table_at_once(rig: Rig, twin: TwinProcess) -> None:
    rig.ready()
    running = rig.table.cycle()
    rig.until(lambda: TableState.LID_OPEN in rig.states())
    with TwinControl(twin.control) as control:
        control.subscribe()
        pressed_s = time.monotonic()
        for _ in range(10):
            rig.table.emergency_stop()
        while (change := control.next_change(1.0)) is not None and change.get("state") != "ESTOP":
            pass
        assert time.monotonic() - pressed_s < 0.2
    assert running.result(1.0).reason is Reason.ESTOP
    assert rig.table.snapshot().state is TableState.ESTOP
    assert rig.table.cycle().result(1.0).reason is Reason.ESTOP
    rig.until(lambda: rig.table.reset().result(5.0).ok, 2.0)  # refused until the table has answered the last stop
    assert rig.table.cycle().result(10.0).ok


def test_the_wrong_unit_is_told_by_name_and_moves_nothing(twin: TwinProcess) -> None:
    with opened(twin.port, unit="table-9") as rig:
        rig.until(lambda: bool(rig.told(LinkLost)))
        (lost,) = rig.told(LinkLost)
        assert isinstance(lost, LinkLost)
        assert "twin-1" in lost.message
        assert "table-9" in lost.message
        assert rig.table.reset().result(1.0).reason is Reason.LINK_DOWN


def test_without_a_controller_everything_can_still_be_called(link: Path) -> None:
    with opened(str(link)) as rig:
        rig.until(lambda: "there is no port" in rig.table.snapshot().link_message)
        assert rig.table.cycle().result(1.0).reason is Reason.LINK_DOWN
        rig.table.emergency_stop()
        assert rig.table.snapshot().state is TableState.ESTOP
    assert not rig.told(LinkLost)


def test_closing_fails_what_is_under_way(rig: Rig) -> None:
    rig.ready()
    running = rig.table.cycle()
    rig.table.close()
    assert running.result(0.0).reason in (Reason.CLOSED, Reason.LINK_LOST)


def test_a_subscriber_may_leave_and_may_fail(rig: Rig) -> None:
    heard: list[TableEvent] = []

    def fail(event: TableEvent) -> None:
        raise RuntimeError(str(event))

    with capture_logs() as logs:
        rig.table.subscribe(fail)
        leave = rig.table.subscribe(heard.append)
        rig.ready()  # the link may have been up before anybody listened; a reset is told to whoever listens now
        assert [event.kind for event in heard if isinstance(event, CommandFinished)] == [CommandKind.RESET]
        leave()
        rig.ready()
    assert len(rig.told(CommandFinished)) == 2
    assert len([event for event in heard if isinstance(event, CommandFinished)]) == 1
    failures = [entry["table_event"] for entry in logs if entry["event"] == "subscriber_failed"]
    assert len([event for event in failures if "CommandFinished" in event]) == 2


def test_the_twin_ends_with_its_parent(tmp_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from drivers.simulator.twin_config import TwinConfig\n"
        "from drivers.simulator.twin_process import TwinProcess\n"
        "twin = TwinProcess(TwinConfig())\n"
        "print(twin.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=_root())
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline_s = time.monotonic() + 3.0
    while _runs(pid):
        assert time.monotonic() < deadline_s, "the twin outlived its parent"
        time.sleep(0.02)


def test_a_twin_that_cannot_start_says_why(link: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--speed", "0"]) == 2
    assert "makes no sense" in capfd.readouterr().err
    assert main(["--red-fives", "z9"]) == 2
    assert "such as m1" in capfd.readouterr().err
    assert main(["--control", "/no/such/folder/control"]) == 2
    assert "cannot be opened" in capfd.readouterr().err
    assert main(["--link", "/no/such/folder/link"]) == 2
    assert "cannot be made" in capfd.readouterr().err
    link.write_text("a file of the user's")
    assert main(["--link", str(link)]) == 2
    assert "not overwritten" in capfd.readouterr().err
    with pytest.raises(InputError, match="did not start"):
        TwinProcess(FAST, link.parent / "no" / "folder" / "link")


def test_a_control_channel_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no twin answers at"):
        TwinControl(tmp_path / "nothing")


def test_the_control_channel_takes_bad_lines_and_many_clients(twin: TwinProcess) -> None:
    with TwinControl(twin.control) as one, TwinControl(twin.control) as two:
        with pytest.raises(InputError, match="there is no fault 'FIRE'"):
            one.request("fault", code="FIRE")
        two.subscribe()
        one.press(0, Button.START)
        assert two.next_change(1.0) == {"change": "button", "side": 0, "button": "start"}
        assert two.state()["host"] is False
        assert one.next_change(0.05) is None


def _runs(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


def _root() -> str:
    return str(Path(__file__).resolve().parents[3])
