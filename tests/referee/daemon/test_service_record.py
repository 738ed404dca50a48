"""What is kept of a table's wear: cycles, faults, and the alarm after several protective stops in a day."""

import json
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.states import TableState
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


def stack(record: ServiceRecord, clock: Clock, seconds: float) -> None:
    """The set below is stacked in so many seconds."""
    record.below(TableState.STACKING)
    clock.now_s += seconds
    record.below(TableState.STACKED)
    record.below(TableState.EMPTY)


def kept_in(path: Path | None, clock: Clock) -> ServiceRecord:
    return ServiceRecord(path, clock, clock)


def test_a_drift_shows_beside_what_is_usual(tmp_path: Path, clock: Clock) -> None:
    record = kept_in(tmp_path / "table.jsonl", clock)
    assert (record.stacking_s, record.usual_stacking_s) == (None, None)
    for seconds in (38.0, 39.0, 38.5, 39.5, 51.0):
        stack(record, clock, seconds)
    assert (record.stacking_s, record.usual_stacking_s) == (51.0, 39.0)
    again = kept_in(tmp_path / "table.jsonl", clock)
    assert (again.stacking_s, again.usual_stacking_s) == (51.0, 39.0), "it is known after a restart"


def test_a_pause_to_add_tiles_is_no_wear_and_a_run_that_was_cut_is_no_run(clock: Clock) -> None:
    record = kept_in(None, clock)
    record.below(TableState.STACKING)
    clock.now_s += 20
    record.below(TableState.PAUSED_TOPUP)
    clock.now_s += 500
    record.below(TableState.STACKING)
    clock.now_s += 18
    record.below(TableState.STACKED)
    assert record.stacking_s == 38.0
    record.below(TableState.STACKING)
    clock.now_s += 5
    record.below(TableState.UNKNOWN)
    clock.now_s += 900
    record.below(TableState.STACKED)
    assert record.stacking_s == 38.0


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
    record = kept_in(tmp_path / "table.jsonl", clock)
    begun_s = clock.now_s
    with capture_logs() as logs:
        for code, after_s in faults:
            clock.now_s = begun_s + after_s
            record.failed(fault_of(code))
    assert record.trips == trips
    assert kept_in(tmp_path / "table.jsonl", clock).trips == trips, "a restart does not forget them"
    assert [entry["event"] for entry in logs] == (["service_needed"] if trips else []), "said once"


def test_the_alarm_ends_when_a_day_has_passed(clock: Clock) -> None:
    record = kept_in(None, clock)
    for _ in range(3):
        record.failed(fault_of(FaultCode.OVERTEMP))
        clock.now_s += HOUR_S
    assert record.trips == 3
    clock.now_s += 24 * HOUR_S
    assert record.trips == 0


def test_faults_are_kept_with_their_place(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "table.jsonl"
    kept_in(path, clock).failed(fault_of(FaultCode.TILE_SHORT, FaultPlace(1, "", 2)))
    assert json.loads(path.read_text()) == {
        "at_s": clock.now_s, "fault": "TILE_SHORT", "side": 1, "part": "", "count": 2,
    }  # fmt: skip


def test_the_file_stays_small_and_keeps_the_newest(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_record, "_LARGEST_FILE", 4_000)
    path = tmp_path / "table.jsonl"
    record = kept_in(path, clock)
    for seconds in range(1000):
        stack(record, clock, seconds)
        assert path.stat().st_size <= 4_100
    assert json.loads(path.read_text().splitlines()[-1])["stacking_s"] == 999
    assert kept_in(path, clock).stacking_s == 999


def test_lines_that_a_power_cut_left_half_are_passed_over(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(
        b'{"at_s": 1, "stacking_s": 58.0}\n{"at_s": 2, "stack\n[1]\n"x"\n{"at_s": 3, "stacking_s": 60.0}\n\0\0'
    )
    assert kept_in(path, clock).stacking_s == 60.0


def test_a_folder_that_cannot_be_written_is_told_once_and_does_no_harm(tmp_path: Path, clock: Clock) -> None:
    record = kept_in(tmp_path / "gone" / "table.jsonl", clock)
    with capture_logs() as logs:
        stack(record, clock, 60.0)
        stack(record, clock, 61.0)
    assert [entry["event"] for entry in logs] == ["service_record_not_written"]
    assert record.stacking_s == 61.0
