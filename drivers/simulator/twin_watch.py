"""What the firmware learns of its own machine: how long each motor takes, and how long each cycle took. Pure.

A motor's usual time is the mean of its first good runs and stays what it was: wear that creeps up shows as a drift of
the recorded times first and as a warning later, never as a new normal.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

_RUNS_LEARNED: Final = 20
_CYCLES_KEPT: Final = 50


@dataclass(slots=True)
class LearnedTimes:
    """Seconds from start to stop by motor, and of the last cycles, oldest first."""

    slow_share: float
    usual_s: dict[str, float] = field(default_factory=dict)
    last_s: dict[str, float] = field(default_factory=dict)
    cycles_s: deque[float] = field(default_factory=lambda: deque(maxlen=_CYCLES_KEPT))
    _runs: dict[str, int] = field(default_factory=dict)

    def ran(self, motor: str, seconds: float) -> bool:
        """A motor ran so long; True if that is slow. The first run is taken as good."""
        usual_s, runs = self.usual_s.get(motor, seconds), self._runs.get(motor, 0)
        self.last_s[motor] = seconds
        if seconds > usual_s * self.slow_share:
            return True
        if runs < _RUNS_LEARNED:
            self.usual_s[motor] = (usual_s * runs + seconds) / (runs + 1)
            self._runs[motor] = runs + 1
        return False

    def facts(self) -> dict[str, object]:
        """Ready for JSON: per motor the usual and the last time, and the times of the last cycles."""
        motors = {
            motor: {"usual_s": round(usual_s, 3), "last_s": round(self.last_s.get(motor, usual_s), 3)}
            for motor, usual_s in self.usual_s.items()
        }
        return {"motors": motors, "cycles_s": [round(seconds, 2) for seconds in self.cycles_s]}
