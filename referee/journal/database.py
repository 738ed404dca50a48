"""The journal's SQLite file: how it is made, and how one finds out whether a file is one, without touching it.

Append-only by its own triggers: no program that opens the file, this one included, changes or deletes a row (REPLACE
would delete without asking a trigger for deletes, so inserting over a row is refused as well). The header is read as
bytes before SQLite opens the file, so a foreign or newer file stays exactly as it was.
"""

import sqlite3
import struct
from pathlib import Path
from typing import Final
from urllib.parse import quote

from referee.journal.errors import JournalError
from referee.journal.migrations import SCHEMA_VERSION, copy_before, migrate, version_of
from referee.whole_file import put_in_place

APPLICATION_ID: Final = 0x4A373137
"""Bytes 68-71 of the file: `J717`, which marks it as a journal of this program."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_VERSION_AT: Final = 60
_APPLICATION_AT: Final = 68
_CHECKED_WHOLE_UP_TO: Final = 64_000_000  # bytes; a larger file would hold up every start of a small box
_BUSY_MS: Final = 5_000


def ensure_database(path: Path) -> None:
    """Make a new, empty journal if there is no file. Raises JournalError if there is one that is no journal of ours."""
    try:
        if path.exists() and path.stat().st_size > 0:
            check_header(path)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _create(path)
    except OSError as error:
        raise JournalError(f"the journal {path} cannot be made: {error.strerror}") from error
    except sqlite3.Error as error:
        raise JournalError(f"the journal {path} cannot be made: {error}") from error


def check_header(path: Path) -> None:
    """Raise JournalError unless the file says that it is a journal of this program, and of no newer one."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError as error:
        raise JournalError(f"the journal {path} cannot be read: {error.strerror}") from error
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise JournalError(f"{path} is no journal, or its beginning is damaged: move it away, or restore a backup")
    (application,) = struct.unpack_from(">I", header, _APPLICATION_AT)
    (version,) = struct.unpack_from(">I", header, _VERSION_AT)
    if application != APPLICATION_ID:
        raise JournalError(f"{path} is a database of another program: name another file for the journal")
    if not 1 <= version <= SCHEMA_VERSION:
        raise JournalError(
            f"{path} is a journal of version {version}, and this program knows {SCHEMA_VERSION}: use a newer junanaho"
        )


def bring_up_to_date(path: Path) -> Path | None:
    """Give an older journal the tables of this program; returns where its copy lies, None if nothing was to be done.

    Only for the owner. Raises JournalError; the journal is then as it was.
    """
    connection = connect(path, write=True)
    try:
        version = version_of(connection)
        if version == SCHEMA_VERSION:
            return None
        copy = copy_before(path, version)
        migrate(connection)
        return copy
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"the journal {path} cannot be brought up to date ({error}): it is as it was") from error
    finally:
        connection.close()


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection to an existing journal; events are synced to the disk at every commit.

    Raises JournalError. The connection belongs to the thread that opened it.
    """
    check_header(path)
    mode = "rw" if write else "ro"
    try:
        connection = sqlite3.connect(
            f"file:{quote(str(path.absolute()))}?mode={mode}",
            uri=True,
            timeout=_BUSY_MS / 1_000,
            isolation_level=None,  # transactions are begun by hand, so that nothing is committed by accident
        )
    except sqlite3.Error as error:
        raise JournalError(f"the journal {path} cannot be opened: {error}") from error
    try:
        if write:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise damaged(path, error) from error
    return connection


def check_whole(path: Path) -> None:
    """Raise JournalError if the file is damaged anywhere; larger files are left to the maintenance commands."""
    if path.stat().st_size > _CHECKED_WHOLE_UP_TO:
        return
    connection = connect(path, write=False)
    try:
        rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        raise damaged(path, error) from error
    finally:
        connection.close()
    if rows != [("ok",)]:
        raise JournalError(f"the journal {path} is damaged ({rows[0][0]}): restore a backup")


def damaged(path: Path, error: sqlite3.Error) -> JournalError:
    """The error for a file that SQLite cannot read."""
    return JournalError(f"the journal {path} cannot be read ({error}): restore a backup")


def _create(path: Path) -> None:
    """Make the file beside its place and move it there whole, so that a power cut leaves no half-made journal."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    connection = sqlite3.connect(fresh, isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(connection)
    finally:
        connection.close()
    put_in_place(fresh, path)
