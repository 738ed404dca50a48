"""Waits for bytes on a descriptor, and can be woken from another thread."""

import contextlib
import math
import os
import select
import threading


class Waker:
    """A pipe beside a descriptor: `wait` ends when either has something."""

    def __init__(self) -> None:
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        os.set_blocking(self._write_end, False)
        self._lock = threading.Lock()
        self._closed = False

    def wait(self, descriptor: int, timeout_s: float) -> bool:
        """Whether `descriptor` can be read within `timeout_s`, or has failed; False on time-out or wake."""
        # No select: it takes no descriptor above 1023, and a daemon that serves many pages gets there.
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        poll.register(self._read_end, select.POLLIN)
        ready = {found for found, _ in poll.poll(math.ceil(max(0.0, timeout_s) * 1000))}
        if self._read_end in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._read_end, 4096)
        return descriptor in ready

    def wake(self) -> None:
        """End a `wait`, or the next one."""
        with self._lock:
            if not self._closed:
                with contextlib.suppress(BlockingIOError):  # a full pipe wakes as well as one byte
                    os.write(self._write_end, b"\0")

    def close(self) -> None:
        """Close the pipe. Under the lock: a late `wake` must not write into a descriptor given to someone else."""
        with self._lock:
            if not self._closed:
                self._closed = True
                os.close(self._read_end)
                os.close(self._write_end)
