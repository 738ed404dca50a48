"""What a process and all that descend from it hold at one moment, as Linux tells it below /proc."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SIMULATED: Final = "drivers.simulator"
"""What the command line of each process of a simulated hall or table holds."""

_TICKS_S: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """One process: its proportional share of memory, and the processor time that it has had."""

    command: str
    memory_mb: float
    resident_mb: float
    descriptors: int
    threads: int
    processor_s: float


def tree_of(process: int) -> dict[int, ProcessUse]:
    """A process and its descendants by number; those that have just ended are left out."""
    return {one: use for one in _descent(process) if (use := _use_of(one)) is not None}


def _use_of(process: int) -> ProcessUse | None:
    folder = Path(f"/proc/{process}")
    try:
        command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        memory = {
            line.split(":")[0]: int(line.split()[1]) / 1024
            for line in (folder / "smaps_rollup").read_text().splitlines()
            if line.startswith(("Pss:", "Rss:"))
        }
        spent = (folder / "stat").read_text().rpartition(")")[2].split()
        return ProcessUse(
            command,
            memory["Pss"],
            memory["Rss"],
            len(list((folder / "fd").iterdir())),
            len(list((folder / "task").iterdir())),
            (int(spent[11]) + int(spent[12])) / _TICKS_S,
        )
    except (OSError, KeyError):
        return None


def _descent(process: int) -> Iterator[int]:
    yield process
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield from _descent(child)
