"""What systemd is told (`Type=notify`): one datagram of text to the socket that it names. Nothing without a socket."""

import contextlib
import os
import socket

from referee.desk.state import DeskState, TableStatus


def tell_service_manager(**values: str) -> None:
    """Send a state, such as `READY="1"` or `STATUS="waiting for the table"`; without a manager nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    text = "\n".join(f"{name}={value}" for name, value in values.items())
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(text.encode(), address)


class StatusTeller:
    """Tells the service manager, in one line and once per change, whether the table is there."""

    def __init__(self) -> None:
        self._told = ""

    def told(self, state: DeskState) -> None:
        """A new state of the desk; called on the desk's thread."""
        status = _status(state.table)
        if status != self._told:
            self._told = status
            tell_service_manager(STATUS=status)


def _status(table: TableStatus) -> str:
    if table.state == "none" or not table.port:
        return "serving pages"
    if table.link_up:
        return f"table connected at {table.port}"
    return f"waiting for table at {table.port} ({table.trouble})"
