"""One daemon to a table: over different names, users' leftovers and a killed owner."""

import subprocess
import sys
from pathlib import Path

import pytest

from referee.daemon.table_lock import TableInUseError, locks_folder, table_lock

ROOT = Path(__file__).resolve().parents[3]


def test_a_second_owner_is_told_who_has_it(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from referee.daemon.table_lock import table_lock\n"
        "with table_lock('tcp://host:1', Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"held\n"
        with pytest.raises(TableInUseError) as refused, table_lock("tcp://host:1", tmp_path):
            pass
        assert f"driven by another junanaho already (process {owner.pid}): stop that one first" in str(refused.value)
        owner.kill()
    with table_lock("tcp://host:1", tmp_path):
        pass


def refused(name: str, folder: Path) -> None:
    with pytest.raises(TableInUseError), table_lock(name, folder):
        pass


def test_two_names_of_one_device_are_one_table(tmp_path: Path) -> None:
    device = tmp_path / "ttyUSB0"
    device.touch()
    for name in ("by-id", "by-path"):
        (tmp_path / name).symlink_to(device)
    with table_lock(str(tmp_path / "by-id"), tmp_path):
        refused(str(tmp_path / "by-path"), tmp_path)


def test_two_tables_are_two_and_a_name_without_a_device_can_be_kept(tmp_path: Path) -> None:
    with table_lock("/dev/none-1", tmp_path), table_lock("/dev/none-2", tmp_path):
        refused("/dev/none-1", tmp_path)


def test_a_refusal_gives_back_what_was_locked_on_the_way(tmp_path: Path) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "link"
    device.touch()
    link.symlink_to(device)
    with table_lock(str(device), tmp_path):
        refused(str(link), tmp_path)
    with table_lock(str(link), tmp_path):
        pass


def test_the_end_leaves_no_file_and_a_lock_on_a_file_that_was_taken_away_counts_for_nothing(tmp_path: Path) -> None:
    with table_lock("/dev/none-1", tmp_path):
        (file,) = tmp_path.iterdir()
        file.unlink()
        with table_lock("/dev/none-1", tmp_path):
            refused("/dev/none-1", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_locks_can_be_written() -> None:
    assert locks_folder().is_dir()
