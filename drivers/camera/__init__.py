"""Cameras: frames from a folder, a film, a device or the simulator, behind one interface. Knows nothing of tiles."""

from drivers.camera.config import CameraConfig, PixelFormat, SourceKind
from drivers.camera.controls import CameraControls
from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame import Clock, Frame, FrameSource, monotonic_ms
from drivers.camera.opening import open_source
from drivers.camera.reader import HANGS_AFTER_S, CameraReader, ReaderState, ReaderStatus

__all__ = [
    "HANGS_AFTER_S",
    "CameraConfig",
    "CameraControls",
    "CameraEndedError",
    "CameraError",
    "CameraFault",
    "CameraReader",
    "Clock",
    "Frame",
    "FrameSource",
    "Notice",
    "PixelFormat",
    "ReaderState",
    "ReaderStatus",
    "SourceKind",
    "monotonic_ms",
    "open_source",
]
