"""Which camera to open and how, as plain values."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from drivers.camera.controls import CameraControls
from drivers.camera.errors import CameraError


class SourceKind(StrEnum):
    """Where frames come from."""

    FOLDER = "folder"
    VIDEO = "video"
    DEVICE = "device"
    SIMULATED = "simulated"


class PixelFormat(StrEnum):
    """How a device sends its pictures. Uncompressed 1080p does not fit through USB 2 at a useful rate."""

    MJPG = "mjpg"
    YUYV = "yuyv"


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """One camera. Raises CameraError for values that no camera can have.

    `where` is a folder of pictures, a film's path or URL, a device such as /dev/video0 (better: its name under
    /dev/v4l/by-path, which survives re-plugging), or the socket of the simulator. `width_px`, `height_px`, `fps` and
    `pixels` ask a device for that format, `controls` for its exposure and the like; for a folder or a film `fps` says
    how fast it is played (None: a folder as fast as it is read, a film at its own rate), and `loop` whether it starts
    again at its end.
    """

    name: str
    kind: SourceKind
    where: str
    width_px: int | None = None
    height_px: int | None = None
    fps: float | None = None
    loop: bool = False
    pixels: PixelFormat = PixelFormat.MJPG
    controls: CameraControls = field(default_factory=CameraControls)

    def __post_init__(self) -> None:
        if not self.name or not self.where:
            raise CameraError(f"camera '{self.name}' at '{self.where}': both a name and a place are needed")
        if self.fps is not None and not 0 < self.fps <= 1000:
            raise CameraError(f"camera {self.name}: fps {self.fps:g} is no rate, expected more than 0 and at most 1000")
        for what, value in (("width_px", self.width_px), ("height_px", self.height_px)):
            if value is not None and not 16 <= value <= 16_384:
                raise CameraError(f"camera {self.name}: {what} {value} is no size, expected 16 to 16384")

    @property
    def is_live(self) -> bool:
        """Whether pictures come by themselves, each another one: then none, or the same again, means trouble."""
        return self.kind in (SourceKind.DEVICE, SourceKind.SIMULATED) or self.is_stream

    @property
    def is_stream(self) -> bool:
        """Whether a film comes over the network."""
        return self.kind is SourceKind.VIDEO and "://" in self.where

    @property
    def path(self) -> Path:
        """`where` as a path."""
        return Path(self.where)
