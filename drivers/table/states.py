"""What a table can be doing, what can be asked of it, and the buttons on it. Pure values."""

from enum import IntFlag, StrEnum


class TableState(StrEnum):
    """Where the table stands.

    Two sets of tiles are in use: one on the table top, one below. A table reports one state, that of the top, or while
    the top is empty that of the set below; and beside it the state of the set below (`EMPTY`, `STACKING`,
    `PAUSED_TOPUP`, `STACKED`).
    """

    UNKNOWN = "UNKNOWN"
    """After a start, a link loss, a stop: nobody may assume anything; a person resets."""
    HOMING = "HOMING"
    EMPTY = "EMPTY"
    LID_OPENING = "LID_OPENING"
    LID_OPEN = "LID_OPEN"
    LID_CLOSING = "LID_CLOSING"
    STACKING = "STACKING"
    PAUSED_TOPUP = "PAUSED_TOPUP"
    STACKED = "STACKED"
    RAISING = "RAISING"
    WALLS_UP = "WALLS_UP"
    LOWERING = "LOWERING"
    DICE_ROLLING = "DICE_ROLLING"
    TEST = "TEST"
    FAULT = "FAULT"
    ESTOP = "ESTOP"


class Button(StrEnum):
    """The keys at each side of the table. What a press means is decided far above."""

    START = "start"
    LIFT = "lift"
    DICE = "dice"
    READY = "ready"
    RON = "ron"
    CALL = "call"
    """Call the referee."""
    STOP = "stop"
    """Emergency stop: the one press that is acted on here and not above."""


class CommandKind(StrEnum):
    """What can be asked of a table."""

    RESET = "reset"
    """Forget latched faults and go to the home position; only on a person's word."""
    CYCLE = "cycle"
    """Take the tiles in, stack, raise: ends with the walls up."""
    RAISE = "raise"
    LOWER = "lower"
    DICE = "dice"
    STOP = "stop"
    """Stop what is running, without latching; the state is unknown afterwards."""


class Capability(IntFlag):
    """What a controller can do, as it says in HELLO."""

    CYCLE = 1
    RAISE = 2
    LOWER = 4
    DICE = 8
    BUTTONS = 16
    STACK_COUNT = 32
    TOP_UP = 64
    SCORES = 128


NEEDED_CAPABILITY: dict[CommandKind, Capability] = {
    CommandKind.CYCLE: Capability.CYCLE,
    CommandKind.RAISE: Capability.RAISE,
    CommandKind.LOWER: Capability.LOWER,
    CommandKind.DICE: Capability.DICE,
}
"""Commands that a controller may lack; reset and stop it must have."""


class Reason(StrEnum):
    """Why a command was not carried out, or not to its end."""

    NOT_HOMED = "not_homed"
    BUSY = "busy"
    FAULT = "fault"
    ESTOP = "estop"
    TEST_MODE = "test_mode"
    UNSUPPORTED = "unsupported"
    NOTHING_STACKED = "nothing_stacked"
    BAD_ARGUMENT = "bad_argument"
    STOPPED = "stopped"
    HOST_LOST = "host_lost"
    LINK_DOWN = "link_down"
    LINK_LOST = "link_lost"
    NEEDS_RESET = "needs_reset"
    """A person has not yet said that the table is clear, after a start, a link loss, or a stop."""
    DEADLINE = "deadline"
    UNKNOWN_REASON = "unknown_reason"
    CLOSED = "closed"
