"""The training command: it says what is missing, and its network is what is exported."""

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from models.network import TileNetwork
from models.run import Run, Unit, pace
from models.train import main
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
    def run() -> Run[TileNetwork]:
        network = TileNetwork()
        return Run(network, TileNetwork(), torch.optim.AdamW(network.parameters()), Unit.PICTURES)

    first, second = run(), run()
    first.seconds, first.seen = 12.5, 4096
    first.save(tmp_path / "checkpoint.pt")
    second.load(tmp_path / "checkpoint.pt")
    assert (second.seconds, second.seen) == (12.5, 4096)
    for mine, theirs in zip(first.network.parameters(), second.network.parameters(), strict=True):
        assert torch.equal(mine, theirs)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(("unit", "key"), [(Unit.PICTURES, "pictures"), (Unit.WINDOWS, "windows")])
def test_checkpoints_of_both_trainings_keep_their_form(tmp_path: Path, unit: Unit, key: str) -> None:
    network = torch.nn.Linear(2, 1)
    run = Run(network, torch.nn.Linear(2, 1), torch.optim.AdamW(network.parameters()), unit, seen=64)
    run.save(tmp_path / "checkpoint.pt")
    state = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert set(state) == {"network", "average", "optimizer", "seconds", key}
    assert state[key] == 64


def test_a_step_moves_the_average_by_what_it_does_not_keep() -> None:
    network = torch.nn.Linear(2, 1)
    run = Run(network, deepcopy(network), torch.optim.SGD(network.parameters(), lr=0.5), Unit.PICTURES)
    before = network.weight.detach().clone()
    run.step(network(torch.ones(1, 2)).sum(), steepest=10.0, keep=0.75)
    assert torch.allclose(network.weight, before - 0.5)
    assert torch.allclose(run.average.weight, before - 0.125)


def test_the_learning_rate_rises_and_then_falls() -> None:
    rates = [pace(step / 100) for step in range(101)]
    assert max(rates) == pytest.approx(1, abs=0.01)
    assert rates[0] < 0.1
    assert rates[-1] < 0.01
    assert rates[10:] == sorted(rates[10:], reverse=True)
