"""Pictures on disk: which files are meant, and reading one. Every failure is one line that names the file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.errors import PictureError
from vision.rectify import Picture

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})

_MAX_BYTES: Final = 100_000_000


def picture_paths(given: Iterable[Path]) -> list[Path]:
    """The files given, and of each folder its pictures by name. Raises PictureError if something is not there."""
    paths: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = sorted(entry for entry in path.iterdir() if entry.suffix.lower() in SUFFIXES and entry.is_file())
            if not inside:
                raise PictureError(f"{path}: the folder holds no picture ({', '.join(sorted(SUFFIXES))})")
            paths += inside
        elif path.exists():
            paths.append(path)
        else:
            raise PictureError(f"{path}: there is no such file or folder")
    return paths


def read_picture(path: Path) -> Picture:
    """A BGR picture, turned as its camera says it is to be held. Raises PictureError if it is none."""
    try:
        size = path.stat().st_size
        if size > _MAX_BYTES:
            raise PictureError(f"{path}: {size / 1e6:.0f} MB is too large for a picture ({_MAX_BYTES // 10**6} MB)")
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror})") from error
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError(f"{path}: is no picture that can be read (expected JPEG, PNG, WebP, BMP or TIFF)")
    return np.asarray(picture, np.uint8)


def write_picture(path: Path, picture: Picture) -> None:
    """Write a picture in the format of its suffix. Raises PictureError if that cannot be done."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise PictureError(f"{path}: a picture's name ends in one of {', '.join(sorted(SUFFIXES))}")
    done, data = cv2.imencode(suffix, picture)
    if not done:
        raise PictureError(f"{path}: could not be encoded")
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise PictureError(f"{path}: cannot be written ({error.strerror})") from error
