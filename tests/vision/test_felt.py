"""What is neither felt nor tile."""

import numpy as np
import pytest

from vision.felt import Felt

SCALE = 0.8
SIZE = (80, 160)  # pixels: 100 by 200 mm
GREEN, IVORY, SKIN, RED = (60, 100, 45), (225, 235, 240), (120, 150, 200), (50, 40, 180)
ALL = np.ones(SIZE, np.bool_)
NO_TILES = np.zeros((0, 4, 2))


def picture(*things: tuple[tuple[int, int, int, int], tuple[int, int, int]], seed: int = 0) -> np.ndarray:
    """Felt with rectangles (left, top, width, height in mm) of a colour."""
    noise = np.random.default_rng(seed).normal(0, 2, (*SIZE, 3))
    table = np.full((*SIZE, 3), GREEN, np.float32)
    for (left, top, width, height), colour in things:
        x, y, right, bottom = (round(value * SCALE) for value in (left, top, left + width, top + height))
        table[y:bottom, x:right] = colour
    return np.clip(table + noise, 0, 255).astype(np.uint8)


def face(left: float, top: float) -> np.ndarray:
    corners = np.array([(0, 0), (19, 0), (19, 26), (0, 26)], np.float64)
    return np.add(corners, (left, top)) * SCALE


def learned() -> Felt:
    felt = Felt(ALL, SCALE)
    felt.look(picture(), ALL, NO_TILES, 0)
    assert felt.strange == ()
    return felt


@pytest.mark.parametrize(
    ("box", "found"),
    [
        ((50, 30, 60, 40), [(True, False)]),  # a hand
        ((50, 30, 19, 26), [(True, True)]),  # a tile that was not read
        ((50, 30, 80, 8), [(False, False)]),  # a stick for payments
        ((50, 30, 10, 10), []),  # a fingertip
    ],
)
def test_a_strange_thing_is_told_by_its_size(box: tuple[int, int, int, int], found: list[tuple[bool, bool]]) -> None:
    felt = learned()
    felt.look(picture((box, SKIN)), ALL, NO_TILES, 100)
    assert [(each.thick, each.like_tile) for each in felt.strange] == found


def test_a_tile_between_two_that_were_read_is_missed_and_a_side_of_a_tile_is_none() -> None:
    three = picture(((40, 30, 59, 26), IVORY))
    felt = learned()
    felt.look(three, ALL, np.array([face(40, 30), face(80, 30)]), 100)
    assert [each.like_tile for each in felt.strange] == [True]
    side = picture(((40, 30, 30, 26), IVORY))
    felt = learned()
    felt.look(side, ALL, np.array([face(40, 30)]), 100)
    assert not any(each.like_tile for each in felt.strange)


def test_a_tile_that_was_read_is_not_strange() -> None:
    felt = learned()
    felt.look(picture(((40, 30, 19, 26), IVORY)), ALL, np.array([face(40, 30)]), 100)
    assert felt.strange == ()


def test_only_the_part_that_is_looked_at_is_judged() -> None:
    felt = learned()
    left = ALL.copy()
    left[:, 80:] = False
    both = picture(((20, 30, 40, 40), SKIN), ((140, 30, 40, 40), SKIN))
    felt.look(both, left, NO_TILES, 100)
    assert [round(float(np.nonzero(each.where)[1].mean())) for each in felt.strange] == [32]
    felt.look(both, ~left, NO_TILES, 200)
    assert len(felt.strange) == 2
    felt.look(picture(), left, NO_TILES, 300)
    assert [round(float(np.nonzero(each.where)[1].mean())) for each in felt.strange] == [128]


def test_shadow_and_light_on_felt_are_not_strange() -> None:
    felt = learned()
    for level in (0.5, 0.7, 1.3):
        felt.look(np.clip(picture() * level, 0, 255).astype(np.uint8), ALL, NO_TILES, 100)
        assert felt.strange == ()


@pytest.mark.parametrize(
    ("box", "held", "is_absorbed"),
    [
        ((50, 30, 60, 40), False, True),  # a logo, a cup
        ((50, 30, 60, 40), True, False),  # it lies on a tile
        ((50, 30, 19, 26), False, False),  # it may be a tile
    ],
)
def test_what_lies_there_for_a_minute_becomes_the_tables_own(
    box: tuple[int, int, int, int], held: bool, is_absorbed: bool
) -> None:
    felt = learned()
    thing = picture((box, RED))
    felt.look(thing, ALL, NO_TILES, 1_000)
    under = np.zeros(SIZE, np.bool_)
    under[30:40, 50:60] = held
    felt.absorb(thing, under, 60_000)
    assert len(felt.strange) == 1
    felt.absorb(thing, under, 61_100)
    assert (felt.strange == ()) is is_absorbed
    felt.look(picture((box, RED), seed=1), ALL, NO_TILES, 62_000)
    assert (felt.strange == ()) is is_absorbed


def test_without_felt_to_learn_from_nothing_is_judged() -> None:
    felt = Felt(ALL, SCALE)
    felt.look(picture(((0, 0, 200, 100), IVORY)), np.zeros(SIZE, np.bool_), NO_TILES, 0)
    assert (felt.colour, felt.strange) == (None, ())
