"""The count-downs of a deal, from the journal's own times: pauses stop them, a restart changes nothing. Pure.

At the end of a clock nothing happens by itself: it rings, and a person decides.
"""

from typing import Final

from referee.desk.allowed import building_since
from referee.desk.state import Clock
from referee.game import Deal, EventType, Match, Phase
from referee.game.effective import voided

_BEGINS_A_TURN: Final = frozenset({EventType.BUILT, EventType.DISCARD, EventType.PENALTY, EventType.DEAD_HAND})
"""What leaves a seat to discard: the last hand, the discard before it, and a ruling that lets a frozen table go on."""


def running_clock(match: Match, deal: Deal, deal_began_ms: float) -> Clock | None:
    """The clock of the present phase on the desk's clock, or None. `deal_began_ms`: when the deal began on it."""
    return build_clock(match, deal, deal_began_ms) or discard_clock(match, deal, deal_began_ms)


def build_clock(match: Match, deal: Deal, deal_began_ms: float) -> Clock | None:
    """The time for building; None before it starts, after all hands stand, or where the rules give no limit."""
    since = building_since(match, deal)
    if since is None or deal.phase is not Phase.BUILDING:
        return None
    return _clock("build", match, deal, deal_began_ms, since, match.rules.build_seconds)


def discard_clock(match: Match, deal: Deal, deal_began_ms: float) -> Clock | None:
    """The time for the discard that is to come; None while nobody is to discard, or without a limit."""
    if deal.turn is None or match.rules.discard_seconds is None:
        return None
    since = max((event.ms for event in deal.events if event.type in _BEGINS_A_TURN), default=0)
    return _clock("discard", match, deal, deal_began_ms, since, match.rules.discard_seconds)


def _clock(kind: str, match: Match, deal: Deal, deal_began_ms: float, since: int, seconds: int | None) -> Clock | None:
    if seconds is None:
        return None
    paused_ms, paused_at = _pauses(match, deal, since)
    ends_at_ms = deal_began_ms + since + seconds * 1000 + paused_ms
    if paused_at is None:
        return Clock(kind, ends_at_ms)
    return Clock(kind, ends_at_ms, left_ms=max(0.0, ends_at_ms - deal_began_ms - paused_at))


def _pauses(match: Match, deal: Deal, since: int) -> tuple[int, int | None]:
    """Milliseconds of all finished pauses after `since`, and when the present one began."""
    dead = voided(match.events)
    total, paused_at = 0, None
    for event in match.events:
        if event.seq <= deal.seq or event.seq in dead:
            continue
        if event.type is EventType.PAUSE and paused_at is None:
            paused_at = max(event.ms, since)
        elif event.type is EventType.RESUME and paused_at is not None:
            total += max(0, event.ms - paused_at)
            paused_at = None
    return total, paused_at
