"""Finds the classifier's model file and reads its card: what it was measured to do and where it is sure.

The card (`tiles.json`) belongs to exactly one model: its SHA-256 is checked, because thresholds of another model would
make confident mistakes. Only reads files; runs wherever the classifier is built.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from referee.tiles.errors import InputError
from referee.tiles.names import LABELS

INPUT_PX: Final = 64
"""The network reads squares of this many pixels; every face is stretched to one, whatever its shape."""

MARGIN: Final = 0.08
"""Context kept on each side of a face in training, in parts of its width (left, right) and height (top, bottom)."""

MODEL_NAME: Final = "tiles.onnx"

Card = TypeVar("Card")


class ModelFileError(InputError):
    """The model file is missing, unreadable, or not the one that its card describes."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What is known of one model file.

    `temperature` divides the logits; a reading is sure from `sure_threshold` (probability of its label) and
    `sure_margin` (that probability less the next one) upwards. `metrics` are figures of `python -m models.evaluate`.
    """

    name: str
    sha256: str
    input_px: int
    margin: float
    temperature: float
    sure_threshold: float
    sure_margin: float
    labels: tuple[str, ...]
    metrics: dict[str, Any] = field(default_factory=dict)


def shipped_model_path() -> Path:
    """Where the shipped classifier lies. Raises ModelFileError when it is missing."""
    return shipped_path(MODEL_NAME)


def shipped_path(name: str) -> Path:
    """Where a shipped model lies: `models/` in a checkout, `vision/model/` in an installed package.

    Raises ModelFileError when it is in neither place.
    """
    package = Path(__file__).resolve().parent
    places = (package.parent / "models" / name, package / "model" / name)
    for place in places:
        if place.is_file():
            return place
    raise ModelFileError(
        f"no tile model at {places[0]} or {places[1]}; reinstall junanaho, or train one with `make train`"
    )


def read_card(model_path: Path) -> ModelCard:
    """The card beside a model file, checked against the file and against this program's labels.

    Raises ModelFileError with one line that says which file is wrong and what to do.
    """
    card = read_matching(model_path, "tile model", _card_of)
    card_path = model_path.with_suffix(".json")
    if card.labels != LABELS:
        raise ModelFileError(f"{card_path}: its {len(card.labels)} labels are not this program's {len(LABELS)}")
    if not 0 < card.temperature < 100 or card.input_px < 8:
        raise ModelFileError(f"{card_path}: temperature or input_px out of range; take the card of the same release")
    return card


def read_matching(model_path: Path, what: str, card_of: Callable[[Mapping[str, Any]], Card]) -> Card:
    """The card beside a model file, from the fields that it holds, checked to be that of this very file.

    `what` names the model to people. Raises ModelFileError with one line when either is missing or they do not match.
    """
    card_path = model_path.with_suffix(".json")
    try:
        digest = hashlib.sha256(model_path.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelFileError(f"{model_path}: cannot read the {what} ({error.strerror})") from error
    try:
        fields = json.loads(card_path.read_text(encoding="utf-8"))
        card, stated = card_of(fields), str(fields["sha256"])
    except OSError as error:
        raise ModelFileError(f"{card_path}: the card of the {what} is missing ({error.strerror})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ModelFileError(f"{card_path}: not a model card ({error!r}); take the one of the same release") from error
    if stated != digest:
        raise ModelFileError(
            f"{model_path}: is not the model that {card_path.name} describes; take both from one release"
        )
    return card


def _card_of(fields: Mapping[str, Any]) -> ModelCard:
    return ModelCard(
        name=str(fields["name"]),
        sha256=str(fields["sha256"]),
        input_px=int(fields["input_px"]),
        margin=float(fields["margin"]),
        temperature=float(fields["temperature"]),
        sure_threshold=float(fields["sure_threshold"]),
        sure_margin=float(fields["sure_margin"]),
        labels=tuple(fields["labels"]),
        metrics=dict(fields.get("metrics", {})),
    )
