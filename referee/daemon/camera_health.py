"""How the cameras fare, as the recognition process tells it once a second and whenever something changes. Pure.

From what the driver says of the device and what vision says of its pictures to one trouble with its code: the gravest,
where there are several. The words are in the catalogue, under `camera.`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from drivers.camera import CameraFault, Notice
from drivers.camera.reader import ReaderStatus
from referee.desk.state import CameraUse
from vision.condition import Condition, Finding

STALE_AFTER_S: Final = 2.0
"""A camera without a new picture for so long is not read: what it saw last is not what is there."""

_UNCALIBRATED: Final = "CAMERA_UNCALIBRATED"
_CODES: Final[Mapping[str, str]] = {
    **{condition.value: _UNCALIBRATED for condition in Condition if condition.is_doubtful},
    CameraFault.CONTROLS.value: _UNCALIBRATED,
    CameraFault.REDUCED.value: "CAMERA_USB_BANDWIDTH",
}
"""Codes of several troubles that mean the same to other programs; all others are named by the trouble itself."""


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """How one camera fares: pictures a second really looked at, and age of the newest one.

    `trouble` is empty or a code with the facts that its text names; `skipped`: pictures that came and were passed over.
    """

    name: str
    frames_per_second: float
    age_ms: float
    trouble: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    use: CameraUse = CameraUse.READ
    skipped: int = 0

    @property
    def code(self) -> str:
        """The trouble as a fault code, such as CAMERA_STALE; empty without one."""
        return _CODES.get(self.trouble, f"CAMERA_{self.trouble.upper()}") if self.trouble else ""


@dataclass(frozen=True, slots=True)
class CameraWork:
    """What was done with one camera's pictures since it was last told: how many were looked at, and how long the
    networks took for each of those for which they were asked at all, in seconds."""

    name: str
    frames: int
    inference_s: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Health:
    """All cameras, and what was done with their pictures."""

    cameras: tuple[CameraHealth, ...]
    work: tuple[CameraWork, ...] = ()


@dataclass(frozen=True, slots=True)
class Trouble:
    """What ails a camera most: a code, its facts, and what is left to do with its pictures."""

    code: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    use: CameraUse = CameraUse.READ


def trouble_of(status: ReaderStatus, finding: Finding, age_s: float, stale_after_s: float | None) -> Trouble:
    """The gravest trouble. `age_s`: since the newest picture came; `stale_after_s`: None for one that may be old."""
    if status.trouble is not None and status.trouble.fault is CameraFault.OVER:
        return Trouble(CameraFault.OVER.value)  # a film's last picture stays true: nothing more happens in it
    if status.trouble is not None:
        return Trouble(status.trouble.fault.value, dict(status.trouble.facts), CameraUse.ABSENT)
    if status.since_s is None:
        return Trouble("starting", use=CameraUse.ABSENT)
    if stale_after_s is not None and age_s > stale_after_s:
        return Trouble("stale", use=CameraUse.ABSENT)
    condition = finding.condition
    if condition.is_blocking or condition.is_doubtful:
        return _found(finding, CameraUse.BLOCKED if condition.is_blocking else CameraUse.ASKED)
    notice = _gravest(status.notices)
    if notice is not None:
        use = CameraUse.ASKED if notice.fault is CameraFault.CONTROLS else CameraUse.READ
        return Trouble(notice.fault.value, dict(notice.facts), use)
    return Trouble() if condition is Condition.WELL else _found(finding, CameraUse.READ)


def _found(finding: Finding, use: CameraUse) -> Trouble:
    return Trouble(finding.condition.value, dict(finding.facts), use)


def _gravest(notices: tuple[Notice, ...]) -> Notice | None:
    return next((notice for notice in notices if notice.fault is CameraFault.CONTROLS), next(iter(notices), None))
