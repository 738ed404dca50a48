"""How the journal's tables grew: each step is numbered by the version that it leads to, and none is ever changed.

A new file takes all steps; an older one those that it lacks, in one transaction, after a whole copy has been put beside
it. What is interrupted leaves the file as it was.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from referee.whole_file import put_in_place

_FIRST: Final = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE CHECK (length(name) > 0)
    ) STRICT
    """,
    """
    CREATE TABLE events (
        match INTEGER NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        type TEXT NOT NULL,
        body TEXT NOT NULL,
        catalogue INTEGER NOT NULL,
        recorded_at TEXT NOT NULL,
        UNIQUE (match, seq)
    ) STRICT
    """,
    "CREATE TRIGGER matches_stay BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER matches_last BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "CREATE TRIGGER events_last BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    """
    CREATE TRIGGER matches_new BEFORE INSERT ON matches
    WHEN EXISTS (SELECT 1 FROM matches WHERE name = NEW.name OR id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
    """,
    """
    CREATE TRIGGER events_grow BEFORE INSERT ON events
    WHEN NEW.seq <= (SELECT max(seq) FROM events WHERE match = NEW.match)
    BEGIN SELECT RAISE(ABORT, 'seq does not grow'); END
    """,
)

_INSTANTS: Final = (
    # NULL in rows of before: nothing was noted then
    "ALTER TABLE events ADD COLUMN synchronised INTEGER",
    "ALTER TABLE events ADD COLUMN boot_id TEXT",
    "ALTER TABLE events ADD COLUMN monotonic_s REAL",
)

MIGRATIONS: Final = (_FIRST, _INSTANTS)
"""The statements of each step; the first makes version 1."""

SCHEMA_VERSION: Final = len(MIGRATIONS)
"""`user_version` of a file that has taken all steps; a file of a newer program is refused."""


def version_of(connection: sqlite3.Connection) -> int:
    """Which step the file took last."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Take the steps that are missing, all or none. The connection begins its transactions by hand."""
    connection.execute("BEGIN EXCLUSIVE")
    try:
        for statements in MIGRATIONS[version_of(connection) :]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def copy_before(path: Path, version: int) -> Path:
    """A whole copy of an older journal beside it, as it was before its first change; returns where.

    An earlier copy is never written over. Raises sqlite3.Error or OSError.
    """
    copy = path.with_name(f"{path.name}.version-{version}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.version-{version}-{number}")
    draft = copy.with_name(copy.name + ".part")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as old, closing(sqlite3.connect(draft)) as new:
        old.backup(new)
    put_in_place(draft, copy)
    return copy
