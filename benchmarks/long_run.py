"""`python -m benchmarks.long_run --hours 12`: whether the daemon grows while matches follow one another.

The simulated table plays match after match as quickly as the machine reads its pictures, so many hours of the table's
own time. Sampled are the daemon and its recognition: memory (its proportional share), open descriptors, threads,
processes; the simulated hall and table, which fill caches of drawn tiles for hours, are left out. What the first fifth
of the run takes is warming up; a straight line through the rest says how much comes on top in an hour. Ctrl-C tells
what is known by then. Exit status 1 if memory grows by more than a megabyte an hour, or anything else by more than one.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.process_tree import SIMULATED, tree_of

SAMPLE_EVERY_S: Final = 10.0
WARM_UP: Final = 0.2
MOST_GROWTH: Final = 1.0
NAMES: Final = ("memory_mb", "descriptors", "threads", "processes")


@dataclass(frozen=True, slots=True)
class Sample:
    """What a daemon and its recognition hold at one moment."""

    memory_mb: float
    descriptors: int
    threads: int
    processes: int


def main() -> int:
    """Runs the benchmark; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_run", description=__doc__)
    parser.add_argument("--hours", type=float, default=12.0, help="of the table's own time")
    parser.add_argument("--speed", type=float, default=100.0, help="times as fast as a table, at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times, samples = _watched(Path(folder), options.hours, options.speed)
    return _told(np.array(times), np.array([astuple(sample) for sample in samples], float))


def _watched(folder: Path, hours: float, speed: float) -> tuple[list[float], list[Sample]]:
    (folder / "table.yaml").write_text("web: {port: 0}\nstore: journal.sqlite\n")
    command = [sys.executable, "-m", "referee", "run", "--simulate", "--config", str(folder / "table.yaml")]
    command += ["--speed", str(speed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        try:
            assert daemon.stdout is not None
            url = next(line.split()[-1] for line in daemon.stdout if line.startswith("public display"))
            times: list[float] = []
            samples: list[Sample] = []
            started_s, first = time.monotonic(), _hours(url)
            with contextlib.suppress(KeyboardInterrupt):
                while not times or times[-1] < hours:
                    time.sleep(SAMPLE_EVERY_S)
                    times.append(_hours(url) - first)
                    samples.append(_sample(daemon.pid))
                    if len(times) % 6 == 0:
                        took_s = time.monotonic() - started_s
                        print(f"{times[-1]:6.2f} h after {took_s:5.0f} s: {samples[-1]}", flush=True)
        finally:
            daemon.terminate()
            daemon.wait(30)
    return times, samples


def _hours(url: str) -> float:
    """The table's own time."""
    with urllib.request.urlopen(f"{url}api/state?role=public", timeout=10) as answer:
        return float(json.load(answer)["now_ms"]) / 3_600_000


def _sample(daemon: int) -> Sample:
    used = [one for one in tree_of(daemon).values() if SIMULATED not in one.command]
    return Sample(
        round(sum(one.memory_mb for one in used), 1),
        sum(one.descriptors for one in used),
        sum(one.threads for one in used),
        len(used),
    )


def _told(times: np.ndarray, taken: np.ndarray) -> int:
    warm = times > times[0] + WARM_UP * (times[-1] - times[0])
    too_much = False
    for name, values in zip(NAMES, taken[warm].T, strict=True):
        an_hour = float(np.polyfit(times[warm], values, 1)[0])
        too_much = too_much or an_hour > MOST_GROWTH
        print(f"{name:12} {values[0]:8.1f} at first, {values[-1]:8.1f} in the end, {an_hour:+.2f} an hour")
    print(f"{times[-1] - times[0]:.1f} hours of table time, {len(times)} samples")
    return int(too_much)


if __name__ == "__main__":
    sys.exit(main())
