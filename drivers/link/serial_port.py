"""A serial port by its stable name, with pyserial 3.5 behind it.

pyserial raises SerialException (an OSError) for most troubles, a plain OSError from `in_waiting`, and termios.error (no
OSError at all) when a device vanishes between open and set-up: all three are caught here and nowhere else. What it does
not do: frames, retries; the name is resolved anew at each `open`, because a controller that was power-cycled comes back
under another number.
"""

import contextlib
import errno
import fcntl
import os
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import serial

from drivers.link.errors import PortError, PortProblem, TransportLostError
from drivers.link.port_holders import MEDDLERS, programs_on
from drivers.link.port_permission import forbidden_advice, permission_advice
from drivers.link.waker import Waker

BAUD_RATE: Final = 115_200
WRITE_TIMEOUT_S: Final = 0.3
STABLE_FOLDERS: Final = ("/dev/serial/by-id", "/dev/serial/by-path")
_TROUBLE: Final = (serial.SerialException, OSError, termios.error)


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port named by path, best a link under /dev/serial/by-id or by-path."""

    path: str
    baud_rate: int = BAUD_RATE

    @property
    def name(self) -> str:
        """The path as configured."""
        return self.path

    def open(self) -> "SerialTransport":
        """Open it for this program alone. Raises PortError."""
        real = os.path.realpath(self.path)
        line = serial.Serial(
            baudrate=self.baud_rate, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True, rtscts=False
        )
        # Set before the port opens: many boards take a change of DTR or RTS for a reset.
        line.dtr = True
        line.rts = True
        line.port = real
        try:
            line.open()
        except _TROUBLE as error:
            raise port_error(self.path, error) from error
        _keep_to_ourselves(line, real)
        return SerialTransport(line, self.path)

    @property
    def may_be_renamed(self) -> bool:
        """Whether the name is a number that the system gives away anew whenever something is plugged in."""
        return Path(self.path).name.startswith(("ttyUSB", "ttyACM"))

    def programs(self) -> tuple[str, ...]:
        """Other programs that have the device open."""
        return programs_on(self.path)

    def stable_names(self) -> tuple[str, ...]:
        """Names that stay when numbers change, for a port configured by its number; empty if there are none."""
        if not self.may_be_renamed:
            return ()
        real = os.path.realpath(self.path)
        found = []
        for folder in STABLE_FOLDERS:
            with contextlib.suppress(OSError):
                found += [str(link) for link in sorted(Path(folder).iterdir()) if os.path.realpath(link) == real]
        return tuple(found)


class SerialTransport:
    """An open serial port."""

    def __init__(self, line: serial.Serial, name: str) -> None:
        self._line = line
        self._name = name
        self._waker = Waker()

    def read(self, timeout_s: float) -> bytes:
        """Bytes as they come. Raises TransportLostError when the device is gone."""
        try:
            if not self._waker.wait(self._line.fileno(), timeout_s):
                return b""
            return bytes(self._line.read(max(1, self._line.in_waiting)))
        except _TROUBLE as error:
            raise self._lost(error) from error

    def write(self, data: bytes) -> None:
        """Write all bytes. Raises TransportLostError when the device is gone or takes none for WRITE_TIMEOUT_S."""
        try:
            self._line.write(data)
        except _TROUBLE as error:
            raise self._lost(error) from error

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._waker.wake()

    def close(self) -> None:
        """Give the port back."""
        # Thrown away first: the kernel would wait up to 30 s for a dead device to take the bytes that are left.
        with contextlib.suppress(*_TROUBLE):
            self._line.reset_output_buffer()
        with contextlib.suppress(*_TROUBLE):
            self._line.close()
        self._waker.close()

    def _lost(self, error: Exception) -> TransportLostError:
        return TransportLostError(f"the port {self._name} stopped working ({error}): check cable and power")


def _keep_to_ourselves(line: serial.Serial, real: str) -> None:
    # pyserial's lock binds only programs that ask for it; TIOCEXCL binds all but root. Not on a pseudo-terminal: there
    # the mark outlives a killed program, because the other end keeps the pair alive.
    descriptor = line.fileno()
    if not real.startswith("/dev/pts/"):
        with contextlib.suppress(OSError):
            fcntl.ioctl(descriptor, termios.TIOCEXCL)
    # Without HUPCL closing does not drop DTR, so ending this program does not reset the controller.
    with contextlib.suppress(termios.error, OSError):
        attributes = termios.tcgetattr(descriptor)
        attributes[2] &= ~termios.HUPCL
        termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def port_error(path: str, error: Exception) -> PortError:
    """The error for a port that cannot be opened: which cause, and what to do about it."""
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return PortError(PortProblem.MISSING, f"there is no port {path}: check cable, power and the configured name")
    if code == errno.EACCES:
        return PortError(PortProblem.NOT_PERMITTED, permission_advice(path))
    if code == errno.EPERM:
        return PortError(PortProblem.FORBIDDEN_BY_UNIT, forbidden_advice(path))
    if code in (errno.EBUSY, errno.EAGAIN):
        return PortError(PortProblem.BUSY, _busy_text(path))
    if code in (errno.ENOTTY, errno.EISDIR, errno.EINVAL) or isinstance(error, termios.error):
        return PortError(PortProblem.NOT_A_PORT, f"{path} is no serial port")
    if isinstance(error, serial.SerialException) and "configure" in str(error):
        return PortError(PortProblem.NOT_A_PORT, f"{path} is no serial port")
    return PortError(PortProblem.FAILED, f"the port {path} cannot be opened: {error}")


def _busy_text(path: str) -> str:
    programs = programs_on(path)
    if not programs:
        return f"the port {path} is in use by another program: close it (a second copy, a terminal, ModemManager)"
    meddler = any(name.startswith(MEDDLERS) for name in programs)
    remedy = "it lets go by itself; the udev rule keeps it away for good" if meddler else "close it"
    return f"the port {path} is in use by another program, {', '.join(programs)}: {remedy}"
