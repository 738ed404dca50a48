"""Loading the model leaves no trace in the user's folders and looks nothing up: telemetry is off."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_loading_the_model_writes_nothing_anywhere(tmp_path: Path) -> None:
    folders = {name: str(tmp_path / name) for name in ("TMPDIR", "HOME", "XDG_CACHE_HOME")}
    for folder in folders.values():
        Path(folder).mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    subprocess.run(
        [sys.executable, "-c", "from vision.classify import Classifier; Classifier()"],
        env=environment | folders,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    assert [path.name for path in tmp_path.rglob("*") if path.name not in folders] == []


def test_nothing_else_imports_the_runtime() -> None:
    sources = [path for folder in ("referee", "drivers", "vision", "models") for path in (ROOT / folder).rglob("*.py")]
    importing = [path.name for path in sources if "import onnxruntime" in path.read_text(encoding="utf-8")]
    assert importing == ["quiet_runtime.py"]
