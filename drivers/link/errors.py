"""Errors of the link: each is one line that says what, where, and what to do about it."""

from enum import StrEnum

from referee.tiles.errors import InputError


class LinkError(InputError):
    """The serial line or the unit behind it cannot be used; the message is fit to be shown as it is."""


class PortProblem(StrEnum):
    """Why a port cannot be opened; a log line is due when this changes, not at every try."""

    MISSING = "missing"
    NOT_PERMITTED = "not_permitted"
    FORBIDDEN_BY_UNIT = "forbidden_by_unit"
    BUSY = "busy"
    REFUSED = "refused"
    """A TCP port that takes no connection."""
    UNREACHABLE = "unreachable"
    """A TCP port in whose place nothing answers."""
    NOT_A_PORT = "not_a_port"
    FAILED = "failed"


class PortError(LinkError):
    """A port cannot be opened; `problem` tells the causes apart."""

    def __init__(self, problem: PortProblem, message: str) -> None:
        super().__init__(message)
        self.problem = problem


class TransportLostError(LinkError):
    """An open port stopped working: unplugged, its other end closed, or it takes no more bytes."""


class MessageError(LinkError):
    """Bytes are no message of the table, or a value does not fit its field."""
