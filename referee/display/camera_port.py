"""What the page of the cameras needs of whatever calibrates them: one protocol, as for the desk (see `port`).

Places on the table are millimetres, points of pictures are pixels. Everything is called on the event loop that runs the
server; nothing may block it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

Spot: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """A camera that can be calibrated: where its four corners lie on the table, and whether it has markers."""

    name: str
    places_mm: tuple[Spot, ...]
    markers: bool


@dataclass(frozen=True, slots=True)
class FrozenPicture:
    """A picture to pick corners in. `corners`: where the standing calibration has them, or a first guess."""

    id: str
    width: int
    height: int
    corners: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A code with the facts of its text."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZoneOutline:
    """A zone as the picture shows it."""

    name: str
    polygon: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CornerView:
    """What corners in a picture amount to.

    `fault` says why they cannot be used; all else is empty then. Else `points` are those that were used, `grid` the
    lines of the table (each from end to end), `zones` its zones, and `remarks` what is to be improved.
    """

    fault: Told | None = None
    points: tuple[Spot, ...] = ()
    grid: tuple[tuple[Spot, Spot], ...] = ()
    zones: tuple[ZoneOutline, ...] = ()
    quality: Mapping[str, object] = field(default_factory=dict)
    remarks: tuple[Told, ...] = ()
    saved: bool = False


class CamerasPort(Protocol):
    """The cameras as their page sees them. Names that are not known raise KeyError."""

    def cameras(self) -> tuple[CameraFacts, ...]:
        """Those that can be calibrated, in the order of the configuration."""

    async def freeze(self, camera: str) -> FrozenPicture:
        """Take a new picture; the one before is forgotten. Raises InputError with one line if there is none."""

    async def jpeg(self, camera: str, picture: str) -> bytes | None:
        """The frozen picture, or None if it is not the newest."""

    async def look(self, camera: str, picture: str, corners: tuple[Spot, ...] | None, *, save: bool) -> CornerView:
        """What the corners amount to (without any: the markers); with `save` they are kept, if there is no fault."""


class NoCameras:
    """Where no camera can be calibrated: without cameras, and beside simulated ones."""

    def cameras(self) -> tuple[CameraFacts, ...]:
        """None."""
        return ()

    async def freeze(self, camera: str) -> FrozenPicture:
        """There is none."""
        raise KeyError(camera)

    async def jpeg(self, camera: str, picture: str) -> bytes | None:
        """There is none."""
        raise KeyError(camera)

    async def look(self, camera: str, picture: str, corners: tuple[Spot, ...] | None, *, save: bool) -> CornerView:
        """There is none."""
        raise KeyError(camera)
