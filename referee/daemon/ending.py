"""When what runs in an event loop is to end, and whether it is to start anew afterwards."""

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_NUMBERS: Final = (signal.SIGINT, signal.SIGTERM)


@dataclass(slots=True)
class Ending:
    """Awaited by whoever runs. On the loop only."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    anew: bool = False

    def end(self) -> None:
        """End, and do not start again, whatever was asked before: whoever ends a program means it."""
        self.anew = False
        self.asked.set()

    def start_anew(self) -> None:
        """End, to start again; not where the end was asked for already."""
        self.anew = self.anew or not self.asked.is_set()
        self.asked.set()


@contextlib.contextmanager
def ended_by_signal(ending: Ending) -> Iterator[None]:
    """While this is open SIGINT and SIGTERM end it; afterwards both are Python's own again. In the main thread."""
    loop = asyncio.get_running_loop()
    for number in _NUMBERS:
        loop.add_signal_handler(number, ending.end)
    try:
        yield
    finally:
        for number in _NUMBERS:
            with contextlib.suppress(RuntimeError):  # the loop is being closed already
                loop.remove_signal_handler(number)
