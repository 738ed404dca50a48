"""Writing a file so that after a power cut there is the old one or the new one, never half of either."""

import os
from pathlib import Path

from vision.errors import CalibrationError


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file's content. Raises CalibrationError if it cannot be written; the old file then stands."""
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # else the name may reach the disk before what it names
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CalibrationError(f"{path}: cannot be written ({error.strerror})") from error
