"""Indices are printed on the face and nowhere else, and a small face keeps its body."""

import numpy as np
import pytest

pytest.importorskip("torch")

from models.corner_index import has_index, print_index, with_small_face
from models.crop import BACK, LABEL_OF, OTHER, Crop, turn_mask

BOX = (30.0, 40.0, 90.0, 120.0)


def crop(label: str) -> Crop:
    image = np.full((160, 120, 3), (40, 90, 30), np.uint8)
    image[40:120, 30:90] = (225, 235, 240)
    image[55:105, 45:75] = (40, 40, 40)
    return Crop(image, BOX, LABEL_OF[label], turn_mask(LABEL_OF[label]), "test")


@pytest.mark.parametrize("seed", range(5))
def test_an_index_stays_on_the_face(seed: int) -> None:
    before, after = crop("3m"), crop("3m")
    print_index(after, np.random.default_rng(seed), large=bool(seed % 2))
    changed = np.argwhere((before.image != after.image).any(axis=2))
    assert len(changed) > 10
    assert (changed >= (40, 30)).all()
    assert (changed < (120, 90)).all()


def test_a_small_face_leaves_most_of_the_body_bare() -> None:
    small = with_small_face(crop("3m"), np.random.default_rng(1))
    dark = (small.image[44:116, 34:86].max(axis=2) < 120).sum()
    assert 0 < dark < 0.75 * (crop("3m").image[44:116, 34:86].max(axis=2) < 120).sum()
    assert (small.image[:40] == crop("3m").image[:40]).all()


@pytest.mark.parametrize("label", ["back", "other", "5z"])
def test_what_has_no_ink_of_its_own_is_not_shrunk(label: str) -> None:
    before = crop(label)
    assert with_small_face(before, np.random.default_rng(1)) is before


def test_backs_and_flowers_bear_no_index() -> None:
    assert not has_index(BACK)
    assert not has_index(OTHER)
