"""How much of what was learnt is kept: weights between those before and those after, as near to the former as will do.

What a network forgets of tiles that it is not shown grows with the way it went; what it learnt of those that it is
shown is there long before the end of that way.
"""

from copy import deepcopy
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.crop import Image
from models.network import TileNetwork
from vision.model_file import INPUT_PX, ModelCard

SHARES: Final = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
ENOUGH: Final = 0.95
"""Of the faces that the whole way made sure and right, so many have to be."""


def blended(
    before: TileNetwork, after: TileNetwork, pictures: NDArray[np.uint8], labels: NDArray[np.int64], card: ModelCard
) -> tuple[TileNetwork, float]:
    """The network on the way from `before` to `after` that has gone least and reads the faces, and its share of it.

    `pictures` are the captured faces (n, px, px, 3) to learn, with their labels; the card tells what is sure.
    """
    hard = ~_surely_right(before, pictures, labels, card)
    wanted = _surely_right(after, pictures[hard], labels[hard], card)
    for share in SHARES:
        network = _between(before, after, share)
        if (_surely_right(network, pictures[hard], labels[hard], card) & wanted).sum() >= ENOUGH * wanted.sum():
            return network, share
    return after, 1.0


def squared(face: Image) -> Image:
    """A face stretched to the square that the network reads."""
    return np.asarray(cv2.resize(face, (INPUT_PX, INPUT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _between(before: TileNetwork, after: TileNetwork, share: float) -> TileNetwork:
    network = deepcopy(before)
    with torch.no_grad():
        for mine, theirs in zip(network.state_dict().values(), after.state_dict().values(), strict=True):
            if mine.is_floating_point():
                mine.lerp_(theirs, share)
    return network


def _surely_right(
    network: TileNetwork, pictures: NDArray[np.uint8], labels: NDArray[np.int64], card: ModelCard
) -> NDArray[np.bool_]:
    """(n,): whether each face is read as labelled at one look, and surely."""
    if not len(pictures):
        return np.zeros(0, np.bool_)
    network.eval()
    with torch.no_grad():
        probabilities = (network(torch.from_numpy(pictures))[0] / card.temperature).softmax(dim=1)
    best = probabilities.topk(2, dim=1)
    sure = (best.values[:, 0] >= card.sure_threshold) & (best.values[:, 0] - best.values[:, 1] >= card.sure_margin)
    return np.asarray((sure & (best.indices[:, 0] == torch.from_numpy(labels))).numpy(), np.bool_)
