"""Runs a twin in real time behind a pseudo-terminal, with its control channel: one loop, one thread, no others."""

import os
import selectors
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.simulator.control_lines import Facts, Request
from drivers.simulator.control_socket import ControlSocket
from drivers.simulator.twin import TwinFirmware
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_requests import answer_request

_TURN_S: Final = 0.25


class TwinRunner:
    """Owns the pseudo-terminal and the control socket from its making to `close`.

    `link`: a path that points to the terminal, as a stable name would. `control`: where the control socket is made,
    None for none.
    """

    def __init__(
        self,
        config: TwinConfig,
        link: Path | None = None,
        control: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._selector = selectors.DefaultSelector()
        self._terminal = PseudoTerminal()
        self._control: ControlSocket | None = None
        self._stopping = False
        self.twin = TwinFirmware(config, new_boot_id(), clock())
        try:
            if link is not None:
                self._terminal.publish(link)
            if control is not None:
                self._control = ControlSocket(control, self._selector, self._answer)
        except BaseException:
            self.close()
            raise
        self.port = str(link) if link is not None else self._terminal.path
        self._selector.register(self._terminal.fileno(), selectors.EVENT_READ, None)

    def run(self, should_end: Callable[[], bool]) -> None:
        """Go round until `stop` is called or `should_end` says so; it is asked at least four times a second."""
        while not self._stopping and not should_end():
            self.turn(_TURN_S)

    def turn(self, longest_s: float) -> None:
        """Wait for bytes or for the next thing due, at most `longest_s`, and deal with it."""
        now_s = self._clock()
        wait_s = max(0.0, min(longest_s, self.twin.next_due_s(now_s) - now_s))
        for key, _ in self._selector.select(wait_s):
            if key.data is None:
                self.twin.receive(self._terminal.read(0.0), self._clock())
            else:
                key.data.ready(key.fileobj)
        self.twin.advance(self._clock())
        output = self.twin.take_output()
        if output:
            self._terminal.write(output)
        changes = self.twin.take_changes()
        if self._control is not None:
            self._control.publish({"change": str(change.kind), **change.facts} for change in changes)

    def stop(self) -> None:
        """End `run`; safe from a signal handler."""
        self._stopping = True

    def close(self) -> None:
        """Take port, link and socket away: to a host this is the cable pulled."""
        if self._control is not None:
            self._control.close()
            self._control = None
        self._terminal.close()
        self._selector.close()

    def _answer(self, request: Request) -> Facts:
        return answer_request(self.twin, request, self._clock(), new_boot_id)


def new_boot_id() -> int:
    """A boot id as a controller would draw it: any u32 but 0."""
    return int.from_bytes(os.urandom(4), "big") or 1
