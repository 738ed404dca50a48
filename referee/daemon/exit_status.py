"""What `junanaho` ends with, for shells and for programs that call it."""

from enum import IntEnum, unique


@unique
class ExitStatus(IntEnum):
    """The exit statuses of every command."""

    DONE = 0
    NO = 1
    """The question was answered with no: a record differs, a configuration has problems, a line of a file was bad."""
    BAD_INPUT = 2
    INTERRUPTED = 130
