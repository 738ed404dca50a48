"""`junanaho see`: with which model it read."""

import json
from pathlib import Path

import pytest

from referee.daemon.cli import run
from referee.tiles.faces import png
from vision.model_file import read_card, shipped_model_path


def test_people_and_programs_are_told_which_model_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "face.png").write_bytes(png("7z", 120))
    arguments = ["see", str(tmp_path / "face.png"), "--layout", "tile"]
    card = read_card(shipped_model_path())
    assert run(arguments) == 0
    assert f"read by {card.name} ({card.sha256[:12]})" in capsys.readouterr().out
    assert run([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == {"name": card.name, "sha256": card.sha256}
