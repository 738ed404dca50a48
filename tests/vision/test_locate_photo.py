"""How rows and squares are put together in photos, without pictures: places are known, readings are given."""

import itertools
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from referee.tiles.names import LABELS, OTHER
from vision.locate_lattice import Member, grow
from vision.locate_lines import likely_axes
from vision.locate_photo import PhotoTile, is_sound, most_likely, overlaps, trimmed, worth_of
from vision.locate_quads import PhotoEvidence
from vision.locate_strip import Strip, cut

ASLANT = cv2.getPerspectiveTransform(
    np.array([[0, 0], [9, 0], [9, 4], [0, 4]], np.float32),
    np.array([[150, 100], [620, 140], [700, 420], [60, 360]], np.float32),
)


def cell_at(column: float, row: float) -> np.ndarray:
    points = np.array([[column, row], [column + 0.97, row], [column + 0.97, row + 0.97], [column, row + 0.97]])
    mapped = np.column_stack([points, np.ones(4)]) @ ASLANT.T
    return mapped[:, :2] / mapped[:, 2:]


def judge_of(cells):
    """Says that a tile lies where one of the true cells is, if that is where it is expected."""

    def judge(places):
        found = []
        for place in places:
            size = float(np.linalg.norm(place[1] - place[0]))
            near = [cell for cell in cells if np.linalg.norm((cell - place).mean(axis=0)) < 0.25 * size]
            found.append(Member(near[0], 1.0) if near else None)
        return found

    return judge


@pytest.mark.parametrize("first", [(0, 0), (4, 2), (8, 3)])
def test_a_square_seen_aslant_is_found_from_any_of_its_tiles(first):
    cells = [cell_at(column, row) for row in range(4) for column in range(9)]
    lattice = grow(Member(cell_at(*first), 1.0), judge_of(cells), lambda place: True)
    assert len(lattice.members) == 36
    assert lattice.only_row() is None


def test_a_row_is_followed_over_a_tile_that_is_not_found():
    cells = [cell_at(column, 1) for column in range(9) if column != 5]
    lattice = grow(Member(cell_at(1, 1), 1.0), judge_of(cells), lambda place: True)
    assert len(lattice.members) == 8
    row = lattice.only_row()
    assert row is not None
    assert (np.diff(row[:, 0, 0]) > 0).all()


def test_nothing_is_looked_for_where_it_is_not_allowed():
    cells = [cell_at(column, 1) for column in range(9)]
    lattice = grow(Member(cell_at(4, 1), 1.0), judge_of(cells), lambda place: place[:, 0].max() < 400)
    assert 0 < len(lattice.members) < 6


@dataclass
class Answer:
    label: str = "1m"
    confidence: float = 0.99
    sure: bool = True
    turn: int = 0
    log_probs: np.ndarray = field(default_factory=lambda: np.zeros(len(LABELS), np.float32))


def tile(x, label="1m", confidence=0.99, support=0.5, white=0.9, width=30.0):
    corners = np.array([[x, 0], [x + width, 0], [x + width, 40], [x, 40]], np.float64)
    return PhotoTile(corners, Answer(label, confidence), support, white=white)


def test_flowers_stay_only_in_a_row_of_faces_that_they_touch():
    faces = [tile(30.0 * place) for place in range(5)]
    beside, apart = tile(150, OTHER), tile(300, OTHER)
    assert trimmed([*faces, beside, apart]) == [*faces, beside]
    assert trimmed([*faces[:2], beside]) == faces[:2]


def test_felt_that_reads_as_a_tile_is_not_white_enough():
    faces = [tile(30.0 * place) for place in range(6)]
    assert trimmed([*faces, tile(180, "8p", white=0.6)]) == faces


def test_the_reading_with_more_certain_tiles_is_worth_more():
    right = [tile(30.0 * place) for place in range(6)]
    too_wide = [tile(45.0 * place, width=45.0, confidence=0.9, support=0.3) for place in range(4)]
    assert worth_of(right) > worth_of(too_wide)
    assert is_sound(right)
    assert not is_sound(too_wide)
    assert overlaps(right[1], too_wide)


def test_of_several_views_the_best_face_is_taken_and_else_what_is_outlined():
    unsure, sure, flower = tile(0, confidence=0.7), tile(2, confidence=0.95), tile(1, OTHER, support=0.9)
    assert most_likely([unsure, flower, sure]) is sure
    assert most_likely([tile(0, confidence=0.3), flower]) is flower
    assert most_likely([tile(0, confidence=0.3), tile(0, OTHER, support=0.1)]) is None


def row_picture(widths, left=40):
    """White tiles that touch, with seams so faint that ink is ten times stronger."""
    picture = np.full((160, left * 2 + sum(widths), 3), (60, 110, 50), np.uint8)
    cuts = [left]
    for width in widths:
        x = cuts[-1]
        picture[40:100, x : x + width] = 225
        picture[40:100, x : x + 1] = 218
        cv2.circle(picture, (x + width // 2, 70), width // 4, (40, 40, 160), 3)
        cuts.append(x + width)
    noise = np.random.default_rng(2).normal(0, 1.0, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8), cuts


def test_a_row_is_cut_at_its_faint_seams_where_the_pieces_read_as_tiles():
    picture, cuts = row_picture([42, 44, 42, 43, 42, 44])
    strip = Strip(np.array([[60.0, 40], [200, 40]]), np.array([[60.0, 100], [200, 100]]))

    def worth(quads, *, usual):
        spans = quads[:, [0, 1], 0]
        true = np.array(list(itertools.pairwise(cuts)))
        off = np.abs(spans[:, None] - true[None]).max(axis=2).min(axis=1)
        return [0.5 if distance < 4 else 0.0 for distance in off]

    pieces = cut(strip.longer(picture.shape[1::-1]), PhotoEvidence(picture), worth)
    assert len(pieces) == 6
    assert np.abs(pieces[:, 0, 0] - cuts[:-1]).max() < 4


def test_the_directions_of_a_turned_row():
    picture = np.full((300, 400, 3), (60, 110, 50), np.uint8)
    for place in range(7):
        cv2.rectangle(picture, (60 + 40 * place, 120), (97 + 40 * place, 172), (225, 225, 225), -1)
    turned = cv2.warpAffine(picture, cv2.getRotationMatrix2D((200, 150), -20, 1), (400, 300))
    best = likely_axes(turned)[0]
    assert best.right_deg == pytest.approx(20, abs=3)
    assert best.down_deg == pytest.approx(110, abs=3)
    assert likely_axes(np.zeros((50, 50, 3), np.uint8)) == []
