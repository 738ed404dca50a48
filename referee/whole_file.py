"""Files that after a power cut are the old one or the new one, never half of either, and never gone."""

import contextlib
import os
import stat
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o666, *, as_before: bool = False) -> None:
    """Replace a file's content. Raises OSError if it cannot be written; the old file then stands.

    `mode`: who may read a new file, less the process's mask. `as_before`: whoever may read the old one may read it too.
    """
    before = path.stat() if as_before and path.exists() else None
    draft = path.with_name(path.name + ".part")
    try:
        draft.unlink(missing_ok=True)  # of a process that was killed; it may have another mode
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            if before is not None:
                mode = stat.S_IMODE(before.st_mode)
                try:
                    os.fchown(file.fileno(), -1, before.st_gid)
                except PermissionError:  # only root gives files to groups that are not its own: another may not read it
                    mode &= ~stat.S_IRWXG
                os.fchmod(file.fileno(), mode)
        put_in_place(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def put_in_place(draft: Path, path: Path) -> None:
    """Give a finished file its name once it is on the disk, and the name to the disk too. Raises OSError."""
    with draft.open("rb") as file:
        os.fsync(file.fileno())  # else the name may reach the disk before what it names
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
