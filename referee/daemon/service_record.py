"""What a table's wear is seen by: how long each set took to be stacked, and each fault; JSON lines in a bounded file.

Kept beside the journal and not in it: nothing of a match depends on it, and it is written without waiting for the disk.
Used in the table driver's thread only.
"""

import contextlib
import json
import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

import structlog

from drivers.table.faults import PROTECTIONS, Fault, FaultCode
from drivers.table.states import TableState

ALARM_AT: Final = 3
"""So many protective stops within a day are a case for service."""
_DAY_S: Final = 86_400.0
_ONE_TRIP_S: Final = 60.0
"""A controller that comes back says that it was away, and why: that is one stop."""
_RUNS_KEPT: Final = 50
_LARGEST_FILE: Final = 512_000
_TRIPS: Final = PROTECTIONS | {FaultCode.REBOOTED}

_log = structlog.get_logger("table.service")


class ServiceRecord:
    """The last runs of the drum and the protective stops of the last day.

    A run is the one thing that a table does alike in every cycle, so its time drifts when the table wears out. `path`
    None keeps nothing. `wall_s` is wall time (seconds since 1970): it only decides which older lines are of the last
    day, so a clock that jumps makes an alarm too many or too few, and nothing else. `now_s` is monotonic.
    """

    def __init__(self, path: Path | None, wall_s: Callable[[], float], now_s: Callable[[], float]) -> None:
        self._path = path
        self._wall_s = wall_s
        self._now_s = now_s
        self._began_s: float | None = None
        self._paused_s: float | None = None
        self._runs: deque[float] = deque(maxlen=_RUNS_KEPT)
        self._trips: deque[float] = deque(maxlen=100)
        if path is not None:
            self._read(path)

    @property
    def stacking_s(self) -> float | None:
        """How long the last set took; None before the first."""
        return self._runs[-1] if self._runs else None

    @property
    def usual_stacking_s(self) -> float | None:
        """The middle one of the last runs."""
        return round(median(self._runs), 1) if self._runs else None

    @property
    def trips(self) -> int:
        """Protective stops of the last day, once they are a case for service; else 0."""
        since_s = self._wall_s() - _DAY_S
        recent = sum(at_s >= since_s for at_s in self._trips)
        return recent if recent >= ALARM_AT else 0

    def below(self, stacking: TableState) -> None:
        """The set below is in this state now: runs are timed, pauses to add tiles left out."""
        now_s = self._now_s()
        if stacking is TableState.PAUSED_TOPUP:
            self._paused_s = now_s if self._paused_s is None else self._paused_s
        elif stacking is TableState.STACKING:
            if self._began_s is None:
                self._began_s = now_s
            elif self._paused_s is not None:
                self._began_s += now_s - self._paused_s
            self._paused_s = None
        else:
            if stacking is TableState.STACKED and self._began_s is not None:
                self._stacked(round(now_s - self._began_s, 1))
            self._began_s = self._paused_s = None

    def failed(self, fault: Fault) -> None:
        """A fault was raised."""
        if fault.code in _TRIPS:
            self._tripped(self._wall_s())
        where = fault.where
        self._write({"fault": str(fault.code), "side": where.side, "part": where.part, "count": where.count})

    def _stacked(self, seconds: float) -> None:
        self._runs.append(seconds)
        self._write({"stacking_s": seconds})

    def _tripped(self, at_s: float) -> None:
        if self._trips and 0 <= at_s - self._trips[-1] < _ONE_TRIP_S:
            return
        before = self.trips
        self._trips.append(at_s)
        if self.trips and not before:
            _log.error("service_needed", trips=self.trips, message=f"{self.trips} protective stops in a day")

    def _write(self, entry: dict[str, Any]) -> None:
        if self._path is None:
            return
        line = json.dumps({"at_s": round(self._wall_s(), 1), **entry}) + "\n"
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line)
            if self._path.stat().st_size > _LARGEST_FILE:
                self._halve(self._path)
        except OSError as error:
            _log.error("service_record_not_written", path=str(self._path), message=str(error))
            self._path = None  # said once: the table goes on without it

    @staticmethod
    def _halve(path: Path) -> None:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        fresh = path.with_name(f"{path.name}.new")
        with fresh.open("w", encoding="utf-8") as file:
            file.writelines(lines[len(lines) // 2 :])
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    def _read(self, path: Path) -> None:
        lines: list[str] = []
        with contextlib.suppress(OSError, UnicodeDecodeError):  # none yet, or none that can be read: it starts anew
            lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            with contextlib.suppress(ValueError, TypeError, AttributeError):  # a line that a power cut left half
                entry = json.loads(line)
                if "stacking_s" in entry:
                    self._runs.append(float(entry["stacking_s"]))
                elif entry.get("fault") in _TRIPS:
                    self._tripped(float(entry["at_s"]))
