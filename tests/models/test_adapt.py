"""Adapting: shipped weights are read exactly, runs go on where they stopped, and what is worse is not written."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")

import onnx
import torch

from models import adapt_pool
from models.adapt import main
from models.adapt_network import learning, shipped_network
from models.adapt_pool import captured_pool, reference_pool
from models.adapt_run import AdaptPlan, adapt_network
from models.captured import read_captured
from models.crop import LABEL_OF
from models.reference_sample import ReferenceSample
from referee.tiles.faces import png
from vision.classify import Classifier
from vision.model_file import ModelFileError, read_card, shipped_model_path
from vision.quiet_runtime import load_runtime

LABELS = ("1m", "5p", "7z", "9s")


def face(label: str, shade: float = 1.0) -> bytes:
    """A drawn face with felt around it, as captured."""
    drawn = cv2.imdecode(np.frombuffer(png(label, 104), np.uint8), cv2.IMREAD_UNCHANGED)
    alpha = drawn[..., 3:] / 255.0
    picture = np.full((208, 152, 3), (60, 110, 40), np.float64)
    inner = picture[52 : 52 + drawn.shape[0], 38 : 38 + drawn.shape[1]]
    inner[:] = drawn[..., :3] * alpha + inner * (1 - alpha)
    return cv2.imencode(".jpg", (picture * shade).clip(0, 255).astype(np.uint8))[1].tobytes()


def captured_folder(folder: Path, exchanged: bool = False) -> Path:
    """Forty faces in two series, one of which is held out; with labels exchanged if that is wanted."""
    entries = {}
    (folder / "captured").mkdir(parents=True)
    wrong = {"1m": "5p", "5p": "1m"} if exchanged else {}
    for number in range(40):
        label = LABELS[number % len(LABELS)]
        name = f"{label}-{number:06}.jpg"
        (folder / "captured" / name).write_bytes(face(label, 0.6 + 0.01 * number))
        tile = {"label": wrong.get(label, label), "bbox": [38, 52, 114, 156], "axis_aligned": True}
        said = "corrected" if number < 8 else "camera"
        entries[name] = {"series": "train" if number < 32 else "check", "tiles": [tile], "said": said, "read": label}
    (folder / "captured" / "labels.json").write_text(json.dumps(entries))
    split = {"train": {"captured": ["train"]}, "validation": {"captured": ["check"]}}
    (folder / "split.json").write_text(json.dumps(split))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return captured_folder(tmp_path / "faces")


@pytest.fixture(autouse=True)
def few_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapt_pool, "INVENTED_SETS", 1)


def test_the_shipped_weights_answer_as_the_shipped_file_does() -> None:
    path = shipped_model_path()
    pictures = ReferenceSample.load().pictures[::7]
    session = load_runtime().InferenceSession(str(path), providers=["CPUExecutionProvider"])
    meant = session.run(["labels", "turns"], {"pictures": pictures})
    network = shipped_network(path).eval()
    with torch.no_grad():
        got = network(torch.from_numpy(pictures))
    for one, other in zip(got, meant, strict=True):
        assert np.abs(one.numpy() - other).max() < 1e-4


def test_while_learning_the_normalisations_stay_as_they_are() -> None:
    network = shipped_network(shipped_model_path())
    learning(network)
    planes = torch.rand(4, 3, 64, 64, generator=torch.Generator().manual_seed(1)) * 255
    before = {name: value.clone() for name, value in network.named_buffers()}
    network.drop.eval()
    learnt, _ = network.read(planes)
    assert all(torch.equal(value, before[name]) for name, value in network.named_buffers())
    with torch.no_grad():
        assert torch.allclose(learnt, network.eval().read(planes)[0], atol=1e-5)


def test_weights_of_another_network_are_refused_in_one_line(tmp_path: Path) -> None:
    model = onnx.load(shipped_model_path())
    renamed = next(one for one in model.graph.initializer if one.name == "labels.weight")
    renamed.name = "strange"
    onnx.save(model, tmp_path / "other.onnx")
    (tmp_path / "text.onnx").write_text("no model")
    for name, words in (("other.onnx", "not those of this program's network"), ("text.onnx", "cannot|can be read")):
        with pytest.raises(ModelFileError, match=words) as error:
            shipped_network(tmp_path / name)
        assert "\n" not in str(error.value)


def test_captured_faces_are_read_with_their_parts(folder: Path) -> None:
    faces = read_captured(folder)
    assert (len(faces), sum(face.held_out for face in faces)) == (40, 8)
    assert {face.said for face in faces[:8]} == {"corrected"}
    assert faces[0].crop.box == (38, 52, 114, 156)
    (folder / "captured" / "labels.json").write_text('{"a.jpg": {"series": "train"}}')
    with pytest.raises(ValueError, match="cannot be read"):
        read_captured(folder)


def test_every_captured_label_is_shown_alike_and_corrected_faces_more_often(folder: Path) -> None:
    faces = [face for face in read_captured(folder) if not face.held_out and face.crop.label != LABEL_OF["9s"]]
    faces = [face for number, face in enumerate(faces) if face.crop.label != LABEL_OF["1m"] or number < 6]
    pool = captured_pool(faces, 400, 3, lambda made: None)
    counts = [int((pool.labels == LABEL_OF[label]).sum()) for label in ("1m", "5p", "7z")]
    assert min(counts) > 0.7 * max(counts)
    again = captured_pool(faces, 400, 3, lambda made: None)
    assert (pool.pictures == again.pictures).all()


def test_a_run_goes_on_where_it_stopped(folder: Path, tmp_path: Path) -> None:
    faces = [face for face in read_captured(folder) if not face.held_out]
    pools = [make(32, 3, lambda made: None) for make in (lambda *rest: captured_pool(faces, *rest), reference_pool)]
    told: list[int] = []

    def adapt(pictures: int, resume: bool) -> torch.nn.Module:
        plan = AdaptPlan(pictures, 16, 1e-4, 3, 1, tmp_path / "run.pt")
        network = shipped_network(shipped_model_path())
        return adapt_network(network, *pools, plan, resume=resume, tell=lambda seen, loss: told.append(seen))

    first = adapt(32, resume=False)
    second = adapt(64, resume=True)
    assert told == [16, 32, 48, 64]
    assert not torch.equal(first.labels.weight, second.labels.weight)
    with pytest.raises(FileNotFoundError):
        adapt_network(
            shipped_network(shipped_model_path()), *pools,
            AdaptPlan(16, 16, 1e-4, 3, 1, tmp_path / "none.pt"), resume=True, tell=lambda seen, loss: None,
        )  # fmt: skip


def command(folder: Path, out: Path, *more: str) -> list[str]:
    return [str(folder), "--out", str(out), "--pictures", "64", "--batch", "32", "--threads", "1", "--json", *more]


def test_a_model_that_is_not_worse_is_written_with_its_card(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "models" / "house.onnx"
    assert main(command(folder, out, "--rate", "1e-6")) == 0
    told = json.loads(capsys.readouterr().out)
    card, shipped = read_card(out), read_card(shipped_model_path())
    assert told["model"] == {"file": str(out), "sha256": card.sha256}
    assert [one["name"] for one in told["sets"]] == ["reference sample", "held-out faces"]
    assert (card.name, card.metrics["adapted_from"]) == ("house", shipped.sha256)
    assert card.temperature >= shipped.temperature
    assert Classifier(out).classify([cv2.imdecode(np.frombuffer(face("7z"), np.uint8), 1)[48:160, 34:118]])
    assert sorted(path.name for path in out.parent.iterdir()) == ["house.json", "house.onnx"]


@pytest.mark.verify
def test_a_model_that_became_worse_is_not_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "house.onnx"
    assert main(command(folder, out, "--rate", "0.3")) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["adapted"]
    assert "of the reference sample less right" in told["reasons"][0]
    assert not list(tmp_path.glob("*.onnx"))
    assert not list(tmp_path.glob("*.json"))


def test_exchanged_labels_are_refused_before_anything_is_trained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = captured_folder(tmp_path / "faces", exchanged=True)
    assert main(command(folder, tmp_path / "house.onnx")) == 1
    told = json.loads(capsys.readouterr().out)
    assert any("1m and 5p look exchanged" in reason for reason in told["reasons"])
    assert told["sets"] == []
    assert not (folder / "adapting").exists()


def test_an_existing_file_is_never_written_over(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "house.onnx"
    out.write_bytes(b"old")
    assert main(command(folder, out)) == 2
    assert out.read_bytes() == b"old"
