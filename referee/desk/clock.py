"""The count-downs of a deal, from the journal's own times: pauses stop them, a restart changes nothing. Pure.

They are notes in the journal: the start, for all seats at once, a shift by some seconds, and the end of the ringing. At
the end of a clock nothing happens by itself: it rings, and a person decides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from referee.desk.state import Clock
from referee.game import Deal, Event, EventType, Phase
from referee.rules import RuleSet

BUILD_CLOCK: Final = "build_clock"
"""Kind of the note that starts the time for building; its `seconds` had passed by then already."""

CLOCK_SHIFT: Final = "clock_shift"
"""Kind of the note that moves the running clock by `seconds`."""

CLOCK_CLOSED: Final = "clock_closed"
"""Kind of the note by which a person closes a clock that has run out."""

SECONDS: Final = "seconds"
"""The amount that notes about clocks have."""

_BEGINS_A_TURN: Final = frozenset({EventType.BUILT, EventType.DISCARD, EventType.PENALTY, EventType.DEAD_HAND})
"""What leaves a seat to discard: the last hand, the discard before it, and a ruling that lets a frozen table go on."""


@dataclass(frozen=True, slots=True)
class _Start:
    """When a count-down began, in milliseconds of the deal, and the event that began it."""

    seq: int
    ms: int


def running_clock(rules: RuleSet, deal: Deal, deal_began_ms: float) -> Clock | None:
    """The clock of the present phase on the desk's clock, or None. `deal_began_ms`: when the deal began on it."""
    building = deal.phase is Phase.BUILDING
    start = _build_start(deal) if building else _discard_start(deal)
    if start is None or any(event.kind == CLOCK_CLOSED for event in _clock_events(deal, start)):
        return None
    if building:
        return build_clock(rules, deal, deal_began_ms)
    return _clock("discard", deal, start, deal_began_ms, rules.discard_seconds)


def build_clock(rules: RuleSet, deal: Deal, deal_began_ms: float) -> Clock | None:
    """The time for building, closed or not; None before it starts, after all hands stand, or without a limit."""
    start = _build_start(deal)
    if start is None or deal.phase is not Phase.BUILDING:
        return None
    return _clock("build", deal, start, deal_began_ms, rules.build_seconds)


def building_began(deal: Deal) -> bool:
    """Whether the time for building was started."""
    return _build_start(deal) is not None


def _build_start(deal: Deal) -> _Start | None:
    for event in deal.events:
        if event.type is EventType.NOTE and event.kind == BUILD_CLOCK:
            return _Start(event.seq, event.ms - 1000 * int(event.amounts.get(SECONDS, 0)))
    return None


def _discard_start(deal: Deal) -> _Start | None:
    if deal.turn is None:
        return None
    began = [_Start(event.seq, event.ms) for event in deal.events if event.type in _BEGINS_A_TURN]
    return max(began, key=lambda start: start.seq, default=_Start(deal.seq, 0))


def _clock(kind: str, deal: Deal, start: _Start, deal_began_ms: float, seconds: int | None) -> Clock | None:
    if seconds is None:
        return None
    ends_ms, paused_at = _end(deal, start, start.ms + seconds * 1000)
    if paused_at is None:
        return Clock(kind, deal_began_ms + ends_ms)
    return Clock(kind, deal_began_ms + ends_ms, left_ms=float(max(0, ends_ms - paused_at)))


def _end(deal: Deal, start: _Start, ends_ms: int) -> tuple[int, int | None]:
    """When the count-down ends in milliseconds of the deal, pauses and shifts worked in; when it was paused, if it is.

    Time that is added after the end counts from then on, so that thirty seconds more are thirty seconds.
    """
    paused_at: int | None = None
    for event in _clock_events(deal, start):
        if event.type is EventType.PAUSE:
            paused_at = max(event.ms, start.ms) if paused_at is None else paused_at
        elif event.type is EventType.RESUME and paused_at is not None:
            ends_ms += max(0, event.ms - paused_at)
            paused_at = None
        elif event.kind == CLOCK_SHIFT:
            now_ms = event.ms if paused_at is None else paused_at
            ends_ms = max(now_ms, max(ends_ms, now_ms) + 1000 * int(event.amounts.get(SECONDS, 0)))
    return ends_ms, paused_at


def _clock_events(deal: Deal, start: _Start) -> Iterator[Event]:
    """Pauses of the deal, which may have begun before the count-down did, and notes about the count-down."""
    for event in deal.events:
        is_note = event.type is EventType.NOTE and event.seq > start.seq
        if is_note or event.type in (EventType.PAUSE, EventType.RESUME):
            yield event
