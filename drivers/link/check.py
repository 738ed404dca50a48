"""Ask once who is at the other end of a port, before it is relied on. Moves nothing."""

import os
import time

from drivers.link.errors import LinkError
from drivers.link.host_session import HostSession, SessionState
from drivers.link.messages import HelloReply
from drivers.link.reports import SessionLost, SessionOpened, SessionRefused
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.transport import Port, Transport


def ask_identity(
    port: Port, expected_unit: str | None = None, timeout_s: float = 3.0, timings: LinkTimings = DEFAULT_TIMINGS
) -> HelloReply:
    """The controller's answer to HELLO. Blocks up to `timeout_s`.

    Raises LinkError with one line that says why there is none: no port, no permission, busy, no answer, wrong unit,
    other version.
    """
    transport = port.open()
    try:
        return _ask(transport, port.name, expected_unit, timeout_s, timings)
    finally:
        transport.close()


def _ask(
    transport: Transport, name: str, expected_unit: str | None, timeout_s: float, timings: LinkTimings
) -> HelloReply:
    random = os.urandom(8)
    session = HostSession(int.from_bytes(random[:4], "big"), int.from_bytes(random[4:], "big"), expected_unit, timings)
    deadline_s = time.monotonic() + timeout_s
    session.open(time.monotonic())
    while session.state is SessionState.GREETING and time.monotonic() < deadline_s:
        transport.write(session.take_output())
        session.receive(transport.read(0.05), time.monotonic())
        session.tick(time.monotonic())
    for report in session.take_reports():
        if isinstance(report, SessionOpened):
            return report.hello
        if isinstance(report, SessionRefused):
            raise LinkError(report.message)
        if isinstance(report, SessionLost):
            break
    raise LinkError(
        f"nothing at the port {name} answers HELLO: check that it is the table's controller, that it has power, "
        "and that no other program reads from it"
    )
