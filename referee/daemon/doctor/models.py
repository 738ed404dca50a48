"""The two networks: their files and cards, and whether they read a picture of tiles drawn here and now.

The picture is of the product's own faces, so the same is asked of every model, and nothing else has to be installed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.daemon.configuration import RecognitionSettings
from referee.daemon.doctor.finding import Finding, Level, fine, stop, told_apart, warning
from referee.tiles.errors import InputError
from referee.tiles.faces import png
from referee.tiles.names import NAMES
from vision.classify import Classifier
from vision.locate_model import LocatorModel
from vision.locator_file import read_locator_card, shipped_locator_path
from vision.model_file import MARGIN, read_card, shipped_model_path
from vision.paper import settle_plain
from vision.rectify import Picture
from vision.see import Seer

AREA: Final = "models"
WELL_READ: Final = 0.9
"""Of the drawn tiles; a model that was adapted to a house's own set may not know each of these drawings."""
NOT_READ: Final = 0.5
SLOW_MS: Final = 1_000.0
"""A picture with so many tiles takes a fifth of that on one core of a small machine."""

_HEIGHT_PX, _GAP_PX, _BORDER_PX, _IN_A_ROW = 64, 24, 40, 13
_FELT_BGR: Final = (70, 100, 40)


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """One model: its file and card; `error` says why it cannot be used."""

    what: str
    path: str
    name: str = ""
    sha256: str = ""
    size: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class TrialFacts:
    """How both read one picture: tiles drawn, found, read right; milliseconds to find them and to read them all."""

    drawn: int = len(NAMES)
    found: int = 0
    right: int = 0
    locate_ms: float = 0.0
    classify_ms: float = 0.0
    error: str = ""


def look_at_models(settings: RecognitionSettings) -> tuple[ModelFacts, ...]:
    """Read files and cards of classifier and locator."""
    return _classifier(settings.model), _locator()


def try_models(settings: RecognitionSettings) -> TrialFacts:
    """Load both and read a picture by them, twice: the first time tells nothing of how long it takes."""
    try:
        classifier = Classifier(settings.model, threads=settings.threads)
        proposer = LocatorModel(threads=settings.threads)
    except InputError as error:
        return TrialFacts(error=str(error))
    seer = Seer(classifier, MARGIN, proposer, None, partial(settle_plain, card=classifier.model))
    picture, places = drawn_tiles()
    seer.see(picture)
    sight = seer.see(picture)
    seen = [(np.mean(tile.polygon, axis=0), tile.label) for tile in sight.tiles]
    right = sum(
        any(label == name and np.hypot(*(middle - place)) < _HEIGHT_PX / 4 for middle, label in seen)
        for name, place in zip(NAMES, places, strict=True)
    )
    return TrialFacts(len(NAMES), len(seen), right, sight.ms["locate"], sight.ms["classify"])


def findings_of_models(models: tuple[ModelFacts, ...], trial: TrialFacts | None) -> Iterator[Finding]:
    """What there is to say of them; `trial` is None where a file is of no use anyway."""
    for model in models:
        told = {"path": model.path, "name": model.name, "sha256": model.sha256, "bytes": model.size}
        if model.error:
            yield stop(AREA, model.what, *told_apart(model.error, _REINSTALL, "; "), told)
        else:
            found = f"{model.path} is {model.name} ({model.sha256[:12]}), as its card says"
            yield fine(AREA, model.what, found, told)
    if trial is not None:
        yield _reading(trial)


def drawn_tiles() -> tuple[Picture, list[tuple[float, float]]]:
    """All 37 faces in their order, row by row on felt, as BGR bytes, and the pixel in the middle of each."""
    faces = [_drawn(name) for name in NAMES]
    height, width = faces[0].shape[:2]
    rows = -(-len(faces) // _IN_A_ROW)
    size = (height + _GAP_PX) * rows + 2 * _BORDER_PX, (width + 1) * _IN_A_ROW + 2 * _BORDER_PX
    picture = np.full((*size, 3), _FELT_BGR, np.uint8)
    picture += np.random.default_rng(1).integers(0, 8, picture.shape, np.uint8)  # felt is not of one colour
    places = []
    for number, face in enumerate(faces):
        row, column = divmod(number, _IN_A_ROW)
        y, x = _BORDER_PX + row * (height + _GAP_PX), _BORDER_PX + column * (width + 1)
        under = picture[y : y + height, x : x + width]
        ink = face[..., 3:].astype(np.float32) / 255
        under[:] = np.round(under * (1 - ink) + face[..., :3] * ink)
        places.append((x + width / 2, y + height / 2))
    return picture, places


def _drawn(name: str) -> NDArray[np.uint8]:
    """One face (height, width, 4), BGR and how much of it covers what is under it."""
    return np.asarray(cv2.imdecode(np.frombuffer(png(name, _HEIGHT_PX), np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)


_REINSTALL: Final = "reinstall junanaho, or correct recognition.model"


def _reading(trial: TrialFacts) -> Finding:
    what = "reading"
    if trial.error:
        return stop(AREA, what, *told_apart(trial.error, _REINSTALL, "; "))
    total_ms = trial.locate_ms + trial.classify_ms
    told = {
        "tiles": trial.drawn,
        "found": trial.found,
        "right": trial.right,
        "locate_ms": trial.locate_ms,
        "classify_ms": trial.classify_ms,
        "ms_per_tile": round(trial.classify_ms / max(1, trial.found), 2),
    }
    found = (
        f"{trial.right} of {trial.drawn} drawn tiles are read right, in {total_ms:.0f} ms "
        f"({trial.locate_ms:.0f} to find them, {told['ms_per_tile']} to read one)"
    )
    if trial.right < NOT_READ * trial.drawn:
        return stop(AREA, what, found, "set recognition.model to null, which is the shipped model", told)
    if trial.right < WELL_READ * trial.drawn:
        return warning(AREA, what, found, "adapt the model anew (docs/adapt.md), or use the shipped one", told)
    if total_ms > SLOW_MS:
        remedy = "end what else runs here, raise recognition.threads, or use a faster machine"
        return Finding(AREA, what, Level.WARNING, f"{found}, which is slow", remedy, told)
    return fine(AREA, what, found, told)


def _classifier(configured: Path | None) -> ModelFacts:
    what = "classifier"
    try:
        path = configured or shipped_model_path()
        card = read_card(path)
    except InputError as error:
        return ModelFacts(what, str(configured or ""), error=str(error))
    return ModelFacts(what, str(path), card.name, card.sha256, path.stat().st_size)


def _locator() -> ModelFacts:
    what = "locator"
    try:
        path = shipped_locator_path()
        card = read_locator_card(path)
    except InputError as error:
        return ModelFacts(what, "", error=str(error))
    return ModelFacts(what, str(path), card.name, card.sha256, path.stat().st_size)
