"""Cameras: frames from a folder, a film, a device or the simulator, behind one interface. Knows nothing of tiles."""

from drivers.camera.config import CameraConfig, SourceKind
from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.frame import Clock, Frame, FrameSource, monotonic_ms
from drivers.camera.opening import open_source
from drivers.camera.reader import CameraReader, ReaderState, ReaderStatus

__all__ = [
    "CameraConfig",
    "CameraEndedError",
    "CameraError",
    "CameraReader",
    "Clock",
    "Frame",
    "FrameSource",
    "ReaderState",
    "ReaderStatus",
    "SourceKind",
    "monotonic_ms",
    "open_source",
]
