"""Writes a trained network as ONNX with a first card, and checks that both give the same answers.

The card of a fresh model carries neutral thresholds; `models.evaluate` measures the real ones and fills in the figures.
"""

import hashlib
import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch

from models.network import TileNetwork
from referee.tiles.names import LABELS
from vision.model_file import INPUT_PX, MARGIN, ModelCard
from vision.quiet_runtime import load_runtime

TOLERANCE: Final = 2e-3
LARGEST_BYTES: Final = 3_000_000


def export_model(network: TileNetwork, path: Path, *, pictures: int) -> None:
    """Writes `path` and the card beside it. Raises ValueError when the file is too large or answers differently."""
    network = network.to("cpu", memory_format=torch.contiguous_format).eval()
    sample = torch.randint(0, 256, (5, INPUT_PX, INPUT_PX, 3), dtype=torch.uint8)
    draft = path.with_suffix(".part.onnx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (sample,),
            str(draft),
            input_names=["pictures"],
            output_names=["labels", "turns"],
            dynamic_shapes={"pictures": {0: torch.export.Dim("count", min=1, max=65536)}},
            external_data=False,
            dynamo=True,
            verbose=False,
        )
    content = without_traces(draft.read_bytes())
    if len(content) > LARGEST_BYTES:
        raise ValueError(f"{path}: {len(content)} bytes is more than the {LARGEST_BYTES} a model may have")
    session = load_runtime().InferenceSession(content, providers=["CPUExecutionProvider"])
    seen = session.run(["labels", "turns"], {"pictures": sample[:3].numpy()})
    with torch.no_grad():
        meant = network(sample[:3])
    for got, wanted in zip(seen, meant, strict=True):
        if not np.allclose(got, wanted.numpy(), atol=TOLERANCE):
            raise ValueError(f"{path}: the exported model answers differently from the trained one")
    draft.write_bytes(content)
    draft.replace(path)
    write_card(path, fresh_card(path, content, pictures))


def without_traces(content: bytes) -> bytes:
    """The model without what the exporter notes of the machine it ran on (source paths, stack traces)."""
    model = onnx.load_model_from_string(content)
    del model.metadata_props[:]
    model.doc_string = ""
    graph = model.graph
    for part in (graph, *graph.node, *graph.value_info, *graph.input, *graph.output, *graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    return bytes(model.SerializeToString())


def fresh_card(path: Path, content: bytes, pictures: int) -> ModelCard:
    """A card with neutral temperature and cautious thresholds, to be measured by `models.evaluate`."""
    return ModelCard(
        name=path.stem,
        sha256=hashlib.sha256(content).hexdigest(),
        input_px=INPUT_PX,
        margin=MARGIN,
        temperature=1.0,
        sure_threshold=0.9,
        sure_margin=0.8,
        labels=LABELS,
        metrics={"trained_on_pictures": pictures},
    )


def write_card(model_path: Path, card: ModelCard) -> None:
    """Writes the card beside its model."""
    text = json.dumps(asdict(card), ensure_ascii=False, indent=1)
    model_path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
