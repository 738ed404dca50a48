"""The journal keeps what it promised: synced before told, append-only, one owner, and no harm to foreign files."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from referee.game import Event, EventType, Seat, fold
from referee.journal import Instant, Journal, JournalError, JournalFullError, JournalReader, JournalWriter
from referee.journal.database import APPLICATION_ID
from referee.journal.migrations import SCHEMA_VERSION
from tests.referee.game.random_match import random_match

NOW = Instant("2024-05-06T07:08:09+02:00", True, "some-boot", 12.5)


def now() -> Instant:
    return NOW


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "journal.sqlite"


def note(seq: int, text: str = "a word") -> Event:
    return Event(seq, 0, EventType.NOTE, text=text)


def keep(path: Path, match_id: str, events: tuple[Event, ...] | list[Event]) -> None:
    with Journal(path) as journal, JournalWriter(journal, now) as writer:
        for future in [writer.append(match_id, event) for event in events]:
            future.result(timeout=10)


def test_a_match_comes_back_as_it_was_kept(path):
    match = random_match(7).match
    keep(path, "seven", match.events)
    with Journal(path) as journal:
        assert fold(journal.events("seven")) == match
        (stored,) = journal.matches()
    assert (stored.id, stored.events, stored.last_seq) == ("seven", len(match.events), match.version)
    assert stored.setup == match.setup
    assert stored.first_at == NOW.wall_time


def test_several_matches_keep_apart(path):
    keep(path, "one", [note(1), note(2)])
    keep(path, "two", [note(1)])
    reader = JournalReader(path)
    assert reader.last_match_id() == "two"
    assert [(stored.id, stored.events) for stored in reader.matches()] == [("one", 2), ("two", 1)]
    with pytest.raises(JournalError, match="no match 'three'"):
        reader.events("three")


def test_an_empty_journal(path):
    with Journal(path) as journal:
        assert journal.matches() == ()
        assert journal.last_match_id() is None


def test_a_future_is_done_only_once_another_process_can_read_the_event(path):
    with Journal(path) as journal, JournalWriter(journal, now) as writer:
        for seq in range(1, 20):
            writer.append("m", note(seq)).result(timeout=10)
            assert JournalReader(path).events("m")[-1].seq == seq


def test_a_number_that_does_not_grow_is_refused_and_the_others_are_kept(path):
    with Journal(path) as journal, JournalWriter(journal, now) as writer:
        futures = [writer.append("m", note(seq)) for seq in (1, 2, 2, 3, 1, 4)]
        outcomes = [future.exception(timeout=10) for future in futures]
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            type(None),
            JournalError,
            type(None),
            JournalError,
            type(None),
        ]
        assert "event 2 cannot be kept: seq does not grow" in str(outcomes[2])
        assert [event.seq for event in journal.events("m")] == [1, 2, 3, 4]
        assert writer.failure is None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}'",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 2",
        "UPDATE matches SET name = 'other'",
        "INSERT OR REPLACE INTO matches VALUES (1, 'other')",
        "REPLACE INTO matches (name) VALUES ('m')",
        "DELETE FROM matches",
    ],
)
def test_no_program_changes_or_deletes_what_is_kept(path, statement):
    keep(path, "m", [note(1), note(2), note(3)])
    connection = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    finally:
        connection.close()
    assert len(JournalReader(path).events("m")) == 3


def test_there_is_one_owner_at_a_time_and_any_number_of_readers(path):
    with Journal(path):
        with pytest.raises(JournalError, match="in use by another"):
            Journal(path)
        assert JournalReader(path).matches() == ()
    Journal(path).close()


def test_a_closed_writer_takes_nothing(path):
    with Journal(path) as journal:
        writer = JournalWriter(journal, now)
        writer.close()
        writer.close()
        with pytest.raises(JournalError, match="closed"):
            writer.append("m", note(1))


def test_closing_writes_what_waits(path):
    with Journal(path) as journal:
        writer = JournalWriter(journal, now)
        futures = [writer.append("m", note(seq)) for seq in range(1, 200)]
        writer.close()
        assert all(future.done() for future in futures)
        assert len(journal.events("m")) == 199


def test_a_full_queue_says_so_and_queues_nothing(path):
    """The disk stands still: the label of the time is asked for within the writer's thread, so a test can hold it."""
    held, go_on = threading.Event(), threading.Event()

    def slow() -> Instant:
        held.set()
        go_on.wait(10)
        return now()

    with Journal(path) as journal:
        writer = JournalWriter(journal, slow, queue_size=2)
        try:
            first = writer.append("m", note(1))
            assert held.wait(10)
            waiting = [writer.append("m", note(seq)) for seq in (2, 3)]
            with pytest.raises(JournalFullError, match="2 events wait"):
                writer.append("m", note(4))
        finally:
            go_on.set()
            writer.close()
        assert [future.result(timeout=10).seq for future in (first, *waiting)] == [1, 2, 3]
        assert [event.seq for event in journal.events("m")] == [1, 2, 3]


def test_after_a_failure_of_the_disk_nothing_more_is_written(path, mocker):
    with Journal(path) as journal, JournalWriter(journal, now) as writer:
        writer.append("m", note(1)).result(timeout=10)
        mocker.patch.object(writer, "_commit", side_effect=sqlite3.OperationalError("disk I/O error"))
        failed = writer.append("m", note(2))
        assert "disk I/O error" in str(failed.exception(timeout=10))
        mocker.stopall()
        with pytest.raises(JournalError, match="disk I/O error"):
            writer.append("m", note(3))
        assert [event.seq for event in journal.events("m")] == [1]


def damaged_file(path: Path, kind: str) -> bytes:
    """A file that is no usable journal, and its content."""
    path.parent.mkdir(parents=True)
    if kind == "text":
        path.write_bytes(b"this is no database, but a letter that somebody kept here\n" * 10)
    elif kind == "short":
        path.write_bytes(b"SQLite format 3\x00")
    else:
        connection = sqlite3.connect(path)
        if kind in ("newer", "damaged"):
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            version = SCHEMA_VERSION + 1 if kind == "newer" else SCHEMA_VERSION
            connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE IF NOT EXISTS songs (title TEXT)")
        connection.commit()
        connection.close()
        if kind == "damaged":
            content = bytearray(path.read_bytes())
            content[100:4096] = os.urandom(3996)
            path.write_bytes(content)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("text", "is no journal, or its beginning is damaged"),
        ("short", "is no journal, or its beginning is damaged"),
        ("foreign", "a database of another program"),
        ("newer", f"a journal of version {SCHEMA_VERSION + 1}, and this program knows {SCHEMA_VERSION}"),
        ("damaged", "cannot be read"),
    ],
)
def test_a_file_that_is_no_journal_of_ours_is_left_as_it_is(path, kind, message):
    content = damaged_file(path, kind)
    for opened in (Journal, JournalReader):
        with pytest.raises(JournalError, match=message) as caught:
            opened(path)
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_a_damaged_page_is_found_when_the_journal_is_opened(path):
    keep(path, "m", [note(seq, "a long word " * 40) for seq in range(1, 200)])
    content = bytearray(path.read_bytes())
    content[-4096:-2048] = os.urandom(2048)
    path.write_bytes(content)
    with pytest.raises(JournalError):
        Journal(path)
    assert path.read_bytes() == bytes(content)


def test_there_is_no_journal_yet(path):
    with pytest.raises(JournalError, match="no journal"):
        JournalReader(path)
    assert not path.exists()


def test_a_folder_that_cannot_be_written(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(JournalError, match="cannot be made"):
        Journal(blocked / "journal.sqlite")


APPENDER = """
import sys
from pathlib import Path
from referee.game import Event, EventType
from referee.journal import Instant, Journal, JournalWriter
with Journal(Path(sys.argv[1])) as journal, JournalWriter(journal, lambda: Instant("now", True, "b", 1.0)) as writer:
    last = journal.events("m")[-1].seq if journal.last_match_id() else 0
    waiting = []
    for seq in range(last + 1, 1_000_000):
        waiting.append(writer.append("m", Event(seq, 0, EventType.NOTE, text="x" * 200)))
        if len(waiting) == 8:
            for future in waiting:
                print(future.result().seq, flush=True)
            waiting = []
"""


def test_a_killed_process_loses_nothing_that_was_told_and_doubles_nothing(path):
    """kill -9 in the middle of writing, three times; every event that was told is there, each once, in order."""
    told = 0
    for round_ in range(3):
        process = subprocess.Popen([sys.executable, "-c", APPENDER, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            for _ in range(20 + 13 * round_):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            for line in process.stdout:
                told = int(line) if line.endswith("\n") else told
        finally:
            process.kill()
            process.wait(timeout=10)
            process.stdout.close()
        seqs = [event.seq for event in JournalReader(path).events("m")]
        assert seqs == list(range(1, len(seqs) + 1))
        assert seqs[-1] >= told


def test_a_seat_keyed_amount_survives(path):
    event = Event(1, 0, EventType.PENALTY, by=Seat.A, kind="points", amounts={Seat.A: -1000})
    keep(path, "m", [event])
    assert JournalReader(path).events("m") == (event,)
