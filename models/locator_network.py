"""The locator network: a small fully convolutional CNN from any picture to planes (see `vision.locate_planes`).

Down to a sixteenth of the resolution and up again to a quarter. Pictures come in as they lie in memory (bytes, BGR,
rows first), like those of the classifier.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.locate_planes import HEAT, PLANES

WIDTHS = (16, 24, 48, 80)
"""Channels at a half, a quarter, an eighth and a sixteenth."""

HEAD = 40


class Convolution(nn.Module):
    """A convolution, normalised, of which only what is positive passes."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, side: int = 3) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, side, stride, side // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        return nnf.relu(self.norm(self.convolution(x)))


class Residual(nn.Module):
    """Two convolutions around which the input is carried."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return nnf.relu(x + self.norm(self.second(self.first(x))))


class LocatorNetwork(nn.Module):
    """Bytes (n, height, width, 3), both multiples of 16, to (n, PLANES, height / 4, width / 4)."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = WIDTHS
        self.to_quarter = nn.Sequential(Convolution(3, half, 2), Convolution(half, quarter, 2), Residual(quarter))
        self.to_eighth = nn.Sequential(Convolution(quarter, eighth, 2), Residual(eighth))
        self.to_sixteenth = nn.Sequential(
            Convolution(eighth, sixteenth, 2), Residual(sixteenth), Residual(sixteenth)
        )  # fmt: skip
        self.from_sixteenth = Convolution(sixteenth, eighth, side=1)
        self.at_eighth = Convolution(eighth, eighth)
        self.from_eighth = Convolution(eighth, quarter, side=1)
        self.at_quarter = Convolution(quarter, HEAD)
        self.planes = nn.Conv2d(HEAD, PLANES, 1)
        with torch.no_grad():
            assert self.planes.bias is not None
            self.planes.bias[HEAT] = -3.0  # tiles are rare

    def forward(self, pictures: Tensor) -> Tensor:
        return self.read(pictures.permute(0, 3, 1, 2).float())

    def read(self, planes: Tensor) -> Tensor:
        """The same for float planes (n, 3, height, width) of 0-255."""
        quarter = self.to_quarter(planes / 127.5 - 1)
        eighth = self.to_eighth(quarter)
        sixteenth = self.from_sixteenth(self.to_sixteenth(eighth))
        eighth = self.at_eighth(eighth + nnf.interpolate(sixteenth, scale_factor=2.0, mode="nearest"))
        quarter = quarter + nnf.interpolate(self.from_eighth(eighth), scale_factor=2.0, mode="nearest")
        out: Tensor = self.planes(self.at_quarter(quarter))
        return out
