"""Writes a trained locator network as ONNX with a card, and checks that both give the same answers."""

import hashlib
import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np
import torch

from models.export import TOLERANCE, without_traces
from models.locator_network import LocatorNetwork
from vision.locate_planes import COARSEST
from vision.locator_file import LocatorCard
from vision.quiet_runtime import load_runtime

LARGEST_BYTES: Final = 2_500_000


def export_locator(network: LocatorNetwork, path: Path, *, windows: int) -> None:
    """Writes `path` and the card beside it. Raises ValueError when the file is too large or answers differently."""
    network = network.to("cpu", memory_format=torch.contiguous_format).eval()
    sample = torch.randint(0, 256, (1, 8 * COARSEST, 9 * COARSEST, 3), dtype=torch.uint8)
    sides = {axis: COARSEST * torch.export.Dim(name, min=1, max=400) for axis, name in ((1, "rows"), (2, "columns"))}
    draft = path.with_suffix(".part.onnx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (sample,),
            str(draft),
            input_names=["pictures"],
            output_names=["planes"],
            dynamic_shapes={"pictures": sides},
            external_data=False,
            dynamo=True,
            verbose=False,
        )
    content = without_traces(draft.read_bytes())
    if len(content) > LARGEST_BYTES:
        raise ValueError(f"{path}: {len(content)} bytes is more than the {LARGEST_BYTES} a locator may have")
    session = load_runtime().InferenceSession(content, providers=["CPUExecutionProvider"])
    (seen,) = session.run(["planes"], {"pictures": sample.numpy()})
    with torch.no_grad():
        meant = network(sample).numpy()
    if not np.allclose(seen, meant, atol=TOLERANCE * max(1.0, float(np.abs(meant).max()))):
        raise ValueError(f"{path}: the exported model answers differently from the trained one")
    draft.write_bytes(content)
    draft.replace(path)
    card = LocatorCard(path.stem, hashlib.sha256(content).hexdigest(), {"trained_on_windows": windows})
    write_locator_card(path, card)


def write_locator_card(path: Path, card: LocatorCard) -> None:
    """Writes the card beside its model."""
    text = json.dumps(asdict(card), ensure_ascii=False, indent=1)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
