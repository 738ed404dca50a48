"""The errors of the vision floor: each message is one line that says what, where, and what is expected."""

from referee.tiles.errors import InputError


class VisionError(InputError):
    """Base of everything vision raises because of its input."""


class PictureError(VisionError):
    """A file or an array is no picture that can be read."""


class CalibrationError(VisionError):
    """Points, sizes or zones that cannot describe a camera above a table, or a file that does not hold them."""


class LimitsError(VisionError):
    """Limits under which no labelling exists at all, or arrays of the wrong shape."""
