"""Finds the locator's model file and reads its card, checked against the file. Only reads files."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from vision.model_file import ModelFileError, shipped_path

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
    card_path = model_path.with_suffix(".json")
    try:
        digest = hashlib.sha256(model_path.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelFileError(f"{model_path}: cannot read the locator ({error.strerror})") from error
    try:
        fields = json.loads(card_path.read_text(encoding="utf-8"))
        card = LocatorCard(str(fields["name"]), str(fields["sha256"]), dict(fields.get("metrics", {})))
    except OSError as error:
        raise ModelFileError(f"{card_path}: the card of the locator is missing ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelFileError(f"{card_path}: not a model card ({error!r}); take the one of the same release") from error
    if card.sha256 != digest:
        raise ModelFileError(
            f"{model_path}: is not the model that {card_path.name} describes; take both from one release"
        )
    return card
