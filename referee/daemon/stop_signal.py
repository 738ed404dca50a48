"""The emergency stop by signal: `kill -USR1 PID`, or `systemctl kill -s USR1 junanaho`.

A thread of its own acts on it, so that nothing which holds up the main thread or the event loop delays the stop. The
interpreter writes the number of each signal to a descriptor at once, whichever thread the system has chosen for it; the
thread reads there and hands on to the event loop what is not meant for it.
"""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Final

from drivers.link.priority import go_first

STOP_SIGNAL: Final = signal.SIGUSR1


@contextlib.contextmanager
def stop_by_signal(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at each SIGUSR1 as long as this lasts. From the main thread, within which no loop adds handlers."""
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    before = signal.signal(STOP_SIGNAL, _do_nothing)
    loop = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    thread = threading.Thread(target=_watch, args=(reading, loop, stop), name="stop-signal", daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(loop)
        signal.signal(STOP_SIGNAL, before)
        writing.close()
        thread.join()
        reading.close()


def _watch(reading: socket.socket, loop: int, stop: Callable[[], None]) -> None:
    go_first()
    while numbers := reading.recv(256):
        if STOP_SIGNAL in numbers:
            stop()
        others = bytes(number for number in numbers if number != STOP_SIGNAL)
        if others and loop >= 0:
            with contextlib.suppress(OSError):  # a loop that takes no more has been woken already
                os.write(loop, others)


def _do_nothing(*_: object) -> None:
    """The interpreter wants a handler of its own, else the signal would end the program."""
