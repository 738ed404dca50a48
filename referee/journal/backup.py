"""Copies of the journal, and matches put back from one; both while a table runs.

A copy is taken page by page by SQLite itself, checked, and only then given its name. Putting back adds the matches that
the journal lacks; what it has is never changed, so nothing that was played since a backup can be lost by it.
"""

import contextlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.journal.database import bring_up_to_date, check_header, check_whole, connect, ensure_database
from referee.journal.errors import JournalError
from referee.journal.migrations import SCHEMA_VERSION, migrate, version_of
from referee.journal.owner_lock import owner_lock
from referee.whole_file import put_in_place

_ROWS: Final = "seq, type, body, catalogue, recorded_at, synchronised, boot_id, monotonic_s"
_DAILY: Final = "journal-*.sqlite"


@dataclass(frozen=True, slots=True)
class Restored:
    """What putting back did: matches that were added, were there already, or differ and were left as they are."""

    added: tuple[str, ...]
    there: tuple[str, ...]
    differing: tuple[str, ...]
    aside: Path | None = None
    """Where a damaged journal was moved to, which the backup took the place of."""


def backup(path: Path, target: Path) -> int:
    """Copy the journal at `path` to `target`; returns how many matches the copy holds.

    Raises JournalError if the journal cannot be read, the target is there already, or cannot be written.
    """
    if target.exists():
        raise JournalError(f"{target} is there already: name another file, nothing is written over")
    check_header(path)
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(connect(path, write=False)) as journal, closing(sqlite3.connect(draft)) as copy:
            journal.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, without others beside it
        check_whole(draft)
        put_in_place(draft, target)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise JournalError(f"{path} cannot be copied to {target}: {error}") from error
    with closing(connect(target, write=False)) as copy:
        return int(copy.execute("SELECT count(*) FROM matches").fetchone()[0])


def keep_daily(path: Path, folder: Path, day: str, keep: int) -> Path | None:
    """The day's copy in `folder`, and no more than the `keep` newest; None if the day has one. Raises JournalError."""
    target = folder / f"journal-{day}.sqlite"
    if target.exists():
        return None
    backup(path, target)
    for old in sorted(folder.glob(_DAILY))[:-keep]:
        old.unlink(missing_ok=True)
    return target


def restore(source: Path, path: Path) -> Restored:
    """Put back what the journal at `path` lacks. Raises JournalError, and the journal is as it was.

    A missing journal becomes a copy of the backup; a damaged one is moved aside first, for which no table may run.
    """
    check_header(source)
    check_whole(source)
    aside = _aside(path)
    ensure_database(path)
    with closing(connect(path, write=False)) as journal:
        is_older = version_of(journal) < SCHEMA_VERSION
    if is_older:  # so no table runs on it: that would have brought it up to date
        with owner_lock(path):
            bring_up_to_date(path)
    with closing(_brought_up(source)) as backed_up, closing(connect(path, write=True)) as journal:
        try:
            journal.execute("BEGIN IMMEDIATE")
            found = _added(backed_up, journal)
            journal.execute("COMMIT")
        except sqlite3.Error as error:
            if journal.in_transaction:
                journal.execute("ROLLBACK")
            raise JournalError(f"{path} could not take the matches of {source}: {error}; it is as it was") from error
    added, there, differing = found
    return Restored(added, there, differing, aside)


def _aside(path: Path) -> Path | None:
    """Move a damaged journal out of the way; None for a sound one, or none at all."""
    if not path.exists():
        return None
    try:
        check_header(path)
        check_whole(path)
    except JournalError:
        with owner_lock(path):  # raises if a table runs on it
            aside = path.with_name(path.name + ".damaged")
            number = 1
            while aside.exists():
                number += 1
                aside = path.with_name(f"{path.name}.damaged-{number}")
            for ending in ("", "-wal", "-shm"):
                part = path.with_name(path.name + ending)
                if part.exists():
                    part.rename(aside.with_name(aside.name + ending))
            return aside
    return None


def _brought_up(source: Path) -> sqlite3.Connection:
    """The backup in memory, with the tables of this program; its file stays as it is."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with closing(connect(source, write=False)) as file:
        file.backup(memory)
    migrate(memory)
    return memory


def _added(
    source: sqlite3.Connection, journal: sqlite3.Connection
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The names of matches that were added, were there, or differ."""
    added: list[str] = []
    there: list[str] = []
    differing: list[str] = []
    known = dict(journal.execute("SELECT name, id FROM matches"))
    for number, name in source.execute("SELECT id, name FROM matches ORDER BY id").fetchall():
        rows = source.execute(f"SELECT {_ROWS} FROM events WHERE match = ? ORDER BY seq", (number,)).fetchall()
        if name in known:
            has = journal.execute(f"SELECT {_ROWS} FROM events WHERE match = ? ORDER BY seq", (known[name],)).fetchall()
            same = [row[:3] for row in has[: len(rows)]] == [row[:3] for row in rows]
            (there if same else differing).append(name)
            continue
        cursor = journal.execute("INSERT INTO matches (name) VALUES (?)", (name,))
        places = ", ".join("?" * (1 + len(_ROWS.split(","))))
        journal.executemany(
            f"INSERT INTO events (match, {_ROWS}) VALUES ({places})", [(cursor.lastrowid, *row) for row in rows]
        )
        added.append(name)
    return tuple(added), tuple(there), tuple(differing)
