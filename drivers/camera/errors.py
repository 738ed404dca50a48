"""What can go wrong with a camera; each message is one line that names the camera and what to do."""

from referee.tiles.errors import InputError


class CameraError(InputError):
    """A camera cannot be opened or gives no frames any more."""


class CameraEndedError(CameraError):
    """A folder or a film has been read to its end; nothing is wrong, and nothing more will come."""
