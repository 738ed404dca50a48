"""Lets readings of a camera through only while its view is known to be the calibrated one.

Each frame that brings news is held against the camera's reference before the news is told, and so is one frame a
second. What looks wrong is doubted first: news is held back until the next looks have settled it, so that an arm close
to the lens costs nothing, and a camera that was knocked is never read through. After every opening a camera has to
prove first that it sees the view it was calibrated for. While it is not to be trusted its zones are told as covered,
which is not gone; when it is well again for some looks, all is read anew. Pure of threads and clocks: whoever feeds it
says what time it is.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from vision.calibrate import Calibration
from vision.condition import Condition, Finding, examine, faulty, other_size
from vision.picture_fault import Repetition
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
        *,
        live: bool = False,
    ) -> None:
        """Without a reference only pictures as such are looked at. `others`: references of other cameras by name.

        `live`: a picture that comes again and again is a fault, as it is not for a folder or a film.
        """
        self._new_watcher = new_watcher
        self._watcher = new_watcher()
        self._calibration = calibration
        self._reference = reference
        self._others = dict(others or {})
        self._repetition = Repetition() if live else None
        self._proven = False
        self._looks: deque[Finding] = deque(maxlen=_LOOKS)
        self._due_s = 0.0
        self._looked_s = float("-inf")
        self._told = Finding()
        self._held: dict[str, ZoneReading] = {}
        self._said: dict[str, ZoneReading] = {}
        self._spot = 0, 0

    @property
    def finding(self) -> Finding:
        """How the camera fares, once several looks agreed on it."""
        return self._told

    def feed(self, image: Picture, frame_no: int, t_ms: int, now_s: float) -> list[ZoneReading]:
        """Look at one frame; returns what is news and may be believed. `now_s` is any clock that runs forward."""
        self._spot = frame_no, t_ms
        frozen = self._repetition is not None and self._repetition.feed(image, now_s)
        was_blocked = self._told.condition.is_blocking
        fits = other_size(image, self._calibration) is None
        news = self._watcher.feed(image, frame_no, t_ms) if fits and not was_blocked else []
        if now_s >= self._due_s or (news and not self._doubted and now_s - self._looked_s > _FRESH_S):
            self._look(image, now_s, frozen=frozen)
        if self._told.condition.is_blocking:
            return [] if was_blocked else self._covered()
        if was_blocked:
            self._watcher = self._new_watcher()  # the old one would tell only what changed since, and all is news now
            return []
        self._held |= {reading.zone: reading for reading in news}
        if self._doubted:
            return []
        released, self._held = list(self._held.values()), {}
        self._said |= {reading.zone: reading for reading in released}
        return released

    def start_over(self) -> list[ZoneReading]:
        """No pictures come, or the camera was opened anew: returns all zones as covered, and all is read anew.

        Whatever comes next may be another camera: it has to prove its view first.
        """
        covered = self._covered()
        self._watcher = self._new_watcher()
        self._looks.clear()
        self._held.clear()
        self._told = Finding()
        self._proven = False
        self._due_s = 0.0
        if self._repetition is not None:
            self._repetition = Repetition()
        return covered

    @property
    def _doubted(self) -> bool:
        return bool(self._looks) and self._looks[-1].condition.is_blocking

    def _look(self, image: Picture, now_s: float, *, frozen: bool) -> None:
        self._looks.append(self._examined(image, frozen=frozen))
        self._told = _settled(self._looks, self._told)
        self._looked_s = now_s
        in_doubt = self._doubted and not self._told.condition.is_blocking
        self._due_s = now_s + (_DOUBT_EVERY_S if in_doubt else LOOK_EVERY_S)

    def _examined(self, image: Picture, *, frozen: bool) -> Finding:
        finding = other_size(image, self._calibration) or faulty(image)
        if finding is not None:
            return finding
        if frozen:
            return Finding(Condition.FROZEN)
        if self._reference is None or not self._reference.can_tell_moves:
            light = Finding() if self._reference is None else self._held_against(image, self._reference)
            return Finding(Condition.UNCHECKED) if light.condition is Condition.WELL else light
        finding = self._held_against(image, self._reference)
        self._proven |= finding.proven
        if self._proven or finding.condition.is_blocking:
            return finding
        return Finding(Condition.UNPROVEN)

    def _held_against(self, image: Picture, reference: Reference) -> Finding:
        return examine(image, reference, self._calibration, self._others)

    def _covered(self) -> list[ZoneReading]:
        """All zones that can be read as far as anybody was told, as they were last told, but covered."""
        frame_no, t_ms = self._spot
        self._held.clear()
        said, self._said = self._said, {}
        return [
            replace(
                one,
                frame=frame_no,
                t_ms=t_ms,
                still_ms=0,
                covered=True,
                tiles=tuple(replace(tile, hidden=True) for tile in one.tiles),
            )
            for one in said.values()
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
