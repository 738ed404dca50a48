"""What a line of bytes must offer, whatever is behind it: serial port, pseudo-terminal, TCP, memory.

A `Port` is a place that can be opened again and again under a stable name; a `Transport` is one opening of it. Used by
`LinkThread` only; `wake` is the one call that other threads may make.
"""

from typing import Protocol


class Transport(Protocol):
    """An open line."""

    def read(self, timeout_s: float) -> bytes:
        """Bytes as they come, or none after the time-out or a `wake`. Raises TransportLostError."""

    def write(self, data: bytes) -> None:
        """Write all bytes, within a bounded time. Raises TransportLostError."""

    def wake(self) -> None:
        """Let a `read` that waits return at once. Safe from any thread, also after `close`."""

    def close(self) -> None:
        """Give the line back; a second call does nothing."""


class Port(Protocol):
    """A line that can be opened."""

    @property
    def name(self) -> str:
        """The name that the configuration gives it."""

    def open(self) -> Transport:
        """Open it, resolving the name anew. Raises PortError."""

    def programs(self) -> tuple[str, ...]:
        """Other programs that have it open now, as far as this one can see, each with its process number."""
