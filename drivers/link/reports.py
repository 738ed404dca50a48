"""What a session tells its owner. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from drivers.link.errors import PortProblem
from drivers.link.messages import Command, EmergencyStop, HelloReply, Message


class LossCause(StrEnum):
    """Why a session ended."""

    SILENT = "silent"
    """Frames stopped coming."""
    NO_ANSWER = "no_answer"
    """The port is open, but nothing answers HELLO."""
    NOT_ACKNOWLEDGED = "not_acknowledged"
    """A frame was sent as often as allowed."""
    PORT_LOST = "port_lost"
    """The port itself failed: cable, power, the other program."""
    CLOSED = "closed"
    """The own side closed it."""


class RefusalCause(StrEnum):
    """Why the unit that answered is not used."""

    PROTOCOL_VERSION = "protocol_version"
    UNIT_ID = "unit_id"


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """HELLO was answered. `rebooted`: the controller started anew since the last session (False in the first one)."""

    hello: HelloReply
    rebooted: bool
    opened_s: float


@dataclass(frozen=True, slots=True)
class SessionLost:
    """The session is over; nothing sent in it may be relied on. `was_open` is False if HELLO was never answered."""

    cause: LossCause
    message: str
    was_open: bool


@dataclass(frozen=True, slots=True)
class SessionRefused:
    """The unit that answered is the wrong one or speaks another version; nothing was sent to it but HELLO.

    `facts` are what the message names: `found` and `expected`, as unit ids or as versions of the protocol.
    """

    cause: RefusalCause
    message: str
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MessageArrived:
    """A message of the other side, each one once; `at_s` is the own clock."""

    message: Message
    at_s: float


@dataclass(frozen=True, slots=True)
class EmergencyStopAnswered:
    """The controller says that its motors are off."""

    number: int


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A message that was never sent, because the session ended or an emergency stop took it back."""

    message: Message


@dataclass(frozen=True, slots=True)
class PortNotOpen:
    """The port cannot be opened; told once per change of cause, tried on with a growing pause."""

    problem: PortProblem
    message: str


@dataclass(frozen=True, slots=True)
class LineNoisy:
    """The line has become noisy, or is no longer; `share` of the last minute's frames were damaged or sent again.

    `programs`: others that have the port open, as far as can be seen; two readers take each other's bytes away.
    """

    noisy: bool
    share: float
    programs: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """One line for people."""
        if not self.noisy:
            return "the line is good again"
        named = f" ({', '.join(self.programs)})" if self.programs else ""
        return (
            f"{self.share:.0%} of the frames are damaged or sent again: check plug, cable and shielding, "
            f"keep the cable away from motors; another program may be using this port{named}"
        )


HostReport: TypeAlias = (
    SessionOpened
    | SessionLost
    | SessionRefused
    | MessageArrived
    | EmergencyStopAnswered
    | Undelivered
    | PortNotOpen
    | LineNoisy
)


@dataclass(frozen=True, slots=True)
class HostConnected:
    """A session began; `same_host` is False if it is another run of the host than before."""

    same_host: bool


@dataclass(frozen=True, slots=True)
class HostSilent:
    """The host is not heard any more: motors off."""


@dataclass(frozen=True, slots=True)
class CommandArrived:
    """A command frame, each one once; the same `command_id` may still come twice."""

    command: Command


@dataclass(frozen=True, slots=True)
class StopArrived:
    """An emergency stop; it may come any number of times. The reply has been sent."""

    stop: EmergencyStop


ControllerReport: TypeAlias = HostConnected | HostSilent | CommandArrived | StopArrived
