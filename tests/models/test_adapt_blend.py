"""Of what an adaptation changed, only as much is kept as the captured faces need."""

from copy import deepcopy

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from models.adapt_blend import SHARES, blended
from models.network import TileNetwork
from vision.model_file import read_card, shipped_model_path

CARD = read_card(shipped_model_path())
LABEL = 3


def leaning(before: TileNetwork, by: float) -> TileNetwork:
    """The same network, which leans towards one label by so much."""
    after = deepcopy(before)
    with torch.no_grad():
        after.labels.bias[LABEL] += by
    return after


@pytest.fixture
def before() -> TileNetwork:
    torch.manual_seed(1)
    network = TileNetwork().eval()
    with torch.no_grad():
        network.labels.weight.zero_()
        network.labels.bias.zero_()
    return network


def share_of(before: TileNetwork, by: float, label: int = LABEL) -> float:
    pictures = np.zeros((3, 64, 64, 3), np.uint8)
    return blended(before, leaning(before, by), pictures, np.full(3, label), CARD)[1]


def test_no_more_is_kept_than_the_faces_need(before: TileNetwork) -> None:
    assert share_of(before, 60.0) == SHARES[0]
    assert SHARES[0] < share_of(before, 7.0) < 1.0
    assert share_of(before, 4.4) == 1.0


def test_what_the_whole_way_does_not_teach_asks_for_nothing(before: TileNetwork) -> None:
    assert share_of(before, 60.0, label=LABEL + 1) == SHARES[0]


def test_the_blend_lies_between_both(before: TileNetwork) -> None:
    network, share = blended(before, leaning(before, 60.0), np.zeros((1, 64, 64, 3), np.uint8), np.array([LABEL]), CARD)
    assert float(network.labels.bias[LABEL].detach()) == pytest.approx(60.0 * share)
    assert float(before.labels.bias[LABEL].detach()) == 0.0
