"""From a configuration to an open camera."""

from drivers.camera.config import CameraConfig, SourceKind
from drivers.camera.device import DeviceSource
from drivers.camera.folder import FolderSource
from drivers.camera.frame import Clock, FrameSource, monotonic_ms
from drivers.camera.simulated import SimulatedSource
from drivers.camera.video import VideoSource
from drivers.camera.worker_source import WorkerSource


def open_source(config: CameraConfig, clock_ms: Clock = monotonic_ms) -> FrameSource:
    """Open a camera; its frames are stamped on `clock_ms`. Raises CameraError with one clear line.

    Drivers and streams that may block for as long as they like get a process of their own.
    """
    if config.kind is SourceKind.DEVICE or config.is_stream:
        return WorkerSource(config, clock_ms)
    return open_here(config, clock_ms)


def open_here(config: CameraConfig, clock_ms: Clock = monotonic_ms) -> FrameSource:
    """Open a camera in this process, whatever that may lead to."""
    match config.kind:
        case SourceKind.FOLDER:
            return FolderSource(config, clock_ms)
        case SourceKind.VIDEO:
            return VideoSource(config, clock_ms)
        case SourceKind.DEVICE:
            return DeviceSource(config, clock_ms)
        case SourceKind.SIMULATED:
            return SimulatedSource(config, clock_ms)
