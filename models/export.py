"""Writes a trained network as ONNX with its card, and checks that the file gives the same answers as the network."""

import hashlib
import json
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from vision.locator_file import LocatorCard
from vision.model_file import ModelCard
from vision.quiet_runtime import load_runtime

TOLERANCE: Final = 2e-3
INPUT: Final = "pictures"


def write_onnx(
    network: nn.Module,
    path: Path,
    sample: Tensor,
    tried: Tensor,
    *,
    outputs: Sequence[str],
    sizes: dict[int, Any],
    largest_bytes: int,
    scaled: bool = False,
) -> str:
    """Writes `path`, traced with `sample`, of which the axes in `sizes` may vary; returns its SHA-256.

    Raises ValueError when the file is too large or answers `tried` otherwise than the network does: by more than
    TOLERANCE, or if `scaled` by that part of the largest answer where it is above 1.
    """
    network = network.to("cpu", memory_format=torch.contiguous_format).eval()
    draft = path.with_suffix(".part.onnx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (sample,),
            str(draft),
            input_names=[INPUT],
            output_names=list(outputs),
            dynamic_shapes={INPUT: sizes},
            external_data=False,
            dynamo=True,
            verbose=False,
        )
    content = without_traces(draft.read_bytes())
    if len(content) > largest_bytes:
        raise ValueError(f"{path}: {len(content)} bytes is more than the {largest_bytes} a model may have")
    session = load_runtime().InferenceSession(content, providers=["CPUExecutionProvider"])
    seen = session.run(list(outputs), {INPUT: tried.numpy()})
    with torch.no_grad():
        meant = network(tried)
    for got, wanted in zip(seen, meant if isinstance(meant, tuple) else (meant,), strict=True):
        largest = float(wanted.abs().max()) if scaled else 1.0
        if not np.allclose(got, wanted.numpy(), atol=TOLERANCE * max(1.0, largest)):
            raise ValueError(f"{path}: the exported model answers differently from the trained one")
    draft.write_bytes(content)
    draft.replace(path)
    return hashlib.sha256(content).hexdigest()


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


def write_card(model_path: Path, card: ModelCard | LocatorCard) -> None:
    """Writes the card beside its model."""
    text = json.dumps(asdict(card), ensure_ascii=False, indent=1)
    model_path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
