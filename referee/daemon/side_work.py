"""Work that goes on beside the pages as long as the table runs: none of it may end a match, and none ends unnoticed."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import structlog

_log = structlog.get_logger("daemon")


@asynccontextmanager
async def side_by_side(work: Mapping[str, Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Run each piece of work, by name, until the block ends. One that fails is told, and the others go on."""
    tasks = [asyncio.create_task(_told(name, piece), name=name) for name, piece in work.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _told(name: str, work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        _log.exception("side_work_failed", work=name)
