"""The device end of a pseudo-terminal: what the firmware twin speaks through; the host opens `path` as a serial port.

Like the wire of a real port it loses what nobody reads. Linux only, as everything that opens ports here.
"""

import contextlib
import errno
import os
import tty
from pathlib import Path

from drivers.link.errors import LinkError, TransportLostError
from drivers.link.waker import Waker


class PseudoTerminal:
    """A pair of terminals, raw, with the far end kept open: a host that leaves is silence, no end of file."""

    def __init__(self) -> None:
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path = os.ttyname(self._far)
        self._waker = Waker()
        self._link: Path | None = None
        self._closed = False

    def publish(self, link: Path) -> None:
        """Let `link` point to the terminal, in place of an older link: a stable name, as udev would give.

        Raises LinkError if it cannot be made, or if something else than a link is there already.
        """
        if link.exists() and not link.is_symlink():
            raise LinkError(f"{link} exists and is no link: it is not overwritten")
        fresh = link.with_name(f".{link.name}.{os.getpid()}")
        try:
            fresh.symlink_to(self.path)
            fresh.replace(link)
        except OSError as error:
            raise LinkError(f"the link {link} cannot be made: {error.strerror}") from error
        self._link = link

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return self._near

    def read(self, timeout_s: float) -> bytes:
        """Bytes as they come. Raises TransportLostError after `close`."""
        if self._closed:
            raise TransportLostError(f"the pseudo-terminal {self.path} is closed")
        if not self._waker.wait(self._near, timeout_s):
            return b""
        try:
            return os.read(self._near, 4096)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno == errno.EIO:  # no far end
                return b""
            raise TransportLostError(f"the pseudo-terminal {self.path} failed: {error}") from error

    def write(self, data: bytes) -> None:
        """Write what fits; the rest is lost, as on a wire without a reader."""
        if self._closed:
            raise TransportLostError(f"the pseudo-terminal {self.path} is closed")
        with contextlib.suppress(BlockingIOError):
            os.write(self._near, data)

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._waker.wake()

    def close(self) -> None:
        """Close both ends: to the host this is the cable being pulled. Takes its own link away."""
        if self._closed:
            return
        self._closed = True
        if self._link is not None and self._points_here(self._link):
            self._link.unlink(missing_ok=True)
        os.close(self._near)
        os.close(self._far)
        self._waker.close()

    def _points_here(self, link: Path) -> bool:
        try:
            return str(link.readlink()) == self.path
        except OSError:
            return False
