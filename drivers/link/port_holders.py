"""Which programs have a device open, as far as /proc tells: those of the same user, or all if this program is root."""

import contextlib
import os
from pathlib import Path


def programs_on(path: str) -> tuple[str, ...]:
    """The other programs that have the device behind `path` open, as `name (process 812)`; empty if none is seen."""
    real, own = os.path.realpath(path), os.getpid()
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != own and _has_open(process, real):
            found.append(f"{_name(process)} (process {process.name})")
    return tuple(found)


def _has_open(process: Path, real: str) -> bool:
    with contextlib.suppress(OSError):  # not ours to look into, or gone meanwhile
        for descriptor in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                if str(descriptor.readlink()) == real:
                    return True
    return False


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "a program"
