"""Names of cameras that stay: /dev/video0 may be another camera after the next plugging in."""

import contextlib
import os
import re
from pathlib import Path
from typing import Final

STABLE_FOLDERS: Final = ("/dev/v4l/by-path", "/dev/v4l/by-id")
"""By path first: of two cameras of one model, often without serial numbers, only the socket tells which is which."""

_NUMBERED: Final = re.compile(r"video\d+")


def may_be_renamed(where: str) -> bool:
    """Whether a device's name is a number that the system gives away anew whenever something is plugged in."""
    return _NUMBERED.fullmatch(Path(where).name) is not None


def stable_names(where: str, folders: tuple[str, ...] = STABLE_FOLDERS) -> tuple[str, ...]:
    """Names of the same device that stay when numbers change, the best first; empty if there are none."""
    real = os.path.realpath(where)
    found: list[str] = []
    for folder in folders:
        with contextlib.suppress(OSError):
            found += [str(link) for link in sorted(Path(folder).iterdir()) if os.path.realpath(link) == real]
    return tuple(found)


def name_advice(camera: str, where: str, folders: tuple[str, ...] = STABLE_FOLDERS) -> str | None:
    """Which name to configure instead of a number, in one line; None for a name that stays."""
    if not may_be_renamed(where):
        return None
    names = stable_names(where, folders)
    remedy = f"set its 'where' to {names[0]}" if names else f"set its 'where' to its name under {folders[0]}"
    return f"camera {camera}: {where} may be another camera after the next plugging in: {remedy}"
