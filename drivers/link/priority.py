"""Lets a thread go before others where this program may ask for that: as root, or with `LimitNICE=` in its unit."""

import contextlib
import os
import threading
from typing import Final

_NICENESS: Final = -10


def go_first() -> None:
    """Give the calling thread a higher priority; without the right to, nothing happens."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
