"""Feeds the service manager's watchdog, but only while everything really goes round.

A timer alone would go on feeding although the work hangs: so the desk, the table's line and the recognition must each
have gone round lately, and the loop that serves the pages feeds. What hangs is named once in the log; the service
manager then ends and restarts the daemon.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from typing import Final

import structlog

from referee.daemon.service_manager import tell_service_manager

_PART: Final = 3.0  # it is fed so many times within its deadline
_log = structlog.get_logger("watchdog")


def watchdog_s() -> float | None:
    """The deadline that the service manager set for this process; None if it watches nothing."""
    if os.environ.get("WATCHDOG_PID") not in (None, str(os.getpid())):
        return None
    try:
        microseconds = int(os.environ.get("WATCHDOG_USEC", ""))
    except ValueError:
        return None
    return microseconds / 1_000_000 if microseconds > 0 else None


async def feed(deadline_s: float, turns_s: Callable[[], Mapping[str, float]]) -> None:
    """Feed while each of `turns_s` (monotonic seconds by name) is younger than half the deadline, until cancelled."""
    told: frozenset[str] = frozenset()
    while True:
        now_s = time.monotonic()
        hanging = frozenset(name for name, turned_s in turns_s().items() if now_s - turned_s > deadline_s / 2)
        if not hanging:
            tell_service_manager(WATCHDOG="1")
        elif hanging != told:
            _log.error("loop_hangs", loops=sorted(hanging), deadline_s=deadline_s)
        told = hanging
        await asyncio.sleep(deadline_s / _PART)
