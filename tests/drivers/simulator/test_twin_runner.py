"""The twin as a process of its own, following scripts over a real pseudo-terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.link.serial_port import SerialPort
from drivers.simulator.fault_script import read_fault_script
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess, main
from drivers.simulator.twin_runner import TwinRunner
from drivers.table.controller import ControllerTable
from drivers.table.faults import FaultCode
from drivers.table.interface import TableSnapshot
from referee.tiles.errors import InputError

STEADY = TwinConfig(seed=5, speed=40.0)


@contextmanager
def table_with(tmp_path: Path, script: str) -> Iterator[tuple[ControllerTable, TwinControl]]:
    """A table behind a port, its twin following a script."""
    path = tmp_path / "faults.yaml"
    path.write_text(script, encoding="utf-8")
    with TwinProcess(STEADY, script=path) as twin, TwinControl(twin.control) as control:
        table = ControllerTable(SerialPort(twin.port))
        table.start()
        try:
            until(table, lambda now: now.link_up)
            assert table.reset().result(5.0).ok
            yield table, control
        finally:
            table.close()


def until(table: ControllerTable, condition: Callable[[TableSnapshot], bool], limit_s: float = 15.0) -> None:
    """Wait for a condition."""
    begun_s = time.monotonic()
    while not condition(table.snapshot()):
        assert time.monotonic() - begun_s < limit_s, table.snapshot()
        time.sleep(0.005)


def test_a_cable_that_is_pulled_and_put_back_is_found_under_the_same_name(tmp_path: Path) -> None:
    with table_with(tmp_path, "faults:\n- {line: unplug, for: 1, when: {deal: 1, discard: 2}}") as (table, control):
        assert table.cycle().result(20.0).ok
        control.discarded()
        control.discarded()
        until(table, lambda now: not now.link_up)
        until(table, lambda now: now.link_up)
        assert table.snapshot().needs_reset
        assert table.reset().result(5.0).ok
        assert table.cycle().result(20.0).ok


def test_a_script_can_be_given_while_the_table_runs(tmp_path: Path) -> None:
    with table_with(tmp_path, "faults:\n- {slow: 1.1}") as (table, control):
        assert control.follow("faults:\n- {fault: OVERTEMP, mend: reset}") == 1
        until(table, lambda now: bool(now.faults))
        assert [fault.code for fault in table.snapshot().faults] == [FaultCode.OVERTEMP]
        with pytest.raises(InputError, match=r"line 1: faults\.0\.slow: 0"):
            control.follow("faults: [{slow: 0}]")
        assert table.reset().result(5.0).ok


def test_a_line_that_is_disturbed_does_not_carry_a_wrong_word(tmp_path: Path) -> None:
    with table_with(tmp_path, "faults:\n- {line: garbage, for: 2}") as (table, control):
        until(table, lambda now: now.bad_frames > 5 or not now.link_up)
        assert control.state()["state"] in ("EMPTY", "UNKNOWN"), "nothing moves for a word that nobody said"
        time_good_s = time.monotonic() + 2.0
        until(table, lambda now: time.monotonic() > time_good_s and now.link_up)
        assert table.reset().result(5.0).ok
        assert table.cycle().result(20.0).ok


def test_a_bad_script_is_told_before_anything_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("faults:\n- {slow: 0}\n- {switch: 5}\n", encoding="utf-8")
    assert main(["--script", str(path)]) == 2
    assert "line 2: faults.0.slow" in (told := capfd.readouterr().err)
    assert "and 1 more" in told


def test_a_cable_can_only_be_pulled_where_the_port_comes_back_under_its_name() -> None:
    script = read_fault_script("faults: [{line: unplug}]")
    with pytest.raises(InputError, match="give --link PATH"):
        TwinRunner(STEADY, script=script)
