"""A simulated table as a monitoring system and a referee see it: its figures, its log, its pictures, over HTTP."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from prometheus_client.parser import text_string_to_metric_families

from referee.daemon.place_picture import MOST_BYTES
from tests.docs.test_monitoring import documented

pytestmark = [pytest.mark.full, pytest.mark.timeout(280)]
TOKENS = {role: f"{role}-token" for role in ("operator", "referee")}
CONFIGURATION = f"store: journal.sqlite\nweb: {{port: 0}}\ntokens: {json.dumps(TOKENS)}\n"
PATIENCE_S = 200.0


class Table:
    """The running program."""

    def __init__(self, folder: Path) -> None:
        (folder / "table.yaml").write_text(CONFIGURATION)
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "referee", "run", "--simulate", "--speed", "10", "--config", "table.yaml"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "XDG_STATE_HOME": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.log: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.url = next(line.split()[-1] for line in self.process.stdout if line.startswith("public display"))

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.log += self.process.stderr

    def get(self, path: str, role: str) -> bytes:
        headers = {"Authorization": f"Bearer {TOKENS[role]}"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=20) as answer:
            return bytes(answer.read())

    def figures(self) -> dict[str, float]:
        """Each series by the name in the documents and its labels."""
        found: dict[str, float] = {}
        for family in text_string_to_metric_families(self.get("metrics", "operator").decode()):
            for sample in family.samples:
                found[" ".join([sample.name, *sample.labels.values()])] = sample.value
        return found

    def until(self, condition: Callable[[], Any]) -> Any:
        """Wait, and return what held."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not (found := condition()):
            assert time.monotonic() < deadline_s, self.figures()
            assert self.process.poll() is None, self.log
            threading.Event().wait(0.5)
        return found

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self._reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table at which some discards lie."""
    made = Table(tmp_path_factory.mktemp("house"))
    try:
        made.until(lambda: made.figures()["junanaho_evidence_files"] >= 4)
        yield made
    finally:
        if made.process.poll() is None:
            made.stop()


def test_each_discard_has_its_picture_for_the_referee_alone(table: Table) -> None:
    state = json.loads(table.get("api/state?role=referee", "referee"))
    addresses = [event["picture"] for event in state["events"] if event["picture"]]
    discards = [event for event in state["events"] if event["type"] == "discard"]
    assert len(addresses) >= min(4, len(discards) - 2) > 0  # the newest may still be on its way
    for address in addresses:
        data = table.get(address[1:], "referee")
        assert len(data) <= MOST_BYTES
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert min(picture.shape[:2]) > 100
        assert picture.max() > 200, "ivory tiles lie there"
    with pytest.raises(urllib.error.HTTPError, match="403"):
        table.get(addresses[0][1:], "operator")


def test_the_figures_are_the_documented_ones_and_they_move(table: Table) -> None:
    figures = table.figures()
    told = {name.split(" ")[0] for name in figures if not name.split(" ")[0].endswith(("_bucket", "_created", "_sum"))}
    named = {name.removesuffix("_count") for name in told}
    assert named == set(documented("Figures"))
    assert figures["junanaho_camera_frames_total overhead"] > 50
    asked = figures["junanaho_inference_seconds_count overhead"]
    assert 4 <= asked < figures["junanaho_camera_frames_total overhead"], "nothing is asked about most pictures"
    assert 0.0005 < figures["junanaho_inference_seconds_sum overhead"] / asked < 1.0
    assert figures["junanaho_evidence_lost_total"] == 0
    assert figures["junanaho_evidence_bytes"] <= MOST_BYTES * (figures["junanaho_evidence_files"] + 1)


def test_a_demonstration_is_quiet_about_itself_and_keeps_its_pictures_apart(table: Table) -> None:
    table.stop()
    assert {json.loads(line)["event"] for line in table.log} <= set(documented("Events of the log"))
    assert list((table.folder / "evidence-simulated").iterdir())
    assert not (table.folder / "evidence").exists()
