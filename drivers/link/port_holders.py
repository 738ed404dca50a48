"""Which programs have a device open, or run at all, as far as /proc tells.

Of other users' programs it tells what they have open only to root.
"""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MEDDLERS: Final = ("ModemManager", "brltty")
"""Services that try every new serial device for a modem or a Braille display, and hold it meanwhile."""


@dataclass(frozen=True, slots=True)
class Program:
    """A running program: its name, its process, and the words that it was started with."""

    name: str
    process: int
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} (process {self.process})"


def holders_of(path: str) -> tuple[Program, ...]:
    """The other programs that have the device behind `path` open; empty if none is seen."""
    real = os.path.realpath(path)
    return tuple(_program(process) for process in _processes() if _has_open(process, real))


def programs_on(path: str) -> tuple[str, ...]:
    """The same in words: `name (process 812)`."""
    return tuple(str(program) for program in holders_of(path))


def meddlers() -> tuple[str, ...]:
    """The running programs that meddle with serial devices, as `name (process 812)`."""
    return tuple(str(_program(process)) for process in _processes() if _name(process) in MEDDLERS)


def _processes() -> Iterator[Path]:
    own = os.getpid()
    return (process for process in Path("/proc").iterdir() if process.name.isdigit() and int(process.name) != own)


def _program(process: Path) -> Program:
    return Program(_name(process), int(process.name), _words(process))


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


def _words(process: Path) -> tuple[str, ...]:
    try:
        return tuple((process / "cmdline").read_text(errors="replace").rstrip("\0").split("\0"))
    except OSError:
        return ()
