"""A serial port over a real pseudo-terminal: opened alone, lost when its other end closes."""

import os
import termios
from pathlib import Path

import pytest
import serial

from drivers.link.errors import PortError, PortProblem, TransportLostError
from drivers.link.pseudo_terminal import PseudoTerminal
from drivers.link.serial_port import SerialPort, port_error


def test_bytes_go_both_ways_as_they_are() -> None:
    terminal = PseudoTerminal()
    transport = SerialPort(terminal.path).open()
    everything = bytes(range(256))
    transport.write(everything)
    assert _read_all(terminal, 256) == everything
    terminal.write(everything)
    assert _read_all(transport, 256) == everything
    transport.close()
    transport.close()
    terminal.close()


def _read_all(end: PseudoTerminal | object, size: int) -> bytes:
    data = b""
    for _ in range(50):
        data += end.read(0.1)  # type: ignore[attr-defined]
        if len(data) >= size:
            break
    return data


def test_a_read_ends_when_it_is_woken_and_when_time_is_up() -> None:
    terminal = PseudoTerminal()
    transport = SerialPort(terminal.path).open()
    transport.wake()
    assert transport.read(5.0) == b""
    assert transport.read(0.01) == b""
    transport.close()
    transport.wake()
    terminal.close()


def test_the_far_end_closing_is_the_cable_pulled() -> None:
    terminal = PseudoTerminal()
    transport = SerialPort(terminal.path).open()
    terminal.close()
    with pytest.raises(TransportLostError, match="check cable and power"):
        transport.read(1.0)
    with pytest.raises(TransportLostError, match="check cable and power"):
        transport.write(b"x")
    transport.close()


def test_a_far_end_that_takes_nothing_does_not_block_for_ever() -> None:
    terminal = PseudoTerminal()
    transport = SerialPort(terminal.path).open()
    with pytest.raises(TransportLostError):
        transport.write(bytes(1 << 20))
    transport.close()
    terminal.close()


def test_two_programs_do_not_share_a_port() -> None:
    terminal = PseudoTerminal()
    transport = SerialPort(terminal.path).open()
    with pytest.raises(PortError, match="in use by another program") as refused:
        SerialPort(terminal.path).open()
    assert refused.value.problem is PortProblem.BUSY
    transport.close()
    SerialPort(terminal.path).open().close()
    terminal.close()


def test_a_stable_name_is_resolved_anew_at_each_opening(tmp_path: Path) -> None:
    link = tmp_path / "table"
    first = PseudoTerminal()
    first.publish(link)
    port = SerialPort(str(link))
    port.open().close()
    second = PseudoTerminal()
    second.publish(link)
    transport = port.open()
    transport.write(b"hello")
    assert _read_all(second, 5) == b"hello"
    transport.close()
    first.close()
    assert link.exists(), "the older terminal must not take the link of the newer one away"
    second.close()
    assert not link.is_symlink()


def test_closing_does_not_reset_the_board() -> None:
    terminal = PseudoTerminal()
    descriptor = os.open(terminal.path, os.O_RDWR | os.O_NOCTTY)
    attributes = termios.tcgetattr(descriptor)
    attributes[2] |= termios.HUPCL  # as a real port has it
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)
    transport = SerialPort(terminal.path).open()
    assert termios.tcgetattr(descriptor)[2] & termios.HUPCL == 0
    os.close(descriptor)
    transport.close()
    terminal.close()


@pytest.mark.parametrize("path", ["/dev/serial/by-id/no-such-table", "/no/such/folder/port"])
def test_a_port_that_is_not_there_says_so(path: str) -> None:
    with pytest.raises(PortError, match=f"there is no port {path}") as refused:
        SerialPort(path).open()
    assert refused.value.problem is PortProblem.MISSING
    assert "\n" not in str(refused.value)


def test_a_file_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no port")
    for path in (file, tmp_path):
        with pytest.raises(PortError, match="is no serial port") as refused:
            SerialPort(str(path)).open()
        assert refused.value.problem is PortProblem.NOT_A_PORT


@pytest.mark.parametrize(
    ("error", "problem", "words"),
    [
        (PermissionError(13, "Permission denied"), PortProblem.NOT_PERMITTED, "group"),
        (PermissionError(1, "Operation not permitted"), PortProblem.FORBIDDEN_BY_UNIT, "DeviceAllow"),
        (serial.SerialException(16, "busy"), PortProblem.BUSY, "another program"),
        (termios.error(25, "Inappropriate ioctl"), PortProblem.NOT_A_PORT, "no serial port"),
        (OSError(5, "Input/output error"), PortProblem.FAILED, "Input/output error"),
    ],
)
def test_each_cause_has_its_own_advice(error: Exception, problem: PortProblem, words: str, tmp_path: Path) -> None:
    file = tmp_path / "port"
    file.touch()
    told = port_error(str(file), error)
    assert told.problem is problem
    assert words in str(told)


def test_a_stable_name_needs_no_advice() -> None:
    assert SerialPort("/dev/serial/by-id/usb-table").stable_names() == ()
    assert SerialPort("/dev/ttyUSB99").stable_names() == ()
