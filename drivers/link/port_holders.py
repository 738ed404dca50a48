"""Which programs have a device open, or run at all, as far as /proc tells.

Of other users' programs it tells what they have open only to root.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MEDDLERS: Final = ("ModemManager", "brltty")
"""Services that try every new serial device for a modem or a Braille display, and hold it meanwhile."""


def programs_on(path: str) -> tuple[str, ...]:
    """The other programs that have the device behind `path` open, as `name (process 812)`; empty if none is seen."""
    real = os.path.realpath(path)
    return tuple(_told(process) for process in _processes() if _has_open(process, real))


def meddlers() -> tuple[str, ...]:
    """The running programs that meddle with serial devices, as `name (process 812)`."""
    return tuple(_told(process) for process in _processes() if _name(process) in MEDDLERS)


def _processes() -> Iterator[Path]:
    own = os.getpid()
    return (process for process in Path("/proc").iterdir() if process.name.isdigit() and int(process.name) != own)


def _told(process: Path) -> str:
    return f"{_name(process)} (process {process.name})"


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
