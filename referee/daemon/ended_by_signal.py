"""SIGINT and SIGTERM end what runs in an event loop, in order."""

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from typing import Final

_NUMBERS: Final = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def ended_by_signal(ending: asyncio.Event, anew: asyncio.Event | None = None) -> Iterator[None]:
    """While this is open either signal sets `ending`; afterwards both are Python's own again. In the main thread.

    A new start that was asked for (`anew`) is taken back: whoever ends a program means it.
    """

    def end() -> None:
        if anew is not None:
            anew.clear()
        ending.set()

    loop = asyncio.get_running_loop()
    for number in _NUMBERS:
        loop.add_signal_handler(number, end)
    try:
        yield
    finally:
        for number in _NUMBERS:
            with contextlib.suppress(RuntimeError):  # the loop is being closed already
                loop.remove_signal_handler(number)
