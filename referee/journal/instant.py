"""When something was written down, told so that a jump of the clock on the wall changes nothing."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Instant:
    """An instant of one machine.

    `wall_time`: ISO 8601 with offset, a label for people. `synchronised`: whether that clock had been set by something
    that knows the time. `boot_id`: the machine's current run; `monotonic_s`: seconds within it, which never jump.
    """

    wall_time: str
    synchronised: bool
    boot_id: str
    monotonic_s: float

    def seconds_until(self, later: "Instant") -> float | None:
        """How long after this `later` was; None if nothing reliable says.

        Within one run of the machine that is exact. Across a restart only the clock on the wall can tell, and only if
        it was synchronised both times and did not go backwards.
        """
        if self.boot_id and self.boot_id == later.boot_id:
            return max(0.0, later.monotonic_s - self.monotonic_s)
        if not (self.synchronised and later.synchronised):
            return None
        passed_s = (datetime.fromisoformat(later.wall_time) - datetime.fromisoformat(self.wall_time)).total_seconds()
        return passed_s if passed_s >= 0 else None
