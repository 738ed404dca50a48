"""How late a loop wakes: what else on the machine or in the program holds it up. Pure; each loop owns one.

Told at once when it begins, and then once a minute with what came together meanwhile, or at once when it is more than
twice as late as was told before: a loop that is late all day must not fill the log.
"""

from dataclasses import dataclass
from typing import Final

LATE_S: Final = 0.1
_PAUSE_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Lag:
    """How often a loop was late since this was last told, and by how much at most."""

    times: int
    longest_ms: float


class LagWatch:
    """Compares when a loop wanted to wake with when it did."""

    def __init__(self) -> None:
        self._told_s = float("-inf")
        self._told_longest_s = 0.0
        self._times = 0
        self._longest_s = 0.0
        self.late_turns = 0
        """How often the loop was late by more than 100 ms, since start."""

    def woke(self, due_s: float, now_s: float) -> Lag | None:
        """The loop wanted to be awake at `due_s` at the latest and is at `now_s`; what is to be logged, if anything."""
        late_s = now_s - due_s
        if late_s > LATE_S:
            self.late_turns += 1
            self._times += 1
            self._longest_s = max(self._longest_s, late_s)
        fresh = now_s - self._told_s >= _PAUSE_S or self._longest_s > 2 * self._told_longest_s
        if not self._times or not fresh:
            return None
        lag = Lag(self._times, self._longest_s * 1000)
        self._told_s, self._told_longest_s = now_s, self._longest_s
        self._times, self._longest_s = 0, 0.0
        return lag
