"""Names of cameras: numbers, which the system gives away anew, and names that stay."""

import contextlib
import os
import re
from pathlib import Path
from typing import Final

FOLDERS: Final = (Path("/dev/v4l/by-id"), Path("/dev/v4l/by-path"))
_NUMBERED: Final = re.compile(r"/dev/video\d+")


def is_numbered(path: str) -> bool:
    """Whether a path is a number that may be another camera after the next start or plugging in."""
    return _NUMBERED.fullmatch(path) is not None


def stable_names(path: str, folders: tuple[Path, ...] = FOLDERS) -> tuple[str, ...]:
    """The names of the same device that stay when numbers change, the best one first; empty if there are none."""
    real = os.path.realpath(path)
    found = []
    for folder in folders:
        with contextlib.suppress(OSError):
            found += [str(link) for link in sorted(folder.iterdir()) if os.path.realpath(link) == real]
    return tuple(found)
