"""The relay back end over a real pseudo-terminal, in each dialect."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from drivers.link.serial_port import SerialPort
from drivers.table.events import LinkLost, TableEvent
from drivers.table.interface import Table
from drivers.table.relay_dialect import DIALECTS
from drivers.table.relay_settings import RelayWiring
from drivers.table.relay_table import RelayTable
from drivers.table.states import Reason, TableState
from tests.drivers.table.relay_house import LIFT, READY, START, Board, BoardThread, OldTable


def wiring(dialect: str) -> RelayWiring:
    """Quick enough for a test; a board without inputs sees no lamp."""
    spoken = DIALECTS[dialect]
    ready = READY if spoken.read else None
    return RelayWiring(START, LIFT, ready, dialect=spoken, press_s=0.05, push_in_s=0.2, stack_s=5.0, raise_s=3.0)


class House:
    """A relay table and the house that it is in."""

    def __init__(self, tmp_path: Path, dialect: str) -> None:
        self.old = OldTable(stack_s=2.0)
        self.board = BoardThread(Board(dialect, self.old), tmp_path / "relay", time.monotonic)
        self.table: Table = RelayTable(SerialPort(str(tmp_path / "relay")), wiring(dialect))
        self.events: list[TableEvent] = []
        self.table.subscribe(self.events.append)
        self.table.start()

    def until(self, condition: Callable[[], bool], limit_s: float = 10.0) -> float:
        begun_s = time.monotonic()
        while not condition():
            assert time.monotonic() - begun_s < limit_s, self.table.snapshot()
            time.sleep(0.005)
        return time.monotonic() - begun_s

    def ready(self) -> None:
        self.until(lambda: self.table.snapshot().link_up)
        assert self.table.reset().result(2.0).ok


@contextmanager
def house_in(tmp_path: Path, dialect: str = "numato") -> Iterator[House]:
    """A house, cleared up afterwards."""
    house = House(tmp_path, dialect)
    try:
        yield house
    finally:
        house.table.close()
        house.board.close()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_cycle_presses_the_keys_and_reads_the_lamp(tmp_path: Path, dialect: str) -> None:
    with house_in(tmp_path, dialect) as house:
        house.ready()
        house.old.lit = True
        house.until(lambda: not DIALECTS[dialect].read or house.table.snapshot().state is TableState.STACKED)
        assert house.table.cycle().result(15.0).ok
        assert house.old.pressed == [START, LIFT]
        house.until(lambda: house.old.down == set())
        assert house.old.walls == 1
        known = TableState.WALLS_UP if DIALECTS[dialect].read else TableState.UNKNOWN
        assert house.table.snapshot().state is known
        assert house.table.roll_dice().result(1.0).reason is Reason.UNSUPPORTED


def test_a_cable_that_is_pulled_is_lost_within_a_second_and_comes_back_without_moving(tmp_path: Path) -> None:
    with house_in(tmp_path) as house, capture_logs() as logs:
        house.ready()
        running = house.table.cycle()
        house.until(lambda: START in house.old.pressed)
        house.board.pull()
        assert house.until(lambda: not house.table.snapshot().link_up) < 1.0
        assert running.result(1.0).reason is Reason.LINK_LOST
        assert len([event for event in house.events if isinstance(event, LinkLost)]) == 1
        house.board.plug()
        house.until(lambda: house.table.snapshot().link_up)
        assert house.table.snapshot().state is TableState.UNKNOWN
        pressed = list(house.old.pressed)
        assert house.table.cycle().result(1.0).reason is Reason.NEEDS_RESET
        house.ready()
        house.until(lambda: house.old.down == set())
        assert house.old.pressed == pressed
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["relay_board_lost"]


def test_a_board_that_is_silent_is_lost_within_a_second(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        house.ready()
        house.board.board.silent = True
        assert house.until(lambda: not house.table.snapshot().link_up) < 1.5
        assert house.table.snapshot().link_cause == "silent"
        house.board.board.silent = False
        house.ready()


def test_another_board_than_the_dialect_is_no_table(tmp_path: Path) -> None:
    house = House(tmp_path, "numato")
    house.board.board.dialect = "lcus"
    try:
        house.until(lambda: house.table.snapshot().link_cause == "no_answer")
        assert house.table.reset().result(1.0).reason is Reason.LINK_DOWN
    finally:
        house.table.close()
        house.board.close()


def test_an_emergency_stop_lets_the_keys_go_at_once(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        house.ready()
        house.table.cycle()
        house.until(lambda: house.old.down == {START})
        house.table.emergency_stop()
        assert house.until(lambda: house.old.down == set()) < 0.2
        assert house.table.snapshot().state is TableState.ESTOP
        assert house.table.cycle().result(1.0).reason is Reason.ESTOP
        house.ready()


def test_closing_lets_the_keys_go_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        house.ready()
        running = house.table.cycle()
        house.until(lambda: house.old.down == {START})
        house.table.close()
        assert running.result(1.0).reason in (Reason.CLOSED, Reason.LINK_LOST)
        house.until(lambda: house.old.down == set())
        assert "relay-board" not in [thread.name for thread in threading.enumerate()]


def test_without_a_board_everything_can_still_be_called(tmp_path: Path) -> None:
    table = RelayTable(SerialPort(str(tmp_path / "none")), wiring("at"))
    table.start()
    try:
        deadline_s = time.monotonic() + 5.0
        while table.snapshot().link_cause != "missing":
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
        assert table.cycle().result(1.0).reason is Reason.LINK_DOWN
        table.emergency_stop()
        assert table.snapshot().state is TableState.ESTOP
    finally:
        table.close()
