"""What can go wrong with a camera; each message is one line that names the camera and what to do."""

from collections.abc import Mapping

from drivers.camera.fault import CameraFault, Notice
from referee.tiles.errors import InputError


class CameraError(InputError):
    """A camera cannot be opened or gives no frames any more; `notice` says the same as a code."""

    def __init__(
        self, message: str, fault: CameraFault = CameraFault.UNREADABLE, facts: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.notice = Notice(fault, {"text": message, **(facts or {})})


class CameraEndedError(CameraError):
    """A folder or a film has been read to its end; nothing is wrong, and nothing more will come."""

    def __init__(self, message: str) -> None:
        super().__init__(message, CameraFault.OVER)
