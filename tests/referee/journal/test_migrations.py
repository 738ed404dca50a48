"""A journal of an older program is brought up to date whole or not at all, and stays what it was in a copy."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.game import fold
from referee.journal import Instant, Journal, JournalError, JournalReader, JournalWriter
from referee.journal.migrations import MIGRATIONS, SCHEMA_VERSION, version_of
from tests.referee.game.random_match import random_match

KEPT = Path(__file__).parent / "kept"
"""Journals as older programs wrote them: the matches that `random_match` makes of the seeds 7 and 11."""

OLD = list(range(1, SCHEMA_VERSION))
NOW = Instant("2027-01-02T03:04:05.678+00:00", False, "this-boot", 77.25)


@pytest.fixture(params=OLD)
def old(request, tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    shutil.copy(KEPT / f"version-{request.param}.sqlite", path)
    return path


def test_there_is_a_kept_journal_of_every_older_version():
    versions = []
    for file in KEPT.glob("*.sqlite"):
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        versions.append(version_of(connection))
        connection.close()
    assert sorted(versions) == OLD


def test_an_older_journal_keeps_its_matches_and_is_copied_first(old: Path):
    before = old.read_bytes()
    with Journal(old) as journal:
        assert [fold(journal.events(match.id)) for match in journal.matches()] == [
            random_match(7).match,
            random_match(11).match,
        ]
        assert journal.older_copy is not None
        assert journal.older_copy.parent == old.parent
    with JournalReader(journal.older_copy)._connection() as connection:
        assert version_of(connection) in OLD
    assert before[:16] == journal.older_copy.read_bytes()[:16]
    with Journal(old) as journal:
        assert journal.older_copy is None  # once


def test_it_takes_new_events_as_one_made_today_does(old: Path):
    with Journal(old) as journal, JournalWriter(journal, lambda: NOW) as writer:
        for event in random_match(3).match.events:
            writer.append("third", event).result(timeout=10)
        assert journal.last_instant("third") == NOW
        was = journal.last_instant("first")
        assert was is not None
        assert was.boot_id == ""


def test_two_steps_of_the_same_version_keep_both_copies(old: Path, tmp_path: Path):
    first = Journal(old)
    first.close()
    shutil.copy(KEPT / "version-1.sqlite", old)
    second = Journal(old)
    second.close()
    assert first.older_copy != second.older_copy
    assert first.older_copy
    assert second.older_copy
    assert first.older_copy.exists()
    assert second.older_copy.exists()


def test_an_interrupted_step_leaves_the_journal_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch):
    content = JournalReader(old).events("first")
    broken = (*MIGRATIONS[:-1], (*MIGRATIONS[-1], "CREATE TABLE events (oops)"))
    monkeypatch.setattr("referee.journal.migrations.MIGRATIONS", broken)
    with pytest.raises(JournalError, match="it is as it was"):
        Journal(old)
    reader = JournalReader(old)
    assert reader.events("first") == content
    with reader._connection() as connection:
        assert version_of(connection) in OLD
        columns = [row[1] for row in connection.execute("PRAGMA table_info(events)")]
    assert "boot_id" not in columns


def test_a_file_made_today_has_the_same_tables_as_one_brought_up_to_date(old: Path, tmp_path: Path):
    def tables(path: Path) -> list[str]:
        with Journal(path) as journal, journal._connection() as connection:
            rows = connection.execute("SELECT type, name FROM sqlite_master ORDER BY name").fetchall()
            rows += connection.execute("SELECT name, type FROM pragma_table_info('events')").fetchall()
        return [" ".join(row) for row in rows]

    assert tables(old) == tables(tmp_path / "fresh.sqlite")


@pytest.mark.parametrize(
    ("earlier", "later", "seconds"),
    [
        (("2026-01-01T00:00:00+00:00", True, "a", 10.0), ("2027-06-01T00:00:00+00:00", True, "a", 15.5), 5.5),
        (("2026-01-01T00:00:00+00:00", True, "a", 10.0), ("2025-01-01T00:00:00+00:00", False, "a", 11.0), 1.0),
        (("2026-01-01T00:00:00+00:00", True, "a", 10.0), ("2026-01-01T00:01:00+00:00", True, "b", 3.0), 60.0),
        (("2026-01-01T00:00:00+00:00", False, "a", 10.0), ("2026-01-01T00:01:00+00:00", True, "b", 3.0), None),
        (("2026-01-01T00:00:00+00:00", True, "a", 10.0), ("2025-12-31T00:00:00+00:00", True, "b", 3.0), None),
        (("2026-01-01T00:00:00+00:00", True, "", 0.0), ("2026-01-01T01:00:00+01:00", True, "b", 3.0), 0.0),
    ],
)
def test_o06_a_jump_of_the_clock_changes_no_duration(earlier, later, seconds):
    """Within one run of the machine the monotonic clock tells; else the wall's, where it can be believed."""
    assert Instant(*earlier).seconds_until(Instant(*later)) == seconds
