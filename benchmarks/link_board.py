"""A controller board as a process of its own, for `benchmarks.link`: it notes when something arrives, and presses keys.

It prints JSON lines: its port; `stop` with the moment at which an emergency stop came; `beats` with the pauses between
the host's heartbeats when it is asked. On its input: `press COUNT PER_SECOND`, `stop_key`, `beats`,
`end`.
"""

import contextlib
import json
import os
import selectors
import sys
import time
from pathlib import Path

from drivers.link.controller_session import ControllerSession, Identity
from drivers.link.framing import Frame, FrameDecoder
from drivers.link.messages import HEARTBEAT_KIND, Accepted, ButtonEvent, Command, Done, StateEvent
from drivers.link.priority import go_first
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.reports import CommandArrived, HostConnected, StopArrived
from drivers.table.numbers import BUTTON_NUMBERS, STATE_NUMBERS
from drivers.table.states import Button, Capability, TableState

UNKNOWN_BUTTON = 200


class Board:
    """One loop over the line and the input."""

    def __init__(self, link: Path) -> None:
        self._terminal = PseudoTerminal()
        self._terminal.publish(link)
        self._session = ControllerSession(Identity("board", "benchmark", 1, int(Capability.CYCLE)), time.monotonic())
        self._beats: list[float] = []
        self._decoder = FrameDecoder()  # beside the session's own, to see heartbeats, which it does not hand on
        self._presses, self._pressed, self._press_s, self._pause_s = 0, 0, 0.0, 1.0
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._terminal.fileno(), selectors.EVENT_READ)
        self._selector.register(sys.stdin, selectors.EVENT_READ)

    def run(self) -> None:
        """Until the input ends or says so."""
        while True:
            due_s = self._session.next_due_s(time.monotonic())
            if self._presses:
                due_s = min(due_s, self._press_s)
            for key, _ in self._selector.select(max(0.0, min(0.25, due_s - time.monotonic()))):
                if key.fileobj is sys.stdin:
                    if not self._told(os.read(sys.stdin.fileno(), 4096).decode()):
                        self._terminal.close()
                        return
                else:
                    self._receive(self._terminal.read(0.0), time.monotonic())
            self._press(time.monotonic())
            self._session.tick(time.monotonic())
            output = self._session.take_output()
            if output:
                self._terminal.write(output)

    def _told(self, text: str) -> bool:
        for line in text.splitlines():
            match line.split():
                case ["press", count, per_second]:
                    self._presses, self._pressed, self._pause_s = int(count), 0, 1 / float(per_second)
                    self._press_s = time.monotonic()
                case ["stop_key"]:
                    self._key(0, BUTTON_NUMBERS[Button.STOP], time.monotonic())
                case ["beats"]:
                    pauses = [later - earlier for earlier, later in zip(self._beats, self._beats[1:], strict=False)]
                    _say(beats=pauses)
                    self._beats.clear()
                case _:
                    return False
        return bool(text)

    def _receive(self, data: bytes, now_s: float) -> None:
        frames = [frame for frame in self._decoder.feed(data) if isinstance(frame, Frame)]
        self._beats += [now_s for frame in frames if frame.kind == HEARTBEAT_KIND]
        self._session.receive(data, now_s)
        for report in self._session.take_reports():
            match report:
                case StopArrived():
                    _say(stop=now_s)
                    self._state(TableState.ESTOP, now_s)
                case HostConnected():
                    self._state(TableState.UNKNOWN, now_s)
                case CommandArrived(command=command):
                    self._carry_out(command, now_s)
                case _:
                    pass

    def _carry_out(self, command: Command, now_s: float) -> None:
        self._session.answer(Accepted(command.command_id), now_s)
        self._state(TableState.EMPTY, now_s)
        self._session.answer(Done(command.command_id, 0), now_s)

    def _state(self, state: TableState, now_s: float) -> None:
        number, below = STATE_NUMBERS[state], STATE_NUMBERS[TableState.EMPTY]
        self._session.post(lambda event, at_ms: StateEvent(event, at_ms, number, below), now_s)

    def _key(self, side: int, button: int, now_s: float) -> None:
        self._session.post(lambda event, at_ms: ButtonEvent(event, at_ms, side, button), now_s)

    def _press(self, now_s: float) -> None:
        while self._presses and now_s >= self._press_s:
            # Each press has its own number: its low byte is told as the side, the rest as a button that nobody has.
            self._key(self._pressed % 256, self._pressed // 256 + UNKNOWN_BUTTON, now_s)
            self._pressed += 1
            self._presses -= 1
            self._press_s += self._pause_s


def _say(**facts: object) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), (json.dumps(facts) + "\n").encode())


if __name__ == "__main__":
    go_first()  # a board has a processor of its own
    board = Board(Path(sys.argv[1]))
    _say(port=sys.argv[1])
    board.run()
