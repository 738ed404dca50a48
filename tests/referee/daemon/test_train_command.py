"""`junanaho train`: what it hands to the training pipeline, and what it says where that cannot run."""

import importlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.daemon.cli import run


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The pipeline's modules as they were asked; none of them runs."""
    seen: dict[str, list[str]] = {}

    def pretended(name: str) -> Any:
        def main(arguments: list[str]) -> int:
            seen[name] = arguments
            return 1 if "bad" in arguments[0] else 0

        return SimpleNamespace(main=main)

    real = importlib.import_module
    monkeypatch.setattr(
        importlib,
        "import_module",
        lambda name, package=None: pretended(name) if name.startswith("models.") else real(name, package),
    )
    return seen


def test_an_adaptation_is_written_to_a_new_file_in_the_data_folder(
    tmp_path: Path, asked: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert run(["train", "--adapt", str(tmp_path), "--pictures", "2000", "--resume", "--json"]) == 0
    folder, *rest = asked["models.adapt"]
    assert folder == str(tmp_path)
    out = Path(rest[rest.index("--out") + 1])
    assert (out.parent, out.suffix) == (tmp_path / "state" / "junanaho" / "models", ".onnx")
    assert rest[rest.index("--pictures") + 1] == "2000"
    assert {"--resume", "--json"} <= set(rest)
    assert "--model" not in rest


def test_a_refusal_of_the_pipeline_is_the_exit_status(tmp_path: Path, asked: dict[str, list[str]]) -> None:
    (tmp_path / "bad").mkdir()
    assert run(["train", "--adapt", str(tmp_path / "bad")]) == 1


def test_without_a_folder_both_models_are_trained_anew(asked: dict[str, list[str]]) -> None:
    assert run(["train", "--seed", "3"]) == 0
    assert asked == {"models.train": ["--seed", "3"], "models.train_locator": ["--seed", "3"]}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--adapt", "nowhere"], "nowhere: is no folder of captured faces"),
        (["--out", "x.onnx"], "--out needs --adapt"),
        (["--trust-labels"], "--trust-labels needs --adapt"),
        (["--json"], "--json needs --adapt"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("missing", "words"), [("torch", "pip install 'junanaho[train]'"), ("models", "needs a checkout of junanaho")]
)
def test_what_training_lacks_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str, words: str
) -> None:
    real = importlib.import_module

    def lacking(name: str, package: str | None = None) -> Any:
        if name.startswith("models."):
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", lacking)
    assert run(["train", "--adapt", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_too_few_faces_are_told_before_anything_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    (tmp_path / "split.json").write_text(json.dumps({"train": {"captured": []}, "validation": {"captured": []}}))
    assert run(["train", "--adapt", str(tmp_path), "--out", str(tmp_path / "new.onnx")]) == 2
    assert "0 faces to train on are too few" in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "new.onnx").exists()
