"""`python -m benchmarks.resources`: what a table with two cameras at 1080p takes, and how soon its pages are there.

A simulated table plays at the pace of a real one. Counted are the daemon and its recognition; what the simulated hall
and table need is told apart, since a real table has none of it. The start is that of a daemon without simulation. Exit
status 1 above one core, 600 MB or three seconds: run it alone.
"""

import argparse
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.process_tree import SIMULATED, tree_of

MOST_CORES: Final = 1.0
MOST_MB: Final = 600.0
MOST_START_S: Final = 3.0
STARTS: Final = 5
WARM_UP_S: Final = 20.0  # libraries are loaded, the first frames read


def main() -> int:
    """Runs the benchmark; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.resources", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        start_s = statistics.median(_start_s(Path(folder)) for _ in range(STARTS))
        with _daemon(Path(folder), "--simulate") as daemon:
            time.sleep(WARM_UP_S)
            cores, memory_mb = _taken(daemon, options.seconds)
    print(f"daemon and recognition: {cores:.2f} cores, {memory_mb:.0f} MB; pages {start_s:.1f} s after the start")
    return int(cores > MOST_CORES or memory_mb > MOST_MB or start_s > MOST_START_S)


def _start_s(folder: Path) -> float:
    started_s = time.monotonic()
    with _daemon(folder):
        return time.monotonic() - started_s


@contextlib.contextmanager
def _daemon(folder: Path, *options: str) -> Iterator[int]:
    """The process of a daemon whose pages are served."""
    (folder / "table.yaml").write_text("web: {port: 0}\nstore: journal.sqlite\n")
    command = [sys.executable, "-m", "referee", "run", "--config", str(folder / "table.yaml"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        try:
            assert daemon.stdout is not None
            next(line for line in daemon.stdout if line.startswith("public display"))
            yield daemon.pid
        finally:
            daemon.terminate()
            daemon.wait(30)


def _taken(daemon: int, seconds: float) -> tuple[float, float]:
    """Cores and megabytes of the daemon and its recognition."""
    before = tree_of(daemon)
    time.sleep(seconds)
    after = tree_of(daemon)
    cores = {one: (use.processor_s - before[one].processor_s) / seconds for one, use in after.items() if one in before}
    for one, share in cores.items():
        print(f"{share:5.2f} cores {after[one].memory_mb:6.0f} MB  {after[one].command[:90]}")
    ours = [one for one in cores if SIMULATED not in after[one].command]
    return sum(cores[one] for one in ours), sum(after[one].memory_mb for one in ours)


if __name__ == "__main__":
    sys.exit(main())
