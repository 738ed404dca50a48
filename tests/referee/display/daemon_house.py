"""The daemon as a program of its own, at a table where people do everything by hand: no cameras, no controller."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OPERATOR_TOKEN, REFEREE_TOKEN = "operator-token", "referee-token"


class DaemonHouse:
    """It can be stopped, killed and started again at the same address, with the same store."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._config = folder / "house.yaml"
        self._config.write_text(
            f"store: {folder / 'journal.sqlite'}\nweb: {{port: {self.port}}}\n"
            f"tokens: {{operator: {OPERATOR_TOKEN}, referee: {REFEREE_TOKEN}}}\ntable: {{kind: manual}}\n",
            encoding="utf-8",
        )
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where the pages are, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Run it, until it has said where its pages are."""
        command = [sys.executable, "-m", "referee", "run", "--config", str(self._config)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if self.url in line:
                return
        raise AssertionError("the daemon ended without having served a page")

    def kill(self) -> None:
        """As when the plug is pulled."""
        self._signal(signal.SIGKILL)
        self._end()

    def freeze(self) -> None:
        """It does nothing any more, and its connections stay open."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """End it if it runs."""
        if self._process is not None:
            self.thaw()
            self._signal(signal.SIGTERM)
            self._end()

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def _end(self) -> None:
        assert self._process is not None
        self._process.communicate(timeout=30)
        self._process = None


@contextmanager
def running(folder: Path) -> Iterator[DaemonHouse]:
    """A daemon that runs."""
    house = DaemonHouse(folder)
    house.start()
    try:
        yield house
    finally:
        house.close()
