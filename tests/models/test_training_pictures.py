"""Training pictures keep their promises: labels follow what was done to the picture, and turns are told right."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

from models.batches import batches
from models.camera import cut_badly, cut_well
from models.crop import ANY_TURN, BACK, LABEL_OF, OTHER, Crop, turn_mask
from models.inks import is_grey, plain_corners, recolour_black, recolour_red
from models.photos import PHOTO_SETS, read_crops
from models.pool import Pool
from models.scene import Scenery, empty_scene
from vision.model_file import INPUT_PX


def circle_crop(colour: tuple[int, int, int], label: str = "5p") -> Crop:
    """A light face with one large blot of ink on green ground."""
    image = np.full((160, 120, 3), (60, 120, 40), np.uint8)
    cv2.rectangle(image, (30, 40), (89, 119), (235, 240, 242), -1)
    cv2.circle(image, (60, 80), 20, colour, -1)
    return Crop(image, (30, 40, 90, 120), LABEL_OF[label], turn_mask(LABEL_OF[label]), "test")


@pytest.mark.parametrize(
    ("label", "known", "mask"),
    [
        ("1m", 0b0001, 0b0001),
        ("1m", 0b0101, 0b0101),
        ("4p", 0b0001, 0b0101),
        ("4p", 0b0010, 0b1010),
        ("9s", 0b1000, 0b1010),
        ("1p", 0b0001, 0b1111),
        ("back", 0b0001, 0b1111),
        ("6p", 0b0100, 0b0100),
    ],
)
def test_turns_that_look_alike_are_all_possible(label: str, known: int, mask: int) -> None:
    assert turn_mask(LABEL_OF[label], known) == mask


@pytest.mark.parametrize("ink", [(150, 60, 20), (30, 110, 20), (30, 30, 30)])
def test_a_red_five_has_red_ink_on_the_same_body(ink: tuple[int, int, int]) -> None:
    crop = circle_crop(ink)
    red = recolour_red(crop, LABEL_OF["0p"], np.random.default_rng(1))
    blue, green, redness = (int(value) for value in red.image[80, 52])
    assert red.label == LABEL_OF["0p"]
    assert redness > max(blue, green) + 60
    assert red.image[10, 10].tolist() == crop.image[10, 10].tolist()
    assert np.abs(red.image[112, 62].astype(int) - crop.image[112, 62]).max() < 12


def test_black_recolouring_leaves_red_ink_red() -> None:
    rng = np.random.default_rng(2)
    kept = recolour_black(circle_crop((40, 30, 200)), rng).image[80, 60].astype(int)
    darkened = recolour_black(circle_crop((170, 60, 30)), rng).image[80, 60].astype(int)
    assert kept[2] > kept[0] + 60
    assert darkened.max() - darkened.min() < 60


def test_recolouring_leaves_the_source_alone() -> None:
    crop = circle_crop((150, 60, 20))
    before = crop.image.copy()
    recolour_red(crop, LABEL_OF["0p"], np.random.default_rng(1))
    plain_corners(circle_crop((150, 60, 20), "1m"))
    assert (crop.image == before).all()


def test_a_corner_mark_can_be_wiped_only_where_the_face_has_no_ink() -> None:
    for label, wiped in (("7z", True), ("9p", False)):
        crop = circle_crop((40, 30, 200), label)
        cv2.putText(crop.image, "C", (34, 52), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (0, 0, 0), 1)
        corner = plain_corners(crop).image[44:54, 35:43]
        assert bool(corner.min() > 150) == wiped


def test_a_picture_without_colour_is_known_as_grey() -> None:
    crop = circle_crop((150, 60, 20))
    grey = np.repeat(crop.image.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    assert not is_grey(crop)
    assert is_grey(Crop(grey, crop.box, crop.label, crop.turns, crop.series))


def test_good_cuts_keep_the_label_and_bad_ones_are_other() -> None:
    rng = np.random.default_rng(3)
    for _ in range(30):
        picture, label, turns = cut_well(circle_crop((150, 60, 20), "7p"), rng)
        assert (picture.shape, label, turns) == ((INPUT_PX, INPUT_PX, 3), LABEL_OF["7p"], 0b0001)
        picture, label, turns = cut_badly(circle_crop((150, 60, 20), "7p"), rng)
        assert (picture.shape, label, turns) == ((INPUT_PX, INPUT_PX, 3), OTHER, ANY_TURN)


def test_scenes_without_glyphs_still_make_backs_and_empty_ground() -> None:
    rng = np.random.default_rng(4)
    back = Scenery([]).draw(rng, BACK)
    assert back.label == BACK
    assert empty_scene(rng).label == OTHER


def test_the_same_seed_draws_the_same_scene() -> None:
    one, two = (Scenery([]).draw(np.random.default_rng(5), BACK).image for _ in range(2))
    assert (one == two).all()


def test_batches_turn_pictures_and_their_turns_together() -> None:
    """A mark at the top says upright; wherever it ends up, the mask must name the turn that brings it back."""
    picture = np.full((INPUT_PX, INPUT_PX, 3), 40, np.uint8)
    picture[:8, 24:40] = 230
    pool = Pool(np.stack([picture] * 8), np.zeros(8, np.int64), np.full(8, 0b0001, np.uint8))
    planes, labels, turns = next(batches(pool, 8, np.random.default_rng(6)))
    assert labels.tolist() == [0] * 8
    seen = set()
    for plane, mask in zip(planes.mean(dim=1).numpy(), turns.tolist(), strict=True):
        edges = [plane[:6, 28:36], plane[28:36, :6], plane[-6:, 28:36], plane[28:36, -6:]]
        lit = int(np.argmax([edge.mean() for edge in edges]))  # top 0, left 1, bottom 2, right 3
        assert mask.index(1) == lit
        assert sum(mask) == 1
        seen.add(lit)
    assert seen == {0, 1, 2, 3}


def test_series_of_training_and_validation_are_apart(photos: Path) -> None:
    standing = PHOTO_SETS[2]
    train = {crop.series for crop in read_crops(photos, standing, "train")}
    held_out = {crop.series for crop in read_crops(photos, standing, "validation")}
    assert train
    assert held_out
    assert not train & held_out
