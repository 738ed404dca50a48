"""Writes down the last frames of the table's line at every fault and every loss, for whoever looks for the cause.

Bounded: the newest 20 files are kept, and one code is written once a minute at most. The driver's thread only hands
over; a thread of its own writes.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog

from drivers.link.statistics import FrameRecord
from drivers.table.events import FaultRaised, LinkLost, TableEvent
from drivers.table.interface import TableSnapshot
from referee.daemon.wall_clock import fields_of, instant

MOST_FILES: Final = 20
PAUSE_S: Final = 60.0
_LONGEST_QUEUE: Final = 8
_log = structlog.get_logger("frames")


@dataclass(frozen=True, slots=True)
class _Case:
    code: str
    about: str
    snapshot: TableSnapshot
    frames: tuple[FrameRecord, ...]


class FrameKeeper:
    """Subscribe `told` to a table; `frames` and `snapshot` are that table's. Files go into `folder`, made if needed."""

    def __init__(
        self,
        folder: Path,
        frames: Callable[[], tuple[FrameRecord, ...]],
        snapshot: Callable[[], TableSnapshot],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder
        self._frames = frames
        self._snapshot = snapshot
        self._clock = clock
        self._written_s: dict[str, float] = {}
        self._cases: queue.Queue[_Case | None] = queue.Queue(_LONGEST_QUEUE)
        self._thread = threading.Thread(target=self._run, name="frame-keeper", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Write what waits, and end."""
        with contextlib.suppress(queue.Full):
            self._cases.put(None, timeout=timeout_s)
        self._thread.join(timeout_s)

    def told(self, event: TableEvent) -> None:
        """Something happened on the table; called on the driver's thread."""
        match event:
            case FaultRaised(fault):
                self._hand_over(str(fault.code), f"{fault.code} {fault.where}".strip())
            case LinkLost(message):
                self._hand_over("LINK_LOST", message)
            case _:
                pass

    def _hand_over(self, code: str, about: str) -> None:
        now_s = self._clock()
        written_s = self._written_s.get(code)
        if self._cases.full() or (written_s is not None and now_s - written_s < PAUSE_S):
            return
        self._written_s[code] = now_s
        self._cases.put_nowait(_Case(code, about, self._snapshot(), self._frames()))

    def _run(self) -> None:
        while (case := self._cases.get()) is not None:
            try:
                self._write(case)
            except OSError as error:  # a full disk must not end what only helps to look for causes
                _log.warning("frames_not_written", folder=str(self._folder), message=str(error))

    def _write(self, case: _Case) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}-{case.code}.txt"
        path.write_text("\n".join(_lines(case)) + "\n", encoding="utf-8")
        for old in sorted(self._folder.glob("*Z-*.txt"))[:-MOST_FILES]:
            old.unlink(missing_ok=True)
        _log.info("frames_written", path=str(path), frames=len(case.frames))


def _lines(case: _Case) -> list[str]:
    snapshot = case.snapshot
    facts = {
        "about": case.about,
        **fields_of(instant()),
        "port": snapshot.port,
        "unit": f"{snapshot.unit_id} firmware {snapshot.firmware} boot_id {snapshot.boot_id or 0:08x}",
        "state": f"{snapshot.state} stacking {snapshot.stacking} stacks {snapshot.stacks}",
        "faults": ", ".join(f"{fault.code} {fault.where}".strip() for fault in snapshot.faults) or "none",
        "line": f"round trip {snapshot.round_trip_ms} ms, resends {snapshot.resends}, bad frames {snapshot.bad_frames}",
    }
    return [*(f"# {name}: {value}" for name, value in facts.items()), *(record.text() for record in case.frames)]
