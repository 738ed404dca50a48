"""The ready lamp of an unmodified table, as an input sees it: steady on, steady off, or not known yet. Pure."""

from dataclasses import dataclass


@dataclass(slots=True)
class ReadyLamp:
    """Debounced. A lamp that blinks is not on; one that nobody has read for long enough is not known.

    `steady_s`: how long it must show the same; `blinks_s`: without a steady light for so long it is off.
    """

    steady_s: float = 0.5
    blinks_s: float = 3.0
    lit: bool | None = None
    _shows: bool | None = None
    _since_s: float = 0.0
    _unsteady_s: float = 0.0

    def read(self, shows: bool, now_s: float) -> bool:
        """An input was read; True if the lamp is another than before."""
        if self._shows is None:
            self._unsteady_s = now_s
        if shows is not self._shows:
            self._shows, self._since_s = shows, now_s
        before = self.lit
        if now_s - self._since_s >= self.steady_s:
            self.lit, self._unsteady_s = shows, now_s
        elif now_s - self._unsteady_s >= self.blinks_s:
            self.lit = False
        return self.lit is not before

    def forget(self) -> None:
        """Nobody has looked for a while."""
        self.lit = self._shows = None
