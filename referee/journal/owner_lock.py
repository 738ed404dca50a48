"""One owner at a time: a lock that the system lets go when the process ends, however it ends."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from referee.journal.errors import JournalError


def take_lock(path: Path) -> IO[str]:
    """Become the owner of the journal at `path`, until the file is closed. Raises JournalError if another one runs."""
    lock_path = path.with_name(path.name + ".lock")
    try:
        lock = lock_path.open("a")
    except OSError as error:
        raise JournalError(f"{lock_path} cannot be made: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise JournalError(f"the journal {path} is in use by another junanaho: stop that one first") from error
    return lock


@contextmanager
def owner_lock(path: Path) -> Iterator[None]:
    """Be the owner within a `with` statement."""
    lock = take_lock(path)
    try:
        yield
    finally:
        lock.close()
