"""The numbers that states, verbs, reasons, faults, levels and buttons have on the line; PROTOCOL.md prints them.

Numbers are never used again for something else. A number that this program does not know comes from a newer firmware
and is read as the unknown member of its kind, never as something harmless.
"""

from typing import Final

from drivers.link.messages import NO_SIDE, FaultEvent
from drivers.table.faults import Fault, FaultCode, FaultLevel, FaultPlace
from drivers.table.states import Button, CommandKind, Reason, TableState

STATE_NUMBERS: Final[dict[TableState, int]] = {state: number for number, state in enumerate(TableState)}

VERB_NUMBERS: Final[dict[CommandKind, int]] = {
    CommandKind.RESET: 1,
    CommandKind.CYCLE: 2,
    CommandKind.RAISE: 3,
    CommandKind.LOWER: 4,
    CommandKind.DICE: 5,
    CommandKind.STOP: 6,
}

REASON_NUMBERS: Final[dict[Reason, int]] = {
    Reason.NOT_HOMED: 1,
    Reason.BUSY: 2,
    Reason.FAULT: 3,
    Reason.ESTOP: 4,
    Reason.TEST_MODE: 5,
    Reason.UNSUPPORTED: 6,
    Reason.NOTHING_STACKED: 7,
    Reason.BAD_ARGUMENT: 8,
    Reason.STOPPED: 9,
    Reason.HOST_LOST: 10,
}

FAULT_NUMBERS: Final[dict[FaultCode, int]] = {
    code: number for number, code in enumerate(FaultCode, start=1) if code is not FaultCode.UNKNOWN_FAULT
}

LEVEL_NUMBERS: Final[dict[FaultLevel, int]] = {FaultLevel.WARN: 1, FaultLevel.STOP: 2}

BUTTON_NUMBERS: Final[dict[Button, int]] = {button: number for number, button in enumerate(Button, start=1)}

_STATES: Final = {number: state for state, number in STATE_NUMBERS.items()}
_VERBS: Final = {number: verb for verb, number in VERB_NUMBERS.items()}
_REASONS: Final = {number: reason for reason, number in REASON_NUMBERS.items()}
_FAULTS: Final = {number: code for code, number in FAULT_NUMBERS.items()}
_BUTTONS: Final = {number: button for button, number in BUTTON_NUMBERS.items()}


def state_of(number: int) -> TableState:
    """The state with that number; UNKNOWN for a number not known."""
    return _STATES.get(number, TableState.UNKNOWN)


def verb_of(number: int) -> CommandKind | None:
    """The verb with that number, or None."""
    return _VERBS.get(number)


def reason_of(number: int) -> Reason:
    """The reason with that number; UNKNOWN_REASON for a number not known."""
    return _REASONS.get(number, Reason.UNKNOWN_REASON)


def fault_code_of(number: int) -> FaultCode:
    """The fault with that number; UNKNOWN_FAULT for a number not known."""
    return _FAULTS.get(number, FaultCode.UNKNOWN_FAULT)


def button_of(number: int) -> Button | None:
    """The button with that number, or None."""
    return _BUTTONS.get(number)


def fault_in(event: FaultEvent) -> Fault:
    """The fault that an event tells of; a level not known counts as STOP."""
    return Fault(
        code=fault_code_of(event.fault),
        where=FaultPlace(None if event.side == NO_SIDE else event.side, event.part, event.count),
        level=FaultLevel.WARN if event.level == LEVEL_NUMBERS[FaultLevel.WARN] else FaultLevel.STOP,
        latched=event.latched,
    )


def fault_event(event_number: int, at_ms: int, fault: Fault, *, raised: bool) -> FaultEvent:
    """The event that tells of a fault."""
    return FaultEvent(
        event_number=event_number,
        at_ms=at_ms,
        fault=FAULT_NUMBERS[fault.code],
        raised=raised,
        level=LEVEL_NUMBERS[fault.level],
        latched=fault.latched,
        side=NO_SIDE if fault.where.side is None else fault.where.side,
        count=fault.where.count,
        part=fault.where.part,
    )
