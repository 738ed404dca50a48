"""One daemon to a table: a lock file that the system lets go when the process ends, however it ends.

The port itself is opened for one program alone, but a second daemon would only find it busy again and again; this tells
it at once, over different stores and users too, and where a TCP port cannot be locked at all.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.tiles import InputError

_SHARED_FOLDER: Final = Path("/run/lock")


class TableInUseError(InputError):
    """Another daemon drives the table."""


def locks_folder() -> Path:
    """Where every user of this machine can make locks."""
    return _SHARED_FOLDER if os.access(_SHARED_FOLDER, os.W_OK) else Path(tempfile.gettempdir())


@contextlib.contextmanager
def table_lock(port: str, folder: Path | None = None) -> Iterator[None]:
    """Keep the table behind `port` to this process as long as this lasts. Raises TableInUseError.

    Both the name as configured and the device that it stands for now are locked: a table has several names.
    """
    names = dict.fromkeys((port, port if "://" in port else os.path.realpath(port)))
    with contextlib.ExitStack() as held:
        for name in names:
            path = _path(name, folder or locks_folder())
            held.callback(_released, path, _locked(path, port))
        yield


def _path(name: str, folder: Path) -> Path:
    short = re.sub(r"[^\w.-]+", "_", name.rsplit("/", 1)[-1])[:60]
    return folder / f"junanaho-{short}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.lock"


def _locked(path: Path, port: str) -> int:
    while True:
        descriptor = _tried(path, port)
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        os.close(descriptor)  # its owner has just taken the file away: this lock would keep nobody out


def _released(path: Path, descriptor: int) -> None:
    with contextlib.suppress(OSError):  # another user's file stays; it is locked all the same the next time
        path.unlink()
    os.close(descriptor)


def _tried(path: Path, port: str) -> int:
    try:
        descriptor = _opened(path)
    except OSError as error:
        raise InputError(f"the lock file {path} cannot be made: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip()
        os.close(descriptor)
        named = f" (process {holder})" if holder.isdigit() else ""
        raise TableInUseError(
            f"the table at {port} is driven by another junanaho already{named}: stop that one first"
        ) from error
    with contextlib.suppress(OSError):  # another user's file is locked all the same
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except PermissionError:  # made by another user; reading is enough to lock it
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
