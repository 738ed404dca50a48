"""Ask a relay board once whether it is there. No output is switched: only what it reads, or its name, is asked for."""

import time
from dataclasses import replace
from typing import Final

from drivers.link.errors import LinkError
from drivers.link.named_port import port_named
from drivers.link.serial_port import SerialPort
from drivers.link.transport import Transport
from drivers.table.relay_board import RelayBoard
from referee.daemon.relay_table_settings import RelayTableSettings

_PATIENCE_S: Final = 2.0


def ask_board(settings: RelayTableSettings) -> str:
    """What the board of these settings says, in words. Blocks up to two seconds.

    Raises LinkError with one line: no port, no permission, busy, no answer.
    """
    port = port_named(settings.port)
    if isinstance(port, SerialPort):
        port = replace(port, baud_rate=settings.baud_rate)
    wiring = settings.wiring()
    board = RelayBoard(wiring.dialect, wiring.ready)
    transport = port.open()
    try:
        if not board.can_answer:
            return f"{port.name} can be opened; boards of this dialect never answer, so nobody knows who is there"
        lit = _heard(transport, board)
    finally:
        transport.close()
    if not board.heard:
        raise LinkError(
            f"the relay board at {port.name} does not answer: check that it is one of the dialect {settings.dialect}, "
            f"that baud_rate {settings.baud_rate} is its own, and that it has power"
        )
    lamp = "" if lit is None else f", and reads the ready lamp as {'lit' if lit == wiring.lit_when else 'dark'}"
    return f"a relay board answers at {port.name}{lamp}"


def _heard(transport: Transport, board: RelayBoard) -> bool | None:
    """What the input reads, None where none does or the board is silent."""
    until_s = time.monotonic() + _PATIENCE_S
    board.opened(time.monotonic(), outputs=())
    while time.monotonic() < until_s and not board.heard:
        board.tick(time.monotonic())  # a miss is asked again, until the time is over
        transport.write(board.take_output())
        for shows in board.receive(transport.read(0.05), time.monotonic()):
            return shows
    return None
