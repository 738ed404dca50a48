"""What is said of the disk: from facts of disks that tests cannot have, and from real folders."""

import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from referee.daemon.doctor.disk import DiskFacts, JournalFacts, findings_of_disk, look_at_disk
from referee.daemon.doctor.folder_facts import FolderFacts, look_at_folder
from referee.journal import Journal
from tests.referee.daemon.doctor.told import by_what

STATE = Path("/var/lib/junanaho")
FOLDER = FolderFacts(STATE, STATE, free_bytes=5_000_000_000, total_bytes=30_000_000_000, free_files=100_000)
JOURNAL = JournalFacts(STATE / "journal.sqlite", True, 1_500_000, 12)
GOOD = DiskFacts(FOLDER, JOURNAL, (3, 90_000))


def folder(**facts: object) -> DiskFacts:
    return replace(GOOD, state=replace(FOLDER, **facts))  # type: ignore[arg-type]


def journal(**facts: object) -> DiskFacts:
    return replace(GOOD, journal=replace(JOURNAL, **facts))  # type: ignore[arg-type]


def captured(**facts: object) -> DiskFacts:
    return replace(GOOD, captured=replace(FOLDER, **facts), captured_bytes=7_000_000)  # type: ignore[arg-type]


CASES = [
    (GOOD, "state folder", "ok", "5.0 GB of 30.0 GB are free"),
    (folder(free_bytes=300_000_000), "state folder", "warning", "300.0 MB of 30.0 GB are free: delete"),
    (folder(free_bytes=0), "state folder", "stop", "0 bytes of 30.0 GB are free: delete what is not needed"),
    (folder(free_files=0), "state folder", "stop", "but no more files"),
    (folder(free_files=40), "state folder", "warning", "only 40 more files"),
    (folder(free_files=None), "state folder", "ok", "are free"),
    (folder(read_only=True, refusal="Read-only file system"), "state folder", "stop", "look at 'dmesg'"),
    (folder(refusal="Permission denied"), "state folder", "stop", "nothing can be written in /var/lib/junanaho (Perm"),
    (GOOD, "journal", "ok", "journal.sqlite is whole: 12 matches, 1.5 MB"),
    (journal(in_use=True), "journal", "ok", "a running junanaho keeps it"),
    (journal(is_there=False), "journal", "ok", "the first start makes it"),
    (journal(may_write=False), "journal", "stop", "this user may not write"),
    (journal(error="/x is damaged (row 3): restore a backup"), "journal", "stop", "/x is damaged (row 3): restore a"),
    (GOOD, "kept frames", "ok", "3 of at most 20 files of the line's last frames at faults, 90.0 kB"),
    (captured(), "captured faces", "ok", "7.0 MB of faces"),
    (captured(refusal="Permission denied"), "captured faces", "warning", "name another folder as 'capture.folder'"),
    (captured(free_bytes=0), "captured faces", "warning", "0 bytes"),
]


@pytest.mark.parametrize(("facts", "what", "level", "words"), CASES)
def test_facts_become_findings(facts: DiskFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_disk(facts))[what]
    assert finding.level == level
    assert words in finding.text


def test_a_journal_in_use_and_one_that_is_damaged(tmp_path: Path) -> None:
    store = tmp_path / "journal.sqlite"
    with Journal(store):
        facts = look_at_disk(store, tmp_path / "faces")
        assert (facts.journal.in_use, facts.journal.error, facts.journal.matches) == (True, "", 0)
        assert facts.journal.bytes > 0
    assert not look_at_disk(store, None).journal.in_use
    store.write_bytes(b"SQLite format 3\0 and then nothing")
    finding = by_what(findings_of_disk(look_at_disk(store, None)))["journal"]
    assert finding.level == "stop"
    assert "restore a backup" in finding.remedy


def test_looking_leaves_nothing_and_makes_nothing(tmp_path: Path) -> None:
    facts = look_at_disk(tmp_path / "state" / "deep" / "journal.sqlite", tmp_path / "faces")
    assert list(tmp_path.iterdir()) == []
    assert (facts.state.asked, facts.state.refusal, facts.journal.is_there) == (tmp_path, "", False)
    assert facts.state.free_bytes > 0


def test_a_disk_that_takes_a_file_and_no_byte(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        refusal = look_at_folder(tmp_path).refusal
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refusal == "File too large"


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a folder")
    assert look_at_folder(tmp_path / "state").refusal != ""


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """To root nothing is closed; another user stays who he is."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_this_user_may_not_enter() -> None:
    with tempfile.TemporaryDirectory() as above:  # pytest's own folders are closed to others already
        Path(above).chmod(0o755)
        shut = Path(above) / "shut"
        Journal(shut / "journal.sqlite").close()
        shut.chmod(0)
        with as_somebody_else():
            named = by_what(findings_of_disk(look_at_disk(shut / "journal.sqlite", None)))
        shut.chmod(0o700)
    for what in ("state folder", "journal"):
        assert named[what].level == "stop"
        assert "Permission denied" in named[what].found
