"""Reads a folder of captured faces as crops, with who said what they show and what a model had read.

The folder has the form of labelled photos (`split.json`, and `captured/labels.json` with one tile a picture); the
program that keeps it is `junanaho run` with `capture`, and `junanaho capture add`.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from models.crop import LABEL_OF, Crop, turn_mask
from models.photos import Part, labelled, read_photo

SET: Final = "captured"
UPRIGHT_OR_NOT: Final = 0b0101
"""A captured face is portrait, but a misread one may lie upside down."""


@dataclass(frozen=True, slots=True)
class CapturedCrop:
    """A face with its surroundings. `said`: `camera`, `confirmed`, `corrected` or `given`; `read`: a model's label."""

    crop: Crop
    file: str
    said: str
    read: str
    held_out: bool


def read_captured(folder: Path) -> list[CapturedCrop]:
    """All faces of a folder, those to train on first. Raises OSError if it is no such folder, ValueError if damaged."""
    return [*_read(folder, "train"), *_read(folder, "validation")]


def _read(folder: Path, part: Part) -> list[CapturedCrop]:
    try:
        return [_crop(path, entry, part) for path, entry in labelled(folder, SET, part)]
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ValueError(f"{folder}: its list of faces cannot be read ({error!r})") from error


def _crop(path: Path, entry: dict[str, Any], part: Part) -> CapturedCrop:
    (tile,) = entry["tiles"]
    if tile["label"] not in LABEL_OF:
        raise ValueError(f"{path.name}: '{tile['label']}' is no label")
    label = LABEL_OF[tile["label"]]
    left, top, right, bottom = (float(value) for value in tile["bbox"])
    crop = Crop(read_photo(path), (left, top, right, bottom), label, turn_mask(label, UPRIGHT_OR_NOT), entry["series"])
    return CapturedCrop(
        crop, path.name, str(entry.get("said", "given")), str(entry.get("read", "")), part == "validation"
    )
