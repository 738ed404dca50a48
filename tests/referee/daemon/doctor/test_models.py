"""What is said of the models: from facts, and from files that are what they should be and not."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from referee.daemon.configuration import RecognitionSettings
from referee.daemon.doctor.models import (
    ModelFacts,
    TrialFacts,
    drawn_tiles,
    findings_of_models,
    look_at_models,
    try_models,
)
from tests.referee.daemon.doctor.told import by_what
from vision.model_file import shipped_model_path

GOOD = (
    ModelFacts("classifier", "tiles.onnx", "tiles", "ab" * 32, 2_500_000),
    ModelFacts("locator", "locator.onnx", "locator", "cd" * 32, 2_000_000),
)
FOREIGN = ModelFacts("classifier", "x.onnx", error="x.onnx: is not the model that x.json describes; take both from one")

CASES = [
    (GOOD, TrialFacts(37, 37, 37, 60.0, 60.0), "classifier", "ok", "tiles.onnx is tiles (abababababab)"),
    (GOOD, TrialFacts(37, 37, 37, 60.0, 74.0), "reading", "ok", "37 of 37 drawn tiles are read right, in 134 ms (60"),
    (GOOD, TrialFacts(37, 37, 37, 60.0, 74.0), "reading", "ok", "2.0 to read one"),
    (GOOD, TrialFacts(37, 37, 30, 60.0, 60.0), "reading", "warning", "adapt the model anew"),
    (GOOD, TrialFacts(37, 37, 3, 60.0, 60.0), "reading", "stop", "set recognition.model to null"),
    (GOOD, TrialFacts(37, 37, 37, 900.0, 900.0), "reading", "warning", "which is slow: end what else runs here"),
    (
        GOOD,
        TrialFacts(error="x: not a model that onnxruntime can load; reinstall junanaho"),
        "reading",
        "stop",
        "reinst",
    ),
    ((FOREIGN, GOOD[1]), None, "classifier", "stop", "is not the model that x.json describes: take both from one"),
    ((ModelFacts("classifier", "", error="x: cannot read (gone)"), GOOD[1]), None, "classifier", "stop", "reinstall"),
]


@pytest.mark.parametrize(("models", "trial", "what", "level", "words"), CASES)
def test_facts_become_findings(
    models: tuple[ModelFacts, ...], trial: TrialFacts | None, what: str, level: str, words: str
) -> None:
    finding = by_what(findings_of_models(models, trial))[what]
    assert finding.level == level
    assert words in finding.text


def test_the_shipped_models_read_what_is_drawn() -> None:
    settings = RecognitionSettings()
    trial = try_models(settings)
    named = by_what(findings_of_models(look_at_models(settings), trial))
    assert [finding.level for finding in named.values() if finding.what != "reading"] == ["ok", "ok"]
    assert trial.right >= 34, "of 37, on which what is said rests"
    assert trial.locate_ms > 0
    assert trial.classify_ms > 0


def copied(folder: Path) -> Path:
    path = folder / "house.onnx"
    shutil.copy(shipped_model_path(), path)
    shutil.copy(shipped_model_path().with_suffix(".json"), path.with_suffix(".json"))
    return path


def test_a_model_that_lost_a_bit_stops_a_match(tmp_path: Path) -> None:
    path = copied(tmp_path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    named = by_what(findings_of_models(look_at_models(RecognitionSettings(model=path)), None))
    assert named["classifier"].level == "stop"
    assert "is not the model that house.json describes" in named["classifier"].found
    assert named["locator"].level == "ok"


def test_a_file_that_only_calls_itself_a_model(tmp_path: Path) -> None:
    path = copied(tmp_path)
    path.write_bytes(b"no network")
    card = json.loads(path.with_suffix(".json").read_text())
    card["sha256"] = hashlib.sha256(b"no network").hexdigest()
    path.with_suffix(".json").write_text(json.dumps(card))
    settings = RecognitionSettings(model=path)
    assert not any(model.error for model in look_at_models(settings))
    assert "not a model that onnxruntime can load" in try_models(settings).error


def test_a_model_without_its_card(tmp_path: Path) -> None:
    path = copied(tmp_path)
    path.with_suffix(".json").unlink()
    (classifier, _) = look_at_models(RecognitionSettings(model=path))
    assert "the card of the tile model is missing" in classifier.error


def test_all_faces_are_drawn_within_the_picture() -> None:
    picture, places = drawn_tiles()
    assert len(set(places)) == 37
    height, width = picture.shape[:2]
    assert all(30 < x < width - 30 and 30 < y < height - 30 for x, y in places)
