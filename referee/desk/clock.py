"""The count-down of the build phase, from the journal's own times: pauses stop it, a restart changes nothing. Pure."""

from referee.desk.allowed import building_since
from referee.desk.state import Clock
from referee.game import Deal, EventType, Match, Phase
from referee.game.effective import voided


def build_clock(match: Match, deal: Deal, deal_began_ms: float, now_ms: float) -> Clock | None:
    """The clock of the build phase on the desk's clock; None before it starts, after both hands stand, or without one.

    `deal_began_ms` is when the deal began on the desk's clock. At its end nothing happens by itself: it rings.
    """
    seconds = match.rules.build_seconds
    since = building_since(match, deal)
    if seconds is None or since is None or deal.phase is not Phase.BUILDING:
        return None
    paused_ms, paused_at = _pauses(match, deal, since)
    ends_at_ms = deal_began_ms + since + seconds * 1000 + paused_ms
    if paused_at is None:
        return Clock("build", ends_at_ms)
    return Clock("build", ends_at_ms, left_ms=max(0.0, ends_at_ms - deal_began_ms - paused_at))


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
