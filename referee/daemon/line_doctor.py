"""Looks into the line to a table before it is relied on: its name, who else is on it, who answers. Moves nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drivers.link.check import ask_identity
from drivers.link.errors import LinkError
from drivers.link.named_port import port_named
from drivers.link.port_holders import meddlers
from drivers.link.serial_port import SerialPort
from drivers.link.transport import Port
from referee.daemon.configuration import ControllerTableSettings
from referee.daemon.table_line import name_advice


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `text` says what was found, and what to do if it is not good."""

    what: str
    good: bool
    text: str


def examine_line(
    settings: ControllerTableSettings, running_meddlers: Callable[[], tuple[str, ...]] = meddlers
) -> tuple[Finding, ...]:
    """Everything about the line of these settings. Takes up to three seconds."""
    port = port_named(settings.port)
    return (*_findings_of_name(port), *_findings_of_meddlers(port, running_meddlers()), _answer(port, settings.unit))


def _findings_of_name(port: Port) -> Iterator[Finding]:
    if isinstance(port, SerialPort):
        good = not port.may_be_renamed
        yield Finding("name", good, f"{port.name} is a stable name" if good else name_advice(port))


def _findings_of_meddlers(port: Port, running: tuple[str, ...]) -> Iterator[Finding]:
    if isinstance(port, SerialPort) and running:
        text = f"{', '.join(running)} may hold the port after each plugging in: install the udev rule, or switch it off"
        yield Finding("other programs", False, text)


def _answer(port: Port, unit: str) -> Finding:
    try:
        hello = ask_identity(port, unit or None)
    except LinkError as error:
        return Finding("answer", False, str(error))
    version = f"{hello.major}.{hello.minor}"
    text = f"{hello.unit_id} answers at {port.name}: firmware {hello.firmware}, protocol {version}"
    return Finding("answer", True, text if unit else f"{text}; set table.unit to it, so that no other is taken for it")
