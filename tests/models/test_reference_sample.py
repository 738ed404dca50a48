"""The reference sample: what it holds, and that the shipped model reads it as well as it did.

After a new model: `python -m models.reference_sample --measure models/tiles.onnx`, and set the bounds a little below.
After a new sample (`python -m models.reference_sample`) the same.
"""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("resvg_py")

from models.measure import measure
from models.reference_sample import EACH, LARGEST_BYTES, PATH, ReferenceSample, draw_sample, main, reading_of
from referee.tiles.names import LABELS
from vision.classify import Classifier
from vision.model_file import INPUT_PX

LEAST_RIGHT = 0.97
LEAST_SURE = 0.9
MOST_WRONG_AMONG_SURE = 0.008


@pytest.fixture(scope="module")
def sample() -> ReferenceSample:
    return ReferenceSample.load()


def test_the_shipped_model_reads_it_as_well_as_it_did(sample: ReferenceSample) -> None:
    classifier = Classifier(threads=2)
    card = classifier.model
    reading = reading_of(classifier, "reference sample", list(sample.pictures), sample.labels.tolist())
    found = measure(reading, card.temperature, card.sure_threshold, card.sure_margin)
    assert found.right >= LEAST_RIGHT
    assert found.sure >= LEAST_SURE
    assert found.wrong_sure <= MOST_WRONG_AMONG_SURE


def test_every_label_comes_equally_often_and_the_file_is_small(sample: ReferenceSample) -> None:
    assert np.bincount(sample.labels).tolist() == [EACH] * len(LABELS)
    assert sample.pictures.shape == (EACH * len(LABELS), INPUT_PX, INPUT_PX, 3)
    assert PATH.stat().st_size < LARGEST_BYTES + 2_000


def test_faces_stand_lie_and_stand_on_their_heads(sample: ReferenceSample) -> None:
    """The pictures of a label are turned by no, one, two and three quarters in turn, as the model tells as well."""
    unlike = [LABELS.index(name) for name in ("1m", "2m", "3m", "7p", "3s", "1z", "2z", "6z", "7z")]
    chosen = [place for place, label in enumerate(sample.labels) if label in unlike]
    read = Classifier(threads=2).classify([sample.pictures[place] for place in chosen])
    agreeing = [answer.turn == place % EACH % 4 for place, answer in zip(chosen, read, strict=True)]
    assert np.mean(agreeing) > 0.9


def test_a_saved_sample_is_read_back(tmp_path: Path, sample: ReferenceSample) -> None:
    few = ReferenceSample(sample.pictures[:30], sample.labels[:30])
    few.save(tmp_path / "few.npz")
    again = ReferenceSample.load(tmp_path / "few.npz")
    assert again.labels.tolist() == few.labels.tolist()
    assert np.abs(again.pictures.astype(int) - few.pictures).mean() < 6


def test_what_a_model_makes_of_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--measure", str(PATH.with_name("tiles.onnx"))]) == 0
    assert "right: 0.9" in capsys.readouterr().out


@pytest.mark.verify
def test_the_same_seed_draws_the_same_sample() -> None:
    one, two = (draw_sample(5, each=1) for _ in range(2))
    assert (one.pictures == two.pictures).all()
