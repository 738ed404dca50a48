"""The pool mixes photos and drawings as described, and the same seed gives the same pool."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from models.crop import ANY_TURN, FIVES, LABEL_OF, OTHER, Crop, turn_mask
from models.invented import invented_glyphs
from models.pool import Materials, Pool
from models.scene import Scenery
from referee.tiles.names import LABELS


def plain_crop(label: str) -> Crop:
    rng = np.random.default_rng(LABEL_OF[label])
    image = rng.integers(0, 255, (120, 90, 3), dtype=np.uint8)
    return Crop(image, (22.0, 30.0, 67.0, 90.0), LABEL_OF[label], turn_mask(LABEL_OF[label]), "test")


@pytest.fixture(scope="module")
def materials() -> Materials:
    lying = [plain_crop("5m"), plain_crop("7p")]
    scenery = Scenery(list(invented_glyphs(1, np.random.default_rng(1))))
    return Materials(lying, [lying], [plain_crop("1s")], [plain_crop("other")], scenery)


def test_pictures_come_with_labels_of_every_kind(materials: Materials) -> None:
    rng = np.random.default_rng(2)
    labels = [materials.picture(rng)[1] for _ in range(600)]
    counts = np.bincount(labels, minlength=len(LABELS))
    assert (counts[list(FIVES.values())] > 0).all()
    assert counts[LABEL_OF["back"]] > 0
    assert 60 < counts[OTHER] < 240


def test_the_same_seed_makes_the_same_picture(materials: Materials) -> None:
    one, two = (materials.picture(np.random.default_rng(3)) for _ in range(2))
    assert (one[0] == two[0]).all()
    assert one[1:] == two[1:]


def test_an_invented_set_has_every_ordinary_face_but_the_white_dragon() -> None:
    labels = {glyph.label for glyph in invented_glyphs(1, np.random.default_rng(4))}
    assert labels == {*range(34), OTHER} - {LABEL_OF["5z"]}


def test_a_saved_pool_is_read_back(tmp_path: Path) -> None:
    pool = Pool(np.ones((2, 64, 64, 3), np.uint8), np.array([3, 4]), np.array([1, ANY_TURN], np.uint8))
    pool.save(tmp_path / "deep" / "pool.npz")
    read = Pool.load(tmp_path / "deep" / "pool.npz")
    assert (read.pictures == pool.pictures).all()
    assert read.labels.tolist() == [3, 4]
    assert read.turns.tolist() == [1, ANY_TURN]
