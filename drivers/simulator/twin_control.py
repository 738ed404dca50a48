"""The client end of the twin's control channel: for the scene, for tests, for training of operators.

Blocking, for one thread at a time; every wait has a time-out.
"""

import json
import socket
import time
from collections import deque
from pathlib import Path
from typing import Any, Final

from drivers.table.states import Button
from referee.tiles.errors import InputError

_TIMEOUT_S: Final = 5.0


class TwinControl:
    """A connection to a twin. Raises InputError when the twin refuses a request or is gone."""

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
            raise InputError(f"no twin answers at {path}: {error.strerror or error}") from error

    def __enter__(self) -> "TwinControl":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; the twin goes on."""
        self._socket.close()

    def request(self, do: str, **fields: object) -> dict[str, Any]:
        """Ask, and return the answer's fields. Raises InputError with the twin's own words."""
        self._socket.settimeout(self._timeout_s)
        try:
            self._socket.sendall(json.dumps({"do": do, **fields}).encode() + b"\n")
        except OSError as error:
            raise InputError(f"the twin is gone: {error.strerror or error}") from error
        deadline_s = time.monotonic() + self._timeout_s
        while True:
            answer = self._next(deadline_s)
            if answer is None:
                raise InputError(f"the twin did not answer '{do}' within {self._timeout_s:g} s")
            if "change" in answer:
                self._changes.append(answer)
            elif answer.get("ok"):
                return answer
            else:
                raise InputError(str(answer.get("error")))

    def state(self) -> dict[str, Any]:
        """The table now: state, stacking, stacks, elapsed_ms, faults, host, boot_id, deal_no."""
        state: dict[str, Any] = self.request("state")["state"]
        return state

    def walls(self) -> dict[str, Any] | None:
        """The truth about the walls on the table: deal_no, tile_set, walls (per side 34 tile names); None without."""
        walls: dict[str, Any] | None = self.request("walls")["walls"]
        return walls

    def press(self, side: int, button: Button) -> None:
        """Press a key."""
        self.request("press", side=side, button=str(button))

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
                raise InputError(f"the twin is gone: {error.strerror or error}") from error
            if not data:
                raise InputError("the twin is gone: it closed the control channel")
            self._received += data
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        answer: dict[str, Any] = json.loads(line)
        return answer
