"""The time of a deal: milliseconds since it was opened, which stand still while the desk waits after a restart."""

from collections.abc import Callable
from dataclasses import replace

from referee.desk.clock import build_clock, running_clock
from referee.desk.state import Clock
from referee.game import Match


class DealTime:
    """The time of the newest deal of one desk. `now_ms` is the desk's monotonic clock."""

    def __init__(self, now_ms: Callable[[], float], match: Match, *, held: bool) -> None:
        """Where the match stood: after its last event. `held`: it waits for a person's word, and so does its time."""
        self._now_ms = now_ms
        self._stood_ms = match.events[-1].ms if match.events else 0
        self._began_ms = now_ms() - self._stood_ms
        self.stands = held
        """Whether the time stands, because the desk waits for a person's word after a restart."""

    def begin(self) -> None:
        """A match or a deal is opened now."""
        self._began_ms, self._stood_ms, self.stands = self._now_ms(), 0, False

    def go_on(self) -> None:
        """A person said that the table stands as shown: time runs from where it stood."""
        if self.stands:
            self._began_ms, self.stands = self._now_ms() - self._stood_ms, False

    @property
    def ms(self) -> int:
        """The present instant, in milliseconds of the deal."""
        return self._stood_ms if self.stands else max(0, round(self._now_ms() - self._began_ms))

    def clock(self, match: Match) -> Clock | None:
        """The count-down of the present phase on the desk's clock, paused while time stands; None without one."""
        deal = match.deal
        clock = None if deal is None else running_clock(match.rules, deal, self._began_ms)
        if clock is None or not self.stands or clock.left_ms is not None:
            return clock
        return replace(clock, left_ms=max(0.0, clock.ends_at_ms - self._began_ms - self._stood_ms))

    def is_late(self, match: Match) -> bool:
        """Whether the time for building, with its grace, has run out."""
        deal = match.deal
        clock = None if deal is None else build_clock(match.rules, deal, self._began_ms)
        return clock is not None and self._now_ms() > clock.ends_at_ms + match.rules.build_grace_seconds * 1000
