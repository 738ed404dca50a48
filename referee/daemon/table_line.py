"""The line to a real table, from its settings: the lock, advice on the port's name, and frames kept at faults."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import structlog

from drivers.link.named_port import port_named
from drivers.link.serial_port import SerialPort
from drivers.table.controller import ControllerTable
from drivers.table.relay_table import RelayTable
from referee.daemon.configuration import ControllerTableSettings
from referee.daemon.frame_keeper import FrameKeeper
from referee.daemon.relay_table_settings import RelayTableSettings
from referee.daemon.table_lock import table_lock

_log = structlog.get_logger("table")


@contextlib.contextmanager
def controller_table(settings: ControllerTableSettings, frames_folder: Path) -> Iterator[ControllerTable]:
    """The table of these settings, not started yet; a port that is not there is waited for once it is.

    Raises TableInUseError if another daemon drives it.
    """
    port = port_named(settings.port)
    with table_lock(settings.port):
        if isinstance(port, SerialPort) and port.may_be_renamed:
            _log.warning("port_name_may_change", port=port.name, message=name_advice(port))
        table = ControllerTable(port, settings.unit or None)
        keeper = FrameKeeper(frames_folder, table.frames, table.snapshot)
        leave = table.subscribe(keeper.told)
        keeper.start()
        try:
            yield table
        finally:
            leave()
            keeper.stop()


@contextlib.contextmanager
def relay_table(settings: RelayTableSettings) -> Iterator[RelayTable]:
    """The table behind a relay board, not started yet. Raises TableInUseError if another daemon drives it."""
    port = port_named(settings.port)
    with table_lock(settings.port):
        if isinstance(port, SerialPort):
            port = replace(port, baud_rate=settings.baud_rate)
            if port.may_be_renamed:
                _log.warning("port_name_may_change", port=port.name, message=name_advice(port))
        yield RelayTable(port, settings.wiring())


def name_advice(port: SerialPort) -> str:
    """Which name to configure instead of a number."""
    names = port.stable_names()
    remedy = f"set table.port to {names[0]}" if names else "set table.port to its name under /dev/serial/by-id"
    return f"{port.name} may be another device after the next plugging in: {remedy}"
