"""What is kept of a table's wear: cycles, faults, and the alarm after several protective stops in a day."""

import json
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from drivers.table.faults import FaultCode, FaultPlace, fault_of
from referee.daemon import service_record
from referee.daemon.service_record import ServiceRecord

HOUR_S = 3600.0


class Clock:
    now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_drift_of_the_cycle_shows_beside_what_is_usual(tmp_path: Path, clock: Clock) -> None:
    record = ServiceRecord(tmp_path / "table.jsonl", clock)
    assert (record.cycle_s, record.usual_cycle_s) == (None, None)
    for seconds in (58.0, 59.0, 58.5, 59.5, 71.0):
        record.cycled(seconds)
    assert (record.cycle_s, record.usual_cycle_s) == (71.0, 59.0)
    again = ServiceRecord(tmp_path / "table.jsonl", clock)
    assert (again.cycle_s, again.usual_cycle_s) == (71.0, 59.0), "it is known after a restart"


TRIPS: list[tuple[list[tuple[FaultCode, float]], int]] = [
    ([(FaultCode.OVERTEMP, 0), (FaultCode.OVERTEMP, HOUR_S)], 0),
    ([(FaultCode.OVERTEMP, 0), (FaultCode.UNDERVOLTAGE, HOUR_S), (FaultCode.MOTOR_OVERCURRENT, 2 * HOUR_S)], 3),
    ([(FaultCode.OVERTEMP, 0), (FaultCode.OVERTEMP, HOUR_S), (FaultCode.OVERTEMP, 25 * HOUR_S)], 0),
    ([(FaultCode.REBOOTED, 0), (FaultCode.OVERTEMP, 0.5), (FaultCode.REBOOTED, 20)], 0),
    ([(FaultCode.TILE_JAM_HEAD, 0), (FaultCode.SLOW_CYCLE, 100), (FaultCode.LIFT_NOT_UP, 200)], 0),
]


@pytest.mark.parametrize(("faults", "trips"), TRIPS)
def test_several_protective_stops_in_a_day_are_a_case_for_service(
    tmp_path: Path, clock: Clock, faults: list[tuple[FaultCode, float]], trips: int
) -> None:
    record = ServiceRecord(tmp_path / "table.jsonl", clock)
    begun_s = clock.now_s
    with capture_logs() as logs:
        for code, after_s in faults:
            clock.now_s = begun_s + after_s
            record.failed(fault_of(code))
    assert record.trips == trips
    assert ServiceRecord(tmp_path / "table.jsonl", clock).trips == trips, "a restart does not forget them"
    assert [entry["event"] for entry in logs] == (["service_needed"] if trips else []), "said once"


def test_the_alarm_ends_when_a_day_has_passed(clock: Clock) -> None:
    record = ServiceRecord(None, clock)
    for _ in range(3):
        record.failed(fault_of(FaultCode.OVERTEMP))
        clock.now_s += HOUR_S
    assert record.trips == 3
    clock.now_s += 24 * HOUR_S
    assert record.trips == 0


def test_faults_are_kept_with_their_place(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "table.jsonl"
    ServiceRecord(path, clock).failed(fault_of(FaultCode.TILE_SHORT, FaultPlace(1, "", 2)))
    assert json.loads(path.read_text()) == {
        "at_s": clock.now_s, "fault": "TILE_SHORT", "side": 1, "part": "", "count": 2,
    }  # fmt: skip


def test_the_file_stays_small_and_keeps_the_newest(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_record, "_LARGEST_FILE", 4_000)
    path = tmp_path / "table.jsonl"
    record = ServiceRecord(path, clock)
    for seconds in range(1000):
        record.cycled(seconds)
        assert path.stat().st_size <= 4_100
    assert json.loads(path.read_text().splitlines()[-1])["cycle_s"] == 999
    assert ServiceRecord(path, clock).cycle_s == 999


def test_lines_that_a_power_cut_left_half_are_passed_over(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(b'{"at_s": 1, "cycle_s": 58.0}\n{"at_s": 2, "cycle\n[1]\n"x"\n{"at_s": 3, "cycle_s": 60.0}\n\0\0')
    assert ServiceRecord(path, clock).cycle_s == 60.0


def test_a_folder_that_cannot_be_written_is_told_once_and_does_no_harm(tmp_path: Path, clock: Clock) -> None:
    record = ServiceRecord(tmp_path / "gone" / "table.jsonl", clock)
    with capture_logs() as logs:
        record.cycled(60.0)
        record.cycled(61.0)
    assert [entry["event"] for entry in logs] == ["service_record_not_written"]
    assert record.cycle_s == 61.0
