"""The clock of a simulation: real time, run faster or slower. With a speed of 1 it is the clock of a real table."""

import time


class VirtualClock:
    """Milliseconds since it was made, `speed` times as fast as the machine's monotonic clock; safe from any thread."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._began_s = time.monotonic()

    def __call__(self) -> float:
        return (time.monotonic() - self._began_s) * 1000 * self._speed
