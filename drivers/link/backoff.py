"""How long to wait before a port is tried again: longer each time, with a cap. Pure."""

from typing import Final

FIRST_S: Final = 0.25
CAP_S: Final = 5.0


class Backoff:
    """0.25 s, doubled at each try, at most 5 s; `reset` once a session stood."""

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def next_s(self) -> float:
        """The pause before the next try, in seconds."""
        pause_s, self._next_s = self._next_s, min(CAP_S, 2 * self._next_s)
        return pause_s

    def reset(self) -> None:
        """Start with the short pause again."""
        self._next_s = FIRST_S
