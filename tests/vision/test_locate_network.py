"""What is made of the network's proposals, by rules alone: proposals and readings are given."""

import cv2
import numpy as np
import pytest

from referee.tiles.names import BACK, OTHER
from tests.vision.answer import Answer
from vision.locate_network import NetworkLocator, cut_out
from vision.locate_peaks import Proposals, merged, without_doubles
from vision.photo_tile import company_of

WIDTH, LENGTH = 30.0, 40.0


class Reader:
    """Reads what it is told to, in the order in which it is asked; counts what it was asked."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = 0

    def classify(self, faces, *, turns="all"):
        assert len(faces) <= len(self.answers)
        self.asked += len(faces)
        self.answers, now = self.answers[len(faces) :], self.answers[: len(faces)]
        return now


class Given:
    """Proposes the same in every picture."""

    def __init__(self, proposals):
        self.proposals = proposals

    def propose(self, picture):
        return self.proposals


def at(x, y=100.0, width=WIDTH, length=LENGTH):
    return np.array([[x, y], [x + width, y], [x + width, y + length], [x, y + length]])


def row(count, x=20.0):
    return [at(x + WIDTH * place) for place in range(count)]


def proposed(quads, heat):
    return Proposals(np.array(quads, np.float64).reshape(-1, 4, 2), np.array(heat, np.float64), np.ones(len(heat)))


def found(quads, heat, answers, size=(300, 400)):
    proposals = proposed(quads, heat)
    return NetworkLocator(Given(proposals), Reader(answers), 0.08).find(np.zeros((*size, 3), np.uint8))


def test_a_flower_stays_only_among_faces():
    flower = Answer(OTHER)
    assert [tile.answer.label for tile in found(row(4), [0.9] * 4, [Answer()] * 3 + [flower])] == ["1m"] * 3 + [OTHER]
    assert found([at(20)], [0.9], [flower]) == []
    assert len(found([*row(3), at(250)], [0.9] * 4, [Answer()] * 3 + [flower])) == 3


def test_a_faint_place_is_believed_in_company_only():
    assert len(found(row(3), [0.9, 0.35, 0.9], [Answer()] * 3)) == 3
    assert found([at(20)], [0.35], [Answer()]) == []


def test_a_faint_back_is_no_tile_as_felt_is_as_plain():
    assert len(found(row(3), [0.9, 0.4, 0.9], [Answer(BACK)] * 3)) == 2


def test_what_is_mostly_outside_or_no_tiles_shape_is_left_out():
    outside, slim, dented = at(-25), at(100, length=150), at(200)
    dented[2] = dented.mean(axis=0) - 5
    assert found([outside, slim, dented], [0.9] * 3, [Answer()] * 3) == []


def test_no_proposal_no_tile():
    assert found([], [], []) == []


def test_of_two_that_overlap_the_warmer_stays_and_neighbours_both():
    quads = np.array([at(20), at(26), at(20 + WIDTH - 2)])
    kept = without_doubles(proposed(quads, [0.6, 0.9, 0.8]))
    assert sorted(kept.heat) == [0.8, 0.9]
    kept = without_doubles(proposed(quads[[0, 2]], [0.6, 0.8]))
    assert len(kept.heat) == 2


def test_a_tile_seen_in_two_sizes_is_proposed_once_and_a_pair_beside_its_halves():
    quads = [at(20), at(21), at(20, width=2 * WIDTH), at(20 + WIDTH)]
    assert sorted(merged(proposed(quads, [0.6, 0.9, 0.8, 0.7])).heat) == [0.7, 0.8, 0.9]


def test_company_is_counted_from_neighbour_to_neighbour():
    quads = np.array([*row(4), at(300), at(20, 141.0), at(300, 300, 90, 120)])
    assert company_of(quads).tolist() == [4, 4, 4, 4, 0, 4, 0]
    assert company_of(np.empty((0, 4, 2))).tolist() == []


def test_of_a_tile_and_a_pair_of_tiles_in_one_place_what_reads_as_a_face_stays():
    pair = at(20, width=2 * WIDTH)
    tiles = found([pair, *row(2)], [0.9, 0.6, 0.6], [Answer(OTHER), Answer("2s"), Answer("3s")])
    assert [tile.answer.label for tile in tiles] == ["2s", "3s"]
    large = at(20, width=90, length=120)
    tiles = found([large, at(50, 140)], [0.8, 0.8], [Answer("4p"), Answer("1p")])
    assert [tile.answer.label for tile in tiles] == ["4p"]


def test_one_thing_over_many_tiles_does_not_hide_them():
    heap = [at(20 + WIDTH * column, 20 + LENGTH * row) for row in range(3) for column in range(4)]
    quads = [at(10, 10, 140, 150), *heap]
    tiles = found(quads, [0.9] + [0.7] * 12, [Answer()] * 12 + [Answer("8s")])
    assert len(tiles) == 12


class OnlySlim:
    """Finds its tiles only where the picture's width is about a fifth of its height."""

    def propose(self, picture):
        height, width = picture.shape[:2]
        if not 0.15 < width / height < 0.25:
            return proposed([], [])
        return proposed([at(10, 50 + LENGTH * place, 50, LENGTH) for place in range(5)], [0.9] * 5)


def test_a_square_photo_that_was_stretched_is_looked_at_squeezed():
    picture = np.zeros((400, 400, 3), np.uint8)
    tiles = NetworkLocator(OnlySlim(), Reader([Answer()] * 5), 0.08).find(picture)
    assert len(tiles) == 5
    assert np.ptp(tiles[0].corners, axis=0) == pytest.approx([250, 40], abs=1)
    assert tiles[0].corners.min(axis=0) == pytest.approx([52, 50], abs=3)
    assert NetworkLocator(OnlySlim(), Reader([Answer()]), 0.08).find(picture[:300]) == []


def test_what_is_not_sure_is_read_again_and_the_better_reading_kept():
    unsure, sure, worse = Answer("3s", 0.6, False), Answer("2s", 0.98), Answer("9s", 0.4, False)
    proposals = proposed(row(3), [0.9] * 3)
    reader = Reader([Answer(), unsure, unsure, sure, worse])
    tiles = NetworkLocator(Given(proposals), reader, 0.08).find(np.zeros((300, 400, 3), np.uint8))
    assert [tile.answer.label for tile in tiles] == ["1m", "2s", "3s"]


def test_what_lies_on_a_sure_face_is_not_read_but_what_lies_on_an_unsure_one_is():
    proposals = proposed([at(20), at(24)], [0.9, 0.6])
    for first, asked in ((Answer("2s"), 1), (Answer(OTHER), 2)):
        reader = Reader([first, Answer("3s")])
        tiles = NetworkLocator(Given(proposals), reader, 0.08).find(np.zeros((300, 400, 3), np.uint8))
        assert reader.asked == asked
        assert [tile.answer.label for tile in tiles] == (["2s"] if asked == 1 else ["3s"])


def test_faint_places_and_more_blank_faces_than_a_set_has_are_doubted():
    heat, answers = [0.8, 0.55, 0.8], [Answer(), Answer(), Answer()]
    assert sorted((tile.support, tile.sure) for tile in found(row(3), heat, answers)) == [
        (0.55, False),
        (0.8, True),
        (0.8, True),
    ]
    blank = Answer("5z")
    assert all(tile.sure for tile in found(row(4), [0.7] * 4, [blank] * 4))
    assert not any(tile.sure for tile in found(row(5), [0.7] * 5, [blank] * 5))
    assert all(tile.sure for tile in found(row(5), [0.8] * 5, [blank] * 5))


def test_of_backs_in_several_colours_the_most_frequent_are_believed():
    colours = [(200, 60, 30)] * 3 + [(30, 160, 240), (60, 60, 220)]
    quads = row(5)

    def sure(count):
        picture = np.zeros((300, 400, 3), np.uint8)
        for quad, colour in list(zip(quads, colours, strict=True))[-count:]:
            cv2.fillConvexPoly(picture, quad.astype(np.int32), colour)
        backs = NetworkLocator(Given(proposed(quads[-count:], [0.9] * count)), Reader([Answer(BACK)] * count), 0.08)
        return [tile.sure for tile in sorted(backs.find(picture), key=lambda tile: tile.corners[0, 0])]

    assert sure(5) == [True, True, True, False, False]
    assert sure(2) == [False, False]
    assert sure(1) == [True]


def test_large_faces_are_shrunk_before_they_are_cut_out():
    """A fine pattern in a large face turns grey instead of leaving stripes."""
    picture = np.zeros((1000, 1000, 3), np.uint8)
    picture[:, ::2] = 255
    (crop,) = cut_out(picture, [at(50, 50, 700, 900)], 0.0)
    assert crop.shape == (78, 57, 3)
    assert np.ptp(crop) < 30
    (small,) = cut_out(picture, [at(50, 50, 57, 78)], 0.0)
    assert np.ptp(small) > 200


def test_plain_tiles_are_decided_beside_the_others_in_one_go():
    asked = []

    def settle(faces, answers, centres):
        asked.append((len(faces), [answer.label for answer in answers], centres.tolist()))
        return [Answer("5z") if answer.label == BACK else answer for answer in answers]

    def labels(answers):
        locator = NetworkLocator(Given(proposed(row(3), [0.9] * 3)), Reader(answers), 0.08, settle)
        return [tile.answer.label for tile in locator.find(np.zeros((300, 400, 3), np.uint8))]

    assert sorted(labels([Answer(), Answer(BACK), Answer()])) == ["1m", "1m", "5z"]
    ((count, seen, centres),) = asked
    assert (count, sorted(seen)) == (3, ["1m", "1m", BACK])
    assert {y for _, y in centres} == {120.0}
    assert labels([Answer(), Answer(), Answer()]) == ["1m"] * 3
    assert len(asked) == 1, "nothing plain, nothing to settle"
