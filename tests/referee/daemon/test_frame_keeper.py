"""The frames that are written down at a fault: what is in them, and that they stay few."""

from pathlib import Path

import pytest

from drivers.link.framing import Frame
from drivers.link.statistics import FrameRecord
from drivers.table.events import ButtonPressed, FaultRaised, LinkLost, TableEvent
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.interface import TableSnapshot
from drivers.table.states import Button, TableState
from referee.daemon.frame_keeper import MOST_FILES, FrameKeeper

FRAMES = tuple(FrameRecord(float(number), True, Frame(0x10, 7, bytes((1, 2, 3, 0))), 4) for number in range(200))
SNAPSHOT = TableSnapshot(TableState.FAULT, unit_id="table-7", firmware="fw 1", boot_id=17, port="/dev/table")


class Case:
    """A keeper with a clock that is turned by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_s = 100.0
        self.keeper = FrameKeeper(folder, lambda: FRAMES, lambda: SNAPSHOT, lambda: self.now_s)
        self.keeper.start()

    def tell(self, *events: TableEvent) -> list[Path]:
        """Tell some events, end, and return the files there are."""
        for event in events:
            self.keeper.told(event)
        self.keeper.stop()
        return sorted(self.folder.glob("*"))


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path / "frames")


def test_a_fault_writes_its_place_the_moment_and_the_last_frames(case: Case) -> None:
    (path,) = case.tell(FaultRaised(fault_of(FaultCode.TILE_JAM_HEAD, FaultPlace(side=2))))
    lines = path.read_text().splitlines()
    head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    assert head["about"] == "TILE_JAM_HEAD side 2"
    assert head["port"] == "/dev/table"
    assert head["unit"] == "table-7 firmware fw 1 boot_id 00000011"
    assert head["clock"] in ("synchronised", "not yet synchronised")
    assert len(head["boot_id"]) == 36
    assert float(head["monotonic_s"]) > 0
    assert lines[len(head) :] == [record.text() for record in FRAMES]
    assert "COMMAND seq 7" in lines[-1]


def test_a_loss_writes_too_and_a_press_does_not(case: Case) -> None:
    (path,) = case.tell(ButtonPressed(0, Button.RON), LinkLost("the cable was pulled"))
    assert path.name.endswith("-LINK_LOST.txt")
    assert "the cable was pulled" in path.read_text()


def test_one_code_is_written_once_a_minute(case: Case) -> None:
    lost = LinkLost("gone")
    for _ in range(50):
        case.keeper.told(lost)
    case.now_s += 61.0
    assert len(case.tell(lost)) == 2


def test_the_newest_files_are_kept_and_no_more(tmp_path: Path) -> None:
    for number in range(MOST_FILES):
        (tmp_path / f"2020010{number % 10}T120000.{number:06}Z-OLD.txt").touch()
    notes = tmp_path / "notes.txt"
    notes.touch()
    files = Case(tmp_path).tell(LinkLost("gone"), FaultRaised(fault_of(FaultCode.OVERTEMP)))
    assert len(files) == MOST_FILES + 1
    assert {path.name.rsplit("-", 1)[-1] for path in files} == {"OLD.txt", "LINK_LOST.txt", "OVERTEMP.txt", "notes.txt"}


def test_a_disk_that_is_full_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "frames").write_text("a file where the folder should be")
    case = Case(tmp_path / "frames")
    case.keeper.told(LinkLost("gone"))
    assert case.tell(FaultRaised(fault_of(FaultCode.OVERTEMP))) == []
    assert (tmp_path / "frames").is_file()
