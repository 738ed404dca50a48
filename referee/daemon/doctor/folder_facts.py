"""A folder as the disk under it is: whether one can write there, and how much room is left. Leaves nothing behind."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_READ_ONLY: Final = os.ST_RDONLY


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """What was seen of a folder, or of the one that it would be made in (`asked`).

    `refusal`: why nothing can be written, empty if something can. `free_files`: how many more files the disk can hold,
    None where it does not count them.
    """

    path: Path
    asked: Path
    read_only: bool = False
    refusal: str = ""
    free_bytes: int = 0
    total_bytes: int = 0
    free_files: int | None = None


def look_at_folder(path: Path) -> FolderFacts:
    """Look at a folder that is there, or is to be made."""
    asked = _nearest(path)
    try:
        disk = os.statvfs(asked)
    except OSError as error:
        return FolderFacts(path, asked, refusal=error.strerror or str(error))
    return FolderFacts(
        path,
        asked,
        bool(disk.f_flag & _READ_ONLY),
        _refusal(asked),
        disk.f_bavail * disk.f_frsize,
        disk.f_blocks * disk.f_frsize,
        disk.f_favail if disk.f_files else None,
    )


def bytes_in(folder: Path, pattern: str = "*") -> tuple[int, int]:
    """How many files of a pattern lie in a folder, and their bytes; none where it cannot be looked into."""
    sizes = []
    try:
        for path in folder.glob(pattern):
            if path.is_file():
                sizes.append(path.stat().st_size)
    except OSError:
        pass  # gone meanwhile, or not ours to look into
    return len(sizes), sum(sizes)


def _nearest(path: Path) -> Path:
    """The folder itself, or the nearest one above it that is there."""
    for folder in (path, *path.parents):
        if os.path.lexists(folder):
            return folder
    return Path("/")


def _refusal(folder: Path) -> str:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:  # without a name where the disk can do that
            file.write(b"junanaho")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return ""
