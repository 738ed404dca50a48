"""A worker whose camera is a fake one: `python -m tests.drivers.camera.fake_worker HANGS_AFTER DESCRIPTOR`."""

import sys

from drivers.camera import CameraConfig, FrameSource, monotonic_ms
from drivers.camera.device import DeviceSource, DeviceTools
from drivers.camera.worker import run
from tests.drivers.camera.fake_capture import FakeBus


def main() -> None:
    """Serve a camera whose driver hangs after so many frames."""
    bus = FakeBus((64, 48), hangs_after=int(sys.argv[1]))

    def open_camera(config: CameraConfig) -> FrameSource:
        return DeviceSource(config, monotonic_ms, DeviceTools(bus.open_capture, bus.stream_errno))

    run(sys.argv[2], open_camera)


if __name__ == "__main__":
    main()
