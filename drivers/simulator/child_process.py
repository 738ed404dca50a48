"""A part of the simulator as a process of its own: how the parent starts, greets and ends it, how the child is told.

The child is a program (`python -m MODULE`), not a fork: threads and locks of the parent must not be inherited. It
prints one JSON line when it is ready, and ends on SIGTERM, SIGINT, or when its parent is gone.
"""

import contextlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from referee.tiles.errors import InputError

_END_S: Final = 3.0


class ChildProcess:
    """One child, and a folder for its sockets. Use as a context, or call `close`."""

    what = "program"
    """What the child is, for messages."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="junanaho-"))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process id, for tests that stop or kill it; 0 before it was started."""
        return 0 if self._process is None else self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process is still there."""
        return self._process is not None and self._process.poll() is None

    def start(self, module: str, arguments: Sequence[str], timeout_s: float) -> dict[str, Any]:
        """Start the child and return its greeting. Raises InputError, with nothing left, if none comes in time."""
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments, "--parent", str(os.getpid())],
                stdin=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is the parent's to answer: it ends the children in order
                stdout=subprocess.PIPE,
                cwd=Path(__file__).resolve().parents[2],  # the packages lie there, wherever this program was started
            )
            return self._greeting(timeout_s)
        except BaseException:
            self.close()
            raise

    def kill(self) -> None:
        """Kill it without warning: power and cable gone at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(_END_S)

    def close(self) -> None:
        """End it, at the latest after three seconds by force, and remove what it left."""
        process = self._process
        if process is not None and self.running:
            process.terminate()
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self.kill()
        if process is not None and process.stdout is not None:
            process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _greeting(self, timeout_s: float) -> dict[str, Any]:
        stdout = None if self._process is None else self._process.stdout
        if stdout is None:
            raise InputError(f"the {self.what} has no output")
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            line = stdout.readline() if selector.select(timeout_s) else b""
        try:
            greeting: dict[str, Any] = json.loads(line)
        except ValueError as error:
            raise InputError(f"the {self.what} did not start: see its message above") from error
        return greeting


def greet(**facts: str) -> None:
    """In the child: tell the parent that all is ready, and where. A parent that is gone by now is noticed later."""
    with contextlib.suppress(BrokenPipeError):  # past Python's buffer, which would complain again at the end
        os.write(sys.stdout.fileno(), (json.dumps(facts) + "\n").encode())


def is_orphan(parent: int | None) -> bool:
    """In the child: whether the process `parent` is no longer its parent; never without one."""
    return parent is not None and os.getppid() != parent


def remove_orphaned_folder(parent: int | None, socket: Path) -> None:
    """In the child, once its sockets are closed: without a parent nobody else removes the folder they were in."""
    if is_orphan(parent):
        with contextlib.suppress(OSError):
            socket.parent.rmdir()


@contextlib.contextmanager
def told_by_signals(tell: Callable[[], None]) -> Iterator[None]:
    """In the child: SIGTERM and SIGINT call `tell` as long as this lasts."""
    before = {number: signal.signal(number, lambda *_: tell()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
