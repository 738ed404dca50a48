"""A reference on disk, beside the calibration file: arrays in one file (NumPy's npz), some hundred kilobytes.

Written whole or not at all. A reference that does not belong to its calibration is not used: that is told, not guessed.
"""

import io
import zipfile
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.anchors import COARSE_PX, FINE_PX, Anchors
from vision.calibrate import Calibration
from vision.errors import CalibrationError
from vision.lighting import THUMBNAIL_PX
from vision.reference import Reference
from vision.whole_file import write_whole

_VERSION: Final = 1
_MAX_BYTES: Final = 20_000_000
_MOST_ANCHORS: Final = 1_000


def reference_path(calibration_path: Path) -> Path:
    """Where the reference of a calibration file lies: `overhead.yaml` has `overhead.reference.npz`."""
    return calibration_path.with_suffix(".reference.npz")


def save_reference(reference: Reference, path: Path) -> None:
    """Write the file anew as a whole. Raises CalibrationError if it cannot be written."""
    content = io.BytesIO()
    np.savez_compressed(
        content,
        version=np.array(_VERSION),
        camera=np.array(reference.camera),
        image_size=np.array(reference.image_size),
        points_px=np.array(reference.points_px, np.float64),
        anchor_points=reference.anchors.points,
        anchor_fine=reference.anchors.fine,
        anchor_coarse=reference.anchors.coarse,
        thumbnail=reference.thumbnail,
        open_field=reference.open_field,
    )
    write_whole(path, content.getvalue())


def load_reference(path: Path, calibration: Calibration) -> Reference | None:
    """The reference in a file; None where there is no file. Raises CalibrationError with one line."""
    if not path.exists():
        return None
    remedy = "calibrate the camera again, or delete it"
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise CalibrationError(f"{path}: is larger than {_MAX_BYTES} bytes, which no reference is: {remedy}")
        # from memory: NumPy leaves a file open that turns out to be none
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            reference = _reference_of({name: arrays[name] for name in arrays.files})
    except OSError as error:
        raise CalibrationError(f"{path}: cannot be read ({error.strerror or error}): {remedy}") from error
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile, EOFError) as error:
        raise CalibrationError(f"{path}: is no reference of a camera: {remedy}") from error
    if not reference.belongs_to(calibration):
        raise CalibrationError(f"{path}: belongs to another calibration than the file beside it: {remedy}")
    return reference


def _reference_of(arrays: dict[str, NDArray[np.generic]]) -> Reference:
    """Raises ValueError or KeyError for arrays that are none."""
    if int(arrays["version"]) != _VERSION:
        raise ValueError("version")
    count = len(arrays["anchor_points"])
    width, height = THUMBNAIL_PX
    for name, kind, shape in (
        ("anchor_points", "f", (count, 2)),
        ("anchor_fine", "u", (count, FINE_PX, FINE_PX)),
        ("anchor_coarse", "u", (count, COARSE_PX, COARSE_PX)),
        ("thumbnail", "u", (height, width, 3)),
        ("open_field", "b", (height, width)),
        ("image_size", "i", (2,)),
    ):
        if arrays[name].dtype.kind != kind or arrays[name].shape != shape:
            raise ValueError(name)
    if count > _MOST_ANCHORS or not np.isfinite(np.asarray(arrays["anchor_points"], np.float64)).all():
        raise ValueError("anchor_points")
    points = np.asarray(arrays["points_px"], np.float64).reshape(-1, 2)
    width_px, height_px = (int(side) for side in np.asarray(arrays["image_size"], np.int64))
    return Reference(
        str(arrays["camera"]),
        (width_px, height_px),
        tuple((float(x), float(y)) for x, y in points),
        Anchors(
            np.asarray(arrays["anchor_points"], np.float32),
            np.asarray(arrays["anchor_fine"], np.uint8),
            np.asarray(arrays["anchor_coarse"], np.uint8),
        ),
        np.asarray(arrays["thumbnail"], np.uint8),
        np.asarray(arrays["open_field"], np.bool_),
    )
