"""Writes events into the journal: one thread, one connection, everything synced before anybody hears of it.

The thread is named `journal-writer`; it owns the only connection that writes. What waits is committed together.
After a failure of the disk nothing more is written, for a later event without an earlier one would be another match.
"""

import json
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final, Self

from referee.game import CATALOGUE_VERSION, Event, to_json
from referee.journal.database import connect
from referee.journal.errors import JournalError, JournalFullError
from referee.journal.instant import Instant
from referee.journal.store import Journal

QUEUE_SIZE: Final = 1_000
"""Events that may wait. A match has some 500, so a full queue means that the disk stands still."""

_MOST_AT_ONCE: Final = 100
_START_TIMEOUT_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class _Entry:
    match_id: str
    event: Event
    body: str
    done: "Future[Event]"


class JournalWriter:
    """The writer of a journal that this process owns. `now` says when it is."""

    def __init__(self, journal: Journal, now: Callable[[], Instant], *, queue_size: int = QUEUE_SIZE) -> None:
        self._path = journal.path
        self._now = now
        self._entries: queue.Queue[_Entry | None] = queue.Queue(queue_size)
        self._ready: Future[None] = Future()
        self._failure: JournalError | None = None
        self._closed = False
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()
        self._ready.result(_START_TIMEOUT_S)

    def append(self, match_id: str, event: Event) -> "Future[Event]":
        """Queue an event; the future gives it back once it is on the disk, synced. Events keep their order.

        The future raises JournalError if the event cannot be kept (its seq does not grow, the disk fails). Raises
        JournalFullError if too many wait, JournalError if the writer is closed or has failed before.
        """
        body = json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":"))
        entry = _Entry(match_id, event, body, Future())
        entry.done.set_running_or_notify_cancel()  # what is queued will be written: nobody can call it back
        with self._guard:
            if self._closed:
                raise JournalError("the journal is closed")
            if self._failure is not None:
                raise self._failure
            try:
                self._entries.put_nowait(entry)
            except queue.Full as error:
                raise JournalFullError(
                    f"{self._entries.maxsize} events wait for the disk: it does not answer"
                ) from error
        return entry.done

    @property
    def failure(self) -> JournalError | None:
        """Why nothing is written any more, or None."""
        return self._failure

    @property
    def waiting(self) -> int:
        """How many events wait for the disk."""
        return self._entries.qsize()

    def close(self, timeout_s: float = 30.0) -> None:
        """Write what waits, and end the thread. Raises JournalError if the disk does not answer in time."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
        try:
            self._entries.put(None, timeout=timeout_s)
        except queue.Full as error:
            raise JournalError(f"the journal {self._path} could not be closed: the disk does not answer") from error
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise JournalError(f"the journal {self._path} could not be closed: the disk does not answer")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        try:
            connection = connect(self._path, write=True)
        except JournalError as error:
            self._ready.set_exception(error)
            return
        self._ready.set_result(None)
        try:
            while (entries := self._waiting()) is not None:
                self._write(connection, entries)
        finally:
            connection.close()

    def _waiting(self) -> list[_Entry] | None:
        """The entries that wait, at least one; None once the writer is closed and all are written."""
        first = self._entries.get()
        if first is None:
            return None
        entries = [first]
        while len(entries) < _MOST_AT_ONCE:
            try:
                entry = self._entries.get_nowait()
            except queue.Empty:
                break
            if entry is None:
                self._entries.put(None)
                break
            entries.append(entry)
        return entries

    def _write(self, connection: sqlite3.Connection, entries: list[_Entry]) -> None:
        """Commit the entries together; if one of them is refused, each by itself."""
        if self._failure is not None:
            self._refuse(entries, self._failure)
            return
        try:
            self._commit(connection, entries)
        except sqlite3.IntegrityError as error:
            if len(entries) > 1:
                for entry in entries:
                    self._write(connection, [entry])
                return
            event = entries[0].event
            self._refuse(entries, JournalError(f"event {event.seq} cannot be kept: {error}"))
        except Exception as error:
            # whatever it was, it must not end the thread: everybody who waits is told, and nothing more is taken
            self._failure = JournalError(f"the journal {self._path} cannot be written: {error}")
            self._refuse(entries, self._failure)
        else:
            for entry in entries:
                entry.done.set_result(entry.event)

    def _commit(self, connection: sqlite3.Connection, entries: list[_Entry]) -> None:
        now = self._now()
        connection.execute("BEGIN IMMEDIATE")
        try:
            for entry in entries:
                connection.execute(
                    "INSERT INTO matches (name) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM matches WHERE name = ?1)",
                    (entry.match_id,),
                )
                connection.execute(
                    "INSERT INTO events"
                    " (match, seq, type, body, catalogue, recorded_at, synchronised, boot_id, monotonic_s)"
                    " SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM matches WHERE name = ?",
                    (
                        entry.event.seq,
                        entry.event.type.value,
                        entry.body,
                        CATALOGUE_VERSION,
                        now.wall_time,
                        int(now.synchronised),
                        now.boot_id,
                        now.monotonic_s,
                        entry.match_id,
                    ),
                )
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _refuse(self, entries: list[_Entry], error: JournalError) -> None:
        for entry in entries:
            entry.done.set_exception(error)
