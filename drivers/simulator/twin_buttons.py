"""The keys of the simulated table: bounces merged, both lift keys seen. Pure; times are real time in seconds."""

from drivers.simulator.twin_config import TwinTimings
from drivers.table.states import Button


class TwinButtons:
    """Remembers when each key was last pressed."""

    def __init__(self, timings: TwinTimings) -> None:
        self._timings = timings
        self._pressed: dict[tuple[int, Button], float] = {}

    def press(self, side: int, button: Button, now_s: float) -> bool:
        """Take a press; False if it is a bounce. Raises ValueError for a side that is not 0-3."""
        if not 0 <= side <= 3:
            raise ValueError(f"a table has no side {side}: expected 0 to 3")
        last_s = self._pressed.get((side, button))
        self._pressed[side, button] = now_s
        return last_s is None or now_s - last_s >= self._timings.bounce_s

    def both_lift_keys(self, now_s: float) -> bool:
        """Whether the lift keys of two sides were pressed together just now."""
        recent = [
            side
            for (side, button), pressed_s in self._pressed.items()
            if button is Button.LIFT and now_s - pressed_s <= self._timings.both_keys_s
        ]
        return len(recent) >= 2
