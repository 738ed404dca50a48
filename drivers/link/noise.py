"""How bad the line has been in the last minute, and whether that deserves a warning. Pure.

Two signs count: frames that came damaged, and frames that had to be sent again. Both rise before a line dies.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from drivers.link.timings import LinkTimings

MINUTE_S: Final = 60
_QUIET_PART: Final = 0.25
"""A warning ends when the share falls to this part of the one that raised it: told once, not at every swing."""
_LEAST_SENT: Final = 10
"""So many frames must have been sent in the window of the last minute before resends say anything."""


@dataclass(slots=True)
class _Counts:
    second: int
    good: int = 0
    bad: int = 0
    sent: int = 0
    resent: int = 0


class LineNoise:
    """Counts by the second over the last minute."""

    def __init__(self, timings: LinkTimings) -> None:
        self._timings = timings
        self._seconds: deque[_Counts] = deque()
        self._minute = _Counts(0)
        self._received = 0
        self.noisy = False
        """Whether the line is called noisy now."""

    def received(self, now_s: float, *, good: bool) -> None:
        """A frame came, good or damaged."""
        self._received += good
        for counts in (self._second(now_s), self._minute):
            counts.good += good
            counts.bad += not good
        self._judge()

    def sent(self, now_s: float, *, again: bool) -> None:
        """A frame that wants an ACK was sent, for the first time or again."""
        for counts in (self._second(now_s), self._minute):
            counts.sent += 1
            counts.resent += again
        self._judge()

    @property
    def bad_per_minute(self) -> int:
        """Damaged frames of the last minute."""
        return self._minute.bad

    @property
    def resends_per_minute(self) -> int:
        """Frames sent again in the last minute."""
        return self._minute.resent

    @property
    def share(self) -> float:
        """The larger of two shares of the last minute: damaged among received, sent again among sent."""
        minute = self._minute
        received = minute.good + minute.bad
        of_received = minute.bad / received if received else 0.0
        of_sent = minute.resent / minute.sent if minute.sent >= _LEAST_SENT else 0.0
        return max(of_received, of_sent)

    def _second(self, now_s: float) -> _Counts:
        second = int(now_s)
        if not self._seconds or self._seconds[-1].second != second:
            self._seconds.append(_Counts(second))
            while self._seconds[0].second <= second - MINUTE_S:
                old = self._seconds.popleft()
                self._minute.good -= old.good
                self._minute.bad -= old.bad
                self._minute.sent -= old.sent
                self._minute.resent -= old.resent
        return self._seconds[-1]

    def _judge(self) -> None:
        if self._received >= self._timings.noisy_after_frames:
            self.noisy = self.share > self._timings.noisy_share * (_QUIET_PART if self.noisy else 1.0)
