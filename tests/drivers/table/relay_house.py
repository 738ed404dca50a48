"""An unmodified table behind a relay board, as a board behind a pseudo-terminal would show it. For tests."""

import re
import threading
from dataclasses import dataclass, field

from drivers.link.pseudo_terminal import PseudoTerminal

START, LIFT, READY = 1, 2, 3


@dataclass
class OldTable:
    """What the keys do: start takes the tiles in and stacks them after a while, lift raises what stands stacked."""

    stack_s: float = 0.5
    lit: bool = False
    walls: int = 0
    opened: int = 0
    down: set[int] = field(default_factory=set)
    pressed: list[int] = field(default_factory=list)
    works: bool = True
    _due_s: float | None = None

    def switch(self, output: int, on: bool, now_s: float) -> None:
        """An output of the board closes or opens."""
        if on and output not in self.down:
            self.pressed.append(output)
            if self.works:
                self._key(output, now_s)
        (self.down.add if on else self.down.discard)(output)

    def _key(self, output: int, now_s: float) -> None:
        if output == START:
            self.opened += 1
            self._due_s = now_s + self.stack_s
        elif output == LIFT and self.lit:
            self.walls += 1
            self.lit = False

    def pass_time(self, now_s: float) -> None:
        """Stacking goes on."""
        if self._due_s is not None and now_s >= self._due_s and not self.lit:
            self._due_s, self.lit = None, True


class Board:
    """Answers lines as the boards of a dialect do. `answer` takes what came and returns what is sent."""

    def __init__(self, dialect: str, table: OldTable) -> None:
        self.dialect = dialect
        self.table = table
        self.silent = False
        self._received = b""

    def answer(self, data: bytes, now_s: float) -> bytes:
        """Bytes in, bytes out."""
        self.table.pass_time(now_s)
        self._received += data
        answer = {"numato": self._numato, "at": self._at, "lcus": self._lcus}[self.dialect](now_s)
        return b"" if self.silent else answer

    def _numato(self, now_s: float) -> bytes:
        out = b""
        while b"\r" in self._received:
            line, self._received = self._received.split(b"\r", 1)
            text = line.decode("ascii", "replace").strip()
            out += line + b"\n\r"
            if found := re.fullmatch(r"relay (on|off) (\d)", text):
                self.table.switch(int(found[2]), found[1] == "on", now_s)
            elif found := re.fullmatch(r"gpio read (\d)", text):
                out += b"1\n\r" if self.table.lit and int(found[1]) == READY else b"0\n\r"
            elif text == "ver":
                out += b"00000008\n\r"
            out += b">"
        return out

    def _at(self, now_s: float) -> bytes:
        out = b""
        while b"\r\n" in self._received:
            line, self._received = self._received.split(b"\r\n", 1)
            text = line.decode("ascii", "replace")
            if found := re.fullmatch(r"AT\+CH(\d)=([01])", text):
                self.table.switch(int(found[1]), found[2] == "1", now_s)
                out += b"OK\r\n"
            elif found := re.fullmatch(r"AT\+IN(\d)=\?", text):
                out += b"+IN%s:%d\r\n" % (found[1].encode(), self.table.lit and int(found[1]) == READY)
            elif text == "AT":
                out += b"OK\r\n"
        return out

    def _lcus(self, now_s: float) -> bytes:
        out = b""
        while self._received:
            if self._received[0] == 0xFF:
                self._received = self._received[1:]
                states = "".join(f"CH{n}: {'ON' if n in self.table.down else 'OFF'}\r\n" for n in (1, 2))
                out += states.encode()
            elif self._received[0] == 0xA0:
                if len(self._received) < 4:
                    break
                frame, self._received = self._received[:4], self._received[4:]
                assert sum(frame[:3]) & 0xFF == frame[3], "the board would ignore a wrong sum"
                self.table.switch(frame[1], frame[2] == 1, now_s)
            else:
                self._received = self._received[1:]
        return out


class BoardThread:
    """A board behind a pseudo-terminal that can be pulled and put back under one name."""

    def __init__(self, board: Board, link, clock) -> None:  # type: ignore[no-untyped-def]
        self.board = board
        self.link = link
        self._clock = clock
        self._terminal: PseudoTerminal | None = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay-house", daemon=True)
        self.plug()
        self._thread.start()

    def plug(self) -> None:
        """The cable is in."""
        terminal = PseudoTerminal()
        terminal.publish(self.link)
        with self._lock:
            self._terminal = terminal

    def pull(self) -> None:
        """The cable is pulled."""
        with self._lock:
            terminal, self._terminal = self._terminal, None
        if terminal is not None:
            terminal.close()

    def write(self, data: bytes) -> None:
        """The board says something by itself."""
        with self._lock:
            if self._terminal is not None:
                self._terminal.write(data)

    def close(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join()
        self.pull()

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._lock:
                if self._terminal is not None:
                    answer = self.board.answer(self._terminal.read(0.005), self._clock())
                    if answer:
                        self._terminal.write(answer)
                    continue
            self._stop.wait(0.005)
