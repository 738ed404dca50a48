"""The network: a small residual CNN that reads one 64 x 64 picture and says label and turn.

Pictures come in as they lie in memory (bytes, BGR, rows first); scaling is part of the network, so that whoever runs
it cannot get it wrong.
"""

import time
from functools import cache

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from referee.tiles.names import LABELS

TURNS = 4
WIDTHS = ((48, 2), (96, 2), (96, 1), (128, 2))
"""Channels and stride of each residual block."""

STEM = 32


class Residual(nn.Module):
    """Two 3 x 3 convolutions around which the input is carried."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.carry: nn.Module = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.carry = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x: Tensor) -> Tensor:
        inner = nnf.relu(self.first_norm(self.first(x)))
        return nnf.relu(self.second_norm(self.second(inner)) + self.carry(x))


class TileNetwork(nn.Module):
    """Bytes (n, 64, 64, 3) to the logits of 39 labels and of 4 turns."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = [nn.Conv2d(3, STEM, 3, 2, 1, bias=False), nn.BatchNorm2d(STEM), nn.ReLU()]
        channels = STEM
        for outputs, stride in WIDTHS:
            layers.append(Residual(channels, outputs, stride))
            channels = outputs
        self.trunk = nn.Sequential(*layers)
        self.labels = nn.Linear(channels, len(LABELS))
        self.turns = nn.Linear(channels, TURNS)
        self.drop = nn.Dropout(0.1)

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        return self.read(pictures.permute(0, 3, 1, 2).float())

    def read(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """The same for float planes (n, 3, 64, 64) of 0-255, as training has them."""
        seen = self.trunk(planes / 127.5 - 1)
        seen = self.drop(seen.mean(dim=(2, 3)))
        return self.labels(seen), self.turns(seen)


def quick_numbers() -> torch.autocast:
    """Computes within it with 16-bit numbers where this machine is quicker with them, else with 32-bit ones."""
    place = device()
    return torch.autocast(place.type, torch.bfloat16, enabled=_is_quicker_with_16_bits(place))


@cache
def _is_quicker_with_16_bits(place: torch.device) -> bool:
    """Measured: a processor that has no such numbers counts them out one by one, twenty times as slowly."""
    if place.type != "cpu":
        return True
    layer, planes = nn.Conv2d(32, 32, 3), torch.zeros(8, 32, 32, 32)
    needed_s = {}
    with torch.no_grad():
        for enabled in (False, True, False, True):  # the first time of each only warms up
            started_s = time.perf_counter()
            with torch.autocast("cpu", torch.bfloat16, enabled=enabled):
                for _ in range(4):
                    layer(planes)
            needed_s[enabled] = time.perf_counter() - started_s
    return needed_s[True] < needed_s[False]


def device() -> torch.device:
    """A GPU when there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
