"""The classifier as it is shipped, as a network that can be trained on, and back into a file of the same form.

In the shipped file each normalisation has been worked into the convolution before it. Here the convolutions get those
weights, and each normalisation becomes one that changes nothing but adds the bias. They must stay as they are: trained
on, they would normalise anew by what a batch happens to hold. So they are kept in evaluation mode, and what was learnt
of scale and bias is worked into the convolutions again.
"""

import hashlib
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from models.export import INPUT
from models.network import TileNetwork
from vision.model_file import INPUT_PX, ModelFileError
from vision.quiet_runtime import load_runtime

TOLERANCE: Final = 1e-4
"""How far answers may be off, in parts of the largest."""

_TRIED: Final = 8


def shipped_network(path: Path) -> TileNetwork:
    """The network in a model file, for training. Raises ModelFileError if the file holds another network's weights."""
    network = TileNetwork()
    try:
        model = onnx.load(path)
        _fill(network, {one.name: numpy_helper.to_array(one) for one in model.graph.initializer})
    except (KeyError, RuntimeError, ValueError) as error:
        raise ModelFileError(f"{path}: its weights are not those of this program's network ({error})") from error
    except Exception as error:  # onnx raises what its parser happens to raise
        raise ModelFileError(f"{path}: is no model that can be read ({error})") from error
    _check(network, path)
    return network


def write_like(path: Path, network: TileNetwork, like: Path) -> str:
    """Writes a model file that differs from the one at `like` in its weights only; returns its SHA-256.

    Raises ModelFileError if the file does not answer as the network does.
    """
    model = onnx.load(like)
    weights = _weights_of(network.to("cpu"))
    for one in model.graph.initializer:
        if one.name in weights:
            one.CopyFrom(numpy_helper.from_array(weights[one.name], one.name))
    content = bytes(model.SerializeToString())
    path.write_bytes(content)
    _check(network, path)
    return hashlib.sha256(content).hexdigest()


def learning(network: TileNetwork) -> None:
    """Training mode, with the normalisations held as they are."""
    network.train()
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()


def _fill(network: TileNetwork, weights: dict[str, NDArray[np.float32]]) -> None:
    """Raises KeyError for weights that are missing, RuntimeError for those of another shape."""
    bias: NDArray[np.float32] | None = None
    with torch.no_grad():
        for name, module in network.named_modules():
            if isinstance(module, nn.Conv2d):
                module.weight.copy_(torch.from_numpy(weights[f"{name}.weight"].copy()))
                bias = weights[f"{name}.weight_bias"]
            elif isinstance(module, nn.BatchNorm2d):
                if bias is None:
                    raise ValueError(f"{name} follows no convolution")
                _hold(module, bias)
                bias = None
            elif isinstance(module, nn.Linear):
                module.weight.copy_(torch.from_numpy(weights[f"{name}.weight"].copy()))
                module.bias.copy_(torch.from_numpy(weights[f"{name}.bias"].copy()))


def _weights_of(network: TileNetwork) -> dict[str, NDArray[np.float32]]:
    """The weights by their names in a model file, normalisations worked into the convolutions."""
    weights: dict[str, NDArray[np.float32]] = {}
    conv, module_name = None, ""
    for name, module in network.named_modules():
        if isinstance(module, nn.Conv2d):
            conv, module_name = module, name
        elif isinstance(module, nn.BatchNorm2d) and conv is not None:
            assert module.running_mean is not None
            assert module.running_var is not None
            scale = module.weight / torch.sqrt(module.running_var + module.eps)
            weights[f"{module_name}.weight"] = _array(conv.weight * scale[:, None, None, None])
            weights[f"{module_name}.weight_bias"] = _array(module.bias - module.running_mean * scale)
            conv = None
        elif isinstance(module, nn.Linear):
            weights[f"{name}.weight"], weights[f"{name}.bias"] = _array(module.weight), _array(module.bias)
    return weights


def _array(tensor: torch.Tensor) -> NDArray[np.float32]:
    return np.ascontiguousarray(tensor.detach().numpy(), np.float32)


def _hold(norm: nn.BatchNorm2d, bias: NDArray[np.float32]) -> None:
    """A normalisation of what has mean 0 and variance 1: it only adds the bias."""
    norm.weight.fill_(1.0)
    norm.bias.copy_(torch.from_numpy(bias.copy()))
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.zero_()
    norm.running_var.fill_(1.0 - norm.eps)


def _check(network: TileNetwork, path: Path) -> None:
    """Raise ModelFileError unless the network answers as the file does."""
    pictures = np.random.default_rng(0).integers(0, 256, (_TRIED, INPUT_PX, INPUT_PX, 3), np.uint8)
    session = load_runtime().InferenceSession(str(path), providers=["CPUExecutionProvider"])
    meant = session.run(["labels", "turns"], {INPUT: pictures})
    network.eval()
    with torch.no_grad():
        got = network(torch.from_numpy(pictures))
    for one, other in zip(got, meant, strict=True):
        if np.abs(one.numpy() - other).max() > TOLERANCE * max(1.0, float(np.abs(other).max())):
            raise ModelFileError(f"{path}: answers otherwise than the network with its weights does")
