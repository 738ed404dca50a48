"""The journal: all matches as their events, in one SQLite file that only grows.

`JournalReader` may be used by any process beside the owner; `Journal` is the owner, one at a time. Reading opens a
connection for each question, so it is safe from any thread; writing is `JournalWriter`'s.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

from referee.game import Event, EventType, Setup, from_json
from referee.journal.database import bring_up_to_date, check_whole, connect, damaged, ensure_database
from referee.journal.errors import JournalError
from referee.journal.instant import Instant
from referee.journal.owner_lock import take_lock
from referee.tiles import InputError


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """One match of the journal: its name, how many events it has, when the first and last came (labels only)."""

    id: str
    events: int
    last_seq: int
    first_at: str
    last_at: str
    setup: Setup | None
    """What its first event says; None if that is no `match` event."""


class JournalReader:
    """Reads a journal. Raises JournalError if the file is missing, foreign, newer or damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise JournalError(f"there is no journal {path}: no match has been kept yet")
        with self._connection():
            pass

    def matches(self) -> tuple[StoredMatch, ...]:
        """All matches, oldest first."""
        with self._connection() as connection:
            rows = connection.execute(
                "SELECT name, count(*), max(seq), min(recorded_at), max(recorded_at),"
                " (SELECT body FROM events AS e WHERE e.match = m.id ORDER BY seq LIMIT 1)"
                " FROM matches AS m JOIN events ON events.match = m.id GROUP BY m.id ORDER BY m.id"
            ).fetchall()
        return tuple(
            StoredMatch(name, events, last_seq, first_at, last_at, _setup(self._event(name, body)))
            for name, events, last_seq, first_at, last_at, body in rows
        )

    def last_match_id(self) -> str | None:
        """The match that was opened last, or None in an empty journal."""
        with self._connection() as connection:
            row = connection.execute("SELECT name FROM matches ORDER BY id DESC LIMIT 1").fetchone()
        return None if row is None else str(row[0])

    def events(self, match_id: str) -> tuple[Event, ...]:
        """All events of a match, in order. Raises JournalError if there is no such match."""
        with self._connection() as connection:
            match = connection.execute("SELECT id FROM matches WHERE name = ?", (match_id,)).fetchone()
            if match is None:
                raise JournalError(f"the journal has no match '{match_id[:60]}'")
            rows = connection.execute("SELECT body FROM events WHERE match = ? ORDER BY seq", match).fetchall()
        return tuple(self._event(match_id, body) for (body,) in rows)

    def check(self) -> None:
        """Read the whole file. Raises JournalError where it is damaged."""
        check_whole(self.path)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        connection = connect(self.path, write=False)
        try:
            yield connection
        except sqlite3.Error as error:
            raise damaged(self.path, error) from error
        finally:
            connection.close()

    def _event(self, match_id: str, body: str) -> Event:
        try:
            return from_json(json.loads(body))
        except (InputError, ValueError) as error:
            raise JournalError(f"an event of match '{match_id}' in {self.path} cannot be read: {error}") from error


class Journal(JournalReader):
    """The journal of its one owner; the file is made if it is missing. Raises JournalError if another owner runs."""

    def __init__(self, path: Path) -> None:
        ensure_database(path)
        self._lock: IO[str] | None = take_lock(path)
        try:
            super().__init__(path)
            check_whole(path)
            self.older_copy = bring_up_to_date(path)
            """Where an older journal was copied to before it got the tables of this program; None if it was not."""
        except BaseException:
            self.close()
            raise

    def last_instant(self, match_id: str) -> Instant | None:
        """When the last event of a match was kept; None for a match that is not there."""
        with self._connection() as connection:
            row = connection.execute(
                "SELECT recorded_at, coalesce(synchronised, 1), coalesce(boot_id, ''), coalesce(monotonic_s, 0.0)"
                " FROM events WHERE match = (SELECT id FROM matches WHERE name = ?) ORDER BY seq DESC LIMIT 1",
                (match_id,),
            ).fetchone()
        return None if row is None else Instant(row[0], bool(row[1]), row[2], row[3])

    def close(self) -> None:
        """Let another owner have it. The writer must be closed before."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _setup(event: Event) -> Setup | None:
    return event.setup if event.type is EventType.MATCH else None
