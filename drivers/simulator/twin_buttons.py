"""The keys of the simulated table: bounces merged, held keys and chattering ones noticed. Pure; times are real seconds.

How long a key is held counts in the table's own time, which runs `speed` times as fast.
"""

from dataclasses import dataclass
from typing import Final

from drivers.simulator.twin_config import TwinConfig
from drivers.table.states import Button

_CHATTER_EVERY_S: Final = 0.004
_CHATTER_EDGES: Final = 9


@dataclass(slots=True)
class _Key:
    edge_s: float = float("-inf")
    down_s: float | None = None
    bounces: int = 0
    stuck: bool = False
    chatters: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """What became of a press: whether it counts, and whether the key made too many edges for a good one."""

    counts: bool
    chattered: bool = False


class TwinButtons:
    """Remembers what each key did last."""

    def __init__(self, config: TwinConfig) -> None:
        self._config = config
        self._keys: dict[tuple[int, Button], _Key] = {}

    def press(self, side: int, button: Button, now_s: float) -> Press:
        """Press a key and let it go. Raises ValueError for a side that is not 0-3."""
        key = self._key(side, button)
        counts = self._edge(key, now_s)
        for edge in range(_CHATTER_EDGES if key.chatters else 0):
            self._edge(key, now_s + _CHATTER_EVERY_S * (edge + 1))
        return Press(counts and not key.stuck, key.bounces >= self._config.limits.bounces)

    def hold(self, side: int, button: Button, now_s: float) -> Press:
        """Press a key and keep it down."""
        pressed = self.press(side, button, now_s)
        key = self._key(side, button)
        key.down_s = now_s if key.down_s is None else key.down_s
        return pressed

    def release(self, side: int, button: Button) -> None:
        """Let a key go."""
        key = self._key(side, button)
        key.down_s, key.stuck = None, False

    def chatter(self, side: int, button: Button, *, on: bool) -> None:
        """Let a key make many edges at each press, or not any more."""
        self._key(side, button).chatters = on

    def next_due_s(self) -> float | None:
        """When the next key has been down too long; None if none is."""
        due = [down_s + self._longest_s for down_s in self._down()]
        return min(due, default=None)

    def stuck(self, now_s: float) -> list[tuple[int, Button]]:
        """The keys that have just been found to be stuck; they are ignored until they are let go."""
        found = []
        for place, key in self._keys.items():
            if key.down_s is not None and not key.stuck and now_s >= key.down_s + self._longest_s:
                key.stuck = True
                found.append(place)
        return found

    def both_lift_keys(self, now_s: float) -> bool:
        """Whether the lift keys of two sides were pressed together just now, or are both down."""
        recent = [
            side
            for (side, button), key in self._keys.items()
            if button is Button.LIFT
            and not key.stuck
            and (key.down_s is not None or now_s - key.edge_s <= self._config.timings.both_keys_s)
        ]
        return len(recent) >= 2

    def lift_keys_held(self) -> bool:
        """Whether the lift keys of two sides are down: at power-on the table's own test mode."""
        return sum(button is Button.LIFT and key.down_s is not None for (_, button), key in self._keys.items()) >= 2

    def forget(self) -> None:
        """The firmware starts anew; what people hold down they still hold."""
        for key in self._keys.values():
            key.edge_s, key.bounces, key.stuck = float("-inf"), 0, False

    @property
    def _longest_s(self) -> float:
        return self._config.limits.stuck_s / self._config.speed

    def _down(self) -> list[float]:
        return [key.down_s for key in self._keys.values() if key.down_s is not None and not key.stuck]

    def _key(self, side: int, button: Button) -> _Key:
        if not 0 <= side <= 3:
            raise ValueError(f"a table has no side {side}: expected 0 to 3")
        return self._keys.setdefault((side, button), _Key())

    def _edge(self, key: _Key, at_s: float) -> bool:
        """An edge; False if it is a bounce of the one before."""
        bounce = at_s - key.edge_s < self._config.timings.bounce_s
        key.edge_s = at_s
        key.bounces = key.bounces + 1 if bounce else 0
        return not bounce
