"""The training command: it says what is missing, and its network is what is exported."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from models.network import TileNetwork
from models.train import Run, main, pace
from referee.tiles.names import LABELS


def test_missing_pictures_are_named_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--photos", str(tmp_path / "none"), "--art", str(tmp_path), "--work", str(tmp_path)]
    assert main(arguments) == 2
    assert "none" in capsys.readouterr().err.replace("\n", "")


def test_the_network_reads_bytes_as_they_lie() -> None:
    network = TileNetwork().eval()
    with torch.no_grad():
        labels, turns = network(torch.from_numpy(np.zeros((2, 64, 64, 3), np.uint8)))
    assert labels.shape == (2, len(LABELS))
    assert turns.shape == (2, 4)


def test_a_saved_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    def run() -> Run:
        network = TileNetwork()
        return Run(network, TileNetwork(), torch.optim.AdamW(network.parameters()))

    first, second = run(), run()
    first.seconds, first.pictures = 12.5, 4096
    first.save(tmp_path / "checkpoint.pt")
    second.load(tmp_path / "checkpoint.pt")
    assert (second.seconds, second.pictures) == (12.5, 4096)
    for mine, theirs in zip(first.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(mine, theirs)
    assert not list(tmp_path.glob("*.part"))


def test_the_learning_rate_rises_and_then_falls() -> None:
    rates = [pace(step / 100) for step in range(101)]
    assert max(rates) == pytest.approx(1, abs=0.01)
    assert rates[0] < 0.1
    assert rates[-1] < 0.01
    assert rates[10:] == sorted(rates[10:], reverse=True)
