"""Backups: whole, checked, rotated, taken while somebody writes; and put back without touching what is there."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.game import Event, EventType
from referee.journal import Journal, JournalError, JournalReader, JournalWriter, backup, keep_daily, restore
from tests.referee.game.random_match import random_match
from tests.referee.journal.test_migrations import KEPT, NOW
from tests.referee.journal.test_store import note


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    keep(path, "one", random_match(7).match.events)
    return path


def keep(path: Path, name: str, events: tuple[Event, ...] | list[Event]) -> None:
    with Journal(path) as journal, JournalWriter(journal, lambda: NOW) as writer:
        for future in [writer.append(name, event) for event in events]:
            future.result(timeout=10)


def test_a_backup_is_whole_while_a_table_writes(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal, JournalWriter(journal, lambda: NOW) as writer:
        for number in range(1, 60):
            writer.append("running", note(number)).result(timeout=10)
            if number % 20 == 0:
                target = tmp_path / f"copy-{number}.sqlite"
                assert backup(path, target) == 2
                assert len(JournalReader(target).events("running")) == number
                assert not target.with_name(target.name + "-wal").exists()


def test_nothing_is_written_over(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("dear")
    with pytest.raises(JournalError, match="there already"):
        backup(path, target)
    assert target.read_text() == "dear"
    with pytest.raises(JournalError, match="cannot be copied"):
        backup(path, path / "below" / "a-file")
    assert [file.name for file in tmp_path.glob("*.part")] == []


def test_of_daily_copies_the_newest_stay(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for day in ("20260501", "20260502", "20260502", "20260503", "20260504"):
        keep_daily(path, folder, day, 3)
    assert sorted(file.name for file in folder.iterdir()) == [
        "journal-20260502.sqlite", "journal-20260503.sqlite", "journal-20260504.sqlite",
    ]  # fmt: skip
    assert keep_daily(path, folder, "20260504", 3) is None


def test_what_is_missing_is_put_back_and_what_is_there_stays(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    keep(path, "two", random_match(11).match.events)
    backup(path, copy)
    fresh = tmp_path / "fresh.sqlite"
    keep(fresh, "two", [note(1), note(2)])
    keep(fresh, "three", [note(1)])
    content = JournalReader(fresh).events("two")
    with Journal(fresh):  # a table runs on it
        found = restore(copy, fresh)
    assert (found.added, found.there, found.differing) == (("one",), (), ("two",))
    assert JournalReader(fresh).events("one") == JournalReader(path).events("one")
    assert JournalReader(fresh).events("two") == content
    assert restore(copy, fresh).there == ("one",)
    keep(path, "one", [Event(JournalReader(path).events("one")[-1].seq + 1, 0, EventType.NOTE, text="later")])
    assert restore(copy, path).there == ("one", "two")  # the journal goes further than its backup


def test_a_missing_journal_becomes_the_backup_even_an_old_one(tmp_path: Path) -> None:
    old, path = tmp_path / "old.sqlite", tmp_path / "journal.sqlite"
    shutil.copy(KEPT / "version-1.sqlite", old)
    before = old.read_bytes()
    assert restore(old, path).added == ("first", "second")
    assert JournalReader(path).events("first") == random_match(7).match.events
    assert old.read_bytes() == before


def test_a_damaged_journal_is_moved_aside_unless_a_table_runs(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(path, copy)
    sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
    content = bytearray(path.read_bytes())
    content[100:4096] = os.urandom(3996)
    path.write_bytes(content)
    found = restore(copy, path)
    assert found.added == ("one",)
    assert found.aside is not None
    assert found.aside.read_bytes() == bytes(content)


@pytest.mark.parametrize("content", [b"", b"a letter" * 100])
def test_what_is_no_backup_changes_nothing(path: Path, tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other"
    other.write_bytes(content)
    before = JournalReader(path).events("one")
    with pytest.raises(JournalError):
        restore(other, path)
    assert JournalReader(path).events("one") == before
