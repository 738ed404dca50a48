"""The folder of pictures: never larger than it may be, in order over restarts, and whole after a kill."""

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.daemon.evidence_ring import EvidenceLimits, EvidenceRing

PICTURE = b"\xff\xd8" + b"x" * 998


def ring(folder: Path, **limits: int) -> EvidenceRing:
    made = EvidenceRing(folder, EvidenceLimits(**{"reserve_bytes": 0, **limits}))
    made.open()
    return made


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


@pytest.mark.parametrize("limits", [{"most_bytes": 5_500}, {"most_files": 5}])
def test_the_oldest_go_first_and_it_is_never_larger_than_it_may_be(tmp_path: Path, limits: dict[str, int]) -> None:
    kept = ring(tmp_path / "evidence", **limits)
    for seq in range(1, 12):
        kept.add("m1", seq, PICTURE)
        assert size_of(kept.folder) <= 5_500
        assert len(list(kept.folder.iterdir())) == kept.files <= 5
    assert kept.events("m1") == {7, 8, 9, 10, 11}
    assert (kept.find("m1", 6), kept.find("m1", 7)) == (None, PICTURE)
    assert kept.size_bytes == size_of(kept.folder)


def test_after_a_restart_the_order_holds_whatever_the_clock_says(tmp_path: Path) -> None:
    first = ring(tmp_path)
    for seq in (1, 2, 3):
        first.add("m1", seq, PICTURE)
    for age, path in enumerate(sorted(tmp_path.iterdir())):
        os.utime(path, (10_000 - age, 10_000 - age))  # the newest looks oldest
    second = ring(tmp_path, most_files=3)
    assert second.events("m1") == {1, 2, 3}
    second.add("m2", 1, PICTURE)
    assert (second.events("m1"), second.events("m2")) == ({2, 3}, {1})


def test_a_ring_that_was_made_smaller_shrinks(tmp_path: Path) -> None:
    for seq in range(8):
        ring(tmp_path).add("m1", seq, PICTURE)
    smaller = ring(tmp_path, most_files=2)
    smaller.add("m1", 8, PICTURE)
    assert smaller.events("m1") == {7, 8}


def test_the_event_of_the_match_finds_the_file(tmp_path: Path) -> None:
    odd = "../Spring Cup_1/ü"
    kept = ring(tmp_path / "evidence")
    kept.add("20260601-200000-abc123", 17, PICTURE)
    kept.add(odd, 3, PICTURE)
    assert [path.name for path in kept.folder.glob("*_20260601-200000-abc123_17.jpg")]
    assert list(tmp_path.iterdir()) == [kept.folder], "no name leads outside"
    assert ring(kept.folder).find(odd, 3) == PICTURE


def test_what_was_half_written_is_removed_and_what_is_not_ours_is_left(tmp_path: Path) -> None:
    (tmp_path / "0000000001_m1_4.jpg.part").write_bytes(b"half")
    (tmp_path / "holiday.jpg").write_bytes(b"not ours")
    kept = ring(tmp_path, most_files=1)
    for seq in (1, 2):
        kept.add("m1", seq, PICTURE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0000000002_m1_2.jpg", "holiday.jpg"]


def test_the_last_of_the_disk_is_left_to_the_journal(tmp_path: Path) -> None:
    ring(tmp_path).add("m1", 1, PICTURE)
    full = ring(tmp_path, reserve_bytes=2**60)
    with pytest.raises(OSError, match="left to the journal"):
        full.add("m1", 2, PICTURE)
    assert full.events("m1") == {1}
    assert full.find("m1", 1) == PICTURE


def test_nobody_else_on_the_machine_may_look(tmp_path: Path) -> None:
    kept = ring(tmp_path / "evidence")
    kept.add("m1", 1, PICTURE)
    (path,) = kept.folder.iterdir()
    assert (path.stat().st_mode & 0o077, kept.folder.stat().st_mode & 0o077) == (0, 0)


WRITER = """
import sys
from pathlib import Path
from referee.daemon.evidence_ring import EvidenceLimits, EvidenceRing
ring = EvidenceRing(Path(sys.argv[1]), EvidenceLimits(most_files=20, reserve_bytes=0))
ring.open()
print("open", flush=True)
for seq in range(1_000_000):
    ring.add(sys.argv[2], seq, bytes([seq % 256]) * 20_000)
"""


def test_a_killed_program_leaves_whole_pictures_and_no_others(tmp_path: Path) -> None:
    chance = random.Random(3)
    for life in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), f"life{life}"], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == "open\n"
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(chance.uniform(0.02, 0.3))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        kept = ring(tmp_path, most_files=20)
        assert kept.files <= 20
        for path in tmp_path.iterdir():
            content = path.read_bytes()
            assert len(content) == 20_000, path
            assert len(set(content)) == 1, path


def test_what_is_none_of_its_pictures_is_neither_served_nor_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"not for anybody")
    folder = tmp_path / "evidence"
    (folder / "0000000001_m1_5.jpg").mkdir(parents=True)
    (folder / "0000000002_m1_6.jpg").symlink_to(tmp_path / "secret")
    (folder / "7_m1_7.jpg").write_bytes(PICTURE)
    kept = ring(folder, most_files=2)
    assert kept.files == 0
    for seq in range(10, 15):
        kept.add("m1", seq, PICTURE)
    assert kept.events("m1") == {13, 14}


def test_a_folder_that_was_cleared_away_is_made_anew(tmp_path: Path) -> None:
    kept = ring(tmp_path / "evidence")
    kept.add("m1", 1, PICTURE)
    shutil.rmtree(kept.folder)
    kept.add("m1", 2, PICTURE)
    assert (kept.find("m1", 1), kept.find("m1", 2)) == (None, PICTURE)
