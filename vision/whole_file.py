"""Writing a file whole, in the terms of calibration."""

from pathlib import Path

from referee import whole_file
from vision.errors import CalibrationError


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file's content. Raises CalibrationError if it cannot be written; the old file then stands."""
    try:
        whole_file.write_whole(path, content)
    except OSError as error:
        raise CalibrationError(f"{path}: cannot be written ({error.strerror})") from error
