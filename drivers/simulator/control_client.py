"""The client end of a control channel: a Unix socket, JSON lines, to a simulated thing that runs elsewhere.

Blocking, for one thread at a time; every wait has a time-out.
"""

import json
import socket
import time
from collections import deque
from pathlib import Path
from typing import Any, Final, Self

from referee.tiles.errors import InputError

_TIMEOUT_S: Final = 5.0


class ControlClient:
    """A connection to what answers at `path`. Raises InputError when it refuses a request or is gone."""

    what = "simulator"
    """What is at the other end, for messages."""

    def __init__(self, path: str | Path, timeout_s: float = _TIMEOUT_S) -> None:
        self._timeout_s = timeout_s
        self._received = bytearray()
        self._changes: deque[dict[str, Any]] = deque()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(timeout_s)
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise InputError(f"no {self.what} answers at {path}: {error.strerror or error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; the other end goes on."""
        self._socket.close()

    def request(self, do: str, **fields: object) -> dict[str, Any]:
        """Ask, and return the answer's fields. Raises InputError with its own words."""
        self._socket.settimeout(self._timeout_s)
        try:
            self._socket.sendall(json.dumps({"do": do, **fields}).encode() + b"\n")
        except OSError as error:
            raise InputError(f"the {self.what} is gone: {error.strerror or error}") from error
        deadline_s = time.monotonic() + self._timeout_s
        while True:
            answer = self._next(deadline_s)
            if answer is None:
                raise InputError(f"the {self.what} did not answer '{do}' within {self._timeout_s:g} s")
            if "change" in answer:
                self._changes.append(answer)
            elif answer.get("ok"):
                return answer
            else:
                raise InputError(str(answer.get("error")))

    def subscribe(self) -> None:
        """Be told of changes from now on; fetch them by `next_change`."""
        self.request("subscribe")

    def next_change(self, timeout_s: float) -> dict[str, Any] | None:
        """The next change, None if none comes in time."""
        if self._changes:
            return self._changes.popleft()
        return self._next(time.monotonic() + timeout_s)

    def _next(self, deadline_s: float) -> dict[str, Any] | None:
        while (end := self._received.find(b"\n")) < 0:
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                return None
            self._socket.settimeout(left_s)
            try:
                data = self._socket.recv(65_536)
            except TimeoutError:
                return None
            except OSError as error:
                raise InputError(f"the {self.what} is gone: {error.strerror or error}") from error
            if not data:
                raise InputError(f"the {self.what} is gone: it closed the control channel")
            self._received += data
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        answer: dict[str, Any] = json.loads(line)
        return answer
