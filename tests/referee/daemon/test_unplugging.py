"""A cable that comes off again and again: the daemon neither leaks nor spins nor fills its log."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_control import TwinControl
from drivers.simulator.twin_process import TwinProcess
from tests.referee.daemon.house import CONFIGURATION, TOKEN

ROOT = Path(__file__).resolve().parents[3]
LOSSES = 200
MOST_CPU = 0.05


class Daemon:
    """`junanaho run` as a process of its own."""

    def __init__(self, folder: Path, port: str) -> None:
        config = folder / "house.yaml"
        config.write_text(CONFIGURATION.format(store=folder / "journal.sqlite", token=TOKEN, port=port, unit="twin-1"))
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "referee", "run", "--config", str(config)],
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
            )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().decode().split()[-1]
        self._proc = Path("/proc") / str(self._process.pid)

    def table(self) -> dict[str, Any]:
        """The referee's view of the table."""
        request = urllib.request.Request(
            f"{self.url}api/state?role=referee", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=10.0) as answer:
            return json.load(answer)["table"]  # type: ignore[no-any-return]

    def until(self, *, link_up: bool) -> None:
        """Wait for the link to be there, or gone."""
        deadline_s = time.monotonic() + 30.0
        while self.table()["link_up"] is not link_up:
            assert time.monotonic() < deadline_s, self.table()
            time.sleep(0.02)

    def holds(self) -> dict[str, int]:
        """Threads, descriptors and children."""
        children = (self._proc / "task" / str(self._process.pid) / "children").read_text().split()
        descriptors = len(list((self._proc / "fd").iterdir()))
        return {"threads": len(list((self._proc / "task").iterdir())), "fds": descriptors, "children": len(children)}

    def cpu_s(self) -> float:
        """Processor time used until now."""
        fields = (self._proc / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def lines(self, level: str) -> list[str]:
        """The events logged at a level."""
        found = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [entry["event"] for entry in found if entry["level"] == level]

    def close(self) -> int:
        """End it; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(20.0)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status


@contextmanager
def running(folder: Path, port: str) -> Iterator[Daemon]:
    daemon = Daemon(folder, port)
    try:
        yield daemon
    finally:
        status = daemon.close()
    assert status == 0


def unplug(control: TwinControl, seconds: float) -> None:
    control.follow(f"faults:\n- line: unplug\n  for: {seconds}\n")


@pytest.mark.parametrize("losses", [5, pytest.param(LOSSES, marks=pytest.mark.verify)])
def test_nothing_leaks_and_each_loss_is_one_error_line(tmp_path: Path, losses: int) -> None:
    random = Random(6)
    with (
        TwinProcess(TwinConfig(speed=20.0), tmp_path / "usb-table") as twin,
        running(tmp_path, twin.port) as daemon,
        TwinControl(twin.control) as control,
    ):
        before: dict[str, int] = {}
        for number in range(losses):
            daemon.until(link_up=True)
            if number == 2:  # what is made once, is there by now
                before = daemon.holds()
            time.sleep(random.uniform(0.0, 0.3))
            unplug(control, 0.2)
            daemon.until(link_up=False)
        daemon.until(link_up=True)
        after = daemon.holds()
        errors = daemon.lines("error")
        print(f"{losses} losses: {before} before, {after} after, {len(errors)} error lines")
        assert all(after[kind] <= before[kind] + 1 for kind in before), "HTTP connections come and go"
        assert errors == ["link_lost"] * losses
        assert len(list((tmp_path / "link-frames").iterdir())) <= 20


@pytest.mark.verify
def test_a_port_that_is_gone_costs_hardly_anything(tmp_path: Path) -> None:
    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin, running(tmp_path, twin.port) as daemon:
        daemon.until(link_up=True)
        with TwinControl(twin.control) as control:
            unplug(control, 60.0)
        daemon.until(link_up=False)
        seconds = 5.0
        lines, began_s, began_cpu_s = len(daemon.log.read_text().splitlines()), time.monotonic(), daemon.cpu_s()
        time.sleep(seconds)
        share = (daemon.cpu_s() - began_cpu_s) / (time.monotonic() - began_s)
        more = daemon.log.read_text().splitlines()[lines:]
        print(f"without a port: {share:.1%} of one core, {len(more)} log lines in {seconds:g} s")
        assert share < MOST_CPU
        assert len(more) <= 1
        assert not [line for line in more if re.search(r'"level": "error"', line)]
