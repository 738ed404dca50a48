"""Writes the trained tile classifier as ONNX with a first card.

That card carries a neutral temperature and cautious thresholds; `models.evaluate` measures the real ones and fills in
the figures.
"""

from pathlib import Path
from typing import Final

import torch

from models.export import write_card, write_onnx
from models.network import TileNetwork
from referee.tiles.names import LABELS
from vision.model_file import INPUT_PX, MARGIN, ModelCard

LARGEST_BYTES: Final = 3_000_000


def export_tiles(network: TileNetwork, path: Path, *, pictures: int) -> None:
    """Writes `path` and the card beside it. Raises ValueError when the file is too large or answers differently."""
    sample = torch.randint(0, 256, (5, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)
    sha256 = write_onnx(
        network,
        path,
        sample,
        sample[:3],
        outputs=("labels", "turns"),
        sizes={0: torch.export.Dim("count", min=1, max=65536)},
        largest_bytes=LARGEST_BYTES,
    )
    card = ModelCard(
        name=path.stem,
        sha256=sha256,
        input_px=INPUT_PX,
        margin=MARGIN,
        temperature=1.0,
        sure_threshold=0.9,
        sure_margin=0.8,
        labels=LABELS,
        metrics={"trained_on_pictures": pictures},
    )
    write_card(path, card)
