import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tiles import LABELS, parse_tiles
from vision.decode import decode, multiset_limits, set_limits
from vision.errors import LimitsError

ALL_REDS = {"m": 1, "p": 1, "s": 1}


def seen_as(*readings: dict[str, float]) -> np.ndarray:
    """Log probabilities from {label: probability}; the rest is spread evenly."""
    rows = []
    for reading in readings:
        rest = (1.0 - sum(reading.values())) / (len(LABELS) - len(reading))
        rows.append([math.log(max(reading.get(label, rest), 1e-12)) for label in LABELS])
    return np.array(rows)


def test_without_conflict_every_tile_keeps_its_own_label():
    decoding = decode(seen_as({"1m": 0.98}, {"0p": 0.9}, {"back": 0.99}, {"other": 0.95}), set_limits(ALL_REDS))
    assert decoding.labels == ("1m", "0p", "back", "other")
    assert decoding.impossible is None


def test_the_least_certain_of_five_copies_becomes_its_second_choice_and_is_not_sure():
    certain, doubtful = {"4p": 0.97, "5p": 0.02}, {"4p": 0.6, "6p": 0.38}
    decoding = decode(seen_as(certain, certain, doubtful, certain, certain), set_limits())
    assert decoding.labels == ("4p", "4p", "6p", "4p", "4p")
    assert decoding.impossible is None
    assert not decoding.sure[2]


def test_a_conflict_is_solved_through_a_third_tile():
    # 1z is full; the newcomer takes 2z, whose only copy left goes to the tile that hardly minds
    decoding = decode(
        seen_as({"1z": 0.9, "2z": 0.09}, {"2z": 0.5, "3z": 0.49}, {"1z": 0.55, "2z": 0.44}),
        {27: 1, 28: 1, 29: 4},
    )
    assert decoding.labels == ("1z", "3z", "2z")


def test_five_certain_copies_are_called_impossible_and_named():
    certain = {"7s": 0.9999}
    decoding = decode(seen_as(certain, {"1m": 0.999}, certain, certain, certain, certain), set_limits())
    assert decoding.impossible is not None
    assert decoding.impossible.label == "7s"
    assert decoding.impossible.tiles == (0, 2, 3, 4, 5)
    assert "5 copies of 7s (tiles 1, 3, 4, 5, 6)" in decoding.impossible.text
    assert decoding.sure == (False, True, False, False, False, False)


def test_a_certain_red_five_in_a_set_without_is_impossible():
    decoding = decode(seen_as({"0s": 0.9999}), set_limits())
    assert decoding.impossible is not None
    assert "no 5s" in decoding.impossible.text or "no 0s" in decoding.impossible.text


def test_the_pool_decides_between_look_alikes():
    pool = parse_tiles("79s4p")
    decoding = decode(seen_as({"9s": 0.52, "7s": 0.46}, {"9s": 0.9}, {"5p": 0.5, "4p": 0.4}), multiset_limits(pool))
    assert decoding.labels == ("7s", "9s", "4p")
    assert decoding.sure == (True, True, True)


def test_what_lies_elsewhere_is_not_here():
    limits = set_limits(ALL_REDS, seen=parse_tiles("0p555p"))
    assert limits[13] == 0
    assert limits[35] == 0
    assert decode(seen_as({"5p": 0.6, "6p": 0.3}), limits).labels == ("6p",)


def test_nothing_seen_is_nothing_decoded():
    assert decode(np.zeros((0, len(LABELS))), set_limits()).tiles == ()


@pytest.mark.parametrize(
    ("log_probs", "limits", "message"),
    [
        (np.zeros((2, 5)), {}, "shape"),
        (np.full((1, 39), np.nan), {}, "no logarithms"),
        (np.full((1, 39), 1.0), {}, "no logarithms"),
        (np.zeros((1, 39)), {37: 1}, "tile 37"),
        (np.zeros((1, 39)), {3: -1}, "-1"),
    ],
)
def test_nonsense_is_refused(log_probs, limits, message):
    with pytest.raises(LimitsError, match=message):
        decode(log_probs, limits)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), tiles=st.integers(1, 5), kinds=st.integers(1, 4))
def test_it_is_the_best_of_all_labellings(seed, tiles, kinds):
    rng = np.random.default_rng(seed)
    scores = np.full((tiles, len(LABELS)), math.log(1e-6))
    used = [*range(kinds), 37]
    scores[:, used] = np.log(rng.dirichlet(np.full(len(used), 0.5), tiles) + 1e-5) - 1e-4
    limits = {kind: int(rng.integers(0, 3)) for kind in range(kinds)}
    candidates = [
        labels
        for labels in itertools.product(used, repeat=tiles)
        if all(labels.count(kind) <= count for kind, count in limits.items())
    ]
    values = {labels: sum(scores[row, label] for row, label in enumerate(labels)) for labels in candidates}
    best = max(values.values())
    decoding = decode(scores, limits)
    assert values[decoding.tiles] == pytest.approx(best)
    for row, confidence in enumerate(decoding.confidences):
        others = [value for labels, value in values.items() if labels[row] != decoding.tiles[row]]
        second = max([*others, best + math.log(1e-6) - scores[row, decoding.tiles[row]]]) if others else -math.inf
        if others and max(others) > best - 8:
            second = max(others)
            assert confidence == pytest.approx(1 / (1 + math.exp(second - best)), abs=1e-3)


def test_a_wall_of_34_tiles_with_doubts_is_decoded_whole():
    rng = np.random.default_rng(5)
    wall = list(rng.permutation([kind for kind in range(34) for _ in range(4)])[:34])
    scores = np.full((34, len(LABELS)), math.log(1e-4))
    for row, tile in enumerate(wall):
        wrong = int(rng.integers(34))
        scores[row, wrong] = math.log(0.5)
        scores[row, tile] = math.log(0.45)
    decoding = decode(scores, multiset_limits(int(tile) for tile in wall))
    assert sum(a == b for a, b in zip(decoding.tiles, wall, strict=True)) >= 30
