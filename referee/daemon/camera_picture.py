"""One picture of a camera, for calibrating: opened, warmed up, and let go again."""

import time
from typing import Final

from drivers.camera import CameraConfig, CameraEndedError, CameraError, SourceKind, open_source
from vision.rectify import Picture

_WARM_UP: Final = 20  # frames until a device has found its exposure
_PATIENCE_S: Final = 10.0


def take_picture(config: CameraConfig, patience_s: float = _PATIENCE_S) -> Picture:
    """The camera's picture (h, w, 3) BGR. Raises CameraError with one line if there is none in time."""
    wanted = _WARM_UP if config.kind is SourceKind.DEVICE else 1
    until_s = time.monotonic() + patience_s
    source = open_source(config)
    newest: Picture | None = None
    try:
        while wanted and time.monotonic() < until_s:
            frame = source.read(0.5)
            if frame is not None:
                newest, wanted = frame.image, wanted - 1
    except CameraEndedError:
        if newest is None:
            raise
    finally:
        source.close()
    if newest is None:
        raise CameraError(
            f"camera {config.name}: no picture within {patience_s:g} s: is it in use by a running daemon?"
        )
    return newest
