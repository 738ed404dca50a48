"""Finds the locator's model file and reads its card, checked against the file. Only reads files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from vision.model_file import read_matching, shipped_path

LOCATOR_NAME: Final = "locator.onnx"


@dataclass(frozen=True, slots=True)
class LocatorCard:
    """What is known of one locator; `metrics` are figures of `python -m models.evaluate_photos`."""

    name: str
    sha256: str
    metrics: dict[str, Any] = field(default_factory=dict)


def shipped_locator_path() -> Path:
    """Where the shipped locator lies. Raises ModelFileError when it is missing."""
    return shipped_path(LOCATOR_NAME)


def read_locator_card(model_path: Path) -> LocatorCard:
    """The card beside a locator. Raises ModelFileError with one line when either is missing or they do not match."""
    return read_matching(model_path, "locator", _card_of)


def _card_of(fields: Mapping[str, Any]) -> LocatorCard:
    return LocatorCard(str(fields["name"]), str(fields["sha256"]), dict(fields.get("metrics", {})))
