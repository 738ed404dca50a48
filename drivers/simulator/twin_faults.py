"""What is wrong with the simulated table: causes that are present, and faults that are latched. Pure.

A cause is put in and taken out by whoever plays the world; a fault that stops stays latched until a reset finds its
cause gone.
"""

from dataclasses import dataclass

from drivers.table.faults import Fault, FaultLevel, FaultPlace
from drivers.table.states import TableState


@dataclass(frozen=True, slots=True)
class Trigger:
    """When a cause sets in: in this state, once a side (any, or the fault's own) has so many stacks."""

    state: TableState
    stacks: int = 0


@dataclass(slots=True)
class TwinFaults:
    """Causes and latched faults, first come first."""

    waiting: list[tuple[Trigger, Fault]]
    causes: list[Fault]
    latched: list[Fault]

    @classmethod
    def none(cls) -> "TwinFaults":
        """A healthy table."""
        return cls([], [], [])

    def plan(self, trigger: Trigger, fault: Fault) -> None:
        """Let a cause set in later."""
        self.waiting.append((trigger, fault))

    def due(self, state: TableState, stacking: TableState, stacks: tuple[int, int, int, int]) -> list[Fault]:
        """The planned causes that set in now; they are planned no more."""
        now = [
            (trigger, fault)
            for trigger, fault in self.waiting
            if trigger.state in (state, stacking) and _count(fault.where, stacks) >= trigger.stacks
        ]
        self.waiting = [planned for planned in self.waiting if planned not in now]
        return [fault for _, fault in now]

    def set_in(self, fault: Fault) -> bool:
        """A cause is there; False if it was known."""
        if fault in self.causes:
            return False
        self.causes.append(fault)
        if fault.latched and fault not in self.latched:
            self.latched.append(fault)
        return True

    def latch(self, fault: Fault) -> bool:
        """A fault happened whose cause is over already; False if it was latched before."""
        if fault in self.latched:
            return False
        self.latched.append(fault)
        return True

    def gone(self, code: str, where: FaultPlace | None = None) -> list[Fault]:
        """Take a cause out; returns the faults that are gone with it, because nothing had latched them."""
        out = [fault for fault in self.causes if fault.code == code and where in (None, fault.where)]
        self.causes = [fault for fault in self.causes if fault not in out]
        self.waiting = [planned for planned in self.waiting if planned[1].code != code]
        return [fault for fault in out if not fault.latched]

    def in_the_way(self) -> Fault | None:
        """The first cause that forbids a reset."""
        return next((fault for fault in self.causes if fault.level is FaultLevel.STOP), None)

    def reset(self) -> list[Fault]:
        """Forget what was latched; returns it."""
        released, self.latched = self.latched, []
        return released

    def present(self) -> list[Fault]:
        """Everything a host should know of, first come first."""
        return self.latched + [fault for fault in self.causes if fault not in self.latched]


def _count(where: FaultPlace, stacks: tuple[int, int, int, int]) -> int:
    return max(stacks) if where.side is None else stacks[where.side]
