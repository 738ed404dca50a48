"""Runs a twin in real time behind a pseudo-terminal, with its control channel: one loop, one thread, no others."""

import os
import random
import selectors
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drivers.link.faulty_line import PERFECT_LINE, FaultyLine, LineFaults
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.tcp_listener import TcpListener
from drivers.simulator.control_lines import Facts, Request
from drivers.simulator.control_socket import ControlSocket
from drivers.simulator.fault_script import FaultScript
from drivers.simulator.twin import Twin
from drivers.simulator.twin_acts import DisturbLine, LineTrouble
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_requests import answer_request
from referee.tiles.errors import InputError

_TURN_S: Final = 0.25
_FOREIGN: Final = b"AT\r"
"""What other programs write into a port that they take for a modem."""
BAD_LINE: Final = LineFaults(damaged_bytes=0.03, garbage_writes=0.2)


class TwinRunner:
    """Owns the pseudo-terminal and the control socket from its making to `close`.

    `link`: a path that points to the terminal, as a stable name would; a script that pulls the cable needs one.
    `control`: where the control socket is made, None for none. `tcp`: offer the port over TCP under this number instead
    of a pseudo-terminal, 0 for any that is free.
    """

    def __init__(
        self,
        config: TwinConfig,
        link: Path | None = None,
        control: Path | None = None,
        script: FaultScript | None = None,
        tcp: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._selector = selectors.DefaultSelector()
        self._terminal: PseudoTerminal | TcpListener | None = None
        self._link = link
        self._tcp = tcp
        self._control: ControlSocket | None = None
        self._stopping = False
        self._trouble: LineTrouble | None = None
        self._to_host = self._to_twin = FaultyLine()
        self.twin = Twin(config, new_boot_id(), clock())
        try:
            self._plug()
            if control is not None:
                self._control = ControlSocket(control, self._selector, self._answer)
            if script is not None:
                self._follow(script)
        except BaseException:
            self.close()
            raise

    def run(self, should_end: Callable[[], bool]) -> None:
        """Go round until `stop` is called or `should_end` says so; it is asked at least four times a second."""
        while not self._stopping and not should_end():
            self.turn(_TURN_S)

    def turn(self, longest_s: float) -> None:
        """Wait for bytes or for the next thing due, at most `longest_s`, and deal with it."""
        now_s = self._clock()
        wait_s = max(0.0, min(longest_s, self.twin.next_due_s(now_s) - now_s))
        for key, _ in self._selector.select(wait_s):
            if key.data is not None:
                key.data.ready(key.fileobj)
            elif self._terminal is not None:
                self._receive(self._terminal.read(0.0))
        self.twin.advance(self._clock())
        self._disturb()
        self._send(self.twin.take_output())
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
        self._pull()
        self._selector.close()

    def _answer(self, request: Request) -> Facts:
        return answer_request(self.twin, request, self._clock(), new_boot_id, self._refuse)

    def _follow(self, script: FaultScript) -> None:
        self._refuse(script)
        for trigger, act in script.happenings:
            self.twin.plan(trigger, act, self._clock())

    def _refuse(self, script: FaultScript) -> None:
        """Raise InputError for what cannot happen here."""
        unplugs = any(isinstance(act, DisturbLine) and act.what is LineTrouble.UNPLUG for _, act in script.happenings)
        if unplugs and self._link is None and self._tcp is None:
            raise InputError("the script pulls the cable: give --link PATH, the name under which the port comes back")

    def _receive(self, data: bytes) -> None:
        now_s = self._clock()
        if self._trouble is LineTrouble.SILENCE:
            return
        self._to_twin.send(data, now_s)
        for piece in self._to_twin.receive(now_s):
            self.twin.receive(piece, self._clock())

    def _send(self, output: bytes) -> None:
        if self._terminal is None or not output or self._trouble is LineTrouble.SILENCE:
            return
        now_s = self._clock()
        self._to_host.send(output, now_s)
        for piece in self._to_host.receive(now_s):
            self._terminal.write(piece)

    def _disturb(self) -> None:
        """Make the line as bad, or as good again, as the twin says."""
        trouble = self.twin.line_trouble
        if trouble is self._trouble:
            return
        self._trouble = trouble
        seed = random.getrandbits(32)
        bad = trouble is LineTrouble.GARBAGE
        self._to_host = FaultyLine(BAD_LINE if bad else PERFECT_LINE, seed)
        self._to_twin = FaultyLine(BAD_LINE if bad else PERFECT_LINE, seed + 1)
        if trouble is LineTrouble.UNPLUG:
            self._pull()
        elif self._terminal is None:
            self._plug()
        if bad and self._terminal is not None:
            self._terminal.write(_FOREIGN)

    def _plug(self) -> None:
        terminal = PseudoTerminal() if self._tcp is None else TcpListener(self._tcp)
        if isinstance(terminal, TcpListener):
            self._tcp = int(terminal.path.rsplit(":", 1)[1])
        elif self._link is not None:
            try:
                terminal.publish(self._link)
            except BaseException:
                terminal.close()
                raise
        self._terminal = terminal
        self.port = terminal.path if isinstance(terminal, TcpListener) or self._link is None else str(self._link)
        self._selector.register(terminal.fileno(), selectors.EVENT_READ, None)

    def _pull(self) -> None:
        terminal, self._terminal = self._terminal, None
        if terminal is not None:
            self._selector.unregister(terminal.fileno())
            terminal.close()


def new_boot_id() -> int:
    """A boot id as a controller would draw it: any u32 but 0."""
    return int.from_bytes(os.urandom(4), "big") or 1
