"""A captured face without its pixels: what it shows, who said so, where it is from; and its entry in the list of faces.

An entry is that of a photo with one tile, as `models.photos` reads it, with more beside it that training does not ask
for. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from referee.tiles import LABELS, InputError

SET: Final = "captured"
"""The name of the set in `split.json`, and of the folder with its pictures."""

SUFFIX: Final = ".jpg"
GIVEN: Final = "pictures"
"""The camera of pictures that a person labelled, to train on."""

GIVEN_HELD_OUT: Final = "pictures-held-out"
"""The same, to check on."""

_TURNS: Final = 3  # one series in so many is held out, each camera's in its turn
_PART_OF: Final = {GIVEN: "train", GIVEN_HELD_OUT: "validation"}


class CapturedFacesError(InputError):
    """The folder cannot be read or written; one line that names the file."""


class Said(StrEnum):
    """Who said what a face shows."""

    CAMERA = "camera"
    """It was read, and nobody had to say anything."""
    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    GIVEN = "given"
    """A person labelled the picture itself."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face to keep: the picture (JPEG) with its surroundings, the face in it (x1, y1, x2, y2), and what is known.

    `read`, `confidence` and `sure` are what the model with this SHA-256 said of it; empty where none was asked.
    """

    picture: bytes
    box: tuple[float, float, float, float]
    label: str
    said: Said
    camera: str
    read: str = ""
    confidence: float | None = None
    sure: bool = False
    model: str = ""


@dataclass(frozen=True, slots=True)
class CapturedFace:
    """A kept face without its pixels; `file` is its name in the set's folder, `at` when it was kept (ISO 8601)."""

    file: str
    label: str
    said: Said
    series: str
    camera: str
    at: str
    read: str
    confidence: float | None
    sure: bool
    model: str
    bytes: int
    box: tuple[float, float, float, float]

    @property
    def number(self) -> int:
        """Which one it is; later faces have higher numbers."""
        return number_of(self.file)

    @property
    def worth(self) -> int:
        """How long it is kept: what a person had to say something about is worth more than what was read anyway."""
        if self.said is Said.CAMERA:
            return int(self.read != self.label)
        return 2 if self.said is Said.CONFIRMED else 3


@dataclass(frozen=True, slots=True)
class CaptureLimits:
    """How much is kept of each label, and how many of one label in one series that were read without a person."""

    most_per_label: int = 200
    most_bytes_per_label: int = 4_000_000
    most_read_per_series: int = 12


def captured(face: Face, number: int, at: str) -> CapturedFace:
    if face.label not in LABELS:
        raise CapturedFacesError(f"'{face.label}' is no label: expected a tile such as 1m or 0p, back, or other")
    return CapturedFace(
        file=f"{face.label}-{number:06}{SUFFIX}",
        label=face.label,
        said=face.said,
        series=f"{at[:10]}-{face.camera}",
        camera=face.camera,
        at=at,
        read=face.read,
        confidence=face.confidence,
        sure=face.sure,
        model=face.model,
        bytes=len(face.picture),
        box=face.box,
    )


def surplus(faces: Sequence[CapturedFace], limits: CaptureLimits) -> set[str]:
    """The files that are too many: of each label the least worth first, and of those the oldest."""
    dropped: set[str] = set()
    for label in {face.label for face in faces}:
        ranked = sorted((face for face in faces if face.label == label), key=lambda face: (face.worth, face.number))
        count, size = len(ranked), sum(face.bytes for face in ranked)
        for face in ranked:
            if count <= limits.most_per_label and size <= limits.most_bytes_per_label:
                break
            dropped.add(face.file)
            count, size = count - 1, size - face.bytes
    return dropped


def with_series(split: dict[str, Any], faces: Sequence[CapturedFace]) -> dict[str, Any]:
    """The division with the series that are new: of each camera's days one in three is held out, not all on one day."""
    parts = {part: list(split.get(part, {}).get(SET, ())) for part in ("train", "validation")}
    known = [*parts["train"], *parts["validation"]]
    camera_of = {face.series: face.camera for face in faces}
    cameras = [camera for camera in dict.fromkeys(face.camera for face in faces) if camera not in _PART_OF]
    for series, camera in camera_of.items():
        if series in known:
            continue
        part = _PART_OF.get(camera)
        if part is None:
            days = sum(1 for other in known if other[10:] == f"-{camera}")
            part = "validation" if (days + cameras.index(camera)) % _TURNS == 1 else "train"
        parts[part].append(series)
        known.append(series)
    return {part: {**split.get(part, {}), SET: series} for part, series in parts.items()}


def entry_of(face: CapturedFace) -> dict[str, Any]:
    """A photo's entry in `labels.json` with its one tile; what training does not ask for stands beside it."""
    return {
        "series": face.series,
        "tiles": [{"label": face.label, "bbox": list(face.box), "axis_aligned": True}],
        "said": face.said.value,
        "read": face.read,
        "confidence": face.confidence,
        "sure": face.sure,
        "camera": face.camera,
        "at": face.at,
        "model": face.model,
        "bytes": face.bytes,
    }


def face_of(file: str, entry: dict[str, Any]) -> CapturedFace:
    (tile,) = entry["tiles"]
    left, top, right, bottom = (float(value) for value in tile["bbox"])
    return CapturedFace(
        file=file,
        label=str(tile["label"]),
        said=Said(entry["said"]),
        series=str(entry["series"]),
        camera=str(entry["camera"]),
        at=str(entry["at"]),
        read=str(entry["read"]),
        confidence=entry["confidence"],
        sure=bool(entry["sure"]),
        model=str(entry["model"]),
        bytes=int(entry["bytes"]),
        box=(left, top, right, bottom),
    )


def number_of(file: str) -> int:
    """The number in a face's file name. Raises ValueError."""
    return int(Path(file).stem.rpartition("-")[2])
