"""A copy of the journal each day, the oldest ones going: at the start of a table, and while it runs.

Which day it is, the wall clock tells; a board whose clock is not set yet waits with its copy, so that no copy of a day
long ago pushes real ones out.
"""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Final

import structlog

from referee.daemon.wall_clock import is_synchronised
from referee.journal import JournalError, keep_daily

LOOK_EVERY_S: Final = 600.0

_log = structlog.get_logger("backup")


async def back_up_daily(store: Path, folder: Path, keep: int) -> None:
    """Keep the day's copy in `folder`, and the `keep` newest. Ends when cancelled; a failure is told once a day."""
    told = ""
    while True:
        day = f"{datetime.now():%Y%m%d}"
        if is_synchronised():
            try:
                made = await asyncio.to_thread(keep_daily, store, folder, day, keep)
                if made is not None:
                    _log.info("journal_backed_up", path=str(made))
            except JournalError as error:
                if told != day:
                    _log.warning("journal_not_backed_up", message=str(error))
                told = day
        await asyncio.sleep(LOOK_EVERY_S)
