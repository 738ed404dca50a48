"""Measures how late the event loop wakes, and logs it: pages and commands wait for whatever holds the loop up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import structlog

from drivers.link.lag import LagWatch

_TURN_S: Final = 0.05
_log = structlog.get_logger("loop")


@contextlib.asynccontextmanager
async def watched_loop() -> AsyncIterator[LagWatch]:
    """Watch the running loop as long as this lasts; what is yielded counts its late turns."""
    watch = LagWatch()
    task = asyncio.create_task(_watch(watch), name="loop-watch")
    try:
        yield watch
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _watch(watch: LagWatch) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due_s = loop.time() + _TURN_S
        await asyncio.sleep(_TURN_S)
        lag = watch.woke(due_s, loop.time())
        if lag is not None:
            _log.warning("loop_late", loop="pages", times=lag.times, longest_ms=round(lag.longest_ms))
