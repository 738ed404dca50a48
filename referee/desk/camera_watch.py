"""Which cameras can be believed, and when a person must know of one that cannot.

No clock and no I/O; the desk's thread only. What a person has noted stays noted until that camera is read again.
"""

from dataclasses import dataclass, field
from typing import Final

from referee.desk.state import CameraStatus, CameraUse

SWAPPED: Final = "camera_swapped"
"""Kind of the pause because a camera shows another seat, and so the reason."""
UNREADABLE: Final = "camera_unreadable"
"""Reason: a camera is not read any more."""
UNCALIBRATED: Final = "camera_uncalibrated"
"""Why a reading is asked about: the camera's pictures are not those that it was calibrated with."""
CONFIRM_ALL: Final = "confirm_all"
"""Why a reading is asked about: too few cameras can be read."""

_SWAPPED_CODE: Final = "CAMERA_SWAPPED"
_LOST: Final = frozenset({CameraUse.BLOCKED, CameraUse.ABSENT})


@dataclass(slots=True)
class CameraWatch:
    """The cameras of one table. `wait_ms`: how long one may be unreadable before a person is called."""

    wait_ms: float
    statuses: tuple[CameraStatus, ...] = ()
    _since_ms: dict[str, float] = field(default_factory=dict)
    _noted: set[tuple[str, bool]] = field(default_factory=set)

    def take(self, statuses: tuple[CameraStatus, ...], now_ms: float) -> bool:
        """Take in how all cameras fare; whether one was found to be swapped that was not before."""
        before = self._swapped()
        self.statuses = statuses
        lost = {status.name for status in statuses if status.use in _LOST}
        self._since_ms = {name: self._since_ms.get(name, now_ms) for name in lost}
        self._noted = {(name, swapped) for name, swapped in self._noted if name in lost}
        return bool(self._swapped() - before)

    @property
    def unreadable(self) -> frozenset[str]:
        """The cameras in which nothing is read."""
        return frozenset(self._since_ms)

    @property
    def confirm_all(self) -> bool:
        """Whether a person confirms every reading: a camera is missing, or is another seat's."""
        return any(status.use is CameraUse.ABSENT for status in self.statuses) or bool(self._swapped())

    @property
    def stops_judging(self) -> bool:
        """Whether nothing at all is to be made of readings: cameras are swapped, and no person knows."""
        return any((name, True) not in self._noted for name in self._swapped())

    def doubt(self, camera: str) -> str:
        """Why a person has to look at what this camera reads; empty if nobody has to."""
        if any(status.name == camera and status.use is CameraUse.ASKED for status in self.statuses):
            return UNCALIBRATED
        return CONFIRM_ALL if self.confirm_all else ""

    def reason(self, now_ms: float) -> str:
        """Why a person is to be called, or empty."""
        if self.stops_judging:
            return SWAPPED
        waiting = (name for name, since_ms in self._since_ms.items() if now_ms - since_ms >= self.wait_ms)
        return UNREADABLE if any(not self._is_noted(name) for name in waiting) else ""

    def note(self, *, swapped: bool = True) -> None:
        """A person knows of all that is so now; without `swapped`, not yet of cameras at the wrong seat."""
        now_swapped = self._swapped()
        self._noted |= {(name, name in now_swapped) for name in self._since_ms if swapped or name not in now_swapped}

    def _is_noted(self, name: str) -> bool:
        return (name, False) in self._noted or (name, True) in self._noted

    def _swapped(self) -> frozenset[str]:
        return frozenset(status.name for status in self.statuses if status.code == _SWAPPED_CODE)
