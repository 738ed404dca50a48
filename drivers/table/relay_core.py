"""An unmodified table behind a relay board: its keys are pressed, its ready lamp is read, the rest is not known. Pure.

It has no dice, counts no stacks and tells no faults. Whether walls are up is known only by the lamp, which says
"stacked" and goes out when that set is raised; without a lamp it is not known at all, and a person says so. As with a
controller nothing moves before a person has reset it in the session under way, and nothing goes on after a loss.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drivers.table.events import CommandFinished, FaultCleared, FaultRaised, LinkLost, LinkUp, StateChanged, TableEvent
from drivers.table.faults import Fault, FaultCode, fault_of
from drivers.table.interface import CommandHandle, TableSnapshot
from drivers.table.pending import finished
from drivers.table.relay_board import RelayBoard
from drivers.table.relay_lamp import ReadyLamp
from drivers.table.relay_settings import RelayWiring
from drivers.table.states import Capability, CommandKind, Reason, TableState

_CAPABILITIES: Final = Capability.CYCLE | Capability.RAISE
_UNIT: Final = "relay board"


@dataclass(frozen=True, slots=True)
class _Until:
    """A step waits until then, or for the lamp to be lit or not, at most until then."""

    due_s: float
    lit: bool | None = None


class RelayCore:
    """The table as far as it can be known. Every method that reads a clock is given `now_s`."""

    def __init__(self, wiring: RelayWiring) -> None:
        self._wiring = wiring
        self._board = RelayBoard(wiring.dialect, wiring.ready)
        self._lamp = ReadyLamp()
        self._events: list[TableEvent] = []
        self._endings: list[tuple[CommandHandle, CommandFinished]] = []
        self._last_id = 0
        self._link_up = False
        self._cause, self._message = "waiting", "not connected yet"
        self._top = TableState.UNKNOWN
        self._set_below = False
        """Whether a set was taken in that should be stacked some time."""
        self._stopped = False
        self._needs_reset = True
        self._faults: tuple[Fault, ...] = ()
        self._running: CommandHandle | None = None
        self._steps: Iterator[_Until] | None = None
        self._step: _Until | None = None
        self._begun_s = 0.0
        self._elapsed_ms = 0
        self._now_s = 0.0
        self._shown = (TableState.UNKNOWN, TableState.UNKNOWN)

    # The line

    def opened(self, now_s: float) -> None:
        """The port is open: outputs off, and see who is there."""
        self._now_s = now_s
        self._lamp.forget()
        self._board.opened(now_s, self._wiring.outputs)
        if not self._board.can_answer:
            self._up()

    def lost(self, cause: str, message: str, now_s: float) -> None:
        """The board is gone, or the port: nothing goes on."""
        self._now_s = now_s
        was_up = self._link_up
        self._link_up, self._cause, self._message = False, cause, message
        self._needs_reset = True
        self._top = TableState.UNKNOWN
        self._lamp.forget()
        self._end(Reason.LINK_LOST)
        if was_up:
            self._events.append(LinkLost(message))
        self._show()

    def receive(self, data: bytes, now_s: float) -> None:
        """Bytes from the board."""
        self._now_s = now_s
        for high in self._board.receive(data, now_s):
            self._lamp.read(high is self._wiring.lit_when, now_s)
        if self._board.heard and not self._link_up:
            self._up()
        self._go_on()
        self._show()

    def tick(self, now_s: float) -> bool:
        """Do what is due; False once the board does not answer any more."""
        self._now_s = now_s
        there = self._board.tick(now_s)
        self._go_on()
        self._show()
        return there

    def take_output(self) -> bytes:
        """Bytes to write now."""
        return self._board.take_output()

    def next_due_s(self) -> float:
        """When `tick` has something to do."""
        due_s = self._board.next_due_s()
        return due_s if self._step is None else min(due_s, self._step.due_s)

    # What is asked of it

    def command(self, kind: CommandKind, now_s: float) -> CommandHandle:
        """Carry out a command, or end it at once with the reason why not."""
        self._now_s = now_s
        self._last_id = self._last_id % 0xFFFF + 1
        handle = CommandHandle(self._last_id, kind)
        reason = self._refusal(kind)
        if reason is not None:
            self._tell_end(handle, finished(handle, reason))
        elif kind is CommandKind.RESET:
            self._reset()
            self._tell_end(handle, finished(handle))
        elif kind is CommandKind.STOP:
            self._release()
            self._end(Reason.STOPPED)
            self._needs_reset, self._top = True, TableState.UNKNOWN
            self._tell_end(handle, finished(handle))
        else:
            self._running, self._begun_s = handle, now_s
            self._steps = self._cycle() if kind is CommandKind.CYCLE else self._raise()
            self._advance()
        self._show()
        return handle

    def emergency_stop(self, now_s: float) -> bytes:
        """All keys are let go, now: the bytes to write at once, past whatever waits."""
        self._now_s = now_s
        self._stopped = self._needs_reset = True
        self._top = TableState.UNKNOWN
        pressed = fault_of(FaultCode.ESTOP_PRESSED)
        if pressed not in self._faults:
            self._faults = (pressed,)
            self._events.append(FaultRaised(pressed))
        self._end(Reason.ESTOP)
        self._show()
        return self.stop_keys()

    def stop_keys(self) -> bytes:
        """The bytes that let all keys go; what was still to be said is not said any more."""
        return self._board.release(self._wiring.outputs)

    def close(self) -> None:
        """Nothing more will come: keys let go, what is under way has failed."""
        self._release()
        self._link_up, self._needs_reset = False, True
        self._cause = self._message = "closed"
        self._end(Reason.CLOSED)

    def snapshot(self, port: str = "") -> TableSnapshot:
        """The table now, as far as it can be known; `port` is the name that it is configured by."""
        state, stacking = self._shown
        return TableSnapshot(
            state=state,
            stacking=stacking,
            elapsed_ms=self._elapsed_ms,
            faults=self._faults,
            needs_reset=self._needs_reset,
            capabilities=_CAPABILITIES,
            link_up=self._link_up,
            link_message=self._message,
            link_cause=self._cause,
            port=port,
            unit_id=_UNIT,
        )

    def take_events(self) -> tuple[list[TableEvent], list[tuple[CommandHandle, CommandFinished]]]:
        """Events to tell, and commands to end, since the last call."""
        events, self._events = self._events, []
        endings, self._endings = self._endings, []
        return events, endings

    # Inside

    def _refusal(self, kind: CommandKind) -> Reason | None:
        if not self._link_up:
            return Reason.LINK_DOWN
        if kind is CommandKind.RESET:
            return None
        if self._stopped:
            return Reason.ESTOP
        if kind is CommandKind.STOP:
            return None
        if kind not in (CommandKind.CYCLE, CommandKind.RAISE):
            return Reason.UNSUPPORTED
        if self._needs_reset:
            return Reason.NEEDS_RESET
        if self._running is not None:
            return Reason.BUSY
        nothing = kind is CommandKind.RAISE and self._lamp.lit is False
        return Reason.NOTHING_STACKED if nothing else None

    def _reset(self) -> None:
        """A person says that the table is clear."""
        self._release()
        self._end(Reason.STOPPED)
        self._events += [FaultCleared(fault) for fault in self._faults]
        self._faults, self._stopped, self._needs_reset = (), False, False
        self._top, self._set_below = TableState.EMPTY, False

    def _cycle(self) -> Iterator[_Until]:
        """Take the tiles in and raise the set below; that is the same set, if none was stacked before."""
        wiring, sees = self._wiring, self._wiring.ready is not None
        if sees and self._set_below and self._lamp.lit is not True:
            yield from self._stacked()  # the drum holds one set: no tiles in before it is stacked
        yield from self._press(wiring.start, TableState.LID_OPEN)
        yield _Until(self._now_s + wiring.push_in_s)
        played_on = self._lamp.lit is True
        if sees and not played_on:
            yield from self._stacked()
        yield from self._raise()
        self._set_below = played_on

    def _stacked(self) -> Iterator[_Until]:
        self._top = TableState.STACKING
        yield _Until(self._now_s + self._wiring.stack_s, lit=True)

    def _raise(self) -> Iterator[_Until]:
        wiring = self._wiring
        yield from self._press(wiring.lift, TableState.RAISING)
        if wiring.ready is not None:
            yield _Until(self._now_s + wiring.raise_s, lit=False)
            self._top = TableState.WALLS_UP
        else:
            yield _Until(self._now_s + wiring.raise_s)
            self._top = TableState.UNKNOWN  # nobody saw them come up

    def _press(self, output: int, state: TableState) -> Iterator[_Until]:
        self._board.switch(output, on=True)
        self._top = state
        yield _Until(self._now_s + self._wiring.press_s)
        self._board.switch(output, on=False)

    def _release(self) -> None:
        for output in self._wiring.outputs:
            self._board.switch(output, on=False)

    def _go_on(self) -> None:
        """Take the next steps of what is under way, if they are due."""
        while self._running is not None and self._step is not None:
            self._elapsed_ms = round((self._now_s - self._begun_s) * 1000)
            lamp = self._step.lit is not None and self._lamp.lit is self._step.lit
            if not lamp and self._now_s < self._step.due_s:
                return
            if self._step.lit is not None and not lamp:
                self._gave_up()
                return
            self._advance()

    def _advance(self) -> None:
        steps = self._steps
        self._step = None if steps is None else next(steps, None)
        if self._step is None and self._running is not None:
            handle, self._running, self._steps = self._running, None, None
            self._show()  # who is told of the end finds the state that it led to
            self._tell_end(handle, finished(handle))

    def _gave_up(self) -> None:
        """The lamp did not do what it should in time: nobody knows what the table does."""
        self._release()
        self._needs_reset, self._top = True, TableState.UNKNOWN
        late = fault_of(FaultCode.CYCLE_TIMEOUT)
        if late not in self._faults:
            self._faults = (*self._faults, late)
            self._events.append(FaultRaised(late))
        self._end(Reason.DEADLINE)

    def _end(self, reason: Reason) -> None:
        handle, self._running, self._steps, self._step = self._running, None, None, None
        if handle is not None:
            self._tell_end(handle, finished(handle, reason))

    def _tell_end(self, handle: CommandHandle, ending: CommandFinished) -> None:
        self._events.append(ending)
        self._endings.append((handle, ending))

    def _up(self) -> None:
        self._link_up, self._cause, self._message, self._needs_reset = True, "", "", True
        self._events.append(LinkUp(_UNIT, "", rebooted=False))
        self._show()

    def _show(self) -> None:
        shown = self._states()
        if shown != self._shown:
            self._shown = shown
            self._events.append(StateChanged(*shown))

    def _states(self) -> tuple[TableState, TableState]:
        if self._stopped:
            return TableState.ESTOP, TableState.UNKNOWN
        if not self._link_up or self._needs_reset:
            return TableState.UNKNOWN, TableState.UNKNOWN
        lamp = {True: TableState.STACKED, False: TableState.EMPTY, None: TableState.UNKNOWN}
        below = TableState.UNKNOWN if self._wiring.ready is None else lamp[self._lamp.lit]
        top = below if self._top is TableState.EMPTY and below is TableState.STACKED else self._top
        return top, below
