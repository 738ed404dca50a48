"""Plays stored pictures at a rate: says when the next one is due, and waits for it."""

import threading

from drivers.camera.frame import Clock


class Pace:
    """A steady rate on a clock; without a rate everything is due at once."""

    def __init__(self, fps: float | None, clock_ms: Clock) -> None:
        self._interval_ms = 1000 / fps if fps else 0.0
        self._clock_ms = clock_ms
        self._due_ms = clock_ms()
        self._stopped = threading.Event()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the next picture is due; False if that is later than the time-out."""
        early_ms = self._due_ms - self._clock_ms()
        if early_ms > timeout_s * 1000:
            self._stopped.wait(timeout_s)
            return False
        if early_ms > 0:
            self._stopped.wait(early_ms / 1000)
        return True

    def step(self) -> None:
        """A picture was played. One that came late moves all later ones: none is played faster to catch up."""
        steady_ms, now_ms = self._due_ms + self._interval_ms, self._clock_ms()
        self._due_ms = steady_ms if steady_ms > now_ms else now_ms + self._interval_ms

    def stop(self) -> None:
        """End a wait at once."""
        self._stopped.set()
