"""The clock on the wall: whether it has been set, and whether it can be right at all. Labels only depend on it."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from referee.daemon.doctor.finding import Finding, fine, warning
from referee.daemon.wall_clock import is_synchronised
from referee.journal import JournalError, JournalReader

AREA: Final = "clock"
_SET_IT: Final = "switch time synchronisation on ('timedatectl set-ntp true'), or give the board a clock with a battery"


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """What the clock says; `newest_event` is when the journal's last event came, None without one."""

    now: datetime
    synchronised: bool
    newest_event: datetime | None = None


def look_at_clock(store: Path) -> ClockFacts:
    """Look at the clock, and at the newest event of a journal."""
    return ClockFacts(datetime.now(UTC), is_synchronised(), _newest(store))


def findings_of_clock(facts: ClockFacts) -> Iterator[Finding]:
    """What there is to say of the clock."""
    said = f"{facts.now:%Y-%m-%d %H:%M:%S} UTC"
    told = {"now": facts.now.isoformat(timespec="seconds"), "synchronised": facts.synchronised}
    if facts.newest_event is not None and facts.newest_event > facts.now:
        found = f"the clock says {said}, before the newest event of the journal ({facts.newest_event:%Y-%m-%d %H:%M})"
        yield warning(AREA, "clock", found, _SET_IT, told)
    elif facts.synchronised:
        yield fine(AREA, "clock", f"the clock is synchronised: {said}", told)
    else:
        found = f"the clock is not synchronised ({said}), so times in records are not to be trusted"
        yield warning(AREA, "clock", found, _SET_IT, told)


def _newest(store: Path) -> datetime | None:
    with suppress(JournalError, OSError, ValueError):  # the disk's findings say what is wrong with a journal
        times = [datetime.fromisoformat(match.last_at) for match in JournalReader(store).matches()]
        return max((time if time.tzinfo else time.replace(tzinfo=UTC) for time in times), default=None)
    return None
