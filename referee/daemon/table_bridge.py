"""Between a table's driver and the desk: commands one way, what the table tells the other. Knows both, decides nothing.

Callbacks run in the driver's own thread and only hand over.
"""

from collections.abc import Callable, Mapping
from typing import Final

import structlog

from drivers.table.events import ButtonPressed, DiceRolled, FaultRaised, StateChanged, TableEvent
from drivers.table.faults import Fault as TableFault
from drivers.table.faults import FaultCode
from drivers.table.interface import Table, TableSnapshot
from drivers.table.states import Button, Capability, TableState
from referee.daemon.service_record import ServiceRecord
from referee.desk.observation import ButtonSeen, DiceSeen, Observation, TableSeen
from referee.desk.state import Fault, TableStatus, WallCheck
from referee.game import WALL_TILES, Seat

_log = structlog.get_logger("table")
_BUTTONS: Final = {Button.READY: "ready", Button.RON: "ron", Button.CALL: "call"}
_ACTS: Final[Mapping[str, Capability]] = {"start_cycle": Capability.CYCLE, "roll_dice": Capability.DICE}
_OLDEST_PRESS_S: Final = 1.5
"""A press that was held up by the line longer than this might belong to another moment: a person is asked instead."""

_SIDES: Final[Mapping[int, Mapping[int, Seat]]] = {
    2: {0: Seat.A, 2: Seat.B},
    3: {0: Seat.A, 1: Seat.B, 2: Seat.C},
    4: {0: Seat.A, 1: Seat.B, 2: Seat.C, 3: Seat.D},
}
"""Who sits at which side of the table, by the number of players: two face each other; with three the last is free."""
_NOBODY: Final[Mapping[int, Seat]] = {}


class TableBridge:
    """A table as the desk sees it (`TableControl`), and the desk as the table sees it (a listener).

    `players` says how many play in the open match, which decides whose the buttons at a side are. `record` is told of
    what the set below does and of each fault.
    """

    def __init__(
        self,
        table: Table,
        observe: Callable[[Observation], None],
        players: Callable[[], int],
        record: ServiceRecord | None = None,
    ) -> None:
        self._table = table
        self._record = record
        self._players = players
        self._observe = observe
        self._unsubscribe: Callable[[], None] | None = None

    def start(self) -> None:
        """Open the table and listen to it. Moves nothing."""
        self._unsubscribe = self._table.subscribe(self._told)
        self._table.start()
        self.tell()

    @property
    def turned_s(self) -> float | None:
        """When the back end's thread last went round; None for one without."""
        return self._table.turned_s

    def close(self) -> None:
        """Stop listening, give the port back."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._table.close()

    def start_cycle(self) -> None:
        """Take in, shuffle, stack, raise."""
        self._table.cycle()

    def roll_dice(self) -> None:
        """Roll; the throw comes as an observation."""
        self._table.roll_dice()

    def reset(self) -> None:
        """On a person's word."""
        self._table.reset()

    def emergency_stop(self) -> None:
        """At once, past every queue."""
        _log.warning("emergency_stop")
        self._table.emergency_stop()

    def tell(self) -> None:
        """Hand the desk the table's present state, its link's counters included."""
        seats = _SIDES.get(self._players(), _NOBODY)
        self._observe(TableSeen(status_of(self._table.snapshot(), self._record, seats)))

    def _told(self, event: TableEvent) -> None:
        match event:
            case DiceRolled():
                self._observe(DiceSeen(tuple(event.dice)))
            case ButtonPressed(button=Button.STOP):
                _log.warning("emergency_stop", side=event.seat_index)  # the driver has sent it on already
            case ButtonPressed():
                self._pressed(event)
            case StateChanged(stacking=stacking) if self._record is not None:
                self._record.below(stacking)
            case FaultRaised(fault=fault) if self._record is not None:
                self._record.failed(fault)
            case _:
                pass
        self.tell()

    def _pressed(self, event: ButtonPressed) -> None:
        seat = _SIDES.get(self._players(), {}).get(event.seat_index)
        if seat is not None and event.button in _BUTTONS:
            button = _BUTTONS[event.button] if event.age_s <= _OLDEST_PRESS_S else "call"
            self._observe(ButtonSeen(seat, button))


def status_of(
    snapshot: TableSnapshot, record: ServiceRecord | None = None, seats: Mapping[int, Seat] = _NOBODY
) -> TableStatus:
    """The table's state in the desk's words. `seats`: who sits at which side."""
    state = snapshot.state.value
    if snapshot.needs_reset and state not in ("FAULT", "ESTOP", "TEST"):
        state = "UNKNOWN"
    return TableStatus(
        state=state,
        stacks=snapshot.stacks,
        walls=_walls(snapshot, state),
        raised=snapshot.raised,
        fault=None if snapshot.fault is None else _fault(snapshot.fault, seats),
        faults=tuple(_fault(fault, seats) for fault in snapshot.faults),
        stacking_s=None if record is None else record.stacking_s,
        usual_stacking_s=None if record is None else record.usual_stacking_s,
        trips=0 if record is None else record.trips,
        scores={seat: points for side, seat in seats.items() if (points := snapshot.scores[side]) is not None},
        link_up=snapshot.link_up,
        round_trip_ms=snapshot.round_trip_ms,
        resends=snapshot.resends,
        bad_frames=snapshot.bad_frames,
        trouble=_trouble(snapshot),
        port=snapshot.port,
        facts=snapshot.link_facts,
        lacks=_lacks(snapshot),
    )


def _walls(snapshot: TableSnapshot, state: str) -> WallCheck:
    """Whether the walls that are up are those of a whole set, 17 stacks of two at each side."""
    if state != TableState.WALLS_UP:
        return WallCheck.NONE
    if any(fault.code is FaultCode.MODE_CHANGED for fault in snapshot.faults):
        return WallCheck.MODE_PENDING
    if snapshot.raised is None:
        return WallCheck.UNCOUNTED
    whole = all(2 * stacks == WALL_TILES for stacks in snapshot.raised)
    return WallCheck.COMPLETE if whole else WallCheck.INCOMPLETE


def _fault(fault: TableFault, seats: Mapping[int, Seat]) -> Fault:
    where = fault.where
    seat = "" if where.side is None else str(seats.get(where.side, ""))
    return Fault(fault.code.value, fault.latched, where.side, seat, where.part, where.count)


def _trouble(snapshot: TableSnapshot) -> str:
    if snapshot.link_up:
        return "noisy" if snapshot.noisy else ""
    return snapshot.link_cause


def _lacks(snapshot: TableSnapshot) -> frozenset[str]:
    if not snapshot.link_up:  # nobody knows, and nothing can be asked for anyway
        return frozenset()
    return frozenset(act for act, needed in _ACTS.items() if needed not in snapshot.capabilities)
