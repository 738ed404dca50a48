"""What is left when a simulator's parent is killed without warning: no process and no folder."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PARENT = """
import sys, time
from drivers.simulator.stage_process import StageConfig, StageProcess
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_process import TwinProcess
twin = TwinProcess(TwinConfig(speed=50.0))
stage = StageProcess(StageConfig(twin.control, speed=50.0))
print(twin.pid, stage.pid, flush=True)
time.sleep(60)
"""


def test_orphans_end_and_remove_their_folders(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, cwd=ROOT, env=environment) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert len(children) == 2
        assert len(list(tmp_path.glob("junanaho-*"))) == 2
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and (any(map(runs, children)) or list(tmp_path.glob("junanaho-*"))):
        time.sleep(0.05)
    assert not any(map(runs, children))
    assert list(tmp_path.glob("junanaho-*")) == []


def runs(pid: int) -> bool:
    """Whether the process is there and no zombie that its new parent has still to bury."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
