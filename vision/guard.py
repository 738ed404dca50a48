"""Lets readings of a camera through only while its view is known to be the calibrated one.

Each frame that brings news is held against the camera's reference before the news is told, and so is one frame a
second. What looks wrong is doubted first: news is held back until the next looks have settled it, so that an arm close
to the lens costs nothing, and a camera that was knocked is never read through. While a camera is not to be trusted its
zones are told as covered, which is not gone; when it is well again for some looks, all is read anew. Pure of threads
and clocks: whoever feeds it says what time it is.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from vision.calibrate import Calibration
from vision.condition import Finding, examine, other_size
from vision.readings import ZoneReading
from vision.rectify import Picture
from vision.reference import Reference
from vision.watch import Watcher

LOOK_EVERY_S: Final = 1.0

_DOUBT_EVERY_S: Final = 0.35
_FRESH_S: Final = 0.2  # a zone holds still for longer before it is news: what stirred it was seen by such a look
_LOOKS: Final = 3  # of one opinion: a person who leans over the table is gone by then


class Guard:
    """Watches one camera through a watcher, which `new_watcher` makes; used by one thread."""

    def __init__(
        self,
        new_watcher: Callable[[], Watcher],
        calibration: Calibration,
        reference: Reference | None,
        others: Mapping[str, Reference] | None = None,
    ) -> None:
        """Without a reference only the size of pictures is looked at. `others`: references of other cameras by name."""
        self._new_watcher = new_watcher
        self._watcher = new_watcher()
        self._calibration = calibration
        self._reference = reference
        self._others = dict(others or {})
        self._looks: deque[Finding] = deque(maxlen=_LOOKS)
        self._due_s = 0.0
        self._looked_s = float("-inf")
        self._told = Finding()
        self._held: dict[str, ZoneReading] = {}
        self._said: dict[str, ZoneReading] = {}

    @property
    def finding(self) -> Finding:
        """How the camera fares, once several looks agreed on it."""
        return self._told

    def feed(self, image: Picture, frame_no: int, t_ms: int, now_s: float) -> list[ZoneReading]:
        """Look at one frame; returns what is news and may be believed. `now_s` is any clock that runs forward."""
        was_blocked = self._told.condition.is_blocking
        fits = other_size(image, self._calibration) is None
        news = self._watcher.feed(image, frame_no, t_ms) if fits and not was_blocked else []
        if now_s >= self._due_s or (news and not self._doubted and now_s - self._looked_s > _FRESH_S):
            self._look(image, now_s)
        if self._told.condition.is_blocking:
            return [] if was_blocked else self._covered(frame_no, t_ms)
        if was_blocked:
            self._watcher = self._new_watcher()  # the old one would tell only what changed since, and all is news now
            return []
        self._held |= {reading.zone: reading for reading in news}
        if self._doubted:
            return []
        released, self._held = list(self._held.values()), {}
        self._said |= {reading.zone: reading for reading in released}
        return released

    @property
    def _doubted(self) -> bool:
        return bool(self._looks) and self._looks[-1].condition.is_blocking

    def _look(self, image: Picture, now_s: float) -> None:
        finding = other_size(image, self._calibration)
        if finding is None and self._reference is not None:
            finding = examine(image, self._reference, self._calibration, self._others)
        self._looks.append(finding or Finding())
        self._told = _settled(self._looks, self._told)
        self._looked_s = now_s
        in_doubt = self._doubted and not self._told.condition.is_blocking
        self._due_s = now_s + (_DOUBT_EVERY_S if in_doubt else LOOK_EVERY_S)

    def _covered(self, frame_no: int, t_ms: int) -> list[ZoneReading]:
        """All zones as they were last told, but covered."""
        self._held.clear()
        return [
            replace(
                said,
                frame=frame_no,
                t_ms=t_ms,
                still_ms=0,
                covered=True,
                tiles=tuple(replace(tile, hidden=True) for tile in said.tiles),
            )
            for said in self._said.values()
        ]


def _settled(looks: deque[Finding], told: Finding) -> Finding:
    """What is to be told after the newest look: a change only once all looks agree, at least on whether to read."""
    newest = looks[-1]
    conditions = {look.condition for look in looks}
    blocking = {condition.is_blocking for condition in conditions}
    agreed = len(looks) == _LOOKS and (
        len(conditions) == 1 or (len(blocking) == 1 and blocking != {told.condition.is_blocking})
    )
    return newest if agreed or newest.condition is told.condition else told
