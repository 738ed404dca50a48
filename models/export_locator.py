"""Writes the trained locator as ONNX with a first card, without the figures of `models.evaluate_photos`."""

from pathlib import Path
from typing import Final

import torch

from models.export import write_card, write_onnx
from models.locator_network import LocatorNetwork
from vision.locate_planes import COARSEST
from vision.locator_file import LocatorCard

LARGEST_BYTES: Final = 2_500_000


def export_locator(network: LocatorNetwork, path: Path, *, windows: int) -> None:
    """Writes `path` and the card beside it. Raises ValueError when the file is too large or answers differently."""
    sample = torch.randint(0, 256, (1, 8 * COARSEST, 9 * COARSEST, 3), dtype=torch.uint8)
    sha256 = write_onnx(
        network,
        path,
        sample,
        sample,
        outputs=("planes",),
        sizes={axis: COARSEST * torch.export.Dim(name, min=1, max=400) for axis, name in ((1, "rows"), (2, "columns"))},
        largest_bytes=LARGEST_BYTES,
        scaled=True,  # corners are told in pixels
    )
    write_card(path, LocatorCard(path.stem, sha256, {"trained_on_windows": windows}))
