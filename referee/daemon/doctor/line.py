"""The line to the table: its name, who may open it, who has it, who meddles, and who answers. Moves nothing.

`look_at_line` looks, `findings_of_line` judges what it saw.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from drivers.device_node import Caller, DeviceNode, node_of, permission_remedy, this_caller
from drivers.link.check import ask_identity
from drivers.link.errors import LinkError, PortError, PortProblem
from drivers.link.messages import HelloReply
from drivers.link.named_port import port_named
from drivers.link.port_holders import meddlers
from drivers.link.port_permission import INSTALL_RULE
from drivers.link.serial_port import SerialPort
from referee.daemon.configuration import ControllerTableSettings
from referee.daemon.doctor.board_answer import ask_board
from referee.daemon.doctor.finding import Finding, Level, fine, stop, told_apart, warning
from referee.daemon.relay_table_settings import RelayTableSettings
from referee.daemon.table_line import name_advice
from referee.daemon.table_lock import TableInUseError, table_lock
from referee.tiles import InputError

AREA: Final = "line"
LineSettings = ControllerTableSettings | RelayTableSettings


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nobody answered: the error's line, and the problem with the port if it is one."""

    message: str
    problem: PortProblem | None = None


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What was seen of a line.

    `renamed`: the advice for a name that does not stay, empty for one that does. `node`: the device, None if it is not
    there or `port` is no device. `driven_by`: what a running daemon that has the line is called, empty if none has it.
    `answer`: a controller's, words about a relay board, or why there is none; None where nobody was asked.
    """

    port: str
    is_device: bool
    caller: Caller
    renamed: str = ""
    node: DeviceNode | None = None
    may_open: bool = False
    meddlers: tuple[str, ...] = ()
    driven_by: str = ""
    no_lock: str = ""
    answer: HelloReply | Refusal | str | None = None
    unit: str = ""


def look_at_line(settings: LineSettings, running_meddlers: Callable[[], tuple[str, ...]] = meddlers) -> LineFacts:
    """Look at the line of a table, and ask who is there unless a daemon has it. Takes up to three seconds."""
    port = port_named(settings.port)
    driven_by, no_lock = _driven_by(settings.port)
    facts = {
        "port": port.name,
        "caller": this_caller(),
        "driven_by": driven_by,
        "no_lock": no_lock,
        "answer": None if driven_by else _answer(settings),
        "unit": settings.unit if isinstance(settings, ControllerTableSettings) else "",
    }
    if not isinstance(port, SerialPort):
        return LineFacts(is_device=False, **facts)  # type: ignore[arg-type]
    return LineFacts(
        is_device=True,
        renamed=name_advice(port) if port.may_be_renamed else "",
        node=node_of(port.path),
        may_open=os.access(port.path, os.R_OK | os.W_OK),
        meddlers=running_meddlers(),
        **facts,  # type: ignore[arg-type]
    )


def findings_of_line(facts: LineFacts) -> Iterator[Finding]:
    """What there is to say of a line."""
    if facts.is_device:
        yield _name(facts)
        if facts.node is not None:
            yield _access(facts, facts.node)
        if facts.meddlers:
            found = f"{', '.join(facts.meddlers)} may hold the port after each plugging in"
            yield warning(AREA, "other programs", found, "install the udev rule, or switch it off")
    if facts.no_lock:
        yield stop(AREA, "lock", *told_apart(facts.no_lock, "let this user write there"))
    yield from _answered(facts)


def _name(facts: LineFacts) -> Finding:
    if facts.renamed:
        return warning(AREA, "name", *told_apart(facts.renamed, ""))
    return fine(AREA, "name", f"{facts.port} is a stable name")


def _access(facts: LineFacts, node: DeviceNode) -> Finding:
    caller = facts.caller
    if not node.is_device:
        return stop(AREA, "access", f"{facts.port} is no serial port ({node})", "name the table's port in table.port")
    if not facts.may_open:
        found = f"the user {caller.user} (groups {', '.join(caller.groups)}) may not open {facts.port} ({node})"
        return stop(AREA, "access", found, permission_remedy(node, caller, INSTALL_RULE))
    asked_as_root = "; you are root, so ask again as the service's user" if caller.is_root else ""
    return fine(AREA, "access", f"the user {caller.user} may open {facts.port} ({node}){asked_as_root}")


def _answered(facts: LineFacts) -> Iterator[Finding]:
    match facts.answer:
        case _ if facts.driven_by:
            found = f"{facts.driven_by}, so nobody was asked: its pages tell how the line fares"
            yield fine(AREA, "answer", found)
        case HelloReply() as hello:
            yield fine(AREA, "answer", _hello(facts, hello), _hello_facts(hello))
        case Refusal(message, problem):
            found, remedy = told_apart(message, "check that table.port names the table's port")
            level = Level.WARNING if problem is PortProblem.BUSY and _lets_go(remedy) else Level.STOP
            yield Finding(AREA, "answer", level, found, remedy)
        case str(words):
            yield fine(AREA, "answer", words)


def _hello(facts: LineFacts, hello: HelloReply) -> str:
    version = f"{hello.major}.{hello.minor}"
    text = f"{hello.unit_id} answers at {facts.port}: firmware {hello.firmware}, protocol {version}"
    return text if facts.unit else f"{text}; set table.unit to it, so that no other is taken for it"


def _hello_facts(hello: HelloReply) -> dict[str, object]:
    return {"unit": hello.unit_id, "firmware": hello.firmware, "protocol": f"{hello.major}.{hello.minor}"}


def _lets_go(remedy: str) -> bool:
    return remedy.startswith("it lets go by itself")


def _driven_by(port: str) -> tuple[str, str]:
    """Who drives the table, and why nobody can: a lock that cannot be made keeps a daemon from starting."""
    with suppress(OSError):
        try:
            with table_lock(port):
                return "", ""
        except TableInUseError as error:
            return str(error).removesuffix(": stop that one first"), ""
        except InputError as error:
            return "", str(error)
    return "", ""


def _answer(settings: LineSettings) -> HelloReply | Refusal | str:
    try:
        if isinstance(settings, RelayTableSettings):
            return ask_board(settings)
        return ask_identity(port_named(settings.port), settings.unit or None)
    except LinkError as error:
        return Refusal(str(error), error.problem if isinstance(error, PortError) else None)
