"""What has gone wrong with tables on serial lines elsewhere, one test for each case: what the driver makes of it.

The ids are those of the project's list of fault scenarios; ports: tests/drivers/link; the daemon: tests/referee/daemon.
"""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.link.faulty_line import LineFaults
from drivers.link.framing import Frame, FrameDecoder
from drivers.link.messages import Command, EmergencyStop, Rejected, decode_message
from drivers.link.serial_port import SerialPort
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.controller import ControllerTable
from drivers.table.events import LinkLost, LinkNoisy, LinkUp, StateChanged, TableEvent
from drivers.table.faults import FaultCode
from drivers.table.numbers import REASON_NUMBERS
from drivers.table.states import Capability, CommandKind, Reason, TableState
from tests.drivers.link.joined import Joined
from tests.drivers.table.test_controller_core import Desk


def until(condition: Callable[[], object], limit_s: float = 15.0) -> None:
    deadline_s = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.005)


def test_S08_the_controller_restarts_while_the_walls_come_up(tmp_path: Path) -> None:
    events: list[TableEvent] = []
    with TwinProcess(TwinConfig(seed=5, speed=4.0, stacked_at_start=True), tmp_path / "table") as twin:
        table = ControllerTable(SerialPort(twin.port), "twin-1")
        table.subscribe(events.append)
        table.start()
        try:
            until(lambda: table.snapshot().link_up)
            assert table.reset().result(5.0).ok
            before = table.snapshot().boot_id
            running = table.cycle()
            until(lambda: any(isinstance(e, StateChanged) and e.state is TableState.RAISING for e in tuple(events)))
            with TwinControl(twin.control) as control:
                control.request("power_cycle")
                until(lambda: table.snapshot().boot_id != before)
                assert running.result(1.0).reason is Reason.LINK_LOST
                snapshot = table.snapshot()
                assert (snapshot.state, snapshot.needs_reset) == (TableState.UNKNOWN, True)
                assert [fault.code for fault in snapshot.faults] == [FaultCode.REBOOTED]
                assert [event.rebooted for event in events if isinstance(event, LinkUp)] == [False, True]
                for act in (table.cycle, table.raise_walls, table.lower_lifts, table.roll_dice):
                    assert act().result(1.0).reason is Reason.NEEDS_RESET
                control.subscribe()
                assert control.next_change(0.3) is None, "nothing moves"
                assert table.reset().result(5.0).ok
        finally:
            table.close()


@pytest.mark.parametrize(("share", "notes"), [(0.001, []), (0.01, [True]), (0.05, [True])])
def test_S12_a_cycle_completes_at_one_per_cent_and_noise_is_told_once(share: float, notes: list[bool]) -> None:
    table = VirtualTable(TwinConfig(), seed=11)
    told: list[TableEvent] = []
    table.subscribe(told.append)
    table.start()
    assert table.run_until(lambda: table.snapshot().link_up, 5.0)
    handle = table.reset()
    assert table.run_until(handle.future.done, 30.0)
    table.set_line(LineFaults(damaged_bytes=share))
    handle = table.cycle()
    assert table.run_until(handle.future.done, 160.0)
    assert handle.result(0).ok or share > 0.01
    assert [event.noisy for event in told if isinstance(event, LinkNoisy)] == notes
    assert table.snapshot().noisy is bool(notes)


def test_S15_the_host_stands_still_for_twenty_seconds() -> None:
    """The firmware declares it dead; afterwards the same host goes on with a new session and a person's reset."""
    table = VirtualTable(TwinConfig(speed=5.0), seed=3)
    events: list[TableEvent] = []
    table.subscribe(events.append)
    table.start()
    assert table.run_until(lambda: table.snapshot().link_up, 5.0)
    handle = table.reset()
    assert table.run_until(handle.future.done, 10.0)
    running = table.cycle()
    table.run_for(5.0)
    table.stall_host(20.0)
    assert table.twin.state().state is TableState.UNKNOWN
    assert FaultCode.HOST_LOST in [fault.code for fault in table.twin.state().faults]
    assert table.run_until(lambda: isinstance(events[-1], LinkUp) or table.snapshot().link_up, 5.0)
    table.run_for(2.0)
    assert running.result(0).reason is Reason.LINK_LOST
    assert len([event for event in events if isinstance(event, LinkLost)]) == 1
    assert table.cycle().result(0).reason is Reason.NEEDS_RESET
    assert table.run_until(lambda: table.snapshot().link_up, 5.0)
    handle = table.reset()
    assert table.run_until(handle.future.done, 10.0)
    assert handle.result(0).ok
    handle = table.cycle()
    assert table.run_until(handle.future.done, 60.0)
    assert handle.result(0).ok


@pytest.mark.parametrize(("major", "update"), [(2, "update this program"), (0, "update the controller's firmware")])
def test_S16_the_versions_of_host_and_firmware_differ(major: int, update: str) -> None:
    table = VirtualTable(TwinConfig(protocol_major=major))
    events: list[TableEvent] = []
    table.subscribe(events.append)
    table.start()
    table.run_for(3.0)
    (lost,) = events
    assert isinstance(lost, LinkLost)
    assert all(words in lost.message for words in (f"protocol {major}.0", "this program 1.0", update))
    assert table.snapshot().link_facts == {"found": f"{major}.0", "expected": "1.0"}
    assert table.reset().result(0).reason is Reason.LINK_DOWN
    assert table.twin.state().host is False


def test_S16_a_command_that_the_firmware_lacks_leaves_the_rest_usable() -> None:
    """That the page does not offer it is in tests/referee/desk."""
    desk = Desk(capabilities=int(Capability.CYCLE | Capability.RAISE))
    desk.open()
    desk.reset()
    desk.sent.clear()
    assert desk.ask(CommandKind.DICE).result(0).reason is Reason.UNSUPPORTED
    running = desk.ask(CommandKind.CYCLE)
    assert [message.command_id for message in desk.sent] == [running.command_id]
    desk.get(Rejected(running.command_id, REASON_NUMBERS[Reason.UNSUPPORTED], 0))
    assert running.result(0).reason is Reason.UNSUPPORTED, "a firmware may also say it itself"
    assert not desk.ask(CommandKind.RAISE).future.done()


def test_S19_the_stop_is_the_next_frame_on_the_wire_whatever_is_queued() -> None:
    pair = Joined()
    pair.run_for(1.0)
    for number in range(1, 60):
        assert pair.host.send(Command(number, 2, 0), pair.now_s)
    for press in range(10):
        pair.host.emergency_stop(pair.now_s)
        first, *_ = FrameDecoder().feed(pair.host.take_output())
        assert isinstance(first, Frame)
        assert decode_message(first) == EmergencyStop(press + 1)
